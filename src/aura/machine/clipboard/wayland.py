"""The clipboard of a Wayland desktop, through wl-clipboard."""

from __future__ import annotations

import subprocess
from typing import Self

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.machine.clipboard.port import Held
from aura.machine.programs import is_there
from aura.machine.x11 import is_wayland

NEEDED = "On Wayland AURA reaches the clipboard through wl-clipboard; install it."
PATIENCE = 5.0
IMAGE, TEXT = "image/png", "text/plain"


class WaylandClipboard:
    """Serves on Wayland where wl-copy and wl-paste are installed."""

    def __init__(self, machine: Machine) -> None:
        self._environ = dict(machine.environ)

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """On Wayland."""
        if machine.platform != "linux" or not is_wayland(machine):
            return None
        has_all = all(is_there(program, machine.environ) for program in ("wl-copy", "wl-paste"))
        return cls(machine) if has_all else NEEDED

    def held(self) -> Held:
        """As the port says."""
        offered = self._pasted("--list-types").decode(errors="replace").split("\n")
        if any(each.startswith(TEXT) or each in ("UTF8_STRING", "STRING") for each in offered):
            return Held(text=self._pasted("--no-newline").decode(errors="replace"))
        return Held(image=self._pasted("--type", IMAGE)) if IMAGE in offered else Held()

    def hold(self, held: Held) -> None:
        """As the port says: wl-copy leaves a process behind, which gets no stream of ours."""
        if held.is_empty:
            self._run(["wl-copy", "--clear"], b"")
        elif held.image is not None:
            self._run(["wl-copy", "--type", IMAGE], held.image)
        else:
            self._run(["wl-copy", "--type", "text/plain;charset=utf-8"], (held.text or "").encode())

    def _pasted(self, *arguments: str) -> bytes:
        """What wl-paste writes; nothing where the clipboard is empty, which it calls a failure."""
        return self._run(["wl-paste", *arguments], b"", stdout=subprocess.PIPE)

    def _run(self, command: list[str], content: bytes, stdout: int = subprocess.DEVNULL) -> bytes:
        try:
            done = subprocess.run(
                command,
                input=content,
                stdout=stdout,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                env=self._environ,
                timeout=PATIENCE,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ToolError("NO_ANSWER", f"{command[0]} did not answer; try again.") from error
        return done.stdout or b""
