"""Finding files and folders by name."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Annotated, Literal

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.ports import Disk, NodeKind
from aura.capability.semantic import FolderPath, Pattern, Text
from aura.capability.tool import tool

MOST = 200_000
GLOB = re.compile(r"[*?\[]")
BRACES = re.compile(r"\{([^{}]*)\}")

Matches = Callable[[str], bool]


class Found(Struct, frozen=True):
    """What was found, in the order of the names."""

    paths: Annotated[list[str], "The absolute path of each."]
    text: Annotated[Text, "One path a line, relative to where was looked, folders with a slash."]
    count: Annotated[int, "How many were found."]
    closed: Annotated[list[str], "Folders that could not be looked into."]


@tool(verb="find", effect=Effect.READS)
def find(
    disk: Disk,
    path: Annotated[FolderPath, "Where to look."],
    pattern: Annotated[Pattern, "A glob such as *.pdf or *.{jpg,png}, or words that the name holds."],
    recursive: Annotated[bool, "Look in the folders inside too."] = True,
    kind: Annotated[Literal["any", "file", "folder"], "What to look for."] = "any",
) -> Found:
    """Find files and folders by name; links are not followed, hidden ones only found when named."""
    matches = matcher(pattern)
    hidden = pattern.rpartition("/")[2].startswith(".")
    closed: list[str] = []
    seen = [
        (name, what)
        for name, what in _walk(disk, path, recursive, hidden, closed)
        if kind in ("any", what) and matches(name)
    ]
    start = path.rstrip("/\\")
    lines = [f"{name}/" if what == "folder" else name for name, what in seen]
    return Found([f"{start}/{name}" for name, _ in seen], "\n".join(lines), len(seen), closed)


def matcher(pattern: str) -> Matches:
    """Whether a relative path (with slashes) fits: a glob fits whole names, words fit anywhere in a name.

    Case does not matter. A glob with a slash fits the path from where was looked, `**/` fits any folders.
    """
    alternatives = [_one(part.strip()) for part in _expanded(pattern.lower())]
    return lambda name: any(fits(name.lower()) for fits in alternatives)


def _one(pattern: str) -> Matches:
    if not GLOB.search(pattern) and "/" not in pattern:
        words = pattern.split()
        return lambda name: bool(words) and all(word in name.rpartition("/")[2] for word in words)
    if "/" not in pattern:
        fits = re.compile(fnmatch.translate(pattern)).match
        return lambda name: fits(name.rpartition("/")[2]) is not None
    anywhere = pattern.startswith("**/")
    wanted = pattern.removeprefix("**/") if anywhere else f"/{pattern}"
    return lambda name: PurePosixPath(f"/{name}").match(wanted)


def _expanded(pattern: str) -> list[str]:
    """A pattern with its first braces written out; a pattern without any is itself."""
    braces = BRACES.search(pattern)
    if braces is None:
        return [pattern]
    start, end = pattern[: braces.start()], pattern[braces.end() :]
    return [start + choice + end for choice in braces[1].split(",")]


def _walk(disk: Disk, path: str, recursive: bool, hidden: bool, closed: list[str]) -> Iterator[tuple[str, NodeKind]]:
    """Everything below a folder as relative path and kind, folders before what is in them.

    Folders that may not be looked into are named in `closed`.
    """
    start = path.rstrip("/\\") + "/"
    waiting = list(reversed(disk.children(path)))
    seen = 0
    while waiting:
        name = waiting.pop()
        what = disk.kind(start + name)
        if what is None or (name.rpartition("/")[2].startswith(".") and not hidden):
            continue
        seen += 1
        if seen > MOST:
            raise ToolError("TOO_MANY", f"{path} holds more than {MOST} things; name a smaller folder.")
        yield name, what
        if what == "folder" and recursive:
            waiting.extend(reversed(_children(disk, start + name, name, closed)))


def _children(disk: Disk, path: str, name: str, closed: list[str]) -> list[str]:
    try:
        return [f"{name}/{child}" for child in disk.children(path)]
    except ToolError:
        closed.append(name)
        return []
