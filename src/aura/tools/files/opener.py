"""The desktop's own way to open a thing, on Linux, macOS and Windows."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence

from aura.capability.errors import ToolError

COMMANDS: Mapping[str, Sequence[tuple[str, ...]]] = {
    "linux": (("xdg-open",), ("gio", "open")),
    "darwin": (("open",),),
}
"""The programs that open things, by platform, the first that is there is taken."""


class DesktopOpener:
    """The Opener port: starts the desktop's program, detached, and does not wait for it."""

    def __init__(self, platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> None:
        self._platform = platform
        self._environ = environ

    def open(self, path: str) -> None:
        """Start the desktop's program for `path`; raises ToolError `NO_DESKTOP` where there is none."""
        start = getattr(os, "startfile", None)
        if start is not None:
            start(path)
            return
        command = self._command()
        if command is None or not self._has_screen():
            raise ToolError("NO_DESKTOP", f"This computer has no desktop that could open {path}.")
        subprocess.Popen(
            [*command, path],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env=dict(self._environ),
        )

    def _command(self) -> tuple[str, ...] | None:
        for program, *arguments in COMMANDS.get(self._platform, COMMANDS["linux"]):
            found = shutil.which(program, path=self._environ.get("PATH"))
            if found is not None:
                return (found, *arguments)
        return None

    def _has_screen(self) -> bool:
        """On macOS always; elsewhere where a display is announced."""
        if self._platform == "darwin":
            return True
        return bool(self._environ.get("DISPLAY") or self._environ.get("WAYLAND_DISPLAY"))
