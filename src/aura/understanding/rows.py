"""The rows that words of order and number count: all that was named, what was named together, a thing and its copy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from aura.understanding.discourse import Discourse, Entity

PAIR = 2
Item = TypeVar("Item")


class Rows:
    """What was named in one utterance, in the order it was said."""

    def __init__(self, discourse: Discourse) -> None:
        self._discourse = discourse

    def of(self, kind: str = "") -> list[list[Entity]]:
        """Every row that may be meant; where two of them answer otherwise only the user knows which is."""
        discourse = self._discourse
        together = _fitting(self.together(), kind)
        if discourse.shown:
            shown = _fitting(discourse.shown, kind)
            newer = together if not {one.path for one in together} <= {one.path for one in shown} else []
            return _several(shown, newer)
        rows = (_fitting(discourse.in_order, kind), _fitting(self.there(), kind), together, *self._copied(kind))
        known = {one.path: one for one in (*discourse.in_order, *discourse.entities)}
        return _several(*([known.get(one.path, one) for one in row] for row in rows))

    def together(self) -> list[Entity]:
        """What was named together last and is still there; what was copied stands for its copies."""
        return self.before_copying(self._discourse.group)

    def there(self) -> list[Entity]:
        """All that was named and is still there."""
        gone = self._gone()
        return [one for one in self._discourse.in_order if one.path not in gone]

    def others(self, kind: str = "") -> list[Entity]:
        """Of two, the one that is not what the last goal was about, where that alone was said again, or is a copy."""
        latest = self._discourse.again
        rows = [row for row in self.of(kind) if len(row) == PAIR]
        found = agreed(row[:1] if is_copied(row) else [one for one in row if one.path not in latest] for row in rows)
        return found[0] if len(found) == len(found[:1]) == 1 and len(found[0]) == 1 else []

    def before_copying(self, entities: Sequence[Entity]) -> list[Entity]:
        """What is there of things as they were named: what was copied, where they are its copies."""
        gone, goals = self._gone(), {one.goal_id for one in entities}
        sources = [one for one in self._discourse.originals if one.goal_id in goals]
        copying = {one.goal_id for one in sources}
        known = (*sources, *(one for one in entities if one.goal_id not in copying))
        return [one for one in {one.path: one for one in known}.values() if one.path not in gone]

    def _copied(self, kind: str) -> Iterable[list[Entity]]:
        """A thing and its copies, where it alone was copied, and several that were made under names of their own."""
        discourse, sources = self._discourse, self._discourse.originals
        goals, paths = {one.goal_id for one in sources}, {one.path for one in sources}
        made = [one for one in discourse.entities if one.goal_id in goals and one.path not in paths]
        made = _fitting(made, kind)
        source = {one.path for one in sources if one.goal_id in {copy.goal_id for copy in made}}
        if len(source) == 1:
            named = _fitting(discourse.in_order, kind)
            yield [both for one in named for both in ((one, *made) if one.path in source else (one,))]
            yield made
        elif not {_name(one) for one in made} <= {_name(one) for one in sources}:
            yield made

    def is_there(self, entity: Entity) -> bool:
        """Whether a thing is still where it was named."""
        return entity.path not in self._gone()

    def _gone(self) -> set[str]:
        """The paths at which nothing is any more."""
        return {one.path for one in self._discourse.lost} - {one.path for one in self._discourse.entities}


def is_copied(row: Sequence[Entity]) -> bool:
    """Whether a row is but a thing and its copy of the same name, where the folder was named behind it."""
    return len({_name(one) for one in row}) == 1 and row[-1].copied


def at(row: Sequence[Item], number: int, least: int = PAIR) -> list[Item]:
    """One of a row, as a list; nothing where there are not so many."""
    index = number - 1 if number > 0 else len(row) + number
    return [row[index]] if len(row) >= least and 0 <= index < len(row) else []


def end(row: Sequence[Item], count: int, *, first: bool) -> list[Item]:
    """The first or the last few of a row; nothing where there are not so many."""
    return list(row[:count] if first else row[-count:]) if len(row) >= count else []


def picked(rows: Iterable[Sequence[Item]], how: str, number: int) -> list[list[Item]]:
    """What a word of order means of each row: one, one of two, or the first or the last few."""
    match how:
        case "nth":
            found = [at(row, number) for row in rows]
        case "pair":
            found = [at(row, number) for row in rows if len(row) == PAIR]
        case _:
            found = [end(row, number, first=how == "head") for row in rows]
    return agreed(found)


def agreed(found: Iterable[list[Item]]) -> list[list[Item]]:
    """Different answers, each once; one where all rows that answer agree."""
    different = list[list[Item]]()
    for one in found:
        if one and one not in different:
            different.append(one)
    return different


def _several(*rows: list[Entity]) -> list[list[Entity]]:
    return [row for row in rows if len(row) > 1]


def _fitting(row: Iterable[Entity], kind: str) -> list[Entity]:
    return list({one.path: one for one in row if not kind or one.kind == kind}.values())


def _name(entity: Entity) -> str:
    return entity.path.replace("\\", "/").rpartition("/")[2]
