"""The clipboard of an X display: read from the program that owns it; held by xsel, or by a process of AURA's own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import Self

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.machine.clipboard.port import Held
from aura.machine.clipboard.selection import ENCODINGS, IMAGE_TARGET, NOBODY, TEXT_TARGETS, Asker
from aura.machine.waiting import until
from aura.machine.x11 import X11

UNTIL_HELD = 3.0
MOST_FOR_XSEL = 4000
"""Bytes: what is longer xsel hands over in pieces, and ends where a program that was given one is gone meanwhile."""
NOT_TAKEN = ToolError("NOT_COPIED", "The clipboard did not take what was to be copied; try again.")


class X11Clipboard:
    """Serves where there is an X display."""

    def __init__(self, x: X11, machine: Machine) -> None:
        self._asker = Asker(x.display)
        self._environ = {**machine.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        self._xsel = shutil.which("xsel", path=machine.environ.get("PATH"))

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """On Linux with an X display."""
        found = X11.on(machine)
        return cls(found, machine) if isinstance(found, X11) else found

    def held(self) -> Held:
        """What the owner of the clipboard hands over."""
        offered = self._asker.targets()
        written = next((target for target in TEXT_TARGETS if target in offered), None)
        if written is not None:
            content = self._asker.content(written)
            return Held(text=content.decode(ENCODINGS.get(written, "utf-8"), "replace")) if content else Held(text="")
        return Held(image=self._asker.content(IMAGE_TARGET)) if IMAGE_TARGET in offered else Held()

    def hold(self, held: Held) -> None:
        """Let another process hold it, which ends when something else is copied."""
        before = self._asker.owner()
        kind, content = ("image", held.image) if held.image is not None else ("text", (held.text or "").encode())
        if self._xsel is not None and held.image is None and len(content) <= MOST_FOR_XSEL:
            self._run([self._xsel, "--clipboard", "--input" if content else "--clear"], content)
        else:
            self._run([sys.executable, "-m", "aura.machine.clipboard.holder", kind], content)
        empties = held.is_empty and before == NOBODY
        if not empties and not until(lambda: self._asker.owner() != before, UNTIL_HELD):
            raise NOT_TAKEN

    def _run(self, command: list[str], content: bytes) -> None:
        """Give a process its content; what it leaves behind gets no stream of ours, since it lives on."""
        try:
            subprocess.run(
                command,
                input=content,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                env=self._environ,
                timeout=UNTIL_HELD,
                check=True,
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise NOT_TAKEN from error
