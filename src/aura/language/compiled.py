"""Machine code of the hot modules of these rooms, where there is some (`compiling`) and it is of these very sources.

What is kept is named by a digest of the sources and by the kind of Python, so nothing compiled ever stands before a
source that was changed.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent
ROOM = "aura.language"
KEPT = "__compiled__"
SWITCH = "AURA_COMPILED"
"""An environment variable that says "no" where the sources are to be run as they are."""
SUFFIX = EXTENSION_SUFFIXES[0]
LIBRARY = "aura_language"
"""The library that all of them share; it is imported as a module beside the rooms."""


class Finder:
    """Finds modules of these rooms among what has been compiled."""

    def __init__(self, folder: Path) -> None:
        self._files = {module_of(file.relative_to(folder)): file for file in folder.rglob(f"*{SUFFIX}")}

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Where a module is, if it is compiled."""
        file = self._files.get(name)
        return None if file is None else spec_from_file_location(name, file)


def module_of(library: Path) -> str:
    """What a compiled module is imported as, by where it is among those that were made."""
    *rooms, name = library.parts
    module = name.removesuffix(SUFFIX)
    return module if module.startswith(LIBRARY) else ".".join((ROOM, *rooms, module))


def folder_for(sources: Path) -> Path:
    """Where machine code of the modules in a folder, as they are now, is kept."""
    digest = hashlib.sha256()
    for file in sorted(sources.rglob("*.py")):
        digest.update(b"%s\0%s\0" % (file.relative_to(sources).as_posix().encode(), file.read_bytes()))
    return sources / KEPT / f"{digest.hexdigest()[:24]}-{sys.implementation.cache_tag}"


def use() -> None:
    """Let modules that are imported from now on come from machine code, if there is any of these sources."""
    if os.environ.get(SWITCH) != "no" and (HERE / KEPT).is_dir() and (folder := folder_for(HERE)).is_dir():
        sys.meta_path.insert(0, Finder(folder))


def build() -> str:
    """What the decoder runs as in this process: "compiled" or "python"."""
    module = sys.modules.get(f"{ROOM}.decoding.decode")
    return "compiled" if module is not None and str(module.__file__).endswith(SUFFIX) else "python"
