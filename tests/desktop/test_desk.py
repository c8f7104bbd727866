"""The desktop that the tests stand on is a real one, and nothing of it is left."""

from __future__ import annotations

import subprocess

import psutil
import pytest
from seat import Desk
from servers import Desktop, until


def test_a_program_has_a_window_and_is_gone_when_its_user_leaves(desktop: Desktop, desk: Desk) -> None:
    (desk.workspace / "notes.txt").write_text("seen\n", encoding="utf-8")
    window = desk.open("mousepad", "notes.txt")
    desk.until(lambda: "notes.txt" in desk.windows()[window], "the title of the window")
    assert "mousepad" in desk.running()
    desk.leave()
    desk.until(lambda: not desk.windows(), "the end of the window")
    assert desk.running() == []


def test_a_sentence_is_carried_out_in_the_workspace_of_the_user(desk: Desk) -> None:
    assert desk.say("create a file called plans.txt").status == "completed"
    assert (desk.workspace / "plans.txt").exists()
    assert desk.undo().status == "completed"
    assert not (desk.workspace / "plans.txt").exists()


def test_the_command_line_is_the_one_of_this_source(desk: Desk) -> None:
    done = desk.command("create a folder plans", "--yes")
    assert (done.returncode, done.stderr) == (0, "")
    assert (desk.workspace / "plans").is_dir()


def test_a_mocked_service_says_what_it_was_asked(desk: Desk) -> None:
    logind = desk.mock("logind", CanSuspend="no")
    manager = "org.freedesktop.login1.Manager"
    logind.call("/org/freedesktop/login1", f"{manager}.Reboot", "boolean:true")
    assert logind.calls[-1] == "Reboot True"
    assert logind.property("/org/freedesktop/login1", manager, "IdleHint") == "boolean false"
    network = desk.mock("networkmanager")
    assert network.name == "org.freedesktop.NetworkManager"


def test_the_systems_own_bus_is_out_of_reach(desk: Desk) -> None:
    with pytest.raises(AssertionError, match="Failed to open connection"):
        desk.run("dbus-send --system --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.ListNames")


def test_a_desktop_leaves_nothing_behind(desktop: Desktop) -> None:
    another = Desktop()
    launched = subprocess.Popen(["xprop", "-root", "-spy"], env=another.environ, stdout=subprocess.DEVNULL)
    until(lambda: launched.pid in [process.pid for process in another.processes()], "a program on the desktop")
    pids = [launched.pid, *(server.pid for server in another.servers)]
    another.close()
    launched.wait(5)
    assert [pid for pid in pids if psutil.pid_exists(pid)] == []
    assert not another.root.exists()
