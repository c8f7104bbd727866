"""Packed tables: what is looked up is what was kept."""

from __future__ import annotations

from aura.language.grammar.packed import Rows, Slips

WORDS = ("office", "kitchen", "lamp", "off", "on")


def test_every_row_comes_back_in_any_order() -> None:
    kept: list[list[int]] = [[1, 1], [], [3], [70_000]]
    rows = Rows.of(list[int], kept)
    assert [rows[number] for number in (3, 0, 2, 1)] == [kept[number] for number in (3, 0, 2, 1)]
    assert rows.count == len(kept) and len(Rows(list[int], *rows.packed)) == 0


def test_a_word_is_found_in_spite_of_one_slip_and_never_for_itself() -> None:
    slips = Slips.of(WORDS)
    for said, meant in (("ofice", "office"), ("kithcen", "kitchen"), ("lamps", "lamp"), ("lanp", "lamp")):
        assert [word for word, _ in slips.near(said)] == [meant]
    assert not any(slips.near(said) for said in (*WORDS, "of", "kit", "ktichne"))


def test_what_was_found_is_found_again_after_packing() -> None:
    slips = Slips.of(WORDS)
    assert Slips(slips.packed).near("ofice") == slips.near("ofice")
