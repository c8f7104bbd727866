"""Where the named places are on this machine; the platform is asked only for the one that is needed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from aura.config.settings import Settings


class AnchorFolders(Mapping[str, str]):
    """A place's name → its absolute folder: the configured one, else the platform's own.

    `workspace` is the session's working directory, captured once by the caller. Drives are here only when
    configured.
    """

    def __init__(self, settings: Settings, workspace: str, platform_folder: Callable[[str], str] | None = None) -> None:
        self._settings = settings
        self._workspace = workspace
        self._platform_folder = platform_folder or folder_of_platform

    def __getitem__(self, name: str) -> str:
        if name in self._settings.anchors:
            return os.path.expanduser(self._settings.anchors[name])  # noqa: PTH111  (foreign flavours stay text)
        folder = self._settings.places[name].folder
        return self._workspace if folder == "workspace" else self._platform_folder(folder)

    def folder(self, name: str) -> str:
        """The same, for tools."""
        return self[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._settings.places
        yield from (name for name in self._settings.anchors if name not in self._settings.places)

    def __len__(self) -> int:
        return len({*self._settings.places, *self._settings.anchors})


@cache
def folder_of_platform(folder: str) -> str:
    """The user's folder of a kind (`desktop`, `documents`, …, `home`), absolute."""
    if folder == "home":
        return os.path.expanduser("~")  # noqa: PTH111
    import platformdirs

    found: str = getattr(platformdirs, f"user_{folder}_dir")()
    return found
