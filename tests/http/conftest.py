from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from served import Served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for the tests of a file, for what leaves no trace between them."""
    served = Served(tmp_path_factory.mktemp("served"))
    yield served
    served.stop()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Starts servers over one and the same state, one after the other or at once."""
    started: list[Served] = []

    def begin(*arguments: str, **environ: str) -> Served:
        started.append(Served(tmp_path, *arguments, **environ))
        return started[-1]

    yield begin
    for served in started:
        served.stop()
