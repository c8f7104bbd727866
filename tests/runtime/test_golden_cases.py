"""A run is saved as a golden case, which passes when it is replayed, and fails when what it does has changed."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from scene import Scene

from aura.capability.errors import ToolError
from aura.contracts.outcome import Preview
from aura.runtime.golden.case import entries
from aura.runtime.golden.keep import keep, replayed
from aura.runtime.pipeline import Orchestrator
from aura.understanding.paths import PathResolver


def yes(preview: Preview) -> bool:
    return True


def saved(session: Orchestrator, run_id: str, file: Path) -> str:
    return keep(session.golden(run_id), session.show(run_id), session.tools(), file)


def faults(file: Path) -> list[str]:
    return [fault for one in replayed(file) for fault in one.faults]


DONE = {
    "create a folder plans and move notes.txt into it": {
        "gone": ["ws/notes.txt"],
        "adds": {"ws/plans/notes.txt": "buy milk\n"},
    },
    "delete thesis": {"gone": ["ws/thesis", "ws/thesis/one.md"]},
    'append "eggs" to notes.txt': {"adds": {"ws/notes.txt": "buy milk\neggs"}},
    'write "~ about" to notes.txt': {"adds": {"ws/notes.txt": "~\\~\\ about"}},
    "copy thesis to the desktop": {"adds": {"Desktop/thesis/one.md": "one"}},
    "rename notes.txt to todo.txt, then create notes.txt": {"adds": {"ws/notes.txt": "", "ws/todo.txt": "buy milk\n"}},
    "create a word document about cats": {"adds": {"ws/cats.docx": "~.*"}},
    "read notes.txt": {"tells": "buy milk\n"},
    "what is 12 times 7": {"tells": "84"},
}


@pytest.mark.parametrize("said", DONE)
def test_a_run_is_saved_with_the_world_before_and_after_and_replays(scene: Scene, said: str) -> None:
    scene.plant(ws__notes_txt="buy milk\n", ws__thesis__one_md="one")
    session, file = scene.session(), scene.root / "mine.yaml"
    result = session.process(said, approve=yes)
    assert result.status in ("completed", "answered"), result.message
    assert "golden case 1" in saved(session, result.run_id, file)
    (entry,) = entries(file)
    assert entry["say"] == said and entry.items() >= DONE[said].items(), entry
    assert "ws/notes.txt" in entry["before"]
    assert faults(file) == []


def test_the_time_is_not_held_against_a_replay(scene: Scene) -> None:
    session, file = scene.session(), scene.root / "mine.yaml"
    saved(session, session.process("what time is it").run_id, file)
    assert "tells" not in entries(file)[0]


def test_a_case_fails_when_what_its_words_do_has_changed(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    session, file = scene.session(), scene.root / "mine.yaml"
    saved(session, session.process("create a folder plans").run_id, file)
    assert faults(file) == []
    join = PathResolver.join
    monkeypatch.setattr(PathResolver, "join", lambda self, base, name: join(self, base, f"new {name}"))
    assert sorted(faults(file))[:2] == ["ws/new plans is there", "ws/plans is not there"]


def test_a_case_whose_expectation_is_wrong_says_what_is_wrong(scene: Scene) -> None:
    file = scene.root / "mine.yaml"
    wrong = {"say": "create a folder x", "adds": {"ws/x": "text"}, "goals": ["files delete"], "tells": "blorf"}
    file.write_text(yaml.safe_dump([wrong]), encoding="utf-8")
    found = " ".join(faults(file))
    assert "ws/x holds something else" in found and "its goals are files create root" in found and "blorf" in found


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("delete notes.txt", "confirmation"),
        ("delete it", "clarification"),
        ("create a folder x at 9 am", "unsupported"),
        ("delete /etc/passwd", "refused"),
    ],
)
def test_what_was_not_done_is_a_case_too(scene: Scene, said: str, status: str) -> None:
    scene.plant(ws__notes_txt="n")
    session, file = scene.session(), scene.root / "mine.yaml"
    saved(session, session.process(said).run_id, file)
    assert entries(file)[0]["status"] == status
    assert faults(file) == []


def test_cases_are_added_at_the_end_and_each_once(scene: Scene) -> None:
    session, file = scene.session(), scene.root / "mine.yaml"
    first = session.process("create a folder x").run_id
    saved(session, first, file)
    assert "already" in saved(session, first, file)
    assert "golden case 2" in saved(session, session.process("create a folder y").run_id, file)
    assert [entry["say"] for entry in entries(file)] == ["create a folder x", "create a folder y"]


def test_large_contents_are_not_copied_into_a_case(scene: Scene) -> None:
    scene.plant(ws__big_txt="x" * 100_000)
    session, file = scene.session(), scene.root / "mine.yaml"
    saved(session, session.process("move big.txt to the desktop").run_id, file)
    assert file.stat().st_size < 1000 and faults(file) == []


def test_a_run_that_cannot_be_seen_any_more_is_no_case(scene: Scene) -> None:
    session, file = scene.session(), scene.root / "mine.yaml"
    run_id = session.process("create a folder x").run_id
    session.undo()
    with pytest.raises(ToolError, match="was taken back"):
        saved(session, run_id, file)
    with pytest.raises(ToolError, match="There is no run"):
        saved(session, "nope", file)


def test_a_run_outside_the_places_of_a_case_is_no_case(scene: Scene) -> None:
    scene.plant(outside__a_txt="a")
    session, file = scene.session(), scene.root / "mine.yaml"
    result = session.process(f"delete {scene.root}/outside/a.txt", approve=yes)
    assert result.status == "completed", result.message
    with pytest.raises(ToolError, match="in none of the places"):
        saved(session, result.run_id, file)


def test_a_world_that_was_changed_by_hand_since_gives_no_wrong_case(scene: Scene) -> None:
    scene.plant(ws__notes_txt="n")
    session, file = scene.session(), scene.root / "mine.yaml"
    run_id = session.process('append "eggs" to notes.txt').run_id
    (scene.root / "ws" / "notes.txt").write_text("by hand", encoding="utf-8")
    with pytest.raises(ToolError, match="comes out differently"):
        saved(session, run_id, file)
    assert not file.exists()


@pytest.mark.parametrize(
    "text", ["say: x", "- 3", "[", "- say: x\n  before: nowhere", "- say: x\n  before: {etc/x: y}"]
)
def test_a_file_that_holds_no_cases_says_so(scene: Scene, text: str) -> None:
    file = scene.root / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ToolError, match=r"mine.yaml|etc/x"):
        faults(file)
