"""What Wayland keeps to itself: no program may change another's windows, or go between virtual desktops."""

from __future__ import annotations

from aura.capability.machine import Machine
from aura.machine.x11 import NOT_X, is_wayland

WINDOWS = (
    "On Wayland no program may change the windows of another; use the desktop's own keys, or log in to an X11 session."
)
DESKTOPS = (
    "On Wayland no program may change the virtual desktop; use the desktop's own keys, or log in to an X11 session."
)


class WaylandControl:
    """Says at once that windows cannot be changed."""

    @classmethod
    def on(cls, machine: Machine) -> str | None:
        """The reason, on Wayland."""
        return WINDOWS if is_wayland(machine) and not machine.platform.startswith(NOT_X) else None


class WaylandDesktops:
    """Says at once that virtual desktops cannot be changed."""

    @classmethod
    def on(cls, machine: Machine) -> str | None:
        """The reason, on Wayland."""
        return DESKTOPS if is_wayland(machine) and not machine.platform.startswith(NOT_X) else None
