"""Commands that are found in one utterance: what is only said again, or said of what was just made, is no other one."""

from __future__ import annotations

from pathlib import Path

import aura.tools
from aura.language.annotating.commands import Commanded, Commands
from aura.language.grammar.actions import load_actions
from aura.understanding.annotated_helper import completed, said_once

TABLE = load_actions([Path(aura.tools.__path__[0])]).table


def asked(action: str, *pointed: str, **slots: tuple[int, int]) -> Commanded:
    assert action in TABLE
    return Commanded({action: 1.0}, slots, pointed)


def found(*commands: Commanded) -> Commands:
    return Commands(commands, (), 0.9)


def test_a_text_for_what_was_just_made_is_said_with_it() -> None:
    made = asked("create a titled document", name=(1, 2), title=(3, 4))
    (one,) = completed(found(made, asked("add a paragraph", "document", text=(6, 9))), TABLE).commands
    assert one.slots == {"name": (1, 2), "title": (3, 4), "text": (6, 9)}
    assert list(one.actions) == ["create a titled document"]


def test_another_text_or_one_for_something_else_is_a_command_of_its_own() -> None:
    made = asked("create file", name=(1, 2), text=(3, 4))
    for after in (asked("add text", "what", text=(6, 9)), asked("add text", what=(5, 6), text=(6, 9))):
        assert len(completed(found(made, after), TABLE).commands) == 2
    opened = asked("open", what=(0, 1))
    assert len(completed(found(opened, asked("add text", "what", text=(6, 9))), TABLE).commands) == 2


def test_what_only_points_is_said_again_before_and_behind_what_is_named() -> None:
    named, pointing = asked("start a program again", app=(4, 5)), asked("start a program again", "app")
    for commands in (found(named, pointing), found(pointing, named)):
        assert said_once(commands).commands == (named,)


def test_two_commands_that_name_something_are_two() -> None:
    both = found(asked("close a program", app=(1, 2)), asked("close a program", app=(3, 4)))
    assert said_once(both) == both
    other = found(asked("close a program", app=(1, 2)), asked("start a program", "app"))
    assert said_once(other) == other
