"""What one slip of the hand costs, and the keys under which a word is found in spite of one."""

from __future__ import annotations

from collections.abc import Iterable

TRANSPOSITION = 10.0
EDIT = 14.0
EDIT_IN_SHORT_WORD = 20.0

LONG_WORD = 8
LONG = 7
"""Letters of a word in which two slips are believed where passing over it would be dear."""


def misspelt(said: str, words: Iterable[str]) -> bool:
    """Whether a word may stand for one of some others: one slip away, or two where both are long."""
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract

    near = extract(said, list(words), scorer=OSA.distance, score_cutoff=2, limit=None)
    return any(slips < 2 or min(len(said), len(word)) >= LONG for word, slips, _ in near)


def one_letter_less(word: str) -> set[str]:
    """A word, and what is left of it without any one of its letters."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def transposed(said: str, word: str) -> bool:
    """Whether two neighbouring letters have changed places, and nothing else differs."""
    return len(said) == len(word) and edit_cost(said, word) == TRANSPOSITION


def edit_cost(said: str, word: str, shortest: int = 5) -> float:
    """The price of one transposition, insertion, deletion or substitution; 0 where it is none of these.

    Other slips than transpositions need a word of at least `shortest` letters.
    """
    shorter, longer = sorted((len(said), len(word)))
    if longer - shorter > 1:
        return 0.0
    same = 0
    while same < shorter and said[same] == word[same]:
        same += 1
    edit = 0.0 if longer < shortest else EDIT if longer >= 6 else EDIT_IN_SHORT_WORD
    if len(said) != len(word):
        rest = said[same + 1 :] == word[same:] if len(said) > len(word) else said[same:] == word[same + 1 :]
        return edit if rest else 0.0
    if said[same : same + 2] == word[same : same + 2][::-1] and said[same + 2 :] == word[same + 2 :]:
        return TRANSPOSITION
    return edit if said[same + 1 :] == word[same + 1 :] else 0.0


def plainly_misspelt(low: str, word: str) -> bool:
    """Whether a long word is one slip away from another, and not just another form of it."""
    return len(low) >= LONG_WORD and not low.startswith(word) and not word.startswith(low)
