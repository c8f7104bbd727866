"""What every command answers with, and that the disk agrees: statuses, plans, questions, refusals."""

from __future__ import annotations

import pytest
from scene import Scene

from aura.contracts.goal import Question
from aura.contracts.outcome import Preview, RunResult


def yes(preview: Preview) -> bool:
    return True


def no(preview: Preview) -> bool:
    return False


def never(question: Question) -> str | None:
    raise AssertionError(f"asked {question.text}")


# -- completed, answered, planned


def test_what_was_done_is_completed_and_there(scene: Scene) -> None:
    result = scene.session().process("create a folder space and a file notes.txt inside it", answer=never)
    assert result.status == "completed" and result.run_id
    assert [step.status for step in result.steps] == ["completed", "completed"]
    assert scene.tree()["ws/space/notes.txt"] == ""


def test_only_reading_is_answered_and_changes_nothing(scene: Scene) -> None:
    scene.plant(ws__notes_txt="remember the milk")
    before = scene.tree()
    result = scene.session().process("read notes.txt")
    assert result.status == "answered"
    assert result.steps[0].outputs["content"] == "remember the milk"
    assert scene.tree() == before


def test_reading_that_leads_to_writing_is_completed(scene: Scene) -> None:
    scene.plant(ws__notes_txt="milk")
    result = scene.session().process("read notes.txt and write its content to copy.txt")
    assert result.status == "completed" and scene.tree()["ws/copy.txt"] == "milk"


@pytest.mark.parametrize("said", ["create a folder space", "delete old.txt", "read old.txt"])
def test_a_plan_is_planned_and_nothing_is_done(scene: Scene, said: str) -> None:
    scene.plant(ws__old_txt="old")
    before = scene.tree()
    result = scene.session().plan(said)
    assert result.status == "planned" and result.plan_hash and result.plan is not None
    assert result.steps == () and result.run_id == "" and scene.tree() == before


def test_a_dry_run_is_planned_does_nothing_and_is_not_remembered(scene: Scene) -> None:
    session = scene.session()
    before = scene.tree()
    assert session.process("create a folder space", dry_run=True, approve=yes).status == "planned"
    assert scene.tree() == before and list(session.history(5)) == []


def test_single_and_multi_name_the_mode(scene: Scene) -> None:
    one = scene.session().plan("create a folder space")
    many = scene.session().plan("create a folder space and a file notes.txt inside it")
    assert (one.classification, one.mode) == ("single", "direct")
    assert (many.classification, many.mode) == ("multi", "orchestrated")
    assert [goal.scope for goal in many.goals] == ["root", "inside:g0"]
    assert many.dependencies == ((1, (0,)),)


def test_the_intent_is_of_the_closed_set_and_acts_or_asks(scene: Scene) -> None:
    acting = scene.session().plan("create a folder space").intent
    asking = scene.session().plan("delete it").intent
    assert acting is not None and (acting.category, acting.decision) == ("file_operation", "act")
    assert asking is not None and asking.decision == "ask"


# -- failed


def test_what_is_not_there_fails_and_names_what_is_near(scene: Scene) -> None:
    scene.plant(ws__report_txt="r")
    before = scene.tree()
    result = scene.session().process("delete reprot.txt", approve=yes)
    assert result.status == "failed" and "report.txt" in result.message
    assert scene.tree() == before


def test_a_name_that_is_taken_fails_and_keeps_what_is_there(scene: Scene) -> None:
    scene.plant(ws__a_txt="mine", ws__b_txt="theirs")
    result = scene.session().process("rename a.txt to b.txt", approve=yes)
    assert result.status == "failed"
    assert scene.tree()["ws/a.txt"] == "mine" and scene.tree()["ws/b.txt"] == "theirs"


@pytest.mark.parametrize("said", ["open all txt files", "info about all txt files"])
def test_many_things_for_a_tool_that_takes_one_is_a_plain_answer(scene: Scene, said: str) -> None:
    scene.plant(ws__a_txt="a", ws__b_txt="b")
    result = scene.session().plan(said)
    assert result.status in ("failed", "clarification", "planned") and "Traceback" not in result.message


# -- questions


def test_what_is_missing_is_asked_and_nothing_is_done(scene: Scene) -> None:
    before = scene.tree()
    result = scene.session().process("create a folder")
    assert result.status == "clarification" and result.question is not None
    assert result.question.text.endswith("?") and scene.tree() == before


def test_it_with_nothing_to_stand_for_is_asked(scene: Scene) -> None:
    scene.plant(ws__a_txt="a")
    result = scene.session().process("delete it", approve=yes)
    assert result.status == "clarification" and scene.tree()["ws/a.txt"] == "a"


def test_a_question_waits_and_another_session_answers_it(scene: Scene) -> None:
    asked = scene.session().process("create a folder")
    result = scene.session().answer("space")
    assert result.status == "completed" and result.run_id == asked.run_id
    assert scene.tree()["ws/space"] is None and "ws/space" in scene.tree()


def test_a_question_is_answered_where_it_was_asked(scene: Scene) -> None:
    scene.plant(ws__old__a_txt="old", ws__a_txt="new", ws__docs__x_md="x")
    scene.session().process("move a.txt")
    before = scene.tree()
    elsewhere = scene.session("ws/old").answer("docs")
    assert elsewhere.status == "failed" and "ws" in elsewhere.message
    assert scene.tree() == before
    assert scene.session().answer("docs").status == "completed"


def test_a_question_that_another_command_came_after_is_answered_by_its_run_only(scene: Scene) -> None:
    asked = scene.session().process("create a folder")
    scene.session().process("create a folder red")
    assert scene.session().answer("space").status == "failed"
    assert scene.session().answer("space", asked.run_id).status == "completed"


def test_a_question_can_be_dropped(scene: Scene) -> None:
    scene.session().process("create a file")
    before = scene.tree()
    assert scene.session().answer("cancel").status == "cancelled"
    assert scene.session().answer("a.txt").status == "failed" and scene.tree() == before


def test_an_answered_question_waits_no_longer(scene: Scene) -> None:
    scene.session().process("create a folder")
    scene.session().answer("space")
    again = scene.session().answer("space")
    assert again.status == "failed" and "question" in again.message


def test_the_question_of_a_named_run_is_answered(scene: Scene) -> None:
    folder = scene.session().process("create a folder")
    scene.session().process("create a file")
    assert scene.session().answer("space", folder.run_id).status == "completed"
    assert "ws/space" in scene.tree() and "ws/space.txt" not in scene.tree()


def test_an_answer_function_is_asked_at_once(scene: Scene) -> None:
    result = scene.session().process("create a folder", answer=lambda question: "space")
    assert result.status == "completed" and "ws/space" in scene.tree()


def test_no_answer_leaves_the_question_open(scene: Scene) -> None:
    result = scene.session().process("create a folder", answer=lambda question: None)
    assert result.status == "clarification" and scene.session().answer("space").status == "completed"


@pytest.mark.parametrize(("reply", "status"), [("1", "completed"), ("yes", "completed"), ("no", "clarification")])
def test_a_candidate_is_picked_by_its_number_or_its_words(scene: Scene, reply: str, status: str) -> None:
    scene.plant(ws__a_txt="a")
    asked = scene.session().process("move a.txt to archive")
    assert asked.status == "clarification" and asked.question is not None
    assert asked.question.candidates == ("yes", "no")
    assert scene.session().answer(reply).status == status
    assert ("ws/archive/a.txt" in scene.tree()) == (status == "completed")


def test_an_answer_never_approves(scene: Scene) -> None:
    scene.plant(ws__a_txt="a", ws__b_txt="b")
    asked = scene.session().process("delete it")
    assert asked.status == "clarification"
    assert scene.session().answer("a.txt").status == "confirmation"
    assert scene.tree()["ws/a.txt"] == "a"


# -- confirmation, refusal, no capability


def test_destroying_without_anybody_to_ask_is_confirmation(scene: Scene) -> None:
    scene.plant(ws__old_txt="old")
    result = scene.session().process("delete old.txt")
    assert result.status == "confirmation" and result.steps == ()
    assert result.preview is not None and result.preview.destroys
    assert scene.tree()["ws/old.txt"] == "old"


def test_no_is_no(scene: Scene) -> None:
    scene.plant(ws__old_txt="old")
    assert scene.session().process("delete old.txt", approve=no).status == "confirmation"
    assert scene.tree()["ws/old.txt"] == "old"


def test_the_preview_that_is_approved_shows_what_would_be_lost(scene: Scene) -> None:
    scene.plant(ws__src__a_py="a", ws__src__b_py="b")
    shown: list[Preview] = []

    def approve(preview: Preview) -> bool:
        shown.append(preview)
        return True

    result = scene.session().process("delete the folder src", approve=approve)
    assert result.status == "completed" and "ws/src" not in scene.tree()
    assert shown[0].plan_hash == result.plan_hash and shown[0].steps[0].lost_count == 3


@pytest.mark.parametrize("said", ["delete /etc", "create a file /etc/aura.txt", "delete /usr/bin"])
def test_a_protected_place_is_refused_by_a_sentence(scene: Scene, said: str) -> None:
    before = scene.tree()
    result = scene.session().process(said, approve=yes)
    assert result.status in ("refused", "failed", "clarification") and result.steps == ()
    assert scene.tree() == before


def test_a_protected_extension_is_refused_though_approved(scene: Scene) -> None:
    scene.plant(ws__setup_exe="MZ")
    result = scene.session().process("delete setup.exe", approve=yes)
    assert result.status == "refused" and ".exe" in result.message
    assert scene.tree()["ws/setup.exe"] == "MZ"


@pytest.mark.parametrize(
    "said", ["sing me a song backwards", "qwertz uiop", "", "   ", "?", "how is the weather on mars today"]
)
def test_what_nobody_can_do_is_unsupported_or_only_answered(scene: Scene, said: str) -> None:
    before = scene.tree()
    result = scene.session().process(said, approve=yes)
    assert result.status in ("unsupported", "answered", "failed") and scene.tree() == before


@pytest.mark.parametrize(
    "said",
    [
        "don't delete old.txt",
        "how do I delete old.txt?",
        "what happens if I delete old.txt",
        "never delete old.txt",
    ],
)
def test_what_is_no_command_never_acts(scene: Scene, said: str) -> None:
    scene.plant(ws__old_txt="old")
    before = scene.tree()
    assert scene.session().process(said, approve=yes).status not in ("completed", "planned")
    assert scene.tree() == before


def test_a_sentence_understood_in_part_does_nothing_and_says_which_part(scene: Scene) -> None:
    scene.plant(ws__a_txt="a")
    before = scene.tree()
    result = scene.session().process("create a folder space and blorf the quux", approve=yes)
    assert result.status in ("unsupported", "clarification", "failed") and scene.tree() == before
    assert "blorf" in result.message or (result.question is not None and "blorf" in result.question.text)


# -- the same again


def outcome(result: RunResult) -> object:
    return (result.status, result.plan, result.plan_hash, result.goals)


@pytest.mark.parametrize(
    "said",
    [
        "create a folder space and a file notes.txt inside it",
        "move all txt files to docs",
        "delete a.txt",
        "what time is it",
    ],
)
def test_the_same_words_in_the_same_world_are_the_same_plan(scene: Scene, said: str) -> None:
    scene.plant(ws__a_txt="a", ws__b_txt="b", ws__docs__x_md="x")
    first = scene.session().plan(said)
    assert first.status == "planned"
    assert outcome(first) == outcome(scene.session().plan(said))


def test_another_plan_has_another_hash(scene: Scene) -> None:
    session = scene.session()
    assert session.plan("create a folder a").plan_hash != session.plan("create a folder b").plan_hash


# -- text that is no text


@pytest.mark.parametrize(
    "said", ["what clean \ud800 time is it", "create a folder \udfff", "\ud800", "blorf \udc00\ud800"]
)
def test_halves_of_characters_are_no_trouble(scene: Scene, said: str) -> None:
    session = scene.session()
    assert session.plan(said).status and session.explain(said)["verdict"]
    session.process(said, approve=yes)
    (past,) = session.history(1)
    assert "\ufffd" in past.utterance


def test_an_answer_may_be_no_text_too(scene: Scene) -> None:
    scene.session().process("create a folder")
    assert scene.session().answer("\ud800").status in ("completed", "refused", "failed", "clarification")
    assert scene.session().process("create a folder", answer=lambda question: "x\udc00").status


def test_what_is_answered_in_a_line_is_the_message(scene: Scene) -> None:
    scene.plant(ws__a_txt="hello")
    assert scene.session().process("what is 7 times 6").message == "42"
    assert scene.session().process("how big is a.txt").message.startswith("a.txt is a file of 5 bytes")


def test_a_preview_knows_the_size_of_what_would_be_replaced(scene: Scene) -> None:
    scene.plant(ws__a_txt="hello")
    preview = scene.session().plan('write "x" to a.txt').preview
    assert preview is not None and preview.steps[0].sizes == {str(scene.root / "ws" / "a.txt"): 5}
