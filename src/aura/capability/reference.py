"""The reference manual of the tools, made from their declarations: `python -m aura.capability.reference`.

With `--check` nothing is written; the exit code is 1 when docs/tools.md is not what the declarations give.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from aura.capability.registry import Registry
from aura.capability.tool import Slot, Tool

EFFECTS = {"R": "reads", "W": "writes", "D": "destroys", "X": "acts"}
HEAD = """# Tools

Made by `python -m aura.capability.reference` from the declarations in `src/aura/tools`; do not edit.

What a tool **reads** changes nothing; what it **writes** can be undone; what it **destroys** asks first;
what **acts** does something outside the disk. An input in brackets may be left out. Paths are absolute,
sizes bytes, times ISO 8601.
"""


def reference(tools: Mapping[str, Tool]) -> str:
    """The manual as Markdown: a table a domain, a row a tool, always the same for the same declarations."""
    in_order = sorted(tools.values(), key=lambda tool: tool.id)
    domains = groupby(in_order, key=lambda tool: tool.domain)
    return "\n".join([HEAD, *(_table(domain, list(members)) for domain, members in domains)])


def _table(domain: str, tools: list[Tool]) -> str:
    rows = ["| tool | what it does | inputs | outputs | effect |", "|---|---|---|---|---|"]
    rows += [
        f"| `{tool.id}` | {_cell(tool.description)} | {_slots(tool.inputs)} | {_slots(tool.outputs)}"
        f" | {EFFECTS[tool.effect.value]} |"
        for tool in tools
    ]
    return "\n".join([f"## {domain}", "", *rows, ""])


def _slots(slots: Mapping[str, Slot]) -> str:
    return "<br>".join(map(_slot, slots.values())) or "–"


def _slot(slot: Slot) -> str:
    name = f"`{slot.name}`" if slot.required else f"[`{slot.name}` = {_literal(slot.default)}]"
    return f"{name} ({_type(slot.schema)}): {_cell(slot.description)}"


def _literal(value: Any) -> str:
    return f"`{msgspec.json.encode(value).decode()}`"


def _type(schema: Mapping[str, Any]) -> str:
    """A JSON Schema fragment in a few words."""
    if "anyOf" in schema:
        return " or ".join(map(_type, schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in sorted(schema["enum"], key=str))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    kind = schema.get("type", "object")
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def main(arguments: list[str] | None = None) -> int:
    """Write the manual to a file, or with `--check` compare it with the file."""
    parser = argparse.ArgumentParser(description="Make the reference manual of the tools.")
    parser.add_argument("--check", action="store_true", help="only say whether the file is up to date")
    parser.add_argument("--file", type=Path, default=Path("docs/tools.md"))
    asked = parser.parse_args(arguments)
    text = reference(Registry(package="aura.tools"))
    if not asked.check:
        asked.file.write_text(text, encoding="utf-8", newline="\n")
        return 0
    current = asked.file.read_text(encoding="utf-8") if asked.file.exists() else ""
    if current == text:
        return 0
    print(f"{asked.file} is not up to date; run `python -m aura.capability.reference`.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
