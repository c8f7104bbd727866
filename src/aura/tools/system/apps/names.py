"""The names of this computer's programs, for the list of what people may say."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from aura.capability.machine import Machine
from aura.config.settings import Settings
from aura.machine.apps.catalogue import sayings
from aura.machine.apps.menus import in_menu


def values(machine: Machine, settings: Settings, cache: Path) -> Iterable[tuple[str, str]]:
    """Every way to say a program's name, with the name that plans have for it."""
    return sayings(in_menu(machine, cache), settings.apps, settings.app_kinds)
