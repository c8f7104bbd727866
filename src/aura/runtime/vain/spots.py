"""Places within a text, which nothing here can write to: only the end of it, or all of it anew."""

from __future__ import annotations

from collections.abc import Iterator

from aura.contracts.change import WriteFile
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.passages import passages, words_of
from aura.language.utterance.predicates import Predicates
from aura.runtime.vain.view import FILE, Text, View

Span = tuple[int, int]
LAST = -1
"""What "last" counts."""
LONGEST_REST, LONGEST_COUNT = 3, 5
"""Words behind "the word …" that may still say where, and tokens of "the first and the second line"."""
PLACED, LONGEST_BEFORE = 2, 3
"""Words behind "under" that say where, and those of a short text before it."""


def written_amid(view: View) -> str | None:
    """ "Write hello *after the first line* in a.txt": a place within what is there already."""
    lattice, written = view.lattice, [text for text in view.texts if _goes_into_what_is_there(text)]
    quoted = any(change.replaces or change.extends for change in view.changes if isinstance(change, WriteFile))
    if not quoted:
        return None
    inner = [span for text in view.texts for span in passages(words_of(text.value, lattice), lattice)]
    edges = [span for text in written for span in passages(words_of(text.value, lattice), lattice)]
    for start, end in spots(lattice):
        within = [(first, last) for first, last in inner if first < end and start < last]
        told = any(_is_told(lattice, start, span) for span in within)
        edge = any(_is_at_an_edge((start, end), span) for span in edges) and not told
        led = any(lattice.in_set(last, "towards") for _, last in within)  # "add … line 3 *to a.txt*" says where
        if not within or (edge and not led):
            said = lattice.text_of(start, end)
            return f'Only the end of a file, or all of it, can be written, and not "{said}"; say what should be there.'
    return None


def _is_told(lattice: Lattice, spot: int, text: Span) -> bool:
    """Whether a text tells something, so that a place is of it; beside what is there only where somebody tells it."""
    if lattice.in_set(spot, "relative_place"):
        return lattice.in_set(text[0], "own_subject")
    return Predicates(lattice).verb(*text) is not None


def may_say_where(view: View) -> bool:
    """ "Write *hello under the dog* in a.txt": whether what ends a text may be where in the file it goes."""
    for text in filter(_goes_into_what_is_there, view.texts):
        said, at = text.said, text.said.size - 1 - PLACED
        led = 0 < at < LONGEST_BEFORE and said.in_set(at, "above_and_below") and said.in_set(at + 1, "definite")
        if led and Predicates(said).verb(0, at) is None and not view.is_announced(text):
            return True
    return False


def _goes_into_what_is_there(text: Text) -> bool:
    """Whether a text is written into a file that holds something."""
    return text.fills("content", "text") and any(change.replaces or change.extends for change in text.written)


def _is_at_an_edge(spot: Span, text: Span) -> bool:
    """Whether a text begins with a place, or ends in it, or soon behind it: "hello *behind the word* dog"."""
    return spot[0] == text[0] or spot[0] < text[1] <= spot[1] + LONGEST_REST


def spots(lattice: Lattice) -> Iterator[Span]:
    """Where it is said where within a text something goes: "*before the last line*", "*on line 3*"."""
    for at in range(lattice.size - 1):
        end = _beside(lattice, at) or _amid(lattice, at) or _part(lattice, at)
        if end is not None:
            yield at, end


def _beside(lattice: Lattice, at: int) -> int | None:
    """Where words end that say beside which part of a text: "*after the first line*", "*before the title*"."""
    begin = lattice.skip(at + 1, "determiner")
    if not lattice.in_set(at, "relative_place") or begin >= lattice.size:
        return None
    counted = _counted(lattice, begin)
    if counted is not None:
        return None if _is_last(lattice, begin) and not lattice.in_set(at, "leading_up") else counted
    return begin + 1 if begin > at + 1 and lattice.in_set(begin, "in_texts") else _numbered(lattice, begin)


def _amid(lattice: Lattice, at: int) -> int | None:
    """Where words end that say in which part of a text: "*in the second line*", "*on line 3*", "*in the middle*"."""
    begin = lattice.skip(at + 1, "determiner")
    if lattice.class_name(at) != "preposition" or begin >= lattice.size:
        return None
    if lattice.in_set(begin, "middle_of"):
        return begin + 1 if _is_of_what_is_there(lattice, begin + 1) else None
    return (None if _is_last(lattice, begin) else _counted(lattice, begin)) or _numbered(lattice, begin)


def _part(lattice: Lattice, at: int) -> int | None:
    """Where words end that name a part of a file that is there: "*the second line* of a.txt"."""
    end = _counted(lattice, at + 1) if lattice.in_set(at, "definite") else _numbered(lattice, at)
    led = at > 0 and (lattice.class_name(at - 1) == "preposition" or lattice.in_set(at - 1, "relative_place"))
    at_end = led and _is_last(lattice, at + 1) and not lattice.in_set(at - 1, "leading_up")
    return end if end is not None and not at_end and _is_of_what_is_there(lattice, end) else None


def _is_last(lattice: Lattice, at: int) -> bool:
    """Whether a word counts the last of something."""
    return at < lattice.size and lattice.grammar.words["ordinal"].get(lattice.low[at]) == LAST


def _is_of_what_is_there(lattice: Lattice, at: int) -> bool:
    """Whether words say that something is of a file: "*of a.txt*", "*in the notes*"."""
    named = lattice.skip(at + 1, "determiner")
    if named >= lattice.size or not (lattice.in_set(at, "part_of") or lattice.in_set(at, "inwards")):
        return False
    return lattice.tokens[named].shape == FILE or lattice.low[named] in lattice.known.files


def _counted(lattice: Lattice, at: int) -> int | None:
    """Where a part of a text ends that is told by its number: "*first line*", "*first and the second line*"."""
    if at >= lattice.size or lattice.low[at] not in lattice.grammar.words["ordinal"]:
        return None
    behind = range(at + 1, min(at + LONGEST_COUNT, lattice.size))
    part = next((word for word in behind if lattice.in_set(word, "in_texts")), None)
    between = () if part is None else range(at + 1, part)
    plain = all(_only_counts(lattice, word) for word in between)
    return part + 1 if part is not None and plain else None


def _only_counts(lattice: Lattice, at: int) -> bool:
    """Whether a word may stand in a count of parts: "the first *two* lines", "*and the second*"."""
    sets = ("coordinating", "determiner", "number", "ordinal")
    return lattice.low[at].isdecimal() or any(lattice.in_set(at, name) for name in sets)


def _numbered(lattice: Lattice, at: int) -> int | None:
    """Where a part of a text ends that has its number behind it: "*line 3*"."""
    number = at + 1 < lattice.size and (lattice.low[at + 1].isdecimal() or lattice.in_set(at + 1, "number"))
    return at + 2 if number and lattice.in_set(at, "in_texts") else None
