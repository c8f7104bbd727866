"""The clipboard of macOS: text through pbcopy and pbpaste, pictures through AppleScript."""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path
from typing import Self

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.machine.clipboard.port import Held

PATIENCE = 5.0
PNG = re.compile(rb"\xabdata PNGf([0-9A-F]*)\xbb|data PNGf([0-9A-F]*)", re.IGNORECASE)
ASKED_FOR_PNG = "the clipboard as «class PNGf»"


def picture_in(said: bytes) -> bytes | None:
    """The PNG in what AppleScript says: `«data PNGf8950…»`; None where it is none."""
    found = PNG.search(said)
    return bytes.fromhex((found[1] or found[2]).decode()) if found else None


def script_to_hold(path: str) -> str:
    """The AppleScript that puts a PNG file's content on the clipboard."""
    quoted = path.replace("\\", "\\\\").replace('"', '\\"')
    return f'set the clipboard to (read (POSIX file "{quoted}") as «class PNGf»)'


class MacClipboard:
    """Serves on macOS."""

    def __init__(self, machine: Machine) -> None:
        self._environ = {**machine.environ, "LANG": "en_US.UTF-8"}

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """On macOS."""
        return cls(machine) if machine.platform == "darwin" else None

    def held(self) -> Held:
        """As the port says."""
        text = self._run(["pbpaste", "-Prefer", "txt"]).decode(errors="replace")
        if text:
            return Held(text=text)
        return Held(image=picture_in(self._run(["osascript", "-e", ASKED_FOR_PNG], check=False)))

    def hold(self, held: Held) -> None:
        """As the port says; the system keeps it."""
        if held.image is None:
            self._run(["pbcopy"], (held.text or "").encode())
            return
        with tempfile.TemporaryDirectory() as folder:
            picture = Path(folder, "picture.png")
            picture.write_bytes(held.image)
            self._run(["osascript", "-e", script_to_hold(str(picture))])

    def _run(self, command: list[str], content: bytes = b"", check: bool = True) -> bytes:
        try:
            done = subprocess.run(
                command, input=content, capture_output=True, env=self._environ, timeout=PATIENCE, check=check
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise ToolError("NO_ANSWER", f"{command[0]} did not answer; try again.") from error
        return done.stdout
