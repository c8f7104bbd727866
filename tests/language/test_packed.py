"""Packed tables: what is looked up is what was kept."""

from __future__ import annotations

import msgspec

from aura.language.grammar import Arcs, Grammar
from aura.language.packed import Rows, Slips

WORDS = ("office", "kitchen", "lamp", "off", "on")


def test_every_row_comes_back_in_any_order() -> None:
    kept: list[Arcs] = [{"turn": 1, "switch": 1}, {}, {"on": 3}, {"über": 70_000}]
    rows = Rows.of(Arcs, kept)
    assert [rows[number] for number in (3, 0, 2, 1)] == [kept[number] for number in (3, 0, 2, 1)]
    assert rows.count == len(kept)


def test_a_word_is_found_in_spite_of_one_slip_and_never_for_itself() -> None:
    slips = Slips.of(WORDS)
    for said, meant in (("ofice", "office"), ("kithcen", "kitchen"), ("lamps", "lamp"), ("lanp", "lamp")):
        assert [word for word, _ in slips.near(said)] == [meant]
    assert not any(slips.near(said) for said in (*WORDS, "of", "kit", "ktichne"))


def test_what_was_found_is_found_again_after_packing() -> None:
    slips = Slips.of(WORDS)
    assert Slips(slips.packed).near("ofice") == slips.near("ofice")


def test_the_tables_of_a_grammar_are_opened_one_row_at_a_time(grammar: Grammar) -> None:
    fresh = msgspec.structs.replace(grammar, arcs=Rows[Arcs](Arcs, *grammar.arcs.packed))
    assert fresh.arcs[0] == grammar.arcs[0]
    assert len(fresh.arcs) == 1 < fresh.arcs.count
