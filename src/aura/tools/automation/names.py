"""The names of the user's macros, for the list of what may be said."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from aura.capability.machine import Machine
from aura.config.settings import Settings
from aura.tools.automation.store import MacroStore, stamp_of


def values(machine: Machine, settings: Settings, cache: Path) -> Iterable[tuple[str, str]]:
    """Every name, as it is said and as it is kept."""
    return [(name.replace("_", " "), name) for name in MacroStore(Path(settings.home)).names()]


def stamp(settings: Settings) -> object:
    """What is another when the names may be others."""
    return stamp_of(Path(settings.home))
