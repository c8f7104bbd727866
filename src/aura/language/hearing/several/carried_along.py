"""Things that are carried each to a place, with the verb said once: "move a.txt to old *b.txt to archive* and mute".

So is what only goes along with the one before, where more is said behind it: "copy a.txt to old, *b.txt too*, then …".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from aura.language.hearing.said_anew import as_written, is_fresh
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import SEQUENCE, past
from aura.language.utterance.verbs import verbs_at

ACTED_ON, LEADS, ALONG, COMMA = "existing", ("to", "in"), "likewise", ","
NAMED = ("file", "path")
LONGEST_NOUN, LONGEST_PLACE = 3, 3
"""Words of a thing behind its article, and of a place."""
OF_NO_PLACE = frozenset(("preposition", "joint", "negation", "pronoun", "called", "later", "being", "filler"))
"""Classes of words that no place has which is only said in passing."""


class Item(NamedTuple):
    """A thing, where it goes, and how that is said: joined on, of itself or by a word that it goes along."""

    thing: tuple[int, int]
    place: tuple[int, int]
    end: int
    joined: bool = True
    placed: bool = True
    along: bool = False


def carried_along(lattice: Lattice) -> str | None:
    """The utterance with the verb and its place said of each thing; None where the grammar reads it as it stands."""
    for begin in range(lattice.size):
        for end in carrying(lattice, begin):
            items = list(_items(lattice, end))
            if len(items) > 1 and _says_more(lattice, items):
                verb, tokens, text = as_written(lattice, begin, end), lattice.tokens, lattice.text
                each = (f"{verb} {as_written(lattice, *one.thing)} {as_written(lattice, *one.place)}" for one in items)
                return text[: tokens[begin].start] + ", ".join(each) + text[tokens[items[-1].end - 1].end :]
    return None


def carrying(lattice: Lattice, begin: int) -> Iterator[int]:
    """Where a verb ends that begins a command and carries what is there to a place."""
    if is_fresh(lattice, begin):
        verbs = verbs_at(lattice, begin)
        yield from {end for end, frame in verbs if frame.theme == ACTED_ON and LEADS[0] in frame.takes}


def _items(lattice: Lattice, at: int) -> Iterator[Item]:
    """The things that follow one another from a token on; the first has a place."""
    item = _item(lattice, at, None)
    while item is not None:
        yield item
        at = item.end
        while at < lattice.size and (lattice.low[at] == COMMA or lattice.class_name(at) == "joint"):
            at += 1
        last, item = item, _item(lattice, at, item)
        if item is not None and at == last.end:
            item = item._replace(joined=False) if item.placed and lattice.tokens[at].shape in NAMED else None


def _item(lattice: Lattice, at: int, before: Item | None) -> Item | None:
    """A thing at a token with its own place, or with that of the one before."""
    for end in _thing_ends(lattice, at):
        along = past(lattice, end, ALONG)
        if (place := _place(lattice, along)) is not None:
            return Item((at, end), place, place[1], along=along > end)
        if before is not None and (lattice.is_over(along) or lattice.begins(along, "joint")):
            return Item((at, end), before.place, along, placed=False, along=along > end)
    return None


def _thing_ends(lattice: Lattice, at: int) -> Iterator[int]:
    """Where a thing may end that begins at a token: a file, or a noun with its article."""
    if at < lattice.size and lattice.tokens[at].shape in NAMED:
        yield at + 1
    elif lattice.in_set(at, "definite"):
        for end in range(at + 1, min(lattice.size, at + 1 + LONGEST_NOUN)):
            if lattice.tokens[end].shape != "word" or lattice.class_name(end) in OF_NO_PLACE:
                break
            yield end + 1


def _place(lattice: Lattice, at: int) -> tuple[int, int] | None:
    """The words of a place that is led to at a token, up to a mark, a joint or the next file."""
    for lead in lattice.ends(at, *LEADS):
        for end in range(lead, min(lattice.size, lead + LONGEST_PLACE) + 1):
            if lattice.is_over(end) or lattice.begins(end, "joint", ALONG) or lattice.tokens[end].shape in NAMED:
                named = lattice.class_name(end - 1) != "article" or lattice.low[end - 1] in lattice.known.folders
                return (at, end) if end > lead and named else None
            if lattice.tokens[end].shape != "word" or lattice.class_name(end) in OF_NO_PLACE:
                break
    return None


def _says_more(lattice: Lattice, items: list[Item]) -> bool:
    """Whether a thing stands right behind a place, or one without a place goes along and more is said behind it.

    "Move a.txt to old, b.txt, c.txt to archive" leaves open where the second goes.
    """
    end = items[-1].end
    joints = [(stop, sense) for stop, cost, sense in lattice.at(end, "joint") if not cost]
    then = any(sense == SEQUENCE and lattice.begins_clause(stop) for stop, sense in joints)
    more = any(lattice.begins_clause(stop) for stop, _ in joints)
    bare = [at for at, item in enumerate(items) if not (item.placed or item.along)]
    open_ended = bool(bare) and not (then and not any(item.placed for item in items[bare[0] :]))
    along = any(not item.placed for item in items) and (len(items) > 2 or more)
    return (more or lattice.is_over(end)) and not open_ended and (along or not all(item.joined for item in items))
