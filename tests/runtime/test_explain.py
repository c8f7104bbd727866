"""An explanation says why: what each part cost, where its words were written, what lost to it and how."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from scene import Scene

import aura

SAID = (
    "create a folder space and a file notes.txt inside it",
    "please move a.txt to box and then delete b.txt",
    "uh craete a foldr called plans and write hello into b.txt now",
    "what is 12 times 7, and tell me the time",
    "from box take c.txt, it should be called d.txt",
    "I don't need a.txt any more, delete it, and make three folders x, y and z",
    "convrt 10 km to miles",
    "delete it",
)


@pytest.fixture
def explained(scene: Scene) -> Any:
    scene.plant(ws__a_txt="a", ws__b_txt="b", ws__box__c_txt="c")
    session = scene.session()
    return session.explain


def chosen(found: dict[str, Any]) -> dict[str, Any]:
    reading: dict[str, Any] = found["readings"][found["chosen"]]
    return reading


@pytest.mark.parametrize("said", SAID)
def test_what_the_parts_cost_adds_up_to_what_the_reading_cost(explained: Any, said: str) -> None:
    for reading in explained(said)["readings"]:
        clauses = reading["clauses"]
        costs = [clause["verb"]["cost"] for clause in clauses] + [reading["left_unsaid"]]
        costs += [part["cost"] for clause in clauses for part in clause["parts"]]
        costs += [one["cost"] for one in (*reading["passed_over"], *reading["joints"])]
        assert sum(costs) == pytest.approx(reading["cost"], abs=0.02)


@pytest.mark.parametrize("said", SAID)
def test_every_clause_names_the_file_and_the_words_that_it_comes_from(explained: Any, said: str) -> None:
    for clause in chosen(explained(said))["clauses"]:
        written = (Path(aura.__file__).parent / clause["file"]).read_text(encoding="utf-8")
        entry = clause.get("frame") or clause["intent"]
        assert f"  {entry.partition(': ')[2]}:" in written
        assert "intent" not in clause or clause["template"].replace('"', '\\"') in written


def test_a_fixed_phrase_names_the_very_template(explained: Any) -> None:
    (clause,) = chosen(explained("what time is it"))["clauses"]
    assert clause["intent"] == "system.state: time" and clause["file"].endswith("state/sentences.en.yaml")
    assert clause["template"].startswith("what time is it") or "(time|hour)" in clause["template"]
    (clause,) = chosen(explained("convert 10 km to miles"))["clauses"]
    assert clause["template"].startswith("(convert|change")
    assert clause["slots"] == {"value": "10", "from_unit": "km", "to_unit": "miles"}


def test_a_slip_is_shown_as_what_it_was_read_as_and_a_name_is_not(explained: Any) -> None:
    reading = chosen(explained("uh please craete a foldr called tarvel"))
    assert [(one["said"], one["read_as"]) for one in reading["read_as"]] == [("craete", "create"), ("foldr", "folder")]
    assert reading["read_as"][0]["cost"] == 10
    assert [(one["as"], one["words"]) for one in reading["passed_over"]] == [("filler", "please")]


def test_words_that_are_no_tokens_are_said_too(explained: Any) -> None:
    assert explained("uh create um a folder x")["left_out"] == ["uh", "um"]


def test_a_remark_is_a_remark(explained: Any) -> None:
    passed = chosen(explained("delete a.txt because it is old"))["passed_over"]
    assert [one["as"] for one in passed] == ["remark"] and passed[0]["cost"] > 0


def test_one_that_would_do_the_same_and_one_that_is_dearer_say_so(explained: Any) -> None:
    found = [explained(said) for said in SAID]
    reasons = [reading["why"] for one in found for reading in one["readings"]]
    assert any(why.startswith("dearer by") for why in reasons)
    assert sum(why == "chosen" for why in reasons) == sum(one["verdict"].startswith("does") for one in found)


def test_a_reading_of_what_is_not_there_gives_way(scene: Scene) -> None:
    scene.plant(ws__thesis__one_md="1", ws__src__main_py="m")
    found = scene.session().explain("move one.md from thesis and main.py from src to the desktop")
    assert found["chosen"] == 1 and found["readings"][0]["why"].startswith("gives way")
    assert found["readings"][0]["fate"].startswith(("stops", "asks"))


def test_two_plans_that_are_as_likely_are_asked_about(scene: Scene) -> None:
    scene.plant(ws__essay_txt="e")
    found = scene.session().explain('put the text "draft only" into essay.txt')
    assert found["verdict"].startswith("asks: What do you mean?")
    assert "nearly as likely, so it is asked which" in [reading["why"] for reading in found["readings"]]


def test_what_was_not_understood_says_how_far_it_came_and_what_is_near(explained: Any) -> None:
    found = explained("blorf the wibble then delet nothin")
    assert found["verdict"] == "not understood" and found["readings"] == [] and found["chosen"] is None
    assert found["understood_up_to"].startswith("blorf")
    assert "nothing" in next(one["near"] for one in found["nearest_words"] if one["word"] == "nothin")


def test_what_is_taken_instead_of_the_words_is_explained_too(scene: Scene) -> None:
    scene.plant(ws__report_txt="figures", ws__archive__old_txt="x")
    found = scene.session().explain("finally called my aunt, so report.txt can go in the trash")
    assert "instead" in found and found["instead"]["verdict"].startswith("does: delete")
    assert "my aunt" in found["instead"]["by"] and "my aunt" not in found["instead"]["utterance"]
    assert "instead" not in scene.session().explain("delete report.txt")


@pytest.mark.parametrize("said", ["", "blorf", "delete it", "😀", "don't delete a.txt", "'", "a" * 300])
def test_explain_explains_what_is_not_done_too(scene: Scene, said: str) -> None:
    before = scene.tree()
    found = scene.session().explain(said)
    assert found["utterance"] == said and found["verdict"] and scene.tree() == before


def test_the_time_of_every_stage_is_told(explained: Any) -> None:
    spent = explained("create a folder space")["milliseconds"]
    assert {"names on disk", "tokens and phrases", "reading", "choosing and planning"} <= spent.keys()
    assert all(milliseconds >= 0 for milliseconds in spent.values())
