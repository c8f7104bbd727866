"""The names of the parameters of the user's macros, for the list of what may be given anew when one is run."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.config.settings import Settings
from aura.tools.automation.macro_file import read_macro
from aura.tools.automation.store import MacroStore, stamp_of


def values(machine: Machine, settings: Settings, cache: Path) -> Iterable[tuple[str, str]]:
    """Every parameter of any macro, as it is said and as it is written; a macro that cannot be read has none."""
    store = MacroStore(Path(settings.home))
    found: set[str] = set()
    for name in store.names():
        try:
            found |= read_macro(store.text(name), store.file(name)).parameters.keys()
        except ToolError:  # Said when that macro is to be run.
            continue
    return [(name.replace("_", " "), name) for name in sorted(found)]


def stamp(settings: Settings) -> object:
    """What is another when the parameters may be others."""
    return stamp_of(Path(settings.home))
