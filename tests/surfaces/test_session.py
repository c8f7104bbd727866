"""Asking a person: only at a terminal, and no is the answer of silence."""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from aura.contracts.goal import Question
from aura.contracts.outcome import Preview, RunResult, StepPreview, StepResult
from aura.contracts.proposal import Understood
from aura.surfaces.cli.arguments import parse
from aura.surfaces.cli.session import Session, chosen
from aura.surfaces.cli.terminal import Terminal

pty = pytest.importorskip("pty", reason="terminals of POSIX")

DELETES = Preview("h", (StepPreview("s", "files.delete_file", "", "D", lost=("/w/a",), lost_count=1),))
CREATES = Preview("h", (StepPreview("s", "files.create_file", "", "W"),))
GUESSED = Preview("h", CREATES.steps, understood=Understood("the helper", "create a file x"))
WHICH = Question("Which one?", ("red.txt", "blue.txt"))


@contextmanager
def person_typing(keys: str, *arguments: str) -> Iterator[tuple[Session, Callable[[], str]]]:
    """A session at a real terminal into which `keys` are typed, and what the terminal shows in the end."""
    person, side = pty.openpty()
    shown: list[bytes] = []

    def watch() -> None:
        try:
            while piece := os.read(person, 4096):
                shown.append(piece)
        except OSError:
            return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    streams = [open(os.dup(side), mode, encoding="utf-8") for mode in ("r", "w", "w")]  # noqa: PTH123, SIM115

    def screen() -> str:
        for stream in streams:
            stream.close()
        os.close(side)
        watcher.join(5)
        return b"".join(shown).decode()

    os.write(person, keys.encode())
    try:
        yield Session(parse(["do", "x", *arguments]), Terminal(*streams, {}), {}), screen
    finally:
        os.close(person)


def piped(*arguments: str) -> tuple[Session, io.StringIO, io.StringIO]:
    stdout, stderr = io.StringIO(), io.StringIO()
    return (
        Session(parse(["do", "x", *arguments]), Terminal(io.StringIO(), stdout, stderr, {}), {}),
        stdout,
        stderr,
    )


@pytest.mark.parametrize(
    ("keys", "done"), [("y\n", True), ("yes\n", True), ("\n", False), ("n\n", False), ("\x04", False)]
)
def test_a_destructive_plan_needs_a_yes(keys: str, done: bool) -> None:
    with person_typing(keys) as (session, screen):
        assert session.approve is not None
        assert session.approve(DELETES) is done
        assert "files.delete_file" in (shown := screen()) and "Do it? [y/N]" in shown


def test_a_harmless_plan_is_not_asked_about() -> None:
    with person_typing("") as (session, screen):
        assert session.approve is not None and session.approve(CREATES)
        assert screen() == ""


def test_a_number_chooses_a_candidate() -> None:
    with person_typing("2\n") as (session, screen):
        assert session.answer is not None
        assert session.answer(WHICH) == "blue.txt"
        assert "1. red.txt" in screen()


def test_without_a_terminal_there_is_nobody_to_ask() -> None:
    session, _, _ = piped()
    assert session.approve is None and session.answer is None


def test_yes_approves_but_never_answers() -> None:
    session, _, _ = piped("--yes")
    assert session.approve is not None and session.approve(DELETES)
    assert session.answer is None


def test_json_is_for_programs_and_never_asks() -> None:
    with person_typing("y\n", "--json") as (session, _):
        assert session.approve is None and session.answer is None


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("1", "red.txt"),
        ("3", "3"),
        ("0", "0"),
        ("²", "²"),
        ("green.txt", "green.txt"),
        ("", None),
        (None, None),
    ],
)
def test_what_is_no_number_of_a_candidate_is_taken_as_said(said: str | None, meant: str | None) -> None:
    assert chosen(said, WHICH.candidates) == meant


def test_answers_go_to_stdout_and_trouble_to_stderr() -> None:
    session, stdout, stderr = piped()
    assert session.finish(RunResult("completed", "Made a.")) == 0
    assert session.finish(RunResult("refused", "/etc is protected.")) == 5
    assert session.finish(RunResult("clarification", "", question=WHICH)) == 3
    assert stderr.getvalue() == "/etc is protected.\n"
    assert stdout.getvalue() == "Made a.\nWhich one?\n  1. red.txt\n  2. blue.txt\n"


def test_what_was_read_is_shown_once() -> None:
    session, stdout, _ = piped()
    steps = (StepResult("s", "files.read_file", "completed", {"content": "milk"}),)
    session.finish(RunResult("answered", "Read a.txt.", steps=steps))
    session.finish(RunResult("answered", "milk", steps=steps))
    session.finish(RunResult("answered", "Done.", steps=(StepResult("s", "t", "completed", {"value": 4}),)))
    assert stdout.getvalue() == "milk\nmilk\nvalue: 4\n"


def test_control_characters_do_not_reach_a_terminal() -> None:
    with person_typing("") as (session, screen):
        session.terminal.say("a\x1b[31mb")
        assert "\x1b" not in screen()


@pytest.mark.parametrize(("keys", "done"), [("y\n", True), ("n\n", False), ("\n", False)])
def test_what_only_a_helper_understood_is_asked_of_a_person_even_with_yes(keys: str, done: bool) -> None:
    for arguments in ((), ("--yes",)):
        with person_typing(keys, *arguments) as (session, screen):
            assert session.approve is not None and session.approve(GUESSED) is done
            assert "Understood by the helper as: create a file x" in screen()


def test_yes_does_not_approve_what_only_a_helper_understood() -> None:
    session, _, _ = piped("--yes")
    assert session.approve is not None
    assert not session.approve(GUESSED) and session.approve(CREATES)


def test_an_answer_that_came_piece_by_piece_is_shown_once() -> None:
    answered = RunResult(
        "answered", "Done.", steps=(StepResult("s", "knowledge.answer", "completed", {"text": "Paris."}),)
    )
    with person_typing("") as (session, screen):
        for piece in ("Par", "\x1b[2Jis.", "\n"):
            session.terminal.hear(piece)
        session.finish(answered)
        assert screen().replace("\r", "").startswith("Par\ufffd[2Jis.")
    with person_typing("") as (session, screen):
        session.terminal.hear("Paris.")
        session.finish(answered)
        assert screen().replace("\r", "") == "Paris.\n"


def test_what_only_a_helper_understood_is_said_beside_the_answer() -> None:
    session, stdout, stderr = piped()
    read = StepResult("s", "files.read_file", "completed", {"content": "hello"})
    session.finish(RunResult("answered", "Done.", steps=(read,), understood=Understood("the helper", "read x")))
    assert stdout.getvalue() == "hello\n" and stderr.getvalue() == "Understood by the helper as: read x\n"
