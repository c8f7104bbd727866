from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from seat import Desk
from servers import Desktop, Unavailable

from aura.config.folders import folder_of_platform

OF_A_HOME = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")


@pytest.fixture(scope="session")
def desktop() -> Iterator[Desktop]:
    """The servers of a desktop, one for each process of tests, started by the first test that needs it."""
    try:
        servers = Desktop()
    except Unavailable as reason:
        pytest.skip(str(reason))
    yield servers
    servers.close()


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the compiled grammar is kept for all tests."""
    return tmp_path_factory.mktemp("grammar")


@pytest.fixture
def desk(desktop: Desktop, tmp_path: Path, compiled: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A user at the desktop, whose home is this process's too; what he or AURA starts is ended with the test."""
    user = Desk(desktop, tmp_path, compiled)
    for name in OF_A_HOME:
        monkeypatch.setenv(name, user.environ[name])
    folder_of_platform.cache_clear()  # No test may meet the folders of another's home.
    yield user
    user.leave()
    folder_of_platform.cache_clear()
