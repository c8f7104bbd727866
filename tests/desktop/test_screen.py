"""The screen of a real desktop: pixels as they are, and text where it stands."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from seat import Desk

from aura.capability.machine import serving
from aura.machine.screen.port import Screen
from aura.machine.windows.port import Box

TEXT = "The quick brown fox\njumps over the lazy dog\nInvoice 2041 is due\n"


@pytest.fixture
def screen(desk: Desk) -> Screen:
    found: Screen = serving(Screen, desk.machine())
    return found


@pytest.fixture
def unspoken(desk: Desk) -> Screen:
    """A screen on which no program says anything itself: only its pixels can be read."""
    found: Screen = serving(Screen, desk.machine(DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere"))
    return found


@pytest.fixture
def page(desk: Desk) -> str:
    file = desk.workspace / "page.txt"
    file.write_text(TEXT, encoding="utf-8")
    window = desk.open("mousepad", str(file))
    desk.run("xdotool", "windowactivate", "--sync", window)
    return window


def geometry(desk: Desk, window: str) -> Box:
    """Where the inside of a window is, as another program says."""
    lines = desk.run("xwininfo", "-id", window).splitlines()
    told = dict(line.strip().split(":", 1) for line in lines if ":" in line)
    names = ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
    return Box(*(int(told[name]) for name in names))


def has(outer: Box, inner: Box) -> bool:
    return outer.shared(inner) == inner


def test_the_whole_screen_is_seen_as_it_is(desk: Desk, screen: Screen) -> None:
    desk.run("xsetroot -solid #336699")
    seen = screen.picture()
    picture = Image.open(io.BytesIO(seen.png))
    desk.run("xsetroot -solid black")
    assert (seen.width, seen.height) == picture.size == (1280, 800)
    assert picture.getpixel((5, 5)) == (0x33, 0x66, 0x99)


def test_the_window_of_the_user_is_seen_with_its_frame_and_nothing_else(desk: Desk, screen: Screen, page: str) -> None:
    inside = geometry(desk, page)
    taken = screen.window()
    assert has(taken, inside)
    assert taken.width - inside.width <= 10
    assert taken.height - inside.height <= 40
    assert (screen.picture(taken).width, screen.picture(taken).height) == (taken.width, taken.height)


@pytest.mark.parametrize("reader", ["screen", "unspoken"])
def test_text_is_read_and_found_inside_the_window_that_shows_it(
    desk: Desk, page: str, reader: str, request: pytest.FixtureRequest
) -> None:
    seen: Screen = request.getfixturevalue(reader)
    desk.until(lambda: "Invoice" in "\n".join(line.text for line in seen.text()), "the text of the window")
    read = "\n".join(line.text for line in seen.text())
    assert "quick brown fox" in read
    assert "Document" in read
    window = geometry(desk, page)
    for words in ("lazy dog", "INVOICE", "Document"):
        found = seen.find(words)
        assert len(found) == 1, words
        assert has(window, found[0].box)
        assert found[0].confidence > 0.8
    assert seen.find("unicorn") == []


@pytest.mark.parametrize("reader", ["screen", "unspoken"])
def test_a_box_is_accurate_enough_to_click(desk: Desk, page: str, reader: str, request: pytest.FixtureRequest) -> None:
    seen: Screen = request.getfixturevalue(reader)
    desk.until(lambda: seen.find("Help"), "the menu")
    box = seen.find("Help")[0].box
    desk.run("xdotool", "mousemove", str(box.x + box.width // 2), str(box.y + box.height // 2), "click", "1")
    desk.until(lambda: seen.find("About"), "the opened menu")


def test_what_another_window_hides_is_not_read(desk: Desk, screen: Screen, page: str) -> None:
    desk.until(lambda: screen.find("Invoice"), "the text of the window")
    cover = desk.workspace / "cover.txt"
    cover.write_text("Nothing but this\n", encoding="utf-8")
    above = desk.open("mousepad", "--disable-server", str(cover))
    desk.run("wmctrl", "-i", "-r", above, "-b", "add,maximized_vert,maximized_horz")
    desk.until(lambda: screen.find("Nothing but this"), "the window above")
    desk.until(lambda: not screen.find("Invoice"), "the end of what is hidden")


def test_a_picture_is_a_file_of_the_users_and_is_undone(desk: Desk) -> None:
    target = desk.workspace / "proof.png"
    assert run(desk, "system.display.screenshot", path=str(target)) == "completed"
    assert Image.open(target).size == (1280, 800)
    before = target.read_bytes()
    assert run(desk, "system.display.screenshot", path=str(target), region="top left") == "completed"
    assert target.read_bytes() == before
    assert Image.open(desk.workspace / "proof 2.png").size == (640, 400)
    assert desk.undo().status == "completed"
    assert [file.name for file in desk.workspace.iterdir()] == ["proof.png"]


def test_a_picture_is_read_like_the_screen(desk: Desk, page: str, unspoken: Screen) -> None:
    desk.until(lambda: unspoken.find("Invoice"), "the text of the window")
    shot = unspoken.picture(unspoken.window()).png
    assert "lazy dog" in "\n".join(line.text for line in unspoken.text(shot))


@pytest.mark.parametrize(
    ("region", "wrong"),
    [
        ("somewhere", "no part"),
        ("5000,10,20,20", "not on the screen"),
        ("1,1,0,0", "not on"),
        ("9,9 to 9,40", "not on"),
    ],
)
def test_a_region_that_is_none_is_said(desk: Desk, region: str, wrong: str) -> None:
    result = ran(desk, "system.display.screenshot", path=str(desk.workspace / "x.png"), region=region)
    assert result.status == "failed"
    assert wrong in result.message
    assert not Path(desk.workspace, "x.png").exists()


def test_a_screenshot_that_is_asked_for_is_among_the_pictures_and_goes_again(desk: Desk) -> None:
    pictures = Path(desk.run("xdg-user-dir PICTURES").strip())
    pictures.mkdir(exist_ok=True)
    assert desk.command("take a screenshot", "--yes").returncode == 0
    assert desk.command("take another screenshot", "--yes").returncode == 0
    assert sorted(file.name for file in pictures.iterdir()) == ["screenshot 2.png", "screenshot.png"]
    assert Image.open(pictures / "screenshot.png").size == (1280, 800)
    assert desk.command("undo", "--yes").returncode == 0
    assert [file.name for file in pictures.iterdir()] == ["screenshot.png"]


def test_a_screenshot_is_told_where_it_is_and_goes_to_the_pictures_of_the_settings(desk: Desk) -> None:
    mine = desk.workspace / "shots"
    mine.mkdir()
    result = desk.say("take a screenshot", AURA_ANCHORS__PICTURES=str(mine))
    assert (result.status, result.message) == ("completed", "Done: capture screen → Pictures/screenshot.png.")
    assert [file.name for file in mine.iterdir()] == ["screenshot.png"]


def test_the_screen_is_looked_at_when_it_is_captured_and_not_at_the_preview(desk: Desk) -> None:
    result = desk.plan("take a screenshot")
    assert result.preview is not None
    [step] = result.preview.steps
    assert [(change.path, change.content) for change in step.changes] == [(step.outputs["path"], None)]
    assert result.status == "planned"


def test_this_window_is_captured_where_the_words_say(desk: Desk, page: str) -> None:
    result = desk.say("capture this window and save it as proof.png")
    assert result.status == "completed", result.message
    taken, inside = Image.open(desk.workspace / "proof.png").size, geometry(desk, page)
    assert 0 <= taken[0] - inside.width <= 10
    assert 0 <= taken[1] - inside.height <= 40


@pytest.mark.parametrize(
    ("said", "kept", "size"),
    [
        ("take a screenshot of the region 100,100,200,150", "Pictures/screenshot.png", (200, 150)),
        ("capture the area from 300, 250 to 100 100", "Pictures/screenshot.png", (200, 150)),
        ("capture a rectangle of 320 by 240 pixels at 40, 80", "Pictures/screenshot.png", (320, 240)),
        ("take a screenshot of the left half of the screen", "Pictures/screenshot.png", (640, 800)),
        ("take a screenshot and save it to documents", "Documents/screenshot.png", (1280, 800)),
    ],
)
def test_a_part_of_the_screen_is_captured_and_kept_where_the_words_say(
    desk: Desk, said: str, kept: str, size: tuple[int, int]
) -> None:
    result = desk.say(said)
    assert result.status == "completed", result.message
    assert Image.open(desk.home / kept).size == size


def test_what_is_on_the_screen_is_told_and_found_by_sentence(desk: Desk, page: str, screen: Screen) -> None:
    desk.until(lambda: screen.find("Invoice"), "the text of the window")
    assert "Invoice 2041 is due" in desk.say("what does the screen say").steps[0].outputs["text"]
    found = desk.say("find the word lazy on the screen")
    assert found.status == "answered"
    match = found.steps[0].outputs["matches"][0]
    assert has(geometry(desk, page), Box(match.x, match.y, match.width, match.height))
    assert "not on the screen" in desk.say("find the word unicorn on the screen").steps[0].outputs["text"]


def run(desk: Desk, atom: str, **inputs: object) -> str:
    return ran(desk, atom, **inputs).status


def ran(desk: Desk, atom: str, **inputs: object):  # type: ignore[no-untyped-def]
    document = {"target": atom, "plan": {"steps": [{"id": atom, "target": "", "inputs": inputs, "depends_on": []}]}}
    return desk.session().run_document(document, approve=lambda _: True)
