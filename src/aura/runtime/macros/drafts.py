"""Keeping the plan of an earlier command as a macro: values become parameters, paths stand below their places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aura.capability.errors import ToolError
from aura.capability.ports import Draft, Macros
from aura.capability.tool import Slot, Tool
from aura.contracts.macro import NOT_A_NAME, Macro, MacroStep, filled
from aura.contracts.plan import PlanDocument, Step
from aura.contracts.reference import OPENING
from aura.execution.rows import RunRow
from aura.planning.rules import target_of
from aura.runtime.house import House
from aura.runtime.macros.filling import PATHS
from aura.tools.automation.macro_file import read_macro, written
from aura.tools.automation.store import MacroStore

LOOKED_BACK = 20
DONE = ("completed", "answered")
NOTHING_TO_KEEP = "NOTHING_TO_KEEP"
LONGEST_SAID = 200


class KeptMacros(MacroStore):
    """The Macros port of one session."""

    def __init__(self, house: House) -> None:
        super().__init__(house.home)
        self._house = house

    def said(self, name: str) -> str:
        """What a macro is for; of one that cannot be read, why."""
        try:
            return read_macro(self.text(name), self.file(name)).target
        except ToolError as error:
            return error.message

    def draft(self, run_id: str) -> Draft:
        """The plan of an earlier command as the text of a macro."""
        run, document = self._of(run_id)
        macro = Drafting(self._house).macro(document)
        said = " ".join(run.utterance.split())[:LONGEST_SAID]
        return Draft(written(macro, said), said, len(macro.steps), tuple(macro.parameters))

    def _of(self, run_id: str) -> tuple[RunRow, PlanDocument]:
        """The command that is meant, with its plan; raises ToolError where it was not done, or is no longer."""
        journal = self._house.journal
        runs = [journal.run(run_id)] if run_id else journal.begun_here(LOOKED_BACK)
        for run in runs:
            document = journal.plan_of(run.run_id)[0]
            if run.status == "running" or self._keeps(document):
                if not run_id:
                    continue
                raise ToolError(NOTHING_TO_KEEP, f"Run {run_id} cannot be kept as a macro; choose one that is done.")
            if run.status in DONE and not run.undo:
                return run, document
            became = "was taken back" if run.undo else "was not done to its end"
            raise ToolError(NOTHING_TO_KEEP, f'"{run.utterance}" {became}, so there is nothing to keep; do it first.')
        raise ToolError(NOTHING_TO_KEEP, "No command was done in this folder yet, so there is nothing to keep.")

    def _keeps(self, document: PlanDocument) -> bool:
        """Whether a plan is itself about macros: such a command is never what "that" means."""
        tools = (self._house.registry.get(step.id) for step in document.plan.steps)
        return any(tool is not None and Macros in tool.ports.values() for tool in tools)


class Drafting:
    """Makes a macro of one plan."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._parameters: dict[str, Any] = {}
        self._paths: dict[str, str] = {}

    def macro(self, document: PlanDocument) -> Macro:
        """The plan with a parameter for every value in it; filled with their defaults it is the same plan."""
        steps = tuple(map(self._step, document.plan.steps))
        return Macro(document.target, self._parameters, steps, document.plan.outputs)

    def _step(self, step: Step) -> MacroStep:
        tool = self._house.registry.get(step.id)
        if tool is None:
            return MacroStep(step.id, step.inputs, step.step_id, step.target, step.depends_on)
        values = [name for name, value in step.inputs.items() if _is_value(value)]
        inputs = {
            name: self._parameter(_called(name, tool, len(values) == 1), value, tool.inputs[name])
            if name in values and name in tool.inputs
            else value
            for name, value in step.inputs.items()
        }
        made = target_of(tool.verb, tool, step.inputs, self._house.words)
        target = "" if step.target == made else step.target
        return MacroStep(step.id, inputs, step.step_id, target, step.depends_on)

    def _parameter(self, name: str, value: Any, slot: Slot) -> str:
        """The text that stands for a value; a path that was there before is the same parameter."""
        is_path = slot.semantic in PATHS
        if is_path and isinstance(value, str) and value in self._paths:
            return self._paths[value]
        free = next(each for each in _numbered(name) if each not in self._parameters and each not in NOT_A_NAME)
        self._parameters[free] = self._default(value) if is_path else value
        stands = f"${{parameters.{free}}}"
        if is_path and isinstance(value, str):
            self._paths[value] = stands
        return stands

    def _default(self, value: Any) -> Any:
        """A path below another parameter's, or below a place of the user's; else as it is."""
        if isinstance(value, list):
            return [self._default(each) for each in value]
        paths, text = self._house.paths, str(value)
        above = [(known, stands) for known, stands in self._paths.items() if text.startswith(f"{known}/")]
        if above:
            known, stands = max(above, key=lambda each: len(each[0]))
            return stands + text[len(known) :]
        name = paths.anchor_of(text)
        folder = paths.anchor(name) if name is not None else None
        if not isinstance(folder, str) or not text.startswith(folder):
            return text
        below = f"${{anchors.{name}}}{text[len(folder) :]}"
        return below if filled(below, str, lambda _: folder) == text else text


def _is_value(value: Any) -> bool:
    """Whether an input is something that was said: a number, or text that is not made of what other steps give."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(each, str) and OPENING not in each for each in value)
    if isinstance(value, str):
        return bool(value) and OPENING not in value
    return isinstance(value, int | float) and not isinstance(value, bool)


def _called(name: str, tool: Tool, alone: bool) -> str:
    """What a parameter is called: by what its step is about where the step is given nothing else, else by its input."""
    return tool.object if alone and tool.object.replace("_", "").isalnum() else name


def _numbered(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name}_{number}"
        number += 1
