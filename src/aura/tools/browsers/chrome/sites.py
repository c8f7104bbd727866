"""The sites that people call by name, by what plans have for them, for the list of what may be searched."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from aura.capability.machine import Machine
from aura.config.settings import Settings


def values(machine: Machine, settings: Settings, cache: Path) -> Iterable[tuple[str, str]]:
    """Every way to say a site that can be searched, with its name."""
    return ((words, name) for name, site in settings.sites.items() if site.search for words in (name, *site.words))
