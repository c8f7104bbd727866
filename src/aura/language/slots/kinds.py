"""The kinds of slots that the language itself knows: numbers, amounts, units, facts, texts, and what "it" means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from aura.contracts.goal import Location
from aura.language.slots.announced import announced_from, is_told
from aura.language.slots.coined import Coined
from aura.language.slots.facts import FACT_WORD, FACTS, Facts
from aura.language.slots.nouns import NOUNS, Nouns
from aura.language.slots.parts import DRIVE, Pronoun
from aura.language.slots.sought import ANOTHER_CLAUSE, MANNERS, SOUGHT, Sought
from aura.language.slots.tables import Tables
from aura.language.slots.text_ends import TextEnds
from aura.language.slots.texts import Ended, Texts
from aura.language.utterance.addresses import Addresses
from aura.language.utterance.described import is_pointed_at
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import before_last_mark
from aura.language.utterance.numbers import Numbers
from aura.language.words.tokens import ISO_DATE

Filled = tuple[int, float, Any]

KNOWN_UNIT = 0.3
MEASURE, MONEY = "measure", "money"
TABLES = ("cell", "range", "heading", "headings", "items", "rows", "record", "figure")
LABELS = {**dict.fromkeys(("wording", "saying", "spoken"), "labels"), "entry": "plain_labels"}
OWN_WORDS = frozenset((*FACTS, *SOUGHT, "file_name"))
DRIVES, PLACES = frozenset(("drive",)), frozenset(("place",))
ANCHORED = DRIVES | PLACES
SAID_OF_THERE = ("being", "pronoun", "joint", "later")
TOLD_OF_THERE = ("modal", "hearer", "statement_verb", "simple_past", "states", "anew")
"""Classes and sets of words that go on from "there" in a text: "*there* you go", "*there* is a bug"."""
BESIDE_AMOUNTS = frozenset(("beside",))
OF_NUMBERS = BESIDE_AMOUNTS | {"number", "sum", "price", "amount", "percent", "clock", "moment", "figures"}
BESIDE, LONGEST_BESIDE = 1.0, 12
QUOTED_INSIDE = 8.0
WITHIN, INTRODUCING = (",", ";", ":"), ":"
"""Marks that stand inside a text and do not end it."""
SPANS_OF_NUMBERS = {
    "sum": Numbers.sums,
    "price": Numbers.prices,
    "amount": Numbers.amounts,
    "percent": Numbers.percentages,
}
PASSED_BEFORE = 4.0
"""More is paid where a word before a text was passed over that may be its first."""
PRONOUNS, OTHER = ("its_content", "it"), "other"
"""What a word may be that stands for a value said before, and how one begins that stands for what was not said."""
ASKED, ITS_TEXT = "?", "its_text"
"""Words for the text of what was said before, not for that itself: "its text"."""


class Kinds:
    """What may fill slots of these kinds in one utterance."""

    def __init__(self, lattice: Lattice, texts: Texts, nouns: Nouns) -> None:
        self.lattice = lattice
        self.texts = texts
        self.numbers = Numbers(lattice)
        self.nouns = nouns
        self.ends = TextEnds(lattice)
        self.coined = Coined(lattice, self.ends)
        self.addresses = Addresses(lattice)
        self.tables = Tables(lattice, self.numbers)
        self.sought = Sought(lattice, self.ends)
        self.facts = Facts(lattice, texts, self.ends)

    def fill(self, kind: str, position: int) -> list[Filled]:
        """Spans that may fill a slot of a phrase: (end, cost, value). Text counts at half price."""
        if position >= self.lattice.size or (kind in OWN_WORDS and self.ends.has_begun(position)):
            return []
        if kind in SPANS_OF_NUMBERS:
            return list(SPANS_OF_NUMBERS[kind](self.numbers, position))
        if kind in NOUNS or kind in TABLES:
            return list((self.nouns if kind in NOUNS else self.tables).fill(kind, position))
        if kind in ANCHORED:
            return self._anchored(position, kind == "place")
        valued = VALUED.get(kind)
        if valued is not None:
            return list(valued(self, position))
        start = announced_from(self.lattice, position, LABELS.get(kind, ""))
        said = self.ends.said if kind in LABELS else self.lattice.text_of
        return [(end, price, said(start, end)) for end, price in self._spans(kind, start)]

    def _spans(self, kind: str, position: int) -> Iterable[Ended]:
        """Where text ends that may fill a slot, with what it costs."""
        if kind in FACTS:
            return self.facts.at(position, kind)
        if kind in SOUGHT:
            return self.sought.at(position, kind)
        if kind == MEASURE:
            return self._unit(position)
        worded = WORDED.get(kind)
        if worded is not None:
            return worded(self, position)
        return ((end, price * 0.5) for end, price in self.texts.at(position))

    def _number(self, position: int) -> list[Filled]:
        number = self.numbers.signed(position)
        return [] if number is None else [(number[0], 0.0, number[1])]

    def _it(self, position: int) -> list[Filled]:
        hits = (hit for word in PRONOUNS for hit in self.lattice.at(position, word) if not hit[2].startswith(OTHER))
        best = {end: (cost, sense) for end, cost, sense in sorted(hits, key=lambda hit: -hit[1])}
        said = self.lattice.words_of
        return [(end, cost, Pronoun(sense, said(position, end))) for end, (cost, sense) in best.items()]

    def _its_text(self, position: int) -> list[Filled]:
        hits = self.lattice.at(position, "its_content")
        return [(end, cost, Pronoun()) for end, cost, sense in hits if end > position + 1 and not sense]

    def _anchored(self, position: int, any_place: bool) -> list[Filled]:
        hits = self.lattice.at(position, "anchor")
        return [
            (end, cost, Location(f"anchor:{name}")) for end, cost, name in hits if any_place or name.startswith(DRIVE)
        ]

    def _quoted(self, position: int) -> list[Filled]:
        token = self.lattice.tokens[position]
        return [(position + 1, 0.0, token.text)] if token.shape == "quoted" else []

    def _counted(self, position: int) -> list[Filled]:
        counted = self.numbers.counted(position)
        return [(end, price, "") for end, price in counted if not self._names_unit(position, end)]

    def _figures(self, start: int) -> Iterator[Filled]:
        """A place and a size, with a comma between each figure and the next: "10, 20, 300, 400", "10,20,300,400"."""
        low, found = self.lattice.low, list[str]()
        for at in range(start, self.lattice.size):
            if low[at] == "," and found:
                continue
            figures = low[at].split(",")
            if not all(map(str.isdecimal, figures)) or (found and low[at - 1] != ","):
                return
            found += figures
            if len(found) == 4:
                yield at + 1, 0.0, ",".join(found)

    def _lasting(self, start: int) -> list[Filled]:
        """How long something lasts, in seconds: "ten minutes", "half an hour", "1 hour and 30 minutes"."""
        found: list[Filled] = []
        at, seconds = start, 0
        while at < self.lattice.size and (more := self._one_lasting(at)) is not None:
            at, seconds = more[0], seconds + more[1]
            found.append((at, 0.0, seconds))
            at += 1 if at < self.lattice.size and self.lattice.class_name(at) == "joint" else 0
        return found

    def _one_lasting(self, at: int) -> tuple[int, int] | None:
        """ "Ten minutes", "half an hour": the token after it, and its seconds."""
        lattice = self.lattice
        whole = [(end, int(value)) for end, cost, value in lattice.at(at, "lasts") if not cost]
        number = self.numbers.at(at)
        if whole or number is None:
            return max(whole, default=None)
        units = [(end, int(value)) for end, cost, value in lattice.at(number[0], "lasting") if not cost]
        if not units:
            return None
        end, unit = units[0]
        halves = [*lattice.ends(end, "half_more")]
        return max((end, *halves)), round((float(number[1]) + bool(halves) / 2) * unit)

    def _dictated(self, start: int, spans: Callable[[Kinds, int, bool], Iterator[Ended]]) -> Iterator[Ended]:
        """Words to be typed or copied; a letter goes on behind its comma, up to what else is to be done."""
        letter = self.ends.opens_letter(start)
        return (each for each in spans(self, start, letter) if not letter or self.ends.may_end_letter(each[0]))

    def _wording(self, start: int, letter: bool = False) -> Iterator[Ended]:
        """What is to be typed or copied: any words but a file; another command is dear.

        A preposition begins them only behind a colon, or with a capital. In a `letter` "so" concludes, and asks for
        nothing. All that stands behind a colon is meant, if no other command does: "type: see you *soon, many thanks*".
        """
        tokens = self.lattice.tokens
        shape, seen = tokens[start].shape, start
        dear = PASSED_BEFORE if start and self._may_be_passed(start - 1) else 0.0
        told = start > 0 and self.lattice.begs(start - 1) and self.lattice.in_set(start, "own_subject")
        led = self.lattice.class_name(start) == "preposition" and not self._is_first(start)
        intro = self.lattice.skip(start, "determiner")
        announced = self.lattice.in_set(intro, "text_intro") and [*tokens, tokens[-1]][intro + 1].shape == "quoted"
        if tokens[start].low == INTRODUCING or led or self.lattice.begs(start) or told or announced:
            return
        dear += PASSED_BEFORE if self.lattice.class_name(start) == "called" else 0.0
        introduced, whole = start > 0 and tokens[start - 1].low == INTRODUCING, before_last_mark(self.lattice)
        for end, price in self.texts.at(start):
            if shape == "quoted":
                yield end, price * 0.5
                continue
            if not letter and any(self.ends.is_asked_for(at) for at in range(seen + 1, end)):
                return
            dear += sum(ANOTHER_CLAUSE for at in range(seen + 1, end) if self.ends.begins_clause(at))
            dear += sum(QUOTED_INSIDE for at in range(seen + 1, end) if tokens[at].shape == "quoted")
            seen = end - 1
            goes_on = self.ends.leaves_a_word(start, end) or (end > start + 1 and self.ends.goes_on(end))
            named = end == start + 1 and shape in ("file", "path")
            if tokens[seen].low not in WITHIN and not (goes_on or named):
                manners = self.ends.is_manners(start, seen) and not (introduced and end == whole)
                yield end, 0.0 if introduced and end == whole and not dear else price * 0.5 + dear + MANNERS * manners

    def _pointed(self, start: int) -> Iterator[Ended]:
        """Words to be typed behind "in there", and none with which that tells of something: "in *there is a bug*"."""
        lattice = self.lattice
        told = lattice.class_name(start) in SAID_OF_THERE or lattice.ends_like(start, "subject")
        told = told or any(lattice.in_set(start, name) for name in TOLD_OF_THERE)
        return iter(()) if told else self._wording(start)

    def _is_first(self, start: int) -> bool:
        """Whether a small word is surely the first of a text: behind a colon, "to *to do*", a capital amid others."""
        introduced = start > 0 and self.lattice.low[start - 1] in (INTRODUCING, self.lattice.low[start])
        return introduced or is_told(self.lattice, start) or self.lattice.stands_out[start]

    def _saying(self, start: int, letter: bool = False) -> Iterator[Ended]:
        """Words to be typed or copied that speak of no file: "everything in notes.txt" may mean what the file holds."""
        tokens = self.lattice.tokens
        for end, price in self.texts.until(self.ends.is_said_anew, start, self._wording(start, letter)):
            spoken_of = (at for at in range(start, end) if tokens[at].shape in ("file", "path"))
            if all(self.addresses.web(at) for at in spoken_of):
                yield end, price

    def _spoken(self, start: int) -> Iterator[Ended]:
        """Words to be copied, up to where another command may begin."""
        return self.texts.until(self.ends.begins_clause, start, self._saying(start))

    def _entry(self, start: int) -> Iterable[Ended]:
        """What is to stand in a cell: any words up to where a cell is named, another is set, or they would tell why.

        A figure ends at its comma: what follows is said of something else. What is to be worked out is no text.
        """
        number = self.numbers.at(start)
        asked = self.lattice.in_set(start, "pleading") and any(map(self.tables.says_cell, range(start)))
        if asked or self.tables.is_worked_out(start) or (number is not None and self.lattice.is_word(number[0], ",")):
            return ()
        return self.texts.until(self.tables.ends_entry, start, self._wording(start))

    def _exchanged(self, start: int) -> Iterator[Ended]:
        """What is to stand instead of another text: words of no file, up to what says when, where or what is next."""
        before, first = (self.lattice.tokens[at].shape for at in (start - 1, start))
        ordered = before == "mark" or self.ends.begins_clause(start)
        apart = first == "mark" or (ordered and first != "quoted") or self.tables.ends_exchange(start)
        bare = (
            first == "word" and self.lattice.in_set(start, "text_intro") and self.lattice.in_set(start - 1, "definite")
        )
        spans = (
            ()
            if apart or is_pointed_at(self.lattice, start)
            else (each for each in self._saying(start) if not bare or each[0] > start + 1)
        )
        return self.texts.until(lambda at: self.tables.ends_exchange(at) or self.ends.tells_why(at), start, spans)

    def _titled(self, start: int) -> Iterator[Ended]:
        """A title or a name: any words up to where they would tell why, or of what place; no full stop is its last."""
        spans = () if self.ends.begins_order(start) else self._wording(start)
        alone, ended = self.lattice.tokens[start].shape == "quoted", self.lattice.is_word
        whole = (each for each in spans if not (ended(each[0] - 1, ".") or (alone and each[0] > start + 1)))
        return self.texts.until(lambda at: self.ends.ends_title(at, start), start, whole)

    def _formula(self, start: int) -> Iterator[Ended]:
        """What is to be worked out, in words of no known sum: any, but no number, no question and nothing done then."""
        free = () if self.lattice.at(start, "asks") else self.texts.at(start)
        alone = None if self.numbers.none else self.numbers.at(start)
        ended = self.texts.until(self.ends.goes_further, start, free)
        return ((end, price * 0.5) for end, price in ended if alone is None or alone[0] != end)

    def _may_be_passed(self, at: int) -> bool:
        """Whether a word may be passed over that may as well be the first of a text: "thank you all"."""
        return self.lattice.may_stand_inside(at) or bool(self.lattice.ending(at + 1, "filler"))

    def _beside(self, start: int) -> Iterator[Filled]:
        """A few words beside an amount, without another number, command, question or condition."""
        lattice = self.lattice
        unit = self._names_unit(start, start + 1) and bool(lattice.ending(start, "unit"))
        if unit or lattice.at(start, "asks"):
            return
        for at in range(start, min(lattice.size, start + LONGEST_BESIDE)):
            token = lattice.tokens[at]
            more = self.texts.says_more(at) and not (
                lattice.class_name(at - 1) == "pronoun" and lattice.class_name(at) == "kind"
            )
            told = lattice.in_set(at, "quoting") and (at > start or self.numbers.at(at + 1) is not None)
            commands = (self.texts.commands(at) and not told) or more or lattice.class_name(at) == "negation"
            asks = lattice.begins(at, "asks") and lattice.in_set(at - 1, "coordinating")
            if (
                token.shape != "word"
                or commands
                or asks
                or self.numbers.at(at) is not None
                or self.numbers.is_arithmetic(at)
            ):
                return
            yield at + 1, BESIDE + FACT_WORD * (at - start), ""

    @cached_property
    def absent(self) -> frozenset[str]:
        """The kinds of slots that nothing in the utterance can fill."""
        numbers = OF_NUMBERS if self.numbers.none else frozenset() if self._has_amount else BESIDE_AMOUNTS
        numbers |= self.tables.absent | self.nouns.absent
        numbers |= frozenset() if "its_content" in self.lattice.beginnings else {ITS_TEXT}
        anchors = {hit[2] for at in self.lattice.beginnings.get("anchor", ()) for hit in self.lattice.at(at, "anchor")}
        if any(name.startswith(DRIVE) for name in anchors):
            return numbers
        return numbers | (DRIVES if anchors else ANCHORED)

    @cached_property
    def _has_amount(self) -> bool:
        """Whether two numbers, or a number and a unit, are among the words."""
        lattice = self.lattice
        units = (hit for at in lattice.beginnings.get("unit", ()) for hit in lattice.at(at, "unit"))
        numbers = sum(self.numbers.is_number(at) for at in range(lattice.size))
        return numbers > 1 or (numbers > 0 and any(not cost for _, cost, _ in units))

    def _names_unit(self, start: int, end: int) -> bool:
        return any(self.lattice.begins(at, "unit") for at in range(start, end))

    def _unit(self, start: int) -> Iterator[Ended]:
        """A unit, or a money, by one of its names."""
        lattice = self.lattice
        monies = (end for end, cost, role in lattice.at(start, "operator") if role == MONEY and not cost)
        return ((end, KNOWN_UNIT) for end in dict.fromkeys((*lattice.ends(start, "unit"), *monies)))

    def _clock(self, position: int) -> Iterator[Ended]:
        """ "9am", "17.30", "2026-12-24": what alone says when, or a number that may be hours and minutes."""
        if self.lattice.low[position].replace(".", "", 1).isdecimal() and "." in self.lattice.low[position]:
            yield position + 1, 0.0
        yield from self._moment(position)

    def _moment(self, position: int) -> Iterator[Ended]:
        """ "9am", "2026-12-24": a number with the ending of a time of day, or a date."""
        low = self.lattice.low[position]
        endings = [end for end in self.lattice.grammar.words["clock_ending"] if low.endswith(end)]
        digits = low.removesuffix(max(endings, key=len, default=""))
        if ISO_DATE.fullmatch(low) or (endings and digits.replace(".", "", 1).isdecimal()):
            yield position + 1, 0.0


VALUED: Mapping[str, Callable[[Kinds, int], Iterable[Filled]]] = {
    "number": Kinds._number, "it": Kinds._it, ITS_TEXT: Kinds._its_text, "seconds": Kinds._lasting,
    "file_name": lambda kinds, at: kinds.coined.file_name(at), "coined": lambda kinds, at: kinds.coined.name(at),
    "program": lambda kinds, at: kinds.coined.program(at), "address": lambda kinds, at: kinds.addresses.web(at),
    "mailbox": lambda kinds, at: kinds.addresses.mail(at), "quoted": Kinds._quoted,
    "counted": Kinds._counted, "beside": Kinds._beside, "figures": Kinds._figures,
}  # fmt: skip
"""The kinds of slots that get a value of their own."""

WORDED: Mapping[str, Callable[[Kinds, int], Iterable[Ended]]] = {
    "clock": Kinds._clock, "moment": Kinds._moment,
    "wording": lambda self, at: self._dictated(at, Kinds._wording),
    "saying": lambda self, at: self._dictated(at, Kinds._saying),
    "pointed": lambda self, at: self._dictated(at, lambda kinds, begin, _: kinds._pointed(begin)),
    "entry": Kinds._entry,
    "spoken": Kinds._spoken, "exchanged": Kinds._exchanged, "titled": Kinds._titled, "formula": Kinds._formula,
    "headline": lambda self, at: self.texts.until(self.ends.is_told_of, at, self._titled(at)),
    "forgotten": lambda self, at: self.facts.forgotten(at),
    "recalled": lambda self, at: self.texts.until(self.ends.tells_of_memory, at, self.facts.recalled(at)),
}  # fmt: skip
"""Those that get words as they were said; a headline has no verb, what is recalled ends before why it is asked."""
