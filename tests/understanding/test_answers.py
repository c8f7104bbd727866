"""What a reply to a question means."""

from __future__ import annotations

from pathlib import Path

import pytest

import aura.language
import aura.tools
from aura.contracts.goal import Question
from aura.language.grammar.grammar import Grammar
from aura.language.grammar.loading import load_grammar
from aura.understanding.answers import DECIDED, answer_of, name_in, without_refusal

WHICH = Question("Which?", ("report.docx", "report.txt", "old/notes.md"), "which")
DECIDE = Question("Should it?", DECIDED, "create:x")
NAME = Question("What should it be called?", (), "g0.name")


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    return load_grammar((Path(aura.language.__path__[0]), Path(aura.tools.__path__[0])))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("1", "report.docx"), ("2.", "report.txt"), ("number 2", "report.txt"), ("#3", "old/notes.md"),
        ("the first", "report.docx"), ("the second one", "report.txt"), ("The last one, please", "old/notes.md"),
        ("third", "old/notes.md"), ("REPORT.TXT", "report.txt"), ("docx", "report.docx"), ("notes", "old/notes.md"),
        ("two", "report.txt"), ("option 1", "report.docx"), ("the docx", "report.docx"),
        ("I mean the notes", "old/notes.md"),
    ],
)  # fmt: skip
def test_one_of_several_by_number_order_name_or_part(grammar: Grammar, said: str, meant: str) -> None:
    assert answer_of(said, WHICH, grammar.words) == meant


@pytest.mark.parametrize("said", ["report", "4", "0", "blue.txt", "the fifth one"])
def test_what_names_none_or_several_is_left_as_it_was_said(grammar: Grammar, said: str) -> None:
    assert answer_of(said, WHICH, grammar.words) == said


@pytest.mark.parametrize("said", ["yes", "Y", "sure", "yep", "yes please", "ok!", "go ahead", "sure, go ahead", "1"])
def test_yes_has_many_words(grammar: Grammar, said: str) -> None:
    assert answer_of(said, DECIDE, grammar.words) == "yes"


@pytest.mark.parametrize("said", ["no", "N", "nope", "nah", "no thanks", "2"])
def test_no_has_many_words(grammar: Grammar, said: str) -> None:
    assert answer_of(said, DECIDE, grammar.words) == "no"


@pytest.mark.parametrize(
    ("said", "name"),
    [("plans", "plans"), ("no, plans", "plans"), ("actually, my plans", "my plans"), ("wait list", "wait list"),
     ("1", "1"), ("no-name", "no-name"), ("yes", "yes")],
)  # fmt: skip
def test_a_name_is_what_was_said_less_a_refusal_before_it(grammar: Grammar, said: str, name: str) -> None:
    assert answer_of(said, NAME, grammar.words) == name


def test_a_refusal_alone_leaves_nothing(grammar: Grammar) -> None:
    assert without_refusal("no", grammar.words) == ""
    assert without_refusal("no, wait, delete b.txt", grammar.words) == "delete b.txt"


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("call it groceries", "groceries"), ("it should be called groceries", "groceries"), ("to list.txt", "list.txt"),
        ("to do", "to do"), ("to the moon.txt", "to the moon.txt"), ("plans, please", "plans"),
    ],
)  # fmt: skip
def test_the_name_is_what_is_said_behind_what_only_leads_to_it(grammar: Grammar, said: str, name: str) -> None:
    assert name_in(said, grammar.words) == name


@pytest.mark.parametrize(
    ("said", "meant"),
    [("it's a folder", "folder"), ("a folder, please", "folder"), ("make it a file then", "file")],
)
def test_the_only_candidate_in_a_short_reply_is_meant(grammar: Grammar, said: str, meant: str) -> None:
    assert answer_of(said, Question("Is it a folder or a file?", ("folder", "file"), "kind:x"), grammar.words) == meant


@pytest.mark.parametrize("said", ["not a folder", "a folder or a file", "put it in the folder of my sister Anna"])
def test_a_candidate_that_is_denied_or_one_of_two_is_not_meant(grammar: Grammar, said: str) -> None:
    assert answer_of(said, Question("Is it a folder or a file?", ("folder", "file"), "kind:x"), grammar.words) == said
