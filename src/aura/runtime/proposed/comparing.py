"""Which of two plans of one utterance says better what is meant: what was read, or what was found in its words."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from aura.capability.effect import Effect
from aura.capability.registry import Registry
from aura.contracts.plan import Step, holds_path
from aura.language.hearing.agreement import contradicted
from aura.language.slots.parts import Reading
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.language.utterance.stretches import without_joints
from aura.runtime.choosing.asked import asked_by, goals_of
from aura.runtime.choosing.trial import Planned
from aura.runtime.house import House
from aura.runtime.proposed.found_commands import FoundCommands

WORDS = re.compile(r"[^\s,.;:!?]+")
LETTERS = re.compile(r"[^\W_]+")
COLON = ":"
LEAST_AROUND = 3
"""Words around what is looked up that are none of it."""


def says_less(one: Planned, other: Planned) -> bool:
    """Whether a plan does what another does with a part of its words: "*the key*", not "the key is in the tin"."""
    if one == other or [step.id for step in one.steps] != [step.id for step in other.steps]:
        return False
    both = ((less.inputs, more.inputs) for less, more in zip(one.steps, other.steps, strict=True))
    return all(
        less.keys() == more.keys() and all(str(value) in str(more[name]) for name, value in less.items())
        for less, more in both
    )


def only_by_another_verb(planned: Planned, plan: Mapping[str, Any]) -> bool:
    """Whether a plan does something else to just the same: a verb that was read is not said by what it is done to."""
    both = [step.inputs for step in planned.steps] == [step["inputs"] for step in plan["steps"]]
    return both and [step.id for step in planned.steps] != [step["id"] for step in plan["steps"]]


def says_around(planned: Planned, plan: Mapping[str, Any]) -> bool:
    """Whether a plan does what another does, and what that is about has less said around it."""
    if len(planned.steps) != len(plan["steps"]):
        return False
    around = 0
    for before, after in zip(planned.steps, plan["steps"], strict=True):
        if before.id != after["id"] or before.inputs.keys() != after["inputs"].keys():
            return False
        for name, value in before.inputs.items():
            said, rest = (WORDS.findall(str(one).lower()) for one in (value, after["inputs"][name]))
            if not set(rest) <= set(said):
                return False
            around += len(said) - len(rest)
    return around >= LEAST_AROUND


def holds_word(plan: Mapping[str, Any] | None, word: str) -> bool:
    """Whether a word is one of those that a plan was given; of a path those of what it ends in."""
    steps = plan["steps"] if plan is not None and word else ()
    values = (str(value).lower() for step in steps for value in step["inputs"].values())
    return any(word in LETTERS.findall(value.rpartition("/")[2]) for value in values)


def gives_way(planned: Planned, plan: Mapping[str, Any], utterance: str, house: House, *, surely: bool) -> bool:
    """Whether a plan that was read gives way to one that was found, which is `surely` meant or outdoes it.

    Nothing is destroyed that was not read. To what is only `surely` meant, nothing gives way that only looks, but
    questions about anything at all, and no plan of more steps that are not such questions: "a file called diary *and
    what goes in it is hello*", "*read the page*, vlc hangs, close it".
    """
    grammar, registry = house.grammar, house.registry
    little = {*grammar.words["determiner"], *grammar.words["polite"]}
    anything = {intent.goal for intent in grammar.intents if intent.alone}
    asked = sum(registry[step.id].verb not in anything for step in planned.steps)
    clauses = planned.reading.clauses
    freely = len(clauses) > 1 and any(one.intent >= 0 and grammar.intents[one.intent].alone for one in clauses)
    rather = surely and (freely or not planned.only_reads) and len(plan["steps"]) >= asked
    better = rather or outdoes(planned, plan, utterance, little, grammar.opposites)
    torn = cuts_off(planned, plan, utterance) or (planned.only_reads and _keeps_a_lead(planned, plan))
    done = [registry[step["id"]].verb for step in plan["steps"]]
    torn = (
        torn or _loses_a_figure(planned, plan) or misses(planned.reading, lattice_of(grammar, utterance), done, house)
    )
    return better and not (torn or only_by_another_verb(planned, plan) or loses_more(planned, plan, registry))


def _loses_a_figure(planned: Planned, plan: Mapping[str, Any]) -> bool:
    """Whether as many steps have fewer figures than were read: "it's dim, turn it up *all the way* and lock it"."""
    read, found = ([step.inputs for step in planned.steps], [step["inputs"] for step in plan["steps"]])
    return len(read) == len(found) and sum(map(_figures, read)) > sum(map(_figures, found))


def _figures(inputs: Mapping[str, Any]) -> int:
    """How many inputs of a step are figures."""
    return sum(type(value) in (int, float) for value in inputs.values())


def misses(reading: Reading, lattice: Lattice, goals: Sequence[str], house: House) -> bool:
    """Whether fewer commands were found than read, and not the plain one at the beginning: "*mute it*, and … so …"."""
    found, end = FoundCommands(house), reading.clauses[0].end
    fewer = len(goals) < len(goals_of(reading, house.grammar))
    first = found.asked(lattice.text_of(*without_joints(lattice, 0, end))) if fewer else set[str]()
    return bool(first) and first.isdisjoint(goals)


def outdoes(
    planned: Planned,
    plan: Mapping[str, Any],
    utterance: str,
    little: Container[str] = (),
    fixed: Container[str] = (),
) -> bool:
    """Whether a plan does all that another does and something else, or the same with other words and figures.

    What is done to what, and where, was read with what is there in view: both have the same paths. Nor is what is
    switched on in one switched off in the other, and what does not stand in the utterance was made of its words: a sum,
    an answer. `little` words make no difference: "*the* code". `fixed` ones are never exchanged: up and down.
    """
    said = " ".join(WORDS.findall(utterance.lower()))
    beside, again, other = [step["id"] for step in plan["steps"]], [*plan["steps"]], False
    for before in planned.steps:
        while again and not _is_alike(before, again[0], said, fixed):
            again.pop(0)
        if not again:
            return False
        beside.remove(before.id)
        other = other or _told(before.inputs, little) != _told(again.pop(0)["inputs"], little)
    return {*beside}.isdisjoint(step.id for step in planned.steps) and (other or bool(beside))


def cuts_off(planned: Planned, plan: Mapping[str, Any], utterance: str) -> bool:
    """Whether a text ends amid what stands behind a colon, and was read whole: "type: not the Sunday *shift*"."""
    read, found = _worded(step.inputs for step in planned.steps), _worded(step["inputs"] for step in plan["steps"])
    return any(
        whole.startswith(f"{part} ") and utterance.partition(whole)[0].rstrip().endswith(COLON)
        for part in found
        for whole in read
        if whole in utterance
    )


def _keeps_a_lead(planned: Planned, plan: Mapping[str, Any]) -> bool:
    """Whether what is looked up begins with words that were read as the question itself: "*remember about* the van"."""
    read, found = _worded(step.inputs for step in planned.steps), _worded(step["inputs"] for step in plan["steps"])
    return any(longer.endswith(f" {whole}") for longer in found for whole in read)


def _worded(inputs: Iterable[Mapping[str, Any]]) -> list[str]:
    """What some steps are given in words."""
    return [value for each in inputs for value in each.values() if isinstance(value, str) and value]


def loses_more(planned: Planned, plan: Mapping[str, Any], registry: Registry) -> bool:
    """Whether a plan destroys what another does not, by what is done to which paths.

    What is named and no path is lost as much by whatever was read of the same: "close word", and by force.
    """
    before = [_done_to(step.id, step.inputs) for step in planned.steps]
    read = [_plain(step.inputs) for step in planned.steps if step.inputs]
    lost = (one for one in plan["steps"] if registry[one["id"]].effect is Effect.DESTROYS)
    more = (one for one in lost if _done_to(one["id"], one["inputs"]) not in before)
    return any(any(map(holds_path, one["inputs"].values())) or _plain(one["inputs"]) not in read for one in more)


def _plain(inputs: Mapping[str, Any]) -> dict[str, str]:
    """Inputs, however they are written."""
    return {name: str(value).lower() for name, value in inputs.items()}


def _done_to(tool: str, inputs: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """A tool, and the paths that it is used on."""
    return tool, {name: value for name, value in inputs.items() if holds_path(value)}


def _is_alike(step: Step, other: Mapping[str, Any], said: str, fixed: Container[str]) -> bool:
    """Whether two steps do the same with the same paths, and as much is said of it."""
    inputs = other["inputs"]
    same = step.id == other["id"] and step.inputs.keys() == inputs.keys()
    return same and all(inputs[name] == value for name, value in step.inputs.items() if _is_kept(value, said, fixed))


def _is_kept(value: object, said: str, fixed: Container[str]) -> bool:
    """Whether a value is no other's: a path, a switch, and what was made of words that do not stand there so."""
    opposite = isinstance(value, str) and value in fixed
    made = isinstance(value, str) and " ".join(WORDS.findall(value.lower())) not in said
    return opposite or made or isinstance(value, bool) or holds_path(value)


def _told(inputs: Mapping[str, Any], little: Container[str]) -> list[str]:
    """The words of some inputs that make a difference."""
    return [word for value in inputs.values() for word in WORDS.findall(str(value).lower()) if word not in little]


def doubted(lattice: Lattice, house: House, reading: Reading) -> bool:
    """Whether an encoder certainly says otherwise of the words of a reading, or finds other commands in them.

    Which domain is meant only the user knows, where nothing says it: "turn it up".
    """
    if contradicted(reading, lattice, house.estimates):
        return True
    asked = [(each.domain, each.goal) for each in asked_by(reading, house.grammar) if each.goal]
    found = FoundCommands(house).goals(lattice) or []
    return found != asked and [domain for domain, _ in found] == [domain for domain, _ in asked]
