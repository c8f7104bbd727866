"""What is kept of pages as files: pictures of them, and files that they give."""

from __future__ import annotations

from itertools import chain
from pathlib import PurePath
from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.ports import Disk, ProposedBy
from aura.capability.semantic import FilePath, FolderPath
from aura.capability.tool import tool
from aura.config.folders import folder_of_platform
from aura.machine.browser.addresses import address_of
from aura.machine.browser.port import Browser

NAME, EXTENSION = "page", ".png"
MOST_NAMES = 10_000


class Shot(Struct, frozen=True):
    """A picture of a page."""

    path: Annotated[FilePath, "Where the picture is."]
    width: Annotated[int, "How many pixels it is wide."]
    height: Annotated[int, "How many pixels it is high."]


class Downloaded(Struct, frozen=True):
    """A file from the web."""

    path: Annotated[FilePath, "Where the file is."]
    size: Annotated[int, "How many bytes it has."]
    url: Annotated[str, "Where it came from."]


@tool(verb="capture", object="page", effect=Effect.WRITES, requires_session=True)
def screenshot(
    disk: Disk,
    browser: Browser,
    proposed_by: ProposedBy,
    path: Annotated[FilePath, "The PNG file to make; a new one among the user's pictures if not given."] = "",
) -> Shot:
    """Take a picture of the page that the browser shows, and keep it as a new file."""
    picture = browser.pages(proposed_by).picture()
    said = PurePath(path or PurePath(_folder(disk, "pictures"), NAME + EXTENSION))
    place = _free(disk, said if said.suffix.lower() == EXTENSION else said.with_name(said.name + EXTENSION))
    disk.write(place, picture.png)
    return Shot(place, picture.width, picture.height)


@tool(verb="download", effect=Effect.WRITES, requires_session=True)
def download(
    disk: Disk,
    browser: Browser,
    proposed_by: ProposedBy,
    url: Annotated[str, "The address of the file."] = "",
    link: Annotated[str, "The text of a link or button on the page that gives the file."] = "",
    folder: Annotated[FolderPath, "Where to put it; the user's downloads if not given."] = "",
) -> Downloaded:
    """Bring a file from the web, by its address or by a link on the page, and keep it as a new file."""
    if bool(url) == bool(link):
        raise ToolError("NOTHING_NAMED", "Say the address of the file, or the text of the link that gives it.")
    pages = browser.pages(proposed_by)
    brought = pages.bring(address_of(url) if url else link, is_address=bool(url))
    place = _free(disk, PurePath(folder or _folder(disk, "downloads"), brought.name))
    disk.write(place, brought.content)
    return Downloaded(place, len(brought.content), brought.url)


def _folder(disk: Disk, kind: str) -> str:
    """The user's folder of a kind, where there is one; else the home."""
    found = folder_of_platform(kind)
    return found if disk.kind(found) == "folder" else folder_of_platform("home")


def _free(disk: Disk, wanted: PurePath) -> str:
    """A path as it is, or with the first number behind its name that is not taken."""
    numbered = (wanted.with_stem(f"{wanted.stem} {number}") for number in range(2, MOST_NAMES))
    return next(str(place) for place in chain((wanted,), numbered) if disk.kind(str(place)) is None)
