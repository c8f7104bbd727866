"""The chart of a decoder: for every token the states that clauses may be in, and the steps that lead to each.

States are gone on from cheapest first, each once, until what is left is dearer than any reading that is wanted
(Dijkstra); the few cheapest histories of a state are read off its steps afterwards (Huang & Chiang 2005).
No step leads back, so nothing here, nor a part, is for the garbage collector to look at (`gc=False`).
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any

from msgspec import Struct

from aura.language.parts import Part

NO_VERB, VERB, WEAK, INHERITED = 0, 1, 2, 3
FIRST, LATER, FOLLOWING = 0, 1, 2
OTHER, A_TEXT, A_VERB, A_THEME, A_STRANGER, A_NAME = 0, 1, 2, 3, 4, 5
ALL, PARTS, STRANGERS = 0, 1, -1

HISTORIES = 3
BEAM = 18.0
MOST_WORK = 60_000
FEW_STATES = 6


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
    """A clause of this frame ended and another began; `holding` if it says what the thing before holds."""

    frame: str
    end: int
    start: int
    holding: bool


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


class Chart:
    """States by token, cheapest first, none far behind the cheapest at its token or the cheapest reading."""

    def __init__(self, size: int, near: float) -> None:
        self.rows: list[dict[State, Standing]] = [{} for _ in range(size + 1)]
        self.floor = [float("inf")] * (size + 1)
        self.ends: list[Step] = []
        self.limit = float("inf")
        self.work = 0
        self._near = near
        self._waiting: list[tuple[float, int, Standing]] = []
        self._postponed: list[tuple[float, int, int, Standing]] = []

    def begin(self, state: State) -> None:
        """Stand before the first token."""
        standing = self.rows[0][state] = Standing(0, state, 0.0)
        standing.histories = [Node(0.0, None, None, 0)]
        self._waiting.append((0.0, 0, standing))
        self.floor[0] = 0.0

    def push(
        self, position: int, state: State, source: Standing, event: Event, price: float, mark: object = None
    ) -> None:
        """Keep a step to a state, unless its history is too dear."""
        self.work += 1
        cost, floor = source.cost + price, self.floor[position]
        if cost > floor + BEAM or cost > self.limit:
            return
        if cost < floor:
            self.floor[position] = cost
        row = self.rows[position]
        step = Step(source, event, price, mark)
        standing = row.get(state)
        if standing is None:
            standing = row[state] = Standing(position, state, cost, step)
            heappush(self._waiting, (cost, self.work, standing))
        elif cost < standing.cost:
            standing.cost, standing.best = cost, step
            heappush(self._waiting, (cost, self.work, standing))
        standing.steps.append(step)

    def postpone(self, standing: Standing, price: float, what: int) -> None:
        """Come back to a state once all that is cheaper by less than a price has gone on.

        `what` it is for: its dear parts, words that nobody knows, or the dear sentences from a start of the automaton.
        """
        self.work += 1
        heappush(self._postponed, (standing.cost + price, self.work, what, standing))

    def finish(self, source: Standing, event: Event, price: float) -> None:
        """Keep a step to the end of the utterance; what is dearer by more than what is near need not be looked at."""
        self.ends.append(Step(source, event, price, None))
        self.limit = min(self.limit, source.cost + price + self._near)

    def cheapest_first(self) -> Iterator[tuple[Standing, int]]:
        """Every state that can be on the way to a reading, and then those that are pushed meanwhile.

        One that was postponed comes again at its time, for what it was postponed for.
        """
        few: dict[int, int] = {}
        while self._waiting or self._postponed:
            if self._postponed and (not self._waiting or self._postponed[0][:2] < self._waiting[0][:2]):
                cost, _, what, standing = heappop(self._postponed)
                if cost > self.limit:
                    return
                yield standing, what
                continue
            cost, _, standing = heappop(self._waiting)
            if cost > self.limit:
                return
            position = standing.position
            if standing.done or cost > self.floor[position] + BEAM:
                continue
            if self.work > MOST_WORK:
                few[position] = few.get(position, 0) + 1
                if few[position] > FEW_STATES:
                    continue
            standing.done = True
            yield standing, ALL

    def readings(self) -> list[Node]:
        """The finished histories that are near the cheapest, cheapest first."""
        nodes = [node for step in self.ends for node in _through(step)]
        nodes.sort(key=_cost)
        return [node for node in nodes if node.cost <= nodes[0].cost + self._near]


def _through(step: Step) -> list[Node]:
    """The histories that take a step."""
    source, cost, mark = step.source, step.cost, step.mark
    if not source.histories:
        source.histories = _cheapest(source.steps)
    return [
        Node(node.cost + cost, node, step.event, node.digest if mark is None else hash((node.digest, mark)))
        for node in source.histories
    ]


def _cheapest(steps: list[Step]) -> list[Node]:
    """The few cheapest histories through any of the steps, of those with the same parts only the cheapest."""
    if len(steps) == 1:
        return _through(steps[0])
    steps.sort(key=_source_position)
    nodes: list[Node] = []
    for step in steps:
        nodes.extend(_through(step))
    nodes.sort(key=_cost)
    distinct: dict[int, Node] = {}
    for node in nodes:
        distinct.setdefault(node.digest, node)
    return list(distinct.values())[:HISTORIES]


def _cost(node: Node) -> float:
    return node.cost


def _source_position(step: Step) -> int:
    return step.source.position
