"""Pictures of a Wayland screen: asked of a desktop's portal on the session bus, or of grim, as both are documented."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from mocked import PYTHON
from PIL import Image
from seat import Desk

WAYLAND = {"WAYLAND_DISPLAY": "wayland-0", "XDG_SESSION_TYPE": "wayland"}
PORTAL = """
import sys, dbus, dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib
code, picture = int(sys.argv[1]), sys.argv[2]
PATH = "/org/freedesktop/portal/desktop"

class Portal(dbus.service.Object):
    @dbus.service.method("org.freedesktop.portal.Screenshot", "sa{sv}", "o", sender_keyword="sender")
    def Screenshot(self, parent, options, sender):
        handle = f"{PATH}/request/{sender[1:].replace('.', '_')}/{options['handle_token']}"
        GLib.timeout_add(50, lambda: Request(self.connection, handle).answer())
        return dbus.ObjectPath(handle)

class Request(dbus.service.Object):
    @dbus.service.signal("org.freedesktop.portal.Request", "ua{sv}")
    def Response(self, code, results):
        pass

    def answer(self):
        self.Response(code, dbus.Dictionary({"uri": f"file://{picture}"} if not code else {}, signature="sv"))

DBusGMainLoop(set_as_default=True)
name = dbus.service.BusName("org.freedesktop.portal.Desktop", dbus.SessionBus())
portal = Portal(name, PATH)
GLib.MainLoop().run()
"""


@pytest.fixture
def seen(desk: Desk) -> Iterator[Path]:
    """The picture that the desktop makes of its screen: one colour on the left, another on the right."""
    file = desk.home / "seen by the desktop.png"
    picture = Image.new("RGB", (640, 400), "#336699")
    picture.paste("#ffcc00", (320, 0, 640, 400))
    picture.save(file)
    yield file


def portal(desk: Desk, seen: Path, code: int) -> None:
    """Start a portal that answers with a code: 0 for a picture, 1 where the user said no."""
    desk.start(PYTHON, "-c", PORTAL, str(code), str(seen).replace(" ", "%20"))
    ask = "dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.ListNames"
    desk.until(lambda: "org.freedesktop.portal.Desktop" in desk.run(ask), "the portal")


def test_the_portal_gives_the_picture_and_its_own_file_is_taken_away(desk: Desk, seen: Path) -> None:
    portal(desk, seen, 0)
    result = desk.say("take a screenshot of the right half of the screen", **WAYLAND)
    assert result.status == "completed", result.message
    kept = Image.open(result.steps[-1].outputs["path"])
    assert (kept.size, kept.getpixel((5, 5))) == ((320, 400), (0xFF, 0xCC, 0))
    assert not seen.exists()


def test_where_the_user_says_no_to_the_portal_that_is_said(desk: Desk, seen: Path) -> None:
    portal(desk, seen, 1)
    result = desk.say("take a screenshot", **WAYLAND)
    assert (result.status, "allow it when the desktop asks" in result.message) == ("failed", True)


def test_grim_is_asked_where_it_is_there(desk: Desk, seen: Path) -> None:
    programs = desk.home / "bin"
    programs.mkdir()
    (programs / "grim").write_text(f"#!/bin/sh\n[ \"$1\" = - ] && cat '{seen}'\n", encoding="utf-8")
    (programs / "grim").chmod(0o755)
    result = desk.say("take a screenshot", PATH=f"{programs}:{desk.environ['PATH']}", **WAYLAND)
    assert result.status == "completed", result.message
    assert Image.open(result.steps[-1].outputs["path"]).size == (640, 400)


def test_without_either_it_is_said_what_to_install(desk: Desk) -> None:
    result = desk.say("take a screenshot", **WAYLAND)
    assert (result.status, "install xdg-desktop-portal" in result.message) == ("unsupported", True)
