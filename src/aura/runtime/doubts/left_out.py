"""What was left out of an utterance is looked at once more: a command, or what the rest is about, is not beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aura.contracts.problem import Problem
from aura.language.decoding.decode import decode
from aura.language.grammar.grammar import Intent
from aura.language.hearing.beside.setting_aside import ASKED
from aura.language.slots.text_ends import ANYWHERE, OPENING, TextEnds
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.language.utterance.marks import is_mark, next_mark
from aura.language.utterance.stretches import past
from aura.language.utterance.verbs import orders_at
from aura.runtime.choosing.asked import asked_by
from aura.runtime.choosing.choose import REMARK, UNREAD
from aura.runtime.choosing.questions import asks_in_full
from aura.runtime.choosing.trial import Planned
from aura.runtime.house import House
from aura.runtime.proposed.found_commands import PLAIN, FoundCommands

FACT, FILE, COMMA = "fact", "file", ","
LED = ("own_subject", "infinitive")
"""What leads to a verb that orders nothing: "*I* open it", "time *to* sleep"."""
WISHED = 6.0
"""What it costs at most to read a wish that is told: "I can hardly hear a thing"."""
LITTLE = 12.0
"""What it costs at most to read a command at the beginning of words that were left out."""


def left_out_in_vain(
    asides: Sequence[str], passed: Sequence[str], planned: Planned, utterance: str, house: House
) -> bool:
    """Whether words that were left out order or ask something themselves, or name what a step could be about.

    What an utterance begins with may be asked of nobody: "*who on earth calls it so*? Rename it".

    Those that a reading `passed` over have to order it plainly: "*better mute the sound*, it's late, please copy it".
    """
    heard = [lattice_of(house.grammar, aside) for aside in asides]
    lost = any(_orders(lattice, planned, house, LITTLE) or _names(lattice, planned, house) for lattice in heard)
    asked = (each for each in heard if not (utterance.startswith(each.text) or _is_relative(each, utterance)))
    lost = lost or any(map(_asks, asked))
    told = [lattice_of(house.grammar, aside) for aside in passed]
    lost = lost or any(_wishes_elsewhere(lattice, planned, house) for lattice in (*heard, *told))
    return lost or any(_orders(lattice, planned, house, PLAIN) for lattice in told)


def asks_more(planned: Planned, lattice: Lattice) -> bool:
    """Whether more is asked behind marks than is looked up: "*what is rennet*, and *how many pints are 4 litres*?"."""
    begins = (at for at in range(1, lattice.size) if is_mark(lattice, at - 1))
    asked = (past(lattice, at, "joint") for at in begins)
    ends = ((at, next_mark(lattice, at)) for at in asked)
    said = (lattice.text_of(at, end) for at, end in ends if at < end and lattice.begins(at, "asks"))
    questions = sum(asks_in_full(lattice_of(lattice.grammar, text)) for text in said)
    return planned.only_reads and questions > max(len(planned.steps), 1)


def swallowed(planned: Planned, lattice: Lattice, house: House) -> Problem | None:
    """Why a question about anything, or a fact, is none that goes on with a command: "who is it *and open firefox*"."""
    found, done = FoundCommands(house), {house.registry[step.id].verb for step in planned.steps}
    begged = next(_begged_not_to(lattice), None)
    asked = {end for kind, _, end in planned.reading.notes if kind == REMARK}  # the question itself, behind its story
    for clause in planned.reading.clauses:
        if clause.intent >= 0 and (house.grammar.intents[clause.intent].alone or FACT in dict(clause.slots)):
            if begged is not None and FACT not in dict(clause.slots) and clause.start < begged < clause.end:
                return _none_of_it(lattice.text_of(begged, lattice.size))
            for begin, end in _commands(lattice, clause.start + 1, clause.end):
                joined = lattice.ended(_before_fillers(lattice, begin), "joint")
                if not joined or begin in asked:
                    continue
                whole = (end, clause.end)  # "and put a, *b and c* away"
                if _orders_of_a_file(lattice, begin, end) or any(
                    found.asked(lattice.text_of(begin, stop)) - done for stop in dict.fromkeys(whole)
                ):
                    return _none_of_it(lattice.text_of(begin, end))
    return None


def _none_of_it(said: str) -> Problem:
    """Why words are no part of what they were read as."""
    return Problem(UNREAD, f'"{said}" may be none of what is said before; say one after the other.')


def _begged_not_to(lattice: Lattice) -> Iterator[int]:
    """Where somebody is begged behind a joint not to do something: "is it open and *please don't restart it*"."""
    asked = (at for at in range(1, lattice.size - 1) if lattice.in_set(at, "polite") and lattice.ended(at, "joint"))
    return (at for at in asked if lattice.class_name(at + 1) == "negation")


def _orders_of_a_file(lattice: Lattice, begin: int, end: int) -> bool:
    """Whether words begin with a verb that orders, and name a file: "*add* no lilies *to a.txt*"."""
    ordered = orders_at(lattice, begin)
    return ordered and any(token.shape == FILE for token in lattice.tokens[begin:end])


def _orders(lattice: Lattice, planned: Planned, house: House, dearest: float) -> bool:
    """Whether words begin with a command that is none of the plan's, or hold a plain one: "*lock it* gotta go"."""
    found, done = FoundCommands(house), {house.registry[step.id].verb for step in planned.steps}
    dearest = dearest if orders_at(lattice, 0) and not lattice.in_set(0, "said_new") else PLAIN
    spans = _commands(lattice, 0, lattice.size)
    return any(found.asked(lattice.text_of(*span), PLAIN if span[0] > 0 else dearest) - done for span in spans)


def _is_relative(lattice: Lattice, utterance: str) -> bool:
    """Whether words tell more of what stands before them: "the icons, *which are a mess*", "…, *which is x*, …"."""
    told = lattice.in_set(0, "relative") and lattice.size > 2 and lattice.class_name(1) == "being"
    behind = utterance.partition(lattice.text)[2].strip()
    amid = behind.startswith(COMMA) and len(behind) > 1
    return told and (amid or (lattice.in_set(2, "indefinite") and not behind.startswith(ASKED)))


def _asks(lattice: Lattice) -> bool:
    """Whether a question in full begins at the beginning of words, or behind a mark or a joint: ", *who was she*"."""
    said = (lattice.text_of(at, lattice.size) for at in _beginnings(lattice) if lattice.at(at, "asks"))
    return any(asks_in_full(lattice_of(lattice.grammar, text)) for text in said)


def _wishes_elsewhere(lattice: Lattice, planned: Planned, house: House) -> bool:
    """Whether words plainly wish for a change that no step is near to: "*my screen is too dark*, turn the volume up".

    Beside a step of its own domain it may be why that is done: "*the screen is too dark*, set the brightness to 90".
    """
    domains, grammar = {step.id.rpartition(".")[0] for step in planned.steps}, house.grammar
    for begin in _beginnings(lattice):
        end = next_mark(lattice, begin)
        readings = decode(grammar, lattice.text_of(begin, end), None, house.values).readings[:1] if begin < end else []
        plain = [one for one in readings if one.cost <= WISHED and not one.notes]
        intents = [one for reading in plain for one in asked_by(reading, grammar) if isinstance(one, Intent)]
        if any(one.goal and one.domain not in domains and not (one.reads or one.alone) for one in intents):
            return True
    return False


def _beginnings(lattice: Lattice) -> Iterator[int]:
    """Where words begin that may be said by themselves: at the beginning, behind a mark and behind a joint."""
    return (at for at in range(lattice.size) if not at or lattice.ending(at, "joint") or is_mark(lattice, at - 1))


def _commands(lattice: Lattice, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Where a command may stand in a stretch: at its beginning and behind marks and joints, each up to the next mark.

    Nobody is said to do it: "*I* open the window". Amid others it is no single word: "it is so *quiet*".
    """
    ends = TextEnds(lattice)
    for at in range(start, stop):
        apart = at == start or lattice.tokens[at - 1].shape == "mark" or ends.begins_clause(at)
        begin = _past_fillers(lattice, at, stop)
        led = lattice.class_name(begin) == "joint" or any(lattice.in_set(begin, name) for name in LED)
        if apart and lattice.begins_clause(begin) and not led:
            end = next((mark for mark in range(begin, stop) if lattice.tokens[mark].shape == "mark"), stop)
            if begin == start or end - begin > 1:
                yield begin, end


def _before_fillers(lattice: Lattice, at: int) -> int:
    """Where the sounds before a word begin that say nothing: "and *um* open it"."""
    while at and lattice.class_name(at - 1) == "filler":
        at -= 1
    return at


def _past_fillers(lattice: Lattice, at: int, stop: int) -> int:
    """Where words end that say nothing and may open a command: "*better* mute it"."""
    while True:
        fillers = (hit for hit in lattice.at(at, "filler") if hit[2] in (ANYWHERE, OPENING))
        ends = [end for end, cost, _ in fillers if not cost and end < stop]
        if not ends:
            return at
        at = max(ends)


def _names(lattice: Lattice, planned: Planned, house: House) -> bool:
    """Whether words name something that the same is done to as by a step that names nothing: "*firefox* …, restart"."""
    named = {name for name, _ in house.values.named_in(lattice.low)}
    bare = {house.registry[step.id].verb for step in planned.steps if not step.inputs} if named else set[str]()
    same = (intent for intent in house.grammar.intents if intent.goal in bare)
    return any(named & set().union(*intent.refers.values()) for intent in same)
