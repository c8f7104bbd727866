"""Several things in one sentence are heard otherwise, one after the other; none hides what changes what is meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scene import Scene

from aura.runtime.heard.hearings import _moved


@pytest.fixture
def desk(scene: Scene) -> Scene:
    scene.plant(ws__report_txt="figures", ws__archive__old_txt="x", ws__draft_txt="d")
    return scene


@pytest.mark.parametrize(
    "say",
    [
        "my aunt's on the phone. move report.txt to the archive quick, my head is killing me",
        "put me the report.txt in archive, my flat mate just walked in",
        "the printer's broken again, move report.txt to the desktop, no sorry, to the archive, my head is killing me",
    ],
)
def test_two_unusual_things_in_one_sentence_are_understood(desk: Scene, say: str) -> None:
    result = desk.session().process(say, approve=lambda preview: True)
    assert result.status == "completed", result.message
    assert "ws/archive/report.txt" in desk.tree()


def test_all_that_was_left_out_is_said(desk: Scene) -> None:
    result = desk.session().process("it stinks in here. move report.txt to the archive, my cousin hums all day")
    assert result.understood is None or "my cousin hums all day" in result.understood.by


@pytest.mark.parametrize(
    "say",
    [
        "as soon as the bank has answered, move report.txt to the archive",
        "when my aunt walks in move report.txt to the archive",
        "move report.txt to the archive i will tell you when",
        "my boss hates it when people move report.txt to the archive",
        "i'm so tired of people moving report.txt to the archive",
        "i've just finished moving report.txt to the archive",
        "since two days i want to move report.txt to the archive, but i have never the time",
        "move report.txt to the archive, gotta be somewhere in downloads, or maybe not",
        "my brother said it would be best, move report.txt to the archive",
    ],
)
def test_what_changes_what_is_meant_is_never_left_out(desk: Scene, say: str) -> None:
    before = desk.tree()
    desk.session().process(say, approve=lambda preview: True)
    assert desk.tree() == before


@pytest.mark.parametrize(
    ("say", "moved"),
    [
        ("move report.txt to the archive, the meeting starts at nine", True),
        ("move report.txt to the archive, my exam is tomorrow at ten", True),
        ("move report.txt to the archive, it should happen at nine", False),
        ("move report.txt to the archive, my boss wants that at nine", False),
        ("move report.txt to the archive, we do that at nine", False),
    ],
)
def test_a_remark_has_a_time_of_its_own_and_a_command_another(desk: Scene, say: str, moved: bool) -> None:
    desk.session(AURA_ENGINE__NAME="inline").process(say, approve=lambda preview: True)
    assert ("ws/archive/report.txt" in desk.tree()) == moved


TEXTS = st.text("abc ", max_size=9)


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_a_stretch_is_found_again_behind_a_change(before: str, behind: str, old: str, new: str) -> None:
    said, anew = before + old + behind, before + new + behind
    start, end = _moved((len(said) - len(behind), len(said)), said, anew)
    assert anew[start:end].endswith(behind)


@pytest.mark.parametrize(
    "say",
    [
        "delete draft.txt, my plan is tomorrow",
        "delete draft.txt, i meant at nine",
        "delete draft.txt, everything starts at nine",
        "my mom arrives soon, tomorrow delete draft.txt",
        "my mom arrives tomorrow at nine delete draft.txt",
        "my shift ends at five delete draft.txt then please",
        "the minute my mom is gone delete draft.txt",
        "delete draft.txt the instant my mom leaves the house",
        "delete draft.txt my boss expects at nine",
        "delete draft.txt my boss reads it first",
        "the teacher always yells delete draft.txt",
        "this song slaps imagine delete draft.txt",
        "my mom just gave me advice delete draft.txt",
        "make me delete draft.txt",
    ],
)
def test_no_time_condition_or_order_of_somebody_else_is_lost_beside_a_deletion(desk: Scene, say: str) -> None:
    desk.session().process(say, approve=lambda preview: True)
    assert "ws/draft.txt" in desk.tree()


@pytest.mark.parametrize(
    "say",
    [
        "honestly",
        "really",
        "just",
        "already",
        "its",
        "me",
        "must to",
        "my mom just",
        "what does it say i cannot find my glasses so just",
    ],
)
def test_a_word_or_two_are_an_utterance_too(desk: Scene, say: str) -> None:
    before = desk.tree()
    assert desk.session().process(say).status in ("unsupported", "failed", "clarification", "answered")
    assert desk.tree() == before
