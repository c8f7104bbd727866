"""The desktop that the tests stand on is a real one, and nothing of it is left."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path

import psutil
import pytest
from seat import Desk
from servers import Desktop, Unavailable, listens, until


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


def test_a_server_listens_only_when_it_takes_calls(tmp_path: Path) -> None:
    address = tmp_path / "bus"
    assert not listens(address)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(address))
        assert not listens(address)
        server.listen()
        assert listens(address)


def test_the_systems_own_bus_is_out_of_reach(desk: Desk) -> None:
    with pytest.raises(AssertionError, match="Failed to open connection"):
        desk.run("dbus-send --system --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.ListNames")


@pytest.mark.parametrize(
    ("there", "why"),
    [((), "on Debian, ./check installs them"), (("apt-get", "id"), "only root may install them; apt install")],
)
def test_where_the_desktop_of_the_tests_cannot_be_installed_the_check_says_so_and_goes_on(
    tmp_path: Path, there: tuple[str, ...], why: str
) -> None:
    for program in there:
        (tmp_path / program).write_text("#!/bin/sh\necho 1000\n", encoding="utf-8")
        (tmp_path / program).chmod(0o755)
    stage = Path(__file__).parents[2] / ".ci/desktop"
    said = subprocess.run(["/bin/sh", stage], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=True)
    assert "what needs one is not tested" in said.stdout and why in said.stdout and " xvfb" in said.stdout


def test_tests_that_need_a_desktop_are_left_out_with_the_packages_that_are_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(Unavailable, match="apt install xvfb openbox"):
        Desktop()


def test_a_desktop_leaves_nothing_behind(desktop: Desktop) -> None:
    another = Desktop()
    launched = subprocess.Popen(["xprop", "-root", "-spy"], env=another.environ, stdout=subprocess.DEVNULL)
    until(lambda: launched.pid in [process.pid for process in another.processes()], "a program on the desktop")
    pids = [launched.pid, *(server.pid for server in another.servers)]
    another.close()
    launched.wait(5)
    assert [pid for pid in pids if psutil.pid_exists(pid)] == []
    assert not another.root.exists()
