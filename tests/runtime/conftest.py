from __future__ import annotations

from pathlib import Path

import pytest
from scene import Scene


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the compiled grammar is kept for all tests."""
    return tmp_path_factory.mktemp("grammar")


@pytest.fixture
def scene(tmp_path: Path, compiled: Path) -> Scene:
    return Scene(tmp_path / "world", compiled)
