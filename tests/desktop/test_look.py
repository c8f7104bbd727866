"""The night light and the icons: the colors that the display says, the settings that a desktop's program says."""

from __future__ import annotations

import re

import pytest
from seat import Desk

SCHEMA = """<schemalist>
  <schema id="org.nemo.desktop" path="/org/nemo/desktop/">
    <key name="show-desktop-icons" type="b"><default>true</default></key>
  </schema>
  <schema id="org.gnome.settings-daemon.plugins.color" path="/org/gnome/settings-daemon/plugins/color/">
    <key name="night-light-enabled" type="b"><default>false</default></key>
  </schema>
</schemalist>
"""


def gamma(desk: Desk) -> list[float]:
    said = desk.run("xrandr --verbose")
    found = re.search(r"Gamma:\s+([\d.]+):([\d.]+):([\d.]+)", said)
    assert found is not None, said
    return [float(each) for each in found.groups()]


@pytest.fixture
def settings(desk: Desk) -> dict[str, str]:
    """What leads to settings of the tests' own, kept in a file."""
    schemas = desk.home / "schemas"
    schemas.mkdir()
    (schemas / "tests.gschema.xml").write_text(SCHEMA, encoding="utf-8")
    desk.run("glib-compile-schemas", str(schemas))
    return {"GSETTINGS_SCHEMA_DIR": str(schemas), "GSETTINGS_BACKEND": "keyfile"}


def test_the_screen_gets_warmer_and_undo_brings_its_colors_back(desk: Desk) -> None:
    desk.run("xrandr", "--output", "screen", "--gamma", "1.1:1.0:0.9")
    before = gamma(desk)
    assert desk.say("night light on").status == "completed"
    red, green, blue = gamma(desk)
    assert red < green < blue
    assert desk.undo().status == "completed"
    assert gamma(desk) == before


def test_the_screen_gets_its_own_colors_again(desk: Desk) -> None:
    desk.say("turn on the night light")
    assert desk.say("night light off please").status == "completed"
    assert gamma(desk) == [1.0, 1.0, 1.0]


def test_a_desktop_that_has_a_night_light_is_asked_for_its_own(desk: Desk, settings: dict[str, str]) -> None:
    there, before = {**settings, "XDG_CURRENT_DESKTOP": "ubuntu:GNOME"}, gamma(desk)
    key = "gsettings get org.gnome.settings-daemon.plugins.color night-light-enabled"
    assert desk.say("enable the blue light filter", **there).status == "completed"
    assert (desk.run(key, **there).strip(), gamma(desk)) == ("true", before)
    assert desk.session(**there).undo(approve=lambda _: True).status == "completed"
    assert desk.run(key, **there).strip() == "false"


def test_icons_are_hidden_and_shown_where_the_desktop_has_some(desk: Desk, settings: dict[str, str]) -> None:
    there = {**settings, "XDG_CURRENT_DESKTOP": "X-Cinnamon"}
    key = "gsettings get org.nemo.desktop show-desktop-icons"
    assert desk.say("hide the desktop icons", **there).status == "completed"
    assert desk.run(key, **there).strip() == "false"
    assert desk.say("show the icons on my desktop", **there).status == "completed"
    assert desk.run(key, **there).strip() == "true"


def test_a_desktop_without_icons_says_so(desk: Desk) -> None:
    refused = desk.say("hide the desktop icons")
    assert (refused.status, "no icons" in refused.message) == ("unsupported", True)


def test_where_no_program_may_color_the_screen_it_is_said(desk: Desk) -> None:
    refused = desk.say("night light on", WAYLAND_DISPLAY="wayland-0")
    assert (refused.status, "in its settings" in refused.message) == ("unsupported", True)
