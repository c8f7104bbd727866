"""The order of steps: who needs whom, and where it goes in a circle."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

Needs = Sequence[Sequence[int]]
"""For each step, by position, the positions of the steps that it needs."""

SOURCES_AT_ONCE = 4096


def topological_order(needs: Needs) -> list[int]:
    """Positions with every step after those it needs, ties by position; none in or behind a cycle."""
    dependents, missing = _dependents(needs)
    ready = [at for at, count in enumerate(missing) if count == 0]
    order: list[int] = []
    while ready:
        at = heapq.heappop(ready)
        order.append(at)
        for dependent in dependents[at]:
            missing[dependent] -= 1
            if missing[dependent] == 0:
                heapq.heappush(ready, dependent)
    return order


def cycles(needs: Needs) -> list[list[int]]:
    """One shortest cycle through the first step of each knot: `[a, b]` means a needs b and b needs a."""
    knots = sorted(_knots(needs), key=min)
    return [_shortest_cycle(min(knot), set(knot), needs) for knot in knots]


def without_path(needs: Needs, order: Sequence[int], pairs: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """The pairs (earlier, later) that no chain of needs joins.

    One pass over the graph for each 4,096 different earlier steps marks, as bits, all that lead to a step.
    """
    direct = [frozenset(need) for need in needs]
    asked = {pair for pair in pairs if pair[0] not in direct[pair[1]]}
    sources = iter(sorted({earlier for earlier, _ in asked}))
    missing: set[tuple[int, int]] = set()
    while some := tuple(islice(sources, SOURCES_AT_ONCE)):
        bits = {at: 1 << place for place, at in enumerate(some)}
        behind = _marked(needs, order, bits)
        missing.update(pair for pair in asked if pair[0] in bits and not behind[pair[1]] & bits[pair[0]])
    return missing


def _marked(needs: Needs, order: Sequence[int], bits: Mapping[int, int]) -> list[int]:
    behind = [0] * len(needs)
    for at in order:
        mark = bits.get(at, 0)
        for need in needs[at]:
            mark |= behind[need]
        behind[at] = mark
    return behind


def _dependents(needs: Needs) -> tuple[list[list[int]], list[int]]:
    dependents: list[list[int]] = [[] for _ in needs]
    missing = [0] * len(needs)
    for at, needed in enumerate(needs):
        for need in set(needed):
            dependents[need].append(at)
            missing[at] += 1
    return dependents, missing


def _knots(needs: Needs) -> list[list[int]]:
    """Sets of steps that all need each other: from each end of the graph, what is free is taken off first."""
    left = set(range(len(needs))).difference(topological_order(needs))
    return [knot for knot in _components(needs, sorted(left)) if len(knot) > 1 or knot[0] in needs[knot[0]]]


def _components(needs: Needs, positions: Sequence[int]) -> Iterator[list[int]]:
    """Strongly connected components among `positions` (Tarjan 1972, without recursion)."""
    inside = set(positions)
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    for root in positions:
        if root in index:
            continue
        work = [(root, iter(needs[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            at, following = work[-1]
            following_one = next((need for need in following if need in inside), None)
            if following_one is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[at])
                if low[at] == index[at]:
                    yield _popped(stack, on_stack, at)
            elif following_one not in index:
                index[following_one] = low[following_one] = len(index)
                stack.append(following_one)
                on_stack.add(following_one)
                work.append((following_one, iter(needs[following_one])))
            elif following_one in on_stack:
                low[at] = min(low[at], index[following_one])


def _popped(stack: list[int], on_stack: set[int], at: int) -> list[int]:
    component = [stack.pop()]
    while component[-1] != at:
        component.append(stack.pop())
    on_stack.difference_update(component)
    return component


def _shortest_cycle(start: int, knot: set[int], needs: Needs) -> list[int]:
    """Breadth first from `start` along needs, inside its knot, until it comes round again."""
    came_from: dict[int, int] = {}
    waiting = deque((start,))
    while waiting:
        at = waiting.popleft()
        for need in needs[at]:
            if need == start:
                return _walk_back(at, start, came_from)
            if need in knot and need not in came_from:
                came_from[need] = at
                waiting.append(need)
    return [start]


def _walk_back(at: int, start: int, came_from: Mapping[int, int]) -> list[int]:
    path = [at]
    while path[-1] != start:
        path.append(came_from[path[-1]])
    return path[::-1]
