"""Commands that are told in another order than they are to be done in: "close word before locking the screen".

What "before" leads to comes behind what is told with it, and what "after" leads to comes first; both are asked for.
"""

from __future__ import annotations

from aura.language.hearing.coordination import SaidAnew, as_written
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import YES_NO
from aura.language.utterance.stretches import only_leads

Span = tuple[int, int]
"""Where tokens begin and end."""
COMES_LATER, COMES_FIRST = "comes_later", "comes_first"
MARK = ","
NAMED = ("file", "path")
STOPS = (".", "!", "?", ";")


def in_turn(lattice: Lattice) -> SaidAnew | None:
    """The utterance with two commands in the order in which they are to be done; None where that is said otherwise."""
    if any(lattice.class_name(at) == "negation" or lattice.at(at, "forbidden") for at in range(lattice.size)):
        return None
    for category in (COMES_LATER, COMES_FIRST):
        for lead in lattice.beginnings.get(category, ()):
            for begin, cost, sense in lattice.at(lead, category):
                said = None if cost else _ordered(lattice, category, lead, begin, sense)
                if said is not None:
                    return SaidAnew(said, lead)
    return None


def _ordered(lattice: Lattice, category: str, lead: int, begin: int, sense: str) -> str | None:
    verb = _verb(lattice, begin, sense)
    if verb is None:
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
    last = lattice.size - (lattice.tokens[-1].shape == "mark")
    told = (begin, last if end is None else end)
    other = (0, lead - (lattice.low[lead - 1] == MARK)) if end is None else (end + 1, last)
    first, then = (other, told) if category == COMES_LATER else (told, other)
    said = {first: as_written(lattice, *first), then: as_written(lattice, *then)} | _named_first(lattice, first, then)
    said[told] = verb + said[told][len(lattice.tokens[begin].text) :]
    return f"{said[first]}, {next(iter(lattice.grammar.words['following']))} {said[then]}"


def _named_first(lattice: Lattice, first: Span, then: Span) -> dict[Span, str]:
    """The command that comes first now with the name of what it only points at: "before opening a.txt copy *it* …".

    The other keeps the name of a file as well, since what was made of it meanwhile is not meant.
    """
    pointed = next((at for at in range(*first) if lattice.class_name(at) == "pronoun" and lattice.at(at, "it")), None)
    verbs = (end for at in range(*then) for end in lattice.ends(at, "verb"))
    begin = next(verbs, then[1])
    goes_on = (at for at in range(begin, then[1]) if lattice.class_name(at) == "preposition")
    end = next(goes_on, then[1])
    if pointed is None or begin >= end or lattice.class_name(begin) == "pronoun":
        return {}
    tokens, text = lattice.tokens, lattice.text
    before = text[tokens[first[0]].start : tokens[pointed].start]
    behind = text[tokens[pointed].end : tokens[first[1] - 1].end]
    said = {first: before + as_written(lattice, begin, end) + behind}
    if any(tokens[at].shape in NAMED for at in range(begin, end)):
        return said
    ahead, rest = text[tokens[then[0]].start : tokens[begin].start], text[tokens[end - 1].end : tokens[then[1] - 1].end]
    return said | {then: ahead + tokens[pointed].text + rest}


def _verb(lattice: Lattice, at: int, sense: str) -> str | None:
    """The verb of a command at a token as it is said there: "locking", "lock" behind "you", what was "copied"."""
    if at >= lattice.size or lattice.corrected(at):
        return None
    low = lattice.low[at]
    if sense == "done":
        return lattice.grammar.past.get(low)
    going_on = lattice.ends_like(at, "judged")
    return low if lattice.begins_clause(at) and going_on == (sense == "") else None
