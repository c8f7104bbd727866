"""Tables and outlines; rich is imported only when one is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec

from aura.capability.registry import Registry
from aura.capability.tool import Slot, Tool
from aura.surfaces.cli.preview import EFFECTS, bounded, quoted

NO_WIDTHS: Mapping[str, int] = {}
WIDEST_FOUND = 62
"""Letters of the widest column of what the doctor found, so that its table has room in 100."""

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.tree import Tree

    from aura.surfaces.cli.finding import Finding


def history_table(past: Sequence[Any]) -> Table:
    """Earlier commands: run, when, what came of it, what was said."""
    rows = [msgspec.to_builtins(row) for row in past]
    return _table(
        ("run", "when", "status", "said"),
        ((row["run_id"], _when(row["started"]), _became(row), row["utterance"]) for row in rows),
    )


def schedule_table(kept: Sequence[Any]) -> Table:
    """What waits for its time: its name, the moment, whether it comes again, what was said."""
    rows = [msgspec.to_builtins(row) for row in kept]
    return _table(
        ("id", "when", "again", "said"),
        ((row["schedule"], _when(row["moment"]), "yes" if row["rule"] else "no", row["said"]) for row in rows),
    )


def macros_table(kept: Sequence[Mapping[str, Any]]) -> Table:
    """The macros: name, what it is for or what is wrong with it, parameters with their defaults."""
    return _table(
        ("macro", "what for", "parameters"),
        ((each["name"], each.get("problem") or each["target"], _defaults(each["parameters"])) for each in kept),
    )


def _defaults(parameters: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in parameters.items())


def _when(moment: str) -> str:
    """A moment in ISO 8601 as this machine's clock would show it."""
    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def _became(row: Mapping[str, Any]) -> str:
    return ", ".join(word for word in (row["status"], row.get("undo")) if word)


def run_tree(run: Mapping[str, Any]) -> Tree:
    """One earlier command: what was said and came of it, its steps, below each what it changed."""
    from rich.text import Text
    from rich.tree import Tree

    tree = Tree(Text(f'{run["run_id"]}: "{run["utterance"]}"', overflow="fold"))
    tree.add(Text(f"{_when(run['started'])}, {_became(run)}"))
    tree.add(Text(run["message"], overflow="fold"))
    for number, step in enumerate(run["steps"], 1):
        branch = tree.add(Text(f"{number}. {step['what'] or step['atom_id']} ({step['atom_id']}): {_became(step)}"))
        for line in (*bounded(step["changes"]), *filter(None, [step.get("error")])):
            branch.add(Text(line, overflow="fold"))
    return tree


def tools_table(registry: Registry) -> Table:
    """Every tool: its id, what it takes, its effect, what it does."""
    return _table(
        ("tool", "takes", "effect", "what it does"),
        (
            (
                tool.id,
                ", ".join(_slot_name(slot) for slot in tool.inputs.values()),
                tool.effect.name.lower(),
                tool.description,
            )
            for tool in registry.values()
        ),
    )


def tool_detail(tool: Tool) -> RenderableType:
    """One tool with every input and output."""
    from rich.console import Group

    parts: list[RenderableType] = [f"{tool.id}: {tool.description}", f"effect: {EFFECTS[tool.effect.value]}"]
    if tool.inputs:
        parts.append(_slots("takes", tool.inputs))
    if tool.outputs:
        parts.append(_slots("gives", tool.outputs))
    return Group(*parts)


def findings_table(findings: Iterable[Finding]) -> Table:
    """What the doctor found, for 100 columns; what several have in common is said once."""
    named: dict[tuple[str, str], list[str]] = {}
    for finding in findings:
        names = named.setdefault((_verdict(finding), _with_mending(finding)), [])
        names += [finding.name] if finding.name not in names else []
    rows = ((verdict, "\n".join(names), found) for (verdict, found), names in named.items())
    return _table(("", "what", "found"), rows, widest={"found": WIDEST_FOUND})


def _verdict(finding: Finding) -> str:
    return ("not here" if finding.missing else "ok") if finding.ok else "WRONG"


def _with_mending(finding: Finding) -> str:
    return f"{finding.detail}; `{finding.mend}` installs it" if finding.mend else finding.detail


def near(name: str, names: Iterable[str]) -> str:
    """`, did you mean …` for a name that is close to another, else nothing."""
    import difflib

    close = difflib.get_close_matches(name, list(names), 1)
    return f", did you mean {close[0]}" if close else ""


def _slots(title: str, slots: Mapping[str, Slot]) -> Table:
    table = _table(
        (title, "type", "", "what it is"),
        (
            (
                slot.name,
                _type(slot),
                _default(slot),
                slot.description,
            )
            for slot in slots.values()
        ),
    )
    return table


def _default(slot: Slot) -> str:
    if slot.has_default:
        return f"default {quoted(slot.default)}"
    return "" if slot.required else "may be left out"


def _slot_name(slot: Slot) -> str:
    return slot.name if slot.required else f"[{slot.name}]"


def _type(slot: Slot) -> str:
    kinds = [part.get("type", "any") for part in slot.schema.get("anyOf", [slot.schema])]
    return " or ".join(str(kind) for kind in kinds)


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]], *, widest: Mapping[str, int] = NO_WIDTHS) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold", max_width=widest.get(column))
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    return table


TABLES: Mapping[str, Callable[[Sequence[Any]], Table]] = {"history": history_table, "macros": macros_table}
"""The tables of rows that a command lists, by what the command calls them."""
