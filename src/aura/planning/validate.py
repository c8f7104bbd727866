"""The validator of plan documents: every fault at once, each with a code, a sentence and a JSON path.

beyond them INVALID_INPUT_VALUE, INVALID_REF, INCOMPATIBLE_REF_TYPE and, strictly, REF_BEFORE_DEPENDENCY.
beyond them INVALID_INPUT_VALUE, INVALID_REF, INCOMPATIBLE_REF_TYPE and, if strict, REF_BEFORE_DEPENDENCY.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from aura.contracts.plan import Validation
from aura.contracts.problem import Problem
from aura.contracts.reference import Reference
from aura.planning.fitting import Fragment, fit, fragment, inner_schema, listed, misfits, types_of
from aura.planning.graph import cycles, topological_order, without_path
from aura.planning.scan import Mention, Scan, scan
from aura.planning.shape import ReadPlan, ReadStep, json_path, read_plan, step_path

LONGEST_NAMED_CYCLE = 200
TEXT = frozenset(("string",))
OBJECT = frozenset(("object",))


class Atom(Struct, frozen=True):
    """An atom's definition, made ready: what it takes, what it must have, what it gives."""

    inputs: dict[str, Fragment]
    required: tuple[str, ...]
    outputs: Mapping[str, Any]


class Used(Struct, frozen=True, gc=False):
    """A reference where it is used: in the step at `position`, or in the plan's outputs (None)."""

    reference: Reference
    position: int | None
    path: str


def validate(document: object, atoms: Mapping[str, Mapping[str, Any]], *, strict: bool = False) -> Validation:
    """Check anything that claims to be a plan document, in time linear in its size.

    `atoms` maps an atom's id to its definition: `inputs` and `outputs` by name, as JSON Schema fragments. With
    `strict`, a reference needs an explicit dependency path. The order puts every step after those it needs,
    ties by position. What only may not fit is a warning.
    """
    return _Check(read_plan(document), atoms).verdict(strict)


def validate_plan(document: object, atoms: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """`validate` in Flowmind's words: `{valid, warnings, execution_order}` or `{valid, errors}`."""
    return validate(document, atoms).as_json()


class _Check:
    """One run over one document."""

    def __init__(self, plan: ReadPlan, atoms: Mapping[str, Mapping[str, Any]]) -> None:
        self._plan = plan
        self._registry = atoms
        self._atoms: dict[str, Atom | None] = {}
        self._problems: list[Problem] = list(plan.problems)
        self._warnings: list[Problem] = []
        self._used: list[Used] = []

    def verdict(self, strict: bool) -> Validation:
        for step in self._plan.steps:
            self._check_step(step)
        self._check_plan_outputs()
        explicit = self._explicit_needs()
        needs = self._with_references(explicit)
        order = topological_order(needs)
        if len(order) < len(needs):
            self._name_cycles(needs)
        if strict:
            self._check_paths(explicit, order)
        if self._problems:
            return Validation(False, errors=tuple(self._problems), warnings=tuple(self._warnings))
        ordered = tuple(self._plan.steps[at].step_id for at in order)
        return Validation(True, warnings=tuple(self._warnings), execution_order=ordered)

    def _check_step(self, step: ReadStep) -> None:
        atom = self._atom(step.atom_id) if step.atom_id is not None else None
        if step.atom_id is not None and atom is None:
            message = f"Step {step.step_id} uses the atom {step.atom_id!r}, which is not known: correct it."
            self._add("UNKNOWN_ATOM_ID", message, f"{step_path(step.position)}.id")
        if step.inputs is None:
            return
        base = f"{step_path(step.position)}.inputs"
        if atom is not None:
            for name in atom.required:
                if name not in step.inputs:
                    message = (
                        f"Step {step.step_id} lacks the input {name!r} that {step.atom_id} needs: add it."
                    )
                    self._add("MISSING_REQUIRED_INPUT", message, json_path(base, name))
        for name, value in step.inputs.items():
            self._check_input(step, atom, name, value, base)

    def _check_input(self, step: ReadStep, atom: Atom | None, name: Any, value: Any, base: str) -> None:
        if not isinstance(name, str):
            message = f"An input of step {step.step_id} is called {ascii(name)[:60]}; names must be texts."
            self._add("INVALID_TYPE", message, base)
            return
        wanted = None if atom is None else atom.inputs.get(name)
        if atom is not None and wanted is None:
            known = ", ".join(sorted(atom.inputs)) or "none"
            message = (
                f"{step.atom_id} has no input {name!r}, which step {step.step_id} gives it; it has: {known}."
            )
            self._add("UNKNOWN_INPUT_FIELD", message, json_path(base, name))
        found = scan(value)
        where = f"The input {name!r} of step {step.step_id}"
        self._check_scanned(found, where, json_path(base, name), step.position)
        if wanted is not None and not found.flaws:
            self._check_fit(found, wanted, value, where, json_path(base, name))

    def _check_scanned(self, found: Scan, where: str, path: str, position: int | None) -> None:
        for flaw in found.flaws:
            self._add(flaw.code, f"{where} cannot be used: {flaw.reason}.", json_path(path, *flaw.at))
        for mention in found.mentions:
            self._used.append(Used(mention.reference, position, json_path(path, *mention.at)))
            self._check_reference(mention.reference, where, json_path(path, *mention.at))

    def _check_reference(self, reference: Reference, where: str, path: str) -> None:
        """R1 and R2."""
        position = self._plan.positions.get(reference.step_id)
        if position is None:
            message = f"{where} refers to step {reference.step_id!r}, which is not in the plan: correct it."
            self._add("UNKNOWN_STEP_REF", message, path)
            return
        atom = self._atom_at(position)
        if atom is None or not reference.path:
            return
        _, reason = _output(atom, reference)
        if reason:
            message = f"{where} refers to {reference.text}, but {reason}: correct it."
            self._add("UNKNOWN_OUTPUT_FIELD", message, path)

    def _check_fit(self, found: Scan, wanted: Fragment, value: Any, where: str, path: str) -> None:
        places = [mention.at for mention in found.mentions]
        for at, reason in misfits(value, wanted, places):
            self._add("INVALID_INPUT_VALUE", f"{where} does not fit: {reason}.", json_path(path, *at))
        for mention in found.mentions:
            if not mention.at:
                self._check_type(mention, wanted, where, path)

    def _check_type(self, mention: Mention, wanted: Fragment, where: str, path: str) -> None:
        given = self._types_given(mention.reference) if mention.whole else TEXT
        fitting = fit(given, wanted.types)
        if fitting == "fits" or given is None or wanted.types is None:
            return
        what = f"{mention.reference.text} gives {listed(given)}"
        message = f"{where} must be {listed(wanted.types)}, but {what}: use another output."
        problem = Problem("INCOMPATIBLE_REF_TYPE", message, path)
        (self._problems if fitting == "never" else self._warnings).append(problem)

    def _types_given(self, reference: Reference) -> frozenset[str] | None:
        position = self._plan.positions.get(reference.step_id)
        atom = None if position is None else self._atom_at(position)
        if atom is None:
            return None
        if not reference.path:
            return OBJECT
        schema, reason = _output(atom, reference)
        return None if reason else types_of(schema)

    def _check_plan_outputs(self) -> None:
        for name, value in self._plan.outputs.items():
            if isinstance(name, str):
                self._check_scanned(
                    scan(value), f"The output {name!r} of the plan", json_path("$.plan.outputs", name), None
                )
            else:
                message = f"An output of the plan is called {ascii(name)[:60]}; names must be texts."
                self._add("INVALID_TYPE", message, "$.plan.outputs")

    def _explicit_needs(self) -> list[list[int]]:
        """D1: the positions that each step's depends_on names. A step that names its own id needs itself."""
        needs: list[list[int]] = []
        for step in self._plan.steps:
            needs.append([])
            for place, name in step.depends_on:
                position = self._position_seen_from(step, name)
                if position is None:
                    message = (
                        f"Step {step.step_id} depends on step {name!r}, which is not in the plan: correct it."
                    )
                    self._add(
                        "UNKNOWN_DEPENDENCY", message, f"{step_path(step.position)}.depends_on[{place}]"
                    )
                else:
                    needs[-1].append(position)
        return needs

    def _with_references(self, explicit: Sequence[Sequence[int]]) -> list[list[int]]:
        """The needs with every edge that a reference implies (R3)."""
        needs = [set(needed) for needed in explicit]
        for used in self._used:
            if used.position is not None:
                position = self._position_seen_from(self._plan.steps[used.position], used.reference.step_id)
                if position is not None:
                    needs[used.position].add(position)
        return [sorted(needed) for needed in needs]

    def _name_cycles(self, needs: Sequence[Sequence[int]]) -> None:
        """D2: one cycle of each knot, step by step."""
        for cycle in cycles(needs):
            names = [self._plan.steps[at].step_id for at in (*cycle, cycle[0])]
            if len(names) > LONGEST_NAMED_CYCLE:
                half = LONGEST_NAMED_CYCLE // 2
                names[half:-half] = [f"({len(names) - 2 * half} more)"]
            message = f"These steps wait for each other: {' → '.join(names)}: remove one of the dependencies."
            self._add("CIRCULAR_DEPENDENCY", message, f"{step_path(cycle[0])}.depends_on")

    def _check_paths(self, explicit: Sequence[Sequence[int]], order: Sequence[int]) -> None:
        """Strict: a reference needs an explicit dependency path; nothing in or behind a cycle is judged."""
        ordered = set(order)
        pairs = {}
        for used in self._used:
            before = self._plan.positions.get(used.reference.step_id)
            if before is not None and used.position in ordered and before != used.position:
                pairs[used] = (before, used.position)
        missing = without_path(explicit, order, pairs.values())
        for used, pair in pairs.items():
            if pair in missing:
                user = self._plan.steps[pair[1]].step_id
                message = (
                    f"Step {user} refers to {used.reference.text} without depending on step "
                    f"{used.reference.step_id}: add it to depends_on."
                )
                self._add("REF_BEFORE_DEPENDENCY", message, used.path)

    def _position_seen_from(self, step: ReadStep, name: str) -> int | None:
        return step.position if name == step.step_id else self._plan.positions.get(name)

    def _atom_at(self, position: int) -> Atom | None:
        atom_id = self._plan.steps[position].atom_id
        return None if atom_id is None else self._atom(atom_id)

    def _atom(self, atom_id: str) -> Atom | None:
        if atom_id not in self._atoms:
            definition = self._registry.get(atom_id)
            self._atoms[atom_id] = None if definition is None else _prepare(definition)
        return self._atoms[atom_id]

    def _add(self, code: str, message: str, path: str) -> None:
        self._problems.append(Problem(code, message, path))


def _prepare(definition: Mapping[str, Any]) -> Atom:
    inputs = _mapping(definition, "inputs")
    required = tuple(
        name
        for name, schema in inputs.items()
        if isinstance(schema, Mapping) and schema.get("required") is True
    )
    ready = {name: fragment(schema) for name, schema in inputs.items()}
    return Atom(ready, required, _mapping(definition, "outputs"))


def _mapping(definition: object, name: str) -> Mapping[str, Any]:
    found = definition.get(name) if isinstance(definition, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _output(atom: Atom, reference: Reference) -> tuple[object, str]:
    """The schema of what a reference names, and why there can be nothing, or an empty text."""
    name = reference.path[0]
    if name not in atom.outputs:
        known = ", ".join(sorted(atom.outputs)) or "none"
        return {}, f"that step has no output {name!r} (it has: {known})"
    return inner_schema(atom.outputs[str(name)], reference.path[1:])
