"""The amounts of a story, each with the one role that it has there: "five *days* at 65 *a day*, 7 percent *off*"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers

PRICE, RATE, COUNT, WAYS, OFF, ON = "price", "rate", "count", "ways", "off", "on"
OWNED, EACH = "'s", ""
NEAR = 4
"""Tokens around a percentage among which it is said to be off or on."""
PLURALS = ("s", "es")
UNDONE = ("article", "being", "joint", "negation", "preposition", "pronoun")
"""Classes of words that tell of nothing that is done."""


class Amount(NamedTuple):
    """A number of a story: what it is there, and of what it is the price or the count.

    What `units` names is counted, or has the price, where that is one of several; what `per` names has so many.
    """

    role: str
    value: str
    units: tuple[str, ...] = ()
    per: str | None = None
    of_people: bool = False
    of_one: bool = False
    money: str | None = None
    """What money a price is, empty where that is not said; None of what is no price."""

    def counts(self, unit: str) -> bool:
        """Whether so many of a unit are counted: "five *days*" of "a *day*"; of what is each there are any."""
        return unit == EACH or any(_is_alike(unit, own) for own in self.units)


def amounts_of(lattice: Lattice, numbers: Numbers) -> list[Amount] | None:
    """The amounts of an utterance; None where a number has no role, or where figures are no plain number."""
    shared = any(lattice.in_set(at, "sum_sharing") for at in range(lattice.size))
    found: list[Amount] = []
    at = behind = 0
    while at < lattice.size:
        ends = [*numbers.percentages(at), *numbers.prices(at)]
        if not ends or (lattice.in_set(at - 1, "sum_of_each") and at):
            if any(map(str.isdigit, lattice.low[at])) or numbers.is_arithmetic(at):
                return None
            at += 1
            continue
        end, _, value = max(ends)
        if value.endswith("%"):
            one = _changed(lattice, value, behind, at, end)
        else:
            one = _told(_Place(lattice, numbers, at, end, value), shared)
        if one is None:
            return None
        found.append(one)
        at = behind = end
    return found


def is_one_money(amounts: list[Amount]) -> bool:
    """Whether all prices are of the same money: no "3 euros" with "80 cents", and none with what may be no price.

    What one costs is a price in any case: "two *at 5 euros each* and six *at 3 each*".
    """
    priced = [one for one in amounts if one.role != OFF and (one.money or one.role != RATE)]
    said = [one.money for one in priced if one.money is not None]
    off = [one.money for one in amounts if one.money is not None and one.role == OFF and any(said)]
    return all(_is_alike(said[0], other) for other in (*said[1:], *off))


class _Place(NamedTuple):
    """Where a number stands, up to the money that it is."""

    lattice: Lattice
    numbers: Numbers
    start: int
    end: int
    value: str

    def money(self) -> str:
        """ "$18", "18 *euros*"; nothing of a number alone."""
        number = self.numbers.at(self.start)
        words = self.lattice.low[self.start : self.end]
        return "" if number is not None and number[0] == self.end else words[0 if number is None else -1]

    def is_price(self) -> bool:
        """Whether something is said to cost that: "he *wants* 640", "*wifi's* 36", "it *comes to* 84"."""
        lattice, at = self.lattice, self.start - 1
        if at < 0:
            return False
        at -= lattice.in_set(at, "sum_reaching") and lattice.in_set(at - 1, "sum_comes_to")
        whose = lattice.grammar.classes.get(lattice.low[at].removesuffix(OWNED))
        owned = lattice.low[at].endswith(OWNED) and (whose is None or whose.name != "pronoun")
        aged = at > 0 and lattice.class_name(at) == "being" and lattice.in_set(at - 1, "own_subject")
        return not aged and (owned or at < self.start - 1 or lattice.in_set(at, "sum_costing"))

    def of_several(self) -> bool:
        """Whether somebody says how many they are: "*we are* four"."""
        lattice, at = self.lattice, self.start - 1
        at -= at > 0 and lattice.class_name(at) == "being" and lattice.in_set(at - 1, "sum_people")
        return at >= 0 and lattice.in_set(at, "sum_people")

    def unit(self, at: int) -> str | None:
        """Of what one has it, or a price, is said at a token: "65 *a horse*", "9 *each*", "9 *for each of us*"."""
        lattice = self.lattice
        at += lattice.class_name(at) == "preposition" and lattice.in_set(at + 1, "sum_of_each") if self.fits(at) else 0
        if not self.fits(at) or not lattice.in_set(at, "sum_per"):
            return None
        asked = self.fits(at + 1) and lattice.in_set(at + 1, "sum_comes_to")  # "what do six at 5 each *come* to"
        if (
            self.fits(at + 1)
            and not asked
            and not lattice.class_name(at + 1)
            and lattice.tokens[at + 1].shape == "word"
        ):
            return lattice.low[at + 1]
        return EACH if lattice.in_set(at, "sum_of_each") else None

    def fits(self, at: int) -> bool:
        """Whether there is a token there."""
        return at < self.lattice.size

    def subject(self) -> str | None:
        """The one of several that costs that: "*a ticket* is 18.50"."""
        lattice = self.lattice
        for noun in (self.start - 2, self.start - 3):
            if noun > 0 and lattice.in_set(noun - 1, "sum_per"):
                return lattice.low[self.start - 2]
        return None

    def counted(self) -> tuple[str, ...]:
        """What is counted behind it: "seven *riding lessons*"."""
        lattice = self.lattice
        ends = (end for end, _ in self.numbers.counted(self.end))
        return tuple(lattice.low[end - 1] for end in ends if not lattice.in_set(end - 1, "sum_of_all"))

    def is_of_each(self) -> bool:
        """Whether each of those who are counted before has, or gives, so much: "12 people *each pay* 3.50"."""
        each = self.start - 2
        counted = each > 1 and any(end == each for at in range(each) for end in self._counts_at(at))
        return counted and self.gives_each(each)

    def gives_each(self, at: int) -> bool:
        """Whether one word tells what each does with so much that is said behind it: "*each pay* 3.50"."""
        lattice, doing = self.lattice, at + 1
        plain = self.fits(doing + 1) and lattice.tokens[doing].shape == "word" and not lattice.in_set(doing, "sum_at")
        told = plain and lattice.class_name(doing) not in UNDONE
        return told and lattice.in_set(at, "sum_of_each") and any(self.numbers.prices(doing + 1))

    def _counts_at(self, at: int) -> Iterator[int]:
        """Where what a number at a token counts may end."""
        number = self.numbers.at(at)
        yield from (end for end, _ in self.numbers.counted(number[0])) if number is not None else ()

    def of_people(self) -> bool:
        """ "Six *of us*", "six *people*"."""
        lattice = self.lattice
        us = lattice.in_set(self.end, "part_of") and lattice.in_set(self.end + 1, "object_form")
        return us or lattice.in_set(self.end, "many_people")


def _changed(lattice: Lattice, value: str, behind: int, start: int, end: int) -> Amount | None:
    """A percentage that is off or on what is told, by a word near to it; none of what it is: "the tip *is* …"."""
    if start and lattice.class_name(start - 1) == "being":
        return None
    before = range(max(behind, start - NEAR), start)
    after = _until_mark(lattice, end)
    near = [*(at for at in before if not any(lattice.is_over(mark) for mark in range(at, start))), *after]
    roles = {role for role, name in ((OFF, "sum_off"), (ON, "sum_on")) if any(lattice.in_set(at, name) for at in near)}
    return Amount(roles.pop(), value) if len(roles) == 1 else None


def _until_mark(lattice: Lattice, start: int) -> Iterator[int]:
    """The tokens right behind an amount, up to a mark, the question or other figures."""
    for at in range(start, min(lattice.size, start + NEAR)):
        if lattice.is_over(at) or lattice.in_set(at, "sum_asked") or any(map(str.isdigit, lattice.low[at])):
            return
        yield at


def _told(place: _Place, shared: bool) -> Amount | None:
    """A number that is no percentage, with its role."""
    lattice, value, end = place.lattice, place.value, place.end
    money, units, unit = place.money(), place.counted(), place.unit(end)
    people = place.of_people() or place.of_several()
    if money and lattice.in_set(end, "sum_off"):
        return Amount(OFF, value, money=money)
    between = lattice.in_set(place.start - 1, "sum_between") and place.start > 0
    if shared and not money and (between or people or lattice.in_set(end, "sum_ways")):
        return Amount(WAYS, value)
    at_price = place.is_price() or (place.start > 0 and lattice.in_set(place.start - 1, "sum_at"))
    if unit is not None and (money or at_price):
        return Amount(RATE, value, per=unit, money=money)
    if place.is_of_each() and not (units or people):
        return Amount(RATE, value, per=EACH, money=money)
    if not money and (people or units):
        behind = end + (2 if lattice.in_set(end, "part_of") else len(units))
        per = None if place.gives_each(behind) else place.unit(behind)
        return Amount(COUNT, value, units, per, people)
    if not place.is_price() or any(lattice.in_set(at, "sum_of_each") for at in _until_mark(lattice, end)):
        return None
    subject = place.subject()
    if subject is None:
        return Amount(PRICE, value, money=money)
    return Amount(RATE, value, per=subject, of_one=True, money=money)


def _is_alike(one: str, other: str) -> bool:
    """Whether two nouns are one, or one of them is several of the other: "day", "days"."""
    return one == other or any(one == f"{other}{end}" or other == f"{one}{end}" for end in PLURALS)
