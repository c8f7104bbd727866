"""What an utterance orders of a control of which it told how it is: "*the volume is at 30;* it should be at 50"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import past_mark
from aura.language.utterance.numbers import Numbers

CONTROL, MARK = "control", "mark"


def level_after_told(lattice: Lattice) -> str | None:
    """The utterance from its order on, with the control where it points; None where no number was told of one."""
    start = lattice.skip(0, "determiner")
    end = max(lattice.ends(start, CONTROL), default=0)
    if not end or end >= lattice.size or lattice.class_name(end) != "being":
        return None
    numbers = Numbers(lattice)
    told = numbers.at(end + 1 + (lattice.class_name(end + 1) == "preposition"))
    behind = lattice.size if told is None else past_mark(lattice, told[0])
    pointing = [at for at in range(behind, lattice.size) if lattice.begins(at, "it")]
    if len(pointing) != 1 or not any(numbers.at(at) is not None for at in range(pointing[0] + 1, lattice.size)):
        return None
    at, text, tokens = pointing[0], lattice.text, lattice.tokens
    wished = at == behind and lattice.in_set(at + 1, "ought")
    if not wished and not (at == behind + 1 and lattice.begins(behind, "verb")):
        return None
    control = text[: tokens[end - 1].end]
    return f"{text[tokens[behind].start : tokens[at].start]}{control}{text[tokens[at].end :]}"
