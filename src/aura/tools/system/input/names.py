"""The names of keys, for the list of what people may say."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from aura.capability.machine import Machine
from aura.config.settings import Settings
from aura.machine.hand.keys import spoken_keys


def values(machine: Machine, settings: Settings, cache: Path) -> Iterable[tuple[str, str]]:
    """Every way to say a key, with the key's name."""
    return spoken_keys()
