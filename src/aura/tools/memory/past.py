"""What was commanded before."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.ports import History, Past
from aura.capability.semantic import Count, Text
from aura.capability.tool import tool


class Commands(Struct, frozen=True):
    """Earlier commands, newest first."""

    commands: Annotated[list[Past], "Run id, words, status and start of each."]
    text: Annotated[Text, "One command a line."]
    count: Annotated[int, "How many there are."]


@tool(verb="history", effect=Effect.READS)
def history(past: History, count: Annotated[Count, "How many commands to show."] = 10) -> Commands:
    """Tell what was commanded before, newest first."""
    commands = past.recent(max(count, 0))
    return Commands(commands, "\n".join(command.utterance for command in commands), len(commands))
