"""Parts of documents and windows that were taken for texts or names: "the title Cats *and the subtitle Dogs*"."""

from __future__ import annotations

from itertools import pairwise
from pathlib import PurePath

from aura.contracts.change import WriteFile
from aura.contracts.problem import Problem
from aura.documents.family import DOCUMENT, family_of
from aura.language.utterance.lattice import Lattice
from aura.planning.rules import NO_CAPABILITY
from aura.runtime.choose import UNREAD
from aura.runtime.trial import Planned
from aura.runtime.vain.texts import is_announced, is_of_class, leads_to_name, says_how_many, texts

PARTS = ("named_parts", "part_of_document", "made_of")
TURNS = 3
"""Words at most of "in capital letters", "ten times"."""


def _goes_on_with_a_part(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "With the title *Trip and the heading Day One*": what is said of another part is none of a text."""
    words = lattice.grammar.words
    for step, _, value in texts(planned, lattice):
        low = value.lower().replace(",", " ,").split()
        held = family_of(str(step.inputs.get("path", ""))) is not None
        for at in range(1, len(low) - 3 if held else 0):
            joined = low[at] in words["coordinating"] and low[at + 1] in words["determiner"]
            if joined and any(low[at + 2] in words[name] for name in PARTS):
                return Problem(UNREAD, f'"{value}" goes on with another part; say one after the other.')
    return None


def _begins_with_a_part(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "With *two slides, Intro and End*", "a slide and a slide *called Food*": a part of a document, and no text."""
    words = lattice.grammar.words
    for step, _, value in texts(planned, lattice):
        low = value.lower().replace(",", " ,").replace(":", " :").split()
        if len(low) < 2 or value == step.inputs.get("path") or family_of(str(step.inputs.get("path", ""))) is None:
            continue
        begin = next((at for at, word in enumerate(low) if not _counts(word, lattice)), 0)
        part = low[begin] in words["part_of_document"] and low[begin + 1 :]
        listed = part and low[begin].endswith(tuple(words["subject_ending"]))
        named = leads_to_name(low[0], lattice)
        stated = any(is_of_class(word, lattice, "being") for word in low)
        if (listed or named) and not stated and not is_announced(value.lower().split(), lattice):
            return Problem(
                UNREAD, f'"{value}" names a part rather than what it says; say it another way, or in quotes.'
            )
    return None


def _counts(word: str, lattice: Lattice) -> bool:
    """Whether a word may stand before a part of a document: "*the* list", "*three* headings"."""
    return word in lattice.grammar.words["determiner"] or says_how_many(word, lattice)


def _wider_than_its_table(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "With the columns day and task and the rows a, b, c, d": a row that has more cells than there are columns."""
    tables = ((step.inputs.get("columns"), step.inputs.get("rows")) for step in planned.steps)
    for columns, rows in tables:
        widths = [len(row) for row in rows if isinstance(row, list | tuple)] if isinstance(rows, list | tuple) else []
        if isinstance(columns, list | tuple) and columns and any(width > len(columns) for width in widths):
            return Problem(UNREAD, "There are more cells in a row than columns; say the rows one after the other.")
    return None


def _text_over_a_table(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Write hello *to budget.xlsx*": a text does not take the place of all that a table or a presentation holds."""
    for step, seen in zip(planned.steps, planned.previews, strict=False):
        for change in (change for change in seen.changes if isinstance(change, WriteFile)):
            whole = change.replaces and not change.extends and isinstance(step.inputs.get("content"), str)
            if whole and family_of(change.path) not in (None, DOCUMENT):
                name = PurePath(change.path).name
                return Problem(UNREAD, f"That would replace all that {name} holds; say which part of it is meant.")
    return None


def _said_how(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Type hello *in capital letters*", "*ten times*": how it should be typed is no part of a text."""
    words = lattice.grammar.words
    for step, _, value in texts(planned, lattice):
        low = value.lower().split()
        if value != step.inputs.get("text") or len(low) < 2:
            continue
        styled = low[-2] in words["inwards"] and low[-1] in words["style"]
        lettered = (
            len(low) >= TURNS
            and low[-3] in words["inwards"]
            and low[-2] in words["style"]
            and low[-1] in words["unit_of_writing"]
        )
        times = low[-1] in words["repeated"] or (low[-1] in words["times_over"] and says_how_many(low[-2], lattice))
        if styled or lettered or times:
            return Problem(NO_CAPABILITY, f'"{value}" also says how, which no tool can; or put the text in quotes.')
    return None


def _where_it_opens(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Search for shoes *in a private window*", "open the link *in a new tab*": where, and nothing to be found."""
    words = lattice.grammar.words
    for step, _, value in texts(planned, lattice):
        low = value.lower().split()
        sought = value in (step.inputs.get("query"), step.inputs.get("text")) and "field" not in step.inputs
        placed = len(low) > TURNS - 1 and low[-1] in words["panes"] and low[-2] in words["kinds_of_panes"]
        if sought and placed and any(word in words["inwards"] for word in low[-4:-2]):
            return Problem(UNREAD, f'"{value}" ends in where it should open; say first that one is to be opened.')
    return None


def _no_name(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Switch to *the other window*", "*the previous app*": what only tells which of several has no name."""
    words = lattice.grammar.words
    for step, _, value in texts(planned, lattice):
        low = [word for word in value.lower().split() if word not in words["determiner"]] or [""]
        which = low[0] in words["of_several"] or low[0] in words["turned_to"]
        told = len(low) == 2 and low[1] in words["narrowed"] and which
        if told and value in (step.inputs.get("window"), step.inputs.get("app")):
            return Problem(UNREAD, f'"{value}" does not say which; name it.')
    return None


def _printed(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "*Print* letter.docx": on paper, and not on the screen."""
    asked = any(lattice.in_set(at, "printing") for at in range(min(lattice.size, TURNS)))
    read = [str(step.inputs.get("path", "")) for step in planned.steps]
    file = next((path for path in read if PurePath(path).suffix.lower() in PAPER), "")
    if asked and file and planned.only_reads:
        return Problem(NO_CAPABILITY, f"No tool here can print {PurePath(file).name} on paper; have it read instead.")
    return None


def _field_of_a_file(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Enter 250 *as the total in C3 of budget.xlsx*", "*in the field where I'm at*": what is no field's caption."""
    words = lattice.grammar.words
    files = {token.low for token in lattice.tokens if token.shape == "file"}
    for step, _, value in texts(planned, lattice):
        low = value.lower().split()
        told = low[0] in words["embedding"] and len(low) > 1 and any(word in words["own_subject"] for word in low)
        if value == step.inputs.get("field") and (told or any(word in files for word in low)):
            return Problem(UNREAD, f'"{value}" is no name of a field; say which cell or field is meant.')
    return None


def _said_in_other_words(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Make Zoom *big full screen*": what would be done once more, with less, where nothing joins it to the first."""
    clauses, steps = planned.reading.clauses, planned.steps
    if len(clauses) != len(steps):
        return None
    for at in range(1, len(steps)):
        first, again, start = steps[at - 1], steps[at], clauses[at].start
        less = first.id == again.id and again.inputs.items() < first.inputs.items()
        apart = start < lattice.size and bool(lattice.at(start, "joint") or lattice.ending(start, "joint"))
        if less and not apart and lattice.tokens[start - 1].shape != "mark":
            return Problem(UNREAD, f'"{lattice.text_of(start, lattice.size)}" may only say the same again.')
    return None


def _says_where_it_is(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "What is in pics, *inside Downloads*": the same of a folder and of one in it, where only that is told."""
    marks = [at for at in range(1, lattice.size - 2) if lattice.tokens[at].shape == "mark"]
    placed = {at + 2: at + 1 for at in marks if lattice.class_name(at + 1) == "preposition"}
    for first, again in pairwise(planned.steps):
        inner, outer = (PurePath(str(step.inputs.get("path", ""))) for step in (first, again))
        begin = next((placed[at] for at in placed if lattice.low[at] == outer.name.lower()), None)
        if first.id == again.id and inner.parent == outer and inner.name and begin is not None:
            return Problem(UNREAD, f'"{lattice.text_of(begin, lattice.size)}" may only say where that is.')
    return None


def says_how_often(planned: Planned, lattice: Lattice) -> bool:
    """ "Type ok *ten times*": whether words say how often, where a text is typed once."""
    words, typed = lattice.grammar.words, [step for step in planned.steps if "text" in step.inputs]
    last = lattice.low[-1] if lattice.size else ""
    counted = lattice.size > 1 and last in words["times_over"] and says_how_many(lattice.low[-2], lattice)
    often = last in words["repeated"] or counted
    return often and len(typed) == len(planned.steps) == 1 and last not in str(typed[0].inputs["text"]).lower()


PAPER = (".docx", ".xlsx", ".pptx", ".pdf")
CHECKS = (
    _goes_on_with_a_part,
    _begins_with_a_part,
    _wider_than_its_table,
    _text_over_a_table,
    _said_how,
    _where_it_opens,
    _no_name,
    _printed,
    _field_of_a_file,
    _said_in_other_words,
    _says_where_it_is,
)
