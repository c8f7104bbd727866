"""Intents over atoms in a session: shown first, approved, run; and sentences that no rule covers go the same way."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from scene import Scene

sys.path.insert(0, str(Path(__file__).parents[1] / "atoms"))
sys.path.insert(0, str(Path(__file__).parents[1] / "providers"))
from folders import atom, folder_of
from spoken_server import chat, serving

from aura.capability.machine import NOWHERE
from aura.contracts.outcome import Preview
from aura.runtime.assemble import assemble
from aura.runtime.pipeline import Orchestrator

CODE = """
from pathlib import Path
BOOK = Path(__file__).parents[1] / "book.txt"
def book(room, hours):
    with BOOK.open("a") as out:
        out.write(f"{room} {hours!r}\\n")
    return f"{room}/{hours}"
def rate(room):
    return f"{room} costs 10"
"""


@pytest.fixture
def atoms(tmp_path: Path) -> Path:
    room = {"type": "string", "required": True, "enum": ["blue", "green"]}
    hours = {"type": "integer", "required": True}
    return folder_of(
        tmp_path / "atoms",
        atom("house.rooms.book", {"room": room, "hours": hours}, {"booking": "string"}, description="Book a room."),
        atom("house.rooms.rate", {"room": room}, {"text": "string"}, effect="R", description="What a room costs."),
        house__rooms=CODE,
    )


def session(scene: Scene, atoms: Path, **more: str) -> Orchestrator:
    environ = {"AURA_HOME": str(scene.root / "state"), "HOME": str(scene.root / "home"), **more}
    return assemble(scene.root / "ws", environ, atoms=(atoms,), machine=NOWHERE)


def booked(atoms: Path) -> list[str]:
    book = atoms / "book.txt"
    return book.read_text("utf-8").splitlines() if book.exists() else []


def yes(preview: Preview) -> bool:
    return True


def test_an_intent_is_planned_and_nothing_is_done(scene: Scene, atoms: Path) -> None:
    result = session(scene, atoms).flow("book the blue room for 2 hours")
    assert result.status == "planned" and result.planned_by is not None and result.planned_by.fallback
    assert result.plan is not None and result.plan["steps"][0]["inputs"] == {"room": "blue", "hours": 2}
    assert result.preview is not None and result.preview.needs_yes and booked(atoms) == []


def test_only_the_atoms_that_are_named_are_planned_with(scene: Scene, atoms: Path) -> None:
    said = "book the blue room for 2 hours"
    assert session(scene, atoms).flow(said, atoms=["house.rooms.book"]).status == "planned"
    assert session(scene, atoms).flow(said, atoms=["house.rooms.rate"]).status in ("unsupported", "planned")
    assert session(scene, atoms).flow(said, atoms=[]).status == "unsupported"


def test_a_proposed_plan_waits_for_a_yes_whoever_hands_it_in_and_whatever_is_left_out(
    scene: Scene, atoms: Path
) -> None:
    proposed = session(scene, atoms).flow("book the blue room for 2 hours")
    document = {"target": proposed.target, "plan": proposed.plan}
    later = session(scene, atoms)
    assert later.run_document(document).status == "confirmation" and booked(atoms) == []
    assert later.accept(document).status == "confirmation"
    assert proposed.plan is not None
    steps = [{**step, "inputs": {"room": "green", "hours": 1}} for step in proposed.plan["steps"]]
    assert later.run_document({"target": "Mine", "plan": {"steps": steps}}).status == "completed"
    assert booked(atoms) == ["green 1"]


def test_a_fallback_runs_only_after_a_yes(scene: Scene, atoms: Path) -> None:
    said = "book the blue room for 2 hours"
    waits = session(scene, atoms).flow(said, run=True)
    assert waits.status == "confirmation" and booked(atoms) == []
    assert session(scene, atoms).flow(said, run=True, approve=lambda preview: False).status == "confirmation"
    assert booked(atoms) == []
    assert session(scene, atoms).flow(said, run=True, approve=yes).status == "completed"
    assert booked(atoms) == ["blue 2"]
    assert session(scene, atoms).approve(waits.run_id).status == "completed" and len(booked(atoms)) == 2


def test_what_is_missing_is_asked_and_the_answer_is_a_number(scene: Scene, atoms: Path) -> None:
    asked = session(scene, atoms).flow("book the green room", run=True, approve=yes)
    assert asked.status == "clarification" and "hours" in asked.message and booked(atoms) == []
    assert session(scene, atoms).answer("3", asked.run_id).status == "completed"
    assert booked(atoms) == ["green 3"]


def test_atoms_and_rules_make_one_plan(scene: Scene, atoms: Path) -> None:
    said = "book the blue room for 1 hour, then create a folder trip and a file notes.txt inside it"
    assert session(scene, atoms).flow(said, run=True, approve=yes).status == "completed"
    assert booked(atoms) == ["blue 1"] and "ws/trip/notes.txt" in scene.tree()


def test_a_sentence_that_rules_cover_in_part_is_planned_whole(scene: Scene, atoms: Path) -> None:
    said = "book the green room for 1 hour and create a file booked.txt"
    assert session(scene, atoms).process(said, approve=yes).status == "completed"
    assert booked(atoms) == ["green 1"] and "ws/booked.txt" in scene.tree()


def test_a_sentence_that_no_rule_covers_is_planned_over_atoms(scene: Scene, atoms: Path) -> None:
    held = session(scene, atoms).process("book the blue room for 4 hours")
    assert held.status == "confirmation" and booked(atoms) == []
    assert session(scene, atoms).process("book the blue room for 4 hours", approve=yes).status == "completed"
    assert booked(atoms) == ["blue 4"]
    rated = session(scene, atoms).process("rate the green room")
    assert rated.steps[0].outputs == {"text": "green costs 10"}


@pytest.mark.parametrize(
    "said",
    [
        "if it rains book the blue room for 2 hours",
        "do not book the blue room for 2 hours",
        "I booked the blue room for 2 hours",
        "book the blue room for 2 hours and feed the elephants",
        "paint the fence",
        "she will book the blue room for 2 hours",
        "how do I book the blue room for 2 hours",
    ],
)
def test_what_is_no_request_or_is_half_understood_goes_to_no_planner(scene: Scene, atoms: Path, said: str) -> None:
    result = session(scene, atoms).process(said, approve=yes)
    assert result.status in ("unsupported", "clarification", "failed", "answered") and booked(atoms) == []


def test_a_rule_that_covers_a_sentence_goes_before_any_atom(scene: Scene, tmp_path: Path) -> None:
    thief = folder_of(tmp_path / "thief", atom("thief.create", {}, {}, description="Create a folder x."), thief="")
    result = session(scene, thief).process("create a folder x")
    assert result.status == "completed" and scene.tree()["ws/x"] is None


def test_without_atoms_nothing_is_different(scene: Scene) -> None:
    result = scene.session().process("book the blue room for 2 hours")
    assert result.status == "unsupported" and result.planned_by is None


def test_what_a_model_proposes_waits_for_a_yes_too(scene: Scene, atoms: Path) -> None:
    step = {"step_id": "s", "id": "house.rooms.book", "target": "", "inputs": {"room": "green", "hours": 8}}
    with serving(chat(json.dumps({"target": "t", "plan": {"steps": [step]}}))) as server:
        model = server.environ(AURA_FLOW__TEMPERATURE="0")
        held = session(scene, atoms, **model).process("I need somewhere to sit, a working day long, in green")
        done = session(scene, atoms, **model).flow("somewhere green for the day", run=True, approve=yes)
    assert held.status == "unsupported" or (held.status == "confirmation" and held.planned_by is not None)
    assert done.status == "completed" and booked(atoms) == ["green 8"]
    assert done.planned_by is not None and not done.planned_by.fallback and "tiny" in done.planned_by.by
    assert server.asked[-1]["temperature"] == 0


KEYS = [
    ("system.input.press", {"keys": "alt+f4"}, "somehow a key should get pressed, or keys together"),
    ("system.input.type_text", {"text": "rm"}, "somehow text should get typed into the window that has the focus"),
    ("system.input.click", {"x": 1, "y": 1}, "somehow there should come a click at a place on the screen"),
]


@pytest.mark.parametrize(("locked", "inputs", "said"), KEYS, ids=[key for key, *_ in KEYS])
def test_a_model_never_plans_keys_or_the_pointer(
    scene: Scene, atoms: Path, locked: str, inputs: dict[str, object], said: str
) -> None:
    step = {"step_id": "s", "id": locked, "target": "", "inputs": inputs}
    with serving(chat(json.dumps({"target": "t", "plan": {"steps": [step]}}))) as server:
        found = session(scene, atoms, **server.environ()).flow(said, run=True, approve=yes)
    assert server.asked, "the model was asked"
    assert locked not in json.dumps(server.asked[0])
    assert locked not in json.dumps(found.plan)


@pytest.mark.parametrize("left_out", ["", "proposed_by", "fallback"])
def test_a_response_that_a_file_holds_is_still_nobodys_approval(scene: Scene, atoms: Path, left_out: str) -> None:
    planned = session(scene, atoms).flow("book the blue room for 2 hours")
    assert planned.planned_by is not None
    document = {"target": planned.target, "plan": planned.plan, **planned.planned_by.as_json()}
    document.pop(left_out, None)
    assert session(scene, atoms).run_document(document).status == "confirmation" and booked(atoms) == []


def test_folders_of_the_settings_are_always_there(scene: Scene, atoms: Path) -> None:
    found = scene.session(AURA_FLOW__FOLDERS=json.dumps([str(atoms)])).tools()
    assert "house.rooms.book" in found
