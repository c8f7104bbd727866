"""The doctor tries what this computer has, for real."""

from __future__ import annotations

import json
from typing import Any

from seat import Desk


def checks(desk: Desk, domain: str, **more: str) -> list[dict[str, Any]]:
    done = desk.command("doctor", "--json", **more)
    return [check for check in json.loads(done.stdout)["checks"] if check["name"] == domain]


def test_what_works_was_tried(desk: Desk) -> None:
    (sound,) = checks(desk, "system.audio")
    assert (sound["ok"], sound["missing"]) == (True, False)
    assert sound["detail"] == "The loudspeaker of this computer: works, tried system.audio.get_volume"


def test_what_is_not_here_is_nothing_wrong_and_is_said(desk: Desk) -> None:
    (sound,) = checks(desk, "system.audio", PULSE_SERVER="unix:/nowhere")
    assert (sound["ok"], sound["missing"]) == (True, True)
    assert "start one with `systemctl --user start pipewire-pulse`" in sound["detail"]


def test_every_service_of_the_desktop_is_tried_for_real(desk: Desk) -> None:
    desk.mock("logind")
    desk.mock("networkmanager")
    done = json.loads(desk.command("doctor", "--json").stdout)["checks"]
    there = [check for check in done if check["name"].startswith("system.") and not check["missing"]]
    assert {check["name"] for check in there} >= {
        f"system.{domain}"
        for domain in (
            "apps",
            "audio",
            "clipboard",
            "desktop",
            "display",
            "input",
            "network",
            "power",
            "state",
            "window",
        )
    }
    assert [check for check in there if ", tried" not in check["detail"]] == []


def test_what_works_only_in_part_is_told_with_the_command_that_mends_it(desk: Desk) -> None:
    programs = desk.home / "bin"
    programs.mkdir()
    (programs / "apt-get").symlink_to("/usr/bin/true")
    (screen,) = [
        check for check in checks(desk, "system.display", PATH=str(programs)) if "screen: works" in check["detail"]
    ]
    assert (screen["ok"], screen["missing"]) == (True, False)
    assert "To read text from pixels, install tesseract" in screen["detail"]
    assert screen["mend"] == "sudo apt install tesseract-ocr"


def test_nothing_that_is_the_users_own_is_told(desk: Desk) -> None:
    desk.run("sh", "-c", "printf 'my secret' | xsel -bi")
    assert "my secret" not in desk.command("doctor").stdout
