"""From a sentence that the grammar cannot read, through a model's reply, to the tree that it leaves."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from spoken_server import KEY, Reply, chat, serving, streamed

sys.path.insert(0, str(Path(__file__).parents[1] / "runtime"))
from scene import Scene

UNREAD = "yeet report.txt over to the archive, would you"
MOVE = {"action": "move", "what": "report.txt", "from": None, "to": "the archive"}


def reply(*goals: dict[str, Any]) -> Reply:
    return chat(json.dumps({"goals": goals}))


@pytest.fixture
def office(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Scene:
    scene = Scene(tmp_path / "world", tmp_path_factory.mktemp("grammar"))
    scene.plant(ws__report_txt="figures", ws__archive__old_txt="x")
    return scene


def test_what_the_model_understood_is_done_after_a_yes(office: Scene) -> None:
    with serving(reply(MOVE)) as server:
        result = office.session(**server.environ()).process(UNREAD, approve=lambda preview: True)
    assert result.status == "completed", result.message
    assert "ws/archive/report.txt" in office.tree()
    assert result.understood is not None and result.understood.by == f"the language model tiny at {server.url}"


def test_the_model_is_asked_with_examples_names_recent_commands_and_few_actions(office: Scene) -> None:
    with serving(reply({"action": "no_action"})) as server:
        office.session(**server.environ()).process("create a folder plans")
        office.session(**server.environ()).process(UNREAD)
    assert len(server.asked) == 1
    turns = server.asked[0]["messages"]
    assert turns[0]["role"] == "system" and turns[1]["role"] == "user" and turns[2]["role"] == "assistant"
    assert f"Sentence: {UNREAD}" in turns[-1]["content"]
    assert "report.txt" in turns[-1]["content"] and "create a folder plans" in turns[-1]["content"]
    schema = server.asked[0]["response_format"]["json_schema"]["schema"]
    forms = schema["properties"]["goals"]["items"]["anyOf"]
    assert len(forms) == 9 and forms[0]["properties"]["action"] == {"const": "no_action"}
    for turn in turns[2::2]:
        json.loads(turn["content"])
    jsonschema_rs.validator_for(schema)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (chat("{oops"), "gave no JSON of the form that was asked for."),
        (chat("[1, 2]"), "gave no JSON of the form that was asked for."),
        (reply({"action": "format the disk"}), "gave no JSON of the form that was asked for."),
        (reply({**MOVE, "overwrite": True}), "gave no JSON of the form that was asked for."),
        (reply({**MOVE, "to": 7}), "gave no JSON of the form that was asked for."),
        (reply(*[MOVE] * 30), "gave no JSON of the form that was asked for."),
        (reply(), "gave no JSON of the form that was asked for."),
        (chat("[" * 100_000), "gave no JSON of the form that was asked for."),
        (chat("", finish="length"), "was cut short; ask for less, or raise model.most_tokens."),
        (Reply("{}", 401), "does not take the key; set OPENAI_API_KEY to a valid one."),
        (Reply("{}", 503), "has trouble of its own; try again later."),
    ],
)
def test_with_any_trouble_the_offline_answer_stands_and_one_sentence_says_why(
    office: Scene, said: Reply, sentence: str
) -> None:
    offline, before = office.session().process(UNREAD).message, office.tree()
    with serving(said) as server:
        result = office.session(**server.environ()).process(UNREAD, approve=lambda preview: True)
    assert result.status == "unsupported" and office.tree() == before
    assert result.message == f"{offline} The language model tiny at {server.url} {sentence}"


def test_a_path_that_only_the_model_said_leads_nowhere(office: Scene) -> None:
    before = office.tree()
    for where in ("/etc", "../outside", "C:\\Windows", "archive/../../outside"):
        with serving(reply({**MOVE, "to": where})) as server:
            result = office.session(**server.environ()).process(UNREAD, approve=lambda preview: True)
        assert result.status == "unsupported"
    assert office.tree() == before


def test_no_model_is_asked_where_none_is_named(office: Scene) -> None:
    with serving(reply(MOVE)) as server:
        office.session(**server.environ(OPENAI_MODEL="")).process(UNREAD)
    assert server.asked == []


def test_the_key_is_in_no_file_of_the_state(office: Scene) -> None:
    with serving(reply(MOVE), Reply("{}", 500)) as server:
        office.session(**server.environ()).process(UNREAD, approve=lambda preview: True)
        office.session(**server.environ()).process("who was Ada Lovelace")
    kept = [path for path in (office.root / "state").rglob("*") if path.is_file()]
    assert kept and not any(KEY.encode() in path.read_bytes() for path in kept)


def test_a_question_is_answered_by_the_model_with_all_its_words(office: Scene) -> None:
    with serving(streamed("A mathe", "matician.")) as server:
        result = office.session(**server.environ()).process("who was Ada Lovelace")
    assert result.status == "answered" and result.steps[0].outputs["text"] == "A mathematician."
    assert server.asked[0]["messages"][-1]["content"] == "who was Ada Lovelace"


def test_a_question_that_the_model_cannot_answer_fails_with_its_sentence(office: Scene) -> None:
    with serving(Reply("{}", 429)) as server:
        result = office.session(**server.environ(AURA_MODEL__RETRIES="0")).process("who was Ada Lovelace")
    assert result.status == "failed" and "is asked too often" in result.message
