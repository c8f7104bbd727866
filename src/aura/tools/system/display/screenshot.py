"""Pictures of the screen, kept as files."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from pathlib import Path, PurePath
from typing import Annotated, Literal

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.ports import Disk, Places
from aura.capability.semantic import FilePath
from aura.capability.tool import tool
from aura.machine.screen.port import Picture, Screen
from aura.machine.windows.port import Box

NAME, EXTENSION = "screenshot", ".png"
PICTURES, ELSE = "PICTURES", "HOME"
NUMBERS = re.compile(r"\s*(-?\d+)\s*,\s*(-?\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*")
CORNERS = re.compile(r"\s*(-?\d+)\s*,\s*(-?\d+)\s+to\s+(-?\d+)\s*,\s*(-?\d+)\s*")
MOST_NAMES = 10_000
UNKNOWN = Box(0, 0, 1 << 15, 1 << 15)
"""A screen whose size is only known when it is looked at: large enough for any region."""

Target = Literal["screen", "window", "region"]
Region = Annotated[
    str, 'Which part: a name such as "top left" or "right half"; x,y,width,height, or x,y to x,y, in pixels.'
]


class Shot(Struct, frozen=True):
    """A picture of the screen."""

    path: Annotated[FilePath, "Where the picture is."]
    width: Annotated[int, "How many pixels it is wide."]
    height: Annotated[int, "How many pixels it is high."]


class Planned(Struct, frozen=True):
    """A picture that is still to be taken."""

    path: str


def _rehearsed(
    disk: Disk, places: Places, screen: Screen, path: str = "", target: Target = "screen", region: Region = ""
) -> Planned:
    """Where the picture would be; the screen is only looked at when it is taken."""
    if target == "region" or region:
        part_meant(region, screen.box() or UNKNOWN)
    place = _free(disk, path or _usual(disk, places))
    disk.write(place, None)
    return Planned(place)


@tool(verb="capture", object="screen", effect=Effect.WRITES, rehearse=_rehearsed)
def screenshot(
    disk: Disk,
    places: Places,
    screen: Screen,
    path: Annotated[FilePath, "The PNG file to make; a new one among the user's pictures if not given."] = "",
    target: Annotated[Target, "The whole screen, the window the user is in, or a region."] = "screen",
    region: Region = "",
) -> Shot:
    """Take a picture of the screen, of the window in front or of a part, and keep it as a new file."""
    picture = _captured(screen, target, region)
    place = _free(disk, path or _usual(disk, places))
    disk.write(place, picture.png)
    return Shot(place, picture.width, picture.height)


def _captured(screen: Screen, target: Target, region: str) -> Picture:
    """The pixels that are meant."""
    if target == "window":
        return screen.picture(screen.window())
    if target == "region" or region:
        return screen.chosen(lambda whole: part_meant(region, whole))
    return screen.picture()


def part_meant(region: str, whole: Box) -> Box:
    """The part of a screen that a name, four numbers or two corners mean; raises ToolError `NO_REGION`."""
    numbers, corners = NUMBERS.fullmatch(region), CORNERS.fullmatch(region)
    share = _places().get(region.lower())
    if numbers is not None:
        x, y, width, height = map(int, numbers.groups())
        part = Box(x, y, width, height).shared(whole)
    elif corners is not None:
        part = _between(*map(int, corners.groups())).shared(whole)
    elif share is not None:
        x, y = whole.x + round(whole.width * share[0]), whole.y + round(whole.height * share[1])
        part = Box(x, y, round(whole.width * share[2]), round(whole.height * share[3]))
    else:
        known = ", ".join(_places())
        raise ToolError(
            "NO_REGION", f'There is no part "{region}" of a screen; say x,y,width,height or one of {known}.'
        )
    if not part.area:
        raise ToolError("NO_REGION", f"The region {region} is not on the screen ({whole.width} × {whole.height}).")
    return part


def _between(x: int, y: int, to_x: int, to_y: int) -> Box:
    """What lies between two corners, whichever of them is said first."""
    return Box(min(x, to_x), min(y, to_y), abs(to_x - x), abs(to_y - y))


@cache
def _places() -> dict[str, tuple[float, float, float, float]]:
    import yaml

    return dict(yaml.safe_load(Path(__file__).with_name("places.yaml").read_text(encoding="utf-8")))


def _usual(disk: Disk, places: Places) -> str:
    """Where pictures of the screen are kept where no place was said: among the pictures, if there is such a folder."""
    pictures = places.folder(PICTURES)
    folder = pictures if disk.kind(pictures) == "folder" else places.folder(ELSE)
    return str(PurePath(folder, NAME + EXTENSION))


def _free(disk: Disk, path: str) -> str:
    """A path as it is, or with the first number behind its name that is not taken; its extension is that of a PNG."""
    said = PurePath(path)
    wanted = said if said.suffix.lower() == EXTENSION else said.with_name(said.name + EXTENSION)
    numbered = (wanted.with_stem(f"{wanted.stem} {number}") for number in range(2, MOST_NAMES))
    return next(str(place) for place in chain((wanted,), numbered) if disk.kind(str(place)) is None)
