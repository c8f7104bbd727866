"""Windows of macOS, through System Events, which the user allows in the privacy settings."""

from __future__ import annotations

import subprocess
import zlib
from typing import Self

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Machine
from aura.machine.windows.own import chosen
from aura.machine.windows.port import Box, GoneError, Window

PLATFORM = "darwin"
PATIENCE = 10.0
"""Seconds for a script."""
FIELD, LINE = "\t", "\n"
NOT_ALLOWED = "macOS lets AURA see windows only when it is allowed: System Settings, Privacy & Security, Accessibility."
NO_SPACES = "macOS lets no program see or change its spaces; use Control with the arrow keys."
EVENTS = 'tell application "System Events"'

LIST = f"""
set told to ""
{EVENTS}
  repeat with each in (processes whose background only is false)
    repeat with w in windows of each
      set {{x, y}} to position of w
      set {{wide, high}} to size of w
      set hidden to value of attribute "AXMinimized" of w
      set told to told & (unix id of each) & tab & (name of each) & tab & (name of w) & tab & x & tab & y & tab ¬
        & wide & tab & high & tab & hidden & tab & (frontmost of each) & linefeed
    end repeat
  end repeat
end tell
told
"""
ROOM = 'tell application "Finder" to bounds of window of desktop'


class Mac:
    """What the services share: windows, found by what System Events tells."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """The service, on macOS."""
        return cls(machine) if machine.platform == PLATFORM else None

    def list(self) -> list[Window]:
        """The windows, those of the program in front first."""
        return sorted(windows_in(run(LIST)), key=lambda window: not window.focused)

    def get(self, window: int) -> Window | None:
        """One window, as it is now."""
        return next((found for found in self.list() if found.id == window), None)


class MacWindows(Mac):
    """The Windows port."""

    _this: Window | None = None

    def this(self, *, anew: bool = False) -> Window:
        """As the port says."""
        if anew or self._this is None:
            self._this = None
            self._this = chosen(self.list(), 1, self._machine.environ)
        return self._this


class MacControl(Mac):
    """The WindowControl port."""

    def activate(self, window: int) -> None:
        """As the port says."""
        self._tell(window, 'perform action "AXRaise" of w', "set frontmost of p to true")

    def minimize(self, window: int) -> None:
        """As the port says."""
        self._tell(window, 'set value of attribute "AXMinimized" of w to true')

    def maximize(self, window: int) -> None:
        """As the port says: over the whole screen but the menu bar."""
        self.place(window, self.room(window))

    def restore(self, window: int) -> None:
        """As the port says, of a minimized window."""
        self._tell(window, 'set value of attribute "AXMinimized" of w to false')

    def place(self, window: int, box: Box) -> None:
        """As the port says."""
        self._tell(
            window, f"set position of w to {{{box.x}, {box.y}}}", f"set size of w to {{{box.width}, {box.height}}}"
        )

    def close(self, window: int) -> None:
        """As the port says, by its red button."""
        self._tell(window, 'click (first button of w whose subrole is "AXCloseButton")')

    def room(self, window: int) -> Box:
        """As the port says; macOS tells the box of the main screen."""
        left, top, right, bottom = (int(number) for number in run(ROOM).split(","))
        return Box(left, top, right - left, bottom - top)

    def shows_desktop(self) -> bool:
        """As the port says: every window is minimized."""
        return all(window.state == "minimized" for window in self.list())

    def show_desktop(self, shown: bool) -> None:
        """As the port says."""
        run(f"{EVENTS} to set visible of (processes whose background only is false) to {'false' if shown else 'true'}")

    def _tell(self, window: int, *commands: str) -> None:
        found = self.get(window)
        if found is None:
            raise GoneError
        run(script_for(found, commands))


class MacDesktops:
    """Says at once that spaces cannot be changed."""

    @classmethod
    def on(cls, machine: Machine) -> str | None:
        """The reason, on macOS."""
        return NO_SPACES if machine.platform == PLATFORM else None


def windows_in(told: str) -> list[Window]:
    """The windows in what the script that lists them tells, one a line."""
    found: list[Window] = []
    for line in told.split(LINE):
        fields = line.split(FIELD)
        if len(fields) != 9:
            continue
        pid, program, title, x, y, width, height, hidden, front = fields
        found.append(
            Window(
                id=zlib.crc32(f"{pid}{FIELD}{title}".encode()),
                title=title,
                names=(program,),
                pid=int(pid),
                box=Box(int(x), int(y), int(width), int(height)),
                state="minimized" if hidden == "true" else "normal",
                focused=front == "true",
            )
        )
    return found


def script_for(window: Window, commands: tuple[str, ...]) -> str:
    """A script that does something with a window `w` of its process `p`."""
    title = quoted(window.title)
    lines = [
        EVENTS,
        f"set p to first process whose unix id is {window.pid}",
        f"set w to first window of p whose name is {title}",
    ]
    return LINE.join([*lines, *commands, "end tell"])


def quoted(text: str) -> str:
    """A text as AppleScript writes it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def run(script: str) -> str:
    """What a script gives; raises ToolError `NOT_HERE` where it is not allowed, `NO_ANSWER` after its time."""
    try:
        done = subprocess.run(
            ["osascript", "-e", script], capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise ToolError("NO_ANSWER", "macOS did not answer in time; try again.") from error
    if done.returncode:
        raise ToolError(NOT_HERE, NOT_ALLOWED)
    return done.stdout
