"""Making folders and files where nothing was."""

from __future__ import annotations

from pathlib import PurePath
from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.ports import Disk
from aura.capability.semantic import FilePath, FolderPath, Text
from aura.capability.tool import tool
from aura.tools.files.encoding import encoded


class Made(Struct, frozen=True):
    """Where the new thing is."""

    path: Annotated[FilePath, "The path of what was made."]


class MadeFolder(Struct, frozen=True):
    """Where the new folder is."""

    path: Annotated[FolderPath, "The path of the folder."]


@tool(verb="create", object="folder", effect=Effect.WRITES)
def create_folder(
    disk: Disk,
    path: Annotated[FolderPath, "The folder to create."],
    parents: Annotated[bool, "Create the folders above it too."] = True,
    exist_ok: Annotated[bool, "A folder that exists already is not an error."] = True,
) -> MadeFolder:
    """Create a folder."""
    if not exist_ok and disk.kind(path) is not None:
        raise ToolError("ALREADY_EXISTS", f"{path} exists already.")
    _parent_exists(disk, path, parents)
    disk.make_folder(path)
    return MadeFolder(path)


@tool(verb="create", object="file", effect=Effect.WRITES)
def create_file(
    disk: Disk,
    path: Annotated[FilePath, "The file to create; the extension of an office document makes one."],
    content: Annotated[Text, "What to write into it."] = "",
    create_parents: Annotated[bool, "Create the folders above it too."] = True,
) -> Made:
    """Create a file, which must not exist yet."""
    _parent_exists(disk, path, create_parents)
    disk.write(path, encoded(path, content))
    return Made(path)


def _parent_exists(disk: Disk, path: str, may_create: bool) -> None:
    parent = str(PurePath(path).parent)
    if not may_create and disk.kind(parent) is None:
        raise ToolError("NOT_FOUND", f"The folder {parent} does not exist, and it was not to be created.")
