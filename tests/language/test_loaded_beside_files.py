"""A loaded domain takes nothing from the others: what the golden suite says is read with it as without it."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from small_home import SOURCES, home

from aura.language.decoding.decode import decode
from aura.language.grammar.grammar import Grammar
from aura.language.grammar.loading import load_grammar
from aura.language.slots.parts import Clause

GOLDEN = Path(__file__).parents[1] / "golden" / "acceptances"


def sentences(file: Path) -> list[str]:
    return [case["say"] for case in yaml.safe_load(file.read_text(encoding="utf-8")) if "say" in case]


def meant(grammar: Grammar, clauses: tuple[Clause, ...]) -> list[object]:
    """What is compared: the intent or frame of each clause, its parts and slots."""
    return [
        (grammar.intents[clause.intent].source if clause.intent >= 0 else clause.frame, clause.parts, clause.slots)
        for clause in clauses
    ]


@pytest.fixture(scope="module")
def alone() -> Grammar:
    return load_grammar(SOURCES)


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.yaml")), ids=lambda file: file.stem)
def test_golden_sentences_are_read_as_without_a_loaded_domain(file: Path, alone: Grammar) -> None:
    grammar, values = home(built_in=True)
    for said in sentences(file):
        without, beside = (
            decode(alone, said).readings,
            decode(grammar, said, None, values).readings,
        )
        assert bool(without) == bool(beside), said
        if without:
            assert meant(grammar, beside[0].clauses) == meant(alone, without[0].clauses), said
