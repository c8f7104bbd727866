"""Every backend of a service of the computer: there on any system, silent on another one, and in the documents."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import aura.machine
import aura.tools.system
from aura.capability.machine import BACKENDS, NOWHERE, is_service

PAGE = Path(__file__).parents[2] / "docs" / "desktop.md"


def backends() -> Iterator[str]:
    """The whole name of every backend that a port names."""
    found = {}
    for room in (aura.machine, aura.tools.system):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            for port in vars(importlib.import_module(module.name)).values():
                if is_service(port):
                    found.update(dict.fromkeys(vars(port)[BACKENDS]))
    yield from sorted(found)


@pytest.mark.parametrize("backend", list(backends()))
def test_a_backend_serves_nothing_on_a_computer_that_it_does_not_know(backend: str) -> None:
    module, _, name = backend.rpartition(".")
    assert isinstance(getattr(importlib.import_module(module), name).on(NOWHERE), str | None)


def test_every_backend_is_in_the_documents() -> None:
    page = PAGE.read_text(encoding="utf-8")
    modules = {backend.split(".")[-2] for backend in backends()}
    assert sorted(module for module in modules if f"`{module}`" not in page) == []
