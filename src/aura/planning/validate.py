"""The validator of plan documents: every fault at once, each with a code, a sentence and a JSON path.

Its codes are those of Flowmind's core (S1-S7, U1, A1-A3, R1-R3, D1-D2), and
beyond them INVALID_INPUT_VALUE, INVALID_REF, INCOMPATIBLE_REF_TYPE and, if strict, REF_BEFORE_DEPENDENCY.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from aura.capability.fitting import (
    Fragment,
    Location,
    Types,
    fit,
    fragment,
    inner_schema,
    listed,
    misfits,
    types_of,
)
from aura.contracts.collector import collector_paused
from aura.contracts.json_path import json_path
from aura.contracts.plan import Validation
from aura.contracts.problem import Problem
from aura.contracts.reference import Reference
from aura.planning.graph import cycles, topological_order, without_path
from aura.planning.scan import Mention, Scan, scan
from aura.planning.shape import ReadPlan, ReadStep, is_text, read_plan, step_path

LONGEST_NAMED_CYCLE = 200
TEXT = frozenset(("string",))
OBJECT = frozenset(("object",))


class Given(Struct, frozen=True):
    """What a reference brings: the types it can have (None: any), or why there can be nothing."""

    types: Types | None
    missing: str = ""


class Atom(Struct, frozen=True):
    """An atom's definition, made ready: what it takes, must have and gives, and what paths into it bring."""

    inputs: dict[str, Fragment]
    required: tuple[str, ...]
    outputs: Mapping[str, Any]
    given: dict[Location, Given]


class Slot(Struct, frozen=True, gc=False):
    """An input of a step, or an output of the plan (no step), put into words only when something is wrong."""

    step: ReadStep | None
    name: str

    def __str__(self) -> str:
        owner = "the plan" if self.step is None else f"step {self.step.step_id}"
        return f"The {'output' if self.step is None else 'input'} {self.name!r} of {owner}"

    def path(self, at: Location = ()) -> str:
        """The JSON path of the slot, or of a part of its value."""
        base = "$.plan.outputs" if self.step is None else f"{step_path(self.step.position)}.inputs"
        return json_path(base, self.name, *at)


class Used(Struct, frozen=True, gc=False):
    """A reference where it is used."""

    reference: Reference
    slot: Slot
    at: Location


UNKNOWN = Given(None)


def validate(document: object, atoms: Mapping[str, Mapping[str, Any]], *, strict: bool = False) -> Validation:
    """Check anything that claims to be a plan document, in time linear in its size.

    `atoms` maps an atom's id to its definition: `inputs` and `outputs` by name, as JSON Schema
    fragments. With `strict`, a reference needs an explicit dependency path. The order puts every step
    after those it needs, ties by position. What only may not fit is a warning.
    """
    with collector_paused():
        return _Check(read_plan(document), atoms, strict).verdict()


def validate_plan(document: object, atoms: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """`validate` in Flowmind's words: `{valid, warnings, execution_order}` or `{valid, errors}`."""
    return validate(document, atoms).as_json()


class _Check:
    """One run over one document."""

    def __init__(self, plan: ReadPlan, atoms: Mapping[str, Mapping[str, Any]], strict: bool) -> None:
        self._plan = plan
        self._registry = atoms
        self._atoms: dict[str, Atom | None] = {}
        self._problems: list[Problem] = list(plan.problems)
        self._warnings: list[Problem] = []
        self._strict = strict
        self._used: list[Used] = []
        self._implied: dict[int, list[int]] = {}

    def verdict(self) -> Validation:
        for step in self._plan.steps:
            self._check_step(step)
        self._check_plan_outputs()
        explicit = self._explicit_needs()
        needs = self._with_references(explicit)
        order = topological_order(needs)
        if len(order) < len(needs):
            self._name_cycles(needs)
        if self._strict:
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
        if atom is not None:
            for name in atom.required:
                if name not in step.inputs:
                    message = f"Step {step.step_id} lacks the input {name!r} that {step.atom_id} needs: add it."
                    self._add("MISSING_REQUIRED_INPUT", message, Slot(step, name).path())
        for name, value in step.inputs.items():
            self._check_input(step, atom, name, value)

    def _check_input(self, step: ReadStep, atom: Atom | None, name: Any, value: Any) -> None:
        if not is_text(name):
            message = f"An input of step {step.step_id} is called {ascii(name)[:60]}; names must be texts."
            self._add("INVALID_TYPE", message, f"{step_path(step.position)}.inputs")
            return
        slot = Slot(step, name)
        wanted = None if atom is None else atom.inputs.get(name)
        if atom is not None and wanted is None:
            known = ", ".join(sorted(atom.inputs)) or "none"
            message = f"{slot} is not one that {step.atom_id} takes (it takes: {known}): remove or rename it."
            self._add("UNKNOWN_INPUT_FIELD", message, slot.path())
        found = scan(value)
        self._check_scanned(found, slot)
        if wanted is not None and not found.flaws:
            self._check_fit(found, wanted, value, slot)

    def _check_scanned(self, found: Scan, slot: Slot) -> None:
        for flaw in found.flaws:
            self._add(flaw.code, f"{slot} cannot be used: {flaw.reason}.", slot.path(flaw.at))
        for mention in found.mentions:
            used = Used(mention.reference, slot, mention.at)
            self._check_reference(used)
            self._note(used)

    def _note(self, used: Used) -> None:
        """Remember the need that a reference implies (R3); of a large plan, no more than has to be told of it."""
        step = used.slot.step
        position = None if step is None else self._position_seen_from(step, used.reference.step_id)
        if step is not None and position is not None:
            self._implied.setdefault(step.position, []).append(position)
        if self._strict:
            self._used.append(used)

    def _check_reference(self, used: Used) -> None:
        """R1 and R2."""
        reference = used.reference
        position = self._plan.positions.get(reference.step_id)
        if position is None:
            message = f"{used.slot} refers to step {reference.step_id!r}, which is not in the plan: correct it."
            self._add("UNKNOWN_STEP_REF", message, used.slot.path(used.at))
        elif reason := self._given(reference).missing:
            message = f"{used.slot} refers to {reference.text}, but {reason}: correct it."
            self._add("UNKNOWN_OUTPUT_FIELD", message, used.slot.path(used.at))

    def _check_fit(self, found: Scan, wanted: Fragment, value: Any, slot: Slot) -> None:
        places = [mention.at for mention in found.mentions]
        for at, reason in misfits(value, wanted, places):
            self._add("INVALID_INPUT_VALUE", f"{slot} does not fit: {reason}.", slot.path(at))
        for mention in found.mentions:
            if not mention.at:
                self._check_type(mention, wanted, slot)

    def _check_type(self, mention: Mention, wanted: Fragment, slot: Slot) -> None:
        given = self._given(mention.reference).types if mention.whole else TEXT
        fitting = fit(given, wanted.types)
        if fitting == "fits" or given is None or wanted.types is None:
            return
        what = f"{mention.reference.text} gives {listed(given)}"
        message = f"{slot} must be {listed(wanted.types)}, but {what}: use another output."
        problem = Problem("INCOMPATIBLE_REF_TYPE", message, slot.path())
        (self._problems if fitting == "never" else self._warnings).append(problem)

    def _given(self, reference: Reference) -> Given:
        """What a reference brings, as far as its atom declares it; looked up once for each atom and path."""
        position = self._plan.positions.get(reference.step_id)
        atom_id = None if position is None else self._plan.steps[position].atom_id
        atom = None if atom_id is None else self._atom(atom_id)
        if atom is None:
            return UNKNOWN
        found = atom.given.get(reference.path)
        if found is None:
            found = atom.given[reference.path] = _given(atom, reference.path)
        return found

    def _check_plan_outputs(self) -> None:
        for name, value in self._plan.outputs.items():
            if is_text(name):
                self._check_scanned(scan(value), Slot(None, name))
            else:
                message = f"An output of the plan is called {ascii(name)[:60]}; names must be texts."
                self._add("INVALID_TYPE", message, "$.plan.outputs")

    def _explicit_needs(self) -> list[tuple[int, ...]]:
        """D1: the positions that each step's depends_on names. A step that names its own id needs itself."""
        needs: list[tuple[int, ...]] = []
        for step in self._plan.steps:
            found: list[int] = []
            for place, name in step.depends_on:
                position = self._position_seen_from(step, name)
                if position is None:
                    message = f"Step {step.step_id} depends on step {name!r}, which is not in the plan: correct it."
                    self._add("UNKNOWN_DEPENDENCY", message, f"{step_path(step.position)}.depends_on[{place}]")
                else:
                    found.append(position)
            needs.append(tuple(found))
        return needs

    def _with_references(self, explicit: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
        """The needs with every edge that a reference implies (R3)."""
        return [tuple(sorted({*needed, *self._implied.get(at, ())})) for at, needed in enumerate(explicit)]

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
        pairs: list[tuple[Used, tuple[int, int]]] = []
        for used in self._used:
            before = self._plan.positions.get(used.reference.step_id)
            after = -1 if used.slot.step is None else used.slot.step.position
            if before is not None and before != after and after in ordered:
                pairs.append((used, (before, after)))
        missing = without_path(explicit, order, [pair for _, pair in pairs])
        for used, pair in pairs:
            if pair in missing:
                user = self._plan.steps[pair[1]].step_id
                message = (
                    f"Step {user} refers to {used.reference.text} without depending on step "
                    f"{used.reference.step_id}: add it to depends_on."
                )
                self._add("REF_BEFORE_DEPENDENCY", message, used.slot.path(used.at))

    def _position_seen_from(self, step: ReadStep, name: str) -> int | None:
        return step.position if name == step.step_id else self._plan.positions.get(name)

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
        name for name, schema in inputs.items() if isinstance(schema, Mapping) and schema.get("required") is True
    )
    ready = {name: fragment(schema) for name, schema in inputs.items()}
    return Atom(ready, required, _mapping(definition, "outputs"), {})


def _mapping(definition: object, name: str) -> Mapping[str, Any]:
    found = definition.get(name) if isinstance(definition, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _given(atom: Atom, path: Location) -> Given:
    if not path:
        return Given(OBJECT)
    name = path[0]
    if name not in atom.outputs:
        known = ", ".join(sorted(atom.outputs)) or "none"
        return Given(None, f"that step has no output {name!r} (it has: {known})")
    schema, reason = inner_schema(atom.outputs[str(name)], path[1:])
    return Given(types_of(schema), reason)
