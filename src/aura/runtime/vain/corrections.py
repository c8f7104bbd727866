"""What corrects what was said before it, and was hardly meant as a value: "put 5 in b2, *better* in b3"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from aura.contracts.change import Move
from aura.language.hearing.corrections.bare_corrections import RATHER
from aura.language.slots.excepting import EXCEPT
from aura.language.utterance.marks import past_mark
from aura.runtime.vain.view import FILE, Text, View

VALUE, LIKEWISE, BEING, CORRECTION = "value", "likewise", "being", "correction"
COMMA = ","
OLD, NEW = "find", "replace"
"""The inputs of a text that another takes the place of, and of that one."""
LIKE = 60
"""How like each other, of a hundred, a word and the same one spelled well are at least."""
FREE = ("content", "text", "fact", "title", "question", "query")
"""Inputs in which people may say anything."""


def begins_in_what_corrects(text: Text, view: View) -> str | None:
    """ "Columns item and price, *better cost*", "slides cats, *no, not birds*": a value is none that corrects."""
    if text.fills(*FREE) or not any(_corrects(text, at, view) for at in _led(text, view)):
        return None
    return f'"{text.value}" may correct what was said before it; say only what is meant.'


def _led(text: Text, view: View) -> Iterator[int]:
    """Where a text begins right in what may correct."""
    lattice = view.lattice
    for at in view.places_of(text.low):
        begins = (begin for begin in range(max(0, at - 2), at) if lattice.tokens[begin].shape == "mark")
        if any(end > at for begin in begins for end in lattice.ends(begin, RATHER)):
            yield at


def _corrects(text: Text, at: int, view: View) -> bool:
    """Whether a text that begins there corrects: with more behind that word, what denies, or a place of a figure."""
    lattice, end = view.lattice, at + len(text.low)
    no = view.is_in(text.low[0], "no")
    if len(text.low) > 1:
        return not no
    behind = past_mark(lattice, end)
    denied = no and behind < lattice.size and lattice.in_set(behind, "denying")
    figures = [other for other in view.texts if other.fills(VALUE) and other.value != text.value]
    placed = not no and text.fills(VALUE) and any(other.value[:1].isdigit() for other in figures)
    return denied or placed


def moves_what_was_said_before(view: View) -> str | None:
    """ "Move a.txt, make a folder x, *no, put it on the desktop*": what is corrected is what was said last."""
    lattice, clauses = view.lattice, view.planned.reading.clauses
    made = {str(path) for path in view.made}
    moved = {change.source for change in view.changes if isinstance(change, Move)}
    for before, clause in pairwise(clauses):
        frame = lattice.grammar.frames.get(before.frame)
        if frame is None or not frame.is_new or clause.verb is None or moved <= made:
            continue
        between = range(min(before.end, clause.verb[0]), clause.verb[0])
        corrected = any(end <= clause.verb[0] for at in between for end in lattice.ends(at, CORRECTION))
        if corrected and any(thing.form == "pronoun" for thing in clause.things()):
            said = lattice.text_of(*clause.verb)
            return f'"{said}" may be said of what was named last; say by its name what should be moved.'
    return None


def adds_by_an_exception(view: View) -> str | None:
    """ "Move a.txt, *but b.txt too*": what is left out of one file, and is said to be like it, is another."""
    for clause in view.planned.reading.clauses:
        left_out, things = clause.get(EXCEPT), clause.things()
        one = bool(things) and all(view.lattice.tokens[thing.start].shape == FILE for thing in things)
        if left_out is not None and one and view.lattice.begins(left_out.end, LIKEWISE):
            said = view.lattice.text_of(left_out.start, left_out.end).strip(" ,")
            return f'"{said}" may be meant as well; say one after the other.'
    return None


def replaced_behind_its_comma(text: Text, view: View) -> str | None:
    """ "Swap every x for the, *wikipedia otters*": what takes the place of a word ends where a command may begin."""
    lattice = view.lattice
    for at in view.places_of([*text.said.low]) if text.fills(NEW) else ():
        behind = [at, *(word + 1 for word in range(at, at + text.said.size))]
        begins = [word for word in behind if 1 < word < lattice.size and lattice.low[word - 1] == COMMA]
        if any(word == at or lattice.low[word] in view.names for word in begins if word < at + text.said.size):
            return f'"{text.value}" may be none of the text; put it in quotes.'
    return None


def replaced_by_how_it_is(text: Text, view: View) -> str | None:
    """ "It says Thacksby in a.docx and it's *wrong*, fix it": what something only is takes the place of no name."""
    from rapidfuzz import fuzz

    old = text.step.inputs.get(OLD)
    if not text.fills(NEW) or not isinstance(old, str):
        return None
    before = [view.lattice.low[at - 1] for at in view.places_of(text.low) if at]
    told = any(view.is_of_class(word, BEING) or view.is_in(word, "statement_opening") for word in before)
    named = any(letter.isupper() or letter.isdigit() for letter in text.value)
    like = fuzz.ratio(old.lower(), text.value.lower()) >= LIKE
    return None if named or like or not told else f'"{text.value}" may be none of the text; put it in quotes.'
