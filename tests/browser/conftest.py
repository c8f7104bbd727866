from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from surfer import Surfer
from webserver import Site

from aura.capability.machine import Machine
from aura.machine.browser.programs import program_of


@pytest.fixture(scope="session")
def path() -> str:
    """Where programs are; skips where there is no browser, or nothing that drives it."""
    found = os.environ.get("PATH", "")
    if importlib.util.find_spec("playwright") is None:
        pytest.skip("playwright is not installed: pip install aura[browser]")
    if program_of(Machine("linux", {"PATH": found})) is None:
        pytest.skip("there is no Chromium here: on Debian, ./check installs it")
    return found


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """A site on loopback."""
    served = Site()
    yield served
    served.close()


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the compiled grammar is kept for all tests."""
    return tmp_path_factory.mktemp("grammar")


@pytest.fixture(scope="session")
def one_surfer(tmp_path_factory: pytest.TempPathFactory, compiled: Path, path: str) -> Iterator[Surfer]:
    """Somebody whose browser stays open for all tests, since to start it takes longer than most of them."""
    surfer = Surfer(tmp_path_factory.mktemp("surfer"), compiled, path)
    yield surfer
    surfer.leave()


@pytest.fixture
def surfer(one_surfer: Surfer, monkeypatch: pytest.MonkeyPatch) -> Surfer:
    """Somebody with a browser that others used before: one tab, with nothing in it."""
    monkeypatch.setenv("HOME", str(one_surfer.home))
    if one_surfer.browsers():
        one_surfer.do("new_tab")
        while len(one_surfer.do("list_tabs")["tabs"]) > 1:
            one_surfer.do("close_tab", tab="first")
    return one_surfer


@pytest.fixture
def newcomer(tmp_path: Path, compiled: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Surfer]:
    """Somebody whose browser was never started; it is ended with the test."""
    found = Surfer(tmp_path, compiled, path)
    monkeypatch.setenv("HOME", str(found.home))
    yield found
    found.leave()
