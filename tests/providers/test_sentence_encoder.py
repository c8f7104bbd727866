"""The sentence encoder, as it is installed: what it makes of sentences, and the pieces it is given."""

from __future__ import annotations

import subprocess
import sys

import pytest

from aura.providers.sentence_encoder import SentenceEncoder, installed
from aura.providers.word_pieces import MOST_PIECES, WordPieces

needs_encoder = pytest.mark.skipif(not installed(), reason="the extra semantic is not installed")


def likeness(one: str, other: str) -> float:
    encoder = SentenceEncoder()
    return sum(first * second for first, second in zip(encoder.encode(one), encoder.encode(other), strict=True))


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("It's way too loud in here!", [101, 2009, 1005, 1055, 2126, 2205, 5189, 1999, 2182, 999, 102]),
        ("Café  naïve", [101, 7668, 15743, 102]),
        ("unaffable", [101, 14477, 20961, 3468, 102]),
        ("a中b", [101, 1037, 1746, 1038, 102]),
        ("", [101, 102]),
        ("x" * 200, [101, 100, 102]),
    ],
)
def test_a_text_is_cut_into_the_pieces_that_the_encoder_was_taught_with(text: str, numbers: list[int]) -> None:
    assert WordPieces().numbers(text) == numbers


def test_a_long_text_is_cut_off() -> None:
    assert len(WordPieces().numbers("word " * 1000)) == MOST_PIECES


@needs_encoder
def test_sentences_that_mean_the_same_are_nearer_than_others() -> None:
    said = "it is way too loud in here"
    assert likeness(said, "turn the volume down") > likeness(said, "turn the page")


@needs_encoder
@pytest.mark.parametrize("text", ["", "?", "🦊", "x" * 5000, "\u202e", "\x00 \ud800"])
def test_anything_at_all_has_a_meaning_of_length_one(text: str) -> None:
    assert likeness(text, text) == pytest.approx(1, abs=1e-5)


@needs_encoder
def test_many_sentences_together_mean_what_each_means_alone() -> None:
    texts = [
        "open the door",
        "how late is it",
        "where is my cat",
        "a sentence of some other length than those",
        "open the door",
    ]
    encoder = SentenceEncoder()
    for text, meant in zip(texts, encoder.encode_all(texts), strict=True):
        assert meant == pytest.approx(encoder.encode(text), abs=1e-4)


def test_a_sentence_that_is_read_loads_no_encoder() -> None:
    script = (
        "import sys, tempfile; from pathlib import Path; from aura.runtime.assemble import assemble;"
        "folder = tempfile.mkdtemp(); session = assemble(Path(folder), {'AURA_HOME': folder, 'HOME': folder});"
        "results = [session.plan(said) for said in ('create a folder space', 'what time is it')];"
        "print([result.status for result in results], sorted({'numpy', 'onnxruntime'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.strip() == "['planned', 'planned'] []", done.stderr
