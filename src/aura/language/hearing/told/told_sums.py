"""The sum that a small story tells and asks for: "he wants 640 but takes 7 percent off, what do we pay" → "640 - 7%".

Every number of it has one role: a price, what one costs, how many there are, what is off or on it, and how many share
it. What has none, or two, makes no sum, and nor does what cannot be cancelled: so much a day for so many lessons.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from aura.language.hearing.told.told_amounts import Amount, amounts_of, is_one_money
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers
from aura.language.utterance.verbs import orders_at

FEWEST_AMOUNTS = 2
LONGEST_NOUN = 2
"""Words of what the question is about: "what does *the trip* cost"."""
WORDS = ("word", "mark")
CONCLUDED = "so"


class Story(NamedTuple):
    """Amounts in the order in which they are told, and whether all is asked for and what one pays of it."""

    amounts: Sequence[Amount]
    together: bool
    of_each: bool

    def of(self, role: str) -> list[Amount]:
        """The amounts of a role."""
        return [one for one in self.amounts if one.role == role]


def told_sum(lattice: Lattice) -> str | None:
    """The command to work out what an utterance tells and asks; None where it is no such story, or not clear."""
    numbers = Numbers(lattice)
    if numbers.none or any(token.shape not in WORDS for token in lattice.tokens if not token.low[0].isdigit()):
        return None
    asked = next(_questions(lattice, numbers), None)
    if asked is None or _is_unsettled(lattice, asked):
        return None
    amounts = amounts_of(lattice, numbers)
    if amounts is None or len(amounts) < FEWEST_AMOUNTS or not is_one_money(amounts):
        return None
    together = any(lattice.in_set(at, "sum_of_all") for at in range(lattice.size))
    of_each = any(lattice.in_set(at, "sum_of_each") and not _is_of_a_price(numbers, at) for at in asked)
    formula = _formula(Story(amounts, together, of_each))
    return None if formula is None else f"{next(iter(lattice.grammar.words['sum_command']))} {formula}"


def _is_of_a_price(numbers: Numbers, at: int) -> bool:
    """Whether a word says of what the number before it is the price: "12 sacks at 4.50 *each*"."""
    return at > 0 and (numbers.is_number(at - 1) or numbers.is_arithmetic(at - 1))


def _questions(lattice: Lattice, numbers: Numbers) -> Iterator[range]:
    """Where what it comes to is asked, behind the story or before its condition: "*how much is that* if …"."""
    begins = [at for at in range(lattice.size) if _asks_how_much(lattice, at)]
    if len(begins) == 1:
        (begin,) = begins
        first = next((at for at in range(begin, lattice.size) if lattice.in_set(at, "sum_condition")), lattice.size)
        asked = range(begin, first)
        if (begin == 0 or first == lattice.size) and _asks_for_sum(lattice, numbers, asked):
            yield asked


def _asks_how_much(lattice: Lattice, at: int) -> bool:
    """ "*What* do we pay", "*how* much is it"."""
    return lattice.in_set(at, "sum_asked") and (at == 0 or not lattice.in_set(at - 1, "sum_asked"))


def _asks_for_sum(lattice: Lattice, numbers: Numbers, asked: range) -> bool:
    """Whether nothing but what something comes to is asked: "what *does that come to* over five days"."""
    at, comes = asked.start, False
    while at < asked.stop:
        number = numbers.at(at)
        counted = _told_within(lattice, numbers, at) if at else at
        comes = comes or lattice.in_set(at, "sum_comes_to") or lattice.in_set(at, "sum_of_all")
        if counted > at:
            at = counted
        elif number is not None:
            at = number[0] + 1
        elif lattice.in_set(at, "determiner"):
            at += 1 if lattice.in_set(at + 1, "sum_question") else LONGEST_NOUN
        elif lattice.in_set(at, "sum_question") or lattice.in_set(at, "polite") or lattice.tokens[at].shape == "mark":
            at += 1
        else:
            return False
    return comes


def _told_within(lattice: Lattice, numbers: Numbers, start: int) -> int:
    """Where so much for each of so many ends that is told within a question: "what is *12 sacks at 4.50 a sack*"."""
    count = numbers.at(start)
    for end, _ in numbers.counted(count[0]) if count is not None else ():
        at = end if lattice.in_set(end, "sum_at") else _past_what_it_is_of(lattice, end)
        price = max(numbers.prices(at + 1), default=None) if lattice.in_set(at, "sum_at") else None
        told = None if price is None else _past_unit(lattice, price[0])
        if told is not None:
            joined = lattice.class_name(told) == "joint" or lattice.in_set(told, "sum_on")
            return told + joined
    return start


def _past_what_it_is_of(lattice: Lattice, at: int) -> int:
    """The token behind what something that is counted is of: "five bags *of river sand* at …"."""
    ends = range(at + 2, at + 2 + LONGEST_NOUN) if lattice.in_set(at, "part_of") else ()
    return next((end for end in ends if lattice.in_set(end, "sum_at")), at)


def _past_unit(lattice: Lattice, at: int) -> int | None:
    """The token behind that of which each one has a price: "4.50 *each*", "4.50 *a sack*"."""
    behind = at + 1
    asked = any(lattice.in_set(behind, name) for name in ("sum_question", "sum_on"))
    if lattice.in_set(at, "sum_per") and behind < lattice.size and not (asked or lattice.class_name(behind)):
        return behind + 1
    return behind if lattice.in_set(at, "sum_of_each") else None


def _is_unsettled(lattice: Lattice, asked: range) -> bool:
    """Whether something may be ordered or denied, or hangs on what is not said, or changes amounts in another way."""
    lead = next((at for at in range(lattice.size) if not lattice.begins(at, "filler", "joint")), 0)
    story = [at for at in range(lattice.size) if at not in asked]
    led = (at for at in story if at in (0, lead) or lattice.is_over(at - 1) or lattice.class_name(at - 1) == "joint")
    conditions = (at for at in story if lattice.in_set(at, "sum_condition") and at not in (lead, asked.stop))
    unsettling = (lattice.begins(at, "negation") or lattice.in_set(at, "sum_unsettling") for at in story)
    turned = (_orders(lattice, at) or _asks_else(lattice, at) for at in led)
    return any(turned) or any(True for _ in conditions) or any(unsettling)


def _asks_else(lattice: Lattice, at: int) -> bool:
    """Whether a question begins at a word that is none of the sum's: "*is the memory full* and dinner was 60 …".

    Behind a joint what something is may only go on: "he wants 520 but *is taking* 5 percent off".
    """
    if lattice.class_name(at) == "being":
        return at == 0 or (lattice.begins(at, "asks") and lattice.in_set(at + 1, "determiner"))
    return lattice.begins(at, "asks")


def _orders(lattice: Lattice, at: int) -> bool:
    """Whether a word may be the verb of a command, and of nothing that is shared, or begins one: "*mute* the sound"."""
    named = lattice.begins_sentence(at) and not lattice.in_set(at + 1, "finite")
    active = orders_at(lattice, at) or named
    spared = lattice.class_name(at) in ("being", "pronoun") or lattice.in_set(at, "sum_sharing")
    requested = any(sense != CONCLUDED for _, cost, sense in lattice.at(at, "request") if not cost)
    return (active and not spared) or requested


def _formula(story: Story) -> str | None:
    """The sum of a story in signs; None where an amount has no place in it."""
    whole = _whole(story)
    changed, ways = [*story.of("off"), *story.of("on")], story.of("ways")
    if whole is None or len(changed) > 1 or len(ways) > 1 or (story.of_each and not ways and not _shared(story)):
        return None
    if changed:
        sign = "-" if changed[0].role == "off" else "+"
        whole = f"{_bracketed(whole)} {sign} {changed[0].value}"
    shares = ways or (_shared(story) if story.of_each else [])
    return f"{_bracketed(whole)} / {shares[0].value}" if shares else whole


def _shared(story: Story) -> list[Amount]:
    """Who shares a price that is told of nothing by itself: "dinner is 120 and there are *six of us*"."""
    counts, rated = story.of("count"), story.of("rate")
    return counts if len(counts) == 1 and counts[0].of_people and not rated else []


def _whole(story: Story) -> str | None:
    """What all comes to before anything is taken off it: the prices together, or what one costs so many times."""
    prices, rates = story.of("price"), story.of("rate")
    counts = [one for one in story.of("count") if not story.of_each or one not in _shared(story)]
    if len(counts) == len(rates) > 1 and not prices:
        return _of_each_sort(story)
    if counts:
        clear = not prices and len(rates) == 1 and _cancels(rates[0], counts)
        return " * ".join(one.value for one in (*counts, *rates)) if clear else None
    told = [one for one in story.amounts if one.role == "price" or one.of_one]
    several = len(told) > 1
    clear = len(told) == len(prices) + len(rates) and (not several or story.together or story.of_each)
    return " + ".join(one.value for one in told) if told and clear else None


def _of_each_sort(story: Story) -> str | None:
    """So many of one sort and so many of another, each with its price: "6 sets at 85 each plus 4 trims at 35 each"."""
    pairs = [*zip(story.amounts[::2], story.amounts[1::2], strict=False)]
    clear = all(one.role == "count" and other.role == "rate" and _cancels(other, [one]) for one, other in pairs)
    whole = clear and len(story.amounts) == 2 * len(pairs)
    return " + ".join(f"{one.value} * {other.value}" for one, other in pairs) if whole else None


def _cancels(rate: Amount, counts: Sequence[Amount]) -> bool:
    """Whether what is counted is what has the price: seven horses *a day*, 65 *a horse*, five *days*."""
    above = [*counts]
    for unit in (rate.per, *(one.per for one in counts)):
        found = next((one for one in above if unit is not None and (one.counts(unit) or one.of_people)), None)
        if found is not None:
            above.remove(found)
        elif unit is not None:
            return False
    return not above


def _bracketed(formula: str) -> str:
    return f"({formula})" if " " in formula else formula
