"""A verb by which something is lost, guessed from a slip of the hand, needs a person's yes."""

from __future__ import annotations

from pathlib import Path

import pytest

from aura.runtime.golden.world import World

BEFORE = {"ws/notes.txt": "x", "ws/archive": None}


@pytest.mark.parametrize(
    ("say", "meant"),
    [
        ("delte notes.txt", "delete notes.txt"),
        ("please remvoe notes.txt", "please remove notes.txt"),
        ("wpie notes.txt", "wipe notes.txt"),
    ],
)
def test_what_a_slip_would_lose_is_told_as_it_was_taken(tmp_path: Path, say: str, meant: str) -> None:
    result = World(tmp_path, tmp_path / "cache", BEFORE).session().plan(say)
    assert result.status == "planned" and result.understood is not None
    assert result.understood.command == meant


@pytest.mark.parametrize("say", ["delete notes.txt", "Wipe notes.txt", "moev notes.txt to archive"])
def test_nothing_is_told_of_what_stands_there_or_loses_nothing(tmp_path: Path, say: str) -> None:
    result = World(tmp_path, tmp_path / "cache", BEFORE).session().plan(say)
    assert result.status == "planned" and result.understood is None


@pytest.mark.parametrize("say", ["nto delete notes.txt", "aviod deleting notes.txt", "you musnt delete notes.txt"])
def test_what_may_be_a_slip_of_a_denial_is_not_passed_over(tmp_path: Path, say: str) -> None:
    assert World(tmp_path, tmp_path / "cache", BEFORE).session().plan(say).status in ("refused", "unsupported")
