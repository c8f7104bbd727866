"""A plan of uneven lanes, whose every call writes down that it was made, under which key, by which process."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from house import House, tool

from aura.capability.conduct import Conduct
from aura.capability.effect import Effect
from aura.capability.ports import IdempotencyKey
from aura.capability.tool import Tool
from aura.contracts.plan import PlanDocument, Step

BESIDE = Conduct(beside=True)
CALLS = "calls.jsonl"
LEDGER = "ledger"

Note = Mapping[str, Any]
Between = Callable[[str, str], None]
"""What happens inside a call, given the step's name and where in it."""


def nothing(name: str, where: str) -> None:
    """Nothing happens inside the calls."""


def furnish(root: Path, between: Between = nothing) -> House:
    """A house whose tools keep a ledger; `between` is called inside each call, before and after its effect."""
    house = House(root, _tools(root, between))
    if not (root / LEDGER).exists():
        house.plant(first_txt="1", second_txt="2")
        (root / LEDGER).mkdir()
    return house


def plan(house: House, pause: float = 0.02) -> PlanDocument:
    """Three lanes of other lengths and speeds and a join: calls with a key, waits, and changes of the disk."""
    return house.plan(
        Step("enter", "a1", {"name": "a1"}, "a1"),
        Step("enter", "a2", {"name": "${a1.outputs.entry} a2"}, "a2"),
        Step("enter", "a3", {"name": "${a2.outputs.entry} a3"}, "a3"),
        Step("pause", "b1", {"name": "b1", "seconds": pause}, "b1"),
        Step("enter", "b2", {"name": "${b1.outputs.entry} b2"}, "b2"),
        house.recording(["write", "made.txt", "made"], ["move", "first.txt", "moved.txt"], step_id="c1"),
        house.recording(["copy", "moved.txt", "copied.txt"], ["trash", "second.txt"], step_id="c2", after=("c1",)),
        Step("enter", "j", {"name": "${a3.outputs.entry} + ${b2.outputs.entry}"}, "j", ("c2",)),
    )


OUTCOME = {
    "made.txt": b"made",
    "moved.txt": b"1",
    "copied.txt": b"1",
}
ENTRIES = {"a1": "a1", "a2": "a1 a2", "a3": "a1 a2 a3", "b2": "b1 b2", "j": "a1 a2 a3 + b1 b2"}


def notes(root: Path) -> list[Note]:
    """Every call that was made, in order."""
    try:
        return [json.loads(line) for line in (root / CALLS).read_text().splitlines()]
    except FileNotFoundError:
        return []


def calls(root: Path, step_id: str, run_id: str = "") -> list[Note]:
    """The calls that were begun for one step."""
    found = [note for note in notes(root) if note["step"] == step_id and note["where"] == "begun"]
    return [note for note in found if not run_id or note["key"].startswith(f"{run_id}:")]


def entries(root: Path, run_id: str) -> dict[str, str]:
    """What was entered in the ledger for a run, by step."""
    found = (path for path in (root / LEDGER).glob(f"{run_id}:*") if not path.suffix)
    return {path.name.partition(":")[2]: path.read_text() for path in found}


def _tools(root: Path, between: Between) -> dict[str, Tool]:
    def note(key: str, where: str) -> None:
        line = json.dumps({"step": key.partition(":")[2], "key": key, "where": where, "process": os.getpid()})
        with (root / CALLS).open("ab", buffering=0) as book:
            book.write(f"{line}\n".encode())

    def enter(name: str, key: IdempotencyKey) -> str:
        note(key, "begun")
        between(key.partition(":")[2], "before")
        path = root / LEDGER / key
        if not path.exists():
            draft = path.with_suffix(f".{os.getpid()}")
            draft.write_text(name)
            draft.rename(path)  # Entered whole or not at all, whenever the process is killed.
        between(key.partition(":")[2], "after")
        note(key, "ended")
        return name

    async def pause(name: str, seconds: float, key: IdempotencyKey) -> str:
        note(key, "begun")
        between(key.partition(":")[2], "before")
        await asyncio.sleep(seconds)
        between(key.partition(":")[2], "after")
        note(key, "ended")
        return name

    def strike(name: str) -> str:
        """Acts, and nobody can see afterwards whether it did."""
        note(f":{name}", "begun")
        between(name, "before")
        with (root / LEDGER / name).open("a") as book:
            book.write("struck ")
        between(name, "after")
        return name

    def stumble(name: str, key: IdempotencyKey) -> str:
        note(key, "begun")
        raise OSError("the other side is not there")

    keyed: dict[str, Any] = {"effect": Effect.ACTS, "ports": {"key": IdempotencyKey}, "outputs": ("entry",)}
    return {
        "enter": tool("enter", enter, conduct=BESIDE, **keyed),
        "pause": tool("pause", pause, conduct=BESIDE, **keyed),
        "strike": tool("strike", strike, effect=Effect.ACTS, outputs=("entry",), conduct=BESIDE),
        "stumble": tool("stumble", stumble, conduct=Conduct(attempts=3, backoff=600, beside=True), **keyed),
    }


def soon(true: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait until something holds; fails where it does not within so many seconds."""
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "it did not come to hold"
        time.sleep(0.02)
