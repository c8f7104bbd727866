"""Programs, from the sentence to the changed desktop: started, shown, closed, ended by force, listed."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest
from seat import Desk


def titles(desk: Desk) -> list[str]:
    """The titles of all windows."""
    return list(desk.windows().values())


def in_front(desk: Desk) -> str:
    """The title of the window that has the focus."""
    return desk.run("xdotool", "getactivewindow", "getwindowname").strip()


def test_a_program_is_started_by_its_name_and_outlives_the_command(desk: Desk) -> None:
    done = desk.command("open mosuepad", "--yes")
    assert (done.returncode, done.stderr) == (0, "")
    assert [title for title in titles(desk) if title.endswith("Mousepad")]
    started = next(process for process in psutil.process_iter() if _is_of(process, desk, "mousepad"))
    streams = [str(Path(f"/proc/{started.pid}/fd/{number}").readlink()) for number in range(3)]
    assert streams == ["/dev/null"] * 3


def _is_of(process: psutil.Process, desk: Desk, name: str) -> bool:
    try:
        return process.name() == name and process.environ().get("DISPLAY") == desk.environ["DISPLAY"]
    except psutil.Error:
        return False


def test_a_program_is_started_by_what_it_is_for_and_changed_in_the_same_breath(desk: Desk) -> None:
    result = desk.say("launch the text editor and maximise it")
    assert result.status == "completed", result.message
    [window] = desk.windows()
    assert "MAXIMIZED_VERT" in desk.run("xprop", "-id", window, "_NET_WM_STATE")


def test_a_program_that_is_not_installed_is_warned_of_and_nothing_starts(desk: Desk) -> None:
    told = "spotify is not installed on this computer; install it, or name another."
    assert f"warning: {told}" in desk.command("plan", "open spotify").stdout
    result = desk.say("open spotify")
    assert (result.status, told in result.message, desk.windows()) == ("failed", True, {})


def test_a_program_that_was_installed_a_moment_ago_is_known(desk: Desk) -> None:
    desk.say("open mousepad")
    desk.install("Plain Writer", "mousepad --disable-server %F", StartupWMClass="Writer")
    assert desk.say("launch plain writer").status == "completed"
    assert len(titles(desk)) == 2


def test_a_program_without_a_window_of_its_own_needs_a_terminal(desk: Desk) -> None:
    desk.install("Lonely Tool", "true", Terminal="true")
    result = desk.say("start lonely tool", PATH="/nowhere")
    assert result.status == "failed"
    assert "runs in a terminal, and none is installed" in result.message


def test_a_program_that_ends_at_once_is_no_success(desk: Desk) -> None:
    desk.install("Broken Thing", "false")
    result = desk.say("open broken thing")
    assert (result.status, "ended as soon as it was started" in result.message) == ("failed", True)


def test_a_program_is_brought_to_the_front_from_another_desktop(desk: Desk) -> None:
    desk.open("mousepad")
    desk.run("wmctrl -s 1")
    assert desk.say("switch to mousepad").status == "completed"
    assert in_front(desk).endswith("Mousepad")
    assert desk.run("xdotool get_desktop") == "0\n"


def test_a_program_is_closed_politely_and_asked_about_unsaved_work(desk: Desk) -> None:
    desk.open("mousepad")
    assert desk.say("close mousepad").status == "completed"
    desk.until(lambda: "mousepad" not in desk.running(), "the end of the program")
    with_unsaved_work(desk)
    result = desk.say("quit the editor")
    assert (result.status, "asking whether to save" in result.message) == ("failed", True)
    assert "mousepad" in desk.running()


def with_unsaved_work(desk: Desk) -> str:
    """A window of the editor with a text in it that is not saved."""
    window = desk.open("mousepad", "--disable-server")
    desk.run("xdotool", "windowactivate", "--sync", window, "type", "unsaved")
    desk.until(lambda: "*" in desk.windows()[window], "the mark of unsaved work")
    return window


def test_all_windows_of_a_program_are_closed_and_what_stays_open_is_named(desk: Desk) -> None:
    (desk.workspace / "poem.txt").write_text("roses")
    kept = with_unsaved_work(desk)
    other = desk.open("mousepad", "--disable-server", "poem.txt")
    result = desk.say("close mousepad")
    assert result.status == "failed"
    assert "1 window of Mousepad is closed" in result.message and '"*Untitled 1 - Mousepad"' in result.message
    assert "othing was done" not in result.message
    assert kept in desk.windows() and other not in desk.windows()


def test_a_program_with_two_windows_is_closed_with_both(desk: Desk) -> None:
    (desk.workspace / "poem.txt").write_text("roses")
    desk.open("mousepad", "--disable-server")
    desk.open("mousepad", "--disable-server", "poem.txt")
    assert desk.say("close mousepad").status == "completed"
    assert not desk.windows()


def test_what_cannot_be_taken_back_is_said_to_be_so(desk: Desk) -> None:
    desk.open("mousepad")
    assert desk.say("close mousepad").status == "completed"
    first = desk.undo()
    assert (first.status, '"close mousepad", did cannot be taken back' in first.message) == ("failed", True)
    window = desk.open("mousepad")
    desk.say("maximize mousepad")
    closed = desk.say("close this window")
    assert closed.message == 'Done: close "Untitled 1 - Mousepad".'
    assert window not in desk.windows()
    asked = desk.undo()
    assert asked.status == "clarification"
    assert "did cannot be taken back" in asked.message and '"maximize mousepad"' in asked.message


def test_a_plan_that_cannot_be_done_to_its_end_is_asked_about_before_its_beginning(desk: Desk) -> None:
    result = desk.say("open mousepad and spotify", approve=lambda preview: None)
    assert result.status == "confirmation"
    assert "spotify is not installed" in result.message
    assert not desk.windows()


def test_only_force_ends_what_has_unsaved_work_and_it_asks_first(desk: Desk) -> None:
    with_unsaved_work(desk)
    assert desk.say("force close mousepad", approve=False).status != "completed"
    assert "mousepad" in desk.running()
    lost: list[str] = []
    result = desk.say("kill mousepad by force", approve=lambda preview: lost.extend(preview.steps[0].lost) or True)
    assert result.status == "completed", result.message
    assert ["Mousepad" in item for item in lost] == [True]
    assert "mousepad" not in desk.running()


def test_a_program_is_started_again_as_another_process(desk: Desk) -> None:
    desk.open("mousepad")
    [before] = _own(desk)
    result = desk.say("restart mousepad")
    assert result.status == "completed", result.message
    desk.until(lambda: len(desk.windows()) == 1, "the new window")
    assert before not in _own(desk)


def _own(desk: Desk) -> set[int]:
    return {process.pid for process in psutil.process_iter() if _is_of(process, desk, "mousepad")}


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("is mousepad running", "Yes, Mousepad is open"),
        ("which apps are open", "Mousepad"),
        ("which apps are installed", "Mousepad"),
    ],
)
def test_what_is_open_and_what_is_installed_is_told(desk: Desk, sentence: str, told: str) -> None:
    desk.open("mousepad")
    result = desk.say(sentence)
    assert result.status == "answered"
    assert told in str(result.steps[0].outputs["text"])


def test_what_is_not_open_is_told_and_cannot_be_closed(desk: Desk) -> None:
    assert desk.say("is mousepad running").steps[0].outputs["running"] is False
    result = desk.say("close mousepad")
    assert (result.status, "Mousepad is not open" in result.message) == ("failed", True)


def test_a_program_that_is_started_with_words_of_its_own_is_known_by_them(desk: Desk) -> None:
    other = desk.open("mousepad")
    desk.install("Plain Writer", "mousepad --disable-server")
    assert desk.say("open plain writer").status == "completed"
    [window] = set(desk.windows()) - {other}
    assert desk.say("is plain writer running").steps[0].outputs["running"] is True
    closed = desk.say("close plain writer")
    assert closed.status == "completed", closed.message
    assert (window in desk.windows(), other in desk.windows()) == (False, True)


def test_of_several_programs_with_one_name_it_is_asked_which_one(desk: Desk) -> None:
    for name in ("water", "oil"):
        desk.install("Painter", "mousepad --disable-server")
        folder = desk.home / ".local/share/applications"
        (folder / "painter.desktop").rename(folder / f"{name}-colors.desktop")
    asked = desk.say("open painter")
    assert (asked.status, desk.windows()) == ("clarification", {})
    assert asked.question is not None
    assert [name in one for one, name in zip(asked.question.candidates, ("oil", "water"), strict=True)] == [True, True]
    assert desk.say("open painter", answer="the second one").status == "completed"
    assert len(desk.windows()) == 1


def test_a_part_of_a_name_that_several_programs_share_is_asked_about(desk: Desk) -> None:
    desk.install("Acme Journal", "mousepad --disable-server")
    desk.install("Beta Journal", "mousepad --disable-server")
    asked = desk.say("open journal")
    assert (asked.status, desk.windows()) == ("clarification", {})
    assert asked.question is not None
    assert [name in one.lower() for one, name in zip(asked.question.candidates, ("acme", "beta"), strict=True)] == [
        True,
        True,
    ]
    assert desk.say("open journal", answer="2").status == "completed"
    assert len(desk.windows()) == 1


def test_a_part_of_a_name_means_the_one_program_that_has_it(desk: Desk) -> None:
    desk.install("Acme Journal Pro", "mousepad --disable-server")
    assert desk.say("start acme").status == "completed"
    assert len(desk.windows()) == 1


def test_a_file_goes_before_a_part_of_a_programs_name(desk: Desk) -> None:
    desk.install("Acme Journal", "mousepad --disable-server")
    (desk.workspace / "journal").mkdir()
    planned = desk.command("plan", "open journal").stdout
    assert "system.apps.launch" not in planned
