"""Sums that were hardly meant: a part of what was said is in none of them."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.utterance.lattice import Lattice, lattice_of
from aura.language.utterance.marks import next_mark
from aura.language.utterance.numbers import Numbers
from aura.runtime.vain.view import INFIX, WORD, View

EXPRESSION, REMARK = "expression", "remark"
LIKELY_SLIP = 16.0
"""What it costs at most to believe that a word is a slip of another."""


def _sums_of(view: View) -> list[str]:
    """What is worked out by the steps of a plan, in their order."""
    return [str(step.inputs[EXPRESSION]) for step in view.planned.steps if EXPRESSION in step.inputs]


def worked_out_in_part(view: View) -> str | None:
    """ "*Round* 10 / 3", "12 plus 3, *minus* 4": a sum of which a part cannot be worked out."""
    sums = [each.lower() for each in _sums_of(view)]
    odd = (word for word in _left_of_sums(view) if not any(word in each for each in sums))
    word = next(odd, None) if sums else None
    return None if word is None else f'"{word}" would be left out of the sum; say the sum as one.'


def _left_of_sums(view: View) -> Iterator[str]:
    """Words for what cannot be worked out, and signs that go on behind a comma."""
    lattice = view.lattice
    yield from (low for low in lattice.low if view.is_in(low, "unworked"))
    for at in (at for at in range(2, lattice.size) if lattice.low[at - 1] == ","):
        if any(kind == INFIX for _, _, kind in lattice.at(at, "operator")) and not lattice.in_set(at, "coordinating"):
            yield lattice.low[at]


def begins_with_a_sign(view: View) -> str | None:
    """ "12 plus 3, *minus 4*": a sum that goes on with another, also where that was taken back."""
    sums, digits = _sums_of(view), [at for at, low in enumerate(view.lattice.low) if low[:1].isdigit()]
    for number, expression in enumerate(sums):
        begins = view.places_of(expression.lower().split())
        if not number and not (begins and any(at < begins[0] for at in digits)):
            continue
        said = lattice_of(view.lattice.grammar, expression)
        signs = said.at(0, "operator") if said.size > 1 else ()
        if any(kind == INFIX and not cost for _, cost, kind in signs):
            return f'"{said.text}" goes on with the sum before it; say the sum as one.'
    return None


def leaves_out_of_a_sum(view: View, *, within: bool = True) -> bool:
    """ "15 *perce* of 80", "10% of 70, I *cmeam 80*": a strange word `within` a sum, or a figure, that is in none."""
    lattice, sums = view.lattice, _sums_of(view)
    if not sums or len(view.planned.steps) > 1:
        return False
    numbers, said = Numbers(lattice), sums[0].lower()
    spans = {at: end for at, end, _ in _figures(numbers)}
    figures = {at: digits for at, _, digits in _figures(numbers)}
    words = [figures.get(at, low) for at, low in enumerate(lattice.low)]
    worked = [at for at, digits in figures.items() if digits in said]
    if not worked or any(word not in words for word in said.split()):
        return False  # A sum that was made of other words has found its own.
    begin = max(at for at, word in enumerate(words) if word == said.split()[0])
    last = next_mark(lattice, worked[-1])
    span = range(begin, worked[-1] if within else begin)
    counted = {at for start, end in spans.items() for at in range(start, end)}
    passed = (at for at in span if at not in counted and _is_strange(lattice, at) and lattice.low[at] not in said)
    used = (any(other in said for other, _ in lattice.words_for(at)) for at in passed)
    digits = [at for at in figures if lattice.low[at][0].isdigit()]
    behind = range(last, max([*digits, last]))
    likely = (
        any(price <= LIKELY_SLIP for _, price in lattice.words_for(at)) for at in behind if _is_strange(lattice, at)
    )
    return not all(used) or not all(likely)


def _figures(numbers: Numbers) -> Iterator[tuple[int, int, str]]:
    """Where numbers begin and end, in digits or in words, and their digits."""
    ends = 0
    for at in range(numbers.lattice.size):
        number = numbers.at(at) if at >= ends else None
        if number is not None:
            ends = number[0]
            low = numbers.lattice.low[at]
            yield at, ends, low if low[0].isdigit() else number[1]


def _is_strange(lattice: Lattice, at: int) -> bool:
    """Whether a word is none of the grammar's."""
    word = lattice.low[at]
    return lattice.tokens[at].shape == WORD and word.isalpha() and word not in lattice.grammar.vocabulary


def worked_out_of_a_story(view: View) -> str | None:
    """ "I am 3 times as old *minus 4*. How old am I": a piece of what is told, of which other numbers are left out."""
    lattice, reading = view.lattice, view.planned.reading
    numbers, told = Numbers(lattice), (note for note in reading.notes if note[0] == REMARK)
    counted = any(numbers.at(at) is not None for _, start, end in told for at in range(start, end))
    for clause in reading.clauses if counted else ():
        begin, _ = clause.verb or (clause.start, clause.end)
        if EXPRESSION in dict(clause.slots) and _begins_amid(lattice, begin):
            return f'"{lattice.text_of(begin, begin + 2)}" is only a part of a sum; ask it in one sentence.'
    return None


def _begins_amid(lattice: Lattice, at: int) -> bool:
    """Whether a sum begins with a sign right behind words that tell something: "3 times as old *minus* 4"."""
    signs = any(kind == INFIX and not cost for _, cost, kind in lattice.at(at, "operator"))
    return signs and at > 0 and lattice.tokens[at - 1].shape == WORD
