"""A plan response carried out for Python callers, with the result in Flowmind's words."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from aura.atoms.code import Code, Functions, Importable
from aura.atoms.definition import read_definition
from aura.atoms.load import tool_of
from aura.capability.errors import ToolError
from aura.capability.ports import IdempotencyKey
from aura.capability.registry import Registry
from aura.capability.tool import Tool
from aura.config.load import HOME_VARIABLE
from aura.contracts.outcome import Preview
from aura.contracts.plan import PlanBody, PlanDocument, Validation
from aura.contracts.problem import Problem
from aura.contracts.proposal import proposer_of
from aura.execution.changes import Changer
from aura.execution.course import course_of
from aura.execution.events import Execution, Listener, ignore
from aura.execution.executor import ToolExecutor
from aura.planning.overlay import Overlay
from aura.planning.preview import play
from aura.runtime.assemble import furnish
from aura.runtime.house import TOOLS, House

REFUSED, NOT_APPROVED = "INVALID_PLAN", "NOT_APPROVED"
Approve = Callable[[Preview], bool | None]
Answers = dict[str, Any]


def execute(
    plan_response: Mapping[str, Any],
    atoms_registry: Mapping[str, Mapping[str, Any]],
    approve: Approve | None = None,
    *,
    home: str | Path | None = None,
    run_id: str = "",
    on_event: Listener = ignore,
    stop: threading.Event | None = None,
) -> Answers:
    """Carry out a response of `plan`, whose validation must be valid; nothing is raised for what goes wrong.

    The result is `{success, step_results, error, outputs, run_id}`, a step result `{step_id, atom_id, status, outputs,
    error}`. Calling this without `approve` is the approval of every effect but of what destroys; a fallback needs
    `approve`, which gets the Preview. With `home`, an AURA_HOME, the run is journalled there: `aura show`, `undo`,
    `resume` and `answer` take it from there.
    """
    document = _document(plan_response)
    if isinstance(document, Problem):
        return _refusal(document)
    order = _order(plan_response["validation"].get("execution_order"))
    tools = _Tools(atoms_registry)
    asks = approve is not None or bool(plan_response.get("fallback"))
    house = _house(home) if asks or home is not None or tools.need_ports(document) else None
    if house is not None and (problem := _no_json(document)):
        return _refusal(problem)
    by = proposer_of(plan_response)
    preview = _approved(document, order, tools, house, by, approve) if house is not None and asks else None
    if isinstance(preview, Problem):
        return _refusal(preview)
    if house is None:
        executor = ToolExecutor(tools, {}, disk_factory=_no_disk, changer=Changer("", ""))
    else:
        executor = house.executor(tools, house.journal if home is not None else None)
    validation = Validation(True, execution_order=order)
    execution = executor.execute(
        document, validation, preview, utterance=document.target, run_id=run_id, on_event=on_event, stop=stop
    )
    return _in_words(execution)


class _Tools(dict[str, Tool]):
    """The tools of a registry of definitions, each made when it is asked for."""

    def __init__(self, definitions: Mapping[str, Mapping[str, Any]]) -> None:
        super().__init__()
        self._definitions = definitions
        folder = getattr(definitions, "folder", None)
        self._functions: Functions = Code(folder) if folder is not None else Importable()
        self._built_in = Registry(package=TOOLS)

    def __missing__(self, atom_id: str) -> Tool:
        definition = self._definitions[atom_id]
        if atom_id in self._built_in:
            found = self._built_in[atom_id]
        else:
            plain = {**definition, "id": atom_id} if isinstance(definition, Mapping) else definition
            read = read_definition(plain, "$")
            if isinstance(read, list):
                raise KeyError(atom_id)
            found = tool_of(read, self._functions)
        self[atom_id] = found
        return found

    def need_ports(self, document: PlanDocument) -> bool:
        """Whether a step calls a built-in tool that works on the disk, the memory or the like."""
        called = [self.get(atom_id) for atom_id in {step.id for step in document.plan.steps}]
        return any(set(tool.ports.values()) - {IdempotencyKey} for tool in called if tool is not None)

    def get(self, atom_id: str, default: Any = None) -> Any:
        """The tool, or what is to stand for one that is not known."""
        try:
            return self[atom_id]
        except KeyError:
            return default


def _document(response: Mapping[str, Any]) -> PlanDocument | Problem:
    """The plan of a response that says that it is valid."""
    validation = response.get("validation") if isinstance(response, Mapping) else None
    if not isinstance(validation, Mapping) or validation.get("valid") is not True:
        return Problem(REFUSED, "The plan is not valid, so nothing was done; validate it and correct what is wrong.")
    try:
        body = msgspec.convert(response.get("plan"), PlanBody, strict=False)
    except msgspec.ValidationError as error:
        return Problem(REFUSED, f"The plan cannot be read ({error}), so nothing was done.")
    return PlanDocument(str(response.get("target", "")), body)


def _no_json(document: PlanDocument) -> Problem | None:
    """Why a plan can be neither shown nor kept, if it holds what only Python knows."""
    try:
        document.as_json()
    except TypeError as error:
        return Problem(REFUSED, f"The plan holds what is no JSON ({error}), so nothing was done.")
    return None


def _order(given: object) -> tuple[str, ...]:
    """The order that a verdict gives, whatever it is."""
    return tuple(map(str, given)) if isinstance(given, list | tuple) else ()


def _approved(
    document: PlanDocument, order: tuple[str, ...], tools: _Tools, house: House, by: str, approve: Approve | None
) -> Preview | Problem:
    """What somebody said yes to, or what needs no yes; else why nothing is done. `by` is who proposed it."""
    course = course_of(document, order)
    if isinstance(course, Problem):
        return course
    preview = play(document, order, tools, house.overlay(), house.ports)
    if preview.problems:
        return preview.problems[0]
    preview = msgspec.structs.replace(preview, proposed_by=by)
    if preview.needs_yes and not (approve is not None and approve(preview)):
        return Problem(NOT_APPROVED, "The plan was not approved, so nothing was done.")
    return preview


def _house(home: str | Path | None) -> House:
    """What a preview, built-in tools and a journal need."""
    return furnish(Path.cwd(), {**os.environ, **({HOME_VARIABLE: str(home)} if home is not None else {})})


def _no_disk() -> Overlay:
    raise ToolError("PORT_MISSING", "There is no disk here.")


def _refusal(problem: Problem) -> Answers:
    return {"success": False, "step_results": [], "error": str(problem), "outputs": {}, "run_id": ""}


def _in_words(execution: Execution) -> Answers:
    """What came of it in Flowmind's words; a run that waits for somebody says the question."""
    done = execution.status in ("completed", "answered")
    failed = next((step for step in execution.steps if step.status == "failed"), None)
    error = execution.message if failed is None else f"Step {failed.step_id} failed: {failed.error}"
    plain: Answers = {
        "success": done,
        "step_results": [msgspec.structs.asdict(step) for step in execution.steps],
        "error": None if done else error,
        "outputs": execution.outputs,
        "run_id": execution.run_id,
    }
    return plain if execution.question is None else {**plain, "question": msgspec.to_builtins(execution.question)}
