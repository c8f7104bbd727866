"""A plan without a model: each part of an intent is one atom, its inputs filled from what was said and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from aura.capability.fitting import fit, types_of
from aura.contracts.reference import put_in
from aura.planning.flow_ranking import (
    Definitions,
    Ranking,
    alike,
    choices_of,
    flow_words,
    names_in,
    required_inputs,
    slots,
    stem,
    stems,
)
from aura.planning.flow_values import WORD, bare_words, filled, parts_of

ASK = "flow.needs_input"
QUOTE = "'"
READS = "R"
DEEPEST = 2
LEAST_SHARED = 2


class Rules(Struct, frozen=True):
    """What the rules make of a part of an intent: its steps, None where they know none; the verbs that they know, and
    the tools that their steps are of.
    """

    table: Callable[[str], Sequence[Mapping[str, Any]] | None]
    verbs: frozenset[str] = frozenset()
    tools: frozenset[str] = frozenset()


NO_RULES = Rules(lambda part: None)


class Worded(Struct, frozen=True):
    """A plan document, the words of the intent that have no part in it, and whether all of the intent is commands."""

    document: dict[str, Any]
    unread: tuple[str, ...]
    commands: bool


def plan_by_words(intent: str, ranking: Ranking, rules: Rules, *, asks: bool) -> Worded | None:
    """The plan of an intent; None where a part of it is nothing that any atom or rule does.

    What is not said is asked for where a plan `asks`, else left out. What seems to be about a tool of the rules is
    what the rules make of it, if they understand it.
    """
    if _forbids(intent):
        return None
    draft = _Draft(ranking, asks)
    unread: list[str] = []
    commands = True
    verbs = ranking.verbs | {stem(verb) for verb in rules.verbs}
    for part in filter(None, parts_of(intent, verbs)):
        atom_id = atom_for(part, ranking)
        steps = rules.table(part) if atom_id is None or atom_id in rules.tools else None
        if steps is not None:
            draft.take(steps)
        elif atom_id is not None:
            draft.add(atom_id, part)
            unread += _unread(part, atom_id, ranking)
            commands = commands and _is_command(part, atom_id, ranking)
        else:
            return None
    if not draft.steps:
        return None
    document = {"target": intent, "plan": {"steps": draft.steps, "outputs": {}}}
    return Worded(document, tuple(dict.fromkeys(unread)), commands)


def _forbids(intent: str) -> bool:
    """Whether a word outside of values says that it is not to be done, or not now, or not in any case."""
    said = f" {' '.join(bare_words(intent).lower().replace('’', QUOTE).replace(',', ' ').split())} "
    return any(f" {words} " in said for words in flow_words().forbidding)


def _unread(part: str, atom_id: str, ranking: Ranking) -> list[str]:
    """The words of a part that are neither the atom's nor a value nor of no weight."""
    words = flow_words()
    light = {*words.empty, *words.results, *words.persons, *words.negations, *" ".join(words.markers).split()}
    return [
        word
        for word in WORD.findall(bare_words(part))
        if word.lower() not in light
        and not ranking.shared(atom_id, stems(word))
        and not _is_choice(word, atom_id, ranking)
    ]


def _is_command(part: str, atom_id: str, ranking: Ranking) -> bool:
    """Whether a part begins with what its atom does, as it is said to somebody: "book", and not "booked"."""
    said = [word.lower() for word in WORD.findall(part) if word.lower() not in flow_words().polite]
    names = names_in(atom_id.rpartition(".")[2])[:1], names_in(str(ranking.atoms[atom_id].get("description", "")))[:1]
    return bool(said) and any(alike(said[0], name.lower()) for some in names for name in some)


def _is_choice(word: str, atom_id: str, ranking: Ranking) -> bool:
    inputs = slots(ranking.atoms[atom_id], "inputs").values()
    choices = [choice for schema in inputs if isinstance(schema, Mapping) for choice in choices_of(schema)]
    return word.lower() in WORD.findall(" ".join(map(str, choices)).lower())


def atom_for(part: str, ranking: Ranking) -> str | None:
    """The atom that a part of an intent is about: they share a word for what it does, or several others.

    One that the part begins with goes before any other, and one that acts is taken only then.
    """
    bare = bare_words(part)
    said = set(stems(bare))
    fitting = []
    for atom_id, score in ranking.scores(bare).items():
        shared, action = ranking.shared(atom_id, said), ranking.actions[atom_id]
        commanded = _is_command(part, atom_id, ranking)
        about = bool(shared & action) or len(shared) >= LEAST_SHARED
        if about and (commanded or ranking.atoms[atom_id].get("effect") == READS):
            whole = score * len(shared) / len(said) * (1 + len(shared & action) / len(action or said))
            fitting.append((not commanded, -whole, atom_id))
    return min(fitting)[2] if fitting else None


class _Draft:
    """The steps so far; each depends on the one before, since that is the order in which they were said."""

    def __init__(self, ranking: Ranking, asks: bool) -> None:
        self._asks = asks
        self._ranking = ranking
        self._atoms = ranking.atoms
        self.steps: list[dict[str, Any]] = []
        self._last: list[str] = []

    def add(self, atom_id: str, part: str, depth: int = 0) -> None:
        """A step for an atom, after those that give what it must have."""
        definition = self._atoms[atom_id]
        inputs = self._inputs(definition, part, atom_id, depth)
        about = str(definition.get("description", "")).rstrip(".")
        self._append(atom_id, part if not depth else about or atom_id, inputs)

    def take(self, steps: Sequence[Mapping[str, Any]]) -> None:
        """The steps that the rules made, under ids that nobody else has."""
        after = self._last
        prefix = f"r{len(self.steps)}_"
        for step in steps:
            step_id = prefix + step["step_id"]
            needs = [*(prefix + other for other in step.get("depends_on", ())), *after]
            inputs = put_in(step["inputs"], lambda reference: reference.text.replace("${", "${" + prefix, 1))
            self.steps.append({**step, "step_id": step_id, "inputs": inputs, "depends_on": needs})
            self._last = [step_id]

    def _append(self, atom_id: str, target: str, inputs: dict[str, Any], name: str = "") -> str:
        step_id = self._free(name or atom_id.rpartition(".")[2])
        self.steps.append(
            {"id": atom_id, "step_id": step_id, "target": target, "inputs": inputs, "depends_on": self._last}
        )
        self._last = [step_id]
        return step_id

    def _free(self, name: str) -> str:
        taken = {step["step_id"] for step in self.steps}
        names = (name if number == 1 else f"{name}_{number}" for number in range(1, len(taken) + 2))
        return next(free for free in names if free not in taken)

    def _inputs(self, definition: Mapping[str, Any], part: str, atom_id: str, depth: int) -> dict[str, Any]:
        said, only = filled(part, definition, self._ranking.verbs)
        inputs = dict(said)
        for name in required_inputs(definition):
            value = said.get(name, only.get(name))
            if _is_id(name) and _is_name(value) and (found := self._looked_up(name, definition, part, depth)):
                inputs[name] = found
            if name not in inputs:
                found = self._given(name, definition, atom_id) or only.get(name)
                found = self._same(name, part) if found is None else found
                found = self._pointed_at(name, definition, part) if found is None else found
                found = self._looked_up(name, definition, part, depth) if found is None else found
                found = self._asked(name, definition, atom_id) if found is None else found
                inputs |= {} if found is None else {name: found}
        return inputs

    def _given(self, name: str, definition: Mapping[str, Any], atom_id: str) -> str | None:
        """An earlier step's output of that name, the latest; `x_id` is also the `id` of what deals with x."""
        thing, _, last = name.rpartition("_")
        for step in reversed(self.steps):
            outputs = slots(self._atoms.get(step["id"], {}), "outputs")
            of_thing = thing and last in outputs and set(stems(thing)) & set(stems(step["id"]))
            output = name if name in outputs else last if of_thing else ""
            if output and fit(types_of(outputs[output]), types_of(slots(definition, "inputs")[name])) != "never":
                return _reference(step, output)
        return None

    def _same(self, name: str, part: str) -> Any:
        """What an earlier step took for an input of that name, where a word of this part stands for it."""
        words = {word.lower() for word in WORD.findall(part)}
        if not words & (flow_words().results | flow_words().persons):
            return None
        return next((step["inputs"][name] for step in reversed(self.steps) if name in step["inputs"]), None)

    def _pointed_at(self, name: str, definition: Mapping[str, Any], part: str) -> str | None:
        """What the step before gave, where that is one thing and a word of this part stands for it."""
        words = {word.lower() for word in WORD.findall(part)}
        if not self.steps or not words & flow_words().results:
            return None
        outputs = slots(self._atoms.get(self.steps[-1]["id"], {}), "outputs")
        wanted = types_of(slots(definition, "inputs")[name])
        fitting = [output for output, schema in outputs.items() if fit(types_of(schema), wanted) == "fits"]
        return _reference(self.steps[-1], fitting[0]) if len(fitting) == 1 else None

    def _looked_up(self, name: str, definition: Mapping[str, Any], part: str, depth: int) -> str | None:
        """The output of an atom about that very thing, which only reads and can be asked with what was said."""
        if depth >= DEEPEST:
            return None
        for giver in self._ranking.givers(name):
            gives = self._atoms[giver]
            if gives.get("effect") != READS or not set(stems(name)) & set(stems(giver)):
                continue
            said, only = filled(part, gives, self._ranking.verbs)
            if all(needed in said or needed in only for needed in required_inputs(gives)):
                self.add(giver, part, depth + 1)
                return _reference(self.steps[-1], name)
        return None

    def _asked(self, name: str, definition: Mapping[str, Any], atom_id: str) -> str | None:
        """A person's answer; None where nobody can be asked, so that the validator says what is missing."""
        if not self._asks:
            return None
        self._append(ASK, f"ask for {name}", question_for(name, definition, atom_id), f"ask_{name}")
        return _reference(self.steps[-1], "answer")


def _is_id(name: str) -> bool:
    return WORD.findall(name.lower())[-1:] == ["id"]


def _is_name(value: object) -> bool:
    """Whether it is how people call something, which is seldom what a system calls it."""
    return isinstance(value, str) and not any(letter.isdigit() for letter in value)


def question_for(name: str, definition: Mapping[str, Any], atom_id: str) -> dict[str, Any]:
    """The inputs of a step that asks a person for an input of an atom."""
    schema = slots(definition, "inputs")[name]
    about = str(schema.get("description") or f"the {name.replace('_', ' ')}")
    asked: dict[str, Any] = {
        "question": f"{atom_id} needs {about[:1].lower()}{about[1:].rstrip('.')}: what should it be?"
    }
    if isinstance(schema.get("enum"), list):
        asked["candidates"] = [str(choice) for choice in schema["enum"]]
    return asked


def with_questions(steps: Sequence[Mapping[str, Any]], atoms: Definitions) -> list[Mapping[str, Any]]:
    """Steps of which each has what it must have: what is not there is asked for by a step before."""
    taken = {str(step.get("step_id", at)) for at, step in enumerate(steps)}
    complete: list[Mapping[str, Any]] = []
    for at, step in enumerate(steps):
        given = step.get("inputs")
        if not isinstance(given, dict):
            complete.append(step)
            continue
        definition, inputs = atoms.get(str(step.get("id")), {}), dict(given)
        for name in required_inputs(definition):
            if name not in inputs:
                free = f"ask_{name}" if f"ask_{name}" not in taken else f"ask_{name}_{at}"
                taken.add(free)
                asked = question_for(name, definition, str(step["id"]))
                ask = {"id": ASK, "step_id": free, "target": f"ask for {name}", "inputs": asked}
                complete.append(ask)
                inputs[name] = _reference(ask, "answer")
        complete.append({"step_id": str(at), **step, "inputs": inputs})
    return complete


def _reference(step: Mapping[str, Any], output: str) -> str:
    return f"${{{step['step_id']}.outputs.{output}}}"
