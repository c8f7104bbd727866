from __future__ import annotations

from pathlib import Path

import pytest

import aura.language
import aura.tools
from aura.language.grammar.grammar import Grammar
from aura.language.grammar.loading import load_grammar

SOURCES = (Path(aura.language.__path__[0]), Path(aura.tools.__path__[0]))


@pytest.fixture(scope="session")
def grammar(tmp_path_factory: pytest.TempPathFactory) -> Grammar:
    """The whole product's grammar."""
    return load_grammar(SOURCES, tmp_path_factory.mktemp("compiled"))
