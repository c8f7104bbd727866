"""What backends compute, for platforms that the tests do not run on too: scripts, commands, what programs say."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from PIL import Image

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE
from aura.machine.screen import ocr
from aura.machine.windows.port import Box
from aura.tools.system.audio import osascript
from aura.tools.system.audio.sound import Loudness
from aura.tools.system.desktop.gamma import WARM, curves_of, is_warm
from aura.tools.system.display.backlight import Light
from aura.tools.system.network import mac_radios, windows_radios
from aura.tools.system.power import windows_power

PORTS = """
Hardware Port: Ethernet
Device: en0
Ethernet Address: 00:00:00:00:00:00

Hardware Port: Wi-Fi
Device: en1
Ethernet Address: 00:00:00:00:00:01
"""


@pytest.mark.parametrize(
    ("before", "step", "louder", "quieter"), [(40, 10, 50, 30), (95, 10, 100, 85), (3, 10, 13, 0), (120, 10, 120, 110)]
)
def test_louder_ends_at_full_and_quieter_at_nothing(before: int, step: int, louder: int, quieter: int) -> None:
    sound = Loudness("speaker", (before / 100, before / 100), False)
    assert (sound.louder(step).level, sound.quieter(step).level) == (louder, quieter)


def test_what_is_made_louder_is_to_be_heard_and_keeps_its_balance() -> None:
    louder = Loudness("speaker", (0.4, 0.2), True).louder(40)
    assert louder.channels == pytest.approx((0.8, 0.4)) and not louder.muted
    assert Loudness("speaker", (0.0, 0.0), False).at(30).channels == (0.3, 0.3)


@pytest.mark.parametrize("full", [1, 7, 15, 100, 960, 65535])
def test_each_step_of_a_light_is_one_and_none_is_dark(full: int) -> None:
    for value in range(1, full + 1, max(1, full // 20)):
        light = Light("screen", value, full)
        assert light.brighter(5).value > value or value == full
        assert 1 <= light.darker(5).value < value or value == 1
        assert light.at(0).value == 1 and light.at(100).value == full


def test_curves_of_color_are_straight_and_warm_ones_have_less_blue() -> None:
    red, green, blue = curves_of(256, WARM)
    assert (red[0], red[-1]) == (0, 0xFFFF)
    assert red == sorted(red) and red[-1] > green[-1] > blue[-1]
    assert is_warm([red, green, blue]) and not is_warm([red, red, red])


def test_the_volume_of_a_mac_is_read_and_written() -> None:
    said = "output volume:63, input volume:50, alert volume:100, output muted:true"
    loudness = osascript.read(said)
    assert (loudness.level, loudness.muted) == (63, True)
    assert osascript.script(loudness) == "set volume output volume 63\nset volume output muted true"
    with pytest.raises(ToolError, match="no volume that macOS can set"):
        osascript.read("output volume:missing value, input volume:50, alert volume:100, output muted:missing value")


def test_the_wifi_of_a_mac_is_found_among_its_ports() -> None:
    assert mac_radios.device_in(PORTS) == "en1"
    assert mac_radios.device_in("Hardware Port: Ethernet\nDevice: en0\n") == ""


def test_the_radios_of_windows_are_read_and_switched() -> None:
    said = (
        '[{"name": "Wi-Fi", "state": "On"}, {"name": "Bluetooth", "state": "Off"}, {"name": "5G", "state": "Disabled"}]'
    )
    assert windows_radios.states_in(said) == {"Wi-Fi": True, "Bluetooth": False}
    assert "Name -eq 'Ann''s radio'" in windows_radios.line("Ann's radio", False)
    assert "SetStateAsync('Off')" in windows_radios.line("Ann's radio", False)


def test_windows_is_turned_off_after_the_seconds_that_were_said() -> None:
    assert windows_power.command_for("shutdown", 600) == ("shutdown", "/s", "/t", "600")
    assert windows_power.command_for("restart", 0) == ("shutdown", "/r", "/t", "0")
    assert windows_power.command_for("sleep", 0)[0] == "rundll32.exe"


RAPIDOCR = """
class RapidOCR:
    def __call__(self, picture):
        assert picture.startswith(b"\\x89PNG")
        self.boxes, self.txts, self.scores = [[[10, 20], [110, 20], [110, 40], [10, 40]]], ["Save the file"], [0.9]
        return self
"""


def test_without_tesseract_another_reader_is_asked_and_each_word_of_its_lines_gets_a_box(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rapidocr.py").write_text(RAPIDOCR, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    ocr._engine.cache_clear()
    try:
        [line] = ocr.read(Image.new("RGB", (200, 60)), {"PATH": ""})
    finally:
        ocr._engine.cache_clear()
        sys.modules.pop("rapidocr", None)
    assert [(word.text, word.box) for word in line] == [
        ("Save", Box(10, 20, 31, 20)),
        ("the", Box(48, 20, 24, 20)),
        ("file", Box(79, 20, 31, 20)),
    ]


@pytest.mark.skipif(find_spec("rapidocr") is not None, reason="rapidocr is installed here")
def test_without_any_reader_it_is_said_what_to_install() -> None:
    with pytest.raises(ToolError, match="install tesseract") as raised:
        ocr.read(Image.new("RGB", (9, 9)), {"PATH": ""})
    assert raised.value.code == NOT_HERE
