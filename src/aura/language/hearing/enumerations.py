"""Commands that are counted: "one, make a folder x. two, list it" → "make a folder x, then list it"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers

COUNTED = (",", ".", ")", ":", "-")
"""Marks behind a number that counts what follows."""


def one_after_another(lattice: Lattice) -> str | None:
    """The utterance with its counted commands said one after another; None where it has no two of them."""
    counts = _counts(lattice, Numbers(lattice))
    if len(counts) < 2:
        return None
    text, tokens, said = lattice.text, lattice.tokens, []
    ends = [at for at, _ in counts[1:]]
    for (_, begin), end in zip(counts, [*ends, lattice.size], strict=True):
        last = end
        while last > begin and tokens[last - 1].shape == "mark":
            last -= 1
        said.append(text[tokens[begin].start : tokens[last - 1].end])
    first = counts[0][0]
    behind = text[tokens[-1].start :] if tokens[-1].shape == "mark" else ""
    joint = f", {next(iter(lattice.grammar.words['following']))} "
    return text[: tokens[first].start] + joint.join(said) + behind


def _counts(lattice: Lattice, numbers: Numbers) -> list[tuple[int, int]]:
    """Where each counted command's number stands, and where it begins; from one on, in order."""
    found = list[tuple[int, int]]()
    for at in range(lattice.size - 2):
        number = numbers.at(at)
        if number is None or number[1] != str(len(found) + 1) or lattice.low[number[0]] not in COUNTED:
            continue
        apart = at == 0 or lattice.tokens[at - 1].shape == "mark" or lattice.low[number[0]] in (")", ".")
        if apart and (found or _only_leads(lattice, at)) and lattice.begins_clause(number[0] + 1):
            found.append((at, number[0] + 1))
    return found


def _only_leads(lattice: Lattice, end: int) -> bool:
    """Whether nothing is asked for before a token: "*three jobs.* one, …"."""
    return not any(lattice.begins_clause(at) for at in range(end))
