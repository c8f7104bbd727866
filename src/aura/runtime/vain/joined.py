"""Texts that were hardly meant: another command is joined to what they are written into, or they replace a part."""

from __future__ import annotations

from aura.language.decoding.account import text_tokens
from aura.language.hearing.several.carried_along import carrying
from aura.language.utterance.predicates import Predicates
from aura.runtime.vain.view import QUOTED, Text, View

REPLACED = "in_place_of"
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


def replaces_a_part(text: Text, view: View) -> str | None:
    """ "In a.txt put *bread in place of milk*": what takes the place of something there, and no text that tells."""
    said = text.said
    within = any(0 < at < said.size - 1 for at in said.beginnings.get(REPLACED, ()) if said.begins(at, REPLACED))
    short = within and said.size <= MOST_REPLACED and text.written and text.fills("content", "text")
    if not short or view.is_announced(text) or Predicates(said).verb(0, said.size) is not None:
        return None
    return f'"{text.value}" may say what is to be replaced; say the whole text, or put it in quotes.'
