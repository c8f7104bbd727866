from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from surfer import Surfer
from webserver import Site

from aura.capability.machine import Machine
from aura.config.settings import BrowserSettings
from aura.machine.browser.programs import program_of

CHROMIUM, FIREFOX = "chromium", "firefox"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What a browser is needed for is tried with each kind of them, but for what is marked as a matter of one."""
    if "kind" in metafunc.fixturenames:
        kinds = [kind for kind in (CHROMIUM, FIREFOX) if metafunc.definition.get_closest_marker(kind)]
        metafunc.parametrize("kind", kinds or [CHROMIUM, FIREFOX], scope="session", indirect=True)


@pytest.fixture(scope="session")
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of browser; skips where there is none of it, or nothing that drives it."""
    asked = str(request.param)
    name = FIREFOX if asked == FIREFOX else ""
    found = program_of(Machine("linux", {"PATH": os.environ.get("PATH", "")}, browser=BrowserSettings(name=name)))
    if found is None or found.kind != asked:
        pytest.skip(f"there is no {asked.capitalize()} here: on Debian, ./check installs it")
    if asked == CHROMIUM and importlib.util.find_spec("playwright") is None:
        pytest.skip("playwright is not installed: pip install aura[browser]")
    return asked


@pytest.fixture(scope="session")
def path(kind: str) -> str:
    """Where programs are."""
    return os.environ.get("PATH", "")


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
def one_surfer(tmp_path_factory: pytest.TempPathFactory, compiled: Path, path: str, kind: str) -> Iterator[Surfer]:
    """Somebody whose browser stays open for all tests, since to start it takes longer than most of them."""
    surfer = Surfer(tmp_path_factory.mktemp("surfer"), compiled, path, kind=kind)
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
def newcomer(tmp_path: Path, compiled: Path, path: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Surfer]:
    """Somebody whose browser was never started; it is ended with the test."""
    found = Surfer(tmp_path, compiled, path, kind=kind)
    monkeypatch.setenv("HOME", str(found.home))
    yield found
    found.leave()
