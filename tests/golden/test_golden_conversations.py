"""Conversations: several commands one after the other, each in a session of its own that shares only the journal.

A turn says something, answers a question, takes a command back, or lets time pass or someone else touch the disk.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from golden_world import HERE, World, after, fits, real, told

from aura.contracts.outcome import Preview, RunResult
from aura.runtime.golden.case import planted

STARTED = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
WELL = ("completed", "answered")


def stories() -> list[Any]:
    """Every conversation, by its file and title."""
    found = []
    for file in sorted((HERE / "conversations").glob("*.yaml")):
        for raw in yaml.safe_load(file.read_text(encoding="utf-8")):
            found.append(pytest.param(raw, id=f"{file.stem}-{raw['story'].replace(' ', '-')}"))
    return found


class Conversation:
    """One conversation as it goes: the world, the time, and what came of each turn."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._now = STARTED
        self.results: list[tuple[dict[str, Any], RunResult]] = []

    def turn(self, turn: dict[str, Any]) -> None:
        """One turn, in a new session a second after the last."""
        self._now += timedelta(seconds=1 + turn.get("later", 0))
        self._touch(turn)
        if not turn.keys() & {"say", "answer", "undo"}:
            return
        now = self._now
        session = self._world.session(lambda: now)
        approve = {"yes": _yes, "no": _no, "nobody": None, "--yes": _ahead}[turn.get("approve", "yes")]
        if "say" in turn:
            result = session.process(turn["say"], approve=approve)
        elif "answer" in turn:
            result = session.answer(str(turn["answer"]), approve=approve)
        else:
            result = session.undo()
        self.results.append((turn, result))

    def _touch(self, turn: dict[str, Any]) -> None:
        """What someone else does to the disk before the turn."""
        for source, target in turn.get("moves", {}).items():
            (self._world.folder / real(source)).rename(self._world.folder / real(target))
        for name in turn.get("removes", ()):
            (self._world.folder / real(name)).unlink()
        for name, content in turn.get("writes", {}).items():
            (self._world.folder / real(name)).write_text(content, encoding="utf-8")


def _yes(preview: Preview) -> bool:
    return True


def _no(preview: Preview) -> bool:
    return False


def _ahead(preview: Preview) -> bool | None:
    """What `--yes` says where nobody sits at a terminal."""
    return None if preview.needs_person else True


@pytest.mark.parametrize("raw", stories())
def test_a_conversation_goes_as_it_is_written(raw: dict[str, Any], tmp_path: Path, grammar_cache: Path) -> None:
    before = planted(raw.get("before", {}), HERE / "conversations.yaml")
    world = World(tmp_path / "world", grammar_cache, before)
    first = world.look()
    talk = Conversation(world)
    for turn in raw["turns"]:
        talk.turn(turn)
    for turn, result in talk.results:
        told_now = told(result)
        wanted = turn.get("status", "clarification" if "asks" in turn else WELL)
        assert result.status in ([wanted] if isinstance(wanted, str) else wanted), (turn, result.status, told_now)
        assert turn.get("tells", "") in told_now, (turn, told_now)
        if "asks" in turn:
            assert result.question is not None and turn["asks"] in result.question.text, (turn, told_now)
        if "offers" in turn:
            assert result.question is not None and list(result.question.candidates) == turn["offers"], told_now
    assert fits(world.look(), after(raw, before)), sorted(world.look())
    if not any(turn.keys() & {"moves", "removes", "writes"} for turn in raw["turns"]):
        _takes_back_everything(world)
        assert world.look() == first


def _takes_back_everything(world: World) -> None:
    """Every command taken back, the last one first."""
    while (run := world.session()._house.journal.undoable()) is not None:
        undone = world.session().undo(run)
        assert undone.status == "completed", undone.message


def test_there_are_conversations_in_number() -> None:
    assert len(stories()) >= 60
