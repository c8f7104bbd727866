"""Where a text begins that was announced: behind a colon, or behind a word that only says what it is."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import past_that

INTRODUCING = ":"
LONGEST_KIND = 2


def announced_from(lattice: Lattice, position: int, labels: str = "plain_labels") -> int:
    """Where a text begins that is announced at a token: behind a colon, before which words may only point at it.

    "With *this:* all gone", "*please:* all gone", "write *you also:* all gone". So may a comma, "the sentence, …", and
    what only says of which kind it is, one of some `labels`: "*the number* 42", but not "the code 42" of a fact.
    """
    colon = position
    if labels and _is_labelled(lattice, position, labels):
        return position + 2
    if position and lattice.is_word(position, ",") and lattice.in_set(position - 1, "text_intro"):
        return position + 1
    if lattice.in_set(colon, "speaker") and lattice.in_set(colon + 1, "announcing"):
        colon += 1
    while lattice.in_set(colon, "announcing") or lattice.in_set(colon, "polite"):
        colon += 1
    told, pointed = colon, colon > position and lattice.class_name(colon - 1) != "article"
    while pointed and told < colon + LONGEST_KIND and _is_plain(lattice, told):
        told += 1  # "Write *this honest conclusion:* all gone", but not "the line *Monday:* gym".
    timed = told + 1 < lattice.size and lattice.low[told - 1].isdigit() and lattice.low[told + 1].isdigit()
    return told + 1 if lattice.is_word(told, INTRODUCING) and not timed else past_that(lattice, position)


def _is_labelled(lattice: Lattice, at: int, labels: str) -> bool:
    """Whether words only say what the name or the figure behind them is: "*the number* 42", "*the name* Tom"."""
    value = at + 2
    if value >= lattice.size or lattice.class_name(at) != "article" or not lattice.in_set(at + 1, labels):
        return False
    last = next((word for word in range(value, lattice.size) if not _is_value(lattice.tokens[word].text)), lattice.size)
    ended = last >= lattice.size or lattice.tokens[last].shape == "mark" or bool(lattice.class_name(last))
    return ended and last > value


def _is_value(text: str) -> bool:
    """Whether a word is a name, a figure, or a single letter."""
    return text[0].isupper() or any(letter.isdigit() for letter in text) or (len(text) == 1 and text.isalpha())


def _is_plain(lattice: Lattice, at: int) -> bool:
    """Whether a token is a word that is no word of structure."""
    return at < lattice.size and lattice.tokens[at].shape == "word" and lattice.class_name(at) in ("", "noun")
