"""Macros become plans: parameters filled, places found on this computer, steps shown like those of any plan."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from aura.capability.errors import ToolError
from aura.capability.tool import Slot
from aura.contracts.goal import Goal, Question
from aura.contracts.macro import Macro, MacroStep, filled
from aura.contracts.plan import PlanBody, PlanDocument, Step
from aura.contracts.problem import Problem
from aura.contracts.reference import MARKED, parse_reference
from aura.planning.rules import action_id, target_of
from aura.runtime.choosing.choose import MISREAD
from aura.runtime.choosing.documents import first_error, verdict_on
from aura.runtime.house import House
from aura.tools.automation.macro_file import INVALID_MACRO, read_macro
from aura.tools.automation.store import MacroStore

RUN = ("automation", "run", "macro")
"""Domain, verb and object of the goal that a macro be run; no tool achieves it: it becomes the macro's own plan."""
UNKNOWN_PARAMETER, NO_NUMBER = "UNKNOWN_PARAMETER", "NO_NUMBER"
GIVEN = (("given", "value"), ("given2", "value2"))
"""Which slots of a sentence name a parameter, and which say its value."""
MOST_WORDS = 4
"""How many words the name of a macro has that is not there, if it is meant to be one."""
PATHS = ("file_path", "folder_path")


class MacroPlans:
    """The plans of the macros of one session."""

    def __init__(self, house: House) -> None:
        self._house = house

    def steps(self, goal: Goal, after: tuple[str, ...]) -> tuple[Step, ...] | Question | Problem | None:
        """The steps of the macro that a goal runs, under ids of their own; None where it runs none."""
        if (goal.domain, goal.verb, goal.params.get("object")) != RUN:
            return self._not_alone(goal)
        if "macro" not in goal.params:
            return Question("Which macro should be run?", tuple(self._store.names()), f"{goal.goal_id}.macro")
        asked = str(goal.params["macro"])
        if problem := self._unknown(goal, asked):
            return problem
        said = {goal.params[name]: goal.params.get(value, "") for name, value in GIVEN if name in goal.params}
        try:
            name = self._store.named(asked)
            document = self.document(read_macro(self._store.text(name), self._store.file(name)), said, name)
        except ToolError as error:
            return Problem(error.code, _of_macros(error, asked))
        validation = verdict_on(self._house, document.as_json())
        if not validation.valid:
            where = self._store.file(name)
            return Problem(INVALID_MACRO, f"The macro {where} cannot be run. {first_error(validation)}")
        steps = {step.step_id or str(index): step for index, step in enumerate(document.plan.steps)}
        ordered = [(step_id, steps[step_id]) for step_id in validation.execution_order]
        return _renamed(ordered, goal.goal_id, after)

    def _unknown(self, goal: Goal, asked: str) -> Question | Problem | None:
        """What is said where there is no such macro: near ones are asked about.

        What need not be a macro at all ("run a marathon") is left to whoever else can read it.
        """
        try:
            self._store.named(asked)
        except ToolError as error:
            near, words = self._store.near(asked), asked.lower().split()
            if near:
                text = f'There is no macro "{asked}". Which one do you mean?'
                return Question(text, tuple(near), f"{goal.goal_id}.macro")
            unlike = len(words) > MOST_WORDS or words[0] in self._house.grammar.words["determiner"]
            return Problem(MISREAD if goal.params.get("unsure") and unlike else error.code, error.message)
        return None

    def _not_alone(self, goal: Goal) -> Problem | None:
        """What is made of an earlier command is none that the same sentence says before it."""
        if goal.domain != RUN[0] or goal.params.get("object") != RUN[2] or goal.goal_id == "g0":
            return None
        tool = self._house.registry.find(goal.domain, goal.verb, RUN[2])
        if tool is None or "run" not in tool.inputs:
            return None
        message = (
            "Keeping a command under a name is a command of its own, so nothing was done; say it when that is done."
        )
        return Problem("NOT_ALONE", message)

    def document(self, macro: Macro, given: Mapping[str, Any], name: str) -> PlanDocument:
        """The plan of a macro, with what is given for parameters; raises ToolError for what cannot be given."""
        values = self._values(macro, given, name)
        steps = tuple(self._step(step, values) for step in macro.steps)
        outputs: dict[str, Any] = self._filled(dict(macro.outputs), values)
        return PlanDocument(str(self._filled(macro.target, values)), PlanBody(steps, outputs))

    @property
    def _store(self) -> MacroStore:
        return MacroStore(self._house.home)

    def _step(self, step: MacroStep, values: Mapping[str, Any]) -> Step:
        inputs = self._filled(step.inputs, values)
        target = str(self._filled(step.target, values))
        tool = None if target else self._house.registry.get(step.id)
        if not target:
            target = target_of(tool.verb, tool, inputs, self._house.words) if tool is not None else step.id
        return Step(step.id, target, inputs, step.step_id, step.depends_on)

    def _filled(self, value: Any, values: Mapping[str, Any]) -> Any:
        return filled(value, values.__getitem__, self._place)

    def _place(self, name: str) -> str:
        found = self._house.paths.anchor(name)
        if isinstance(found, Problem):
            raise ToolError(found.code, found.message)
        return found

    def _values(self, macro: Macro, given: Mapping[str, Any], name: str) -> dict[str, Any]:
        """The value of every parameter: what is given, else its default, which may name those before it."""
        said = {_plain(key): value for key, value in given.items()}
        known = {_plain(key): key for key in macro.parameters}
        for key in said.keys() - known.keys():
            there = f"it has {', '.join(macro.parameters)}" if macro.parameters else "it has none"
            raise ToolError(UNKNOWN_PARAMETER, f'The macro {name} has no parameter "{key}"; {there}.')
        values: dict[str, Any] = {}
        for key, default in macro.parameters.items():
            standard = self._filled(default, values)
            if _plain(key) in said:
                values[key] = self._given(said[_plain(key)], standard, key, macro)
            else:
                values[key] = standard
        return values

    def _given(self, value: Any, default: Any, key: str, macro: Macro) -> Any:
        """What is given for a parameter, as its default is: a number, a list of one, a path below the workspace."""
        if isinstance(default, list):
            each = default[0] if default else ""
            return [self._given(value, each, key, macro)]
        if isinstance(default, bool) or not isinstance(default, int | float | str):
            return _as_json(value, default)
        if isinstance(default, int | float):
            return _number(value, key)
        text = str(value)
        if any(slot.semantic in PATHS for slot in self._slots(macro, key)):
            joined = self._house.paths.join(self._house.paths.workspace, text)
            if isinstance(joined, Problem):
                raise ToolError(joined.code, joined.message)
            return joined
        return text

    def _slots(self, macro: Macro, key: str) -> Iterable[Slot]:
        """The inputs that a parameter goes into."""
        whole = f"${{parameters.{key}}}"
        for step in macro.steps:
            tool = self._house.registry.get(step.id)
            for name, value in step.inputs.items():
                if tool is not None and name in tool.inputs and value in (whole, [whole]):
                    yield tool.inputs[name]


def read_document(house: House, text: str, where: str, given: Mapping[str, str]) -> object | Problem:
    """The plan document in a text of YAML, or that of a macro, with what is given for its parameters."""
    import yaml

    try:
        document: object = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError):
        document = None  # Said below, with its line.
    if isinstance(document, dict) and not given and not _is_macro(document):
        return document
    try:
        return MacroPlans(house).document(read_macro(text, Path(where)), given, Path(where).stem).as_json()
    except ToolError as error:
        return Problem(error.code, _of_macros(error, where), "$")


def _of_macros(error: ToolError, name: str) -> str:
    """What is wrong with a macro or with what was given for it, and which one that is."""
    own = error.code in (INVALID_MACRO, UNKNOWN_PARAMETER, NO_NUMBER)
    return error.message if own else f"The macro {name} cannot be run: {error.message}"


def kept_macros(house: House) -> list[dict[str, Any]]:
    """Every macro: its name, what it is for, its parameters with their defaults, its file; of a faulty one, why."""
    store = MacroStore(house.home)
    return [{"name": name, **_about(store, name), "file": str(store.file(name))} for name in store.names()]


def _about(store: MacroStore, name: str) -> dict[str, Any]:
    try:
        macro = read_macro(store.text(name), store.file(name))
    except ToolError as error:
        return {"target": "", "parameters": {}, "problem": error.message}
    return {"target": macro.target, "parameters": dict(macro.parameters)}


def _is_macro(document: Mapping[str, Any]) -> bool:
    """Whether a document says what only a macro does: parameters, places, or steps whose aim is left out."""
    plan = document.get("plan")
    steps = plan.get("steps") if isinstance(plan, dict) else None
    aimless = isinstance(steps, list) and any(isinstance(step, dict) and "target" not in step for step in steps)
    return "parameters" in document or aimless or filled(document, str, str) != document


def _renamed(steps: list[tuple[str, Step]], goal_id: str, after: tuple[str, ...]) -> tuple[Step, ...]:
    """Steps under ids that no other goal has; the last one has that of the goal's step."""
    last = steps[-1][0]
    names = {old: f"{goal_id}_{number}" for number, (old, _) in enumerate(steps, 1)} | {last: action_id(goal_id)}
    return tuple(
        msgspec.structs.replace(
            step,
            step_id=names[old],
            inputs=_referring(step.inputs, names),
            depends_on=tuple(dict.fromkeys((*after, *(names[each] for each in step.depends_on)))),
        )
        for old, step in steps
    )


def _referring(value: Any, names: Mapping[str, str]) -> Any:
    """A value whose references name steps by their new ids."""
    if isinstance(value, dict):
        return {key: _referring(part, names) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_referring(part, names) for part in value]
    return MARKED.sub(lambda found: _reference(found, names), value) if isinstance(value, str) else value


def _reference(found: re.Match[str], names: Mapping[str, str]) -> str:
    reference = parse_reference(found)
    if reference is None or reference.step_id not in names:
        return found[0]
    return "${" + names[reference.step_id] + found[0][len("${") + len(reference.step_id) :]


def _plain(key: str) -> str:
    """The name of a parameter in the form in which names are compared."""
    return "_".join(str(key).casefold().replace("-", " ").replace("_", " ").split())


def _number(value: Any, key: str) -> int | float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ToolError(NO_NUMBER, f'"{value}" is no number, which {key} must be.') from None
    return int(number) if number.is_integer() else number


def _as_json(value: Any, default: Any) -> Any:
    """A value that was written as text, as what it stands for in JSON; text where it is none."""
    if not isinstance(value, str) or default is None:
        return value
    try:
        return msgspec.json.decode(value)
    except msgspec.DecodeError:
        return value
