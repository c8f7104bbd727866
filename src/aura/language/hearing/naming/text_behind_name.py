"""A text behind the colon that ends a new file's name, said as one: "make a file called list: milk" → "list with …"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import is_joined
from aura.language.utterance.verbs import verbs_at

COLON, CREATE, FILE = ":", "create", "file"
LONGEST_NAME, LATEST_KIND = 4, 8
"""Words of such a name, and tokens before its kind where a command begins."""
NAMING_NOTHING = ("preposition", "joint", "being", "pronoun", "article", "negation", "number")


def text_behind_its_name(lattice: Lattice) -> str | None:
    """The utterance with what leads to the text before the colon; None where no new file is named right before it."""
    low = lattice.low
    colon = next((at for at in range(2, lattice.size - 1) if low[at] == COLON), 0)
    timed = low[colon - 1].isdigit() and low[colon + 1].isdigit() if colon else False
    joined = (at for at in range(1, colon) if is_joined(lattice, at) and _makes(lattice, at))
    firsts = () if timed or not colon else (*joined, 0)
    start = next((name for at in firsts if (name := _name_of_new(lattice, at, colon)) is not None), None)
    if start is None or not 0 < colon - start <= LONGEST_NAME:
        return None
    named = range(start, colon)
    if not all(_names(lattice, at) for at in named) or (len(named) > 1 and _is_file(lattice, named)):
        return None
    text, mark = lattice.text, lattice.tokens[colon].start
    lead = next(iter(lattice.grammar.words["text_lead"]))
    return f"{text[:mark].rstrip()} {lead}{text[mark:]}"


def _name_of_new(lattice: Lattice, first: int, colon: int) -> int | None:
    """Where the name of one new thing begins that a text is written into: behind its kind, or behind "called"."""
    last = min(colon, first + LATEST_KIND)
    made = next((at for at in range(first, last) if _makes(lattice, at)), None)
    if made is None or any(lattice.in_set(at, "cardinal") for at in range(made, colon)):
        return None
    kinds = (hit for at in range(made, last) for hit in lattice.at(at, "kind"))
    written = lattice.grammar.words["kind_of_texts"]
    ends = [end for end, cost, kind in kinds if not cost and kind in written and end < colon]
    return max(lattice.ends(max(ends), "called"), default=max(ends)) if ends else None


def _is_file(lattice: Lattice, words: range) -> bool:
    """Whether a name with its ending is among words, which is a name by itself: "*boat.docx* title"."""
    return any(lattice.tokens[at].shape == FILE for at in words)


def _makes(lattice: Lattice, at: int) -> bool:
    """Whether a word may be the verb, or stand for it, with which something is made: "*new* text file"."""
    return any(frame.goal == CREATE for _, frame in verbs_at(lattice, at))


def _names(lattice: Lattice, at: int) -> bool:
    """Whether a token may be of a name: a plain word, or a name with its ending."""
    return lattice.tokens[at].shape in ("word", FILE, "quoted") and lattice.class_name(at) not in NAMING_NOTHING
