"""Going between virtual desktops, and adding one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen
from aura.capability.tool import Tool, tool
from aura.machine.waiting import until
from aura.machine.windows.port import Desktops
from aura.tools.system.virtual_desktop.counting import HOW_MORE, SETTLING, Index, there


class Shown(Struct, frozen=True):
    """The virtual desktop that is shown."""

    index: Annotated[int, "Which it is, counted from 1."]
    count: Annotated[int, "How many there are."]


def _show(desktops: Desktops, index: int) -> Shown:
    desktops.switch(there(desktops, index))
    return Shown(index, desktops.count())


def _current(desktops: Desktops, index: int = 0) -> int:
    return desktops.current()


def _back(before: int, desktops: Desktops, index: int = 0) -> None:
    desktops.switch(there(desktops, before))
    if not until(lambda: desktops.current() == before, SETTLING):
        raise ToolError("NOT_OBSERVED", f"Virtual desktop {before} did not come back; go there by hand.")


def _is_shown(outputs: Shown, desktops: Desktops, index: int = 0) -> bool:
    return until(lambda: desktops.current() == outputs.index, SETTLING)


def _foreseen(desktops: Desktops, index: int) -> Foreseen:
    """From which desktop to which; a warning where there is no such one, which earlier steps may change."""
    try:
        return Foreseen(f"desktop {desktops.current()} → {there(desktops, index)}")
    except ToolError as error:
        return Foreseen(warning=error.message)


def _following(desktops: Desktops) -> Foreseen:
    return _foreseen(desktops, desktops.current() + 1)


def _preceding(desktops: Desktops) -> Foreseen:
    return _foreseen(desktops, desktops.current() - 1)


def _going(object: str, foresee: Callable[..., Foreseen]) -> Callable[[Callable[..., Any]], Tool]:
    """Declares a tool that shows another desktop; undo shows the one before again."""
    return tool(
        verb="switch",
        object=object,
        effect=Effect.WRITES,
        capture=_current,
        undo=_back,
        observe=_is_shown,
        foresee=foresee,
    )


@_going("", _foreseen)
def switch(desktops: Desktops, index: Index) -> Shown:
    """Show another virtual desktop."""
    return _show(desktops, index)


@_going("next", _following)
def next_(desktops: Desktops) -> Shown:
    """Show the next virtual desktop."""
    if desktops.current() >= desktops.count():
        raise ToolError("NO_SUCH_DESKTOP", f"The last virtual desktop is shown already; {HOW_MORE}.")
    return _show(desktops, desktops.current() + 1)


@_going("previous", _preceding)
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
