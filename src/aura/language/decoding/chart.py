"""The chart of a decoder: for every token the states that clauses may be in, and the steps that lead to each.

States are gone on from cheapest first, each once, until what is left is dearer than any reading that is wanted
(Dijkstra); the few cheapest histories of a state are read off its steps afterwards (Huang & Chiang 2005).
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from aura.language.decoding.standing import Event, Node, Standing, State, Step

ALL, PARTS, STRANGERS, BACKGROUND, REMARKS = 0, 1, -1, -2, -3
HISTORIES = 3
BEAM = 18.0
MOST_WORK = 60_000
FEW_STATES = 6


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

        `what` it is for: its dear parts, words that nobody knows, what is told before, or the dear sentences from a
        start of the automaton.
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

    def furthest(self) -> int:
        """The last token before which a clause could begin."""
        begun = (any(not state.frame and not state.filled for state in row) for row in self.rows[-2:0:-1])
        return next((at for at, fresh in zip(range(len(self.rows) - 2, 0, -1), begun, strict=True) if fresh), 0)

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
