"""What an utterance says of its own command: that it is taken back, or that it only tells of that."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from aura.contracts.problem import Problem
from aura.language.decoding.account import free_tokens
from aura.language.decoding.decode import Decoded
from aura.language.decoding.phrases import Phrases
from aura.language.hearing.corrections.withdrawing import withdrawn
from aura.language.hearing.told.telling import begins_in_doing, predicates_behind, rests, told_of_itself
from aura.language.hearing.told.topics_first import SAID_OF_TOLD, STANDING, is_topic
from aura.language.slots.parts import Reading
from aura.language.utterance.predicates import Predicates
from aura.runtime.choosing.choose import NOT_WANTED, REMARK, TOLD, WITHDRAWN

TELLS = "only tells of that, so nothing was done; say it without that to have it done."
AROUND, ASKED, MARK = " ,.-", "?", "mark"
"""Marks around what is told, and of a question."""
APART = ("-", "—", ":")
"""Marks behind what is spoken of."""


class CalledOff(NamedTuple):
    """Why nothing is done, and the token behind which it may be said anew."""

    problem: Problem
    anew: int


def called_off(decoded: Decoded, decode: Callable[[str], Decoded]) -> CalledOff | None:
    """Why nothing that is said is to be done, as it says itself at the end; `decode` reads what leads to that."""
    lattice = decoded.lattice
    taken_back = withdrawn(lattice, lambda: Phrases(lattice).remarks)
    if taken_back is None:
        return None
    led = decoded if decoded.readings else decode(lattice.text_of(0, taken_back[1]))
    if _is_of_a_command(led, *taken_back) or _is_said_of_a_topic(led, taken_back[0]):
        return None
    said = lattice.text_of(*taken_back).strip(AROUND)
    return CalledOff(Problem(NOT_WANTED, f'"{said}" {WITHDRAWN}'), taken_back[1])


def _is_of_a_command(decoded: Decoded, start: int, end: int) -> bool:
    """Whether what would take back is what the only command says itself: "what I told you about Tom, *forget it*"."""
    intents = decoded.lattice.grammar.intents
    clauses = [one for reading in decoded.readings[:1] for one in reading.clauses if one.intent >= 0]
    if len(clauses) > 1:
        return False
    said = decoded.lattice.text_of(start, end).strip(AROUND)
    for one in (one for one in clauses if not intents[one.intent].reads):
        begin, stop = one.verb or (end, end)
        if begin < start and end <= stop and not any(said in str(value) for _, value in one.slots):
            return True
    return False


def _is_said_of_a_topic(decoded: Decoded, start: int) -> bool:
    """Whether what would take back is said of a fact before a dash or colon: "Tom's gate code - *forget it*".

    A thing that is named there may be meant itself, and so may what was just spoken of, or somebody who is called:
    "a.txt - *forget it*", "the plan - *forget it*", "Tom - *forget it*".
    """
    lattice = decoded.lattice
    at = start + (lattice.tokens[start].shape == MARK)
    end = at - 1
    spoken = end > 0 and lattice.low[end] in APART and lattice.begins(at, SAID_OF_TOLD)
    named = any(token.shape in STANDING for token in lattice.tokens[:end]) or lattice.class_name(0) == "article"
    named = named or lattice.in_set(0, "demonstrative") or (end == 1 and lattice.tokens[0].text[:1].isupper())
    return spoken and not named and is_topic(lattice, 0, end)


def only_told(decoded: Decoded, decode: Callable[[str], Decoded]) -> Problem | None:
    """Why nothing is to be done where a command is only what something is told of: "mute it *solves nothing*"."""
    lattice = decoded.lattice
    free = free_tokens(decoded.readings[0], lattice) if decoded.readings else frozenset()
    span = told_of_itself(lattice, free) or next(
        ((at, end) for at, end in predicates_behind(lattice) if _is_told(decoded, at, decode)), None
    )
    if span is None and (who := rests(lattice, let=True)) is not None and who not in free:
        span = 0, lattice.size
    if span is None and begins_in_doing(lattice) and not (_is_asked(decoded) or _is_told_before_an_order(decoded)):
        span = 0, lattice.size
    if span is None:
        return None
    return Problem(NOT_WANTED, f'"{lattice.text_of(*span).strip(AROUND)}" {TELLS}')


def _is_told(decoded: Decoded, at: int, decode: Callable[[str], Decoded]) -> bool:
    """Whether words at a token are no part of a command, and a command ends right before them."""
    lattice = decoded.lattice
    if lattice.begins(0, "asks"):
        return False
    if decoded.readings and not lattice.ending(at, "anchor"):
        whole = decoded.readings[0]
        if any(kind in TOLD and start == at for kind, start, _ in whole.notes):
            return True
        if whole.clauses[-1].intent >= 0:
            return False
        before = decode(lattice.text_of(0, at)).readings  # "set the volume to 90 *woke the baby*" moves no file
        return bool(before) and before[0].clauses[-1].intent >= 0 and _ends_in_command(before[0], at)
    before = decode(lattice.text_of(0, at)).readings
    return bool(before) and _ends_in_command(before[0], at)


def _ends_in_command(reading: Reading, end: int) -> bool:
    """Whether nothing is passed over right before a token: "mute it *my boss* wants it" tells of my boss."""
    return all(stop < end for kind, _, stop in reading.notes if kind in TOLD)


def _is_asked(decoded: Decoded) -> bool:
    """Whether all of it was read as an order, with nothing told beside it: not "*still* deleting a.txt"."""
    lattice = decoded.lattice
    told = Predicates(lattice).is_adverb(0) or lattice.text.rstrip().endswith(ASKED)
    return bool(decoded.readings) and not (told or any(kind in TOLD for kind, _, _ in decoded.readings[0].notes))


def _is_told_before_an_order(decoded: Decoded) -> bool:
    """Whether what somebody does is all told before a mark, and an order follows it: "*printing is slow*, mute it"."""
    lattice, notes = decoded.lattice, decoded.readings[0].notes if decoded.readings else ()
    ends = (end for kind, start, end in notes if kind == REMARK and not start and end < lattice.size)
    return any(lattice.tokens[end - 1].shape == MARK and lattice.begins_clause(end) for end in ends)
