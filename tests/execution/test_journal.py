"""What the journal remembers, and what it says when it cannot."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from house import House
from msgspec.structs import replace

from aura.capability.errors import ToolError
from aura.contracts.goal import Question
from aura.contracts.plan import Step, Validation
from aura.execution.journal import Journal
from aura.execution.rows import Pending, StepRow


class Growing:
    """Is told as text, and makes a list longer whenever it is."""

    def __init__(self, texts: list[str]) -> None:
        self._texts = texts

    def __str__(self) -> str:
        self._texts.append("more")
        return ""


def test_commands_are_remembered_newest_first(house: House) -> None:
    first = house.run(Step("give", "", {"value": 1})).run_id
    journal = house.journal()
    second = journal.note("how do I fly?", "unsupported", "I cannot do that.")
    assert [(past.run_id, past.utterance, past.status) for past in journal.recent(5)] == [
        (second, "how do I fly?", "unsupported"),
        (first, "a test", "answered"),
    ]
    assert [past.run_id for past in journal.recent(1)] == [second]
    journal.close()


def test_a_run_can_be_shown_with_its_steps_and_changes(house: House) -> None:
    house.plant(a_txt="A")
    run_id = house.run(house.recording(["move", "a.txt", "b.txt"], step_id="s")).run_id
    journal = house.journal()
    run, steps = journal.run(run_id), journal.steps(run_id)
    assert (run.status, run.undo) == ("completed", "") and run.started <= run.finished
    assert [step.step_id for step in steps] == ["s"]
    assert [type(record.change).__name__ for record in steps[0].records] == ["Move"]
    journal.close()


def test_a_large_plan_and_what_its_step_gave_come_back_as_they_were(house: House) -> None:
    rows = [[number, f"item {number}", None, number % 2 == 0] for number in range(5_000)]
    document = house.plan(
        Step("give", "", {"value": rows}, "s"), Step("give", "", {"value": "${s.outputs.value}"}, "t")
    )
    preview = house.preview(document)
    run_id = house.execute(document, preview).run_id
    journal = house.journal()
    assert journal.plan_of(run_id) == (document, ("s", "t"), preview)
    assert [(step.inputs, step.outputs) for step in journal.steps(run_id)] == [({"value": rows}, {"value": rows})] * 2
    journal.close()
    kept = sqlite3.connect(house.home / "journal.db").execute("SELECT owner, name FROM kept ORDER BY 1, 2").fetchall()
    assert ("", "plan") in kept and ("s", "outputs") in kept
    assert ("", "preview") not in kept, "the rows of the plan are written down once, not with its preview too"


def test_a_large_value_that_changes_while_it_is_written_is_refused(house: House) -> None:
    journal = house.journal()
    run_id = journal.note("a test", "failed", "")
    texts = ["x"] * 5_000
    row = StepRow(0, "s", "give", "running", {"value": texts, "told": Growing(texts)})
    with pytest.raises(ToolError) as raised:
        journal.put_step(run_id, row, durable=False)
    assert raised.value.code == "JOURNAL_UNUSABLE" and journal.steps(run_id) == []
    journal.close()


def test_a_question_survives_a_restart_until_it_is_answered(house: House) -> None:
    journal = house.journal()
    run_id = journal.note("delete it", "clarification", "Which one?")
    pending = Pending(run_id, "delete it", {"name": "a.txt"}, Question("Which one?", ("a", "b"), "name"))
    journal.ask(pending)
    journal.close()
    journal = house.journal()
    assert journal.pending() == pending == journal.pending(run_id)
    assert journal.pending("other") is None
    journal.answered(run_id)
    assert journal.pending() is None
    journal.close()


def test_the_answered_command_runs_under_its_own_id(house: House) -> None:
    journal = house.journal()
    run_id = journal.note("make it", "clarification", "What?")
    journal.close()
    assert house.run(house.recording(["make_folder", "x"]), run_id=run_id).run_id == run_id
    journal = house.journal()
    assert [(run.run_id, run.utterance, run.status) for run in journal.runs(9)] == [(run_id, "make it", "completed")]
    journal.close()


def test_the_content_of_a_finished_step_is_not_kept(house: House) -> None:
    run_id = house.run(house.recording(["write", "a.txt", "a secret"])).run_id
    journal = house.journal()
    assert journal.steps(run_id)[0].contents == ()
    journal.close()


def test_a_broken_journal_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"this is not a database, but long enough to look at" * 50)
    with pytest.raises(ToolError) as raised:
        Journal(tmp_path)
    assert raised.value.code == "JOURNAL_UNUSABLE"
    assert str(tmp_path / "journal.db") in raised.value.message


def test_a_journal_of_another_version_is_named(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(ToolError) as raised:
        Journal(tmp_path)
    assert raised.value.code == "JOURNAL_VERSION" and "99" in raised.value.message


def test_a_journal_of_the_first_format_is_read_and_goes_on(house: House) -> None:
    first = house.run(house.recording(["make_folder", "x"], step_id="a"))
    connection = sqlite3.connect(house.home / "journal.db")
    connection.executescript(
        "DROP TABLE kept; DROP TABLE proposed;"
        "ALTER TABLE questions DROP COLUMN workspace; ALTER TABLE runs DROP COLUMN talk;"
        "ALTER TABLE runs DROP COLUMN stop; ALTER TABLE runs DROP COLUMN started_by;"
        "ALTER TABLE runs DROP COLUMN approved_by; ALTER TABLE runs DROP COLUMN begun;"
        "ALTER TABLE runs DROP COLUMN held_in; ALTER TABLE runs DROP COLUMN held_by;"
        "PRAGMA user_version = 1;"
    )
    connection.close()
    assert house.run(house.recording(["make_folder", "y"], step_id="a")).status == "completed"
    assert house.undo(first.run_id).status == "undone" and house.names() == ["y"]


def test_large_values_come_back_as_they_were_and_go_with_what_replaces_them(house: House) -> None:
    names = [f"folder {number}" for number in range(2000)]
    run = house.run(house.recording(*(["make_folder", name] for name in names), step_id="a")).run_id
    journal = house.journal()
    row = journal.steps(run)[0]
    assert len(row.records) == len(names) and len(str(row.inputs)) > 4096
    assert journal.plan_of(run)[0].plan.steps[0].inputs == row.inputs
    journal.put_step(run, replace(row, records=row.records[:3]), durable=False)
    assert len(journal.steps(run)[0].records) == 3
    journal.close()


def test_a_step_that_cannot_be_journalled_is_not_done(house: House) -> None:
    journal = house.journal()
    journal.close()
    execution = house.executor(journal).execute(
        house.plan(house.recording(["make_folder", "x"], step_id="a")),
        Validation(True, execution_order=("a",)),
    )
    assert execution.status == "failed" and "journal" in execution.message
    assert house.names() == []


SCRIPT = """
import sys; sys.path.insert(0, sys.argv[2])
from pathlib import Path; from house import House
house = House(Path(sys.argv[1])); me = sys.argv[3]
for number in range(15):
    house.write(f"{me}/same.txt", me)
    step = house.recording(["make_folder", f"{me}-{number}"], ["trash", f"{me}/same.txt"], step_id="a")
    made = house.run(step)
    assert made.status == "completed", made
    if number % 2:
        assert house.undo(made.run_id).status == "undone"
        (house.work / me / "same.txt").unlink()
"""


OPENING = """
import sys, time
from pathlib import Path
from aura.execution.journal import Journal
while time.time() < float(sys.argv[2]): pass
Journal(Path(sys.argv[1])).close()
"""


def test_a_new_journal_can_be_opened_by_several_processes_at_once(house: House) -> None:
    for number in range(3):
        command = [sys.executable, "-c", OPENING, str(house.home / str(number)), str(time.time() + 0.5)]
        every = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(4)]
        assert [process.communicate()[1] for process in every] == [""] * 4


def test_two_processes_at_once_corrupt_nothing(house: House) -> None:
    command = [sys.executable, "-c", SCRIPT, str(house.root), str(Path(__file__).parent)]
    both = [subprocess.Popen([*command, name], stderr=subprocess.PIPE, text=True) for name in ("one", "two")]
    for process in both:
        assert process.wait() == 0, process.stderr.read() if process.stderr else ""
    folders = [name for name in house.names() if "-" in name]
    assert folders == sorted(f"{name}-{number}" for name in ("one", "two") for number in range(0, 15, 2))
    assert len(list(house.trash.glob("files/*"))) == len(list(house.trash.glob("info/*"))) == 16
    journal = house.journal()
    assert len(journal.runs(100)) == 30
    journal.close()
    connection = sqlite3.connect(house.home / "journal.db")
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
