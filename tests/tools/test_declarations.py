"""A declaration that is incomplete or a duplicate fails, naming the tool and what is missing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from aura.capability.effect import Effect
from aura.capability.errors import DeclarationError
from aura.capability.ports import Disk
from aura.capability.reference import main, reference
from aura.capability.registry import Registry
from aura.capability.tool import tool

TOOLS = Registry(package="aura.tools")
DOCUMENT = Path(__file__).parents[2] / "docs/tools.md"


def declared(function: Callable[..., Any], effect: Effect = Effect.READS, **more: Any) -> None:
    function.__module__ = "aura.tools.files.trial"
    tool(verb="try", effect=effect, **more)(function)


def test_a_tool_needs_a_docstring() -> None:
    def silent(disk: Disk) -> None: ...

    with pytest.raises(DeclarationError, match=r"files\.silent has no docstring"):
        declared(silent)


def test_a_parameter_needs_a_type_and_a_description() -> None:
    def untyped(path) -> None:  # type: ignore[no-untyped-def]
        """Try."""

    def undescribed(path: str) -> None:
        """Try."""

    with pytest.raises(DeclarationError, match=r"files\.untyped: parameter 'path' has no type"):
        declared(untyped)
    with pytest.raises(DeclarationError, match=r"files\.undescribed: 'path' has no description"):
        declared(undescribed)


def test_what_is_returned_must_be_declared_with_names() -> None:
    def unsaid(disk: Disk):  # type: ignore[no-untyped-def]
        """Try."""

    def unnamed(disk: Disk) -> int:
        """Try."""
        return 1

    with pytest.raises(DeclarationError, match=r"files\.unsaid does not declare what it returns"):
        declared(unsaid)
    with pytest.raises(DeclarationError, match=r"files\.unnamed must return a Struct"):
        declared(unnamed)


def test_what_writes_needs_a_way_back() -> None:
    def scrawl(text: Annotated[str, "What."]) -> None:
        """Try."""

    with pytest.raises(DeclarationError, match=r"files\.scrawl writes, so it needs `undo=`"):
        declared(scrawl, Effect.WRITES)
    with pytest.raises(DeclarationError, match=r"files\.scrawl has `undo=` but no `capture=`"):
        declared(scrawl, Effect.WRITES, undo=lambda before, text: None)


def test_a_tool_lives_under_a_domain() -> None:
    def astray() -> None:
        """Try."""

    with pytest.raises(DeclarationError, match=r"is not under aura\.tools"):
        tool(verb="try", effect=Effect.READS)(astray)


def test_a_duplicate_is_refused() -> None:
    one = TOOLS["files.move"]
    registry = Registry({"files.move": one})
    with pytest.raises(DeclarationError, match=r"files\.move is declared twice"):
        registry._add(one)


def test_every_goal_leads_to_one_tool() -> None:
    goals = [(each.domain, each.verb, each.object) for each in TOOLS.values()]
    assert len(goals) == len(set(goals))


CONTRACT = {
    "files": "create_folder create_file delete_file delete_folder move copy rename read_file write_file "
    "append_file list_directory get_info find open",
    "memory": "remember recall forget history",
    "knowledge": "answer calculate convert",
    "office": "create_document append_document read_document create_spreadsheet set_cell read_cells "
    "create_presentation add_slide",
    "system.state": "time date battery disk memory cpu network uptime processes",
}


def test_the_catalogue_is_complete() -> None:
    promised = {f"{domain}.{name}" for domain, names in CONTRACT.items() for name in names.split()}
    assert promised <= set(TOOLS)


def test_every_atom_is_plain_json_with_a_self_contained_schema() -> None:
    text = msgspec.json.encode(TOOLS.atoms()).decode()
    assert "$ref" not in text and "$defs" not in text


def test_the_manual_is_up_to_date_and_always_the_same(tmp_path: Path) -> None:
    assert reference(Registry(package="aura.tools")) == reference(TOOLS)
    assert main(["--check", "--file", str(DOCUMENT)]) == 0
    assert main(["--check", "--file", str(tmp_path / "none.md")]) == 1
    assert main(["--file", str(tmp_path / "made.md")]) == 0
    assert (tmp_path / "made.md").read_bytes() == DOCUMENT.read_bytes()
