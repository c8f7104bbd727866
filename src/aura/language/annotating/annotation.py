"""What an encoder says of an utterance: which tokens are beside its command, which fill slots, what is asked for."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from aura.language.tagging.tagger import Scores
from aura.language.utterance.lattice import Lattice

SAID, BESIDE = "", "beside"
"""The labels of a token that only says what to do, and of one that is beside the command; any other is a slot."""


class Annotation(Struct, frozen=True):
    """What is said of each token, and of the whole.

    `pairs` weighs the tags of remarks as the tagger does. `labels` gives each label with its probability, the likeliest
    first. `begins` is how probable it is that the words of a command begin at a token, and `actions` which it would
    be. `asked` is how probable it is that anything is asked for now.
    """

    pairs: Scores
    labels: list[dict[str, float]]
    begins: list[float]
    actions: list[dict[str, float]]
    asked: float


class Annotator(Protocol):
    """An encoder that was taught what the words of an utterance are for."""

    def annotate(self, lattice: Lattice) -> Annotation:
        """What it says of an utterance; one without tokens is not asked about."""
        ...
