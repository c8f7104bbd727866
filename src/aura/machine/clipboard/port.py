"""What a clipboard can do, and the value that it holds."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from aura.capability.machine import served_by


class Held(Struct, frozen=True, omit_defaults=True):
    """What a clipboard holds: text, else an image as PNG, else nothing that AURA can read."""

    text: str | None = None
    image: bytes | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is neither text nor an image."""
        return not self.text and not self.image

    def is_like(self, other: Held) -> bool:
        """Whether pasting gives the same."""
        return self == other or (self.is_empty and other.is_empty)


@served_by("wayland.WaylandClipboard", "x11.X11Clipboard", "windows.WindowsClipboard", "macos.MacClipboard")
class Clipboard(Protocol):
    """The clipboard."""

    def held(self) -> Held:
        """What can be pasted now."""
        ...

    def hold(self, held: Held) -> None:
        """Hold this from now on, also after this process has ended; nothing empties the clipboard."""
        ...
