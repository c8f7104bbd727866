"""A new name of words that are all written with a capital, in quotes: "a folder called *Do Not Delete*"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import before_last_mark

CALLED, QUOTE = "called", '"'
WORKING = ("negation", "verb", "later", "day", "pronoun", "vague", "being")
"""Classes of words that would do something else than be of a name."""
SHORTEST, LONGEST = 2, 8


def named_in_capitals(lattice: Lattice) -> str | None:
    """The utterance with such a name in quotes, where it ends what is said; None where no word of it is in doubt.

    What leads to it is not written so, else capitals say nothing: "Create A Folder Called Do Not Delete".
    """
    text, tokens = lattice.text, lattice.tokens
    last = before_last_mark(lattice)
    for at in range(1, last - SHORTEST + 1):
        if lattice.class_name(at - 1) != CALLED or not tokens[at - 1].text.islower():
            continue
        words = range(at, last)
        capital = all(tokens[word].shape == "word" and tokens[word].text[:1].isupper() for word in words)
        working = any(lattice.class_name(word) in WORKING for word in words)
        if capital and working and len(words) <= LONGEST:
            start, end = tokens[at].start, tokens[last - 1].end
            return f"{text[:start]}{QUOTE}{text[start:end]}{QUOTE}{text[end:]}"
    return None
