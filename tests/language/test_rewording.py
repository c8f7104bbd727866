"""Utterances in the plain words in which they are read."""

from __future__ import annotations

import pytest

from aura.language.grammar.grammar import Grammar
from aura.language.hearing.rewording import put_plainly, said_in_full
from aura.language.utterance.known import KnownNames
from aura.language.utterance.lattice import lattice_of


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("1. mute it 2. lock the screen", "mute it, then lock the screen"),
        (
            "three jobs. one, mute it. two, open word. three, lock it",
            "three jobs. mute it, then open word, then lock it",
        ),
        ("type this for me: all gone", "type this: all gone"),
        ("type this, my hands are wet: all gone", "my hands are wet, type this: all gone"),
        ("add the following please: all gone", "add the following: all gone"),
    ],
)
def test_what_is_counted_or_announced_is_said_in_turn(grammar: Grammar, said: str, meant: str) -> None:
    assert put_plainly(lattice_of(grammar, said)) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("type this out for me dear Tom", "type this: dear Tom"),
        ("note this for me the code is 12", "note this: the code is 12"),
    ],
)
def test_what_is_announced_for_somebody_is_set_apart(grammar: Grammar, said: str, meant: str) -> None:
    assert put_plainly(lattice_of(grammar, said)) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("turn down the volume and the brightness", "turn down the volume and turn down the brightness"),
        ("set volume and brightness both to 5", "set volume to 5 and set brightness to 5"),
        ("mute it, raise both volume and brightness a bit", "mute it, raise volume a bit and raise brightness a bit"),
    ],
)
def test_controls_that_share_a_verb_have_one_each(grammar: Grammar, said: str, meant: str) -> None:
    anew = said_in_full(lattice_of(grammar, said))
    assert anew is not None and anew.text == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("close word before locking the screen", "close word, then locking the screen"),
        ("before you lock the screen, close word", "close word, then lock the screen"),
        ("lock the screen right after closing word", "closing word, then lock the screen"),
        ("once you have copied a.txt to b, delete a.txt", "copy a.txt to b, then delete a.txt"),
        ("delete a.txt after copying it to b", "copying a.txt to b, then delete a.txt"),
        ('before you delete "a b", copy it to c', 'copy "a b" to c, then delete "a b"'),
    ],
)
def test_what_comes_first_is_said_first(grammar: Grammar, said: str, meant: str) -> None:
    anew = said_in_full(lattice_of(grammar, said))
    assert anew is not None and anew.text == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("put a.txt in old and b.txt in new", "put a.txt in old and put b.txt in new"),
        ("make a folder x in old and y in new", "make a folder x in old and make a folder y in new"),
        ("delete all txt files in old and new", "delete all txt files in old and in new"),
    ],
)
def test_what_is_said_of_two_places_is_said_of_each(grammar: Grammar, said: str, meant: str) -> None:
    anew = said_in_full(lattice_of(grammar, said, KnownNames(folders=frozenset(("old", "new")))))
    assert anew is not None and anew.text == meant


@pytest.mark.parametrize(
    "said",
    [
        "turn down the volume or the brightness",
        "don't close word before locking the screen",
        "before I lock the screen, close word",
        "lock the screen after nine",
        "google volume and brightness",
        "type turn up the volume and the brightness",
        "type this for me please",
        "add this for me to notes.txt",
        "type 1. eggs 2. milk",
        "write 1, 2, 3 in notes.txt",
        "add 1) open the door to notes.txt",
        "type this, then open word: all gone",
        "wait until 10:30",
        "mute it",
    ],
)
def test_what_is_of_a_text_or_said_of_one_thing_is_left_as_it_is(grammar: Grammar, said: str) -> None:
    assert put_plainly(lattice_of(grammar, said)) is None
    assert said_in_full(lattice_of(grammar, said)) is None
