"""The taught encoder: what it says of sentences that it never saw, and that its file on disk is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

import aura
import aura.tools
from aura.language.annotating.commands import commands_of
from aura.language.annotating.estimates import ByEncoder
from aura.language.grammar.actions import load_actions
from aura.language.grammar.grammar import Grammar
from aura.language.grammar.loading import load_grammar
from aura.language.utterance.lattice import lattice_of
from aura.providers.annotator import KEPT, adapted, annotator_here, pieces_of
from aura.providers.sentence_encoder import encoder_file, installed
from aura.providers.word_pieces import MOST_PIECES, WordPieces

TABLE = load_actions([Path(aura.tools.__path__[0])]).table
needs_encoder = pytest.mark.skipif(not installed(), reason="the extra semantic is not installed")


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    return load_grammar([Path(aura.__path__[0])])


@pytest.fixture(scope="module")
def estimates() -> ByEncoder:
    return ByEncoder(annotator_here)


@needs_encoder
@pytest.mark.parametrize(
    ("sentence", "beside"),
    [
        ("mute the sound, the postman has woken the twins", ["the postman has woken the twins"]),
        ("my boots are soaked so um open the weather page", ["my boots are soaked so"]),
        ("open ledger.xlsx while i'm stuck in this lift", ["while i'm stuck in this lift"]),
        ("move the pdfs that i scanned yesterday to the folder Scans", []),
        ("type sorry i'm late, the ferry broke down", []),
    ],
)  # fmt: skip
def test_what_is_beside_a_command_is_told_from_what_is_part_of_it(
    grammar: Grammar, estimates: ByEncoder, sentence: str, beside: list[str]
) -> None:
    lattice = lattice_of(grammar, sentence)
    likely = estimates.taggings(lattice, 3)
    sure = [one for one in likely if one.probability > 0.5]
    assert [lattice.text_of(*stretch) for one in sure for stretch in one.stretches] == beside


@needs_encoder
@pytest.mark.parametrize(
    ("asked", "not_asked"),
    [
        ("shut down, anna's export is through", "shut down, anna's export is still at 40 percent"),
        ("mute it, i can't hear my client", "mute it, ah no, i like this song"),
        ("lock the screen, i'm off to lunch", "lock the screen once i'm off to lunch"),
    ],
)
def test_what_is_to_be_done_now_is_told_from_what_is_not(
    grammar: Grammar, estimates: ByEncoder, asked: str, not_asked: str
) -> None:
    one, other = (estimates.of(lattice_of(grammar, sentence)) for sentence in (asked, not_asked))
    assert one is not None and other is not None
    assert one.asked > other.asked


@needs_encoder
def test_the_words_of_a_command_fill_its_slots(grammar: Grammar, estimates: ByEncoder) -> None:
    lattice = lattice_of(grammar, "chuck the invoice_may.pdf over into the Taxes folder would ya")
    annotation = estimates.of(lattice)
    assert annotation is not None
    found = next(iter(commands_of(lattice, annotation, TABLE)), None)
    assert found is not None
    [command] = found.commands
    assert next(iter(command.actions)) == "move"
    assert lattice.text_of(*command.slots["what"]).endswith("invoice_may.pdf")
    assert "Taxes" in lattice.text_of(*command.slots["to"])


@needs_encoder
def test_an_adapted_encoder_differs_only_in_weights_and_its_file_not_at_all() -> None:
    before = encoder_file().read_bytes()
    changed = adapted(before, KEPT.value)
    assert len(changed) == len(before)
    assert changed != before
    assert encoder_file().read_bytes() == before


def test_each_token_has_its_first_piece_and_a_long_utterance_is_cut(grammar: Grammar) -> None:
    pieces = WordPieces()
    lattice = lattice_of(grammar, "open um kiln dot pptx")
    numbers, firsts = pieces_of(lattice, pieces)
    assert len(firsts) == lattice.size
    assert sorted(set(firsts)) == firsts
    assert numbers[0] == pieces.numbers("")[0]
    assert numbers[-1] == pieces.numbers("")[-1]
    long = lattice_of(grammar, "open " + "kilnware " * 60)
    numbers, firsts = pieces_of(long, pieces)
    assert len(numbers) == MOST_PIECES
    assert max(firsts) < MOST_PIECES
