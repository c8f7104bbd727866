"""An utterance with a contrast in it is what it comes to without that: "close chrome, *not word*".

That is so where what is denied or replaced is only another value of the same command, which is not done anything to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from aura.contracts.plan import Step
from aura.language.decoding.decode import Decoded
from aura.language.hearing.contrasts import IN_PLACE_OF, contrasts
from aura.runtime.alone import PLANNED, UNDONE, Alone, Said, Understand
from aura.runtime.house import House
from aura.runtime.vain.view import TEXTUAL

MOST_OTHERS = 6


class Contrasted:
    """Looks at an utterance that came to nothing without its contrast; `understand` plans a text."""

    def __init__(self, house: House, decode: Callable[[str], Decoded], understand: Understand) -> None:
        self._house, self._decode, self._understand = house, decode, understand

    def settled(self, found: Alone, said: Said, *, replied: bool) -> Alone:
        """What an utterance comes to without a contrast, where that is only another value; else what was found."""
        result = found.result
        if replied or result.status not in UNDONE or result.when is not None or result.back is not None:
            return found
        if IN_PLACE_OF not in said().beginnings:
            return found
        for one in contrasts(self._decode(result.utterance).lattice, self._house.values.words):
            meant = self._understand(one.rest, {})
            if not _is_done(meant):
                continue
            others = (self._understand(text, {}) for text in one.others[:MOST_OTHERS])
            if any(_is_done(other) and _differ_in_a_value(meant, other) for other in others):
                told = msgspec.structs.replace(meant.result, utterance=result.utterance, run_id=result.run_id)
                return meant._replace(result=told)
        return found


def _is_done(found: Alone) -> bool:
    """Whether a text is a plan for now."""
    return found.result.status == PLANNED and found.result.when is None and found.planned is not None


def _differ_in_a_value(meant: Alone, other: Alone) -> bool:
    """Whether two plans are of the same tools, and nothing is done by one to what the other has in its place.

    A text may hold any words, and tells of no such value.
    """
    steps = [alone.planned.steps if alone.planned is not None else () for alone in (meant, other)]
    if [(step.id, *step.inputs) for step in steps[0]] != [(step.id, *step.inputs) for step in steps[1]]:
        return False
    pairs = [pair for one, two in zip(*steps, strict=True) for pair in _unlike(one, two)]
    if not pairs or any(name in TEXTUAL for name, _ in pairs):
        return False
    used = [str(value) for step in steps[0] for value in step.inputs.values()]
    return not any(_touches(value, str(another)) for value in used for _, another in pairs)


def _unlike(one: Step, other: Step) -> Iterator[tuple[str, Any]]:
    """The inputs of a step that have another value in another step, and that."""
    return ((name, other.inputs[name]) for name in one.inputs if one.inputs[name] != other.inputs[name])


def _touches(value: str, other: str) -> bool:
    """Whether a value is another, or one of them is a place that the other is in."""
    return value == other or value.startswith(f"{other}/") or other.startswith(f"{value}/")
