"""What has the number it was said with before: "move it to desktop 3, then show me *that desktop*" → "*desktop 3*".

Only what could be a place of its own by its name needs it: elsewhere the word that points does.
"""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers

PLACE = "anchor"


def numbered_as_before(lattice: Lattice) -> str | None:
    """The utterance with the number of what is pointed at again; None where nothing was said with one."""
    for at in range(3, lattice.size - 1):
        noun, said = at + 1, lattice.low[at + 1]
        if not lattice.in_set(at, "demonstrative") or noun + 1 not in lattice.ends(noun, PLACE):
            continue
        numbers = Numbers(lattice)
        before = [word for word in range(at - 1) if lattice.low[word] == said]
        ends = [number[0] for word in before if (number := numbers.at(word + 1)) is not None and number[0] <= at]
        if len(before) == 1 and ends:
            text, tokens = lattice.text, lattice.tokens
            return f"{text[: tokens[at].start]}{lattice.text_of(before[0], ends[0])}{text[tokens[noun].end :]}"
    return None
