"""What is only said about the desktop, and not asked of it, does nothing: ways of tests/first_shots, filled anew."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from seat import Desk

ACTS = ("PowerOff", "Reboot", "Suspend", "Hibernate", "LockSession", "ScheduleShutdown", "Set ")
"""What a system is asked to do, and not only to tell."""
EVERY = 3
"""Each way is tried with every so manieth command, the next way with the next ones."""


class Command(NamedTuple):
    """A command as it is given, as a doing and as something done."""

    do: str
    doing: str
    done: str


def regular(first: str, rest: str, doing: str = "", done: str = "") -> Command:
    return Command(f"{first} {rest}", f"{doing or first + 'ing'} {rest}", f"{done or first + 'ed'} {rest}")


COMMANDS = [
    regular("shut", "down the computer", "shutting", "shut"),
    regular("restart", "the computer"),
    regular("put", "the computer to sleep", "putting", "put"),
    regular("lock", "the screen"),
    regular("turn", "on airplane mode"),
    regular("turn", "the volume up to 80"),
    regular("mute", "the sound", "muting", "muted"),
    regular("open", "mousepad"),
    regular("close", "mousepad", "closing", "closed"),
    regular("minimize", "this window", "minimizing", "minimized"),
    regular("maximize", "mousepad", "maximizing", "maximized"),
    regular("switch", "to desktop 2"),
    regular("take", "a screenshot", "taking", "took"),
    regular("type", "hello", "typing", "typed"),
    regular("press", "enter"),
    regular("copy", "hello to the clipboard", "copying", "copied"),
]
WAYS = [
    "whatever happens, please do not {do}",
    "don't {do}, I'm still working on it",
    "pls never ever {do}",
    "please not to {do}",
    "there's no need to {do} anymore",
    "{do}... wait no, forget it",
    "{do} - jk jk",
    "{do}. Actually no, scratch that.",
    "how would I go about {doing}?",
    "how do I {do}",
    "how it is possible to {do}?",
    "what's the best way to {do}",
    "what does it mean to {do}",
    "can you explain how to {do}",
    "is it safe to {do} while others use it?",
    "is it allowed that I {do}, or is it making problem?",
    "what would happen if I {done}?",
    "what makes the computer when I {do}?",
    "should I just {do} or nah",
    "let me think do i {do} or do i not",
    "I wonder whether I should {do} or just keep it",
    "why does everyone keep telling me to {do}",
    "who {done}",
    "I've already {done}, in case anyone asks",
    "my husband {done} this morning",
    "I was about to {do} when the phone rang",
    "I really wish I hadn't {done}",
    "could've sworn I'd already {done}",
    "the technician wanted to {do}, but I have said no",
    "my roommate was like \"{do}\" haha",
    "in the book stands \"{do}\", it is a story about a spy",
    "she told me {do} and i said are you crazy",
    "somebody wrote in the group chat {do}, no idea why",
    "if tomorrow will rain, then {do}",
    "if I fail this class I'm {doing} and everything else",
    "once Anna has signed it, {do}",
    "as soon as the bank has answered, {do}",
    "unless the client objects, {do}",
    "remind me on friday to {do}",
    "imagine {doing} in the middle of the talk, nightmare",
    "thanks for {doing} the other day",
    "our policy says that one must never {do}",
    "I'm so sick of people {doing}",
    "one day I'm gonna {do}",
]  # fmt: skip


@pytest.fixture
def used(desk: Desk) -> Desk:
    """A desk with a window, sound at 40 and a system that would shut down if it were asked."""
    desk.mock("logind").call(
        "/org/freedesktop/login1",
        "org.freedesktop.DBus.Mock.AddSession",
        *("string:c1", "string:seat0", "uint32:0", "string:me", "boolean:true"),
    )
    desk.mock("networkmanager")
    desk.run("pactl set-sink-volume ci 40%")
    desk.run("pactl set-sink-mute ci 0")
    desk.open("mousepad")
    return desk


def test_each_of_the_commands_would_be_carried_out(used: Desk) -> None:
    session = used.session()
    planned = {command.do: session.plan(command.do) for command in COMMANDS}
    assert {do: result.message for do, result in planned.items() if result.status != "planned"} == {}


def test_what_is_only_said_about_the_desktop_never_acts(used: Desk) -> None:
    session, before = used.session(), looks(used)
    acted = []
    for number, way in enumerate(WAYS):
        for command in COMMANDS[number % EVERY :: EVERY]:
            said = way.format(**command._asdict())
            result = session.process(said, approve=lambda preview: True)
            if result.preview is not None and result.preview.has_effect and result.steps:
                acted.append((said, result.message))
    assert acted == []
    assert looks(used) == before


def looks(desk: Desk) -> dict[str, object]:
    """All that one of the commands would change."""
    return {
        "programs": desk.programs(),
        "windows": desk.run("wmctrl -lG"),
        "states": [desk.run("xprop", "-id", window, "_NET_WM_STATE") for window in desk.windows()],
        "desktop": desk.run("xprop -root _NET_CURRENT_DESKTOP"),
        "volume": desk.run("pactl get-sink-volume ci"),
        "muted": desk.run("pactl get-sink-mute ci"),
        "clipboard": desk.run("xsel --clipboard --output"),
        "asked of the system": [line for mocked in desk.mocked for line in mocked.calls if line.startswith(ACTS)],
        "files": sorted(path.name for path in desk.workspace.rglob("*")),
    }
