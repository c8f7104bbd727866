from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from dbos import DBOS
from postgres import Postgres, Unavailable
from premises import Premises, open_premises


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    try:
        server = Postgres()
    except Unavailable as reason:
        pytest.skip(str(reason))
    yield server
    server.close()


@pytest.fixture(autouse=True)
def nothing_inherited() -> None:
    """The processes of a test are forks of this one, in which an earlier test may have left DBOS at work."""
    DBOS.destroy(destroy_registry=True)


@pytest.fixture
def premises(request: pytest.FixtureRequest, tmp_path: Path) -> Premises:
    """Where a test runs its plans: by each engine in turn."""
    return open_premises(tmp_path, request.param, lambda: request.getfixturevalue("postgres"))
