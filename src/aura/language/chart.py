"""The chart of a decoder: for every token the states that clauses may be in, each with its cheapest histories."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from aura.language.parts import Part

NO_VERB, VERB, WEAK, INHERITED = 0, 1, 2, 3

HISTORIES = 3
BEAM = 18.0
MOST_WORK = 60_000
FEW_STATES = 6


class PartRead(NamedTuple):
    """A part of the clause."""

    part: Part


class VerbRead(NamedTuple):
    """The verb, which decides the frame; it has no tokens where the clause does without."""

    frame: str
    start: int
    end: int


class FixedRead(NamedTuple):
    """A fixed phrase of a domain, with what filled its slots."""

    number: int
    start: int
    end: int
    slots: tuple[tuple[str, str], ...]


class Passed(NamedTuple):
    """Words that say nothing: a filler, a remark, a mark or a joint."""

    kind: str
    start: int
    end: int


class Opened(NamedTuple):
    """A clause of this frame ended and another began; `holding` if it says what the thing before holds."""

    frame: str
    end: int
    start: int
    holding: bool


class Ended(NamedTuple):
    """The utterance ended in a whole clause of this frame."""

    frame: str


Event = PartRead | VerbRead | FixedRead | Passed | Opened | Ended | None


class State(NamedTuple):
    """Where a clause stands: its frame (or none yet), its verb, its filled parts, whether one came before."""

    frame: str
    verb: int
    filled: int
    later: bool


class Node(NamedTuple):
    """One history: its cost, what it came from, what was read, and a digest of the parts it holds."""

    cost: float
    parent: Node | None
    event: Event
    digest: int

    def then(self, event: Event, cost: float, mark: object = None) -> Node:
        """The history with one more event; `mark` sets it apart from others that came to the same state."""
        digest = self.digest if mark is None else hash((self.digest, mark))
        return Node(self.cost + cost, self, event, digest)


class Chart:
    """States by token, pruned: a few histories a state, none far behind the cheapest at its token."""

    def __init__(self, size: int) -> None:
        self.rows: list[dict[State, list[Node]]] = [{} for _ in range(size + 1)]
        self.floor = [float("inf")] * (size + 1)
        self.work = 0

    def push(self, position: int, state: State, node: Node) -> None:
        """Keep a history, unless it is too dear or the same parts came cheaper to the same state."""
        self.work += 1
        cost = node.cost
        if cost > self.floor[position] + BEAM:
            return
        histories = self.rows[position].setdefault(state, [])
        if not self._keep(histories, node):
            return
        if cost < self.floor[position]:
            self.floor[position] = cost

    @staticmethod
    def _keep(histories: list[Node], node: Node) -> bool:
        worst = 0
        for at, other in enumerate(histories):
            if other.digest == node.digest:
                if node.cost < other.cost:
                    histories[at] = node
                    return True
                return False
            if other.cost > histories[worst].cost:
                worst = at
        if len(histories) < HISTORIES:
            histories.append(node)
        elif node.cost < histories[worst].cost:
            histories[worst] = node
        else:
            return False
        return True

    def pending(self, position: int) -> Iterator[tuple[State, Node]]:
        """Every affordable history at a token; states that are added meanwhile come too."""
        row = self.rows[position]
        done: set[State] = set()
        while waiting := [state for state in row if state not in done]:
            done.update(waiting)
            for state, histories in self._affordable(row, waiting):
                for node in histories:
                    if node.cost <= self.floor[position] + BEAM:
                        yield state, node

    def _affordable(self, row: dict[State, list[Node]], states: list[State]) -> list[tuple[State, list[Node]]]:
        """All histories, or the best of the cheapest states once the work is more than any command needs."""
        if self.work <= MOST_WORK:
            return [(state, list(row[state])) for state in states]
        best = [(state, [min(row[state], key=lambda node: node.cost)]) for state in states]
        return sorted(best, key=lambda entry: entry[1][0].cost)[:FEW_STATES]
