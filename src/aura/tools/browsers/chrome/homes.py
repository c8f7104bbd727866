"""The sites that people call by name, by their addresses, for the list of what may be gone to."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from aura.capability.machine import Machine
from aura.config.settings import Settings


def values(machine: Machine, settings: Settings, cache: Path) -> Iterable[tuple[str, str]]:
    """Every way to say a site, with the address of its home; a host is an address itself."""
    said = ((words, site.home) for name, site in settings.sites.items() for words in (name, *site.words))
    return (each for each in said if "." not in each[0])
