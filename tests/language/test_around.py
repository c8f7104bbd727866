"""Lessons made of short commands with words around them."""

from __future__ import annotations

from pathlib import Path

from aura.language.annotating.around import ASKED, NOT_ASKED, PHRASES, PLACE, around, short_commands, within
from aura.language.annotating.marks import Marked, unmarked

MARKED = [unmarked(f"[[boss wants quiet]] {{open}} open <what:{name}.txt>, [[he said]]") for name in "abcdefgh"]


def lines() -> list[str]:
    return PHRASES.read_text("utf-8").splitlines()


def test_every_phrase_has_just_one_place_for_a_command_and_is_of_a_kind() -> None:
    phrases = [line for line in lines() if line.startswith((ASKED, NOT_ASKED))]
    assert all(line.count(PLACE) == 1 for line in phrases)
    assert len(phrases) + len(short_commands()) == len(lines())


def test_no_phrase_is_of_both_kinds() -> None:
    asked, not_asked = ({line[2:] for line in lines() if line.startswith(kind)} for kind in (ASKED, NOT_ASKED))
    assert not asked & not_asked


def test_a_short_command_has_one_action_where_it_begins() -> None:
    assert all([action.start for action in command.actions] == [0] for command in short_commands())


def test_what_is_marked_stays_on_its_words_within_a_phrase() -> None:
    said = {text for command in (*MARKED, *short_commands()) for text in texts(command)}
    assert {text for one in around(MARKED) for text in texts(one)} <= said


def texts(command: Marked) -> list[str]:
    return [command.plain[slot.start : slot.end] for slot in command.slots]


def test_what_is_not_asked_for_has_no_action_and_the_rest_is_beside() -> None:
    made = [*around(MARKED)][len(short_commands()) :]
    idle = [one for one in made if not one.actions]
    assert idle and all(not one.slots and not one.beside for one in idle)
    assert all(one.beside for one in made if one.actions)


def test_the_same_lessons_are_made_each_time() -> None:
    assert [*around(MARKED)] == [*around(MARKED)]


def test_a_command_within_a_sentence_has_no_capital() -> None:
    assert within("oh mercy, {}", "Mute it") == ("oh mercy, mute it", 10)
    assert within("{}, oh mercy", "Mute it") == ("Mute it, oh mercy", 0)


def test_what_the_judge_learns_from_was_not_taught_to_the_encoder() -> None:
    phrases = Path(__file__).parents[1] / "first_shots" / "phrases_63.txt"
    taught, kept = ({plain(line) for line in some} for some in (lines(), phrases.read_text("utf-8").splitlines()))
    assert kept and not taught & kept


def plain(line: str) -> str:
    return line[2:].lower().strip(" .,!?")
