from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from golden_world import Tree, World, real

from aura.documents.plain import made

MakeWorld = Callable[[Tree], World]

DOCUMENT = "document:"
"""What the content of a planted file begins with that is a real document of its kind, with the text behind it."""


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
    def make(tree: Tree) -> World:
        world = World(tmp_path / "world", grammar_cache, tree)
        for name, content in tree.items():
            if content is not None and content.startswith(DOCUMENT):
                path = world.folder / real(name)
                path.write_bytes(made(name, content.removeprefix(DOCUMENT)))
        return world

    return make
