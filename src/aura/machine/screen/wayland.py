"""The screen of a Wayland desktop: by grim where the desktop lets it look, else by asking the desktop's portal."""

from __future__ import annotations

import io
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import unquote, urlsplit

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Machine
from aura.machine.bus import Bus
from aura.machine.programs import is_there
from aura.machine.screen.ocr import unreadable
from aura.machine.screen.port import Found, Picture
from aura.machine.screen.reading import Reader
from aura.machine.windows.port import Box
from aura.machine.x11 import is_wayland

if TYPE_CHECKING:
    from PIL.Image import Image

PORTAL, PORTAL_PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
REQUEST = "org.freedesktop.portal.Request"
NEEDED = (
    "On Wayland AURA takes pictures of the screen through grim or the desktop's portal; install xdg-desktop-portal."
)
NOT_GIVEN = ToolError("NO_PICTURE", "The desktop gave no picture of the screen; allow it when the desktop asks.")
NO_WINDOW = ToolError(
    NOT_HERE, "On Wayland no program is told where windows are; take the whole screen or a part of it."
)
PATIENCE, ASKING = 5.0, 60.0
"""Seconds for a program, and for a person whom the desktop asks."""
QUICK = 3


class WaylandScreen:
    """Serves on Wayland."""

    def __init__(self, machine: Machine, bus: Bus | None) -> None:
        self._environ = machine.environ
        self._bus = bus
        self._reader = Reader(machine)

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """On Wayland, where grim or a portal is there."""
        if machine.platform != "linux" or not is_wayland(machine):
            return None
        if is_there("grim", machine.environ):
            return cls(machine, None)
        bus = Bus.session(machine.environ)
        return cls(machine, bus) if bus.has(PORTAL) else NEEDED

    def box(self) -> None:
        """As the port says: to look at it, the user may be asked."""

    def window(self) -> Box:
        """As the port says, which cannot be known here."""
        raise NO_WINDOW

    def picture(self, part: Box | None = None) -> Picture:
        """As the port says."""
        return self.chosen(lambda whole: part or whole)

    def chosen(self, part_of: Callable[[Box], Box]) -> Picture:
        """As the port says."""
        image = self._image()
        part = part_of(Box(0, 0, image.width, image.height))
        image = image.crop((part.x, part.y, part.x + part.width, part.y + part.height))
        written = io.BytesIO()
        image.save(written, "PNG", compress_level=QUICK)
        return Picture(written.getvalue(), image.width, image.height)

    def text(self, picture: bytes | None = None) -> list[Found]:
        """As the port says."""
        return self._reader.text(self._image()) if picture is None else self._reader.lines(picture)

    def unread(self) -> str:
        """As the port says; the portal, which asks the user, is left alone."""
        if self._bus is None:
            self._image()
        return unreadable(self._environ)

    def find(self, text: str) -> list[Found]:
        """As the port says."""
        return self._reader.find(self._image(), text)

    def _image(self) -> Image:
        from PIL import Image

        seen = _by_grim(self._environ) if self._bus is None else by_portal(self._bus.address)
        return Image.open(io.BytesIO(seen)).convert("RGB")


def _by_grim(environ: Mapping[str, str]) -> bytes:
    try:
        done = subprocess.run(["grim", "-"], capture_output=True, env=dict(environ), timeout=PATIENCE, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise NOT_GIVEN from error
    return done.stdout


def by_portal(address: str) -> bytes:
    """The PNG that the desktop's portal makes; the file that it leaves behind is taken away."""
    from jeepney import DBusAddress, MatchRule, new_method_call
    from jeepney.bus_messages import message_bus
    from jeepney.io.blocking import Proxy, open_dbus_connection

    with open_dbus_connection(address) as connection:
        sender = connection.unique_name[1:].replace(".", "_")
        handle = f"{PORTAL_PATH}/request/{sender}/aura"
        rule = MatchRule(type="signal", interface=REQUEST, member="Response", path=handle)
        Proxy(message_bus, connection, timeout=PATIENCE).AddMatch(rule)
        portal = DBusAddress(PORTAL_PATH, PORTAL, "org.freedesktop.portal.Screenshot")
        options = {"handle_token": ("s", "aura"), "interactive": ("b", False)}
        with connection.filter(rule) as answers:
            connection.send(new_method_call(portal, "Screenshot", "sa{sv}", ("", options)))
            end = time.monotonic() + ASKING
            try:
                code, told = connection.recv_until_filtered(answers, timeout=end - time.monotonic()).body
            except TimeoutError as error:
                raise NOT_GIVEN from error
    return taken(code, told)


def taken(code: int, told: Mapping[str, tuple[str, Any]]) -> bytes:
    """What is in the file that a portal's answer names; raises ToolError `NO_PICTURE` where the user said no."""
    if code != 0 or "uri" not in told:
        raise NOT_GIVEN
    file = Path(unquote(urlsplit(told["uri"][1]).path))
    try:
        content = file.read_bytes()
        file.unlink(missing_ok=True)
    except OSError as error:
        raise NOT_GIVEN from error
    return content
