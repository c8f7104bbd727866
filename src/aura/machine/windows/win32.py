"""Windows and virtual desktops of Microsoft Windows: user32 through pywin32, desktops by their documented keys."""

from __future__ import annotations

import importlib
from typing import Any, Self

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Machine
from aura.machine.windows.own import chosen
from aura.machine.windows.port import Box, Window, WindowState

PLATFORM = "win32"
NO_PYWIN32 = "Windows need the package pywin32, which is not installed; install it with pip."
SHELL = frozenset(("Progman", "WorkerW", "Shell_TrayWnd", "Windows.UI.Core.CoreWindow"))
"""The classes of what belongs to the desktop itself."""
GUID = 16
"""Bytes of the id of a virtual desktop."""
EXPLORER = r"Software\Microsoft\Windows\CurrentVersion\Explorer"
DESKTOPS, IDS, CURRENT = rf"{EXPLORER}\VirtualDesktops", "VirtualDesktopIDs", "CurrentVirtualDesktop"
CONTROL, LOGO, LEFT, RIGHT, ADD_KEY, CLOSE_KEY = 0x11, 0x5B, 0x25, 0x27, 0x44, 0x73
KEY_UP = 2
EXTENDED_FRAME = 9
"""DWMWA_EXTENDED_FRAME_BOUNDS: the frame as it is seen, without the invisible edge."""


class Win32:
    """What the three services share."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """The service, on Windows with pywin32."""
        if machine.platform != PLATFORM:
            return None
        try:
            import win32gui  # noqa: F401
        except ImportError:
            return NO_PYWIN32
        return cls(machine)


class Win32Windows(Win32):
    """The Windows port."""

    _this: Window | None = None

    def list(self) -> list[Window]:
        """As the port says."""
        import win32gui

        handles: list[int] = []
        win32gui.EnumWindows(lambda handle, found: found.append(handle), handles)
        return [window for window in map(self.get, filter(self._is_shown, handles)) if window is not None]

    def get(self, window: int) -> Window | None:
        """As the port says."""
        import win32con
        import win32gui
        import win32process

        if not win32gui.IsWindow(window):
            return None
        pid = int(win32process.GetWindowThreadProcessId(window)[1])
        shown = int(win32gui.GetWindowPlacement(window)[1])
        states: dict[int, WindowState] = {
            win32con.SW_SHOWMINIMIZED: "minimized", win32con.SW_SHOWMAXIMIZED: "maximized"
        }  # fmt: skip
        return Window(
            id=window,
            title=str(win32gui.GetWindowText(window)),
            names=(_program_of(pid),),
            pid=pid,
            box=frame_of(window),
            state=states.get(shown, "normal"),
            focused=window == win32gui.GetForegroundWindow(),
        )

    def this(self, *, anew: bool = False) -> Window:
        """As the port says."""
        if anew or self._this is None:
            self._this = None
            self._this = chosen(self.list(), 1, self._machine.environ)
        return self._this

    def _is_shown(self, handle: int) -> bool:
        import win32con
        import win32gui

        tool = win32gui.GetWindowLong(handle, win32con.GWL_EXSTYLE) & win32con.WS_EX_TOOLWINDOW
        titled = bool(win32gui.GetWindowText(handle)) and win32gui.GetClassName(handle) not in SHELL
        return bool(win32gui.IsWindowVisible(handle)) and titled and not tool


class Win32Control(Win32):
    """The WindowControl port."""

    def activate(self, window: int) -> None:
        """As the port says."""
        import win32con
        import win32gui

        if win32gui.IsIconic(window):
            win32gui.ShowWindow(window, win32con.SW_RESTORE)
        win32gui.SetForegroundWindow(window)

    def minimize(self, window: int) -> None:
        """As the port says."""
        _show(window, "SW_MINIMIZE")

    def maximize(self, window: int) -> None:
        """As the port says."""
        _show(window, "SW_MAXIMIZE")

    def restore(self, window: int) -> None:
        """As the port says."""
        _show(window, "SW_RESTORE")

    def place(self, window: int, box: Box) -> None:
        """As the port says: the invisible edge around a frame is reckoned with."""
        import win32gui

        _show(window, "SW_RESTORE")
        left, top, right, bottom = win32gui.GetWindowRect(window)
        outer = Box(left, top, right - left, bottom - top)
        asked = with_edges(box, outer, frame_of(window))
        win32gui.MoveWindow(window, asked.x, asked.y, asked.width, asked.height, True)

    def close(self, window: int) -> None:
        """As the port says."""
        import win32con
        import win32gui

        win32gui.PostMessage(window, win32con.WM_CLOSE, 0, 0)

    def room(self, window: int) -> Box:
        """As the port says."""
        import win32api
        import win32con

        monitor = win32api.MonitorFromWindow(window, win32con.MONITOR_DEFAULTTONEAREST)
        left, top, right, bottom = win32api.GetMonitorInfo(monitor)["Work"]
        return Box(left, top, right - left, bottom - top)

    def shows_desktop(self) -> bool:
        """As the port says: nothing is shown but the desktop."""
        return all(window.state == "minimized" for window in Win32Windows(self._machine).list())

    def show_desktop(self, shown: bool) -> None:
        """As the port says."""
        shell: Any = importlib.import_module("win32com.client").Dispatch("Shell.Application")
        shell.MinimizeAll() if shown else shell.UndoMinimizeALL()


class Win32Desktops(Win32):
    """The Desktops port: Windows tells of them in the registry, and changes them by its keys."""

    def count(self) -> int:
        """As the port says."""
        return numbered(*self._told())[0]

    def current(self) -> int:
        """As the port says."""
        return numbered(*self._told())[1]

    def switch(self, index: int) -> None:
        """As the port says."""
        steps = index - self.current()
        for _ in range(abs(steps)):
            _press(RIGHT if steps > 0 else LEFT)

    def resize(self, count: int) -> None:
        """As the port says."""
        missing = count - self.count()
        if missing < 0:
            self.switch(self.count())
        for _ in range(abs(missing)):
            _press(ADD_KEY if missing > 0 else CLOSE_KEY)

    def move(self, window: int, index: int) -> None:
        """Windows lets no program do this to another's window."""
        raise ToolError(NOT_HERE, "Windows lets no program move another's window to a virtual desktop; use Win+Tab.")

    def _told(self) -> tuple[bytes, bytes]:
        import winreg

        values: list[bytes] = []
        for name in (IDS, CURRENT):
            try:
                with winreg.OpenKey(winreg.HKEY_CURRENT_USER, DESKTOPS) as key:  # type: ignore[attr-defined]
                    values.append(winreg.QueryValueEx(key, name)[0])  # type: ignore[attr-defined]
            except OSError:  # A desktop that was never divided has no such values.
                values.append(b"")
        return values[0], values[1]


def numbered(ids: bytes, current: bytes) -> tuple[int, int]:
    """How many virtual desktops there are and which is shown, of their ids one after the other."""
    known = [ids[start : start + GUID] for start in range(0, len(ids), GUID)]
    return max(1, len(known)), known.index(current) + 1 if current in known else 1


def with_edges(box: Box, outer: Box, seen: Box) -> Box:
    """What to ask for so that a window is seen at a place, when its rectangle is `outer` and it is seen at `seen`."""
    return Box(
        box.x + outer.x - seen.x,
        box.y + outer.y - seen.y,
        box.width + outer.width - seen.width,
        box.height + outer.height - seen.height,
    )


def frame_of(window: int) -> Box:
    """Where a window is seen."""
    import ctypes
    from ctypes import wintypes

    rectangle = wintypes.RECT()
    dwm: Any = ctypes.WinDLL("dwmapi")  # type: ignore[attr-defined]
    dwm.DwmGetWindowAttribute(window, EXTENDED_FRAME, ctypes.byref(rectangle), ctypes.sizeof(rectangle))
    left, top = rectangle.left, rectangle.top
    return Box(left, top, rectangle.right - left, rectangle.bottom - top)


def _program_of(pid: int) -> str:
    import psutil

    try:
        return psutil.Process(pid).name().removesuffix(".exe")
    except psutil.Error:
        return ""


def _show(window: int, how: str) -> None:
    import win32con
    import win32gui

    win32gui.ShowWindow(window, getattr(win32con, how))


def _press(key: int) -> None:
    """Press a key together with Control and the Windows key."""
    import win32api

    for code in (CONTROL, LOGO, key):
        win32api.keybd_event(code, 0, 0, 0)
    for code in (key, LOGO, CONTROL):
        win32api.keybd_event(code, 0, KEY_UP, 0)
