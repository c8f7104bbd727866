"""Values that were spoken of in turn, and which of them words of order and number mean: "close the first one"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from aura.language.slots.parts import Pronoun
from aura.language.utterance.lattice import Lattice
from aura.understanding.antecedents import count_in, sense_of
from aura.understanding.discourse import Discourse, Spoken
from aura.understanding.rows import picked

ONE, ENDS, SAME = ("nth", "pair"), ("head", "tail"), "same"
"""How a word means one of a row, several of it, and the very value that it was put for."""
TEXT = "text"


class SpokenInTurn:
    """The values of one utterance that words may point at."""

    def __init__(self, discourse: Discourse, lattice: Lattice) -> None:
        self._discourse = discourse
        self._lattice = lattice

    def one(self, kinds: Sequence[str], pronoun: Pronoun) -> tuple[str, str] | None:
        """The value that a word means and the goal that was about it, by the user's answer where several may be.

        None where it does not count, or where nothing of these kinds was spoken of.
        """
        every, together = self._rows(kinds)
        sense = sense_of(pronoun.sense or "it")
        if sense.how == SAME:
            return next(((one.value, one.goal_id) for one in every if one.value == pronoun.said), None)
        count = count_in(self._lattice.grammar, pronoun.said)
        if not every:
            unsaid = sense.how in (*ONE, *ENDS) or count
            known = self._discourse.earlier.value(kinds) if unsaid and kinds[0] != TEXT else None
            return None if known is None else self._asked(pronoun, ())
        if sense.how in ONE:
            found = picked((every, together), sense.how, sense.number)
            alone = sense.how == "pair" and sense.number < 0 and len(every) == 1
            meant = found[0] if len(found) == 1 else every if alone else []
            return self._asked(pronoun, every) if self._mixed() or not meant else (meant[0].value, meant[0].goal_id)
        wrong = count and count != len(every)
        return self._asked(pronoun, together or every) if together or wrong else None

    def each(self, kinds: Sequence[str], pronoun: Pronoun) -> list[Pronoun]:
        """Words for each of the values that one word stands for, where it means several that were spoken of."""
        every, together = self._rows(kinds)
        sense = sense_of(pronoun.sense or "it")
        if sense.how not in (*ENDS, "them") or len(every) < 2:
            return []
        if sense.how in ENDS:
            found = picked((every, together), sense.how, sense.number)
        else:
            count = count_in(self._lattice.grammar, pronoun.said)
            rows = [row for row in (together, every) if row and (not count or len(row) == count)]
            found = rows if not rows or len(rows[0]) != len(rows[-1]) else rows[:1]
        if len(found) != 1 or self._mixed():
            value, _ = self._asked(pronoun, every)
            found = [[one for one in every if one.value == value]]
        return [Pronoun(SAME, one.value) for one in found[0]]

    def _rows(self, kinds: Iterable[str]) -> tuple[list[Spoken], list[Spoken]]:
        """All that was spoken of, in the order it was said first, and what the last clause to speak of any named."""
        spoken = [one for one in self._discourse.spoken if one.kind in kinds]
        last = [one for one in spoken if one.clause == spoken[-1].clause]
        every, named = _once(spoken), {one.value.lower() for one in last}
        together = [one for one in every if one.value.lower() in named]
        return every, together if len(together) > 1 else []

    def _mixed(self) -> bool:
        """Whether files were named as well, which words of order may count too."""
        return bool(self._discourse.in_order)

    def _asked(self, pronoun: Pronoun, row: Sequence[Spoken]) -> tuple[str, str]:
        """The value that the user answers."""
        labels = {one.value: one.goal_id for one in row}
        asked = f'Which one do you mean by "{pronoun.said}"?'
        answer = self._discourse.ask(f"which:{pronoun.said}", asked, tuple(labels))
        return answer, labels.get(answer, "")


def _once(spoken: Iterable[Spoken]) -> list[Spoken]:
    """Each value once, where it was said first, with the goal that was about it last."""
    first: dict[str, Spoken] = {}
    for one in spoken:
        known = first.get(one.value.lower())
        first[one.value.lower()] = one if known is None else msgspec.structs.replace(known, goal_id=one.goal_id)
    return list(first.values())
