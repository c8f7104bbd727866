"""Free text: what is to be written, and asides that give a reason and change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from aura.contracts.goal import Location
from aura.language.lattice import Lattice
from aura.language.numbers import Numbers
from aura.language.tokens import VERBS

Ended = tuple[int, float]
Filled = tuple[int, float, Any]

FIRST = 5.0
STOPS = ".;!?"
LONGEST_REMARK = 14
STATEMENT, JUST_FOLLOWS, LONGEST_SUBJECT = 11.0, 4.0, 6
REMARK, REMARK_WORD, COMMAND_IN_REMARK = 6.0, 0.5, 8.0
LONGEST_MARKER = 4
SWALLOWED = 12.0
BACKGROUND, SHORTEST_BACKGROUND = 8.0, 2
CONSEQUENCE = "so"
COMMAND_STARTS = frozenset(("verb", "in", "from"))
ACTED_ON = frozenset(("group", "groups", "kind", "kinds", "everything", "every_file"))
KNOWN_UNIT, STRANGE_UNIT = 0.3, 3.0
LONGEST_INTRO = 4
LONGEST_JOINT = 3
UNITS = ("unit", "measure")
DRIVE = "DRIVE_"
DRIVES = frozenset(("drive",))
BESIDE_AMOUNTS = frozenset(("beside",))
OF_NUMBERS = BESIDE_AMOUNTS | {"number", "sum", "price", "amount", "percent", "clock"}
BESIDE, LONGEST_BESIDE = 1.0, 8
FACT, FACT_WORD, FACT_JOINT, FACT_STOP, ANOTHER_CLAUSE = 2.0, 0.3, 2.0, 4.0, 8.0
MANNERS, THAT = 6.0, 3.0
MANNERLY = ("filler", "beside_fact")
SPANS_OF_NUMBERS = {
    "sum": Numbers.sums,
    "price": Numbers.prices,
    "amount": Numbers.amounts,
    "percent": Numbers.percentages,
}


class Texts:
    """Spans of content and remarks in one utterance, memoised by position."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.numbers = Numbers(lattice)
        self._content: dict[int, list[Ended]] = {}

    def at(self, position: int) -> list[Ended]:
        """Spans of content that begin at a token: (end, cost). Quotes stand alone."""
        if position >= self.lattice.size:
            return []
        found = self._content.get(position)
        if found is None:
            quoted = self.lattice.tokens[position].shape == "quoted"
            spans = self._quoted(position) if quoted else self._free(position)
            found = self._content[position] = list(spans)
        return found

    def fill(self, kind: str, position: int) -> list[Filled]:
        """Spans that may fill a slot of a phrase: (end, cost, value). Text counts at half price."""
        if position >= self.lattice.size:
            return []
        if kind == "number":
            number = self.numbers.at(position)
            return [] if number is None else [(number[0], 0.0, number[1])]
        if kind in SPANS_OF_NUMBERS:
            return list(SPANS_OF_NUMBERS[kind](self.numbers, position))
        if kind == "drive":
            drives = [hit for hit in self.lattice.at(position, "anchor") if hit[2].startswith(DRIVE)]
            return [(end, cost, Location(f"anchor:{name}")) for end, cost, name in drives]
        if kind == "counted":
            return [
                (end, price, "") for end, price in self.numbers.counted(position) if not self._names_unit(position, end)
            ]
        if kind == "beside":
            return [(end, price, "") for end, price in self._beside(position)]
        if kind in ("fact", "owned", "told"):
            if kind == "owned" and not self.lattice.in_set(position, "determiner"):
                return []
            if kind == "told" and (position or self._finite_verb(position) is None):
                return []
            return [(end, price, self.lattice.text_of(position, end)) for end, price in self._fact(position)]
        if kind in UNITS:
            spans = self._unit(position, kind == "unit")
        elif kind == "clock":
            spans = self._clock(position)
        else:
            spans = ((end, price * 0.5) for end, price in self.at(position))
        return [(end, price, self.lattice.text_of(position, end)) for end, price in spans]

    def _fact(self, start: int) -> Iterator[Ended]:
        """What is to be kept in mind: any words, up to what is a clause of its own, without the manners behind it."""
        lattice = self.lattice
        cost = FACT + (THAT if lattice.is_word(start, "that") else 0.0)
        if lattice.tokens[start].shape == "mark":
            return
        for at in range(start, lattice.size):
            token, joint = lattice.tokens[at], bool(lattice.at(at, "joint"))
            mark = token.shape == "mark"
            cost += FACT_STOP if mark and token.low in STOPS else FACT_JOINT if joint else FACT_WORD
            cost += ANOTHER_CLAUSE if at > start and self._begins_clause(at) else 0.0
            alone = at == start and (lattice.class_name(at) == "pronoun" or not token.text.strip("_"))
            if not (mark or joint or alone):
                yield at + 1, cost + (MANNERS if self._is_manners(start, at) else 0.0)

    def _begins_clause(self, at: int) -> bool:
        """Whether another command or question may begin at a token: right behind a joint or a mark."""
        joined = any(at - begin <= LONGEST_JOINT for begin, _, _ in self.lattice.ending(at, "joint"))
        return joined and self.lattice.begins_clause(at)

    def _is_manners(self, start: int, at: int) -> bool:
        """Whether text ends in words that only fill: "ok", "please", "for me"."""
        first = max(start + 1, at - LONGEST_MARKER)
        return any(begin >= first for kind in MANNERLY for begin, _, _ in self.lattice.ending(at + 1, kind))

    def _beside(self, start: int) -> Iterator[Ended]:
        """Words beside an amount that is to be converted: a few, without another number, command or condition."""
        lattice = self.lattice
        if lattice.at(start, "asks"):
            return
        for at in range(start, min(lattice.size, start + LONGEST_BESIDE)):
            token = lattice.tokens[at]
            more = self._says_more(at) and not (
                lattice.class_name(at - 1) == "pronoun" and lattice.class_name(at) == "kind"
            )
            commands = self._commands(at) or more or lattice.class_name(at) == "negation"
            if token.shape != "word" or commands or self.numbers.at(at) is not None or self.numbers.is_arithmetic(at):
                return
            yield at + 1, BESIDE + FACT_WORD * (at - start)

    @cached_property
    def absent(self) -> frozenset[str]:
        """The kinds of slots that nothing in the utterance can fill."""
        numbers = OF_NUMBERS if self.numbers.none else frozenset() if self._has_amount else BESIDE_AMOUNTS
        return numbers if self._has_drive else numbers | DRIVES

    @property
    def _has_drive(self) -> bool:
        anchors = self.lattice.beginnings.get("anchor", ())
        return any(hit[2].startswith(DRIVE) for at in anchors for hit in self.lattice.at(at, "anchor"))

    @cached_property
    def _has_amount(self) -> bool:
        """Whether two numbers, or a number and a unit, are among the words."""
        lattice = self.lattice
        units = (hit for at in lattice.beginnings.get("unit", ()) for hit in lattice.at(at, "unit"))
        numbers = sum(self.numbers.is_number(at) for at in range(lattice.size))
        return numbers > 1 or (numbers > 0 and any(not cost for _, cost, _ in units))

    def _names_unit(self, start: int, end: int) -> bool:
        return any(not cost for at in range(start, end) for _, cost, _ in self.lattice.at(at, "unit"))

    def _unit(self, start: int, strange: bool) -> Iterator[Ended]:
        """A unit by one of its names, or a `strange` word that has no work to do in a sentence."""
        lattice = self.lattice
        known = [(end, KNOWN_UNIT) for end, cost, _ in lattice.at(start, "unit") if not cost]
        yield from known
        plain = strange and lattice.tokens[start].shape in ("word", "path") and not lattice.class_name(start)
        if plain and not known and not lattice.low[start][0].isdigit():
            yield start + 1, STRANGE_UNIT

    def _clock(self, position: int) -> Iterator[Ended]:
        """ "9am", "17.30": a number with the ending of a time of day, or with minutes."""
        low = self.lattice.low[position]
        ending = next((end for end in self.lattice.grammar.words["clock_ending"] if low.endswith(end)), "")
        digits = low.removesuffix(ending)
        if digits.replace(".", "", 1).isdecimal() and bool(ending or "." in digits):
            yield position + 1, 0.0

    def _quoted(self, position: int) -> Iterator[Ended]:
        lattice = self.lattice
        yield position + 1, 0.0
        at = position + 1
        while lattice.at(at, "item_separator") and at + 1 < lattice.size:
            if lattice.tokens[at + 1].shape != "quoted":
                return
            at += 2
            yield at, 0.2

    def _free(self, start: int) -> Iterator[Ended]:
        cost = FIRST + self._opening_cost(start)
        for position in range(start, self.lattice.size):
            cost += self._word_cost(start, position)
            yield position + 1, cost + self._end_cost(start, position)

    def _opening_cost(self, start: int) -> float:
        """Text that begins like an announcement of text, or like a new thing, is more likely just that."""
        lattice = self.lattice
        led = lattice.skip(start, "determiner")
        announced = any(
            lattice.in_set(at, "text_intro") and lattice.is_word(at + 1, ":")
            for at in range(start, min(start + LONGEST_INTRO, lattice.size))
        )
        begun = lattice.in_set(start, "text_intro") or lattice.in_set(led, "text_intro")
        cost = 10.0 if announced or begun else 0.0
        if lattice.in_set(start, "determiner") or lattice.in_set(start, "number"):
            after = lattice.skip(lattice.skip(start, "determiner"), "adjective")
            if lattice.class_name(after) == "kind" or lattice.at(after, "kind") or lattice.at(after, "kinds"):
                cost += 12.0
        return cost

    def _word_cost(self, start: int, position: int) -> float:
        lattice = self.lattice
        token, structure = lattice.tokens[position], lattice.class_name(position)
        if token.shape == "mark":
            return 8.0 if token.low in STOPS else 4.0 if token.low != ":" or position > start + 4 else 7.0
        if token.shape in ("file", "path"):
            return 10.0
        if structure == "joint":
            return 4.0
        if structure == "quantifier" and position > start and lattice.at(position - 1, "joint"):
            return 9.0
        if structure in VERBS:
            joined = position > 0 and lattice.at(position - 1, "joint")
            return 12.0 if joined else 6.0
        if structure in ("filler", "pronoun"):
            return 3.0
        if structure == "kind":
            return 16.0 if position == start else 7.0
        if structure or not lattice.near(position):
            return 1.0
        return lattice.price(position)[0] if position <= start + 1 else 12.0

    def _end_cost(self, start: int, position: int) -> float:
        """Text seldom ends in a joint, a preposition, a polite word, or where it says what something is."""
        lattice = self.lattice
        structure = lattice.class_name(position)
        cost = 6.0 if structure in ("joint", "being") else 4.0 if structure in ("preposition", "article") else 0.0
        told = lattice.ending(position + 1, "end_of")
        if any(max(start + 1, position - LONGEST_MARKER) <= begin < position and sense for begin, _, sense in told):
            return cost + SWALLOWED
        if structure == "pronoun" and position > start and lattice.class_name(position - 1) == "preposition":
            cost = 6.0
        if any(begin >= max(start + 1, position - 2) for begin, _, _ in lattice.ending(position + 1, "there")):
            return cost + 6.0
        first = max(start + 1, position - 3)
        fillers = lattice.ending(position + 1, "filler")
        if any(begin >= first and lattice.in_set(begin, "polite") for begin, _, _ in fillers):
            return cost + 4.0
        return cost

    def remarks(self, position: int, fresh: bool) -> Iterator[Ended]:
        """Asides that begin at a token and run to a mark, a joint or the end; some only follow what was said."""
        lattice = self.lattice
        yield from self._statement(position, fresh)
        if fresh and "request" in lattice.beginnings:
            yield from self._background(position)
        for begin, cost, where in lattice.at(position, "remark"):
            if where == ("after" if fresh else "opening"):
                continue
            at, cost = begin, cost + REMARK
            if at >= lattice.size or lattice.low[at] in ".,;":
                yield at, cost
            while at < lattice.size and at - position < LONGEST_REMARK:
                token = lattice.tokens[at]
                if token.shape in ("file", "path", "quoted") or lattice.class_name(at) == "later":
                    break
                if lattice.at(at, "anchor"):
                    break
                if lattice.at(at, "joint") and at > begin:
                    yield at, cost + REMARK_WORD * (at - position)
                    if token.low in STOPS:
                        break
                if token.low == ":" and fresh and at > begin:
                    yield at, cost + REMARK_WORD * (at - position)
                    break
                if self._names_things(at):
                    return
                if at > begin and lattice.class_name(at) == "pronoun" and lattice.at(at, "verb"):
                    yield at, cost + REMARK_WORD * (at - position)
                cost += COMMAND_IN_REMARK if self._commands(at) else 0.0
                at += 1
            if at == lattice.size and at > begin:
                yield at, cost + REMARK_WORD * (at - position)

    def _statement(self, start: int, fresh: bool) -> Iterator[Ended]:
        """Background between marks: "the auditors are coming on Monday"; its verb soon follows its subject."""
        lattice = self.lattice
        led = fresh and lattice.class_name(start - 1) in ("filler", "joint")
        apart = not start or lattice.tokens[start - 1].shape == "mark" or led
        spoken_of = lattice.class_name(start) == "pronoun"
        if (not apart and not spoken_of) or lattice.class_name(start) == "preposition":
            return
        if any(kind == "yes_no" for _, _, kind in lattice.at(start, "asks")):
            return
        verb = self._finite_verb(start)
        if verb is None or (verb > start + 1 and not apart):
            return
        if spoken_of and lattice.class_name(verb + 1) == "preposition":
            return
        if any(self._says_more(at) for at in range(start, verb)) and not self._a_place(start, verb):
            return
        cost = STATEMENT if apart else STATEMENT + JUST_FOLLOWS
        for at in range(start, lattice.size):
            token = lattice.tokens[at]
            if token.shape == "mark" and (token.low in ".,;:!"):
                if at > verb + 1:
                    yield at, cost
                return
            if lattice.in_set(at, "reporting") and not self._of_the_speaker(start, at):
                return
            if token.shape != "word" or (at >= verb and self._says_more(at) and not self._of_the_speaker(start, at)):
                return
            cost += REMARK_WORD + (COMMAND_IN_REMARK if self._commands(at) else 0.0)
        yield lattice.size, cost

    def consequence(self, start: int) -> Iterator[Ended]:
        """ "… or my boss gets mad": what somebody would do, and nothing to be done here."""
        lattice = self.lattice
        if lattice.class_name(start) != "pronoun" and not lattice.in_set(start, "possessive"):
            return
        verb = next((at for at in range(start + 1, lattice.size) if lattice.in_set(at, "consequence_verb")), None)
        if verb is None or verb > start + LONGEST_INTRO:
            return
        for at in range(start, lattice.size):
            if at > verb and lattice.tokens[at].shape == "mark":
                yield at, REMARK_WORD * (at - start)
                return
            if lattice.tokens[at].shape != "word" or self._says_more(at) or self._acted_on(at) or self._commands(at):
                return
        if verb + 1 < lattice.size:
            yield lattice.size, REMARK_WORD * (lattice.size - start)

    def _background(self, start: int) -> Iterator[Ended]:
        """What leads up to a request: "they want it twice, so please …"; nothing in it says what to act on, or when."""
        lattice = self.lattice
        if lattice.class_name(start) in ("preposition", "day", "later") or self._commands(start):
            return
        cost, reported = BACKGROUND, False
        for at in range(start, lattice.size):
            if at >= start + SHORTEST_BACKGROUND:
                for end, more, sense in lattice.at(at, "request"):
                    if self._command_follows(end) and not (reported and sense != CONSEQUENCE):
                        yield at, cost + more
            token = lattice.tokens[at]
            if (token.shape != "word" and token.low != ",") or self._says_more(at) or self._acted_on(at):
                return
            reported = reported or lattice.in_set(at, "reporting")
            cost += REMARK_WORD + (COMMAND_IN_REMARK if self._commands(at) else 0.0)

    def _command_follows(self, at: int) -> bool:
        """Whether a command may begin at a token: with its verb, or with a place."""
        return at < self.lattice.size and not COMMAND_STARTS.isdisjoint(self.lattice.hits[at])

    def _acted_on(self, at: int) -> bool:
        """Whether a word names things of a kind, or says what not to do with them."""
        hits = self.lattice.hits[at]
        forbids = any(value.startswith("forbid") for _, _, value in self.lattice.at(at, "verb"))
        return forbids or any(not cost for category in ACTED_ON & hits.keys() for _, cost, _ in hits[category])

    def _a_place(self, start: int, end: int) -> bool:
        """ "My desktop is a mess": the subject is a place, which later words may refer to."""
        begin = self.lattice.skip(start, "determiner")
        return any(after == end for after, _, _ in self.lattice.at(begin, "anchor"))

    def _finite_verb(self, start: int) -> int | None:
        """Where the verb of a statement is, if words that can be a subject stand before it."""
        lattice = self.lattice
        for at in range(start, min(start + LONGEST_SUBJECT, lattice.size - 1)):
            if at > start and lattice.in_set(at, "statement_verb"):
                return None if lattice.is_word(at + 1, "to") else at
            if lattice.class_name(at) not in ("", "article", "pronoun", "quantifier", "loose", "preposition"):
                return at if at == start and lattice.in_set(at, "statement_opening") else None
            if lattice.in_set(at, "statement_opening"):
                return at
        return None

    def _says_more(self, at: int) -> bool:
        """Whether a word takes back what was said, makes it depend on something, or names something."""
        return self.lattice.class_name(at) == "later" or self.lattice.in_set(at, "revoking")

    def _names_things(self, at: int) -> bool:
        """Whether a word gives something its name, which background does not."""
        lattice = self.lattice
        given = lattice.class_name(at) in ("called", "naming") and bool(lattice.at(at, "called"))
        return given or (lattice.in_set(at - 1, "indefinite") and bool(lattice.at(at, "kind")))

    def _of_the_speaker(self, start: int, at: int) -> bool:
        """ "I forgot what I called it": what the speaker called something names nothing here."""
        return self.lattice.class_name(start) == "pronoun" and self.lattice.class_name(at) == "called"

    def _commands(self, at: int) -> bool:
        """Whether a word could be the verb of a command."""
        lattice = self.lattice
        led = at > 0 and (
            lattice.class_name(at - 1) in ("pronoun", "being", "article", "negation")
            or lattice.in_set(at - 1, "infinitive")
        )
        return lattice.class_name(at) in VERBS and not led
