"""A macro as a file in YAML: read with a clear word on what is wrong where, and written to be read by people."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aura.capability.errors import ToolError
from aura.contracts.macro import NOT_A_NAME, PARAMETER, Macro, MacroStep, parameters_in

INVALID_MACRO = "INVALID_MACRO"
PARTS = ("target", "parameters", "plan")
PLAN_PARTS = ("steps", "outputs")
STEP_PARTS = ("step_id", "id", "target", "inputs", "depends_on")
LINE = 120
STRANGE_BREAKS = frozenset("\x85\u2028\u2029")
ABOUT = (
    "# Values under `parameters` can be given anew when this is run;"
    " paths may begin with a place, such as ${anchors.DESKTOP}.\n"
)


def read_macro(text: str, where: Path) -> Macro:
    """The macro in a text; raises ToolError `INVALID_MACRO` that names the file and the field that is wrong."""
    import yaml

    try:
        document = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        at = f" (line {mark.line + 1}: {getattr(error, 'problem', '')})" if mark is not None else ""
        raise ToolError(INVALID_MACRO, f"The macro {where} is not YAML{at}; correct the file.") from error
    return _Reader(where).macro(document)


def written(macro: Macro, said: str) -> str:
    """A macro as the text of its file; `said` is the command that it was made of."""
    plan: dict[str, Any] = {"steps": [_step(step) for step in macro.steps]}
    if macro.outputs:
        plan["outputs"] = dict(macro.outputs)
    parts: list[dict[str, Any]] = [{"target": macro.target}, {"parameters": dict(macro.parameters)}, {"plan": plan}]
    dumped = [_dumped(part) for part in parts if part != {"parameters": {}}]
    return "".join((_comment(f"Made of the command: {said}"), ABOUT, *dumped))


def _dumped(part: dict[str, Any]) -> str:
    """A part of the file in YAML; where other marks of a line's end than the plain one are in it, all is escaped."""
    import yaml

    plain = yaml.safe_dump(part, sort_keys=False, allow_unicode=True, width=LINE, default_flow_style=False)
    if not STRANGE_BREAKS.intersection(plain):
        return plain
    return yaml.safe_dump(part, sort_keys=False, width=LINE, default_flow_style=False)


def _comment(text: str) -> str:
    """A text as one line that YAML passes over."""
    return "# " + "".join(letter if letter.isprintable() else " " for letter in text) + "\n"


def _step(step: MacroStep) -> dict[str, Any]:
    given = {
        "step_id": step.step_id, "id": step.id, "target": step.target, "inputs": step.inputs,
        "depends_on": list(step.depends_on),
    }  # fmt: skip
    return {name: value for name, value in given.items() if value or name in ("id", "inputs")}


class _Reader:
    """Reads the parts of one file; the first that is wrong ends it."""

    def __init__(self, where: Path) -> None:
        self._where = where

    def macro(self, document: object) -> Macro:
        whole = self._mapping(document, "The file", PARTS)
        plan = self._mapping(whole.get("plan"), "plan", PLAN_PARTS)
        steps = plan.get("steps")
        if not isinstance(steps, list) or not steps:
            raise self._wrong("plan.steps", "must be a list of at least one step")
        macro = Macro(
            self._text(whole.get("target"), "target"),
            self._parameters(whole.get("parameters")),
            tuple(self._one(step, f"plan.steps[{index}]") for index, step in enumerate(steps)),
            self._mapping(plan.get("outputs", {}), "plan.outputs"),
        )
        self._known(macro)
        return macro

    def _parameters(self, given: object) -> Mapping[str, Any]:
        found = self._mapping({} if given is None else given, "parameters")
        seen: set[str] = set()
        for name, value in found.items():
            at = f"parameters.{name}"
            if PARAMETER.fullmatch(f"${{parameters.{name}}}") is None or name in NOT_A_NAME:
                raise self._wrong(at, "must be called by letters, digits and _ only, and not outputs")
            if unknown := parameters_in(value) - seen:
                raise self._wrong(at, f"names the parameter {min(unknown)}, which must stand before it")
            seen.add(name)
        return found

    def _one(self, given: object, at: str) -> MacroStep:
        step = self._mapping(given, at, STEP_PARTS)
        after = step.get("depends_on", [])
        if not isinstance(after, list) or not all(isinstance(each, str) for each in after):
            raise self._wrong(f"{at}.depends_on", "must be a list of step ids")
        if not step.get("id"):
            raise self._wrong(f"{at}.id", "must say which tool does it")
        return MacroStep(
            self._text(step["id"], f"{at}.id"),
            self._mapping(step.get("inputs") or {}, f"{at}.inputs"),
            self._text(step.get("step_id", ""), f"{at}.step_id"),
            self._text(step.get("target", ""), f"{at}.target"),
            tuple(after),
        )

    def _known(self, macro: Macro) -> None:
        """Every parameter that a step names is one."""
        for index, step in enumerate(macro.steps):
            for name, value in (*step.inputs.items(), ("target", step.target)):
                if unknown := parameters_in(value) - macro.parameters.keys():
                    at = f"plan.steps[{index}].{'' if name == 'target' else 'inputs.'}{name}"
                    raise self._wrong(at, f"names the parameter {min(unknown)}, which is not under parameters")

    def _mapping(self, value: object, at: str, parts: tuple[str, ...] = ()) -> dict[str, Any]:
        if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
            raise self._wrong(at, "must be a mapping of names to values")
        strange = [name for name in value if parts and name not in parts]
        if strange:
            raise self._wrong(at, f"has {strange[0]!r}, which means nothing here (it may have: {', '.join(parts)})")
        return value

    def _text(self, value: object, at: str) -> str:
        if not isinstance(value, str):
            raise self._wrong(at, "must be a text")
        return value

    def _wrong(self, at: str, what: str) -> ToolError:
        return ToolError(INVALID_MACRO, f"The macro {self._where} cannot be used: {at} {what}; correct the file.")
