"""What the menu of this computer's system shows, whichever system it is."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from pathlib import Path

from aura.capability.machine import Machine
from aura.machine.apps.port import App

READERS = {"linux": "entries", "win32": "start_menu", "darwin": "bundles"}
"""The module that reads a platform's menu."""


def in_menu(machine: Machine, cache: Path) -> list[App]:
    """Every program that this computer's menu shows; none where AURA knows no menu."""
    reader = READERS.get(machine.platform)
    if reader is None:
        return []
    read: Callable[[Mapping[str, str], Path], list[App]] = importlib.import_module(f"{__package__}.{reader}").entries
    return read(machine.environ, cache)
