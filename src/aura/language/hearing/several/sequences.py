"""Commands that are told in another order than they are to be done in: "close word before locking the screen".

What "before" leads to comes behind what is told with it, and what "after" leads to comes first; both are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.decoding.phrases import Phrases
from aura.language.hearing.said_anew import SaidAnew, as_written
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import before_last_mark
from aura.language.utterance.predicates import YES_NO
from aura.language.utterance.stretches import only_leads, past
from aura.language.utterance.verbs import verbs_at

Span = tuple[int, int]
"""Where tokens begin and end."""
COMES_LATER, COMES_FIRST, BEFOREHAND = "comes_later", "comes_first", "beforehand"
MARK, COPYING, RENAMING = ",", "copy", "rename"
NAMED = ("file", "path")
STOPS = (".", "!", "?", ";")


def in_turn(lattice: Lattice) -> SaidAnew | None:
    """The utterance with two commands in the order in which they are to be done; None where that is said otherwise."""
    if any(lattice.class_name(at) == "negation" or lattice.at(at, "forbidden") for at in range(lattice.size)):
        return None
    if (around := _around(lattice) or _only_first(lattice)) is not None:
        return around
    for category in (COMES_LATER, COMES_FIRST):
        for lead in lattice.beginnings.get(category, ()):
            for begin, cost, sense in lattice.at(lead, category):
                said = None if cost else _ordered(lattice, category, lead, begin, sense)
                if said is not None:
                    return SaidAnew(said, lead)
    return _pointing_back(lattice)


def _pointing_back(lattice: Lattice) -> SaidAnew | None:
    """Two commands of which the first points at what the other names: "delete a.txt, but *first copy it* to Old"."""
    for lead in lattice.beginnings.get(BEFOREHAND, ()):
        begin, size = max(lattice.ends(lead, BEFOREHAND), default=lead), before_last_mark(lattice)
        joint = min(lattice.starts(lead, "joint"), default=lead)
        then, first = (0, joint - (lattice.low[joint - 1] == MARK)), (begin, size)
        joined = any(lattice.begins(at, "joint") for span in (then, first) for at in range(*span))
        ordered = lattice.begins_clause(0) and begin < size and lattice.begins_clause(begin)
        if joint == lead or joined or not ordered or _pointed(lattice, first) is None:
            continue
        named = _named_first(lattice, first, then)
        if first in named:
            said = [named.get(span, as_written(lattice, *span)) for span in (first, then)]
            return SaidAnew(f", {next(iter(lattice.grammar.words['following']))} ".join(said), lead)
    return None


def _only_first(lattice: Lattice) -> SaidAnew | None:
    """Two commands of which the last is told to come first, and no mark parts them: "lock it *only mute it first*".

    What was said before the two stays where it is: "*reload it and* lock it only mute it first".
    """
    size = before_last_mark(lattice)
    while size > 1 and lattice.in_set(size - 1, "polite"):
        size -= 1
    first = next((at for at in lattice.beginnings.get(BEFOREHAND, ()) if size in lattice.ends(at, BEFOREHAND)), 0)
    only = next((at for at in range(2, first - 1) if lattice.in_set(at, "merely_all")), 0)
    begin = max((end for at in range(only) for end in lattice.ends(at, "joint")), default=0)
    joined = any(lattice.begins(at, "joint") for at in range(only, first))
    if not only or joined or not (lattice.begins_clause(begin) and lattice.begins_clause(only + 1)):
        return None
    said = as_written(lattice, only + 1, first), as_written(lattice, begin, only)
    before = lattice.text[: lattice.tokens[begin].start]
    return SaidAnew(before + f", {next(iter(lattice.grammar.words['following']))} ".join(said), only)


def _around(lattice: Lattice) -> SaidAnew | None:
    """The utterance with what comes first and what comes later on both sides: "mute *after* … *and before* …"."""
    led = sorted((lead, *hit, name) for name in (COMES_LATER, COMES_FIRST) for lead, hit in _leads(lattice, name))
    if len(led) != 2 or led[0][-1] == led[1][-1]:
        return None
    (lead, begin, sense, name), (other, start, sense_too, _) = led
    joint = min(lattice.starts(other, "joint"), default=other)
    verbs = _verb(lattice, begin, sense), _verb(lattice, start, sense_too)
    joined = joint < other or lattice.low[other] == MARK
    if not joined or only_leads(lattice, lead) or not all(verbs) or not lattice.begins_clause(0):
        return None
    told, told_too = (begin, joint), (start, before_last_mark(lattice))
    first, last = (told, told_too) if name == COMES_FIRST else (told_too, told)
    main = (0, lead - (lattice.low[lead - 1] == MARK))
    said = {span: as_written(lattice, *span) for span in (first, main, last)} | _named_first(lattice, first, main)
    for span, verb in zip((told, told_too), verbs, strict=True):
        said[span] = f"{verb}{said[span][len(lattice.tokens[span[0]].text) :]}"
    then = f", {next(iter(lattice.grammar.words['following']))} "
    return SaidAnew(then.join(said[span] for span in (first, main, last)), lead)


def _leads(lattice: Lattice, category: str) -> Iterator[tuple[int, tuple[int, str]]]:
    """Where words of a category stand that put a command before or behind another, with where that begins."""
    hits = ((lead, hit) for lead in lattice.beginnings.get(category, ()) for hit in lattice.at(lead, category))
    seen = set[int]()
    for lead, (begin, cost, sense) in hits:
        if not cost and begin not in seen and _verb(lattice, begin, sense) is not None:
            seen.add(begin)
            yield lead, (begin, sense)


def _ordered(lattice: Lattice, category: str, lead: int, begin: int, sense: str) -> str | None:
    verb = _verb(lattice, begin, sense)
    if verb is None or _points_back(lattice, begin) or _says_again(lattice, lead, begin):
        return None
    asked = any(not cost and kind != YES_NO for _, cost, kind in lattice.at(0, "asks"))
    if asked or (lead and lattice.low[lead - 1] in STOPS):
        return None
    fronted = only_leads(lattice, lead)
    end = next((at for at in range(begin + 1, lattice.size - 1) if lattice.low[at] == MARK), None) if fronted else None
    if fronted and (end is None or not lattice.begins_clause(end + 1)):
        return None
    if not fronted and not any(lattice.begins_clause(at) for at in range(lead)):
        return None
    size = before_last_mark(lattice)
    last = size if fronted or sense else _next_order(lattice, begin + 1, size)
    told = (begin, last if end is None else end)
    if category == COMES_LATER and end is None and (again := _past_its_own_verb(lattice, lead, begin)) is not None:
        begin, verb, told, category = again, lattice.tokens[again].text, (again, last), COMES_FIRST
    other = (0, lead - (lattice.low[lead - 1] == MARK)) if end is None else (end + 1, last)
    first, then = (other, told) if category == COMES_LATER else (told, other)
    said = {first: as_written(lattice, *first), then: as_written(lattice, *then)} | _named_first(lattice, first, then)
    said[told] = verb + said[told][len(lattice.tokens[begin].text) :]
    behind = lattice.text[lattice.tokens[last - 1].end : lattice.tokens[size - 1].end]
    return f"{said[first]}, {next(iter(lattice.grammar.words['following']))} {said[then]}{behind}"


def _past_its_own_verb(lattice: Lattice, lead: int, begin: int) -> int | None:
    """Where an order begins behind the verb of the one before said anew: "lock it, before you *lock it* mute it"."""
    behind = begin + 2
    behind += behind < lattice.size and lattice.low[behind] == MARK
    ordered = behind < lattice.size and lattice.begins_clause(behind)
    return behind if ordered and _repeats(lattice, lead, begin) else None


def _says_again(lattice: Lattice, lead: int, begin: int) -> bool:
    """Whether only the order before it is said anew, which comes before nothing: "lock it *before you lock it*"."""
    over = all(lattice.in_set(at, "polite") for at in range(begin + 2, before_last_mark(lattice)))
    return over and _repeats(lattice, lead, begin)


def _repeats(lattice: Lattice, lead: int, begin: int) -> bool:
    """Whether the verb of an order before it is said anew, of the same: "lock it, before you *lock it*"."""
    orders = (lattice.low[at].rstrip("e") for at in range(lead) if lattice.begins_clause(at))
    pointed = begin + 1 < lattice.size and lattice.class_name(begin + 1) == "pronoun"
    return pointed and bool(lattice.at(begin + 1, "it")) and any(map(lattice.low[begin].startswith, orders))


def _points_back(lattice: Lattice, at: int) -> bool:
    """Whether a verb stands for the command before it, and says nothing itself: "lock it, but before you *do* that"."""
    return any(at < end for lead in range(at) for end in lattice.ends(lead, BEFOREHAND))


def _next_order(lattice: Lattice, start: int, end: int) -> int:
    """Where another command is joined on behind one in -ing: "mute after opening word *and lock the screen*"."""
    joints = ((at, stop) for at in range(start, end) for stop in lattice.ends(at, "joint") if stop < end)
    harmless = Phrases(lattice).remarks.harmless
    plain = ((at, stop) for at, stop in joints if not lattice.ends_like(stop, "judged"))
    return next((at for at, stop in plain if harmless.is_order(stop)), end)


def _named_first(lattice: Lattice, first: Span, then: Span) -> dict[Span, str]:
    """The command that comes first now with the name of what it only points at: "before opening a.txt copy *it* …".

    The other keeps the name of a file as well, unless that is renamed: what was made of it meanwhile is not meant.
    """
    pointed = _pointed(lattice, first)
    begin, end = _named(lattice, then)
    if pointed is None or begin >= end or lattice.class_name(begin) == "pronoun":
        return _original(lattice, first, then)
    tokens, text = lattice.tokens, lattice.text
    said = {first: _put_for(lattice, pointed, first, (begin, end))}
    named = any(tokens[at].shape in NAMED for at in range(begin, end)) and not _does(lattice, first, RENAMING)
    if named or _does(lattice, first, COPYING):
        return said
    ahead, rest = text[tokens[then[0]].start : tokens[begin].start], text[tokens[end - 1].end : tokens[then[1] - 1].end]
    return said | {then: ahead + tokens[pointed].text + rest}


def _original(lattice: Lattice, first: Span, then: Span) -> dict[Span, str]:
    """What comes later with the name of what is only copied before: "copy a.txt to old before moving *it* …"."""
    pointed, (begin, end) = _pointed(lattice, then), _named(lattice, first)
    named = begin < end and lattice.class_name(begin) != "pronoun"
    if pointed is None or not named or not _does(lattice, first, COPYING):
        return {}
    return {then: _put_for(lattice, pointed, then, (begin, end))}


def _pointed(lattice: Lattice, span: Span) -> int | None:
    """Where a pronoun stands in a command that points at one thing."""
    return next((at for at in range(*span) if lattice.class_name(at) == "pronoun" and lattice.at(at, "it")), None)


def _named(lattice: Lattice, span: Span) -> Span:
    """What a command names behind its verb, up to a preposition."""
    verbs = (past(lattice, at, "verb") for at in range(*span) if lattice.begins(at, "verb"))
    begin = next(verbs, span[1])
    return begin, next((at for at in range(begin, span[1]) if lattice.class_name(at) == "preposition"), span[1])


def _put_for(lattice: Lattice, pointed: int, span: Span, name: Span) -> str:
    """A command with a name for its pronoun."""
    tokens, text = lattice.tokens, lattice.text
    behind = text[tokens[pointed].end : tokens[span[1] - 1].end]
    return text[tokens[span[0]].start : tokens[pointed].start] + as_written(lattice, *name) + behind


def _does(lattice: Lattice, span: Span, goal: str) -> bool:
    """Whether the verb of a command may ask for a goal: one that copies leaves what it is done to as it is."""
    verb = next((at for at in range(*span) if lattice.begins(at, "verb")), span[1])
    return any(frame.goal == goal for _, frame in verbs_at(lattice, verb))


def _verb(lattice: Lattice, at: int, sense: str) -> str | None:
    """The verb of a command at a token as it is said there: "locking", "lock" behind "you", what was "copied"."""
    if at >= lattice.size or lattice.corrected(at):
        return None
    low = lattice.low[at]
    if sense == "done":
        return lattice.grammar.past.get(low)
    going_on = lattice.ends_like(at, "judged")
    return low if lattice.begins_clause(at) and going_on == (sense == "") else None
