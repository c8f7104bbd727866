from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from golden_world import Tree, World

from aura.language.grammar.grammar import Grammar
from aura.language.grammar.loading import load_grammar

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


@pytest.fixture(scope="session", autouse=True)
def one_grammar(grammar_cache: Path) -> Iterator[None]:
    """The sessions of a process share the grammar that each would read from one file; reading it has its own tests."""
    kept = dict[tuple[Path, ...], Grammar]()

    def shared(roots: Sequence[Path], cache: Path, *, loaded: Sequence[Any]) -> Grammar:
        if loaded:
            return load_grammar(roots, cache, loaded=loaded)
        if tuple(roots) not in kept:
            kept[tuple(roots)] = load_grammar(roots, cache)
            gc.freeze()  # It stays as long as the process: nobody need look through it for garbage.
        return kept[tuple(roots)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("aura.runtime.house.load_grammar", shared)
        yield


@pytest.fixture
def make_world(tmp_path: Path, grammar_cache: Path) -> MakeWorld:
    return lambda tree: World(tmp_path / "world", grammar_cache, tree)
