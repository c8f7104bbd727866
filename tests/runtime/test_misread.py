"""What only its verb makes a command about files is not taken for one."""

from __future__ import annotations

import pytest
from scene import Scene


@pytest.mark.parametrize(
    ("said", "category"),
    [
        ("place a hold on my account", "unknown"),
        ("change the lights to blue", "unknown"),
    ],
)
def test_a_command_about_something_else_does_nothing_and_names_no_file(scene: Scene, said: str, category: str) -> None:
    before = scene.tree()
    result = scene.session().process(said)
    assert (result.status, result.intent.category if result.intent else "") == ("unsupported", category)
    assert '"' not in result.message
    assert scene.tree() == before


def test_the_same_words_are_about_files_where_a_file_has_that_name(scene: Scene) -> None:
    scene.plant(ws__speakers_txt="loud")
    assert scene.session().plan("delete speakers").status == "planned"
    assert scene.session().plan("rename speakers to music").status == "planned"
    assert scene.session().plan("turn speakers into music").status == "clarification"


def test_a_question_that_could_list_a_folder_is_still_a_question(scene: Scene) -> None:
    result = scene.session().plan("what is photosynthesis")
    assert result.intent is not None
    assert result.intent.category == "information_query"
    assert [step["id"] for step in (result.plan or {})["steps"]] == ["knowledge.answer"]


def test_what_cannot_be_read_still_has_a_category(scene: Scene) -> None:
    result = scene.session().plan("put a hold on my account")
    assert result.intent is not None
    assert (result.status, result.intent.category, result.intent.decision) == ("unsupported", "unknown", "ask")
    assert 0.5 < result.intent.confidence <= 1


def test_a_question_that_anything_can_be_takes_its_category_from_its_words(scene: Scene) -> None:
    said = {"what time is it in tokyo": "system_query", "where did I go on vacation last year": "memory_recall"}
    for words, category in said.items():
        intent = scene.session().plan(words).intent
        assert intent is not None
        assert intent.category == category


def test_a_sentence_all_of_whose_readings_seem_to_be_about_something_else_comes_to_an_end(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aura.understanding.intent.IntentAgent.misread", lambda *_: True)
    assert scene.session().plan("what time is it").status == "planned"
    assert scene.session().plan("delete speakers").status == "unsupported"


def test_where_the_folder_one_stands_in_is_gone_nothing_is_found(scene: Scene) -> None:
    session = scene.session("ws")
    (scene.root / "ws").rmdir()
    result = session.plan("read notes.txt")
    assert (result.status, result.message) == ("failed", 'There is no file or folder "notes.txt".')
