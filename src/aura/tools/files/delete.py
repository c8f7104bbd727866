"""Putting files and folders in the trash."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.ports import Disk
from aura.capability.semantic import FilePath, FolderPath
from aura.capability.tool import tool
from aura.tools.files.several import listed


class Deleted(Struct, frozen=True):
    """What went to the trash."""

    paths: Annotated[list[str], "What was put in the trash."]
    count: Annotated[int, "How many that are."]


@tool(verb="delete", object="file", effect=Effect.DESTROYS)
def delete_file(
    disk: Disk,
    path: Annotated[FilePath | list[FilePath], "The file to delete, or several."],
) -> Deleted:
    """Put a file in the trash."""
    paths = listed(path)
    for each in paths:
        if disk.kind(each) == "folder":
            raise ToolError("IS_A_FOLDER", f"{each} is a folder, not a file; delete it as a folder.")
        disk.trash(each)
    return Deleted(paths, len(paths))


@tool(verb="delete", object="folder", effect=Effect.DESTROYS)
def delete_folder(
    disk: Disk,
    path: Annotated[FolderPath | list[FolderPath], "The folder to delete, or several; a list may hold files."],
    recursive: Annotated[bool, "Delete it with everything in it."] = False,
) -> Deleted:
    """Put a folder in the trash."""
    paths = listed(path)
    for each in paths:
        kind = disk.kind(each)
        if kind not in (None, "folder") and not isinstance(path, list):
            raise ToolError("NOT_A_FOLDER", f"{each} is a {kind}, not a folder; delete it as a file.")
        if kind == "folder" and not recursive and (names := disk.children(each)):
            raise ToolError(
                "FOLDER_NOT_EMPTY",
                f"{each} is not empty (it holds {len(names)}); say that everything in it should go too.",
            )
        disk.trash(each)
    return Deleted(paths, len(paths))
