from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from golden_world import Tree, World

MakeWorld = Callable[[Tree], World]


@pytest.fixture(scope="session")
def grammar_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled grammar of the assembled product, made once."""
    folder = tmp_path_factory.mktemp("grammar")
    empty = folder / "empty"
    empty.mkdir()
    world = World(folder / "world", empty, {})
    world.session().plan("what time is it")
    return folder / "world" / "state" / "cache"


@pytest.fixture
def make_world(tmp_path: Path, grammar_cache: Path) -> MakeWorld:
    return lambda tree: World(tmp_path / "world", grammar_cache, tree)
