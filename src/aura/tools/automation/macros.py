"""Keeping plans under names: saved, listed, shown, renamed, replaced, deleted.

To run one is no tool: it becomes the plan that it is.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen
from aura.capability.ports import Draft, Macros
from aura.capability.semantic import Text
from aura.capability.tool import tool

Name = Annotated[str, "What the macro is called; upper and lower case are the same."]
NewName = Annotated[str, "What the macro is to be called."]
Run = Annotated[str, "The command whose plan it is, by its run; the last one where it is left out."]

MACRO = "macro"


class Kept(Struct, frozen=True):
    """A macro that is kept."""

    name: Annotated[str, "What it is called."]
    steps: Annotated[int, "How many steps it has."]
    parameters: Annotated[list[str], "What can be given anew when it is run."]


class Named(Struct, frozen=True):
    """What a macro is called now."""

    name: Annotated[str, "Its name."]


class Listed(Struct, frozen=True):
    """The macros there are."""

    names: Annotated[list[str], "Their names, in order."]
    text: Annotated[Text, "One a line, with what it is for."]
    count: Annotated[int, "How many there are."]


class Shown(Struct, frozen=True):
    """A macro as it is kept."""

    name: Annotated[str, "Its name."]
    text: Annotated[Text, "Its file: what it is for, its parameters, its steps."]


def _of(draft: Draft) -> str:
    steps = "1 step" if draft.steps == 1 else f"{draft.steps} steps"
    anew = f", with {', '.join(draft.parameters)}" if draft.parameters else ""
    return f'{steps} of "{draft.said}"{anew}'


def _kept(name: str, draft: Draft) -> Kept:
    return Kept(name, draft.steps, list(draft.parameters))


# -- saved


def _saving(macros: Macros, macro: str, run: str = "") -> Foreseen:
    macros.free(macro)
    return Foreseen(_of(macros.draft(run)))


def _new(macros: Macros, macro: str, run: str = "") -> dict[str, Any]:
    return {"name": macros.free(macro)}


def _remove(before: dict[str, Any], macros: Macros, **inputs: Any) -> None:
    macros.put(before["name"], None)


@tool(verb="save", object=MACRO, effect=Effect.WRITES, capture=_new, undo=_remove, foresee=_saving, locked=True)
def save_macro(macros: Macros, macro: NewName, run: Run = "") -> Kept:
    """Keep the plan of an earlier command under a name."""
    kept, draft = macros.free(macro), macros.draft(run)
    macros.put(kept, draft.text)
    return _kept(kept, draft)


# -- replaced and deleted: what is lost can be put back


def _lost(macros: Macros, macro: str, **inputs: Any) -> list[dict[str, Any]]:
    known = macros.named(macro)
    return [{"text": known, "content": macros.text(known)}]


def _put_back(before: list[dict[str, Any]], macros: Macros, **inputs: Any) -> None:
    for each in before:
        macros.put(each["text"], each["content"])


def _replacing(macros: Macros, macro: str, run: str = "") -> Foreseen:
    macros.named(macro)
    return Foreseen(f"now {_of(macros.draft(run))}")


@tool(
    verb="replace", object=MACRO, effect=Effect.DESTROYS, capture=_lost, undo=_put_back, foresee=_replacing, locked=True
)
def replace_macro(macros: Macros, macro: Name, run: Run = "") -> Kept:
    """Keep the plan of an earlier command under the name of a macro that is there, in its place."""
    known, draft = macros.named(macro), macros.draft(run)
    macros.put(known, draft.text)
    return _kept(known, draft)


@tool(verb="delete", object=MACRO, effect=Effect.DESTROYS, capture=_lost, undo=_put_back, locked=True)
def delete_macro(macros: Macros, macro: Name) -> Named:
    """Delete a macro."""
    known = macros.named(macro)
    macros.put(known, None)
    return Named(known)


# -- renamed


def _old(macros: Macros, macro: str, new_name: str) -> dict[str, Any]:
    known = macros.named(macro)
    return {"name": known, "new_name": _free_for(macros, known, new_name), "text": macros.text(known)}


def _free_for(macros: Macros, known: str, new_name: str) -> str:
    """The new name as it will be kept, which may be the old one in other letters."""
    try:
        return macros.free(new_name)
    except ToolError as error:
        plain = " ".join(new_name.split())
        if error.code == "ALREADY_EXISTS" and macros.named(new_name) == known != plain:
            return plain
        raise


def _renaming(macros: Macros, macro: str, new_name: str) -> Foreseen:
    told = _old(macros, macro, new_name)
    return Foreseen(f"{told['name']} → {told['new_name']}")


def _name_back(before: dict[str, Any], macros: Macros, **inputs: Any) -> None:
    macros.put(before["new_name"], None)
    macros.put(before["name"], before["text"])


@tool(verb="rename", object=MACRO, effect=Effect.WRITES, capture=_old, undo=_name_back, foresee=_renaming, locked=True)
def rename_macro(macros: Macros, macro: Name, new_name: NewName) -> Named:
    """Give a macro another name."""
    known = macros.named(macro)
    new, text = _free_for(macros, known, new_name), macros.text(known)
    macros.put(known, None)
    macros.put(new, text)
    return Named(new)


# -- looked at


@tool(verb="list", object=MACRO, effect=Effect.READS)
def list_macros(macros: Macros) -> Listed:
    """List the macros, each with what it is for."""
    names = macros.names()
    lines = [f"{name}: {macros.said(name)}" for name in names]
    return Listed(names, "\n".join(lines) or "No macro is kept yet.", len(names))


@tool(verb="show", object=MACRO, effect=Effect.READS)
def show_macro(macros: Macros, macro: Name) -> Shown:
    """Show a macro as it is kept: what it is for, its parameters, its steps."""
    known = macros.named(macro)
    return Shown(known, macros.text(known))
