"""Folders as packages: each has a name of its own in sys.modules, and in its files `atoms` means it."""

from __future__ import annotations

import builtins
import importlib
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

PACKAGE = "atoms"
INIT = "__init__.py"

_folders: dict[str, Path] = {}
"""The folder of each package, by the package's own name."""


def module_of(folder: Path, name: str) -> ModuleType:
    """A module of a folder, by its name as the folder's files call it; raises what its code raises."""
    return importlib.import_module(_package_of(folder) + name.removeprefix(PACKAGE))


def _package_of(folder: Path) -> str:
    """The package of a folder; what the process imported from there itself is taken as it is."""
    own = f"{PACKAGE}_{sha256(str(folder).encode(errors='surrogatepass')).hexdigest()[:12]}"
    if own in _folders:
        return own
    known = getattr(sys.modules.get(PACKAGE), "__path__", ())
    if [Path(place).resolve() for place in known] == [folder]:
        return PACKAGE
    importlib.invalidate_caches()
    if not any(isinstance(finder, _Inside) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Inside())
    _folders[own] = folder
    return own


class _Inside(MetaPathFinder):
    """Finds the packages of folders and what is below them, and nothing through a link out of one."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        own = fullname.partition(".")[0]
        folder = _folders.get(own)
        if folder is None:
            return None
        spec = PathFinder.find_spec(fullname, path) if own != fullname else _spec_of(own, folder)
        places = [spec.origin] if spec and spec.origin else list((spec and spec.submodule_search_locations) or ())
        for place in places:
            if not Path(place).resolve().is_relative_to(folder):
                raise ImportError(f"{place} leads out of {folder}", name=fullname)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(fullname, spec.loader.path)
        return spec


def _spec_of(own: str, folder: Path) -> ModuleSpec | None:
    """The package of a folder itself, with or without code of its own."""
    init = folder / INIT
    if init.is_file():
        return spec_from_file_location(own, init, submodule_search_locations=[str(folder)])
    spec = ModuleSpec(own, None, is_package=True)
    spec.submodule_search_locations = [str(folder)]
    return spec


class _Loader(SourceFileLoader):
    """Runs a file of a folder, whose functions keep the import that it is run with."""

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__["__builtins__"] = _builtins_in(module.__name__.partition(".")[0])
        super().exec_module(module)


@cache
def _builtins_in(own: str) -> dict[str, Any]:
    """What every file of a package is run with: an import of `atoms`, now or in a later call, is one of the package."""

    def import_here(
        name: str,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        if level == 0 and name.partition(".")[0] == PACKAGE:
            name = own + name.removeprefix(PACKAGE)
        return builtins.__import__(name, globals, locals, fromlist or (), level)

    return {**vars(builtins), "__import__": import_here}
