"""The other ways to hear an utterance, searched cheapest first until one can be done.

Each way changes one thing: what was taken back is left out, what was told is taken up, a mark is tried, a word is taken for
a slip, a remark is set aside. People do several of these in one sentence, so a way may begin where another ended;
ways whose text could be read further are gone on with first (decision 048).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import chain, count, islice
from os.path import commonprefix

from msgspec import Struct

from aura.contracts.goal import Question
from aura.language.decoding.account import free_tokens
from aura.language.decoding.decode import Decoded
from aura.language.decoding.phrases import Phrases
from aura.language.hearing.marking import marked, marked_off
from aura.language.hearing.retelling import retold
from aura.language.hearing.setting_aside import Asides
from aura.language.hearing.taking_up import taken_up
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers
from aura.runtime.choose import Choice, gives_way, stops
from aura.runtime.trial import Planned

FILE = "file"
RETOLD, TAKEN_UP, MARKED, MARKED_OFF, SLIPPED, ASIDE = 2.0, 5.0, 8.0, 8.5, 10.0, 12.0
"""What each way costs."""
UNREAD, LATER = 0.5, 0.01
"""What each token costs that no clause could read yet, and what each way of a kind costs more than the one before it."""
MOST_AT_ONCE, FEWEST_AT_ONCE = 8, 2
MOST_LOOKS, FEWEST_LOOKS, MOST_CHANGES = 48, 8, 3
TOKENS_LOOKED_AT = 320  # a long utterance is heard in fewer ways: nobody waits for all of them
MOST_TOKENS = 40
"""Tokens of an utterance in which several things are heard otherwise."""

Seen = tuple[Decoded, Choice | None]
"""An utterance decoded, and what was chosen among its readings, if it has any."""
Look = Callable[[str], Seen]
Span = tuple[int, int]
"""Where characters of a text begin and end."""


class Way(Struct, frozen=True):
    """A text heard another way: in its `plain` characters is no name or text, and its `known` ones name what is known.

    `aside` is what was left out of it, and `apart` where that stood.
    """

    text: str
    price: float
    plain: tuple[Span, ...] = ()
    known: tuple[Span, ...] = ()
    asides: tuple[str, ...] = ()
    apart: tuple[int, ...] = ()
    changes: int = 0


class Hearing(Struct, frozen=True):
    """What an utterance means, heard in some way."""

    decoded: Decoded
    choice: Choice
    way: Way


Slips = Callable[[Decoded, Choice | None], tuple[Decoded, Choice] | None]
"""What is meant if one word is a slip of the hand."""


class Hearings:
    """The search through the ways to hear one utterance; `look` decodes a text and chooses among its readings."""

    def __init__(self, look: Look, slips: Slips, *, sets_aside: bool) -> None:
        self._look = look
        self._slips = slips
        self._sets_aside = sets_aside
        self._waiting: list[tuple[float, int, Way, Seen | None]] = []
        self._numbers = count()
        self._known: set[str] = set()

    def of(self, decoded: Decoded, choice: Choice | None) -> Hearing | None:
        """The cheapest way in which something can be done, else one that has only to be asked about."""
        root = Way(decoded.lattice.text, 0.0)
        self._go_on(root, (decoded, choice))
        asking: Hearing | None = None
        for _ in range(max(FEWEST_LOOKS, min(MOST_LOOKS, TOKENS_LOOKED_AT * 3 // max(decoded.lattice.size, 1)))):
            if not self._waiting:
                break
            _, _, way, slipped = heappop(self._waiting)
            if slipped is not None:
                found = self._slips(*slipped)
                if found is not None:
                    return Hearing(*found, way)
                continue
            seen = self._look(way.text)
            heard = None if seen[1] is None else Hearing(seen[0], seen[1], way)
            if heard is not None and isinstance(heard.choice.verdict, Planned) and _holds(heard):
                return heard
            if heard is not None and asking is None and way.asides and _asks(heard):
                asking = heard
            if not (heard is not None and (stops(heard.choice.verdict) or isinstance(heard.choice.verdict, Planned))):
                self._go_on(way, seen)
        return asking

    def _go_on(self, way: Way, seen: Seen) -> None:
        """Let the ways that begin where one ended wait for their turn."""
        decoded, choice = seen
        if way.changes and (way.changes >= MOST_CHANGES or decoded.lattice.size > MOST_TOKENS):
            return
        unread = UNREAD * len(decoded.furthest.split())
        for other in _ways(decoded, choice, sets_aside=self._sets_aside):
            after = _after(way, other)
            if after is not None and after.text not in self._known:
                self._known.add(after.text)
                heappush(self._waiting, (after.price + unread, next(self._numbers), after, None))
        slip = Way(way.text, way.price + SLIPPED, way.plain, way.known, way.asides, way.apart, way.changes + 1)
        heappush(self._waiting, (slip.price + unread, next(self._numbers), slip, seen))


def looks_at(lattice: Lattice) -> int:
    """How many ways of one kind to hear an utterance are looked at."""
    return max(FEWEST_AT_ONCE, min(MOST_AT_ONCE, TOKENS_LOOKED_AT // max(lattice.size, 1)))


def _ways(decoded: Decoded, choice: Choice | None, *, sets_aside: bool) -> Iterator[Way]:
    """Every way to hear an utterance that changes one thing."""
    lattice, most = decoded.lattice, looks_at(decoded.lattice)
    remarks = Phrases(lattice).remarks
    kinds: list[Iterator[Way]] = [
        (Way(one.text, RETOLD) for one in retold(lattice, Numbers(lattice))),
        (
            Way(one.text, TAKEN_UP, known=() if one.sure else ((one.start, one.end),))
            for one in taken_up(lattice, remarks)
        ),
        (Way(one.text, MARKED, plain=((one.start, len(one.text)),)) for one in marked(lattice, remarks)),
        (Way(one.text, MARKED_OFF, plain=((0, one.start),)) for one in marked_off(lattice, remarks)),
    ]
    if sets_aside or choice is None:
        rests = Asides(lattice, remarks).rests()
        kinds.append(
            Way(rest.text, ASIDE, asides=(rest.aside,), apart=(_common(lattice.text, rest.text),)) for rest in rests
        )
    for ways in kinds:
        for number, way in enumerate(islice(ways, most)):
            yield Way(way.text, way.price + LATER * number, way.plain, way.known, way.asides, way.apart, 1)
