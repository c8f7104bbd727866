"""Numbers and sums as they are said: in digits, in words, with the words of arithmetic between them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aura.language.lattice import Lattice

Number = tuple[int, str]
Sum = tuple[int, float, str]
NO_SUMS: list[Sum] = []

DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
SYMBOLS = re.compile(r"(?=.*\d)(?=.*[-+*/^%×÷√²³])[\d.,()+*/^%×÷√²³x-]+")
PERCENT = re.compile(r"[\d.,]+%")
HUNDRED = 100
LONGEST_SUM = 40
THING_COUNTED, THING_OF_DOMAIN = 2.0, 12.0
COUNTED = ("", "vague")


class Numbers:
    """Numbers in one utterance, and sums of them, memoised by position."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self._units = lattice.grammar.words["cardinal"]
        self._multiples = lattice.grammar.words["multiple"]
        self.none = not any(map(self._counts, lattice.low))
        self._numbers: dict[int, Number | None] = {}
        self._sums: dict[int, list[Sum]] = {}

    def _counts(self, low: str) -> bool:
        """Whether a word is of numbers: without any there are none, and no sums."""
        return low in self._units or low in self._multiples or (not low.isalpha() and any(map(str.isdigit, low)))

    def at(self, position: int) -> Number | None:
        """The longest number that begins at a token: (end, digits)."""
        if self.none:
            return None
        if position not in self._numbers:
            self._numbers[position] = self._number(position)
        return self._numbers[position]

    def sums(self, position: int) -> list[Sum]:
        """Sums that begin at a token: (end, cost, formula), with what is counted left out."""
        if self.none:
            return NO_SUMS
        if position not in self._sums:
            self._sums[position] = list(self._summed(position))
        return self._sums[position]

    def _number(self, start: int) -> Number | None:
        lattice = self.lattice
        if start >= lattice.size:
            return None
        low = lattice.low[start]
        if DIGITS.fullmatch(low):
            return self._scaled(start + 1, low.replace(",", ""))
        return self._spelled(start) if low in self._units or (low == "a" and self._is_multiple(start + 1)) else None

    def _is_multiple(self, at: int) -> bool:
        return at < self.lattice.size and self.lattice.low[at] in self._multiples

    def _scaled(self, end: int, digits: str) -> Number:
        """ "2.5 million"."""
        if not self._is_multiple(end):
            return end, digits
        value = float(digits) * self._multiples[self.lattice.low[end]]
        return end + 1, str(int(value)) if value.is_integer() else str(value)

    def _spelled(self, start: int) -> Number:
        """ "Two hundred and five", "nineteen eighty four" being two numbers, "two point five"."""
        total = part = last = 0
        at, end = start, start
        for at, word in self._number_words(start):
            if word in self._multiples:
                factor = self._multiples[word]
                part = (part or 1) * factor
                if factor > HUNDRED:
                    total, part = total + part, 0
                last = factor
            else:
                value = self._units[word]
                if end > start and not (last >= HUNDRED or (last >= 20 and last % 10 == 0 and 0 < value < 10)):
                    break
                part, last = part + value, value
            end = at + 1
        return self._with_fraction(*self._with_decimals(end, str(total + part)))

    def _number_words(self, start: int) -> Iterator[tuple[int, str]]:
        """The words of a number in turn, past an "and" or a hyphen between them."""
        lattice, at = self.lattice, start
        while at < lattice.size:
            word = "one" if at == start and lattice.low[at] == "a" else lattice.low[at]
            if word not in self._units and word not in self._multiples:
                hundred = at > start and lattice.low[at - 1] in self._multiples
                joined = word == "and" and hundred and at + 1 < lattice.size and lattice.low[at + 1] in self._units
                if not joined:
                    return
            else:
                yield at, word
            at += 1

    def _with_decimals(self, end: int, digits: str) -> Number:
        lattice, at = self.lattice, end + 1
        decimals = ""
        while lattice.is_word(end, "point") and at < lattice.size and 0 <= self._units.get(lattice.low[at], -1) < 10:
            decimals, at = decimals + str(self._units[lattice.low[at]]), at + 1
        return (at, f"{digits}.{decimals}") if decimals else (end, digits)

    def _with_fraction(self, end: int, digits: str) -> Number:
        """ "One and a half"."""
        found = [(after, value) for after, cost, value in self.lattice.at(end, "fraction") if not cost]
        if not found or "." in digits:
            return end, digits
        after, value = max(found)
        return after, str(int(digits) + float(value))

    # -- sums

    def _summed(self, start: int) -> Iterator[Sum]:
        """Values with operators between; a sum has both, and ends where it has a value."""
        lattice, at, cost, depth = self.lattice, start, 0.0, 0
        whole = told = linked = False
        said: list[str] = []
        while at < min(lattice.size, start + LONGEST_SUM):
            step = self._after_value(at, linked) if whole else self._before_value(at, bool(said))
            if step is None:
                return
            at, role, text = step
            depth += (role == "open") - (role == "close")
            if depth < 0:
                return
            if role == "thing":
                cost += THING_OF_DOMAIN if lattice.of_loaded[at - 1] else THING_COUNTED
            linked = linked or role == "verb"
            told = told or role not in ("value", "thing", "open", "close")
            whole = role in ("value", "sum", "postfix", "close", "thing")
            said.extend(text.split())
            if whole and told and not depth:
                yield at, cost, " ".join(said)

    def _before_value(self, at: int, begun: bool) -> tuple[int, str, str] | None:
        """What may stand where a value is expected: (end, role, text)."""
        lattice, low = self.lattice, self.lattice.low[at]
        if (number := self.at(at)) is not None:
            return number[0], "value", number[1]
        if SYMBOLS.fullmatch(low):
            return at + 1, "value" if PERCENT.fullmatch(low) else "sum", low
        if low == "(":
            return at + 1, "open", low
        found = self._operator(at, ("prefix", "verb"))
        if found is None and begun and lattice.is_word(at, "the", "a", "an"):
            return at + 1, "prefix", ""
        return found

    def _after_value(self, at: int, linked: bool) -> tuple[int, str, str] | None:
        """What may stand behind a value: (end, role, text)."""
        lattice = self.lattice
        if lattice.low[at] == ")":
            return at + 1, "close", ")"
        found = self._operator(at, ("infix", "postfix", "link") if linked else ("infix", "postfix"))
        counted = lattice.low[at].isalpha() and lattice.class_name(at) in COUNTED and not lattice.at(at, "filler")
        if found is None and counted:
            return at + 1, "thing", ""
        return found

    def _operator(self, at: int, roles: tuple[str, ...]) -> tuple[int, str, str] | None:
        """The longest phrase of arithmetic at a token in any of these roles, exactly as it is written."""
        hits = [(end, role) for end, cost, role in self.lattice.at(at, "operator") if role in roles and not cost]
        if not hits:
            return None
        end, role = max(hits)
        return end, role, " ".join(self.lattice.low[at:end])
