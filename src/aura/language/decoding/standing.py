"""What a chart is made of: states, where they stand at a token, the steps that lead to each, and what was read on one.

No step leads back, so nothing here, nor a part, is for the garbage collector to look at (`gc=False`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from aura.language.slots.parts import Part

NO_VERB, VERB, WEAK, INHERITED = 0, 1, 2, 3
FIRST, LATER, FOLLOWING = 0, 1, 2
OTHER, A_TEXT, A_VERB, A_THEME, A_STRANGER, A_NAME = 0, 1, 2, 3, 4, 5


class Offer(Struct, frozen=True, gc=False):
    """A part at the price a frame asks for it: what must, and what must not, be filled already.

    `number` sets it apart from the others of its category at its token; `kind` is what it is to have read it last.
    """

    cost: float
    part: Part
    adds: int
    requires: int
    forbids: int
    number: int
    kind: int


class Choice(Struct, frozen=True, gc=False):
    """A category that a frame takes, its price, and what must and what must not be filled for any part of it."""

    category: str
    bit: int
    price: float
    requires: int
    forbids: int


class VerbRead(Struct, frozen=True, gc=False):
    """The verb, which decides the frame; it has no tokens where the clause does without.

    `putting` if it makes something by putting it somewhere ("put a file in X").
    """

    frame: str
    start: int
    end: int
    putting: bool = False


class FixedRead(Struct, frozen=True, gc=False):
    """A sentence of a domain: the number of its intent, what filled its slots, and the number of its template."""

    number: int
    start: int
    end: int
    slots: tuple[tuple[str, Any], ...]
    template: int


class Passed(Struct, frozen=True, gc=False):
    """Words that say nothing: a filler, a remark, a mark or a joint."""

    kind: str
    start: int
    end: int


class Opened(Struct, frozen=True, gc=False):
    """A clause of this frame ended and another began.

    `holding` if that says what the thing before holds, `taken_back` if it is meant instead of the one before.
    """

    frame: str
    end: int
    start: int
    holding: bool
    taken_back: bool = False


class Ended(Struct, frozen=True, gc=False):
    """The utterance ended in a whole clause of this frame."""

    frame: str


Event = Offer | VerbRead | FixedRead | Passed | Opened | Ended | None


class State(Struct, frozen=True, gc=False):
    """Where a clause stands: its frame (or none yet), its verb, its filled parts, and which turn it has.

    `turn` says whether a clause came before, and until something is filled whether this one just follows it;
    `last` is what was read last, as far as it matters; `early` is which theme was said before the verb.
    """

    frame: str
    verb: int
    filled: int
    turn: int
    last: int = OTHER
    early: tuple[int, int] | None = None

    def said_no_more(self) -> State:
        """The state once words have been passed over, so that nothing stands right behind what was read last."""
        if self.last == OTHER:
            return self
        return State(self.frame, self.verb, self.filled, self.turn, OTHER, self.early)


class Node(Struct, frozen=True, gc=False):
    """One history: its cost, what it came from, what was read, and a digest of the parts it holds."""

    cost: float
    parent: Node | None
    event: Event
    digest: int


class Step(Struct, frozen=True, gc=False):
    """One way to come to a state; what has a `mark` sets histories apart, other words do not."""

    source: Standing
    event: Event
    cost: float
    mark: object


class Standing(Struct, eq=False, gc=False):
    """A state at a token, the cost of its cheapest history with its last step, and every step that leads to it.

    `given` is how many sentences it has gone on with, by the start they are reached from.
    """

    position: int
    state: State
    cost: float
    best: Step | None = None
    done: bool = False
    given: dict[int, int] = {}
    steps: list[Step] = []
    histories: list[Node] = []

    def events(self) -> Iterator[Event]:
        """What was read on the cheapest way here, the latest first."""
        step = self.best
        while step is not None:
            yield step.event
            step = step.source.best

    def is_thanked(self) -> bool:
        """Whether a filler was passed over last: a text before it has ended, so what follows is none of it."""
        last = next(self.events(), None)
        return isinstance(last, Passed) and last.kind == "filler"

    def is_timed(self) -> bool:
        """Whether words that say when were passed over in the clause."""
        for event in self.events():
            if isinstance(event, Opened):
                return False
            if isinstance(event, Passed) and event.kind == "time":
                return True
        return False
