"""An utterance with a contrast in it is what it comes to without that: "close chrome, *not word*", "*excel no* word".

That is so where what is denied or replaced is only another value of the same command, which is not done anything to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from aura.contracts.plan import Step
from aura.language.decoding.decode import Decoded
from aura.language.hearing.corrections.bare_corrections import RATHER, bare_corrections, forbidden_before
from aura.language.hearing.corrections.contrasts import IN_PLACE_OF, Contrast, contrasts
from aura.runtime.choosing.alone import PLANNED, UNDONE, Alone, Said, Understand
from aura.runtime.house import House
from aura.runtime.vain.view import TEXTUAL

MOST_OTHERS, REFUSED = 6, "refused"


class Contrasted:
    """Looks at an utterance that came to nothing without its contrast; `understand` plans a text."""

    def __init__(self, house: House, decode: Callable[[str], Decoded], understand: Understand) -> None:
        self._house, self._decode, self._understand = house, decode, understand

    def settled(self, found: Alone, said: Said, *, replied: bool) -> Alone:
        """What an utterance comes to without a contrast, where that is only another value; else what was found."""
        result = found.result
        if replied or result.when is not None or result.back is not None:
            return found
        for one in self._contrasts(found, said):
            meant = self._understand(one.rest, {})
            if not _is_done(meant):
                continue
            others = (self._understand(text, {}) for text in one.others[:MOST_OTHERS])
            if any(_is_done(other) and self._is_instead(found, meant, other) for other in others):
                told = msgspec.structs.replace(meant.result, utterance=result.utterance, run_id=result.run_id)
                return meant._replace(result=told)
        return found

    def _contrasts(self, found: Alone, said: Said) -> Iterator[Contrast]:
        """The contrasts in an utterance; one that is refused can only have forbidden what it does not order.

        Where something is planned, two may have been taken for one after the other: "close word, *better excel*".
        """
        undone = found.result.status in UNDONE
        if undone or found.result.status == REFUSED:
            forbidden = forbidden_before(said())
            yield from [] if forbidden is None else [forbidden]
            if not undone or said().beginnings.keys().isdisjoint((IN_PLACE_OF, RATHER)):
                return
        elif found.decoded is None or RATHER not in found.decoded.lattice.beginnings:
            return
        lattice, words = self._decode(found.result.utterance).lattice, self._house.values.words
        yield from contrasts(lattice, words) if undone else ()
        yield from bare_corrections(lattice, words)

    def _is_instead(self, found: Alone, meant: Alone, other: Alone) -> bool:
        """Whether a plan is of another value than the other one, and both was planned before, or only the other one."""
        both = [step.id for step in (*_steps_of(other), *_steps_of(meant))]
        before = _steps_of(found)
        torn = found.result.status == PLANNED and [step.id for step in before] != both
        unheard = [(step.id, step.inputs) for step in before] == [(step.id, step.inputs) for step in _steps_of(other)]
        return (unheard or not torn) and _differ_in_a_value(meant, other)


def _is_done(found: Alone) -> bool:
    """Whether a text is a plan for now."""
    return found.result.status == PLANNED and found.result.when is None and found.planned is not None


def _differ_in_a_value(meant: Alone, other: Alone) -> bool:
    """Whether two plans are of the same tools, and nothing is done by one to what the other has in its place.

    A text may hold any words, and tells of no such value.
    """
    steps = [_steps_of(alone) for alone in (meant, other)]
    if _are_opposites(*steps):
        return True
    if [(step.id, *step.inputs) for step in steps[0]] != [(step.id, *step.inputs) for step in steps[1]]:
        return False
    pairs = [pair for one, two in zip(*steps, strict=True) for pair in _unlike(one, two)]
    if not pairs or any(name in TEXTUAL for name, _ in pairs):
        return False
    used = [value for step in steps[0] for given in step.inputs.values() for value in _each(given)]
    return not any(_touches(value, other) for value in used for _, another in pairs for other in _each(another))


def _are_opposites(one: tuple[Step, ...], other: tuple[Step, ...]) -> bool:
    """Whether each is a single step of one kind that is told no more: "volume *up*", "volume *down*"."""
    if len(one) != 1 or len(other) != 1 or one[0].inputs or other[0].inputs:
        return False
    kinds = {step.id.rpartition(".")[0] for step in (*one, *other)}
    return len(kinds) == 1 and one[0].id != other[0].id


def _steps_of(found: Alone) -> tuple[Step, ...]:
    """The steps of a plan, none where there is no plan."""
    return () if found.planned is None else tuple(found.planned.steps)


def _each(value: Any) -> list[str]:
    """A value of an input, or each of several, as it is written."""
    return [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)]


def _unlike(one: Step, other: Step) -> Iterator[tuple[str, Any]]:
    """The inputs of a step that have another value in another step, and that."""
    return ((name, other.inputs[name]) for name in one.inputs if one.inputs[name] != other.inputs[name])


def _touches(value: str, other: str) -> bool:
    """Whether a value is another, or one of them is a place that the other is in."""
    return value == other or value.startswith(f"{other}/") or other.startswith(f"{value}/")
