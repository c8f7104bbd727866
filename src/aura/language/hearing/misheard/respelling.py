"""What an utterance may say if a word that nobody knows is a slip of the hand for one that the language has, or a word
was heard as one that sounds like it.

The lattice believes slips as it reads. Here is what it does not: slips in short words, and in words that only tell what
others mean. So such a reading is looked for second, where the first gave nothing or rests on the word itself.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from aura.language.grammar.grammar import Grammar
from aura.language.grammar.once import Once
from aura.language.utterance.lattice import COUNTING, Lattice
from aura.language.utterance.predicates import NAMING, may_turn
from aura.language.utterance.slips import FIRST_LETTER
from aura.language.utterance.values import near_to_opposite
from aura.language.words.spelling import edit_cost, transposed

SHORTEST_SWAPPED, SHORTEST_SAID, SHORTEST_MEANT, LONGEST = 2, 3, 4, 30
SHORTEST_FAR = 5
"""Letters of a word that may be two slips away from another."""
FAR = 28.0
MISHEARD = 1.0
MOST_KEPT = 4096
"""Words whose neighbours are kept."""


Hardly = Callable[[str, str], bool]
"""Whether a word is said so much more seldom than another that it is hardly meant."""


class Respelled(NamedTuple):
    """An utterance with one word spelled otherwise: which token that is, what believing the slip costs, and the word.

    One that was `misheard` is a word by itself; so `short` a word that begins otherwise may be a name: "close sage" is
    not "close page". One that is `far` is two slips away.
    """

    text: str
    position: int
    cost: float
    word: str
    misheard: bool = False
    short: bool = False
    far: bool = False


def respellings(
    lattice: Lattice, misheard: Container[int], names: Container[str] = (), hardly: Hardly = lambda word, other: False
) -> list[Respelled]:
    """The utterance with a word that nobody knows, none of the `names`, spelled as one a slip away; likeliest first.

    Or one that is known and `hardly` said where another is: "type yes *int* the search field". Or one of some tokens,
    `misheard`, as a word that sounds so.
    """
    words = [at for at in range(lattice.size) if _may_slip(lattice, at)]
    strange = [at for at in words if lattice.low[at] not in names and not _is_of_the_language(lattice, at)]
    slips = [one for at in strange for one in [*_at(lattice, at)] or _far_from(lattice, at)]
    leading = (at for at in words if not at or lattice.low[at] not in names)
    rare = (at for at in leading if at not in strange and len(lattice.low[at]) >= SHORTEST_SAID)
    slips += [one for at in rare for one in _at(lattice, at) if hardly(lattice.low[at], one.word)]
    alike = (one for at in range(lattice.size) if at in misheard for one in _misheard(lattice, at))
    return sorted((*slips, *alike), key=lambda one: one.cost)


def _at(lattice: Lattice, at: int) -> Iterator[Respelled]:
    token, text, turns = lattice.tokens[at], lattice.text, may_turn(lattice, at)
    for word in _near(lattice.grammar)(token.low):
        if turns and word not in lattice.grammar.words["turning"]:
            continue
        other = token.low[0] != word[0] and not transposed(token.low, word)
        cost = edit_cost(token.low, word, SHORTEST_MEANT) + FIRST_LETTER * (token.low[0] != word[0])
        short = other and len(token.low) <= SHORTEST_MEANT
        yield Respelled(text[: token.start] + word + text[token.end :], at, cost, word, short=short)


def _far_from(lattice: Lattice, at: int) -> Iterator[Respelled]:
    """The words two slips away that lead to a name, or that say what to do behind a joint: "and *opwsn* firefox"."""
    token, text, grammar = lattice.tokens[at], lattice.text, lattice.grammar
    if len(token.low) < SHORTEST_FAR:
        return
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    led = bool(lattice.ending(at, "joint"))
    words = [
        word
        for word in likely_meant(grammar)
        if word[0] == token.low[0] and (led or getattr(grammar.classes.get(word), "name", "") in NAMING)
    ]
    for word, _, _ in process.extract(token.low, words, scorer=OSA.distance, score_cutoff=2, limit=None):
        if not (near_to_opposite(grammar, token.low, word) or any(word in grammar.words[name] for name in COUNTING)):
            yield Respelled(text[: token.start] + word + text[token.end :], at, FAR, word, far=True)


def _misheard(lattice: Lattice, at: int) -> Iterator[Respelled]:
    """The words that sound like the one at a token, and that something can be said with."""
    token, text = lattice.tokens[at], lattice.text
    commands = (not at or bool(lattice.ending(at, "joint"))) and lattice.begins_clause(at) and not lattice.corrected(at)
    if token.shape == "word" and not lattice.stands_out[at] and not commands:
        known = lattice.grammar.vocabulary
        for word in (one for one in lattice.grammar.homophones.get(token.low, ()) if one in known):
            yield Respelled(text[: token.start] + word + text[token.end :], at, MISHEARD, word, True)


def _may_slip(lattice: Lattice, at: int) -> bool:
    """Whether a token is a word that may be a slip, and no name: nothing there is called so."""
    token = lattice.tokens[at]
    return (
        token.shape == "word"
        and SHORTEST_SWAPPED <= len(token.low) <= LONGEST
        and token.low.isalpha()
        and not lattice.stands_out[at]
        and not _is_a_name(lattice, at)
        and not lattice.is_known(token.low)
        and token.low not in lattice.grammar.spelling
    )


def _is_of_the_language(lattice: Lattice, at: int) -> bool:
    """Whether a token is a word that the language has for anything."""
    low, grammar = lattice.low[at], lattice.grammar
    return low in grammar.vocabulary or low in every_word(grammar) or low in grammar.templates.words


def _is_a_name(lattice: Lattice, at: int) -> bool:
    """Whether a word is written as a name is, with a capital, where others are not: "close *Sage*"."""
    capital = at > 0 and lattice.tokens[at].text[:1].isupper()
    return capital and any(token.shape == "word" and token.text[:1].islower() for token in lattice.tokens)


@Once
def _near(grammar: Grammar) -> Callable[[str], list[str]]:
    """What finds the words that are near to a word, and keeps what it found: an utterance is heard in many ways."""
    return lru_cache(MOST_KEPT)(lambda said: list(_near_to(grammar, said)))


def _near_to(grammar: Grammar, said: str) -> Iterator[str]:
    """The words one slip away; of numbers, and what is near to its opposite, only those whose letters were swapped."""
    if len(said) < SHORTEST_MEANT:
        yield from _swapped(said, (grammar.classes, *(grammar.words[name] for name in COUNTING)))
    if len(said) < SHORTEST_SAID:
        return
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    for word, _, _ in process.extract(said, likely_meant(grammar), scorer=OSA.distance, score_cutoff=1, limit=None):
        guarded = near_to_opposite(grammar, said, word) or any(word in grammar.words[name] for name in COUNTING)
        if not guarded or transposed(said, word):
            yield word


def is_swapped(lattice: Lattice, at: int) -> bool:
    """Whether a token that is no word of the language is a small one with letters swapped: "eggs *ot* notes.txt"."""
    low = lattice.low[at]
    short = lattice.tokens[at].shape == "word" and len(low) < SHORTEST_MEANT and not lattice.stands_out[at]
    return short and any(_swapped(low, [lattice.grammar.classes])) and low not in every_word(lattice.grammar)


def _swapped(said: str, words: Iterable[Container[str]]) -> Iterator[str]:
    """The words of some sets that a short one is with two letters swapped: "ot" is "to", "nad" is "and"."""
    swapped = (said[:at] + said[at + 1] + said[at] + said[at + 2 :] for at in range(len(said) - 1))
    yield from (word for word in swapped if word != said and any(word in one for one in words))


@Once
def every_word(grammar: Grammar) -> frozenset[str]:
    """Every single word that the language has for anything."""
    return frozenset(grammar.vocabulary).union(*grammar.words.values())


@Once
def likely_meant(grammar: Grammar) -> list[str]:
    """The words that a slip may stand for: those of the language that are long enough, and not only real."""
    words = every_word(grammar) - (grammar.words["real"].keys() - grammar.vocabulary)
    return sorted(word for word in words if len(word) >= SHORTEST_MEANT and word.isalpha())
