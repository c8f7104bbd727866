"""The clipboard of Windows: text, and pictures as PNG, which the programs of today all take."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Self

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.machine.clipboard.port import Held

TEXT = 13
"""CF_UNICODETEXT."""
TRIES, PAUSE = 20, 0.05
NEEDED = "The package pywin32 is missing; install it so that AURA can reach the clipboard."


class WindowsClipboard:
    """Serves on Windows."""

    def __init__(self, win32clipboard: Any) -> None:
        self._api = win32clipboard
        self._png: int = win32clipboard.RegisterClipboardFormat("PNG")

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """On Windows."""
        if machine.platform != "win32":
            return None
        try:
            return cls(import_module("win32clipboard"))
        except ImportError:
            return NEEDED

    def held(self) -> Held:
        """As the port says."""
        with self._open():
            if self._api.IsClipboardFormatAvailable(TEXT):
                return Held(text=self._api.GetClipboardData(TEXT))
            if self._api.IsClipboardFormatAvailable(self._png):
                return Held(image=self._api.GetClipboardData(self._png))
        return Held()

    def hold(self, held: Held) -> None:
        """As the port says; the system keeps it."""
        with self._open():
            self._api.EmptyClipboard()
            if held.image is not None:
                self._api.SetClipboardData(self._png, held.image)
            elif held.text:
                self._api.SetClipboardData(TEXT, held.text)

    @contextmanager
    def _open(self) -> Iterator[None]:
        """The clipboard opened for this process; another one may have it for a moment."""
        for left in reversed(range(TRIES)):
            try:
                self._api.OpenClipboard()
                break
            except Exception as error:  # pywin32's own kind, which only that package can name.
                if not left:
                    raise ToolError("NO_ANSWER", "Another program keeps the clipboard open; try again.") from error
                time.sleep(PAUSE)
        try:
            yield
        finally:
            self._api.CloseClipboard()
