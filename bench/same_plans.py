"""When two plans do the same: by the plainest tools, one step for each thing, inputs compared by what they mean."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import yaml

import aura.config
import aura.tools
from aura.capability.errors import ToolError
from aura.capability.registry import Registry
from aura.machine.hand.keys import chord
from aura.tools.knowledge.calculate import calculate
from aura.tools.knowledge.convert import unit_of

ROOTS = ("ws", "home/Desktop", "home/Documents", "home/Downloads", "d")
APPS, SITES = (Path(aura.config.__path__[0], name) for name in ("apps.yaml", "sites.yaml"))
SAME = {
    "office.create_document": "files.create_file",
    "files.write_file": "files.create_file",
    "office.append_document": "files.append_file",
    "office.create_presentation": "files.create_file",
    "office.create_spreadsheet": "files.create_file",
    "office.read_document": "files.read_file",
}
"""Tools that do the same where both can be used: a new file with a text, a text added, a text read."""
MANY = ("source", "path")
"""Inputs that may name several things."""
NEW_TAB, GO_TO = "browsers.chrome.new_tab", "browsers.chrome.navigate"
FOCUS, FOCUS_WINDOW = "system.apps.focus", "system.window.focus"
TYPE, TYPE_INTO = "system.input.type_text", "system.input.type_into"
MOVE, MAKE_SHEET, ADD_ROWS = "files.move", "office.create_spreadsheet", "office.add_rows"
FILLED = ("files.append_file", "files.create_file")
"""What gives a text to a file that was made empty just before."""
SET_WISE = ("files.move", "files.copy", "files.delete_file", "files.delete_folder")
"""What may be done to several things in any order."""
GIVEN, WEB = "$", ("http://", "https://")


def kind_of(step: dict[str, Any]) -> str:
    """What a step does, by one tool for those that do the same."""
    return SAME.get(step["id"], step["id"])


def as_a_move(step: dict[str, Any]) -> dict[str, Any]:
    """A new name as what it does: a move within the same folder."""
    inputs = step.get("inputs", {})
    if step["id"] != "files.rename" or not {"path", "new_name"} <= inputs.keys():
        return step
    aimed = f"{inputs['path'].rpartition('/')[0]}/{inputs['new_name']}"
    return {**step, "id": "files.move", "inputs": {"source": inputs["path"], "destination": aimed}}


def in_plain_steps(steps: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Steps by the plainest tools: a new name is a move, typing into a window brings it to the front."""
    found: list[dict[str, Any]] = []
    for step in map(as_a_move, steps):
        inputs = step.get("inputs", {})
        if step["id"] == FOCUS_WINDOW:
            found.append({**step, "id": FOCUS, "inputs": {"app": inputs.get("window")}})
        elif step["id"] == TYPE_INTO:
            found.append({**step, "id": FOCUS, "inputs": {"app": inputs.get("window")}})
            found.append({**step, "id": TYPE, "inputs": {"text": inputs.get("text")}})
        else:
            found.append(step)
    return found


def one_by_one(steps: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Steps where what is done to several things is a step for each of them; such steps in a row by their names."""
    found = []
    for step in steps:
        several = next((name for name in MANY if isinstance(step.get("inputs", {}).get(name), list)), "")
        for one in step["inputs"][several] if several else ():
            into = step["inputs"].get("destination")
            aimed = {} if into is None else {"destination": f"{into}/{one.rsplit('/', 1)[-1]}"}
            found.append({**step, "inputs": {**step["inputs"], several: one, **aimed}})
        found += [] if several else [step]
    rows = (list(row) for _, row in groupby(_made_whole(found), kind_of))
    return [step for row in rows for step in (sorted(row, key=_named) if kind_of(row[0]) in SET_WISE else row)]


def _made_whole(steps: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Steps where what is made and then filled is made with that, and what is moved twice is moved once."""
    found: list[dict[str, Any]] = []
    for step in steps:
        whole = _as_one(found[-1], step) if found else None
        found[-1:] = [found[-1], step] if found and whole is None else [step if whole is None else whole]
    return found


def _as_one(before: dict[str, Any], step: dict[str, Any]) -> dict[str, Any] | None:
    """Two steps as one that does the same; None where there is none: a tab, a file with its text, a sheet, a move."""
    made, then = before.get("inputs", {}), step.get("inputs", {})
    same = made.get("path") is not None and made.get("path") == then.get("path")
    if kind_of(before) == NEW_TAB and not made.get("url") and kind_of(step) == GO_TO:
        return {**before, "inputs": then}
    if before["id"] == MAKE_SHEET and step["id"] == ADD_ROWS and same and not made.get("rows"):
        return {**before, "inputs": {**made, "rows": then.get("rows")}}
    empty = kind_of(before) == FILLED[-1] and not made.get("content")
    if empty and same and kind_of(step) in FILLED and "content" in then:
        return {**before, "inputs": {**made, "content": then["content"]}}
    if before["id"] == step["id"] == MOVE and made.get("destination") == then.get("source"):
        return {**step, "inputs": {**then, "source": made.get("source")}}
    return None


def _named(step: dict[str, Any]) -> str:
    """The name of what a step is done to."""
    inputs = step.get("inputs", {})
    return next((str(inputs[name]).rsplit("/", 1)[-1].lower() for name in MANY if name in inputs), "")


def in_effect(step: dict[str, Any]) -> dict[str, Any]:
    """A step's inputs with what holds where one is left out; a text is called one thing in all tools."""
    tool = registry().get(step["id"])
    usual = {name: slot.default for name, slot in tool.inputs.items() if slot.has_default} if tool else {}
    inputs = {**usual, **step["inputs"]}
    text = inputs.get("text", inputs.get("content"))
    return inputs if text is None else {**inputs, "content": text, "text": text}


@cache
def registry() -> Registry:
    """Every tool there is."""
    return Registry(package=aura.tools.__name__)


def holds(wanted: dict[str, Any], inputs: dict[str, Any]) -> bool:
    """Whether a step's inputs are as they should be, or one of them has certain words."""
    words = " ".join(str(value) for value in inputs.values()).lower()
    if wanted.get("holds", "").lower() not in words:
        return False
    return all(alike(inputs.get(name), value) for name, value in wanted.get("inputs", {}).items())


def alike(found: object, wanted: object) -> bool:
    """Whether an input says the same: units by meaning, paths below the case's folder, addresses by their host.

    What is put into a cell may be said as a number or as its figures.
    """
    if isinstance(found, str) and isinstance(wanted, int | float):
        return is_number(found) and math.isclose(float(found), wanted)
    if isinstance(found, list) and isinstance(wanted, list):
        return len(found) == len(wanted) and all(any(alike(one, other) for one in found) for other in wanted)
    if isinstance(found, str) and isinstance(wanted, str):
        if wanted == GIVEN:
            return found.startswith("${")
        if wanted in ROOTS or wanted.startswith(tuple(f"{root}/" for root in ROOTS)):
            return found.lower().endswith("/" + wanted.lower().rstrip("/"))
        if found.startswith(WEB) or wanted.startswith(WEB):
            return address(found) == address(wanted)
        if called(APPS).get(found.lower(), found) == called(APPS).get(wanted.lower(), wanted):
            return True
        if called(SITES).get(found.lower(), found) == called(SITES).get(wanted.lower(), wanted):
            return True
        if any(meant(found, by) == meant(wanted, by) != "" for by in (keys_of, sum_of)):
            return True
    if isinstance(found, str) and isinstance(wanted, str) and found.lower() != wanted.lower():
        try:
            return bool(unit_of(found) == unit_of(wanted))
        except ToolError:
            return plain(found) == plain(wanted)
    return found == wanted or plain(found) == plain(wanted)


def is_number(text: str) -> bool:
    """Whether a text is just the figures of a number."""
    return re.fullmatch(r"-?\d+(\.\d+)?", text) is not None


def plain(value: object) -> str:
    """A value as it is compared: without case, an article before it, the mark that ends it; "what's" is "what is"."""
    asked = re.sub(r"^(what|who|where|how)(?:'s|’s|s) ", r"\1 is ", str(value).lower())
    return re.sub(r"^(what (is|was) )?((a|an|the|my) )?", "", asked).rstrip("?.")


def meant(said: str, by: Callable[[str], str]) -> str:
    """What words mean to a tool; nothing where they mean nothing to it."""
    try:
        return by(said)
    except ToolError:
        return ""


def keys_of(said: str) -> str:
    """The keys that are pressed: "page down" is one."""
    return str(chord(said))


def sum_of(said: str) -> str:
    """What a sum comes to: "2 times 3" is "2*3"."""
    return str(calculate.call(expression=said).value)


@cache
def called(file: Path) -> dict[str, str]:
    """What people call a program or a site → the name that a plan has for it."""
    rows = next(iter(yaml.safe_load(file.read_text(encoding="utf-8")).values()))
    return {word: name for name, row in rows.items() for word in (name, *row.get("words", ()))}


def address(url: str) -> str:
    """An address without what may be left out of it."""
    host = url.lower().removeprefix("https://").removeprefix("http://").removeprefix("www.").removeprefix("en.")
    return host.rstrip("/")
