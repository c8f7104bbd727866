"""The package `atoms`, made for one folder at a time: a process has one by that name, in sys.modules."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

PACKAGE = "atoms"
INIT = "__init__.py"
MADE_FOR = "__atoms_folder__"
LOCK = threading.RLock()
"""Held by who imports from the package."""

_aside: dict[Path | None, dict[str, ModuleType]] = {}
"""Modules of other folders' `atoms`, and under None those that were imported by the process itself."""


class _Inside(MetaPathFinder):
    """Finds what is below the package that was made for a folder, and nothing through a link out of it."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        folder = _folder_of(sys.modules.get(PACKAGE))
        if folder is None or not fullname.startswith(f"{PACKAGE}."):
            return None
        spec = PathFinder.find_spec(fullname, path)
        places = [spec.origin] if spec and spec.origin else list((spec and spec.submodule_search_locations) or ())
        for place in places:
            if not Path(place).resolve().is_relative_to(folder):
                raise ImportError(f"{place} leads out of {folder}", name=fullname)
        return spec


def _folder_of(package: ModuleType | None) -> Path | None:
    """The folder that a package was made for; None for any other."""
    return getattr(package, MADE_FOR, None)


def enter(folder: Path) -> None:
    """Let `atoms` be the package of a folder; one that the process imported from there itself is taken as it is."""
    current = sys.modules.get(PACKAGE)
    if current is not None and [Path(place).resolve() for place in getattr(current, "__path__", ())] == [folder]:
        return
    _put_aside(_folder_of(current))
    sys.modules.update(_aside.pop(folder, {}))
    if PACKAGE not in sys.modules:
        _make(folder)


def leave() -> None:
    """Let `atoms` be whatever Python finds by that name."""
    folder = _folder_of(sys.modules.get(PACKAGE))
    if folder is not None:
        _put_aside(folder)
        sys.modules.update(_aside.pop(None, {}))


def _put_aside(owner: Path | None) -> None:
    names = [name for name in sys.modules if name == PACKAGE or name.startswith(f"{PACKAGE}.")]
    _aside[owner] = {name: sys.modules.pop(name) for name in names}


def _make(folder: Path) -> None:
    importlib.invalidate_caches()
    if not any(isinstance(finder, _Inside) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Inside())
    init = folder / INIT
    spec = None
    if init.is_file() and init.resolve().is_relative_to(folder):
        spec = spec_from_file_location(PACKAGE, init, submodule_search_locations=[str(folder)])
    package = module_from_spec(spec) if spec is not None else ModuleType(PACKAGE)
    package.__path__ = [str(folder)]
    setattr(package, MADE_FOR, folder)
    sys.modules[PACKAGE] = package
    if spec is None or spec.loader is None:
        return
    try:
        spec.loader.exec_module(package)
    except BaseException:
        del sys.modules[PACKAGE]
        raise
