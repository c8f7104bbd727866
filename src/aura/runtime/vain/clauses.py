"""Clauses that were hardly meant as they were read: they lose what nobody named, or leave out where something goes."""

from __future__ import annotations

from pathlib import PurePath

from aura.contracts.change import MakeFolder, WriteFile
from aura.contracts.problem import Problem
from aura.language.utterance.lattice import Lattice
from aura.runtime.choose import TOLD, UNREAD
from aura.runtime.trial import Planned
from aura.runtime.vain.texts import is_announced, texts

FILE, FILLER = "file", "filler"
CREATED = (MakeFolder, WriteFile)
PLACES = ("in", "place", "in_too")


def _loses_what_nobody_named(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Move a.txt to archive, *delete nothing else*", "make a.txt in documents, *empty*": no verb says what is lost.

    Behind it stands what was passed over, or only a place before it says what it is about.
    """
    if not planned.destroys:
        return None
    told = {start for kind, start, _ in planned.reading.notes if kind in TOLD}
    for clause in planned.reading.clauses[1:]:
        if clause.verb is None or clause.intent >= 0 or clause.things():
            continue
        start, end = clause.verb
        before = bool(clause.parts) and all(part.end <= start for part in clause.parts)
        if before or (not clause.parts and end in told):
            said = lattice.text_of(start, end)
            return Problem(UNREAD, f'"{said}" does not say what should be lost; say that, too.')
    return None


def _leaves_out_a_place(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "A folder x in documents, *downloads and archive*": places beside the one that a thing is in, or is listed."""
    for clause in planned.reading.clauses:
        places = [part for part in clause.parts if part.category in PLACES]
        placed = any(thing.place is not None for thing in clause.things())
        apart = (part for part in places if part.start > 0 and lattice.tokens[part.start - 1].shape == "mark")
        part = next(apart, None)
        frame = lattice.grammar.frames.get(clause.frame)
        only_there = frame is not None and "to" not in frame.takes and len(places) > 1
        if part is not None and (placed or only_there):
            said = lattice.text_of(part.start, part.end)
            return Problem(UNREAD, f'Where something is was said twice, and "{said}" would be left out; say it once.')
    return None


def _goes_where_a_remark_says(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Copy a.txt to the desktop, *I need to print it* at school": a place behind what tells of its speaker."""
    told = {
        end for kind, start, end in planned.reading.notes if kind == FILLER and lattice.in_set(start, "own_subject")
    }
    places = (part for clause in planned.reading.clauses for part in clause.parts if part.category in PLACES)
    part = next((part for part in places if part.start in told), None)
    if part is None:
        return None
    return Problem(UNREAD, f'"{lattice.text_of(part.start, part.end)}" may be no place for that; say it another way.')


def _takes_a_file_into_a_text(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Overwrite *notes.txt with* nothing to report": a file that leads a text, with a preposition behind it."""
    for _, _, value in texts(planned, lattice):
        low = value.lower().split()
        begins = (at for at in range(lattice.size - 1) if [*lattice.low[at : at + 2]] == low[:2])
        named = (at for at in begins if lattice.tokens[at].shape == FILE)
        if any(lattice.class_name(at + 1) == "preposition" for at in named) and not is_announced(low, lattice):
            return Problem(UNREAD, f'"{value}" may not be a text; say it another way, or put the text in quotes.')
    return None


def _makes_what_is_somewhere(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "There should be a scan.pdf *somewhere*", "make *sure* notes.txt says hi": what is hardly to be made."""
    vague = (at for kind, start, end in planned.reading.notes if kind == FILLER for at in range(start, end))
    frames = [lattice.grammar.frames.get(clause.frame) for clause in planned.reading.clauses]
    wished = any(frame is not None and frame.wishes for frame in frames)
    somewhere = wished and any(lattice.in_set(at, "somewhere") for at in vague)
    made = [change for seen in planned.previews for change in seen.changes if isinstance(change, CREATED)]
    verbs = [clause.verb[1] for clause in planned.reading.clauses if clause.verb is not None]
    sure = any(end < lattice.size and lattice.in_set(end, "made_sure") for end in verbs)
    if not made or not (somewhere or sure):
        return None
    return Problem(UNREAD, f'"{PurePath(made[0].path).name}" is hardly to be made; say what should be done.')


CHECKS = (
    _loses_what_nobody_named,
    _leaves_out_a_place,
    _goes_where_a_remark_says,
    _takes_a_file_into_a_text,
    _makes_what_is_somewhere,
)
