"""What the words after `aura` mean, and what is said when they mean nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aura.surfaces.cli.arguments import COMMANDS, Help, Invocation, UsageError, parse
from aura.surfaces.cli.commands import COMMANDS as RUN_BY


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["what time is it"], Invocation("do", ("what time is it",))),
        (["create", "a", "folder", "x"], Invocation("do", ("create", "a", "folder", "x"))),
        (["do", "plan my day"], Invocation("do", ("plan my day",))),
        (["--", "undo"], Invocation("do", ("undo",))),
        (["do", "--", "--help"], Invocation("do", ("--help",))),
        (["--yes", "do", "x", "--json"], Invocation("do", ("x",), yes=True, json=True)),
        (["create", "--yes", "a", "folder"], Invocation("do", ("create", "a", "folder"), yes=True)),
        (["--workspace", "undo", "history"], Invocation("history", workspace=Path("undo"))),
        (["undo", "--workspace=/w", "r7"], Invocation("undo", ("r7",), workspace=Path("/w"))),
        (["do", "x", "--dry-run", "--engine", "dbos"], Invocation("do", ("x",), dry_run=True, engine="dbos")),
        (["--model", "none", "do", "x"], Invocation("do", ("x",), model="none")),
        (["answer", "the", "second", "--run", "r7"], Invocation("answer", ("the", "second"), run="r7")),
        (
            ["run", "p.json", "--atoms", "a", "b"],
            Invocation("run", ("p.json",), atoms=(Path("a"), Path("b"))),
        ),
        (["run", "--atoms", "a", "p.json"], Invocation("run", ("p.json",), atoms=(Path("a"),))),
        (["run", "--atoms=a", "--atoms=b", "-"], Invocation("run", ("-",), atoms=(Path("a"), Path("b")))),
        (["serve", "--port", "80"], Invocation("serve", port=80)),
        (["chat", "--port", "80"], Invocation("chat")),
    ],
)
def test_arguments_mean_one_invocation(arguments: list[str], meant: Invocation) -> None:
    assert parse(arguments) == meant


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([], "Say what to do"),
        ([""], "Say what to do"),
        (["do", "  "], "Say what to do"),
        (["golden"], "needs FILE"),
        (["run"], "needs PLAN.json"),
        (["undo", "the", "last", "thing"], 'aura "undo the last thing"'),
        (["history", "of", "mine"], "takes nothing more"),
        (["do", "x", "--wrong"], "no option --wrong"),
        (["mkdir", "-p", "x"], "in quotes"),
        (["do", "x", "--engine", "steam"], "steam"),
        (["undo", "--dry-run"], "--dry-run"),
        (["--workspace"], "--workspace"),
        (["create a folder \udcff"], "no text"),
    ],
)
def test_wrong_usage_is_one_sentence(arguments: list[str], word: str) -> None:
    with pytest.raises(UsageError) as trouble:
        parse(arguments)
    assert word in str(trouble.value)
    assert str(trouble.value).endswith((".", ").")) and "\n" not in str(trouble.value)


@given(st.lists(st.text()), st.sampled_from(sorted(COMMANDS)))
def test_any_words_are_an_invocation_or_wrong_usage(words: list[str], command: str) -> None:
    for arguments in (words, [command, *words]):
        try:
            parse(arguments)
        except (UsageError, Help):
            continue


@given(st.text().filter(lambda text: text.strip() and not text.startswith("-") and text not in COMMANDS))
def test_a_quoted_sentence_is_taken_as_it_is(sentence: str) -> None:
    assert parse([sentence]).words == (sentence,)


def test_every_command_of_this_version_is_run_by_a_function() -> None:
    assert set(RUN_BY) == {row.name for row in COMMANDS.values() if row.in_version}
