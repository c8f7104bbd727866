"""Commands that are found in words: which of those around them say when, under what condition, or something else."""

from __future__ import annotations

from pathlib import Path

import aura.language
from aura.language.annotating.commands import Commanded, Commands
from aura.language.grammar.loading import load_grammar
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.understanding.annotated_helper import is_condition, is_corrected, says_when

GRAMMAR = load_grammar([Path(aura.language.__path__[0])])


def found(lattice: Lattice, action: str, slot: str, value: str, *beside: str) -> Commands:
    """One command with a value, and stretches beside it."""
    return Commands((Commanded({action: 1.0}, {slot: at(lattice, value)}),), tuple(at(lattice, b) for b in beside), 0.9)


def at(lattice: Lattice, words: str) -> tuple[int, int]:
    said = words.lower().split()
    start = next(i for i in range(lattice.size) if list(lattice.low[i : i + len(said)]) == said)
    return start, start + len(said)


def test_a_figure_that_is_a_value_says_no_time_whatever_leads_to_it() -> None:
    lattice = lattice_of(GRAMMAR, "the oven wants to be at 375 fahrenheit, what is that in celsius")
    commands = found(lattice, "convert", "amount", "375 fahrenheit")
    assert not says_when(lattice, commands, commands.valued)
    assert says_when(lattice, commands)


def test_a_time_beside_a_value_says_when() -> None:
    lattice = lattice_of(GRAMMAR, "set the volume to 20 at 9")
    assert says_when(lattice, found(lattice, "set the volume", "level", "20"))


def test_a_word_that_could_lead_to_a_condition_and_leads_to_nothing_is_none() -> None:
    lattice = lattice_of(GRAMMAR, "both at once, once it rains")
    assert not is_condition(lattice, 2, 3)
    assert is_condition(lattice, 4, 7) and is_condition(lattice, 4, 5)


def test_a_place_that_may_be_a_time_says_when() -> None:
    lattice = lattice_of(GRAMMAR, "shift notes.txt over on friday")
    assert says_when(lattice, found(lattice, "move", "to", "friday"))


def test_what_only_goes_on_behind_a_time_within_a_value_says_no_other() -> None:
    lattice = lattice_of(GRAMMAR, "a note saying soak them overnight, then open it")
    commands = found(lattice, "create file", "text", "soak them overnight")
    assert not says_when(lattice, commands)


def test_a_greeting_says_no_time() -> None:
    greeted = lattice_of(GRAMMAR, "good morning, lock the screen")
    assert not says_when(greeted, found(greeted, "lock the computer", "to", "screen", "good morning"))
    told = lattice_of(GRAMMAR, "sunday night, lock the screen")
    assert says_when(told, found(told, "lock the computer", "to", "screen", "sunday night"))


def test_what_is_said_behind_a_value_in_its_place_corrects_it() -> None:
    lattice = lattice_of(GRAMMAR, "remember the boiler man comes on the ninth, no, the nineteenth")
    ninth = "the boiler man comes on the ninth"
    assert is_corrected(lattice, found(lattice, "remember", "fact", ninth))
    assert not is_corrected(lattice, found(lattice, "remember", "fact", f"{ninth} , no , the nineteenth"))
    lattice = lattice_of(GRAMMAR, "set the volume to 20, no rush")
    assert not is_corrected(lattice, found(lattice, "set the volume", "level", "20"))
