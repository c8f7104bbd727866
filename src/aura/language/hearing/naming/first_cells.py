"""What stands in a cell of a table that is only made now: "a spreadsheet called rain *with 12 in cell A1*"."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.utterance.lattice import COUNTING, Lattice
from aura.language.utterance.stretches import is_ended
from aura.language.words.tokens import CELL

FIRST_HELD, INTO_CELL = "first_held", "into_cell"
LONGEST_VALUE = 6


def put_into_it(lattice: Lattice) -> str | None:
    """The utterance with what a new table holds in a cell put there; None where it makes none, or fills no cell."""
    for begin in lattice.beginnings.get(FIRST_HELD, ()):
        end, _, said = max((hit for hit in lattice.at(begin, FIRST_HELD) if not hit[1]), default=(0, 0.0, ""))
        value = range(end + 1, min(lattice.size, end + LONGEST_VALUE + 1))
        kinds = (kind for at in value if end for kind in _filled(lattice, end, at))
        if any(_is_made(lattice, kind, begin) for kind in kinds):
            tokens, text = lattice.tokens, lattice.text
            return f"{text[: tokens[begin].start]}{said}{text[tokens[end - 1].end :]}"
    return None


def _is_made(lattice: Lattice, kind: str, end: int) -> bool:
    """Whether a new document of a kind is what is asked for before a token."""
    made = [at for at in range(end) if any(_makes(lattice, form) for form in _exactly(lattice, at, "verb"))]
    kinds = [at for at in range(end) if kind in _exactly(lattice, at, "kind")]
    led = [at for at in kinds if any(lattice.in_set(word, "indefinite") for word in range(max(0, at - 2), at))]
    goes_on = bool(led) and any(lattice.at(word, "joint") for word in range(led[-1], end))
    return bool(made and led) and made[0] < led[-1] and not goes_on


def _makes(lattice: Lattice, form: str) -> bool:
    """Whether a verb makes something: "create", but not "I need", which may be of what is there."""
    frame = lattice.grammar.frames[form.partition(" ")[0]]
    return frame.is_new and not frame.wishes


def _exactly(lattice: Lattice, at: int, category: str) -> list[str]:
    return [said for _, cost, said in lattice.at(at, category) if not cost]


def _filled(lattice: Lattice, begin: int, at: int) -> Iterator[str]:
    """The kinds of document whose cell, with nothing more said of that, ends words at a token: "12 *in cell A1*"."""
    if not any(is_ended(lattice, word) for word in range(begin, at)):
        cells = ((end, _cell(lattice, end), kind) for end, cost, kind in lattice.at(at, INTO_CELL) if not cost)
        yield from (kind for end, tokens, kind in cells if tokens and is_ended(lattice, end + tokens))


def _cell(lattice: Lattice, at: int) -> int:
    """How many tokens from one on name a cell: "A1", "a one"."""
    if at < lattice.size and CELL.fullmatch(lattice.tokens[at].text.lower()):
        return 1
    spoken = at + 1 < lattice.size and len(lattice.low[at]) == 1 and lattice.low[at].isalpha()
    counted = spoken and (lattice.low[at + 1].isdigit() or any(lattice.in_set(at + 1, name) for name in COUNTING))
    return 2 if counted else 0
