"""A step that was in flight when its process ended: compared with the world, finished, or asked about."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from aura.capability.errors import ToolError
from aura.capability.ports import IdempotencyKey
from aura.capability.tool import Tool
from aura.contracts.goal import Question
from aura.execution.changes import Changer
from aura.execution.records import Record
from aura.execution.rows import StepRow
from aura.execution.stepping import Workshop

Decision = Literal["again", "done", "leave"]
DECISIONS: tuple[Decision, ...] = ("again", "done", "leave")


def settle(
    workshop: Workshop, changer: Changer, tool: Tool, row: StepRow, target: str, decision: Decision | None
) -> StepRow | Question:
    """Finish a step in flight as far as the world is clear.

    Returns its row: `running` where it is to be done again from its beginning; or a question.
    """
    if row.records:
        first = made(changer, row.records)
        for record in row.records[max(first - 1, 0) : first + 1]:
            changer.sweep(record)
        following = changer.state(row.records[first]) if first < len(row.records) else "todo"
        if following == "todo":
            return workshop.complete(tool, workshop.make(_resumed(changer, row, first), first))
    elif _may_repeat(workshop, tool, row):
        return row
    return _decide(workshop, row, target, decision)


def made(changer: Changer, records: tuple[Record, ...]) -> int:
    """How many records are done: they are made in order, so the last that is done tells for all before."""
    for number in range(len(records), 0, -1):
        if changer.state(records[number - 1]) == "done":
            return number
    return 0


def _resumed(changer: Changer, row: StepRow, first: int) -> StepRow:
    found = {index: changer.seen(record) for index, record in enumerate(row.records[:first])}
    return replace(row, seen={index: seen for index, seen in found.items() if seen is not None})


def _may_repeat(workshop: Workshop, tool: Tool, row: StepRow) -> bool:
    """Whether a tool that acts by itself takes no harm from a second attempt."""
    if tool.conduct.idempotent or IdempotencyKey in tool.ports.values():
        return True
    if tool.capture is None:
        return False
    return bool(tool.capture(**row.inputs, **workshop.ports_of(tool, row.step_id)) == row.before)


def _decide(workshop: Workshop, row: StepRow, target: str, decision: Decision | None) -> StepRow | Question:
    match decision:
        case "again":
            return replace(row, records=(), contents=(), seen={}, done=None)
        case "done":
            return workshop.accept(row)
        case "leave":
            raise ToolError("LEFT_UNFINISHED", f"“{target}” was left as it is, half done perhaps.")
    text = (
        f"“{target}” was being done when AURA stopped, and it cannot be seen whether it was finished. "
        "Do it again, count it as done, or leave it?"
    )
    return Question(text, DECISIONS, row.step_id)
