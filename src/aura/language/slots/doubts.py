"""Whether a name that stands in no quotes is one: only the user can say so where words with work to do are in it."""

from __future__ import annotations

from aura.language.slots.parts import NameShape
from aura.language.utterance.lattice import Lattice
from aura.language.words.tokens import VERBS

LONGEST_SURE_NAME = 5
SINCE = "since"
CALLED_ALONE = ("filler", "day")
DOUBTFUL = frozenset(
    (
        "called",
        "naming",
        "kind",
        "pronoun",
        "negation",
        "vague",
        "quantifier",
        "later",
        "day",
        "filler",
        "description",
        "being",
    )
)
DESCRIBING = ("adjective", "determiner", "singling", "quality")


class Doubts:
    """The doubts about the names of one utterance; the words before those that are `introduced` call them names."""

    def __init__(self, lattice: Lattice, introduced: frozenset[int]) -> None:
        self._lattice = lattice
        self._introduced = introduced

    def _called(self, start: int) -> bool:
        return start in self._introduced

    def tells_more(self, start: int, end: int) -> bool:
        """Whether words may as well say how a name is, or where a thing is."""
        if self._says_when(start, end) or self._is_wished(start, end) or self._is_number_of_place(start, end):
            return True
        return self._tells_of_name(start, end) or self._is_place(start, end) or self._goes_on(start, end)

    def is_doubtful(self, shape: NameShape, start: int, end: int) -> bool:
        """Whether a free span has structure words in it, so that only the user can say what it is."""
        lattice, length = self._lattice, end - start
        if length > LONGEST_SURE_NAME:
            return True
        if length > 1 and (lattice.near_class(start, "called") or self._taken_back(start, end)):
            return True
        if length == 1 and lattice.class_name(start) in CALLED_ALONE:
            return not self._called(start)
        last = end - 1 if shape == "file" else end
        for position in range(start, last):
            structure = lattice.class_name(position)
            if position > start and (self._capital(position, last) or self._numbers(start, position)):
                continue
            if structure in DOUBTFUL and not (structure == "kind" and position > start and self._called(start)):
                return True
            if structure in VERBS and not (self._called(start) or self._is_last_noun(start, position, end)):
                return True
            told = lattice.in_set(position, "possessive") or (shape == "words" and lattice.in_set(position, "states"))
            if position > start and told and not self._called(start):
                return True
            if structure == "article" and shape == "file" and position > start and not self._called(start):
                return True
            opens = position == start and shape == "file"
            led = structure in ("preposition", "joint") and not self._is_for_somebody(start, position, end)
            if led and (opens or length < 3 or not self._called(start)):
                return True
            slipped = not structure and length > 1 and lattice.near(position) and not lattice.in_set(position, "real")
            if slipped and not self._capital(position, last):
                return True
        return False

    def _is_for_somebody(self, start: int, position: int, end: int) -> bool:
        """Whether "to" inside a last name tells to whom something is, and no place: "complaint *to the council*"."""
        lattice = self._lattice
        noun = lattice.skip(position + 1, "definite")
        led = start < position and lattice.in_set(position, "infinitive") and position + 1 < noun < end
        placed = any(
            lattice.at(at, "anchor") or lattice.low[at] in lattice.known.folders for at in range(position, end)
        )
        return led and lattice.is_over(end) and not (placed or lattice.at(noun, "kind"))

    def _is_last_noun(self, start: int, position: int, end: int) -> bool:
        """Whether a verb that is a noun as well ends what is said, and so orders nothing: "owen vaccine *record*"."""
        lattice = self._lattice
        plain = not any(lattice.class_name(at) for at in range(start, position))
        return plain and start < position == end - 1 and lattice.class_name(position) == "noun" and lattice.is_over(end)

    def _says_when(self, start: int, end: int) -> bool:
        """Whether a name ends in what may say when or since when: "a folder *box overnight*", "*Memo henceforth*"."""
        lattice = self._lattice
        since = (at for at, _, sense in lattice.ending(end, "title_end") if sense == SINCE)
        if any(start < at and not lattice.stands_out[end - 1] for at in since):
            return True
        return end - start > 1 and lattice.in_set(end - 1, "recurring") and not lattice.stands_out[end - 1]

    def _is_wished(self, start: int, end: int) -> bool:
        """Whether a name would end in how what is wished comes to be: "I want a folder *Wills opened* in docs"."""
        lattice, last = self._lattice, end - 1
        made = last > start and lattice.in_set(last, "brought_to_be") and not lattice.stands_out[last]
        placed = made and lattice.class_name(end) == "preposition"
        return placed and any(lattice.in_set(at, "wanting") for at in range(start))

    def _is_number_of_place(self, start: int, end: int) -> bool:
        """Whether a place would be a bare number that no folder is called: "a folder box *in 10*"."""
        lattice = self._lattice
        led = start > 0 and bool(lattice.at(start - 1, "in")) and not lattice.at(start - 1, "to")
        number = end == start + 1 and lattice.low[start].isdecimal()
        return led and number and lattice.low[start] not in lattice.known.folders

    def _tells_of_name(self, start: int, end: int) -> bool:
        """Whether words may as well say how a name is: "rename it, the name *sucks*", "the name is *so boring*"."""
        lattice = self._lattice
        if start > 1 and lattice.class_name(start - 1) == "being" and lattice.class_name(start - 2) == "naming":
            return lattice.in_set(start, "condition") or lattice.in_set(start, "adverb")
        named = start > 1 and lattice.class_name(start - 1) == "naming" and lattice.in_set(start - 2, "definite")
        named = named and not (start > 2 and lattice.class_name(start - 3) == "preposition")
        verb_like = lattice.ends_like(start, "subject") and not lattice.ends_like(start, "no_subject")
        return named and verb_like and end == start + 1

    def _is_place(self, start: int, end: int) -> bool:
        """Whether words that nothing calls a name are those for a place: "on *the desktop*"."""
        lattice = self._lattice
        led = start + lattice.in_set(start, "determiner")
        placed = end in lattice.ends(led, "anchor")
        return placed and led > start and not self._called(start)

    def _goes_on(self, start: int, end: int) -> bool:
        """Whether more stands behind a place that is there than its name: "to *desktop the report stays*"."""
        lattice = self._lattice
        placed = any(after < end for after in lattice.ends(start, "anchor"))
        known = lattice.low[start] in lattice.known.folders and end > start + 1
        kind = start > 0 and lattice.class_name(start - 1) == "kind"
        return (placed or known) and not (kind or self._called(start))

    def _taken_back(self, start: int, end: int) -> bool:
        """Whether words that correct what was said stand inside."""
        corrections = self._lattice.beginnings.get("correction")
        return corrections is not None and any(start < at < end for at in corrections)

    def _capital(self, position: int, last: int) -> bool:
        """Whether a word inside a name belongs to it by its capital, or by those on both sides: "Trip to Rome"."""
        stands_out = self._lattice.stands_out
        if stands_out[position]:
            return self._lattice.class_name(position) != "pronoun"
        return position + 1 < last and stands_out[position - 1] and stands_out[position + 1]

    def _numbers(self, start: int, position: int) -> bool:
        """ "Chapter one": a number right behind a word that says what it counts, and is no "good one"."""
        lattice, before = self._lattice, position - 1
        if before != start or not lattice.in_set(position, "cardinal"):
            return False
        return not lattice.class_name(before) and not any(lattice.in_set(before, name) for name in DESCRIBING)
