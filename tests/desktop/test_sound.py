"""Sound: from the sentence to what the sound server says, and back."""

from __future__ import annotations

import pytest
from seat import Desk

MUTED, HEARD = "Mute: yes", "Mute: no"


def set_sound(desk: Desk, volume: str, mute: str = "0") -> None:
    desk.run(f"pactl set-sink-volume @DEFAULT_SINK@ {volume}")
    desk.run(f"pactl set-sink-mute @DEFAULT_SINK@ {mute}")


def volumes(desk: Desk) -> list[int]:
    said = desk.run("pactl get-sink-volume @DEFAULT_SINK@")
    return [int(word.rstrip("%")) for word in said.split() if word.endswith("%")]


def mute(desk: Desk) -> str:
    return desk.run("pactl get-sink-mute @DEFAULT_SINK@").strip()


@pytest.mark.parametrize(
    ("sentence", "volume"),
    [
        ("volume 30", 30),
        ("set the volume to half", 50),
        ("max volume", 100),
        ("make it louder", 50),
        ("a bit louder", 45),
        ("turn the volume down by 15 percent", 25),
        ("this is too loud", 30),
        ("turn the sound all the way down", 0),
    ],
)
def test_the_volume_is_what_was_said(desk: Desk, sentence: str, volume: int) -> None:
    set_sound(desk, "40%")
    assert desk.say(sentence).status == "completed"
    assert volumes(desk) == [volume, volume]
    assert mute(desk) == HEARD


def test_the_old_volume_and_silence_come_back_with_undo(desk: Desk) -> None:
    set_sound(desk, "37%", "1")
    assert desk.say("volume 80").status == "completed"
    assert (volumes(desk), mute(desk)) == ([80, 80], HEARD)
    assert desk.undo().status == "completed"
    assert (volumes(desk), mute(desk)) == ([37, 37], MUTED)


def test_the_balance_of_the_channels_stays(desk: Desk) -> None:
    set_sound(desk, "40% 20%")
    assert desk.say("set the volume to 80 percent").status == "completed"
    assert volumes(desk) == [80, 40]
    desk.undo()
    assert volumes(desk) == [40, 20]


def test_what_is_muted_keeps_its_volume(desk: Desk) -> None:
    set_sound(desk, "60%")
    assert desk.say("mute everything").status == "completed"
    assert (volumes(desk), mute(desk)) == ([60, 60], MUTED)
    assert desk.say("sound back on").status == "completed"
    assert (volumes(desk), mute(desk)) == ([60, 60], HEARD)
    assert desk.say("toggle the sound").status == "completed"
    assert mute(desk) == MUTED


def test_louder_than_full_there_is_nothing(desk: Desk) -> None:
    set_sound(desk, "100%")
    assert desk.say("louder").status == "completed"
    assert volumes(desk) == [100, 100]
    refused = desk.say("set the volume to 150")
    assert (refused.status, volumes(desk)) == ("failed", [100, 100])
    assert "from 0 to 100 percent" in refused.message


def test_the_volume_is_told(desk: Desk) -> None:
    set_sound(desk, "65%")
    told = desk.say("what is the volume")
    assert (told.status, told.steps[0].outputs["level"]) == ("answered", 65)


def test_the_plan_says_from_where_to_where(desk: Desk) -> None:
    set_sound(desk, "40%")
    assert "volume 40% → 60%" in desk.command("plan", "volume 60").stdout
    assert volumes(desk) == [40, 40]


def test_without_a_sound_server_it_is_said_at_once(desk: Desk) -> None:
    refused = desk.say("make it louder", PULSE_SERVER="unix:/nowhere")
    assert refused.status == "unsupported"
    assert refused.message.startswith("There is no sound server here; start one with")


def test_without_a_loudspeaker_it_is_said_and_it_comes_back_when_there_is_one(desk: Desk) -> None:
    number = next(
        line.split()[0] for line in desk.run("pactl list short modules").splitlines() if "sink_name=ci" in line
    )
    desk.run("pactl", "unload-module", number)
    try:
        refused = desk.command("make it louder", "--yes")
        assert (refused.returncode, refused.stdout) == (6, "")
        assert len(refused.stderr.strip().splitlines()) == 1 and "loudspeaker" in refused.stderr
    finally:
        desk.run("pactl load-module module-null-sink sink_name=ci")
    assert desk.say("volume 30").status == "completed"


@pytest.mark.parametrize(
    ("answer", "volume"), [("30", 30), ("to half", 50), ("60 percent", 60), ("thirty five", 35), ("max please", 100)]
)
def test_a_volume_that_was_not_said_is_asked_for(desk: Desk, answer: str, volume: int) -> None:
    set_sound(desk, "40%")
    assert desk.say("set the volume").status == "clarification"
    assert desk.say("set the volume", answer=answer).status == "completed"
    assert volumes(desk) == [volume, volume]


def test_what_is_no_volume_is_no_answer(desk: Desk) -> None:
    set_sound(desk, "40%")
    assert desk.say("set the volume", answer="purple").status == "failed"
    assert volumes(desk) == [40, 40]
