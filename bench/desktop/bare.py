"""What the tools of the desktop stand for, written by hand with the bare library or command and nothing else."""

from __future__ import annotations

import shlex
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

SOON = 5.0
OFTEN = 0.0005
MINIMIZED = "_NET_WM_STATE_HIDDEN"
MAXIMIZED = ("_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ")
ICONIC = 3
REMOVE, ADD = 0, 1
PAGER = 2


def seen(true: Callable[[], object]) -> None:
    """Wait until an effect is seen; raises TimeoutError."""
    end = time.perf_counter() + SOON
    while not true():
        if time.perf_counter() > end:
            raise TimeoutError("the effect of a bare call was not seen")
        time.sleep(OFTEN)


class Screen:
    """Windows and pixels by python-xlib, mss and tesseract, each effect waited for."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        from Xlib.display import Display

        self._environ = environ
        self._display = Display(environ["DISPLAY"])
        self._root = self._display.screen().root

    def windows(self) -> list[tuple[int, str, tuple[int, int, int, int]]]:
        """Every window with its title and its box."""
        found = []
        for number in self._numbers(self._root, "_NET_CLIENT_LIST"):
            window = self._display.create_resource_object("window", number)
            title = window.get_full_text_property(self._display.get_atom("_NET_WM_NAME")) or ""
            size, place = window.get_geometry(), self._root.translate_coords(number, 0, 0)
            found.append((number, title, (place.x, place.y, size.width, size.height)))
        return found

    def states(self, number: int) -> set[str]:
        """The states of a window, by name."""
        window = self._display.create_resource_object("window", number)
        return {self._display.get_atom_name(atom) for atom in self._numbers(window, "_NET_WM_STATE")}

    def minimize(self, number: int) -> None:
        """Make a window an icon."""
        self._tell(number, "WM_CHANGE_STATE", ICONIC)
        seen(lambda: MINIMIZED in self.states(number))

    def activate(self, number: int) -> None:
        """Give a window the focus, and its place on the screen back."""
        self._tell(number, "_NET_ACTIVE_WINDOW", PAGER)
        seen(lambda: self._numbers(self._root, "_NET_ACTIVE_WINDOW") == [number])
        seen(lambda: MINIMIZED not in self.states(number))

    def maximize(self, number: int, how: int = ADD) -> None:
        """Make a window as large as the screen, or not any more."""
        self._tell(number, "_NET_WM_STATE", how, *map(self._display.get_atom, MAXIMIZED))
        seen(lambda: (set(MAXIMIZED) <= self.states(number)) == (how == ADD))

    def place(self, number: int, x: int, y: int, width: int, height: int) -> None:
        """Give a window a place and a size."""
        self._tell(number, "_NET_MOVERESIZE_WINDOW", 0b1111 << 8, x, y, width, height)
        window = self._display.create_resource_object("window", number)
        seen(lambda: (size := window.get_geometry()).width == width and size.height == height)

    def switch(self, desktop: int) -> None:
        """Go to another desktop."""
        self._tell(0, "_NET_CURRENT_DESKTOP", desktop)
        seen(lambda: self._numbers(self._root, "_NET_CURRENT_DESKTOP") == [desktop])

    def shot(self, path: Path) -> None:
        """A picture of the whole screen as a PNG."""
        import mss
        import mss.tools

        with mss.mss(display=self._environ["DISPLAY"]) as camera:
            shot = camera.grab(camera.monitors[0])
            mss.tools.to_png(shot.rgb, shot.size, output=str(path))

    def read(self) -> str:
        """The text on the screen by tesseract."""
        import mss
        import pytesseract
        from PIL import Image

        with mss.mss(display=self._environ["DISPLAY"]) as camera:
            shot = camera.grab(camera.monitors[0])
        return str(pytesseract.image_to_string(Image.frombytes("RGB", shot.size, shot.rgb)))

    def copy(self, text: str) -> None:
        """Put a text on the clipboard with xsel, which stays in the background to hand it out."""
        before = self._clipboard()
        given = ["xsel", "--clipboard", "--input"]
        subprocess.run(given, env=dict(self._environ), input=text, stdout=subprocess.DEVNULL, text=True, check=True)
        seen(lambda: self._clipboard() not in (before, 0))

    def _clipboard(self) -> int:
        owner = self._display.get_selection_owner(self._display.get_atom("CLIPBOARD"))
        return owner if isinstance(owner, int) else int(owner.id)

    def _numbers(self, window: Any, name: str) -> list[int]:
        found = window.get_full_property(self._display.get_atom(name), 0)
        return [] if found is None else list(found.value)

    def _tell(self, number: int, message: str, *data: int) -> None:
        from Xlib import X
        from Xlib.protocol.event import ClientMessage

        window = self._display.create_resource_object("window", number) if number else self._root
        values = (*data, 0, 0, 0, 0, 0)[:5]
        event = ClientMessage(window=window, client_type=self._display.get_atom(message), data=(32, values))
        self._root.send_event(event, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        self._display.sync()


class Loudspeaker:
    """Sound by pulsectl, on a connection that stays open."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        import pulsectl

        self._pulse = pulsectl.Pulse("bench", server=environ["PULSE_SERVER"])

    def level(self) -> int:
        """How loud it is, in percent."""
        return round(100 * self._sink().volume.value_flat)

    def set_level(self, level: int) -> None:
        """Make it so loud."""
        self._pulse.volume_set_all_chans(self._sink(), level / 100)

    def mute(self, silent: bool = True) -> None:
        """Turn the sound off or on."""
        self._pulse.mute(self._sink(), silent)

    def _sink(self) -> Any:
        return self._pulse.get_sink_by_name(self._pulse.server_info().default_sink_name)


class Bus:
    """Calls over the system bus by jeepney, on a connection that stays open."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        from jeepney.io.blocking import open_dbus_connection

        self._connection = open_dbus_connection(environ["DBUS_SYSTEM_BUS_ADDRESS"])

    def call(self, name: str, path: str, method: str, signature: str = "", *values: object) -> Any:
        """The answer of a method that is called by its whole name."""
        from jeepney import DBusAddress, new_method_call

        interface, _, member = method.rpartition(".")
        message = new_method_call(DBusAddress(path, name, interface), member, signature or None, values)
        return self._connection.send_and_get_reply(message, timeout=SOON).body


def command(environ: Mapping[str, str], line: str, said: str = "") -> str:
    """What another program says."""
    done = subprocess.run(shlex.split(line), env=dict(environ), input=said, capture_output=True, text=True, check=True)
    return done.stdout


def installed() -> list[str]:
    """The names of the programs that say that they are applications, by pyxdg."""
    from xdg.BaseDirectory import load_data_paths
    from xdg.DesktopEntry import DesktopEntry

    files = [file for folder in load_data_paths("applications") for file in Path(folder).glob("**/*.desktop")]
    entries = [DesktopEntry(str(file)) for file in files]
    return sorted(entry.getName() for entry in entries if not entry.getNoDisplay())
