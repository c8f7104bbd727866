"""Whether halves say better what is meant than what was planned of the whole, by the steps and words of both."""

from __future__ import annotations

from aura.language.decoding.account import free_tokens
from aura.language.decoding.trace import TAKEN_BACK
from aura.language.utterance.lattice import lattice_of
from aura.language.utterance.predicates import POINTING
from aura.runtime.choosing.alone import Alone
from aura.runtime.choosing.choose import TOLD
from aura.runtime.choosing.questions import asks_in_full, asks_of_the_world, is_question
from aura.runtime.parted.asking import AROUND, ASKED, Steps, asked_in
from aura.runtime.parted.compared import added, asks_less
from aura.runtime.parted.halves import (
    Half,
    Halves,
    asks_in_words,
    is_asked_for,
    may_be_asked_of_nobody,
    orders,
)


def takes_back(found: Alone) -> bool:
    """Whether a clause of what was planned was taken back, which in a half alone may only be put right."""
    return found.planned is not None and any(kind == TAKEN_BACK for kind, _, _ in found.planned.reading.notes)


def holds_more(halves: Halves, before: Steps) -> bool:
    """Whether steps are those before, in their order, and others that ask nothing in free words.

    What is done with the same tool again is of the one half, unless two are plainly said.
    """
    rest, more = iter(halves.steps), [step for step in halves.steps if step not in before]
    asks = all(is_asked_for(half) for half in (halves.one, halves.two))
    again = not {tool for tool, _ in more}.isdisjoint(tool for tool, _ in before)
    other = asks and bool(more) and not asks_in_words(more) and (halves.plainly or not again)
    return other and all(step in rest for step in before)


def told_around(found: Alone) -> str | None:
    """What was told or taken back beside what was planned; None where that is of other words than were said."""
    if found.decoded is None or found.planned is None or found.result.understood is not None:
        return None
    lattice, notes = found.decoded.lattice, found.planned.reading.notes
    if len(lattice.text) < len(found.result.utterance.strip(AROUND)):
        return None
    return " ".join(lattice.text_of(start, end) for kind, start, end in notes if kind in (*TOLD, TAKEN_BACK))


def passes_over(found: Alone, halves: Halves) -> bool:
    """Whether a half is only told beside what was planned, or what was planned is of other words than were said."""
    told = told_around(found)
    return told is None or any(half.text.strip(AROUND) in told for half in (halves.one, halves.two))


def is_of_a_phrase(found: Alone, halves: Halves) -> bool:
    """Whether the second half begins within a fixed phrase of what was planned: "click then *where it says Next*"."""
    if found.decoded is None or found.planned is None or found.result.understood is not None:
        return False
    lattice, reading = found.decoded.lattice, found.planned.reading
    behind = len(lattice.text) - len(halves.two.text)
    at = next((at for at, token in enumerate(lattice.tokens) if token.start >= behind), lattice.size)
    joint = next((at for at, token in enumerate(lattice.tokens) if token.start >= len(halves.one.text)), at)
    phrases = (clause.verb for clause in reading.clauses if clause.intent >= 0 and clause.verb is not None)
    return at not in free_tokens(reading, lattice) and any(start < joint <= at < end for start, end in phrases)


def leans_on_the_first(found: Alone) -> bool:
    """Whether a command of what was planned is said so only behind another one: "fill in x and then *click OK*"."""
    if found.decoded is None or found.planned is None:
        return False
    intents, clauses = found.decoded.lattice.grammar.intents, found.planned.reading.clauses
    return any(clause.intent >= 0 and bool(intents[clause.intent].follows) for clause in clauses)


def asks_what_was_left_out(halves: Halves, before: Steps) -> bool:
    """Whether a half asks something in full that all was not planned to, but only to look at something instead."""
    asked = [half for half in (halves.one, halves.two) if half.asks and asks_in_full(half.decoded.lattice)]
    rest = [step for half in (halves.one, halves.two) if half not in asked for step in half.steps]
    looks = len(before) == len(halves.steps) and all(step in before for step in rest)
    return len(asked) == 1 and looks and not any(step in before for step in asked[0].steps)


def asks_beside(halves: Halves, before: Steps) -> bool:
    """Whether halves only ask more than was planned: "reload it, *what is a glacier* and then lock it".

    That is a question in full about no one who is here: a noise that somebody wonders at is asked of nobody.
    """
    asked, told = asked_in(more := added(halves.steps, before)), asked_in(before)
    grammar = halves.one.decoded.lattice.grammar
    other = len(asked) == len(more) and not any(text in other for text in asked for other in told)
    return bool(more) and other and all(asks_of_the_world(lattice_of(grammar, text)) for text in asked)


def swallows_an_order(halves: Halves, before: Steps) -> bool:
    """Whether all was asked as one question that begins with an order: "*lock it* and my pay is 9, what's left"."""
    one, two = halves.one, halves.two
    asked = asked_in(before)
    held = len(before) == 1 and bool(asked) and asked[0].startswith(one.text.strip(AROUND))
    return held and not one.asks and two.asks and orders(one)


def asks_at_the_beginning(halves: Halves, before: Steps) -> bool:
    """Whether all was planned as the second half, and the first asks something that is meant."""
    meant = orders(halves.one) and not (halves.turned or may_be_asked_of_nobody(halves))
    return meant and before == halves.two.steps


def is_looked_up(halves: Halves, before: Steps) -> bool:
    """Whether halves only work out or look up what all was planned to ask of anybody: "what is *ten to the two*"."""
    pairs = [*zip((halves.one, halves.two), before, strict=False)]
    other = [(half, inputs) for half, (tool, inputs) in pairs if half.steps != [(tool, inputs)]]
    asked = ([str(inputs[name]) for name in ASKED if name in inputs] == [half.text] for half, inputs in other)
    looked = all(half.planned.only_reads and not half.asks for half, _ in other)
    return bool(other) and looked and len(halves.steps) == len(before) == len(pairs) and all(asked)


def asks_before(one: Half, steps: Steps, before: Steps) -> bool:
    """Whether a question ends in what is told beside it, so that the rest is more: "what is it, *I must know*"."""
    ended = len(one.decoded.lattice.text) < len(one.text)
    return ended and len(steps) > len(before) == len(one.steps) and asks_less(one.steps, before)


def asks_apart(two: Half, steps: Steps, before: Steps) -> bool:
    """Whether a second half asks elsewhere, and all was taken for one question: "what is it *and who is my vet*"."""
    lattice = two.decoded.lattice
    pointed = any(not POINTING.isdisjoint(hits) for hits in lattice.hits)  # "how much *is that*"
    verb = any(lattice.in_set(at, name) for at in ((1,) if pointed else (1, 2)) for name in ("finite", "helping"))
    verb = verb or lattice.in_set(0, "doer_asked")
    elsewhere = len({tool for tool, _ in steps}) > 1
    return len(before) == 1 and elsewhere and verb and is_question(lattice) and lattice.size > 2
