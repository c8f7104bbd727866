"""A word that nobody knows may be a program's name, where that makes an utterance clear: "*sketchup* hangs, kill it".

So may a site's, which many have as a program, too: "close *netflix*".
With a capital it is read as one anyhow; who dictates, or types in a hurry, gives it none.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from aura.language.hearing.misheard.respelling import respellings
from aura.language.utterance.lattice import Lattice
from aura.providers.known_words import SHORTEST, is_anybodys
from aura.runtime.choosing.alone import PLANNED, UNDONE, Alone, Said, Understand
from aura.runtime.house import House

UNCLEAR = (*UNDONE, "clarification")
POSSESSIVE = "'s"
MOST_STRANGE = 2
"""Strange words of which one may be a program's name: "*factorio* hangs, kill it, the *autosave* ran"."""
LEADS_ON, PANES = ("article", "preposition", "called", "naming"), "panes"


class StrangePrograms:
    """Looks at an utterance with a strange word taken for a program; `understand` plans a text."""

    def __init__(self, house: House, understand: Understand) -> None:
        self._house = house
        self._understand = understand

    def of(self, found: Alone, said: Said) -> Alone | None:
        """What an utterance comes to where one strange word is a program's name, if something is done with it only."""
        strange = [*dict.fromkeys(self._strange(said()))] if found.result.status in UNCLEAR else []
        tried = map(partial(self._known, found.result.utterance), strange if len(strange) <= MOST_STRANGE else ())
        done = [again for again in tried if again is not None]
        return done[0] if len(done) == 1 else None

    def _known(self, utterance: str, word: str) -> Alone | None:
        """What an utterance comes to where a word is a program's name, if something is done with that."""
        with self._house.knowing(word):
            again = self._understand(utterance, {})
        return again if _is_done_with(again, word) else None

    def _strange(self, lattice: Lattice) -> Iterator[str]:
        """The words that say nothing, that nobody knows, and that are no slip of the hand for others."""
        sites = {word for site in self._house.settings.sites.values() for word in site.words}
        known = self._house.values.words
        slips = {one.position for one in respellings(lattice, (), known)}
        for at, token in enumerate(lattice.tokens):
            word = token.low.removesuffix(POSSESSIVE)
            plain = token.shape == "word" and token.text == token.low and word.isalpha() and len(word) >= SHORTEST
            said = at in slips or word in known or word in lattice.grammar.vocabulary or is_anybodys(word)
            if not plain or (said and word not in sites):
                continue
            if not (_is_of_a_thing(lattice, at) or lattice.class_name(at)):
                yield word


def _is_of_a_thing(lattice: Lattice, at: int) -> bool:
    """Whether a word is a thing or a name by the one before it: "*the zorbo* hangs", not "the *revit window*"."""
    if not at or lattice.in_set(at + 1, PANES):
        return False
    return lattice.in_set(at - 1, "determiner") or lattice.class_name(at - 1) in LEADS_ON


def _is_done_with(again: Alone, word: str) -> bool:
    """Whether something is planned, and done with a program of that name."""
    steps = again.result.plan["steps"] if again.result.status == PLANNED and again.result.plan is not None else ()
    return any(word in step["inputs"].values() for step in steps)
