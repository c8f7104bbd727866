"""What an utterance says with a subject that was left out: "is raining, mute the tv" → "it is raining, mute the tv".

Some who learned English do without it, as in their own language. A question names its subject behind the verb.
"""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice

MEANT = "impersonal"
"""The set of the word that such a verb has for a subject."""


def with_subject(lattice: Lattice) -> str | None:
    """The utterance with the first subject that was left out; None where there is none."""
    for at in range(lattice.size - 2):
        if (
            lattice.in_set(at, "being_so")
            and (not at or lattice.tokens[at - 1].shape == "mark")
            and _tells(lattice, at)
        ):
            start, subject = lattice.tokens[at].start, next(iter(lattice.grammar.words[MEANT]))
            return f"{lattice.text[:start]}{subject} {lattice.tokens[at].low}{lattice.text[lattice.tokens[at].end :]}"
    return None


def _tells(lattice: Lattice, at: int) -> bool:
    """Whether what goes on behind a verb, or why something is, follows it, and nobody of whom that could be asked."""
    after = lattice.tokens[at + 2].shape == "mark" or not lattice.ends_like(at + 2, "past")
    return bool(lattice.at(at + 1, "cause")) or (lattice.ends_like(at + 1, "judged") and after)
