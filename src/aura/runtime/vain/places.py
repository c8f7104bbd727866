"""Places that were hardly meant: said twice, or where nothing goes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import PurePath

from aura.contracts.change import Change, Copy, MakeFolder, Move
from aura.language.utterance.stretches import SEQUENCE
from aura.runtime.vain.view import FILE, FILLER, MARK, WORD, View, new_name, renames

PLACES, TO, STAYS = ("in", "place", "in_too"), "to", "stays"
"""Parts of a clause that say where, that say where to, and what is said of what stays."""


def leaves_out_a_place(view: View) -> str | None:
    """ "A folder x in documents, *downloads and archive*": places beside the one that a thing is in, or is listed."""
    lattice = view.lattice
    for clause in view.planned.reading.clauses:
        places = [part for part in clause.parts if part.category in PLACES]
        apart = (part for part in places if part.start > 0 and lattice.tokens[part.start - 1].shape == MARK)
        part, frame = next(apart, None), lattice.grammar.frames.get(clause.frame)
        placed = any(thing.place is not None for thing in clause.things())
        only_there = frame is not None and "to" not in frame.takes and len(places) > 1
        if part is not None and (placed or only_there):
            said = lattice.text_of(part.start, part.end)
            return f'Where something is was said twice, and "{said}" would be left out; say it once.'
    return None


def goes_where_a_remark_says(view: View) -> str | None:
    """ "Copy a.txt to the desktop, *I need to print it* at school": a place behind what tells of its speaker."""
    lattice, notes = view.lattice, view.planned.reading.notes
    told = {end for kind, start, end in notes if kind == FILLER and lattice.in_set(start, "own_subject")}
    parts = (part for clause in view.planned.reading.clauses for part in clause.parts)
    part = next((part for part in parts if part.category in PLACES and part.start in told), None)
    if part is None:
        return None
    return f'"{lattice.text_of(part.start, part.end)}" may be no place for that; say it another way.'


def led_by_a_capital(view: View) -> str | None:
    """ "Call it Poem For Mother *In Hospital*": a place that is not there, with capitals as the word before it has."""
    lattice, tokens = view.lattice, view.lattice.tokens
    small = sum(token.shape == WORD and token.text[:1].islower() for token in tokens) > 1
    behind = (at for at in view.structural if 1 < at < lattice.size - 1 and lattice.class_name(at) == "preposition")
    led = (at for at in behind if small and not lattice.at(at + 1, "anchor"))
    at = next((at for at in led if all(tokens[one].text[:1].isupper() for one in (at - 1, at, at + 1))), None)
    there = at is not None and lattice.low[at + 1] in {*lattice.known.folders, *lattice.known.files}
    return None if at is None or there else f'"{lattice.text_of(at - 1, at + 2)}" may be of a name; put it in quotes.'


def makes_a_place_of_a_name(view: View) -> str | None:
    """ "A document called *Notes to* neighbours with the text …": a name goes on where no such folder is there."""
    lattice = view.lattice
    for made, (at, words) in ((folder, said) for folder in view.folders for said in _called(view, folder)):
        to, rest = at + len(words), made.name.lower().split()
        if lattice.in_set(to, "infinitive") and lattice.low[to + 1 : to + 1 + len(rest)] == rest:
            return f'"{lattice.text_of(at, to + 1 + len(rest))}" may be the whole name; put it in quotes.'
    return None


def _called(view: View, folder: PurePath) -> Iterator[tuple[int, list[str]]]:
    """Where names are said of what is new in a folder, behind a word that says so, and their words."""
    names = (name for seen in view.changes if (name := new_name(seen)) is not None and name.parent == folder)
    for words in (name.stem.lower().split() for name in names):
        yield from ((at, words) for at in view.places_of(words) if view.lattice.ending(at, "called"))


def makes_a_place_of_a_unit(view: View) -> str | None:
    """ "Write a and b in x.txt, *each in its own line*": how a text is laid out is no place."""
    names = [folder.name.lower().split() for folder in view.folders]
    unit = next((name for name in names if len(name) > 1 and view.is_in(name[-1], "unit_of_text")), None)
    named = unit is not None and any(view.lattice.ending(at, "called") for at in view.places_of(unit))
    laid = unit is not None and view.is_in(unit[0], "adjective", "determiner", "each_own")
    return None if unit is None or named or not laid else f'"{" ".join(unit)}" is hardly a place; say it another way.'


def makes_a_place_told_of(view: View) -> bool:
    """ "*For the fair* in Lyon make a folder x": a place that is not there, behind words of something else.

    Or it is one that is there, but for another word: "in *zyx* desktop".
    """
    lattice = view.lattice
    made = [
        PurePath(change.path).name.lower()
        for seen in view.planned.previews
        for change, _ in pairwise(seen.changes)
        if isinstance(change, MakeFolder)
    ]
    words = [name.split() for name in made]
    stands = (at for said in words for at in range(1, lattice.size) if lattice.low[at : at + len(said)] == said)
    if any(lattice.class_name(at - 1) == "preposition" and lattice.at(at + 1, "anchor") for at in stands):
        return True
    places = (at for name in made for at in range(2, lattice.size) if lattice.low[at] == name)
    led = (at for at in places if lattice.class_name(at - 1) == "preposition" and lattice.tokens[at - 2].shape == WORD)
    return any(not any(lattice.at(before, "verb") for before in range(at)) for at in led)


def moved_twice(view: View) -> str | None:
    """ "Put a.txt in x and y": nothing is moved to two places, unless one is said to come after the other."""
    lattice, moves = (
        view.lattice,
        [change for change in view.changes if isinstance(change, Move) and not renames(change)],
    )
    if any(sense == SEQUENCE for at in range(lattice.size) for _, _, sense in lattice.at(at, "joint")):
        return None
    for at, move in enumerate(moves):
        if any(move.source == before.destination for before in moves[:at]):
            name = PurePath(move.source).name
            return f"{name} can be moved to one place only; say which, or say that it is to be copied."
    return None


def moves_what_stays(view: View) -> str | None:
    """ "Move both to x, *that one must stay*": what is to stay, and is not said where, goes nowhere."""
    lattice, moves = view.lattice, any(isinstance(change, Move) for change in view.changes)
    for clause in view.planned.reading.clauses if moves else ():
        begin, end = clause.verb or (0, 0)
        if end in lattice.ends(begin, STAYS) and clause.get(TO, *PLACES) is None:
            return f'"{lattice.text_of(begin, end)}" says that something is to stay; say which, and where.'
    return None


def turned_into_another(change: Change, view: View) -> str | None:
    """ "Put photo.jpg *in report.docx*": what would only get the name of what it should be put into."""
    if not isinstance(change, Move | Copy):
        return None
    lattice, source, target = view.lattice, PurePath(change.source), PurePath(change.destination)
    files = (at for at, token in enumerate(lattice.tokens) if token.shape == FILE and token.low == target.name.lower())
    held = any(lattice.in_set(word, "inwards") for at in files for word in range(max(at - 2, 0), at))
    if held and source.suffix.lower() != target.suffix.lower() != "":
        return f"{source.name} cannot be put into {target.name}; say what should be written there."
    return None


def says_where_it_is(view: View) -> str | None:
    """ "What is in pics, *inside Downloads*": the same of a folder and of one in it, where only that is told."""
    lattice = view.lattice
    marks = (at for at in range(1, lattice.size - 2) if lattice.tokens[at].shape == MARK)
    placed = [at + 1 for at in marks if lattice.class_name(at + 1) == "preposition"]
    for first, again in pairwise(view.planned.steps if placed else ()):
        inner, outer = (PurePath(str(step.inputs.get("path", ""))) for step in (first, again))
        begin = next((at for at in placed if lattice.low[at + 1] == outer.name.lower()), None)
        if first.id == again.id and inner.parent == outer and inner.name and begin is not None:
            return f'"{lattice.text_of(begin, lattice.size)}" may only say where that is.'
    return None


def made_to_hold_copies(view: View) -> str | None:
    """ "Copy a.txt and b.txt to *the clipboard*": what holds what was copied is no new folder."""
    made = next((path for path in view.folders if view.is_in(path.name.lower(), "holding_copies")), None)
    if made is None or all(isinstance(change, MakeFolder) for change in view.changes):
        return None
    lattice, places = view.lattice, view.places_of([made.name.lower()])
    kinds = ("kind", "called")
    called = any(lattice.class_name(at - 1) in kinds or lattice.class_name(at + 1) == "kind" for at in places if at)
    return None if called else f'"{made.name}" is hardly a folder; say it another way.'
