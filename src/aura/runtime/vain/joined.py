"""Texts that were hardly meant: another command is joined to what they are written into, or they replace a part."""

from __future__ import annotations

from aura.language.decoding.account import text_tokens
from aura.language.hearing.several.carried_along import carrying
from aura.language.utterance.predicates import Predicates
from aura.language.utterance.stretches import may_order
from aura.runtime.vain.view import QUOTED, Text, View

REPLACED = "in_place_of"
ENDED = ("tab", "window", "app")
"""Inputs that name what is shown, closed or brought to the front."""
FEWEST_BEHIND = 2
"""Words behind a verb in what is a command of its own, and not a name like "copy and paste"."""
MOST_REPLACED = 8
"""Tokens of what takes the place of something, and of that."""


def carries_and_writes(view: View) -> str | None:
    """ "Copy a.txt *and put hello*": what carries a thing writes no text that another verb leads to."""
    lattice, (written, _) = view.lattice, text_tokens(view.planned.reading, view.lattice)
    for clause in view.planned.reading.clauses:
        begin, end = clause.verb or (0, 0)
        if end not in carrying(lattice, begin):
            continue
        texts = (part for part in clause.parts if part.start in written or part.end - 1 in written)
        joined = (part for part in texts if lattice.class_name(part.start) == "joint")
        part = next((one for one in joined if lattice.begins_clause(one.start + 1)), None)
        if part is not None:
            return f'"{lattice.text_of(part.start, part.end)}" may be a command of its own; say it by itself.'
    return None


def begins_behind_a_quotation(text: Text, view: View) -> str | None:
    """ "Write in the box 'shoes' *and give it*": what is joined to a quotation is hardly a text."""
    lattice = view.lattice
    joined = view.is_in(text.low[0], "coordinating") and text.fills("content", "text")
    behind = view.places_of([*text.said.low]) if joined else ()
    if any(at and lattice.tokens[at - 1].shape == QUOTED for at in behind):
        return f'"{text.value}" is hardly a text; say the text by itself, in quotes.'
    return None


def begins_with_what_joins(text: Text, view: View) -> str | None:
    """ "Put paid in C2 *and pending* in C3": what joins two values is of neither."""
    if text.fills("value") and len(text.low) > 1 and view.is_in(text.low[0], "coordinating"):
        return f'"{text.value}" is hardly a value; say each cell with its value, or put it in quotes.'
    return None


def is_named_with_an_order(text: Text, view: View) -> str | None:
    """ "Close the Booking tab *and open one new with a.org*": what is joined to a name and orders is none of it."""
    if not text.fills(*ENDED):
        return None
    said = text.said
    behind = (at for at in range(2, said.size - FEWEST_BEHIND) if said.in_set(at - 1, "coordinating"))
    order = next((at for at in behind if may_order(said, at)), None)
    if order is None:
        return None
    return f'"{said.text_of(order, said.size)}" may be a command of its own; say one after the other.'


def replaces_a_part(text: Text, view: View) -> str | None:
    """ "In a.txt put *bread in place of milk*": what takes the place of something there, and no text that tells."""
    said = text.said
    within = any(0 < at < said.size - 1 for at in said.beginnings.get(REPLACED, ()) if said.begins(at, REPLACED))
    short = within and said.size <= MOST_REPLACED and text.written and text.fills("content", "text")
    if not short or view.is_announced(text) or Predicates(said).verb(0, said.size) is not None:
        return None
    return f'"{text.value}" may say what is to be replaced; say the whole text, or put it in quotes.'
