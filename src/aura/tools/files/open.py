"""Opening a file or folder with the desktop's program for it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.ports import Disk, Opener
from aura.capability.semantic import FilePath
from aura.capability.tool import tool


class Opened(Struct, frozen=True):
    """What was opened."""

    path: Annotated[FilePath, "The file or folder that was opened."]


@tool(verb="open", effect=Effect.ACTS)
def open_(disk: Disk, opener: Opener, path: Annotated[FilePath, "The file or folder to open."]) -> Opened:
    """Open a file or folder with the program that the desktop has for it."""
    if disk.kind(path) is None:
        raise ToolError("NOT_FOUND", f"There is no {path} to open.")
    opener.open(path)
    return Opened(path)
