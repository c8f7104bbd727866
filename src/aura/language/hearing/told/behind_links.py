"""What is behind a link is had by the link: "download *what's behind* the fees link" → "download the fees link"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import is_ended

LONGEST_NAME = 8
"""Words that a link has at most, with its article."""


def link_itself(lattice: Lattice) -> str | None:
    """The utterance with a link alone in the place of what is behind it; None where nothing is gone behind."""
    for at in lattice.beginnings.get("behind_something", ()):
        end = max(lattice.ends(at, "behind_something"), default=at)
        names = range(end + 2, min(lattice.size, end + LONGEST_NAME))
        link = next((word for word in names if lattice.in_set(word, "leading_elsewhere")), 0)
        ordered = any(lattice.in_set(verb, "going_behind") for verb in range(max(0, at - 2), at))
        plain = all(lattice.tokens[word].shape == "word" and not is_ended(lattice, word) for word in range(end, link))
        if end > at and link and ordered and plain and lattice.in_set(end, "definite"):
            return f"{lattice.text[: lattice.tokens[at].start]}{lattice.text[lattice.tokens[end].start :]}"
    return None
