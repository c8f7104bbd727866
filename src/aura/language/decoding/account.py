"""The account of a reading: what each of its steps cost, and which words were read as others.

Made for `aura explain` from the history that the decoder keeps; which tokens stand for themselves is asked of it too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any

from msgspec import Struct

from aura.language.decoding.decode import Decoded
from aura.language.decoding.standing import Ended, Event, FixedRead, Node, Offer, Opened, Passed, VerbRead
from aura.language.slots.parts import Name, Part, Place, Reading, Span, Thing
from aura.language.utterance.lattice import Lattice

QUOTE, QUERY = '"', "query"
WORDS = re.compile(r"[^\W_]+")


class Entry(Struct, frozen=True):
    """One step of a reading: what it was (`kind`, and its `name` where there is one), its tokens, its price."""

    clause: int
    kind: str
    name: str
    start: int
    end: int
    cost: float


class Correction(Struct, frozen=True):
    """A token that was read as another word, and the price of believing so."""

    position: int
    word: str
    cost: float


def account_of(node: Node, size: int) -> list[Entry]:
    """Every step of a history in the order it was taken; the costs add up to the reading's."""
    steps = list(_steps(node))
    found: list[Entry] = []
    clause = 0
    at = 0
    for event, cost in reversed(steps):
        kind, name, start, end = _described(event, at, size)
        found.append(Entry(clause, kind, name, start, end, round(cost, 3)))
        clause += isinstance(event, Opened)
        at = end
    return found


def _steps(node: Node) -> Iterator[tuple[Event, float]]:
    while node.parent is not None:
        yield node.event, node.cost - node.parent.cost
        node = node.parent


def _described(event: Event, at: int, size: int) -> tuple[str, str, int, int]:
    """The kind, name and tokens of an event; what has no tokens of its own stands where the one before ended."""
    match event:
        case Offer():
            return "part", event.part.category, event.part.start, event.part.end
        case VerbRead():
            return "verb", event.frame, event.start, event.end
        case FixedRead():
            return "phrase", "", event.start, event.end
        case Passed():
            return event.kind, "", event.start, event.end
        case Opened():
            return "joint", "holding" if event.holding else "", at, event.start
        case Ended():
            return "end", "", size, size
    return "joint", "", at, size


def corrections(lattice: Lattice, node: Node) -> list[Correction]:
    """The words of a history that were read as others of the grammar, each at its lowest price."""
    found: dict[int, Correction] = {}
    for event, _ in _steps(node):
        if isinstance(event, Offer):
            _correct(lattice, event.part.start, event.part.end, _said_freely(event.part), found)
        elif isinstance(event, VerbRead | Passed):
            _correct(lattice, event.start, event.end, frozenset(), found)
        elif isinstance(event, FixedRead):
            kept = _filled(lattice, event.slots, event.start, event.end)
            _correct(lattice, event.start, event.end, kept, found)
        elif isinstance(event, Opened):
            _correct(lattice, event.end, event.start, frozenset(), found)
    return [found[position] for position in sorted(found)]


def free_tokens(reading: Reading, lattice: Lattice) -> frozenset[int]:
    """The tokens of a reading that stand for themselves: a name, a text, the own words of what fills a slot."""
    free: set[int] = set()
    for clause in reading.clauses:
        for part in clause.parts:
            free |= _said_freely(part)
        if clause.slots and clause.verb is not None:
            free |= _filled(lattice, clause.slots, *clause.verb)
    return frozenset(free)


def text_tokens(reading: Reading, lattice: Lattice) -> tuple[frozenset[int], frozenset[int]]:
    """The tokens of a reading that are a text, and those of what is sought: "write *hello*", "look up *kilns*".

    A name of a thing is neither.
    """
    texts = (part for clause in reading.clauses for part in clause.parts if isinstance(part.value, Span))
    filled = [(one, *one.verb) for one in reading.clauses if one.slots and one.verb is not None]
    sought = (_filled(lattice, [slot for slot in one.slots if slot[0] == QUERY], *span) for one, *span in filled)
    slots = (_filled(lattice, [slot for slot in one.slots if slot[0] != QUERY], *span) for one, *span in filled)
    return frozenset().union(*map(_said_freely, texts), *slots), frozenset().union(*sought)


def differs_freely(decoded: Decoded, said: str) -> bool:
    """Whether the text of the likeliest reading first differs from what was said in what stands for itself.

    What was left out before it makes no difference ("*ugh* firefox froze, kill it"), nor do quotes, nor a word that
    only points at what was named ("close Word and open *it* again").
    """
    lattice = decoded.lattice
    said = said[max(0, said.find(lattice.text_of(0, min(2, lattice.size)))) :].replace(QUOTE, "")
    heard = [(at, letter) for at, letter in enumerate(lattice.text) if letter != QUOTE]
    same = sum(1 for _ in takewhile(lambda pair: pair[0][1] == pair[1], zip(heard, said, strict=False)))
    first = heard[same][0] if same < len(heard) else len(lattice.text)
    places = free_tokens(decoded.readings[0], lattice)
    alone = (at for at in places if lattice.in_set(at, "pointing") and places.isdisjoint((at - 1, at + 1)))
    free = (lattice.tokens[at] for at in places.difference(alone))
    return any(token.start - 1 <= first < token.end for token in free)


def _filled(lattice: Lattice, slots: Iterable[tuple[str, Any]], start: int, end: int) -> frozenset[int]:
    """The tokens between two whose words are in what fills slots."""
    words = set(WORDS.findall(" ".join(str(value) for _, value in slots).lower()))
    said = ((at, WORDS.findall(lattice.tokens[at].low)) for at in range(start, min(end, lattice.size)))
    return frozenset(at for at, parts in said if parts and words.issuperset(parts))


def _correct(lattice: Lattice, start: int, end: int, free: frozenset[int], found: dict[int, Correction]) -> None:
    """Note what the words between two tokens were read as, where a phrase of the grammar begins that holds them."""
    for position in range(start, end):
        if position in free:
            continue
        token, low = lattice.tokens[position], lattice.low[position]
        if token.shape == "word" and token.low != low:
            found[position] = Correction(position, low, 0.0)
        elif words := lattice.words_for(position):
            word, cost = _likeliest(lattice, position, start, end) or min(words, key=lambda pair: pair[1])
            if cost:
                found[position] = Correction(position, word, cost)


def _likeliest(lattice: Lattice, position: int, start: int, end: int) -> tuple[str, float] | None:
    """What a token is read as by the cheapest phrase that holds it and lies between two tokens."""
    arcs, labels = lattice.grammar.automaton.arcs, lattice.grammar.automaton.labels
    best: tuple[float, str, float] | None = None
    for first in range(start, position + 1):
        stack: list[tuple[int, int, float, str, float]] = [(0, first, 0.0, "", 0.0)]
        while stack:
            state, at, cost, word, price = stack.pop()
            if at > position and labels[state] and (best is None or cost < best[0]):
                best = cost, word, price
            if at == end:
                continue
            for candidate, more in lattice.words_for(at):
                after = arcs[state].get(candidate)
                if after is not None:
                    kept = (candidate, more) if at == position else (word, price)
                    stack.append((after, at + 1, cost + more, *kept))
    return None if best is None else (best[1], best[2])


def _said_freely(part: Part) -> frozenset[int]:
    """The tokens of a part that are a name or a text, and so stand for themselves."""
    if isinstance(part.value, Span):
        return frozenset(range(part.value.start, part.value.end))
    free: set[int] = set()
    for item in part.value or ():
        for name in names_of(item):
            free.update(range(name.start, name.end))
    return frozenset(free)


def names_of(item: Thing | Place | Name) -> Iterator[Name]:
    if isinstance(item, Name):
        yield item
    elif isinstance(item, Place):
        yield from (part.name for part in item.parts if part.name is not None)
    else:
        if item.name is not None:
            yield item.name
        if item.place is not None:
            yield from names_of(item.place)
