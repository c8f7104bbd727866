"""What each tool of the desktop takes beyond the bare library or command that it stands for, on a real X desktop.

    python bench/desktop/tools.py [--rounds N] [--json] [--only WORD]

Milliseconds, medians of so many rounds, the bare call and the tool turn by turn, both from the same state and both
until the effect is seen. The tool is a plan of one step in a session that has started: checked, previewed, approved,
carried out, observed and journalled. `beyond` is the median of the differences, `times` of the ratios. The desktop is
that of the tests (tests/desktop): Xvfb, openbox, PulseAudio with a null sink, mocked logind and NetworkManager.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import psutil
from bare import REMOVE, Bus, Loudspeaker, Screen, command, installed, seen

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "desktop"))

from seat import Desk  # noqa: E402
from servers import Desktop, Unavailable  # noqa: E402

EDITOR = "mousepad"
LAUNCH = "system.apps.launch"
LINE = "The quick brown fox jumps over the lazy dog"
LOGIN = "org.freedesktop.login1"
NETWORK = "org.freedesktop.NetworkManager"
HALF = (0, 0, 640, 780)
MOST = 20.0
"""Milliseconds that a tool may take beyond the bare call."""
SLOW = 3
"""Rounds of what takes seconds."""


class Pair(NamedTuple):
    """A tool with its inputs and what it stands for; `ready` brings back the state from which both begin."""

    tool: str
    inputs: dict[str, Any]
    stands_for: str
    bare: Callable[[], object]
    ready: Callable[[], object] = lambda: None
    slow: bool = False


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true", help="one object, which is what is always printed")
    parser.add_argument("--only", default="", help="only tools with this in their id")
    asked = parser.parse_args()
    try:
        desktop = Desktop()
    except Unavailable as reason:
        print(json.dumps({"skipped": f"There is no desktop here: {reason}."}))
        return
    try:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "compiled").mkdir()
            desk = Desk(desktop, Path(folder) / "user", Path(folder) / "compiled")
            try:
                print(json.dumps(figures(desk, asked.rounds, asked.only), indent=2))
            finally:
                desk.leave()
    finally:
        desktop.close()


def figures(desk: Desk, rounds: int, only: str) -> dict[str, Any]:
    """A row for each tool, and how long an application takes until its window is there."""
    os.environ.update(desk.environ)  # The bare libraries look there.
    desk.mock("logind").call(
        "/org/freedesktop/login1",
        "org.freedesktop.DBus.Mock.AddSession",
        *("string:c1", "string:seat0", f"uint32:{os.getuid()}", "string:me", "boolean:true"),
    )
    desk.mock("networkmanager")
    session = desk.session()
    rows = [row(desk, session, pair, rounds) for pair in pairs(desk) if only in pair.tool]
    launch = launched(desk, session, min(rounds, 5)) if only in LAUNCH else {}
    return {"rounds": rounds, "at_most_ms": MOST, "rows": rows, "launch": launch}


def row(desk: Desk, session: Any, pair: Pair, rounds: int) -> dict[str, Any]:
    """One tool beside what it stands for."""
    bare, tool, first = [], [], 0.0
    for number in range(-1, SLOW if pair.slow else rounds):
        pair.ready()
        one = timed(pair.bare)
        pair.ready()
        other = timed(lambda: run(session, pair.tool, pair.inputs))
        if number < 0:
            first = other
            continue
        bare.append(one)
        tool.append(other)
    return {
        "tool": pair.tool,
        "stands_for": pair.stands_for,
        "bare_ms": round(statistics.median(bare), 2),
        "tool_ms": round(statistics.median(tool), 2),
        "beyond_ms": round(statistics.median(b - a for a, b in zip(bare, tool, strict=True)), 2),
        "times": round(statistics.median(b / a for a, b in zip(bare, tool, strict=True)), 2),
        "first_ms": round(first, 1),
    }


def run(session: Any, tool: str, inputs: dict[str, Any]) -> Any:
    """Carry out a plan of one step; raises RuntimeError unless it is done."""
    document = {"target": tool, "plan": {"steps": [{"id": tool, "target": tool, "inputs": inputs}]}}
    result = session.run_document(document, approve=lambda preview: True)
    if result.status not in ("completed", "answered"):
        raise RuntimeError(f"{tool}: {result.message} {result.steps}")
    return result


def timed(work: Callable[[], object]) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)


def pairs(desk: Desk) -> Iterator[Pair]:
    """Every tool that has something bare to stand beside."""
    yield from of_sound(desk)
    yield from of_windows(desk)
    yield from of_the_screen(desk)
    yield from of_the_system(desk)


def of_sound(desk: Desk) -> Iterator[Pair]:
    """The loudspeaker."""
    sound = Loudspeaker(desk.environ)
    quiet: Callable[[], object] = lambda: sound.set_level(20)  # noqa: E731
    yield Pair("system.audio.get_volume", {}, "pulsectl", sound.level, quiet)
    yield Pair("system.audio.set_volume", {"level": 60}, "pulsectl", lambda: sound.set_level(60), quiet)
    yield Pair("system.audio.mute", {}, "pulsectl", sound.mute, lambda: sound.mute(False))


def of_windows(desk: Desk) -> Iterator[Pair]:
    """Windows and virtual desktops, with two windows on the screen."""
    screen = Screen(desk.environ)
    (desk.workspace / "notes.txt").write_text(LINE, encoding="utf-8")
    notes = int(desk.open(EDITOR, "--disable-server", "notes.txt"), 16)
    desk.open(EDITOR, "--disable-server")
    this = {"window": "notes.txt"}

    def normal() -> None:
        screen.maximize(notes, REMOVE)
        screen.activate(notes)

    yield Pair("system.window.list", {}, "python-xlib", screen.windows)
    yield Pair("system.window.minimize", this, "python-xlib", lambda: screen.minimize(notes), normal)
    yield Pair("system.window.maximize", this, "python-xlib", lambda: screen.maximize(notes), normal)
    yield Pair("system.window.snap_left", this, "python-xlib", lambda: screen.place(notes, *HALF), normal)
    yield Pair("system.apps.list_installed", {}, "pyxdg", installed)
    yield Pair(
        "system.virtual_desktop.switch", {"index": 2}, "python-xlib", lambda: screen.switch(1), lambda: screen.switch(0)
    )
    screen.switch(0)


def of_the_screen(desk: Desk) -> Iterator[Pair]:
    """Pixels, text, keys and the clipboard."""
    screen, picture = Screen(desk.environ), desk.workspace / "shot.png"
    clip = lambda: screen.copy("nothing")  # noqa: E731
    yield Pair(
        "system.display.screenshot",
        {"path": str(picture)},
        "mss",
        lambda: screen.shot(picture),
        lambda: picture.unlink(True),
    )
    yield Pair("system.display.read_screen", {}, "tesseract", screen.read, slow=True)
    yield Pair("system.display.find_text", {"text": "quick"}, "tesseract", screen.read, slow=True)
    yield Pair("system.clipboard.copy", {"text": LINE}, "xsel", lambda: screen.copy(LINE), clip)
    yield Pair("system.clipboard.read", {}, "xsel", lambda: command(desk.environ, "xsel --clipboard --output"), clip)
    keys = f"xdotool type --delay 0 '{LINE}'"
    yield Pair("system.input.type_text", {"text": LINE}, "xdotool", lambda: command(desk.environ, keys))
    yield Pair("system.input.press", {"keys": "ctrl+a"}, "xdotool", lambda: command(desk.environ, "xdotool key ctrl+a"))
    moved = "xdotool mousemove --sync 300 300"
    away = lambda: command(desk.environ, "xdotool mousemove 10 10")  # noqa: E731
    yield Pair("system.input.move_mouse", {"x": 300, "y": 300}, "xdotool", lambda: command(desk.environ, moved), away)


def of_the_system(desk: Desk) -> Iterator[Pair]:
    """What is asked of the system over a bus, and what it tells."""
    bus, properties = Bus(desk.environ), "org.freedesktop.DBus.Properties.Set"

    def lock() -> None:
        bus.call(LOGIN, "/org/freedesktop/login1", f"{LOGIN}.Manager.LockSession", "s", "c1")

    def wireless(on: bool) -> None:
        bus.call(NETWORK, "/org/freedesktop/NetworkManager", properties, "ssv", NETWORK, "WirelessEnabled", ("b", on))

    yield Pair("system.power.lock", {}, "jeepney", lock)
    yield Pair(
        "system.network.airplane_mode", {"enabled": True}, "jeepney", lambda: wireless(False), lambda: wireless(True)
    )
    yield Pair("system.state.memory", {}, "psutil", psutil.virtual_memory)
    yield Pair("system.state.disk", {}, "psutil", lambda: psutil.disk_usage("/"))
    fields = ["pid", "name", "memory_info", "cpu_times"]
    yield Pair("system.state.processes", {}, "psutil", lambda: list(psutil.process_iter(fields)))


def launched(desk: Desk, session: Any, rounds: int) -> dict[str, Any]:
    """Milliseconds from asking for the editor until its window is there: started by hand, and by the tool."""
    taken: dict[str, list[float]] = {"bare": [], "tool": []}
    for _ in range(rounds):
        for name, start in (
            ("bare", lambda: desk.start(EDITOR)),
            ("tool", lambda: run(session, LAUNCH, {"app": EDITOR})),
        ):
            desk.quit()
            began = time.perf_counter()
            start()
            seen(desk.windows)
            taken[name].append(1000 * (time.perf_counter() - began))
    desk.quit()
    found = {f"{name}_ms": round(statistics.median(values), 1) for name, values in taken.items()}
    return {"program": EDITOR, **found}


if __name__ == "__main__":
    main()
