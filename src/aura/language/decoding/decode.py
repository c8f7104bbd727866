"""From an utterance to its cheapest readings, each a sequence of clauses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aura.language.decoding.decoder import Decoder
from aura.language.decoding.standing import Node
from aura.language.decoding.trace import in_order, reading_of
from aura.language.decoding.verbatim import said_verbatim, speaks_of_loaded_alone
from aura.language.decoding.whole import said_whole
from aura.language.grammar.grammar import LOADED, Grammar
from aura.language.slots.ahead import Spoken
from aura.language.slots.parts import Reading
from aura.language.utterance.known import KnownNames
from aura.language.utterance.lattice import Lattice, lattice_of, tokens_of
from aura.language.utterance.values import Values, values_of

NEAREST = 0.5
"""So near the cheapest reading are all that may be as cheap: more than a context takes off."""


class Decoded(NamedTuple):
    """The readings of an utterance and the tokens they speak of; `furthest` is what no clause could read.

    `histories` are how the readings came about, one each.
    """

    readings: list[Reading]
    lattice: Lattice
    furthest: str = ""
    histories: Sequence[Node] = ()


def decode(grammar: Grammar, text: str, known: KnownNames | None = None, values: Values | None = None) -> Decoded:
    """Read an utterance; no readings where the grammar has none or the utterance is too long.

    `values` are what the lists of loaded domains hold.
    """
    return decode_lattice(grammar, lattice_of(grammar, text, known), values)


def best_reading(
    grammar: Grammar, text: str, known: KnownNames | None = None, values: Values | None = None
) -> Reading | None:
    """The cheapest reading of an utterance alone, which is found sooner than all that are near it."""
    if not speaks_of_loaded_alone(grammar):
        return next(iter(decode(grammar, text, known, values).readings), None)
    tokens, values = tokens_of(grammar, text), values or values_of(grammar)
    plain = said_verbatim(grammar, tokens, values)
    if plain is not None:
        return reading_of(plain, len(tokens))
    lattice = lattice_of(grammar, text, known, tokens)
    if not lattice.size:
        return None
    whole = said_whole(lattice, values)
    if whole is not None:
        return reading_of(whole, lattice.size)
    decoder = Decoder(grammar, lattice, values, near=NEAREST)
    slotted = decoder.phrases.slotted
    if not Spoken(slotted.pieces, slotted.fillers, values).ends(LOADED):
        return None
    found = decoder.read()
    sure = len(found) == 1 or (len(found) > 1 and found[0].cost < found[1].cost)
    reading = in_order(reading_of(found[0], lattice.size), grammar.intents) if sure else None
    if reading is not None or not found:
        return reading
    return next(iter(decode_lattice(grammar, lattice, values).readings), None)


def decode_lattice(grammar: Grammar, lattice: Lattice, values: Values | None = None, *, fixed: bool = False) -> Decoded:
    """The readings of an utterance whose tokens have been looked at; with `fixed`, those of fixed phrases only."""
    if not lattice.size:
        return Decoded([], lattice)
    decoder = Decoder(grammar, lattice, values or values_of(grammar), fixed=fixed)
    found = decoder.read()
    ordered = [(in_order(reading_of(node, lattice.size), grammar.intents), node) for node in found]
    told = [(reading, node) for reading, node in ordered if reading is not None]
    unread = "" if told else lattice.text_of(decoder.chart.furthest(), lattice.size)
    return Decoded([reading for reading, _ in told], lattice, unread, [node for _, node in told])
