"""Going between virtual desktops, adding one, and moving a window to another."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen
from aura.capability.semantic import Count, WindowWords
from aura.capability.tool import tool
from aura.machine.apps.port import Apps
from aura.machine.waiting import until
from aura.machine.windows.port import Desktops, GoneError, Windows
from aura.machine.windows.spoken import window_meant

SETTLING = 2.0
"""Seconds in which a desktop has done what it was told."""
HOW_MORE = 'say "create a virtual desktop" to have one more'

Index = Annotated[Count, "Which virtual desktop, counted from 1."]


class Shown(Struct, frozen=True):
    """The virtual desktop that is shown."""

    index: Annotated[int, "Which it is, counted from 1."]
    count: Annotated[int, "How many there are."]


class Moved(Struct, frozen=True):
    """A window that was moved."""

    window: Annotated[int, "The system's number for it."]
    title: Annotated[str, "Its title."]
    index: Annotated[int, "The virtual desktop that it is on now."]


def _there(desktops: Desktops, index: int) -> int:
    """A virtual desktop's number, if there is such a one; raises ToolError `NO_SUCH_DESKTOP`."""
    count = desktops.count()
    if not 1 <= index <= count:
        many = f"There are {count} virtual desktops" if count > 1 else "There is only one virtual desktop"
        raise ToolError("NO_SUCH_DESKTOP", f"{many}, so there is no number {index}; {HOW_MORE}.")
    return index


def _show(desktops: Desktops, index: int) -> Shown:
    desktops.switch(_there(desktops, index))
    return Shown(index, desktops.count())


def _current(desktops: Desktops, index: int = 0) -> int:
    return desktops.current()


def _back(before: int, desktops: Desktops, index: int = 0) -> None:
    desktops.switch(_there(desktops, before))
    if not until(lambda: desktops.current() == before, SETTLING):
        raise ToolError("NOT_OBSERVED", f"Virtual desktop {before} did not come back; go there by hand.")


def _is_shown(outputs: Shown, desktops: Desktops, index: int = 0) -> bool:
    return until(lambda: desktops.current() == outputs.index, SETTLING)


def _foreseen(desktops: Desktops, index: int) -> Foreseen:
    """From which desktop to which; a warning where there is no such one, which earlier steps may change."""
    try:
        return Foreseen(f"desktop {desktops.current()} → {_there(desktops, index)}")
    except ToolError as error:
        return Foreseen(warning=error.message)


def _following(desktops: Desktops) -> Foreseen:
    return _foreseen(desktops, desktops.current() + 1)


def _preceding(desktops: Desktops) -> Foreseen:
    return _foreseen(desktops, desktops.current() - 1)


@tool(verb="switch", effect=Effect.WRITES, capture=_current, undo=_back, observe=_is_shown, foresee=_foreseen)
def switch(desktops: Desktops, index: Index) -> Shown:
    """Show another virtual desktop."""
    return _show(desktops, index)


@tool(
    verb="switch",
    object="next",
    effect=Effect.WRITES,
    capture=_current,
    undo=_back,
    observe=_is_shown,
    foresee=_following,
)
def next_(desktops: Desktops) -> Shown:
    """Show the next virtual desktop."""
    if desktops.current() >= desktops.count():
        raise ToolError("NO_SUCH_DESKTOP", f"The last virtual desktop is shown already; {HOW_MORE}.")
    return _show(desktops, desktops.current() + 1)


@tool(
    verb="switch",
    object="previous",
    effect=Effect.WRITES,
    capture=_current,
    undo=_back,
    observe=_is_shown,
    foresee=_preceding,
)
def previous(desktops: Desktops) -> Shown:
    """Show the virtual desktop before this one."""
    if desktops.current() <= 1:
        raise ToolError("NO_SUCH_DESKTOP", "The first virtual desktop is shown already, so there is none before it.")
    return _show(desktops, desktops.current() - 1)


def _count(desktops: Desktops) -> int:
    return desktops.count()


def _remove(before: int, desktops: Desktops) -> None:
    desktops.resize(before)
    if not until(lambda: desktops.count() == before, SETTLING):
        raise ToolError("NOT_OBSERVED", "The virtual desktop that was added did not go away; remove it by hand.")


def _is_there(outputs: Shown, desktops: Desktops) -> bool:
    return until(lambda: desktops.count() >= outputs.count, SETTLING)


@tool(verb="create", effect=Effect.WRITES, capture=_count, undo=_remove, observe=_is_there)
def create(desktops: Desktops) -> Shown:
    """Add a virtual desktop behind the others."""
    count = desktops.count() + 1
    desktops.resize(count)
    return Shown(desktops.current(), count)


def _place(windows: Windows, desktops: Desktops, apps: Apps, index: int, window: str = "") -> dict[str, Any]:
    found = window_meant(window, windows, apps)
    return {"window": found.id, "title": found.title, "desktop": found.desktop}


def _return(
    before: dict[str, Any], windows: Windows, desktops: Desktops, apps: Apps, index: int, window: str = ""
) -> None:
    if windows.get(before["window"]) is None:
        raise GoneError(f'"{before["title"]}"')
    desktops.move(before["window"], before["desktop"])
    if not until(lambda: _is_on(before["window"], before["desktop"], windows), SETTLING):
        raise ToolError("NOT_OBSERVED", f'"{before["title"]}" did not go back to its desktop; move it by hand.')


def _is_moved(outputs: Moved, windows: Windows, desktops: Desktops, apps: Apps, index: int, window: str = "") -> bool:
    return until(lambda: _is_on(outputs.window, index, windows), SETTLING)


def _is_on(window: int, index: int, windows: Windows) -> bool:
    found = windows.get(window)
    return found is not None and found.desktop == index


def _to_move(windows: Windows, desktops: Desktops, apps: Apps, index: int, window: str = "") -> Foreseen:
    try:
        title = window_meant(window, windows, apps, anew=True).title
        return Foreseen(f'moves "{title}" to desktop {_there(desktops, index)}')
    except ToolError as error:
        return Foreseen(warning=error.message)


@tool(verb="move", effect=Effect.WRITES, capture=_place, undo=_return, observe=_is_moved, foresee=_to_move)
def move_window(
    windows: Windows,
    desktops: Desktops,
    apps: Apps,
    index: Index,
    window: Annotated[WindowWords, "A program, or words of the title; none for the window that is looked at."] = "",
) -> Moved:
    """Move a window to another virtual desktop."""
    _there(desktops, index)
    found = window_meant(window, windows, apps)
    desktops.move(found.id, index)
    return Moved(found.id, found.title, index)
