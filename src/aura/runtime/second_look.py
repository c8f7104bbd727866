"""A second look at an utterance whose first reading gave nothing, or rests on a word that may be a slip of the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from msgspec import Struct

from aura.contracts.problem import Problem
from aura.language.account import free_tokens
from aura.language.decode import Decoded
from aura.language.respelling import Respelled, respellings
from aura.runtime.choose import MARGIN, Choice, Describe, alike, asked
from aura.runtime.trial import Planned

TIMED = "TIMED"
MOST_LOOKS = 8

Look = Callable[[str], tuple[Decoded, Choice] | None]


class Heard(Struct, frozen=True):
    """An utterance read with one word respelled, what was decided on it, and what all of it costs."""

    decoded: Decoded
    choice: Choice
    cost: float


class SecondLook:
    """Looks at respelled utterances; `look` decodes a text and chooses among its readings, if it has any."""

    def __init__(self, look: Look, describe: Describe) -> None:
        self._look = look
        self._describe = describe

    def at(self, decoded: Decoded, choice: Choice | None, answer: str | None) -> tuple[Decoded, Choice] | None:
        """What the utterance means if a word of it is a slip; None where the first look holds.

        Where both could be done, and change something, that is a question.
        """
        first = choice.verdict if choice is not None else None
        if choice is None or not isinstance(first, Planned):
            best = self._likeliest(decoded, range(decoded.lattice.size))
            return (best.decoded, best.choice) if best is not None else None
        best = self._likeliest(decoded, free_tokens(choice.reading))
        if best is None:
            return None
        second = best.choice.verdict
        if isinstance(second, Planned) and not (first.only_reads and second.only_reads):
            if alike(first, second):
                return None
            picked = asked([first, second], self._describe, answer)
            if picked is not second:
                return decoded, Choice(picked, choice.reading, choice.tried)
        return best.decoded, best.choice

    def _likeliest(self, decoded: Decoded, within: range | frozenset[int]) -> Heard | None:
        """The cheapest respelled reading that can be done; none where others as likely would do something else."""
        found = sorted(self._heard(decoded, within), key=lambda one: one.cost)
        near = (one.choice.verdict for one in found if one.cost <= found[0].cost + MARGIN)
        first = found[0].choice.verdict if found else None
        if all(isinstance(first, Planned) and isinstance(one, Planned) and alike(first, one) for one in near):
            return found[0] if found else None
        return found[0] if len(found) == 1 else None

    def _heard(self, decoded: Decoded, within: range | frozenset[int]) -> Iterator[Heard]:
        for one in islice(respellings(decoded.lattice, within), MOST_LOOKS):
            heard = self._look(one.text)
            if heard is not None and _rests_on(one, decoded, *heard):
                yield Heard(*heard, heard[1].reading.cost + one.cost)


def _rests_on(one: Respelled, decoded: Decoded, again: Decoded, choice: Choice) -> bool:
    """Whether a respelled word is read as a word of the language, and what is said so is done or put off."""
    verdict = choice.verdict
    told = isinstance(verdict, Planned) or (isinstance(verdict, Problem) and verdict.code == TIMED)
    same = again.lattice.size == decoded.lattice.size
    return told and same and one.position not in free_tokens(choice.reading)
