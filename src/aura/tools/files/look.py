"""Looking at folders: what is in them, and what things are."""

from __future__ import annotations

from datetime import datetime
from pathlib import PurePath
from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.ports import Disk
from aura.capability.semantic import FilePath, FolderPath, Text
from aura.capability.tool import tool

MOST = 200_000


class Entry(Struct, frozen=True):
    """One thing in a folder."""

    name: str
    kind: str


class Listing(Struct, frozen=True):
    """What is in a folder, sorted by name."""

    entries: Annotated[list[Entry], "Name and kind (file, folder, link, other) of each."]
    text: Annotated[Text, "One name a line, folders with a slash."]
    count: Annotated[int, "How many there are."]


class Info(Struct, frozen=True):
    """What one thing is."""

    path: Annotated[FilePath, "The file or folder."]
    kind: Annotated[str, "file, folder, link or other."]
    size: Annotated[int, "Bytes; of a folder, of all the files in it."]
    modified: Annotated[str, "When it was last changed, ISO 8601."]
    inside: Annotated[int, "How many files and folders are inside."]
    text: Annotated[Text, "The same in words."]


@tool(verb="list", object="folder", effect=Effect.READS)
def list_directory(disk: Disk, path: Annotated[FolderPath, "The folder to list."]) -> Listing:
    """List what is in a folder."""
    place = PurePath(path)
    entries = [Entry(name, disk.kind(str(place / name)) or "other") for name in disk.children(path)]
    lines = [f"{entry.name}/" if entry.kind == "folder" else entry.name for entry in entries]
    return Listing(entries, "\n".join(lines), len(entries))


@tool(verb="info", effect=Effect.READS)
def get_info(disk: Disk, path: Annotated[FilePath, "The file or folder."]) -> Info:
    """Tell the size, kind and time of last change of a file or folder."""
    about = disk.info(path)
    count, size = _inside(disk, path) if about.kind == "folder" else (0, about.size)
    what = f"{about.kind} of {_number(size, 'byte')}"
    held = f" with {_number(count, 'thing')} in it" if about.kind == "folder" else ""
    when = datetime.fromisoformat(about.modified).strftime("%d %B %Y at %H:%M")
    text = f"{PurePath(path).name} is a {what}{held}, last changed on {when.lstrip('0')}."
    return Info(path, about.kind, size, about.modified, count, text)


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _inside(disk: Disk, path: str) -> tuple[int, int]:
    """How many things are below a folder, and the bytes of its files."""
    count = size = 0
    waiting = [path]
    while waiting:
        here = PurePath(waiting.pop())
        for name in disk.children(str(here)):
            about = disk.info(str(here / name))
            count += 1
            size += about.size if about.kind == "file" else 0
            if about.kind == "folder":
                waiting.append(str(here / name))
        if count > MOST:
            raise ToolError("TOO_MANY", f"{path} holds more than {MOST} things; name a smaller folder.")
    return count, size
