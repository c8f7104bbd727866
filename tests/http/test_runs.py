"""Runs over HTTP: plans carried out, approved by somebody, followed, answered, stopped and taken back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from served import Reply, Served, clean_environ

from aura.surfaces.http.service import open_orchestrator

SLOW = """
import time
from pathlib import Path

def wait(seconds, mark):
    with Path(mark).open("a") as file:
        file.write("x")
    time.sleep(seconds)
    return "waited"
"""
SLOW_ATOM = """{"atoms": [{"id": "slow.wait", "description": "Wait.", "effect": "X", "idempotent": true,
 "inputs": {"seconds": {"type": "number", "required": true}, "mark": {"type": "string", "required": true}},
 "outputs": {"said": {"type": "string"}}}]}"""


def document(*steps: dict[str, Any], **outputs: str) -> dict[str, Any]:
    return {"target": "A test", "plan": {"steps": list(steps), "outputs": outputs}}


def step(atom: str, step_id: str, **inputs: Any) -> dict[str, Any]:
    return {"id": atom, "step_id": step_id, "target": f"Do {atom}", "inputs": inputs}


SUM = document(step("knowledge.calculate", "sum", expression="19 + 23"), sum="${sum.outputs.value}")


def settled(server: Served, run_id: str) -> dict[str, Any]:
    """A run once it has ended or waits for somebody."""
    for _ in range(600):
        shown = server.get(f"/runs/{run_id}").body
        if shown["status"] not in ("accepted", "running"):
            assert isinstance(shown, dict)
            return shown
        time.sleep(0.05)
    raise AssertionError(shown)


def made(server: Served, name: str, text: str = "kept") -> Path:
    file = server.work / name
    file.write_text(text)
    return file


def deletion(server: Served, name: str) -> Reply:
    """A plan handed in that deletes a file."""
    return server.post("/execute", document(step("files.delete_file", "gone", path=str(made(server, name)))))


@pytest.fixture
def slow(start: Callable[..., Served], tmp_path: Path) -> Callable[..., Served]:
    """Starts servers that have an atom which takes its time."""
    (tmp_path / "atoms").mkdir()
    (tmp_path / "atoms" / "slow.py").write_text(SLOW)
    (tmp_path / "atoms" / "slow.json").write_text(SLOW_ATOM)
    return lambda **environ: start("--atoms", str(tmp_path / "atoms"), **environ)


def test_a_plan_is_carried_out_and_gives_what_it_should(server: Served) -> None:
    done = server.post("/execute", {**SUM, "validation": {"valid": True, "execution_order": ["sum"], "warnings": []}})
    assert done.status == 200 and done.headers["location"] == f"/runs/{done.body['run_id']}"
    assert (done.body["status"], done.body["outputs"]) == ("answered", {"sum": 42})
    shown = server.get(done.headers["location"]).body
    assert shown["plan_hash"] == done.body["plan_hash"] and shown["started_by"] == "owner"
    assert server.get("/runs?count=1").body["runs"][0]["run_id"] == done.body["run_id"]


def test_a_plan_with_faults_is_refused_with_all_of_them(server: Served) -> None:
    faulty = document(step("no.such", "a"), step("files.create_folder", "b"))
    refused = server.post("/execute", faulty)
    assert refused.code == "INVALID_PLAN" and refused.status == 422
    assert {fault["code"] for fault in refused.body["errors"]} == {"UNKNOWN_ATOM_ID", "MISSING_REQUIRED_INPUT"}
    verdict = server.post("/validate", faulty)
    assert verdict.status == 200 and verdict.body["errors"] == refused.body["errors"]
    assert server.post("/execute", {**SUM, "validation": {"valid": False, "errors": []}}).code == "INVALID_PLAN"


def test_an_intent_becomes_a_plan_over_the_atoms_that_may_be_used(server: Served) -> None:
    planned = server.post("/plan", {"intent": "tell me the time", "atoms": ["system.state.time"]})
    assert planned.body["fallback"] is True and planned.body["validation"]["valid"] is True
    assert [one["id"] for one in planned.body["plan"]["steps"]] == ["system.state.time"]
    done = server.post("/execute", planned.body)
    assert done.body["status"] == "answered" and done.body["steps"][0]["outputs"]
    none = server.post("/plan", {"intent": "frobnicate the gnusto", "atoms": ["system.state.time"]})
    assert none.code == "NO_PLAN_FOUND"


def test_a_sentence_is_done_in_the_folder_that_is_served(server: Served) -> None:
    done = server.post("/do", {"utterance": "create a folder space"})
    assert (done.status, done.body["status"]) == (200, "completed") and (server.work / "space").is_dir()
    undone = server.post(f"/runs/{done.body['run_id']}/undo")
    assert undone.body["status"] == "completed" and not (server.work / "space").exists()


def test_what_is_missing_is_asked_and_answered(server: Served) -> None:
    asked = server.post("/do", {"utterance": "create a folder"})
    assert asked.status == 202 and asked.body["question"]["text"]
    answered = server.post(f"/runs/{asked.body['run_id']}/answer", {"text": "weekly plan"})
    assert answered.body["status"] == "completed" and (server.work / "weekly plan").is_dir()
    assert server.post(f"/runs/{asked.body['run_id']}/answer", {"text": "more"}).code == "NOTHING_TO_ANSWER"


def test_what_would_lose_something_waits_for_a_yes_to_that_very_plan(server: Served) -> None:
    waiting = deletion(server, "old.txt")
    assert (waiting.status, waiting.body["status"]) == (202, "confirmation")
    assert waiting.body["preview"][0]["lost"] == [str(server.work / "old.txt")]
    run = f"/runs/{waiting.body['run_id']}"
    assert server.get(run).body["preview"] == waiting.body["preview"]
    assert server.post(f"{run}/approve", {"approval": "0" * 16}).code == "OTHER_PLAN"
    assert server.post(f"{run}/approve", {}).code == "INVALID_REQUEST"
    assert (server.work / "old.txt").exists()
    done = server.post(f"{run}/approve", {"approval": waiting.body["approval"]}, token=server.token_of("dana"))
    assert (done.status, done.body["status"]) == (200, "completed") and not (server.work / "old.txt").exists()
    shown = server.get(run).body
    assert (shown["started_by"], shown["approved_by"]) == ("owner", "dana")
    assert server.post(f"{run}/approve", {"approval": waiting.body["approval"]}).code == "NOTHING_TO_APPROVE"
    assert server.post(f"{run}/undo").body["status"] == "completed"
    assert (server.work / "old.txt").read_text() == "kept"


def test_a_sentence_that_deletes_waits_for_a_yes_too(server: Served) -> None:
    made(server, "draft.md")
    waiting = server.post("/do", {"utterance": "delete draft.md"})
    assert (waiting.status, waiting.body["status"]) == (202, "confirmation") and (server.work / "draft.md").exists()
    approved = server.post(f"/runs/{waiting.body['run_id']}/approve", {"approval": waiting.body["approval"]})
    assert approved.body["status"] == "completed" and not (server.work / "draft.md").exists()


def test_a_yes_does_not_hold_for_what_was_changed_since(server: Served) -> None:
    waiting = deletion(server, "notes.txt")
    made(server, "notes.txt", "written since")
    again = server.post(f"/runs/{waiting.body['run_id']}/approve", {"approval": waiting.body["approval"]})
    assert (again.status, again.body["status"]) == (202, "confirmation")
    assert again.body["approval"] != waiting.body["approval"]
    stale = server.post(f"/runs/{waiting.body['run_id']}/approve", {"approval": waiting.body["approval"]})
    assert stale.code == "OTHER_PLAN" and (server.work / "notes.txt").read_text() == "written since"
    assert server.get(f"/runs/{waiting.body['run_id']}").body["approval"] == again.body["approval"]
    done = server.post(f"/runs/{waiting.body['run_id']}/approve", {"approval": again.body["approval"]})
    assert done.body["status"] == "completed" and not (server.work / "notes.txt").exists()


def test_a_yes_is_for_one_step_and_not_for_the_next_that_asks(server: Served) -> None:
    first = step("flow.approval", "first", subject="Begin")
    second = step("flow.approval", "second", subject="Go on") | {"depends_on": ["first"]}
    waiting = server.post("/execute", document(first, second))
    run, yes = f"/runs/{waiting.body['run_id']}", {"approval": waiting.body["approval"]}
    assert server.post(f"{run}/approve", yes).body["status"] == "confirmation"
    assert server.post(f"{run}/approve", yes).code == "OTHER_PLAN"
    assert server.get(run).body["question"]["text"] == "Go on"
    assert server.post(f"{run}/approve", {"approval": server.get(run).body["approval"]}).status == 200


def test_of_two_yeses_at_once_only_one_runs_the_plan(slow: Callable[..., Served], tmp_path: Path) -> None:
    server, mark = slow(), tmp_path / "mark"
    plan = {**document(step("slow.wait", "a", seconds=0.5, mark=str(mark))), "proposed_by": "a planner"}
    waiting = server.post("/execute", plan)
    assert waiting.body["status"] == "confirmation" and not mark.exists()
    yes = {"approval": waiting.body["approval"]}
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda _: server.post(f"/runs/{waiting.body['run_id']}/approve", yes), range(8)))
    assert mark.read_text() == "x"
    assert sum(reply.body["status"] == "completed" for reply in replies) == 1


def test_what_waits_can_be_dropped_and_is_then_not_done(server: Served) -> None:
    waiting = deletion(server, "spared.txt")
    run = f"/runs/{waiting.body['run_id']}"
    assert server.post(f"{run}/cancel").body["status"] == "cancelled"
    assert server.post(f"{run}/approve", {"approval": waiting.body["approval"]}).code == "NOTHING_TO_APPROVE"
    assert (server.work / "spared.txt").exists()


def test_only_the_person_whom_a_step_names_can_approve_it(server: Served) -> None:
    made_when_approved = step("files.create_folder", "make", path=str(server.work / "approved")) | {
        "depends_on": ["yes"]
    }
    plan = document(step("flow.approval", "yes", subject="Make the folder", approver="dana"), made_when_approved)
    waiting = server.post("/execute", plan)
    assert (waiting.status, waiting.body["status"]) == (202, "confirmation")
    run, yes = f"/runs/{waiting.body['run_id']}", {"approval": waiting.body["approval"]}
    for somebody in (server.token, server.token_of("eve")):
        assert server.post(f"{run}/approve", yes, token=somebody).code == "NOT_YOURS"
        assert server.post(f"{run}/answer", {"text": "yes"}, token=somebody).status == 403
        assert server.get(run).body["status"] == "confirmation"
    assert not (server.work / "approved").exists()
    done = server.post(f"{run}/approve", yes, token=server.token_of("dana"))
    assert done.body["status"] == "completed" and (server.work / "approved").is_dir()
    assert {step["step_id"]: step["outputs"] for step in done.body["steps"]}["yes"] == {"by": "dana"}


def test_a_run_that_waits_is_approved_after_a_restart_too(start: Callable[..., Served]) -> None:
    first = start()
    waiting = deletion(first, "later.txt")
    first.kill()
    second = start()
    done = second.post(f"/runs/{waiting.body['run_id']}/approve", {"approval": waiting.body["approval"]})
    assert done.body["status"] == "completed" and not (second.work / "later.txt").exists()


@pytest.mark.parametrize("how", [{"headers": {"Prefer": "respond-async"}}, {"query": "?wait=false"}])
def test_a_run_need_not_be_waited_for(server: Served, how: dict[str, Any]) -> None:
    accepted = server.post(f"/execute{how.get('query', '')}", SUM, headers=how.get("headers"))
    assert (accepted.status, accepted.body["status"]) == (202, "accepted")
    shown = settled(server, accepted.body["run_id"])
    assert shown["status"] == "answered" and shown["steps"][0]["outputs"]["value"] == 42


def test_what_was_accepted_and_cannot_be_done_any_more_fails_and_says_why(
    start: Callable[..., Served], tmp_path: Path
) -> None:
    note = tmp_path / "work" / "note.txt"
    note.parent.mkdir()
    note.write_text("kept")
    move = step("files.move", "move", source=str(note), destination=str(note.with_name("moved.txt")))
    run_id = accepted_by_a_process_that_ends(tmp_path, document(move))
    note.unlink()
    server = start()
    ended = list(server.events(run_id))[-1]
    assert (ended["event"], ended["data"]["status"]) == ("end", "failed")
    assert "note.txt" in ended["data"]["message"] and server.get(f"/runs/{run_id}").body["status"] == "failed"


def test_what_others_had_accepted_elsewhere_or_will_still_begin_is_left_to_them(
    start: Callable[..., Served], tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    elsewhere = accepted_by_a_process_that_ends(tmp_path, creation(tmp_path / "elsewhere" / "new"), "elsewhere")
    living = open_orchestrator(tmp_path / "work", clean_environ(tmp_path), (), None)
    here = living.accept(creation(tmp_path / "work" / "new")).run_id
    last = accepted_by_a_process_that_ends(tmp_path, creation(tmp_path / "work" / "last"))
    server = start(AURA_HTTP__WORKERS="1")
    assert settled(server, last)["status"] == "completed"
    assert {server.get(f"/runs/{run_id}").body["status"] for run_id in (elsewhere, here)} == {"accepted"}
    assert not (tmp_path / "elsewhere" / "new").exists() and not (server.work / "new").exists()


def creation(folder: Path) -> dict[str, Any]:
    return document(step("files.create_folder", "make", path=str(folder)))


def accepted_by_a_process_that_ends(world: Path, plan: dict[str, Any], folder: str = "work") -> str:
    """The id of a run that a process accepted, and then ended before it was begun."""
    (world / folder).mkdir(exist_ok=True)
    code = (
        "import json, os, sys; from pathlib import Path; from aura.surfaces.http.service import open_orchestrator; "
        "runtime = open_orchestrator(Path.cwd(), os.environ, (), None); "
        "print(runtime.accept(json.loads(sys.argv[1]), by='dana').run_id)"
    )
    command = [sys.executable, "-c", code, json.dumps(plan)]
    environ = clean_environ(world)
    found = subprocess.run(command, cwd=world / folder, env=environ, capture_output=True, text=True, check=True)
    return found.stdout.strip()


def test_a_run_is_stopped_and_finished_later(slow: Callable[..., Served], tmp_path: Path) -> None:
    server, marks = slow(), [tmp_path / name for name in "abcdef"]
    waits = [step("slow.wait", mark.name, seconds=0.4, mark=str(mark)) for mark in marks]
    chained = [{**one, "depends_on": [waits[at - 1]["step_id"]]} if at else one for at, one in enumerate(waits)]
    run_id = server.post("/execute?wait=false", document(*chained)).body["run_id"]
    next(event for event in server.events(run_id) if event["event"] == "step")
    server.post(f"/runs/{run_id}/cancel")
    assert settled(server, run_id)["status"] == "cancelled" and not marks[-1].exists()
    assert server.post(f"/runs/{run_id}/resume").body["status"] == "completed"
    assert marks[-1].read_text() == "x"


def test_a_run_can_be_followed_and_gone_on_following_from_anywhere(slow: Callable[..., Served], tmp_path: Path) -> None:
    server = slow()
    waits = [step("slow.wait", name, seconds=0.3, mark=str(tmp_path / name)) for name in "abc"]
    chained = [{**one, "depends_on": [waits[at - 1]["step_id"]]} if at else one for at, one in enumerate(waits)]
    run_id = server.post("/execute?wait=false", document(*chained)).body["run_id"]
    first = list(server.events(run_id, most=3))
    rest = list(server.events(run_id, last=first[-1]["id"]))
    told = [
        (event["data"]["step_id"], event["data"]["status"]) for event in (*first, *rest) if event["event"] == "step"
    ]
    assert [said for said in told if said[1] == "completed"] == [(name, "completed") for name in "abc"]
    assert len(told) == len(set(told))
    assert rest[-1]["event"] == "end" and rest[-1]["data"]["status"] == "completed"
    again = slow()
    assert [event["data"] for event in again.events(run_id) if event["event"] != "run"][-1] == rest[-1]["data"]
    assert [event["event"] for event in again.events(run_id, last=rest[-1]["id"])] == ["end"]
    assert list(again.events(run_id, last="no id of ours"))[-1]["event"] == "end"


def test_a_run_that_was_killed_is_seen_as_interrupted_and_finished(slow: Callable[..., Served], tmp_path: Path) -> None:
    first = slow()
    waits = [step("slow.wait", name, seconds=0.5, mark=str(tmp_path / name)) for name in "ab"]
    run_id = first.post("/execute?wait=false", document(waits[0], {**waits[1], "depends_on": ["a"]})).body["run_id"]
    next(event for event in first.events(run_id) if event["event"] == "step")
    first.kill()
    second = slow()
    assert second.get(f"/runs/{run_id}").body["status"] == "interrupted"
    assert next(second.events(run_id, most=1))["data"]["status"] == "interrupted"
    assert second.post(f"/runs/{run_id}/resume").body["status"] == "completed"
    assert (tmp_path / "b").read_text() == "x"


def test_what_was_accepted_and_not_begun_is_done_by_the_next_server(
    slow: Callable[..., Served], tmp_path: Path
) -> None:
    first, marks = slow(AURA_HTTP__WORKERS="1"), [tmp_path / name for name in "abc"]
    plans = [document(step("slow.wait", mark.name, seconds=1.5, mark=str(mark))) for mark in marks]
    runs = [first.post("/execute?wait=false", plan).body["run_id"] for plan in plans]
    next(event for event in first.events(runs[0]) if event["event"] == "step")
    assert [first.get(f"/runs/{run_id}").body["status"] for run_id in runs[1:]] == ["accepted"] * 2
    first.kill()
    second = slow()
    assert [settled(second, run_id)["status"] for run_id in runs] == ["interrupted", "completed", "completed"]
    assert [mark.read_text() for mark in marks] == ["x"] * 3


def test_when_too_much_waits_it_is_said_and_nothing_breaks(slow: Callable[..., Served], tmp_path: Path) -> None:
    server = slow(AURA_HTTP__WORKERS="1", AURA_HTTP__WAITING="2", AURA_HTTP__STREAMS="1")
    plans = [document(step("slow.wait", "a", seconds=0.5, mark=str(tmp_path / f"{number}"))) for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda plan: server.post("/execute", plan), plans))
    busy = [reply for reply in replies if reply.status != 200]
    assert {reply.code for reply in busy} == {"BUSY"} and int(busy[0].headers["retry-after"]) > 0
    assert [reply.body["status"] for reply in replies if reply.status == 200] == ["completed"] * (8 - len(busy))
    waiting = deletion(server, "x").body["run_id"]
    followed = server.events(waiting)
    next(followed)
    assert server.get(f"/runs/{waiting}/events").code == "BUSY"
    followed.close()


def test_names_that_are_no_text_are_told_all_the_same(server: Served) -> None:
    (server.work / os.fsdecode(b"odd \xff name.txt")).write_text("x")
    told = server.post("/do", {"utterance": "list the files here"})
    assert told.status == 200 and "odd" in json.dumps(told.body)


def test_the_server_ends_while_runs_and_streams_are_open(slow: Callable[..., Served], tmp_path: Path) -> None:
    server = slow()
    waits = [step("slow.wait", name, seconds=0.5, mark=str(tmp_path / name)) for name in "abcdefghijkl"]
    chained = [{**one, "depends_on": [waits[at - 1]["step_id"]]} if at else one for at, one in enumerate(waits)]
    run_id = server.post("/execute?wait=false", document(*chained)).body["run_id"]
    with ThreadPoolExecutor(1) as pool:
        followed = pool.submit(lambda: list(server.events(run_id)))
        time.sleep(0.7)
        server.stop()
        assert followed.result(timeout=30)
    assert not (tmp_path / "l").exists()
    assert slow().get(f"/runs/{run_id}").body["status"] in ("cancelled", "interrupted")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "", None), ("GET", "/events", None), ("POST", "/approve", {"approval": "0" * 16}),
        ("POST", "/answer", {"text": "x"}), ("POST", "/cancel", None), ("POST", "/undo", None),
        ("POST", "/resume", None),
    ],
)  # fmt: skip
def test_a_run_that_is_not_there_is_not_found(server: Served, method: str, path: str, body: Any) -> None:
    assert server.call(method, f"/runs/zzzzz{path}", body).code == "UNKNOWN_RUN"
    assert server.call(method, f"/runs/..%2f..%2fetc{path}", body).status in (404, 422)
    assert server.call(method, f"/runs/ZZ!{path}", body).status == 422


def test_everything_that_can_be_done_is_listed(server: Served) -> None:
    atoms = {atom["id"]: atom for atom in server.get("/atoms").body["atoms"]}
    assert atoms["files.move"]["inputs"]["source"]["required"] is True and "flow.approval" in atoms


def test_many_run_at_once_and_none_is_lost(server: Served) -> None:
    with ThreadPoolExecutor(50) as pool:
        replies = list(pool.map(lambda _: server.post("/execute", SUM), range(300)))
    assert {reply.status for reply in replies} == {200}
    assert len({reply.body["run_id"] for reply in replies}) == 300
