"""What is looked for on the whole computer: "find a.pdf anywhere on my laptop" → "find a.pdf in the home folder"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from aura.language.decoding.phrases import Phrases
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import is_ended, may_order, stretches_of

LOOKED_FOR, ANYWHERE, FILE = "looked_for", "on_the_machine", "file"
WHICH, WHEREVER = "which_files", "wherever"
LONGEST_SORT = 3
"""Words for the sort of files that are looked for: "word documents"."""
KINDS = ("kind", "kinds", "group", "groups")


def sought_at_home(lattice: Lattice) -> str | None:
    """The utterance with the whole computer said as the folder that it is looked for in; None where no file is sought.

    Where anything is to be done with what is found it stays as it is.
    """
    sought = [(at, end) for at in range(lattice.size) for end in lattice.ends(at, LOOKED_FOR)]
    if not sought or not any(_is_file(lattice, at) for at in range(lattice.size)):
        return None
    text = lattice.text
    for begin in sorted(lattice.beginnings.get(ANYWHERE, ()), reverse=True):
        hits = [(end, said) for end, cost, said in lattice.at(begin, ANYWHERE) if not cost]
        led = begin > 0 and lattice.in_set(begin - 1, "determiner")
        start, first = max((one for one in sought if one[1] <= begin), default=(0, 0))
        if not hits or led or not first:
            continue
        end, said = max(hits)
        behind = next((at for at in range(end, lattice.size) if _goes_on(lattice, at)), lattice.size)
        pointed = any(_points(lattice, at) for at in _said_on(lattice, behind))
        clause = (at for at in range(start, behind) if not begin <= at < end)
        if not pointed and _is_plain(lattice, first, begin) and not _is_placed(lattice, end, clause):
            text = f"{text[: lattice.tokens[begin].start]}{said}{text[lattice.tokens[end - 1].end :]}"
    return text if text != lattice.text else None


def sought_wherever(lattice: Lattice) -> str | None:
    """The utterance with files looked for that may be anywhere in a place: "*which mp3s are there anywhere* in x"."""
    for begin, _, said in lattice.at(0, WHICH):
        for at in range(begin + 1, min(begin + LONGEST_SORT, lattice.size) + 1):
            end = max(lattice.ends(at, WHEREVER), default=lattice.size)
            led = end < lattice.size and lattice.class_name(end) == "preposition"
            if led and all(_is_sort(lattice, word) for word in range(begin, at)):
                return f"{said} {lattice.text_of(begin, at)} {lattice.text[lattice.tokens[end].start :]}"
    return None


def _goes_on(lattice: Lattice, at: int) -> bool:
    """Whether another command is joined on at a token."""
    return any(lattice.begins_clause(end) for end, _, _ in lattice.at(at, "joint"))


def _said_on(lattice: Lattice, behind: int) -> Iterator[int]:
    """The tokens from one on that are of no fixed order, which means what is always meant by it: "*mute it*"."""
    harmless = Phrases(lattice).remarks.harmless
    for _, start, end in stretches_of(lattice):
        if start >= behind and (may_order(lattice, start) or not harmless.is_whole_order(start, end)):
            yield from range(start, end)


def _points(lattice: Lattice, at: int) -> bool:
    """Whether a word may mean what is found: "it", "those", "the first one", but not "*the first* 5 rows"."""
    counted = (end for end in lattice.ends(at, "it") if not is_ended(lattice, end))
    pointing = lattice.begins(at, "it", "of_those_found") and not any(_is_noun(lattice, end) for end in counted)
    return pointing or lattice.in_set(at, "demonstrative") or lattice.class_name(at) in ("pronoun", "quantifier")


def _is_noun(lattice: Lattice, at: int) -> bool:
    """Whether a token may be what is counted before it, or how many of that: "the first *5* rows", "… 3 *rows*"."""
    return lattice.class_name(at) in ("", "noun", "kind") and not lattice.begins(at, "filler")


def _is_plain(lattice: Lattice, start: int, end: int) -> bool:
    """Whether what is looked for is a file by its name or kind, and nothing tells which: not "the *newest* pdf"."""
    for at in range(start, end):
        if lattice.class_name(at) == "called":
            return True
        little = lattice.class_name(at) in ("article", "quantifier", "filler") or lattice.in_set(at, "determiner")
        if not (little or _is_file(lattice, at)):
            return False
    return True


def _is_placed(lattice: Lattice, end: int, clause: Iterable[int]) -> bool:
    """Whether another place is said, or a folder is called like the computer: "anywhere *in documents*"."""
    kind = end < lattice.size and bool(lattice.at(end, "kind"))
    return kind or any(lattice.at(at, "anchor") or lattice.low[at] in lattice.known.folders for at in clause)


def _is_file(lattice: Lattice, at: int) -> bool:
    """Whether a word is the name of a file, or one for files."""
    named = lattice.tokens[at].shape == FILE or lattice.in_set(at, "extension")
    return named or lattice.class_name(at) == "kind" or any(lattice.at(at, name) for name in KINDS)


def _is_sort(lattice: Lattice, at: int) -> bool:
    """Whether a word is one for files of a sort that the disk tells: "mp3s", "photos", but not "documents"."""
    return lattice.in_set(at, "extension") or lattice.begins(at, "group", "groups")
