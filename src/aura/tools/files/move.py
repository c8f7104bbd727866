"""Moving, copying and renaming."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os.path import join, normcase, split
from pathlib import PurePath
from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.ports import Disk
from aura.capability.semantic import FileName, FilePath
from aura.capability.tool import tool
from aura.tools.files.several import listed

Source = Annotated[FilePath | list[FilePath], "The file or folder, or several."]
Destination = Annotated[FilePath, "The final path of one; the folder to hold several, created if absent."]
Overwrite = Annotated[bool, "Replace what is there."]


class Placed(Struct, frozen=True):
    """Where it is now."""

    path: Annotated[FilePath, "The new path, or the folder that holds several."]
    paths: Annotated[list[str], "The new path of each."]
    count: Annotated[int, "How many were placed."]


@tool(verb="move", effect=Effect.WRITES)
def move(disk: Disk, source: Source, destination: Destination, overwrite: Overwrite = False) -> Placed:
    """Move a file or folder, or several into a folder."""
    return _place(disk, disk.move_all, source, destination, overwrite)


@tool(verb="copy", effect=Effect.WRITES)
def copy(disk: Disk, source: Source, destination: Destination, overwrite: Overwrite = False) -> Placed:
    """Copy a file or folder, or several into a folder."""

    def copy_all(pairs: Sequence[tuple[str, str]], *, replace: bool) -> None:
        for path, target in pairs:
            disk.copy(path, target, replace=replace)

    return _place(disk, copy_all, source, destination, overwrite)


@tool(verb="rename", effect=Effect.WRITES)
def rename(
    disk: Disk,
    path: Annotated[FilePath, "The file or folder to rename."],
    new_name: Annotated[FileName, "Its new name, without a folder."],
) -> Placed:
    """Rename a file or folder where it is."""
    if not new_name.strip() or new_name in (".", "..") or any(mark in new_name for mark in "/\\\0"):
        raise ToolError("INVALID_NAME", f"{new_name!r} is not a name; a new name has no folder in it.")
    renamed = str(PurePath(path).parent / new_name)
    disk.move(path, renamed)
    return Placed(renamed, [renamed], 1)


def _place(disk: Disk, act: Callable[..., None], source: str | list[str], destination: str, overwrite: bool) -> Placed:
    if not isinstance(source, list):
        act([(source, destination)], replace=overwrite)
        return Placed(destination, [destination], 1)
    targets = _targets(listed(source), destination)
    disk.make_folder(destination)
    act(targets, replace=overwrite)
    return Placed(destination, [target for _, target in targets], len(targets))


def _targets(sources: list[str], folder: str) -> list[tuple[str, str]]:
    """Where each goes inside the folder; what is there already, and the folder itself, stay."""
    place = PurePath(folder)
    start = join(str(place), "")  # noqa: PTH118
    heads: dict[str, tuple[bool, bool]] = {}
    moving = []
    for path in sources:
        head, name = split(path)
        if head not in heads:
            heads[head] = PurePath(head) == place, PurePath(head) == place.parent
        inside, beside = heads[head]
        if name in ("", ".") or (beside and normcase(name) == normcase(place.name)):
            inside, name = place in (PurePath(path), PurePath(path).parent), PurePath(path).name
        if not inside:
            moving.append((path, start + name))
    if not moving:
        raise ToolError("SAME_PLACE", f"Everything that was named is in {folder} already.")
    _refuse_twins([target for _, target in moving])
    return moving


def _refuse_twins(targets: list[str]) -> None:
    seen: set[str] = set()
    for target in targets:
        if target in seen:
            raise ToolError("SAME_NAME_TWICE", f"Two of them are called {PurePath(target).name}.")
        seen.add(target)
