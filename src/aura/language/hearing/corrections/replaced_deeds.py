"""What is not to be done, said first, before what is done in its place: "*instead of deleting a.txt,* move it"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice

IN_PLACE_OF, DENIED, COMMA, FILE = "in_place_of", "denied", ",", "file"
LONGEST = 8
"""Tokens of what is replaced at most."""


def instead_of_a_deed(lattice: Lattice) -> str | None:
    """The utterance from its order on, with the one file named before it where it points; None where it is another."""
    ends = [end for end, cost, how in lattice.at(0, IN_PLACE_OF) if not cost and how != DENIED]
    begin = max(ends, default=lattice.size)
    if begin >= lattice.size or COMMA not in lattice.low[begin : begin + LONGEST]:
        return None
    behind = lattice.low.index(COMMA, begin) + 1
    several = any(lattice.begins(at, "joint") for at in range(begin, behind - 1))
    if several or not _is_deed(lattice, begin) or behind >= lattice.size or not lattice.begins_clause(behind):
        return None
    return _ordered(lattice, begin, behind)


def _is_deed(lattice: Lattice, at: int) -> bool:
    """Whether a verb that commands stands at a token, in any of its forms: "*deleting*", "*open*"."""
    return lattice.begins(at, "verb") or lattice.begins_clause(at)


def _ordered(lattice: Lattice, begin: int, behind: int) -> str | None:
    """What is ordered behind a replaced deed: it must name its own thing, or point at the only file of that."""
    text, tokens = lattice.text, lattice.tokens
    pointing = [at for at in range(behind, lattice.size) if lattice.begins(at, "it")]
    if not pointing:
        return text[tokens[behind].start :]
    files = [at for at in range(begin, behind) if tokens[at].shape == FILE]
    again = any(tokens[at].shape == FILE for at in range(behind, pointing[0]))
    if len(files) != 1 or len(pointing) != 1 or again:
        return None
    at = pointing[0]
    return f"{text[tokens[behind].start : tokens[at].start]}{tokens[files[0]].text}{text[tokens[at].end :]}"
