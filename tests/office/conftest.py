from __future__ import annotations

from pathlib import Path

import pytest
from bureau import Bureau


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the compiled grammar is kept for all tests."""
    return tmp_path_factory.mktemp("grammar")


@pytest.fixture
def bureau(tmp_path: Path, compiled: Path) -> Bureau:
    return Bureau(tmp_path / "bureau", compiled)
