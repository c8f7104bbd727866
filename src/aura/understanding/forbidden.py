"""What was said not to be done: "mute the sound, but don't lock the screen"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aura.contracts.problem import Problem
from aura.language.decoding.said import FORBIDDEN
from aura.language.decoding.trace import TAKEN_BACK
from aura.language.grammar.grammar import Grammar
from aura.language.slots.parts import Clause, Pronoun, Reading
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.moods import tells_how
from aura.understanding.discourse import Unsettled

DELETING, COMMA = "delete", ","
TAKING_BACK = ("correction", "retraction")
NOT_WANTED = Problem("NOT_WANTED", "You said not to do that, so nothing was done.")
UNCLEAR = Problem(
    "NOT_WANTED", "You said what not to do, and something else behind it, so nothing was done; say only what to do."
)


def wanted(lattice: Lattice, reading: Reading) -> Sequence[Clause]:
    """The clauses of a reading that are to be done: those before what is forbidden, unless they do the same.

    How far a "don't" reaches over what is said behind it is not certain, so then nothing is done; what is said to be
    done instead is, "don't close it, only minimize it", and so is what is about something else behind a comma.
    """
    grammar = lattice.grammar
    clauses = _without_denial(grammar, meant(reading))
    if _is_denied_along(lattice, reading, clauses):
        raise Unsettled(NOT_WANTED)
    first = next((at for at, clause in enumerate(clauses) if _forbids(reading, clause)), None)
    if first is None:
        return clauses
    before, forbidden, behind = clauses[:first], clauses[first], clauses[first + 1 :]
    again = any(_forbids(reading, clause) for clause in behind)
    if behind and not again and _instead(lattice, forbidden, behind[0]):
        return [*before, *behind]
    if not before and len(behind) == 1 and not again and _is_set_against(lattice, forbidden, behind[0]):
        return behind
    if not before or any(_same(grammar, clause, forbidden) for clause in before):
        raise Unsettled(NOT_WANTED)
    if behind and (again or not _begins_anew(lattice, forbidden, behind)):
        raise Unsettled(UNCLEAR)
    return [*before, *behind]


def _without_denial(grammar: Grammar, clauses: Sequence[Clause]) -> Sequence[Clause]:
    """Clauses but a first one that only says what not to do with what it points at: "*don't move it*, open a.txt"."""
    first = clauses[0] if len(clauses) > 1 else None
    denied = first is not None and first.intent < 0 and grammar.frames[first.frame].contrast and _points(first)
    return clauses[1:] if denied else clauses


def _is_denied_along(lattice: Lattice, reading: Reading, clauses: Sequence[Clause]) -> bool:
    """Whether what is said along denies what is to be done: "a.txt should go to old, don't move it there"."""
    frames = lattice.grammar.frames
    done = {frames[clause.frame].goal for clause in clauses if clause.intent < 0} - {""}
    for kind, start, end in reading.notes:
        said = range(start, end) if kind == "remark" else range(0)
        if not any(lattice.class_name(at) == "negation" and not lattice.in_set(at - 1, "own_subject") for at in said):
            continue
        verbs = (
            (after, frames[value.partition(" ")[0]].goal) for at in said for after, _, value in lattice.at(at, "verb")
        )
        if any(goal in done and lattice.class_name(after) == "pronoun" for after, goal in verbs):
            return True
    return False


def _instead(lattice: Lattice, forbidden: Clause, behind: Clause) -> bool:
    """Whether a clause says what to do in the place of what is forbidden: with a word for it, or of the same thing.

    What is only joined on may be forbidden too: "don't close it and minimize it".
    """
    said, says = forbidden.verb or (0, forbidden.start), behind.verb or (behind.start, 0)
    between = range(said[1], max(says[0], behind.start))
    if any(lattice.in_set(at, joining) for at in between for joining in ("coordinating", "adding")):
        return False
    of_it = any(isinstance(value, Pronoun) for _, value in behind.slots)
    return of_it or any(lattice.in_set(at, "instead") for at in between)


def _is_set_against(lattice: Lattice, forbidden: Clause, behind: Clause) -> bool:
    """Whether an order behind a comma is all that follows what is forbidden first: "don't shut down, *restart*".

    No comma need part them where the verb is said again: "don't close paint *close word*". What is one of several may
    be forbidden as well: "don't mute, pause or restart"; so may what is the same.
    """
    said, says = forbidden.verb or (0, forbidden.start), behind.verb or (behind.start, 0)
    verb_again = lattice.low[says[0]] in lattice.low[forbidden.start : says[0]] and forbidden.end == says[0]
    unjoined = verb_again and not lattice.ending(says[0], "joint")
    parted = lattice.low[said[1] : says[0]].count(COMMA) == 1 or unjoined
    several = any(lattice.in_set(at, "coordinating") for at in range(forbidden.start, behind.end))
    again = _same(lattice.grammar, behind, forbidden) and behind.slots == forbidden.slots
    return parted and not several and not again


def _begins_anew(lattice: Lattice, forbidden: Clause, behind: Sequence[Clause]) -> bool:
    """Whether clauses behind a comma are about something else: "but don't lock the screen, *send this to the taskbar*".

    What is only joined on, or is an alternative to what is forbidden, may be forbidden as well.
    """
    intents, first = lattice.grammar.intents, behind[0]
    parted = first.start > 0 and lattice.low[first.start - 1] == COMMA
    alike = forbidden.intent >= 0 and intents[first.intent].domain == intents[forbidden.intent].domain
    elsewhere = first.intent >= 0 and not alike
    whole = first.end - first.start > 1 and not any(
        lattice.in_set(at, "coordinating") for at in range(first.start, first.end)
    )
    return parted and whole and len(behind) == 1 and elsewhere


def spoken_of(reading: Reading) -> Iterator[tuple[str, str]]:
    """What is said of the clauses that are forbidden or taken back, which what is done instead may point at.

    What is taken back behind a word that points is not what that word stands for.
    """
    gone = taken_back(reading)
    pointing = (clause.start for clause in meant(reading) for _, value in clause.slots if isinstance(value, Pronoun))
    first = min(pointing, default=None)
    for clause in reading.clauses:
        before = first is None or clause.start < first
        if (clause in gone and before) or _forbids(reading, clause):
            yield from ((name, value) for name, value in clause.slots if isinstance(value, str))


def meant(reading: Reading) -> Sequence[Clause]:
    """The clauses of a reading that were not taken back: "mute it, no, lock the screen" only locks."""
    gone = taken_back(reading)
    return [clause for clause in reading.clauses if clause not in gone]


def taken_back(reading: Reading) -> Sequence[Clause]:
    """The clauses of a reading that were taken back."""
    ends = {start for kind, start, _ in reading.notes if kind == TAKEN_BACK}
    return [clause for clause in reading.clauses if clause.end in ends]


def told_of(grammar: Grammar, reading: Reading) -> Iterator[Clause]:
    """The clauses that were taken back, of things that are there, unless the same is to be done behind them.

    What goes elsewhere is not the same: "move it to the desktop, no, move it to documents"; and what is said by a word
    that points is said of what was named just before: "move a.txt to the desktop, no, move it to documents".
    """
    files = [clause for clause in meant(reading) if clause.intent < 0]
    done = {grammar.frames[clause.frame].goal for clause in files}
    for clause in taken_back(reading):
        frame = grammar.frames[clause.frame] if clause.intent < 0 else None
        behind = next((other for other in files if other.start >= clause.end), None)
        named = not _points(clause) and behind is not None and _points(behind)
        again = frame is not None and frame.goal in done and not frame.partial and not named
        if frame is not None and frame.theme != "new" and not again:
            yield clause


def tells_of_another(lattice: Lattice, reading: Reading, since: int, clause: Clause) -> bool:
    """Whether how something else is stands before what is lost: "copy a.txt and *sage is frozen*, kill it"."""
    if clause.intent >= 0 or lattice.grammar.frames[clause.frame].goal != DELETING:
        return False
    verb = clause.verb[0] if clause.verb is not None else clause.start
    told = [(start, end) for kind, start, end in reading.notes if kind == "remark" and since <= start < verb]
    return any(_names_another(lattice, start, end) for start, end in told)


def _names_another(lattice: Lattice, start: int, end: int) -> bool:
    """Whether a remark says how a thing is, or what the speaker has or needs: "*I don't need the macro*, delete it"."""
    if lattice.in_set(start, "own_subject"):
        return any(lattice.in_set(at, "definite") for at in range(start + 1, end - 1))
    return tells_how(lattice, start, end)


def _points(clause: Clause) -> bool:
    """Whether a clause names its things by a word that points alone."""
    things = clause.things()
    return bool(things) and all(thing.form == "pronoun" for thing in things)


def _forbids(reading: Reading, clause: Clause) -> bool:
    verb = clause.verb[0] if clause.verb is not None else clause.start
    return clause.intent >= 0 and any(
        kind == FORBIDDEN and clause.start <= start and end <= verb for kind, start, end in reading.notes
    )


def _same(grammar: Grammar, clause: Clause, forbidden: Clause) -> bool:
    """Whether two sentences ask for the same; a goal may be forbidden after it was asked for."""
    if clause.intent < 0:
        return False
    one, other = grammar.intents[clause.intent], grammar.intents[forbidden.intent]
    return (one.domain, one.goal) == (other.domain, other.goal)


def leaves_open(lattice: Lattice, reading: Reading) -> bool:
    """Whether part of what was named is to stay, or is all that was meant, so that only the user knows what is left.

    "Delete the files, but I need a.csv", "delete a.txt. I need b.txt", "delete a.txt and b.txt, no wait, only b.txt".
    """
    narrowed = any(lattice.in_set(at, "merely") and _is_taken_back(lattice, at) for at in range(lattice.size))
    wished = {at for _, start, end in reading.notes for at in range(start, end) if lattice.in_set(at, "wishing")}
    carried = any(clause.inherited and wished & {*_before_parts(clause)} for clause in reading.clauses)
    return narrowed or carried or any(_is_to_stay(lattice, clause) for clause in reading.clauses[1:])


def _before_parts(clause: Clause) -> range:
    """What a clause begins with before any part of it is said."""
    return range(clause.start, min((part.start for part in clause.parts), default=clause.start))


def _is_taken_back(lattice: Lattice, end: int) -> bool:
    return lattice.ended(end, *TAKING_BACK)


def _is_to_stay(lattice: Lattice, clause: Clause) -> bool:
    wished = any(lattice.in_set(at, "wishing") for at in range(clause.start, min(clause.start + 3, lattice.size)))
    return clause.intent < 0 and wished and lattice.in_set(clause.start - 1, "contrasting")
