"""Typed texts that hold words of the command: how they are typed, what they are called, in which language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from aura.contracts.problem import Problem
from aura.language.utterance.lattice import Lattice
from aura.runtime.choose import UNREAD
from aura.runtime.trial import Planned
from aura.runtime.vain.texts import COLON, is_of_class, texts

LONGEST_MARKER, LONGEST_LEAD = 3, 5
"""Words that lead to a value, and that may lead to what is to be typed."""
STOP, COMMA = ".", ","
QUOTES = ('"', "”", "»", "`")


def _typed(planned: Planned, lattice: Lattice) -> Iterator[str]:
    """The texts that are typed somewhere, and written into no file."""
    for step, seen, value in texts(planned, lattice):
        if step.inputs.get("text") == value and not seen.changes and "field" not in step.inputs:
            yield value


def _begins_too_late(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Type: *thanks,* I will come": what stands right behind a colon begins the text, polite or not."""
    for value in _typed(planned, lattice):
        begins = (at for at in range(2, lattice.size) if lattice.text[lattice.tokens[at].start :].startswith(value))
        for begin in begins:
            at = begin
            while at and (lattice.in_set(at - 1, "polite") or lattice.low[at - 1] == COMMA):
                at -= 1
            if 0 < at < begin and lattice.low[at - 1] == COLON:
                return Problem(UNREAD, f'"{value}" is not all that stands behind the colon; say it in quotes.')
    return None


def _ends_too_early(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Type: hello *my friend*": what is said to somebody at the end of what stands behind a colon is of the text."""
    for value in _typed(planned, lattice):
        begins = (at for at in range(2, lattice.size) if lattice.low[at - 1] == COLON)
        starts = (lattice.tokens[at].start for at in begins)
        ends = [start + len(value) for start in starts if lattice.text.startswith(value, start)]
        behind = next((at for at, token in enumerate(lattice.tokens) if ends and token.start > ends[0]), lattice.size)
        called = any(not cost for _, cost, _ in lattice.at(behind, "filler")) and not lattice.in_set(behind, "polite")
        if called and lattice.tokens[behind].shape == "word":
            return Problem(UNREAD, f'"{value}" is not all that stands behind the colon; say it in quotes.')
    return None


def _leads_to_quotation(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Type *in my place* "Yours"": what ends in its only quotation, and says nothing before it."""
    words = lattice.grammar.words
    for value in _typed(planned, lattice):
        quoted = [token for token in lattice.tokens if token.shape == "quoted" and token.text in value]
        begun = value.partition(quoted[0].text)[0].lower().rstrip("\"“«`'‘ ").split() if len(quoted) == 1 else []
        says = any(word.endswith((",", COLON)) or word in words["quoting"] or _is_verb(word, lattice) for word in begun)
        leads = bool(begun) and (is_of_class(begun[0], lattice, "preposition") or begun[0] in words["possessive"])
        if leads and len(begun) <= LONGEST_LEAD and value.endswith(QUOTES) and not says:
            return Problem(UNREAD, f"{value} may hold words that are none of the text; say only the text, in quotes.")
    return None


def _is_verb(word: str, lattice: Lattice) -> bool:
    """Whether a word tells of something: "is", "says", "wrote"."""
    return is_of_class(word, lattice, "being") or word in lattice.grammar.words["states"]


def _leads_to_value(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Type *my phone number, 555 0134*", "type *it in capitals: help*": what says what the text is, or how."""
    words = lattice.grammar.words
    for value in _typed(planned, lattice):
        said = value.lower().split()
        comma = next((at for at, word in enumerate(said[:LONGEST_LEAD]) if word.endswith(",")), 0)
        named = [word.rstrip(",") for word in said[: comma + 1]]
        data = any(word in words[name] for word in named for name in ("own_data", "own_details"))
        owned = (
            comma and named[0] in words["possessive"] and data and not any(_is_verb(word, lattice) for word in named)
        )
        colon = next((at for at, word in enumerate(said) if word.endswith(COLON) and at < len(said) - 1), 0)
        lead = [word.rstrip(COLON) for word in said[: colon + 1] if 0 < colon <= LONGEST_LEAD]
        tells = any(_is_verb(word, lattice) for word in lead)
        pointed = bool(lead) and (lead[0] in words["pointing"] or lead[0] in words["announcing"]) and not tells
        asked = bool(lead) and any(word in words["pleading"] for word in (lead[0], lead[-1]))
        if owned or pointed or asked:
            return Problem(UNREAD, f'"{value}" may hold words that are none of the text; say only the text, in quotes.')
    return None


def _is_of_what_led(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Set b2 to um *to be paid*": what led to a text was said again, and may be of it."""
    words = lattice.grammar.words
    for step, _, value in texts(planned, lattice):
        before = lattice.text.lower().partition(value.lower())[0].split()
        led = [word for word in before if word.strip(",") not in words["hesitation"]][-LONGEST_MARKER:]
        again = any(word == behind and word in words["infinitive"] for word, behind in pairwise(led))
        if again and step.inputs.get("value") == value:
            return Problem(UNREAD, f'"{value}" may not be the whole text; say all of it, in quotes.')
    return None


def _breaks_off(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Type *hi.* It's me. and press enter": what stands between the stop of a text and what is joined on is of it."""
    typed = [value.lower().rstrip(STOP) for value in _typed(planned, lattice)]
    for _, start, end in planned.reading.notes:
        stop = start if lattice.low[start] == STOP else start - 1
        between = stop > 0 and end + 1 < lattice.size and lattice.low[stop] == lattice.low[end] == STOP
        joined = between and lattice.class_name(end + 1) == "joint" and lattice.tokens[end + 1].text.islower()
        if joined and any(value.endswith(lattice.low[stop - 1]) for value in typed):
            said = lattice.text_of(stop + 1, end)
            return Problem(UNREAD, f'"{said}" may be of the text; say all of it, in quotes.')
    return None


CHECKS = (_begins_too_late, _breaks_off, _ends_too_early, _is_of_what_led, _leads_to_quotation, _leads_to_value)
