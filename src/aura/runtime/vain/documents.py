"""Parts of documents that were taken for texts or names: "the title Cats *and the subtitle Dogs*"."""

from __future__ import annotations

from pathlib import PurePath

from aura.contracts.change import WriteFile
from aura.documents.family import DOCUMENT, PRESENTATION, SPREADSHEET, Family, family_of
from aura.language.slots.text_wholes import text_behind_title
from aura.language.utterance.passages import passages, words_of
from aura.language.utterance.predicates import Predicates
from aura.language.words.tokens import CELL
from aura.runtime.vain.view import COLON, FILE, FIRST_WORDS, TEXTUAL, WORD, Text, View

PARTS = ("named_parts", "part_of_document", "made_of")
LONGEST_PART, SHORTEST_NAMED = 5, 3
"""Words in which a part of a document is named, and those of an article, a part, and what it is called."""
LONGEST_FORM = 4
"""Words in which it is said as what something is to be: "as a numbered list"."""
COUNTED = 2
"""Words of how many there are of something: "three rows"."""
PAPER = (".docx", ".xlsx", ".pptx", ".pdf")


def says_a_cell(text: Text, view: View) -> str | None:
    """ "Add *up B1* in budget.xlsx", "hello *in a one* and …": a cell, with more, is hardly what should stand there."""
    low, family = text.low, _family_changed(text)
    letters = (at for at in range(1, len(low) - 1) if len(low[at]) == 1 and low[at].isalpha())
    dictated = any(view.is_in(low[at - 1], "inwards") and view.is_in(low[at + 1], "cardinal") for at in letters)
    if family is SPREADSHEET and len(low) > 1 and (dictated or any(map(CELL.fullmatch, low))):
        return f'"{text.value}" is hardly what should stand there; say the text itself, in quotes.'
    return None


def says_a_part(text: Text, view: View) -> str | None:
    """ "Add *three bullets* to a.docx", "*a slide called Food*": what names a part of a document, not what it says."""
    changed = any(change.replaces or change.extends for change in text.written)
    counted = changed and len(text.low) == 2 and _counts_parts(text.low, view)
    return _no_tool_adds(text) if counted or (_family_changed(text) and _names_a_part(text.low, view)) else None


def names_what_it_is(text: Text, view: View) -> str | None:
    """ "Add *the heading Summary* to a.docx", "*the picture photo.jpg*": a part of a document, and its name."""
    low = text.low
    if len(low) < SHORTEST_NAMED or not view.is_in(low[0], "definite") or not view.is_in(low[1], "named_parts"):
        return None
    told = view.is_of_class(low[2], "being") or Predicates(text.said).verb(0, len(low)) is not None
    return _no_tool_adds(text) if not told and any(change.extends for change in text.written) else None


def _no_tool_adds(text: Text) -> str:
    return f'No tool here can add "{text.value}"; if it is the text itself, put it in quotes.'


def _family_changed(text: Text) -> Family | None:
    """The family of the document that a text is added to, if it is."""
    paths = (change.path for change in text.written if change.replaces or change.extends)
    return next(filter(None, map(family_of, paths)), None)


def _counts_parts(low: list[str], view: View) -> bool:
    """Whether words count a part of a document: "a table", "three bullets"."""
    return view.counts(low[0]) and len(low) <= LONGEST_PART and view.is_in(low[-1], "part_of_document")


def _names_a_part(low: list[str], view: View) -> bool:
    """Whether several words are those for a part of a document, not for what it says."""
    if len(low) == 1:
        return _counts_parts(low, view)
    parts = view.words["part_of_document"]
    counted = view.counts(low[0]) and len(low) > 2 and low[1] in parts
    called = view.leads_to_name(low[0]) or (counted and view.leads_to_name(low[2]))
    several = low[0] in parts and low[0].endswith(tuple(view.words["subject_ending"]))
    moved_up = view.is_in(low[0], "particle")
    ends = [at for at in range(1, len(low)) if low[at] in parts and view.is_in(low[at - 1], "determiner")]
    listed = any(at > 2 and view.is_in(low[at - 2], "coordinating") for at in ends)
    as_one = len(low) > 3 and len(low) - 1 in ends and view.is_in(low[-3], "as_what")
    formed = len(low) > 3 and view.is_in(low[-1], "forms_of_texts")
    as_one = as_one or (formed and any(view.is_in(word, "as_what") for word in low[-LONGEST_FORM:-1]))
    return _counts_parts(low, view) or called or several or moved_up or listed or as_one


def says_beside(view: View) -> str | None:
    """ "Write done *below A3*": what stands beside a part of a document, where only the part itself can be named."""
    lattice = view.lattice
    if not any(isinstance(change, WriteFile) and family_of(change.path) for change in view.changes):
        return None
    for at in (at for at in range(1, lattice.size - 1) if lattice.in_set(at, "relative_place")):
        part = lattice.skip(at + 1, "determiner")
        if part < lattice.size and (CELL.fullmatch(lattice.low[part]) or lattice.in_set(part, "document_part")):
            said = lattice.text_of(at, part + 1)
            return f'"{said}" says where only by what is there; name the place itself.'
    return None


def goes_on_with_a_part(text: Text, view: View) -> str | None:
    """ "With the title *Trip and the heading Day One*": what is said of another part is none of a text."""
    low = text.value.lower().replace(",", " ,").split()
    for at in range(1, len(low) - 3 if family_of(text.path) else 0):
        joined = view.is_in(low[at], "coordinating") and view.is_in(low[at + 1], "determiner")
        announced = zip(low[at + 2 : at + 4], low[at + 3 : at + 5], strict=False)
        listed = any(view.is_in(one, "listing") and view.is_of_class(led, "preposition") for one, led in announced)
        if joined and (listed or view.is_in(low[at + 2], *PARTS)):
            return f'"{text.value}" goes on with another part; say one after the other.'
    return None


def written_for_a_list(text: Text, view: View) -> str | None:
    """ "A new document a.docx with a list: *tea, milk*": what a document is to list is no text of one line."""
    lattice = view.lattice
    spans = passages(words_of(text.value, lattice), lattice) if family_of(text.path) else ()
    led = (
        start > 1 and lattice.is_word(start - 1, COLON) and lattice.in_set(start - 2, "listing") for start, _ in spans
    )
    if text.fills("content") and any(led):
        return f'"{text.value}" would be no list there; say that the document is to be made with the list.'
    return None


def adds_a_part_to_a_cell(text: Text, view: View) -> str | None:
    """ "Add *row tea* in B2": what is added by the name of a part of a table is no text of one cell."""
    named = len(text.low) > 1 and view.is_in(text.low[0], "document_part") and "cell" in text.step.inputs
    led = any(at and view.lattice.in_set(at - 1, "only_adds") for at in view.places_of(text.low))
    return _no_tool_adds(text) if named and led and text.fills("value") else None


def begins_with_a_part(text: Text, view: View) -> str | None:
    """ "With *two slides, Intro and End*", "a slide and a slide *called Food*": a part of a document, and no text."""
    low = text.value.lower().replace(",", " ,").replace(":", " :").split()
    if len(low) < 2 or text.fills("path") or not family_of(text.path):
        return None
    begin = next((at for at, word in enumerate(low) if not view.counts(word)), 0)
    part = view.is_in(low[begin], "part_of_document") and begin + 1 < len(low)
    listed = part and low[begin].endswith(tuple(view.words["subject_ending"]))
    stated = any(view.is_of_class(word, "being") for word in low)
    if (listed or view.leads_to_name(low[0])) and not stated and not view.is_announced(text):
        return f'"{text.value}" names a part rather than what it says; say it another way, or in quotes.'
    return None


def counts_rows_for_a_column(text: Text, view: View) -> str | None:
    """ "With columns book, borrower *and three rows*": how many rows there are is no column's heading."""
    counted = len(text.low) == COUNTED and view.says_how_many(text.low[0]) and view.is_in(text.low[1], "several_rows")
    listed = text.value in (text.step.inputs.get("columns") or ())
    return (
        f'"{text.value}" may say how many there are; say what they hold, or leave it out.'
        if counted and listed
        else None
    )


def may_be_a_title_and_a_text(text: Text, view: View) -> str | None:
    """ "Create document title *winter text cold days*": where nothing shows whether the text of it is said there."""
    lattice = view.lattice
    begins = view.places_of(text.low) if text.fills("title") else ()
    if any(text_behind_title(lattice, at, word) is None for at in begins for word in range(at + 1, lattice.size)):
        return f'It is not clear where the title "{text.value}" ends; put the title in quotes.'
    return None


def goes_on_as_it_was(text: Text, view: View) -> str | None:
    """ "A word doc that says See you *as planned*": what may be of a text, or what its document is called."""
    lattice = view.lattice
    spans = passages(words_of(text.value, lattice), lattice) if text.fills("text") and family_of(text.path) else ()
    for end in (end for _, end in spans if end + 1 < lattice.size and lattice.in_set(end, "as_what")):
        ended = lattice.is_over(end + 2)
        if ended and lattice.tokens[end + 1].shape == WORD:
            return f'"{lattice.text_of(end, end + 2)}" may be of the text; put the text in quotes.'
    return None


def titled_where_it_is(text: Text, view: View) -> str | None:
    """ "Put the title Costs *on the last slide*": what is there already gets no title by making another."""
    lattice = view.lattice
    added = text.fills("title") and family_of(text.path) is PRESENTATION
    for at in range(1, lattice.size - 1) if added else ():
        led = lattice.in_set(at, "definite") and lattice.class_name(at - 1) == "preposition"
        part = lattice.skip(at + 1, "ordinal")
        if led and part < lattice.size and lattice.in_set(part, "one_of") and not lattice.in_set(part, "named_parts"):
            said = lattice.text_of(at, part + 1)
            return f'No tool here changes the title of "{said}"; have a new one added instead.'
    return None


def wider_than_its_table(view: View) -> str | None:
    """ "With the columns day and task and the rows a, b, c, d": a row that has more cells than there are columns."""
    for step in view.planned.steps:
        columns, rows = step.inputs.get("columns"), step.inputs.get("rows")
        widths = [len(row) for row in rows if isinstance(row, list | tuple)] if isinstance(rows, list | tuple) else []
        if isinstance(columns, list | tuple) and columns and max(widths, default=0) > len(columns):
            return "There are more cells in a row than columns; say the rows one after the other."
    return None


def put_over_a_table(view: View) -> str | None:
    """ "Write hello *to budget.xlsx*": a text does not take the place of all that a table or a presentation holds."""
    written = (seen.changes for step, seen in view.acts if isinstance(step.inputs.get("content"), str))
    for change in (change for changes in written for change in changes if isinstance(change, WriteFile)):
        if change.replaces and not change.extends and family_of(change.path) not in (None, DOCUMENT):
            return f"That would replace all that {PurePath(change.path).name} holds; say which part of it is meant."
    return None


def turned_to_a_page(view: View) -> str | None:
    """ "Turn to *page 2* of a.docx": what would be replaced stands behind its replacement, with nothing between."""
    for step in view.planned.steps:
        found, instead = (str(step.inputs.get(name, "")).lower().split() for name in ("find", "replace"))
        behind = {at + len(instead) for at in view.places_of(instead)} if found and instead else set()
        if behind.intersection(view.places_of(found)):
            return f'"{" ".join((*instead, *found))}" is no text to be replaced; say what by what.'
    return None


def takes_all_for_a_part(view: View) -> str | None:
    """ "Read B2 of a.xlsx and *delete it*": the whole file, where only a part of it was spoken of."""
    inputs = [step.inputs for step in view.planned.steps if "path" in step.inputs]
    parts = {str(given["path"]): part for given in inputs for part in (given.get("cell"), given.get("range")) if part}
    lost = ((path, step) for step, seen in view.acts for path in parts if path in seen.lost)
    for path, step in lost:
        name = PurePath(path).name
        if parts[path] not in step.inputs.values() and view.lattice.low.count(name.lower()) < 2:
            return f"{parts[path]} was spoken of, and not the whole of {name}; say what is meant."
    return None


def printed(view: View) -> str | None:
    """ "*Print* letter.docx": on paper, and not on the screen."""
    asked = any(view.lattice.in_set(at, "printing") for at in range(min(view.lattice.size, FIRST_WORDS)))
    files = (PurePath(str(step.inputs.get("path", ""))) for step in view.planned.steps)
    file = next((file for file in files if file.suffix.lower() in PAPER), None)
    if asked and file is not None and view.planned.only_reads:
        return f"No tool here can print {file.name} on paper; have it read instead."
    return None


def field_of_a_file(text: Text, view: View) -> str | None:
    """ "Enter 250 *as the total in C3 of budget.xlsx*": what names a file is no field's caption."""
    files = {token.low for token in view.lattice.tokens if token.shape == FILE}
    return _no_field(text) if text.fills("field") and not files.isdisjoint(text.low) else None


def field_that_is_told(text: Text, view: View) -> str | None:
    """ "Enter 250 *in the field where I'm at*": what somebody tells is no field's caption."""
    told = view.is_in(text.low[0], "embedding") and any(view.is_in(word, "own_subject") for word in text.low[1:])
    return _no_field(text) if told and text.fills("field") else None


def _no_field(text: Text) -> str:
    return f'"{text.value}" is no name of a field; say which cell or field is meant.'


def leaves_out_its_text(view: View) -> str | None:
    """ "We meet at noon. Make x.txt with *that text*", "put *that* in a new document": something made without it."""
    lattice = view.lattice
    told = any(name in step.inputs for step in view.planned.steps for name in (*TEXTUAL, "items"))
    made = all(isinstance(change, WriteFile) and not change.replaces for change in view.changes)
    if told or not view.made or not made:
        return None
    for at in view.structural:
        spoken = lattice.in_set(at, "demonstrative") and lattice.in_set(at + 1, "text_intro")
        put = lattice.in_set(at, "demonstrative") and any(lattice.at(at - 1, kind) for kind in ("verb", "intent"))
        if at and (spoken or (put and lattice.class_name(at + 1) == "preposition")):
            return f'"{lattice.text_of(at, at + 1 + spoken)}" would be left out; say the text.'
    return None
