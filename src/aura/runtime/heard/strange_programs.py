"""A word that nobody knows may be a program's name, where that makes an utterance clear: "*sketchup* hangs, kill it".

So may a site's, which many have as a program, too: "close *netflix*".
With a capital it is read as one anyhow; who dictates, or types in a hurry, gives it none. So may a word that anybody
knows, where it is ended and started again, or hangs: "close *dragon* and open it again", "*rhino*'s frozen, kill it".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from aura.language.hearing.misheard.respelling import respellings
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.language.words.tokens import Token
from aura.providers.known_words import SHORTEST, is_anybodys
from aura.runtime.choosing.alone import UNDONE, Alone, Said, Understand, steps_of
from aura.runtime.heard.complaints import ENDED, STARTED_AGAIN, ends_of
from aura.runtime.house import House

UNCLEAR = (*UNDONE, "clarification")
POSSESSIVE = "'s"
MOST_STRANGE = 2
"""Strange words of which one may be a program's name: "*factorio* hangs, kill it, the *autosave* ran"."""
ASKED = "?!. "
LEADS_ON, PANES = ("article", "preposition", "called", "naming"), "panes"


class StrangePrograms:
    """Looks at an utterance with a strange word taken for a program; `understand` plans a text."""

    def __init__(self, house: House, understand: Understand) -> None:
        self._house = house
        self._understand = understand

    def of(self, found: Alone, said: Said) -> Alone | None:
        """What an utterance comes to where one such word is a program's name, if something is done with it only."""
        strange: list[str] = []
        common: list[str] = []
        if found.result.status in UNCLEAR:
            strange = [*dict.fromkeys(self._strange(said()))]
            common = [] if strange else [*dict.fromkeys(self._common(said()))]
        elif _in_its_words(found):
            strange = [*dict.fromkeys(self._strange(said(), asked=True))]
        if not 0 < len(strange) + len(common) <= MOST_STRANGE:
            return None
        utterance = found.result.utterance
        tried = (*map(partial(self._known, utterance), strange), *map(partial(self._ended, utterance), common))
        done = [again for again in tried if again is not None]
        return done[0] if len(done) == 1 else None

    def _ended(self, utterance: str, word: str) -> Alone | None:
        """What an utterance comes to where a word is a program's name, if that is ended and started, or hangs."""
        again = self._known(utterance, word)
        ends = ends_of(again, self._house) if again is not None else []
        lattice = lattice_of(self._house.grammar, utterance)
        named = (at for at, low in enumerate(lattice.low) if low.removesuffix(POSSESSIVE) == word)
        killed = ends == ENDED and any(_hangs(lattice, at) for at in named)
        return again if killed or ends == STARTED_AGAIN else None

    def _known(self, utterance: str, word: str) -> Alone | None:
        """What an utterance comes to where a word is a program's name, if something is done with that."""
        with self._house.knowing(word):
            again = self._understand(utterance, {})
        return again if _is_done_with(again, word) else None

    def _common(self, lattice: Lattice) -> Iterator[str]:
        """The words that anybody knows, but no domain, and that name what an order or what is told first is about."""
        known = self._house.values.words | lattice.known.words
        again = any(lattice.in_set(at, "returning") for at in range(lattice.size))
        for at, token in enumerate(lattice.tokens):
            word = token.low.removesuffix(POSSESSIVE)
            ordered = again and at > 0 and lattice.begins_clause(at - 1)
            named = _may_name(token, word) and (ordered or (_hangs(lattice, at) and not _is_of_a_thing(lattice, at)))
            said = word in known or word in lattice.grammar.vocabulary or lattice.class_name(at)
            if named and is_anybodys(word) and not said:
                yield word

    def _strange(self, lattice: Lattice, *, asked: bool = False) -> Iterator[str]:
        """The words that say nothing, that nobody knows, and that are no slip of the hand for others.

        Where anything at all is `asked`, a program is what something is asked of: "is *sketchup* still open".
        """
        sites = {word for site in self._house.settings.sites.values() for word in site.words}
        known = self._house.values.words
        slips = {one.position for one in respellings(lattice, (), known)}
        for at, token in enumerate(lattice.tokens):
            word = token.low.removesuffix(POSSESSIVE)
            plain = _may_name(token, word) and (not asked or _may_run(lattice, at))
            said = at in slips or word in known or word in lattice.grammar.vocabulary or is_anybodys(word)
            if not plain or (said and word not in sites):
                continue
            if not (_is_of_a_thing(lattice, at) or lattice.class_name(at)):
                yield word


def _may_name(token: Token, word: str) -> bool:
    """Whether a token is a word without a capital that may be a program's name."""
    return token.shape == "word" and token.text == token.low and word.isalpha() and len(word) >= SHORTEST


def _in_its_words(found: Alone) -> bool:
    """Whether a step takes an utterance in its own words, as a question about anything at all does."""
    words = found.result.utterance.rstrip(ASKED)
    return any(words in step["inputs"].values() for step in steps_of(found))


def _may_run(lattice: Lattice, at: int) -> bool:
    """Whether it may be asked whether what a token names runs: "is *sketchup* still open", not "is *lent* still on"."""
    runs = any(lattice.in_set(word, "running_as_programs") for word in (at + 1, at + 2))
    return at > 0 and lattice.class_name(at - 1) == "being" and runs


def _hangs(lattice: Lattice, at: int) -> bool:
    """Whether it is told that what a token names hangs: "*rhino's* frozen", "*rhino* is frozen"."""
    being = lattice.class_name(at + 1) == "being"
    said = being or lattice.low[at].endswith(POSSESSIVE)
    return said and lattice.in_set(at + 1 + being, "hanging")


def _is_of_a_thing(lattice: Lattice, at: int) -> bool:
    """Whether a word is a thing or a name by the one before it: "*the zorbo* hangs", not "the *revit window*"."""
    if not at or lattice.in_set(at + 1, PANES):
        return False
    return lattice.in_set(at - 1, "determiner") or lattice.class_name(at - 1) in LEADS_ON


def _is_done_with(again: Alone, word: str) -> bool:
    """Whether something is planned, and done with a program of that name."""
    return any(word in step["inputs"].values() for step in steps_of(again))
