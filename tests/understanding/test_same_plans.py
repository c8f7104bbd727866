"""When the first-shot score calls two plans the same: what leaves another world never is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parents[2] / "bench"))

from same_plans import holds, in_plain_steps, kind_of, one_by_one


def step(tool: str, **inputs: Any) -> dict[str, Any]:
    return {"id": tool, "inputs": inputs}


def do_the_same(wanted: list[dict[str, Any]], found: list[dict[str, Any]]) -> bool:
    ones, others = one_by_one(in_plain_steps(wanted)), one_by_one(in_plain_steps(found))
    kinds = [[kind_of(each) for each in steps] for steps in (ones, others)]
    return kinds[0] == kinds[1] and all(holds(one, other["inputs"]) for one, other in zip(ones, others, strict=True))


MOVED_AS = [step("files.move", source="ws/a.pdf", destination="ws/old/b.pdf")]
MADE_WITH = [step("files.create_file", path="ws/a.txt", content="tea")]
TYPED_INTO = [step("system.input.type_into", text="tea", window="word")]
SHEET = [step("office.create_spreadsheet", path="ws/a.xlsx", columns=["day"], rows=[["Monday"]])]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (
            MOVED_AS,
            [
                step("files.move", source="/t/ws/a.pdf", destination="/t/ws/old/a.pdf"),
                step("files.rename", path="/t/ws/old/a.pdf", new_name="b.pdf"),
            ],
        ),
        (
            MADE_WITH,
            [
                step("files.create_file", path="/t/ws/a.txt"),
                step("files.write_file", path="/t/ws/a.txt", content="tea"),
            ],
        ),
        (TYPED_INTO, [step("system.window.focus", window="Word"), step("system.input.type_text", text="tea")]),
        (
            SHEET,
            [
                step("office.create_spreadsheet", path="/t/ws/a.xlsx", columns=["day"]),
                step("office.add_rows", path="/t/ws/a.xlsx", rows=[["Monday"]]),
            ],
        ),
    ],
)
def test_two_steps_that_leave_the_world_of_one_are_the_same(
    wanted: list[dict[str, Any]], found: list[dict[str, Any]]
) -> None:
    assert do_the_same(wanted, found)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (MOVED_AS, [step("files.move", source="/t/ws/a.pdf", destination="/t/ws/old/a.pdf")]),
        (MOVED_AS, [step("files.copy", source="/t/ws/a.pdf", destination="/t/ws/old/b.pdf")]),
        (
            MADE_WITH,
            [
                step("files.create_file", path="/t/ws/a.txt"),
                step("files.write_file", path="/t/ws/b.txt", content="tea"),
            ],
        ),
        (MADE_WITH, [step("files.create_file", path="/t/ws/a.txt")]),
        (TYPED_INTO, [step("system.input.type_text", text="tea")]),
        (TYPED_INTO, [step("system.window.focus", window="chrome"), step("system.input.type_text", text="tea")]),
        (SHEET, [step("office.create_spreadsheet", path="/t/ws/a.xlsx", columns=["day"])]),
    ],
)
def test_another_file_another_window_or_a_text_left_out_is_not_the_same(
    wanted: list[dict[str, Any]], found: list[dict[str, Any]]
) -> None:
    assert not do_the_same(wanted, found)
