"""Where else a file of some name is: below the workspace, and in the places that have names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aura.capability.errors import ToolError
from aura.capability.ports import Disk, NodeKind
from aura.config.settings import Settings
from aura.understanding.path_names import is_said
from aura.understanding.paths import PathResolver

MOST_CANDIDATES = 5
MOST_FOLDERS = 200
"""As many folders are looked into for a file that is not where it was said to be."""


class Elsewhere:
    """Looks for files where they were not said to be."""

    def __init__(self, settings: Settings, paths: PathResolver, disk: Disk) -> None:
        self._settings = settings
        self._paths = paths
        self._disk = disk

    def files(self, name: str) -> list[str]:
        """Files of a name below the workspace, as far as a short look goes, and in the user's places."""
        folders, found = [self._paths.workspace], list[str]()
        for folder in folders:
            for entry, kind in self._entries(folder):
                if kind == "file" and is_said(entry, name):
                    found.append(self._paths.child(folder, entry))
                elif kind == "folder" and not entry.startswith(".") and len(folders) < MOST_FOLDERS:
                    folders.append(self._paths.child(folder, entry))
        return list(dict.fromkeys((*found, *self.in_places(name))))[:MOST_CANDIDATES]

    def things(self, name: str, kind: str, pointed: bool) -> list[str]:
        """What is called so in the user's places: a file by its whole name, or "the letter"; else a folder."""
        if "." in name and kind != "folder":
            return [*self.in_places(name)]
        files = self.called(name) if pointed and kind != "folder" else ()
        folders = self.in_places(name, "folder") if kind in ("", "folder") else ()
        return [*files] or [*folders]

    def only_place_of(self, name: str) -> str | None:
        """The folder that all files of a name are in, or all that are called so, where none is below the workspace."""
        found = self.files(name) or [*self.called(name), *self.in_places(name, "folder")]
        here = any(self._paths.flavour(path).is_relative_to(self._paths.workspace) for path in found)
        folders = {self._paths.parent(path) for path in found}
        return folders.pop() if len(folders) == 1 and not here else None

    def in_places(self, name: str, wanted: NodeKind = "file") -> Iterator[str]:
        """Files, or folders, of a name in the places that have names, such as the desktop."""
        return (path for entry, path in self._in_places(wanted) if is_said(entry, name))

    def called(self, name: str) -> Iterator[str]:
        """Files in those places that have a name before their extension: letter.docx is called "letter"."""
        return (path for entry, path in self._in_places("file") if is_said(entry.rpartition(".")[0], name))

    def _in_places(self, wanted: NodeKind) -> Iterator[tuple[str, str]]:
        for folder in filter(lambda found: isinstance(found, str), map(self._paths.anchor, self._settings.places)):
            for entry, kind in self._entries(str(folder)):
                if kind == wanted:
                    yield entry, self._paths.child(str(folder), entry)

    def _entries(self, folder: str) -> Sequence[tuple[str, NodeKind]]:
        """What is in a folder; nothing where it may not be looked into, since this is only to offer something."""
        try:
            return self._disk.entries(folder)
        except ToolError:
            return ()
