"""Plans that have names: said, kept, run again, changed, taken back; each session is another process."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from scene import Scene

from aura.contracts.outcome import Preview, RunResult


def yes(preview: Preview) -> bool:
    return True


def do(scene: Scene, sentence: str, folder: str = "ws", by: str = "") -> RunResult:
    return scene.session(folder).process(sentence, approve=yes, by=by)


def kept(scene: Scene) -> list[str]:
    return sorted(file.name for file in (scene.root / "state" / "macros").glob("*"))


def file(scene: Scene, name: str) -> Path:
    return scene.root / "state" / "macros" / f"{name}.yaml"


@pytest.fixture
def trip(scene: Scene) -> Scene:
    """A scene in which a folder with a list was made, and kept as a macro."""
    assert do(scene, "create a folder trip and create a file list.txt in it with text passport").status == "completed"
    assert do(scene, "save that as a macro called packing").status == "completed"
    return scene


def test_what_was_done_is_done_again_in_another_folder(trip: Scene) -> None:
    (trip.root / "other").mkdir()
    assert do(trip, "run packing", "other").status == "completed"
    assert (trip.root / "other/trip/list.txt").read_text() == "passport"


def test_what_is_given_anew_goes_into_every_step_that_names_it(trip: Scene) -> None:
    assert do(trip, "run packing with folder summer and content sun hat").status == "completed"
    assert (trip.root / "ws/summer/list.txt").read_text() == "sun hat"
    assert (trip.root / "ws/trip/list.txt").read_text() == "passport"


def test_a_macro_is_previewed_step_by_step_journalled_and_taken_back(trip: Scene) -> None:
    before = trip.tree()
    session = trip.session()
    done = session.process("run packing with folder summer", approve=yes)
    assert [step.atom_id for step in done.steps] == ["files.create_folder", "files.create_file"]
    assert done.preview is not None and len(done.preview.steps) == 2
    assert session.undo().status == "completed"
    assert trip.tree() == before


def test_the_file_says_what_it_was_made_of_and_holds_no_path_of_this_computer(trip: Scene) -> None:
    text = file(trip, "packing").read_text()
    assert text.startswith("# Made of the command: create a folder trip and")
    assert str(trip.root) not in text
    assert yaml.safe_load(text)["parameters"] == {
        "folder": "${anchors.WORKSPACE}/trip",
        "path": "${parameters.folder}/list.txt",
        "content": "passport",
    }


def test_names_are_the_same_whatever_their_case_and_a_near_one_is_asked_about(trip: Scene) -> None:
    assert trip.session().plan("run Packing").status in ("planned", "failed")
    asked = trip.session().process("run paking", approve=yes)
    assert asked.status == "clarification"
    assert asked.question is not None and asked.question.candidates == ("packing",)


def test_an_answer_says_which_macro_is_meant(trip: Scene) -> None:
    (trip.root / "other").mkdir()
    session = trip.session("other")
    assert session.process("run pakcing", approve=yes).status == "clarification"
    assert session.answer("packing", approve=yes).status == "completed"
    assert (trip.root / "other/trip/list.txt").read_text() == "passport"


def test_a_macro_that_is_not_there_is_said_with_those_that_are(trip: Scene) -> None:
    said = do(trip, "run the macro cleaning")
    assert said.status == "failed"
    assert said.message == 'There is no macro "cleaning"; there is packing.'


def test_a_session_that_goes_on_knows_a_macro_as_soon_as_it_is_kept(scene: Scene) -> None:
    session = scene.session()
    session.process("create a folder alpha", approve=yes)
    session.process("save that as a macro called first", approve=yes)
    (scene.root / "ws/alpha").rmdir()
    assert session.process("run first", approve=yes).status == "completed"
    assert (scene.root / "ws/alpha").is_dir()


# -- what "that" is


def test_only_what_was_done_to_its_end_is_kept(scene: Scene) -> None:
    do(scene, "create a folder alpha")
    scene.session().undo()
    said = do(scene, "save that as a macro called one")
    assert said.status == "failed" and "was taken back" in said.message
    assert kept(scene) == []


def test_what_another_person_did_or_what_was_done_elsewhere_is_not_meant(scene: Scene) -> None:
    (scene.root / "other").mkdir()
    do(scene, "create a folder mine")
    do(scene, "create a folder theirs", by="bea")
    do(scene, "create a folder elsewhere", "other")
    assert do(scene, "save that as a macro called chores").status == "completed"
    assert "mine" in file(scene, "chores").read_text()
    assert do(scene, "save that as a macro called errands", by="bea").status == "completed"
    assert "theirs" in file(scene, "errands").read_text()


def test_keeping_a_macro_is_not_what_that_means_next(trip: Scene) -> None:
    assert do(trip, "list my macros").status == "answered"
    assert do(trip, "save that as a macro called again").status == "completed"
    macros = [yaml.safe_load(file(trip, name).read_text()) for name in ("packing", "again")]
    assert macros[0] == macros[1]


def test_a_macro_is_made_of_what_a_macro_did_so_none_runs_itself(trip: Scene) -> None:
    do(trip, "run packing with folder summer")
    assert do(trip, "save that as a macro called summer").status == "completed"
    steps = yaml.safe_load(file(trip, "summer").read_text())["plan"]["steps"]
    assert [step["id"] for step in steps] == ["files.create_folder", "files.create_file"]


def test_what_the_same_sentence_did_before_is_not_what_is_kept(scene: Scene) -> None:
    do(scene, "create a folder alpha")
    said = do(scene, "create a folder beta and save that as a macro called both")
    assert said.status == "failed" and "a command of its own" in said.message
    assert kept(scene) == [] and not (scene.root / "ws/beta").exists()


# -- kept, replaced, renamed, deleted, and back


def test_a_name_that_is_taken_is_given_anew_only_after_a_yes(trip: Scene) -> None:
    before = file(trip, "packing").read_text()
    do(trip, "create a folder attic")
    asked = trip.session().process("save that as a macro called packing")
    assert asked.status == "confirmation"
    assert file(trip, "packing").read_text() == before
    assert do(trip, "save that as a macro called packing").status == "completed"
    assert "attic" in file(trip, "packing").read_text()
    assert trip.session().undo().status == "completed"
    assert file(trip, "packing").read_text() == before


def test_a_macro_is_deleted_after_a_yes_and_comes_back(trip: Scene) -> None:
    before = file(trip, "packing").read_text()
    assert trip.session().process("delete the macro packing").status == "confirmation"
    assert do(trip, "delete the macro packing").status == "completed"
    assert kept(trip) == []
    assert trip.session().undo().status == "completed"
    assert file(trip, "packing").read_text() == before


def test_a_macro_gets_another_name_and_its_old_one_back(trip: Scene) -> None:
    assert do(trip, "rename the macro packing to Luggage").status == "completed"
    assert kept(trip) == ["Luggage.yaml"]
    assert trip.session().undo().status == "completed"
    assert kept(trip) == ["packing.yaml"]


def test_a_macro_may_be_spelled_in_other_letters(trip: Scene) -> None:
    text = file(trip, "packing").read_text()
    assert do(trip, "rename the macro packing to PACKING").status == "completed"
    assert file(trip, "PACKING").read_text() == text and len(kept(trip)) == 1


def test_saving_is_taken_back(trip: Scene) -> None:
    assert trip.session().undo().status == "completed"
    assert kept(trip) == []


@pytest.mark.parametrize("name", ["../outside", "a/b", ".hidden", "x" * 99])
def test_no_name_leads_out_of_the_folder_of_macros(trip: Scene, name: str) -> None:
    before = trip.tree()
    said = do(trip, f'save that as a macro called "{name}"')
    assert said.status != "completed"
    assert trip.tree() == before and kept(trip) == ["packing.yaml"]


# -- what a macro may lose, and what a person wrote


def test_a_macro_that_destroys_asks_each_time(scene: Scene) -> None:
    for _ in range(2):
        scene.plant(ws__old__a_txt="a")
        session = scene.session()
        asked = session.process("delete the folder old" if not kept(scene) else "run tidy")
        assert asked.status == "confirmation"
        assert (scene.root / "ws/old/a.txt").exists()
        if not kept(scene):
            do(scene, "delete the folder old")
            assert do(scene, "save that as a macro called tidy").status == "completed"
    assert do(scene, "run tidy").status == "completed"
    assert not (scene.root / "ws/old").exists()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("target: [1", "is not YAML (line"),
        ("- a list", "The file must be a mapping"),
        ("target: x\nplan: {steps: []}", "plan.steps must be a list of at least one step"),
        ("target: x\nplan: {steps: [{inputs: {}}]}", "plan.steps[0].id must say which tool does it"),
        ("target: x\nplan: {steps: [{id: a, inputs: 5}]}", "plan.steps[0].inputs must be a mapping"),
        ("target: x\nwhen: now\nplan: {steps: [{id: a}]}", "has 'when', which means nothing here"),
        (
            "target: x\nplan: {steps: [{id: files.open, inputs: {path: '${parameters.what}'}}]}",
            "plan.steps[0].inputs.path names the parameter what",
        ),
        (
            "target: x\nparameters: {a: '${parameters.b}', b: 1}\nplan: {steps: [{id: files.open}]}",
            "parameters.a names the parameter b, which must stand before it",
        ),
        ("target: x\nplan: {steps: [{id: automation.run_macro, inputs: {macro: edited}}]}", "UNKNOWN_ATOM_ID"),
        ("target: x\nplan: {steps: [{id: files.open, inputs: {path: /a, file: a}}]}", "UNKNOWN_INPUT_FIELD"),
        ("target: x\nplan: {steps: [{id: files.open, inputs: {path: '${anchors.MOON}/a'}}]}", "MOON"),
    ],
)
def test_a_file_that_a_person_broke_is_said_with_its_place(scene: Scene, text: str, says: str) -> None:
    file(scene, "edited").parent.mkdir()
    file(scene, "edited").write_text(text)
    said = do(scene, "run edited")
    assert said.status == "failed"
    assert says in said.message and "edited" in said.message
    assert "Traceback" not in said.message and "\n" not in said.message
    assert scene.tree() == dict.fromkeys(scene.tree())


def test_a_parameter_that_is_not_there_and_a_value_that_does_not_fit_are_said(trip: Scene) -> None:
    session = trip.session()
    plan = file(trip, "packing").read_text()
    assert "no parameter" in str(session.read_document(plan, "packing.yaml", {"speed": "3"}))
    said = session.read_document(
        "target: x\nparameters: {n: 1}\nplan: {steps: [{id: automation.wait}]}", "x", {"n": "y"}
    )
    assert '"y" is no number' in str(said)


def test_a_secret_stays_named_and_is_no_parameter(scene: Scene) -> None:
    house = scene.session()._house
    from aura.contracts.plan import PlanBody, PlanDocument, Step
    from aura.runtime.macros.drafts import Drafting

    step = Step("files.create_file", "keep it", {"path": str(scene.root / "ws/a"), "content": "${secrets.KEY}"}, "a")
    macro = Drafting(house).macro(PlanDocument("keep it", PlanBody((step,))))
    assert macro.steps[0].inputs["content"] == "${secrets.KEY}"
    assert list(macro.parameters) == ["file"]
