"""What is probably beside the command of an utterance, and whether it asks for anything: by signs, or an encoder."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Protocol

from aura.language.annotating.annotation import BESIDE, SAID, Annotation, Annotator
from aura.language.directives.directive import directive
from aura.language.tagging.tagger import Tagging, taggings, taggings_of
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import requests

SURE_BY_SIGNS, HARDLY_BY_SIGNS = 0.92, 0.25
SURE, HARDLY, NOT_AT_ALL, LIKELY_BY_SIGNS, NEVER = 0.8, 0.85, 0.75, 0.85, 0.005
"""How probable it is at least that something is asked for, to be sure of it, and not to have to ask about it: in
general, where it is asked for politely ("could you …"), signs make it likely, or no remark is only a guess, and where
nothing is told beside it at all."""
CERTAIN, CERTAINLY_ASKED = 0.9, 0.97
"""How probable it is at least by the encoder that words are beside a command, and that there is one, to be certain."""
LEAST_OPENING = 0.7
"""How probable a tagging is at least by the encoder whose first stretch opens the utterance."""
REMEMBERED = 64
"""Utterances whose annotations are kept: the ways to hear one sentence."""


class Estimates(Protocol):
    """What was learned of how people talk, asked of one utterance at a time."""

    def taggings(self, lattice: Lattice, most: int) -> list[Tagging]:
        """The likeliest taggings that leave something beside the command, the likeliest first."""
        ...

    def surely_asked(self, lattice: Lattice) -> bool:
        """Whether something is surely asked for now."""
        ...

    def hardly_asked(self, lattice: Lattice, *, told: bool = True, guessed: bool = True) -> bool:
        """Whether it is so doubtful that anything is asked for now that it has to be asked about first.

        Where nothing is `told` beside what is asked for, or what is was not only `guessed` to be that, it takes more.
        """
        ...

    def certain(self, lattice: Lattice, probability: float) -> bool:
        """Whether words of an utterance are beside its command for sure, where that is so probable."""
        ...

    def of(self, lattice: Lattice) -> Annotation | None:
        """What is said of each word of an utterance; None where nothing is, or there is nobody to ask."""
        ...

    def least_opening(self) -> float:
        """How probable a tagging is at least that is looked at, where a stretch of it opens the utterance."""
        ...


class BySigns:
    """Estimates from single words, pairs of them, and what the lexicon knows: needs no library."""

    def taggings(self, lattice: Lattice, most: int) -> list[Tagging]:
        """The likeliest taggings by a linear chain."""
        return taggings(lattice, most)

    def surely_asked(self, lattice: Lattice) -> bool:
        """Whether logistic regression is sure of it."""
        return directive(lattice) >= SURE_BY_SIGNS

    def hardly_asked(self, lattice: Lattice, *, told: bool = True, guessed: bool = True) -> bool:
        """Whether logistic regression speaks against it."""
        return directive(lattice) < HARDLY_BY_SIGNS

    def certain(self, lattice: Lattice, probability: float) -> bool:
        """Never: single words know too little of each other."""
        return False

    def of(self, lattice: Lattice) -> Annotation | None:
        """Nothing, for the same reason."""
        return None

    def least_opening(self) -> float:
        """As little as any: what is left must still be read."""
        return 0.0


BY_SIGNS = BySigns()


class ByEncoder:
    """Estimates from the meaning of the words where they stand; by signs, where there turns out to be no annotator.

    It is made when something is first asked: a sentence that is plainly read never waits for it.
    """

    def __init__(self, make: Callable[[], Annotator | None]) -> None:
        self._make = make
        self._known: OrderedDict[str, Annotation] = OrderedDict()

    def taggings(self, lattice: Lattice, most: int) -> list[Tagging]:
        """The likeliest taggings by what the encoder says of each token, but those that take a slot for a remark."""
        found = self.of(lattice)
        if found is None:
            return BY_SIGNS.taggings(lattice, most)
        slotted = [at for at, shares in enumerate(found.labels) if _is_slotted(shares)]
        return [one for one in taggings_of(found.pairs, most) if not _holds(one, slotted)]

    def surely_asked(self, lattice: Lattice) -> bool:
        """Whether the encoder is sure of it."""
        found = self.of(lattice)
        return BY_SIGNS.surely_asked(lattice) if found is None else found.asked >= SURE

    def hardly_asked(self, lattice: Lattice, *, told: bool = True, guessed: bool = True) -> bool:
        """Whether the encoder doubts it."""
        found = self.of(lattice)
        if found is None or (not told and found.asked >= NEVER and not BY_SIGNS.hardly_asked(lattice)):
            return found is None and BY_SIGNS.hardly_asked(lattice)
        polite = any(requests(lattice, at) for at in range(lattice.size))
        likely = polite or directive(lattice) >= LIKELY_BY_SIGNS
        return found.asked < (NOT_AT_ALL if likely or not guessed else HARDLY)

    def certain(self, lattice: Lattice, probability: float) -> bool:
        """Where hardly anything else is thought possible, and something is asked for beyond doubt."""
        found = self.of(lattice)
        return found is not None and probability >= CERTAIN and found.asked >= CERTAINLY_ASKED

    def least_opening(self) -> float:
        """More than elsewhere: "*I've just finished* moving it" opens like a remark."""
        return BY_SIGNS.least_opening() if self._annotator is None else LEAST_OPENING

    def of(self, lattice: Lattice) -> Annotation | None:
        """What the encoder says of an utterance, once for each; None where there is nothing, or nobody, to ask."""
        if not lattice.size or self._annotator is None:
            return None
        if lattice.text not in self._known:
            self._known[lattice.text] = self._annotator.annotate(lattice)
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return self._known[lattice.text]

    @cached_property
    def _annotator(self) -> Annotator | None:
        return self._make()


def _is_slotted(shares: Mapping[str, float]) -> bool:
    """Whether a token surely fills a slot, by its labels."""
    return bool(shares) and shares.get(SAID, 0.0) + shares.get(BESIDE, 0.0) < 1 - SURE


def _holds(tagging: Tagging, tokens: Iterable[int]) -> bool:
    """Whether one of some tokens is in a stretch that is taken to be beside the command."""
    return any(start <= at < end for start, end in tagging.stretches for at in tokens)
