"""Which virtual desktops there are, counted from 1."""

from __future__ import annotations

from typing import Annotated

from aura.capability.errors import ToolError
from aura.capability.semantic import Count
from aura.machine.windows.port import Desktops

SETTLING = 2.0
"""Seconds in which a desktop has done what it was told."""
HOW_MORE = 'say "create a virtual desktop" to have one more'

Index = Annotated[Count, "Which virtual desktop, counted from 1."]


def there(desktops: Desktops, index: int) -> int:
    """A virtual desktop's number, if there is such a one; raises ToolError `NO_SUCH_DESKTOP`."""
    count = desktops.count()
    if not 1 <= index <= count:
        many = f"There are {count} virtual desktops" if count > 1 else "There is only one virtual desktop"
        raise ToolError("NO_SUCH_DESKTOP", f"{many}, so there is no number {index}; {HOW_MORE}.")
    return index
