"""Airplane mode: what a mocked NetworkManager and the kernel's files say, and what undo brings back."""

from __future__ import annotations

from mocked import Mocked
from seat import Desk

PATH, MANAGER = "/org/freedesktop/NetworkManager", "org.freedesktop.NetworkManager"


def radios(manager: Mocked) -> list[str]:
    return [manager.property(PATH, MANAGER, f"{name}Enabled").split()[-1] for name in ("Wireless", "Wwan")]


def plug_in(desk: Desk, number: int, kind: str, *, blocked: int, hard: int = 0) -> None:
    radio = desk.sysfs / f"class/rfkill/rfkill{number}"
    radio.mkdir(parents=True)
    for file, content in (("type", kind), ("name", f"hci{number}"), ("soft", blocked), ("hard", hard)):
        (radio / file).write_text(f"{content}\n", encoding="ascii")


def blocked(desk: Desk, number: int) -> bool:
    return (desk.sysfs / f"class/rfkill/rfkill{number}/soft").read_text().strip() == "1"


def test_all_radios_go_off_and_undo_brings_back_those_that_were_on(desk: Desk) -> None:
    manager = desk.mock("networkmanager", WwanEnabled=False)
    plug_in(desk, 0, "bluetooth", blocked=0)
    plug_in(desk, 1, "bluetooth", blocked=1)
    plug_in(desk, 2, "wlan", blocked=0)
    assert desk.say("airplane mode on").status == "completed"
    assert radios(manager) == ["false", "false"]
    assert (blocked(desk, 0), blocked(desk, 1)) == (True, True)
    assert desk.undo().status == "completed"
    assert radios(manager) == ["true", "false"]
    assert (blocked(desk, 0), blocked(desk, 1), blocked(desk, 2)) == (False, True, False)


def test_all_radios_go_on_but_those_that_their_own_switch_holds(desk: Desk) -> None:
    plug_in(desk, 0, "bluetooth", blocked=1)
    plug_in(desk, 1, "wlan", blocked=1, hard=1)
    assert desk.say("turn off flight mode").status == "completed"
    assert (blocked(desk, 0), blocked(desk, 1)) == (False, True)


def test_a_computer_without_radios_says_so(desk: Desk) -> None:
    refused = desk.say("airplane mode on")
    assert refused.status == "unsupported"
    assert "no radio" in refused.message
