"""Sentences that no template reads, understood by the sentence encoder: what it may propose, and what never."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from scene import Scene

import aura.tools
from aura.capability.effect import Effect
from aura.capability.machine import NOWHERE
from aura.capability.registry import Registry
from aura.language.grammar.actions import load_actions
from aura.language.grammar.grammar import GrammarError
from aura.language.grammar.indirect import indirect_files, read_indirect
from aura.providers.sentence_encoder import installed
from aura.runtime.assemble import assemble

TESTS = Path(__file__).parents[1]
ROOTS = (Path(aura.tools.__path__[0]),)
OFF = {"AURA_SEMANTIC__ENABLED": "false"}
MOST_PROPOSED = 0.02
EVERY = 12
"""One of so many sentences that must not act is planned here; how many of all of them act is a benchmark's figure."""

needs_encoder = pytest.mark.skipif(not installed(), reason="the extra semantic is not installed")


def no_requests() -> list[str]:
    """Some of the sentences that must not act, golden ones, each of which has a test of its own, and others' words."""
    refusals = [row["say"] for file in sorted((TESTS / "golden" / "refusals").glob("*.yaml")) for row in _yaml(file)]
    lines = [
        line for file in (TESTS / "first_shots").glob("mentions_*.jsonl") for line in file.read_text().splitlines()
    ]
    said = [*refusals, *(json.loads(line)["say"] for line in sorted(lines))]
    return [one for one in said[::EVERY] if isinstance(one, str)]


def _yaml(file: Path) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = yaml.safe_load(file.read_text("utf-8"))
    return rows


@needs_encoder
@pytest.mark.parametrize(
    ("said", "command"),
    [
        ("should I look for a power outlet", "how much battery is left"),
        ("time to plug in the laptop", "how much battery is left"),
    ],
)
def test_what_only_looks_is_done_at_once_and_says_who_understood(scene: Scene, said: str, command: str) -> None:
    result = scene.session().process(said)
    assert result.understood is not None, result.message
    assert (result.understood.by, result.understood.command) == ("the sentence encoder", command)
    assert scene.session("ws", **OFF).process(said).understood is None


@needs_encoder
def test_a_file_that_is_named_is_what_it_is_about(scene: Scene) -> None:
    scene.plant(ws__minutes_txt="we met", ws__other_txt="x")
    result = scene.session().process("let's hear minutes.txt")
    assert (result.status, result.understood and result.understood.command) == ("answered", "read minutes.txt")
    assert result.steps[0].outputs["content"] == "we met"


@needs_encoder
def test_what_makes_something_waits_for_a_person(scene: Scene) -> None:
    said = 'there ought to be a folder called "holiday plans"'
    before = scene.tree()
    offered = scene.session().process(said)
    assert (offered.status, scene.tree()) == ("confirmation", before)
    assert scene.session().process(said, approve=lambda preview: True).status == "completed"
    assert scene.tree() == before | {"ws/holiday plans": None}


@needs_encoder
@pytest.mark.parametrize(
    "said",
    [
        "don't look for a power outlet",
        "it is never time to plug in the laptop",
        "let's not hear minutes.txt",
        "I almost deleted minutes.txt",
        "minutes.txt is really boring",
        "let's hear minutes.txt or other.txt",
        "time to plug in the laptop if it rains",
    ],
)
def test_what_is_denied_told_or_names_too_much_is_not_guessed(scene: Scene, said: str) -> None:
    scene.plant(ws__minutes_txt="we met", ws__other_txt="x")
    assert scene.session().process(said).understood is None


@needs_encoder
def test_hardly_any_sentence_that_must_not_act_is_guessed(scene: Scene) -> None:
    session, said = scene.session(), no_requests()
    understood = {one: session.plan(one).understood for one in said}
    guessed = [one for one, by in understood.items() if by is not None and not by.by.startswith("leaving out")]
    assert len(guessed) <= MOST_PROPOSED * len(said), guessed


def test_no_indirect_sentence_stands_for_what_destroys() -> None:
    table = load_actions(ROOTS).table
    registry = Registry(package="aura.tools")
    said = read_indirect([file.read_bytes() for file in indirect_files(ROOTS)], table).said
    actions = [table[name] for name in {one.action for one in said} if name]
    assert actions
    for action in actions:
        tools = registry.all_for(action.domain, action.goal)
        assert tools and all(tool.effect is not Effect.DESTROYS for tool in tools), action.name


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ({"domain": "files", "said": {"fly": ["up"]}}, "fly"),
        ({"domain": "memory", "said": {"read": ["{what}"]}}, "read"),
        ({"domain": "files", "said": {"read": ["a page"]}}, "a page"),
    ],
)
def test_an_indirect_sentence_that_does_not_fit_its_action_is_named(document: object, says: str) -> None:
    with pytest.raises(GrammarError, match=says):
        read_indirect([json.dumps(document).encode()], load_actions(ROOTS).table)


def test_what_sentences_mean_was_learned_from_the_sentences_as_they_are() -> None:
    check = [sys.executable, "-m", "aura.runtime.learn_meaning", "--check"]
    done = subprocess.run(check, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


@needs_encoder
def test_what_no_template_reads_is_told_better_with_the_encoder(scene: Scene) -> None:
    said = "blast that melody"
    alone, together = (scene.session("ws", **more).plan(said).intent for more in (OFF, {}))
    assert alone is not None and together is not None
    assert together.category == "system_control" != alone.category


def test_without_the_extra_everything_else_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aura.runtime.assemble.installed", lambda: False)
    session = assemble(tmp_path, {"AURA_HOME": str(tmp_path / "state"), "HOME": str(tmp_path)}, machine=NOWHERE)
    result = session.process("should I look for a power outlet")
    assert (result.status, result.understood) == ("unsupported", None)
