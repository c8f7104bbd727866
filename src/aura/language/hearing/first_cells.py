"""What stands in a cell of a table that is only made now: "a spreadsheet called rain *with 12 in cell A1*"."""

from __future__ import annotations

from aura.language.utterance.lattice import COUNTING, Lattice
from aura.language.words.tokens import CELL

FIRST_HELD, INTO_CELL, TABLE, MAKES = "first_held", "into_cell", ".xlsx", "create "
LONGEST_VALUE = 6


def put_into_it(lattice: Lattice) -> str | None:
    """The utterance with what a new table holds in a cell put there; None where it makes none, or fills no cell."""
    for begin in lattice.beginnings.get(FIRST_HELD, ()):
        end, _, said = max((hit for hit in lattice.at(begin, FIRST_HELD) if not hit[1]), default=(0, 0.0, ""))
        value = range(end + 1, min(lattice.size, end + LONGEST_VALUE + 1))
        if end and _is_made(lattice, begin) and any(_fills(lattice, end, at) for at in value):
            tokens, text = lattice.tokens, lattice.text
            return f"{text[: tokens[begin].start]}{said}{text[tokens[end - 1].end :]}"
    return None


def _is_made(lattice: Lattice, end: int) -> bool:
    """Whether a new table is what is asked for before a token."""
    made = [at for at in range(end) if any(said.startswith(MAKES) for said in _exactly(lattice, at, "verb"))]
    kinds = [at for at in range(end) if TABLE in _exactly(lattice, at, "kind")]
    led = [at for at in kinds if any(lattice.in_set(word, "indefinite") for word in range(max(0, at - 2), at))]
    goes_on = bool(led) and any(lattice.at(word, "joint") for word in range(led[-1], end))
    return bool(made and led) and made[0] < led[-1] and not goes_on


def _exactly(lattice: Lattice, at: int, category: str) -> list[str]:
    return [said for _, cost, said in lattice.at(at, category) if not cost]


def _fills(lattice: Lattice, begin: int, at: int) -> bool:
    """Whether words end at a token with where they stand, a cell behind which nothing more is said of that."""
    if any(lattice.tokens[word].shape == "mark" or lattice.at(word, "joint") for word in range(begin, at)):
        return False
    ends = (end + _cell(lattice, end) for end in lattice.ends(at, INTO_CELL) if _cell(lattice, end))
    return any(_is_over(lattice, end) for end in ends)


def _is_over(lattice: Lattice, end: int) -> bool:
    return lattice.is_over(end) or bool(lattice.at(end, "joint"))


def _cell(lattice: Lattice, at: int) -> int:
    """How many tokens from one on name a cell: "A1", "a one"."""
    if at < lattice.size and CELL.fullmatch(lattice.tokens[at].text.lower()):
        return 1
    spoken = at + 1 < lattice.size and len(lattice.low[at]) == 1 and lattice.low[at].isalpha()
    counted = spoken and (lattice.low[at + 1].isdigit() or any(lattice.in_set(at + 1, name) for name in COUNTING))
    return 2 if counted else 0
