"""Brightness: from the sentence to what stands in the kernel's file, or what logind was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from seat import Desk

SESSION, LOGIND_SESSION = "/org/freedesktop/login1/session/auto", "org.freedesktop.login1.Session"


def plug_in(desk: Desk, name: str = "intel_backlight", value: int = 480, full: int = 960, kind: str = "raw") -> Path:
    light = desk.sysfs / "class/backlight" / name
    light.mkdir(parents=True)
    for file, content in (("brightness", value), ("max_brightness", full), ("type", kind)):
        (light / file).write_text(f"{content}\n", encoding="ascii")
    return light / "brightness"


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("brightness to 70 percent", 672),
        ("make the screen brighter", 576),
        ("make it a bit brighter", 528),
        ("dim the screen", 384),
        ("the screen is too bright", 384),
        ("max brightness", 960),
        ("set the brightness to zero", 1),
    ],
)
def test_the_light_is_as_bright_as_was_said_and_as_before_when_undone(desk: Desk, sentence: str, value: int) -> None:
    light = plug_in(desk)
    assert desk.say(sentence).status == "completed"
    assert int(light.read_text()) == value
    assert desk.undo().status == "completed"
    assert int(light.read_text()) == 480


def test_a_light_with_few_steps_goes_at_least_one(desk: Desk) -> None:
    light = plug_in(desk, value=3, full=7)
    assert desk.say("slightly brighter").status == "completed"
    assert int(light.read_text()) == 4
    assert desk.say("slightly darker").status == "completed"
    assert int(light.read_text()) == 3


def test_of_two_ways_to_one_light_the_better_is_taken(desk: Desk) -> None:
    raw = plug_in(desk)
    firmware = plug_in(desk, "acpi_video0", 50, 100, "firmware")
    assert desk.say("brightness 80%").status == "completed"
    assert (int(firmware.read_text()), int(raw.read_text())) == (80, 480)


def test_logind_is_asked_where_it_is_there(desk: Desk) -> None:
    light = plug_in(desk)
    logind = desk.mock("logind")
    user = ("string:auto", "string:seat0", "uint32:0", "string:root", "boolean:true")
    logind.call("/org/freedesktop/login1", "org.freedesktop.DBus.Mock.AddSession", *user)
    writes = f"open({str(light)!r}, 'w').write(str(args[2]))"
    mock = ("string:SetBrightness", "string:ssu", "string:", f"string:{writes}")
    logind.call(SESSION, "org.freedesktop.DBus.Mock.AddMethod", f"string:{LOGIND_SESSION}", *mock)
    assert desk.say("brightness 25%").status == "completed"
    assert logind.calls[-1] == 'SetBrightness "backlight" "intel_backlight" 240'
    assert int(light.read_text()) == 240


def test_the_brightness_is_told(desk: Desk) -> None:
    plug_in(desk, value=240)
    told = desk.say("how bright is the screen")
    assert (told.status, told.steps[0].outputs["level"]) == ("answered", 25)


def test_a_screen_without_a_light_is_said_at_once(desk: Desk) -> None:
    refused = desk.say("dim the screen")
    assert refused.status == "unsupported"
    assert "use the buttons of the screen" in refused.message


def test_what_is_to_be_turned_up_is_asked_where_two_things_can_be(desk: Desk) -> None:
    light = plug_in(desk)
    asked = desk.say("turn it up")
    assert asked.status == "clarification"
    assert asked.question is not None and len(asked.question.candidates) == 2
    assert int(light.read_text()) == 480
    assert desk.say("turn it up", answer="the brightness").status == "completed"
    assert int(light.read_text()) == 576


def test_where_only_one_thing_can_be_turned_up_it_is_meant(desk: Desk) -> None:
    desk.run("pactl set-sink-volume @DEFAULT_SINK@ 40%")
    assert desk.say("turn it up").status == "completed"
    assert "50%" in desk.run("pactl get-sink-volume @DEFAULT_SINK@")
