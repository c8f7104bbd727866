"""The names of the parameters of the user's macros, for the list of what may be given anew when one is run."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.config.settings import Settings
from aura.tools.automation.macro_file import read_macro
from aura.tools.automation.store import MacroStore, Stamp, stamp_of

CACHE = "macro_parameters.msgpack"


def values(machine: Machine, settings: Settings, cache: Path) -> Iterable[tuple[str, str]]:
    """Every parameter of any macro, as it is said and as it is written; kept, since to read YAML takes long."""
    home = Path(settings.home)
    stamp = stamp_of(home)
    if not stamp:
        return []
    names = _kept(cache / CACHE, stamp)
    if names is None:
        names = _read(MacroStore(home))
        _keep(cache / CACHE, stamp, names)
    return [(name.replace("_", " "), name) for name in names]


def stamp(settings: Settings) -> object:
    """What is another when the parameters may be others."""
    return stamp_of(Path(settings.home))


def _read(store: MacroStore) -> list[str]:
    found: set[str] = set()
    for name in store.names():
        try:
            found |= read_macro(store.text(name), store.file(name)).parameters.keys()
        except ToolError:  # Said when that macro is to be run.
            continue
    return sorted(found)


def _kept(file: Path, stamp: Stamp) -> list[str] | None:
    try:
        known, names = msgspec.msgpack.decode(file.read_bytes(), type=tuple[Stamp, list[str]])
    except (OSError, msgspec.DecodeError):
        return None
    return names if known == stamp else None


def _keep(file: Path, stamp: Stamp, names: list[str]) -> None:
    """Write the cache whole or not at all; where it cannot be written, the files are read again next time."""
    draft = file.with_suffix(f".{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(msgspec.msgpack.encode((stamp, names)))
        draft.replace(file)
    except (OSError, UnicodeEncodeError):
        draft.unlink(missing_ok=True)
