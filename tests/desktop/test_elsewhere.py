"""What other desktops tell and take: Wayland's own words, and the pure parts of the other systems' backends."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from seat import Desk

from aura.capability.machine import Machine
from aura.machine.apps import bundles, start_menu
from aura.machine.apps.entries import CACHE, entries, filled, started_by
from aura.machine.windows import ewmh, macos, port, wayland, win32
from aura.machine.windows.accessible import AccessibleWindows
from aura.machine.windows.port import Box, Window


def test_on_wayland_changing_windows_is_refused_in_one_sentence_before_anything_is_done(desk: Desk) -> None:
    for sentence in ("maximise this window", "go to the next desktop", "switch to mousepad"):
        result = desk.plan(sentence, WAYLAND_DISPLAY="wayland-0")
        assert result.status == "unsupported", sentence
        assert "On Wayland no program may change" in result.message


def test_on_wayland_windows_are_known_from_the_accessibility_tree(desk: Desk) -> None:
    desk.open("mousepad")
    shown = AccessibleWindows.on(desk.machine(WAYLAND_DISPLAY="wayland-0"))
    assert isinstance(shown, AccessibleWindows)
    desk.until(lambda: [window.title for window in shown.list()] == list(desk.windows().values()), "the same windows")
    [window] = shown.list()
    assert (window.names, window.state, shown.get(window.id)) == (("mousepad",), "normal", window)


def test_on_wayland_without_an_accessibility_service_that_is_said(desk: Desk) -> None:
    found = AccessibleWindows.on(desk.machine(WAYLAND_DISPLAY="wayland-0", DBUS_SESSION_BUS_ADDRESS="unix:path=/none"))
    assert isinstance(found, str) and "install at-spi2-core" in found


def test_on_wayland_programs_start_are_told_and_end_also_where_none_tells_of_its_windows(desk: Desk) -> None:
    there = {"WAYLAND_DISPLAY": "wayland-0"}
    desk.install("Plain Writer", "sleep 600")
    started = desk.say("open plain writer", **there)
    assert started.status == "completed", started.message
    desk.until(lambda: "sleep" in desk.running(), "the process")
    told = desk.say("which apps are open", **there)
    assert told.status == "answered", told.message
    ended = desk.say("force close plain writer", **there)
    assert ended.status == "completed", ended.message
    assert "sleep" not in desk.running()


def test_on_wayland_the_pointer_goes_and_clicks_though_nobody_tells_where_it_is(desk: Desk) -> None:
    programs, told = desk.home / "bin", desk.home / "told"
    programs.mkdir()
    (programs / "ydotool").write_text(f'#!/bin/sh\necho "$@" >>{told}\n', encoding="utf-8")
    (programs / "ydotool").chmod(0o755)
    with socket.socket(socket.AF_UNIX) as daemon:
        daemon.bind(str(desk.home / "daemon"))
        there = {"WAYLAND_DISPLAY": "wayland-0", "YDOTOOL_SOCKET": str(desk.home / "daemon")}
        for sentence in ("click at 200 300", "move the mouse to 10 20", "right click", "scroll down"):
            done = desk.say(sentence, PATH=f"{programs}:/usr/bin:/bin", **there)
            assert done.status == "completed", (sentence, done.message)
    assert told.read_text(encoding="utf-8").splitlines() == [
        "mousemove --absolute -x 200 -y 300",
        "click --repeat 1 0xC0",
        "mousemove --absolute -x 10 -y 20",
        "click --repeat 1 0xC1",
        "mousemove --wheel -x 0 -y -3",
    ]


def test_each_backend_serves_its_own_platform_only() -> None:
    linux, mac, windows = (Machine(name, {}) for name in ("linux", "darwin", "win32"))
    for backend in (macos.MacControl, bundles.MacApps, start_menu.WindowsApps, win32.Win32Windows):
        assert backend.on(linux) is None
    assert ewmh.EwmhWindows.on(mac) is None and ewmh.EwmhWindows.on(windows) is None
    assert wayland.WaylandControl.on(Machine("darwin", {"WAYLAND_DISPLAY": "x"})) is None
    assert macos.MacDesktops.on(mac) == macos.NO_SPACES
    assert win32.Win32Control.on(windows) == win32.NO_PYWIN32
    assert len(vars(port.Windows)["__backends__"]) == 4


def test_windows_tells_its_desktops_by_their_ids() -> None:
    ids = [bytes([number]) * 16 for number in range(1, 4)]
    assert win32.numbered(b"".join(ids), ids[1]) == (3, 2)
    assert win32.numbered(b"", b"") == (1, 1)


def test_windows_draws_an_edge_that_nobody_sees() -> None:
    asked = win32.with_edges(Box(0, 0, 960, 1040), outer=Box(93, 100, 614, 407), seen=Box(100, 100, 600, 400))
    assert asked == Box(-7, 0, 974, 1047)


def test_what_macos_tells_of_windows_is_read_and_what_it_is_told_is_quoted() -> None:
    [window] = macos.windows_in("41\tSafari\tMail & more\t10\t20\t800\t600\tfalse\ttrue\n\n")
    assert (window.title, window.names, window.pid, window.box) == (
        "Mail & more",
        ("Safari",),
        41,
        Box(10, 20, 800, 600),
    )
    assert (window.state, window.focused) == ("normal", True)
    script = macos.script_for(Window(1, 'a "b" \\ c', pid=41), ('perform action "AXRaise" of w',))
    assert 'whose name is "a \\"b\\" \\\\ c"' in script
    assert script.splitlines()[-2:] == ['perform action "AXRaise" of w', "end tell"]


def test_the_start_menu_is_read_without_what_is_no_program(tmp_path: Path) -> None:
    menu = tmp_path / start_menu.PROGRAMS / "Paint Shop"
    menu.mkdir(parents=True)
    for name in ("Paint Shop", "Uninstall Paint Shop"):
        (menu / f"{name}.lnk").touch()
    [app] = start_menu.entries({"APPDATA": str(tmp_path)}, tmp_path)
    assert (app.title, app.names, app.command) == ("Paint Shop", ("paint shop",), (str(menu / "Paint Shop.lnk"),))


def test_a_bundle_is_known_by_the_id_that_it_gives_itself(tmp_path: Path) -> None:
    about = tmp_path / "Applications/Green Notes.app" / bundles.ABOUT
    about.parent.mkdir(parents=True)
    about.write_text(
        '<?xml version="1.0"?><plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.green</string>'
        "</dict></plist>",
        encoding="utf-8",
    )
    found = {app.id: app.title for app in bundles.entries({"HOME": str(tmp_path)}, tmp_path)}
    assert found["org.green"] == "Green Notes"


def test_the_command_of_an_entry_takes_what_is_opened_where_it_says() -> None:
    assert filled(("edit", "--new", "%F", "--end"), ("a", "b")) == ["edit", "--new", "a", "b", "--end"]
    assert filled(("edit", "%i", "100%%"), ("a",)) == ["edit", "100%", "a"]
    assert started_by(("env", "X=1", "/snap/bin/firefox", "%u")) == "firefox"
    assert started_by(("/usr/bin/flatpak", "run", "--branch=stable", "com.spotify.Client")) == "com spotify client"


def test_the_list_of_programs_is_read_once_and_again_when_an_entry_changes(desk: Desk) -> None:
    cache = desk.state / "programs"
    desk.install("Plain Writer", "mousepad")
    assert "Plain Writer" in [app.title for app in entries(desk.environ, cache)]
    kept = (cache / CACHE).stat().st_mtime_ns
    entries(desk.environ, cache)
    assert (cache / CACHE).stat().st_mtime_ns == kept
    file = desk.home / ".local/share/applications/plain-writer.desktop"
    file.write_text(file.read_text("utf-8").replace("Plain Writer", "Fancy Writer"), encoding="utf-8")
    os.utime(file, ns=(1, 1))
    assert "Fancy Writer" in [app.title for app in entries(desk.environ, cache)]
