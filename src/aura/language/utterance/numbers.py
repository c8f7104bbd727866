"""Numbers and sums as they are said: in digits, in words, with the words of arithmetic between them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aura.language.utterance.lattice import Lattice
from aura.language.words.tokens import ISO_DATE

Number = tuple[int, str]
Sum = tuple[int, float, str]
Step = tuple[int, str, str]
NO_SUMS: list[Sum] = []

DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
SYMBOLS = re.compile(r"(?=.*\d)(?=.*[-+*/^%×÷√²³])[\d.,()+*/^%×÷√²³x-]+")
NEVER_FIRST, GOES_ON = re.compile(r"[*/^×÷x]"), re.compile(r"[-+*/^×÷x]")
PERCENT = re.compile(r"[\d.,]+%")
HUNDRED, MINOR_DIGITS = 100, 2
CENTURIES = range(13, 21)
"""Numbers that begin a year as it is said."""
HYPHEN = "-"
LONGEST_SUM = 40
THING_COUNTED, THING_OF_DOMAIN = 2.0, 12.0
MOST_COUNTED = 2
COUNTED = ("", "vague")
VALUES = ("value", "sum", "postfix", "percent", "close", "thing")
OPERATIONS: tuple[str, ...] = ("prefix", "infix", "postfix", "share", "shared", "sum")
JOINED: tuple[str, ...] = ("link",)
"""What makes a sum of values that are told; those behind a verb must be joined."""


class Numbers:
    """Numbers in one utterance, and sums of them, memoised by position."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self._units = lattice.grammar.words["cardinal"]
        self._multiples = lattice.grammar.words["multiple"]
        self._parts = lattice.grammar.words["part_of_one"]
        plain = self._units.keys().isdisjoint(lattice.low) and self._multiples.keys().isdisjoint(lattice.low)
        self.none = plain and not any(self._counts(low) for low in lattice.low if not low.isalpha())
        self._numbers: dict[int, Number | None] = {}
        self._sums: dict[int, list[Sum]] = {}

    def _counts(self, low: str) -> bool:
        """Whether what is no plain word is of numbers: without any there are none, and no sums."""
        return self._is_spelled(low) or any(map(str.isdigit, low))

    def _is_spelled(self, low: str) -> bool:
        """Whether a word spells a number, or several with hyphens between them do: "thirty-five"."""
        return all(word in self._units or word in self._multiples for word in low.split(HYPHEN))

    def at(self, position: int) -> Number | None:
        """The longest number that begins at a token: (end, digits)."""
        if self.none:
            return None
        if position not in self._numbers:
            self._numbers[position] = self._number(position)
        return self._numbers[position]

    def signed(self, position: int) -> Number | None:
        """A number that may be below zero: "*minus five* degrees", and not "ten *minus five*"."""
        lattice = self.lattice
        if not lattice.in_set(position, "negative") or (position and self.is_number(position - 1)):
            return self.at(position)
        number = self.at(position + 1)
        return None if number is None else (number[0], f"-{number[1]}")

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
            return self._with_fraction(*self._scaled(start + 1, low.replace(",", "")))
        spelled = low.split(HYPHEN)[0] in self._units and self._is_spelled(low)
        return self._spelled(start) if spelled or self._is_single(start) else None

    def _is_single(self, at: int) -> bool:
        """ "A" hundred."""
        return self.lattice.in_set(at, "single") and self._is_multiple(at + 1)

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
        total = part = last = hundreds = 0
        at, end = start, start
        for at, word in self._number_words(start):
            if word in self._multiples:
                factor = self._multiples[word]
                if factor == HUNDRED and hundreds:
                    break
                hundreds = factor == HUNDRED
                part = (part or 1) * factor
                if factor > HUNDRED:
                    total, part = total + part, 0
                last = factor
            else:
                value = self._units.get(word, 1)
                if end > start and not (last >= HUNDRED or (last >= 20 and last % 10 == 0 and 0 < value < 10)):
                    break
                part, last = part + value, value
            end = at + 1
        return self._with_fraction(*self._with_decimals(end, str(total + part)))

    def _number_words(self, start: int) -> Iterator[tuple[int, str]]:
        """The words of a number in turn, past an "and" between them."""
        lattice, at = self.lattice, start
        while at < lattice.size:
            word = lattice.low[at]
            if self._is_spelled(word):
                yield from ((at, part) for part in word.split(HYPHEN))
            elif at == start:
                yield at, word
            elif not self._joins(at):
                return
            at += 1

    def _joins(self, at: int) -> bool:
        """ "Two hundred and five"."""
        lattice = self.lattice
        behind = lattice.low[at + 1].split(HYPHEN)[0] if at + 1 < lattice.size else ""
        between = behind in self._units and lattice.low[at - 1] in self._multiples
        return between and lattice.in_set(at, "joins_hundreds")

    def _with_decimals(self, end: int, digits: str) -> Number:
        lattice, at = self.lattice, end + 1
        decimals = ""
        while (
            lattice.in_set(end, "decimal_point")
            and at < lattice.size
            and 0 <= self._units.get(lattice.low[at], -1) < 10
        ):
            decimals, at = decimals + str(self._units[lattice.low[at]]), at + 1
        return (at, f"{digits}.{decimals}") if decimals else (end, digits)

    def _with_fraction(self, end: int, digits: str) -> Number:
        """ "One and a half"."""
        found = [(after, value) for after, cost, value in self.lattice.at(end, "fraction") if not cost]
        if not found or "." in digits:
            return end, digits
        after, value = max(found)
        return after, str(int(digits) + float(value))

    # -- amounts

    def is_number(self, at: int) -> bool:
        """Whether a number or a percentage begins at a token."""
        low = self.lattice.low[at]
        if low.isalpha() and low not in self._units and not self._is_single(at):
            return False
        return self.at(at) is not None or PERCENT.fullmatch(low) is not None

    def prices(self, position: int) -> Iterator[Sum]:
        """A number and what money it is, if that is said: "52 bucks", "$18.50"."""
        number = self.at(self._past_money(position))
        if number is not None:
            at, digits = number
            behind = self._past_money(at)
            minor = self._hundredths(position, behind) if "." not in digits else None
            if minor is not None:
                yield minor[0], 0.0, f"{digits}.{minor[1]}"
                return
            yield at, 0.0, digits
            if behind > at:
                yield behind, 0.0, digits

    def _hundredths(self, start: int, at: int) -> Number | None:
        """What is left of a price that is said as prices are: "twenty three pounds *fifty*", "twelve *fifty*".

        Of a number alone it is told in words; what counts something is none: "20 euros *50* times".
        """
        spelled = all(
            self.lattice.low[word].isalpha() for word in range(start, at + 1 if at < self.lattice.size else at)
        )
        number = self.at(at) if spelled or self._past_money(at - 1) == at else None
        if number is None or len(number[1]) != MINOR_DIGITS or not number[1].isdigit():
            return None
        end = number[0]
        if end >= self.lattice.size or self._operator(end, ("infix",)) is not None:
            return number
        counts = self._is_counted(end) and not self.lattice.in_set(end, "sum_of_each")
        return None if counts or self.is_arithmetic(end) else number

    def amounts(self, position: int) -> Iterator[Sum]:
        """A price, or a number with what is counted left out: "340 units"."""
        yield from self.prices(position)
        if (number := self.at(position)) is not None:
            yield from ((end, cost, number[1]) for end, cost in self.counted(number[0]))

    def percentages(self, position: int) -> Iterator[Sum]:
        """ "19 percent", "19%"."""
        if PERCENT.fullmatch(self.lattice.low[position]):
            yield position + 1, 0.0, self.lattice.low[position]
        elif (number := self.at(position)) is not None:
            found = self._operator(number[0], ("percent",))
            if found is not None:
                yield found[0], 0.0, f"{number[1]}%"

    def counted(self, start: int) -> Iterator[tuple[int, float]]:
        """Words behind a number that say what it counts."""
        cost = 0.0
        for at in range(start, min(start + MOST_COUNTED, self.lattice.size)):
            if not self._is_counted(at) or self.is_arithmetic(at):
                return
            cost += self._counted_cost(at)
            yield at + 1, cost

    def is_arithmetic(self, at: int) -> bool:
        """Whether a word changes the number beside it: "half", "dozen", "percent", "euros"."""
        return self._operator(at, ("prefix", "postfix", "percent", "money")) is not None

    def _past_money(self, at: int) -> int:
        found = self._operator(at, ("money",))
        return at if found is None else found[0]

    def _is_counted(self, at: int) -> bool:
        lattice = self.lattice
        return lattice.low[at].isalpha() and lattice.class_name(at) in COUNTED and not lattice.begins(at, "filler")

    def _counted_cost(self, at: int) -> float:
        return THING_OF_DOMAIN if self.lattice.of_loaded[at] else THING_COUNTED

    # -- sums

    def _summed(self, start: int) -> Iterator[Sum]:
        """Values with operators between; a sum has both, and ends where it has a value. A date is none."""
        lattice, at, cost, depth = self.lattice, start, 0.0, 0
        if ISO_DATE.fullmatch(lattice.low[start]) or self._ends_a_price(start):
            return
        whole = told = False
        needed = OPERATIONS
        said: list[str] = []
        while at < min(lattice.size, start + LONGEST_SUM):
            step = self._after_value(at, needed is JOINED) if whole else self._before_value(at, bool(said))
            if step is None:
                return
            at, role, text = step
            depth += (role == "open") - (role == "close")
            if depth < 0:
                return
            if role == "thing":
                cost += self._counted_cost(at - 1)
            if role == "verb":
                needed = JOINED
            told = told or role in needed
            whole = role in VALUES or (whole and role == "money")
            said.extend(text.split())
            if whole and told and not depth:
                yield at, cost, " ".join(said)

    def _before_value(self, at: int, begun: bool) -> Step | None:
        """What may stand where a value is expected: (end, role, text)."""
        lattice, low = self.lattice, self.lattice.low[at]
        if (number := self.at(at)) is not None:
            return self._price_in_full(at, *number) or self._fraction(*number)
        if SYMBOLS.fullmatch(low) and not NEVER_FIRST.match(low):
            return at + 1, "value" if PERCENT.fullmatch(low) else "sum", low
        if low == "(":
            return at + 1, "open", low
        found = self._operator(at, ("prefix", "money") if begun else ("prefix", "money", "verb"))
        if found is None and begun and lattice.class_name(at) == "article":
            return at + 1, "article", ""
        return found

    def _price_in_full(self, start: int, end: int, digits: str) -> Step | None:
        """A price as it is said, with what is less than one of its money: "*twenty three pounds fifty* split by two".

        Without its money it may be a year: "*nineteen eighty* plus ten".
        """
        behind = self._past_money(end)
        plain = digits.isdigit() and (behind > end or int(digits) not in CENTURIES)
        minor = self._hundredths(start, behind) if plain else None
        return None if minor is None else (minor[0], "value", f"{digits}.{minor[1]}")

    def _ends_a_price(self, start: int) -> bool:
        """Whether a number only ends one that begins before it, and makes no sum: "twenty three pounds *fifty*"."""
        spelled = self.lattice.low[start].isalpha() and self.at(start) is not None
        led = start - 1 if spelled and start > 1 and self._past_money(start - 1) == start else start
        return spelled and led > 0 and self.is_number(led - 1) and self.lattice.low[led - 1].isalpha()

    def _fraction(self, end: int, digits: str) -> Step:
        """A number, or a fraction: "two thirds", "three quarters of" what follows."""
        parts = self._parts.get(self.lattice.low[end]) if end < self.lattice.size else None
        if parts is None:
            return end, "value", digits
        of = self._operator(end, ("prefix",))
        return (
            (end + 1, "value", f"({digits} / {parts})") if of is None else (of[0], "prefix", f"({digits} / {parts}) *")
        )

    def _after_value(self, at: int, linked: bool) -> Step | None:
        """What may stand behind a value: (end, role, text)."""
        low = self.lattice.low[at]
        if low == ")":
            return at + 1, "close", ")"
        if SYMBOLS.fullmatch(low) and GOES_ON.match(low):
            return at + 1, "sum", low
        share = "shared" if PERCENT.fullmatch(self.lattice.low[at - 1]) else "share"
        found = self._operator(at, ("infix", "postfix", "percent", "money", "link" if linked else share))
        counted = found is None and self._is_counted(at) and self.at(at) is None
        return (at + 1, "thing", "") if counted else found

    def _operator(self, at: int, roles: tuple[str, ...]) -> Step | None:
        """The longest phrase of arithmetic at a token in any of these roles, exactly as it is written."""
        hits = [(end, role) for end, cost, role in self.lattice.at(at, "operator") if role in roles and not cost]
        if not hits:
            return None
        end, role = max(hits)
        return end, role, "" if role == "money" else " ".join(self.lattice.low[at:end])
