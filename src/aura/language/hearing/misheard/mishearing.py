"""What was said, where the text is what a recogniser made of it: words twice in a row, letters one by one."""

from __future__ import annotations

from collections.abc import Container, Iterator

from aura.language.hearing.misheard.respelling import every_word
from aura.language.utterance.lattice import COUNTING, Lattice
from aura.language.words.tokens import is_letter

LONGEST_SAID_TWICE = 4
FEWEST_LETTERS = 2
LONGEST_BROKEN_OFF = 3
"""Words of a question that is broken off."""
QUESTION, SMALL = "question", ("being", "pronoun", "article")
ARTICLES = ("a", "i")
"""Letters that are words; they begin no word that is spelled."""


def reheard(lattice: Lattice, named: Container[int] = ()) -> str | None:
    """An utterance with what is said twice in a row said once, and letters joined: "the the p d f" → "the pdf".

    What is said twice among the tokens that are `named` is a name or a text, and stays, and so do capital letters; no
    name has "the the" in it.
    """
    text, done = "", 0
    for start, end, instead in _otherwise(lattice, named):
        if start >= done:
            text, done = text + lattice.text[done:start] + instead, end
    return text + lattice.text[done:] if done else None


def begun_again(lattice: Lattice) -> str | None:
    """A question without the one that was broken off before it: "what was it um *what was my locker code*"."""
    begin = _behind_breath(lattice)
    if lattice.size <= begin + LONGEST_BROKEN_OFF or not _asks(lattice, begin):
        return None
    for at in range(begin + 1, begin + LONGEST_BROKEN_OFF + 1):
        small = all(lattice.class_name(word) in SMALL for word in range(begin + 1, at))
        if small and _asks(lattice, at) and lattice.in_set(at + 1, "asked_with"):
            return lattice.text[lattice.tokens[at].start :]
    return None


def _behind_breath(lattice: Lattice) -> int:
    """Where what is said before going on ends: "*oh hang on* what was it"."""
    at = 0
    while at < lattice.size:
        ends = [*lattice.ends(at, "filler", "correction")]
        passed = lattice.in_set(at, "taking_breath") or (at > 0 and lattice.tokens[at].shape == "mark")
        if not ends and not passed:
            break
        at = max(ends, default=at + 1)
    return at


def _asks(lattice: Lattice, at: int) -> bool:
    return any(kind == QUESTION for _, cost, kind in lattice.at(at, "asks") if not cost)


def _otherwise(lattice: Lattice, named: Container[int]) -> Iterator[tuple[int, int, str]]:
    """Stretches of the text, and what is to stand in their place."""
    tokens = lattice.tokens
    for at, token in enumerate(tokens):
        if (letters := _letters(lattice, at)) - at >= FEWEST_LETTERS:
            if at in named and lattice.tokens[at].text.isupper():
                continue
            yield token.start, tokens[letters - 1].end, "".join(lattice.low[at:letters])
        elif (at not in named or lattice.structure[at]) and (twice := _said_twice(lattice, at)):
            yield token.start, tokens[at + twice].start, ""


def _letters(lattice: Lattice, at: int) -> int:
    """Where letters that are said one by one from a token on end."""
    end = at
    while end < lattice.size and is_letter(lattice.tokens[end]) and (end > at or lattice.low[end] not in ARTICLES):
        end += 1
    return end


def _said_twice(lattice: Lattice, at: int) -> int:
    """How many words of the language are said again right behind them; a number may be meant twice, and so a name."""
    low, tokens, known = lattice.low, lattice.tokens, every_word(lattice.grammar)
    for count in range(min(LONGEST_SAID_TWICE, (lattice.size - at) // 2), 0, -1):
        words = range(at, at + count)
        counted = any(lattice.in_set(word, name) for word in words for name in COUNTING)
        plain = not counted and all(tokens[word].shape == "word" for word in words)
        if (
            plain
            and low[at : at + count] == low[at + count : at + 2 * count]
            and known.issuperset(low[at : at + count])
        ):
            return count
    return 0
