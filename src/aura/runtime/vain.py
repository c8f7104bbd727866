"""What could be done and was hardly meant: a text that says where it goes, a thing moved twice, the whole for a part.

Such a plan is none, so that another reading may be tried; where there is none, what it lacks is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import PurePath
from typing import Any

from aura.capability.effect import Effect
from aura.contracts.change import Copy, MakeFolder, Move, Trash, WriteFile
from aura.contracts.outcome import StepPreview
from aura.contracts.plan import Step
from aura.contracts.problem import Problem
from aura.documents.family import SPREADSHEET, family_of
from aura.language.decoding.fit import things_of
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import NAMING
from aura.language.words.tokens import CELL
from aura.runtime.choose import UNREAD
from aura.runtime.trial import Planned

SEQUENCE = "sequence"
LONGEST_PART = 5
"""Words in which a part of a document is named."""
FORMULA, REFERENCE = "=", "${"
INTO = ("in", "into")
OWED = ("obliged", "ought")
"""Sets of words for what somebody has to do."""


def done_in_vain(planned: Planned, lattice: Lattice) -> Problem | None:
    """Why what a plan would do is not what was said; nothing where nothing shows that."""
    return next((why for check in CHECKS if (why := check(planned, lattice)) is not None), None)


def _texts(planned: Planned, lattice: Lattice) -> Iterator[tuple[Step, StepPreview, str]]:
    """The texts of a plan that stand in no quotes, each with its step."""
    quoted = {token.text for token in lattice.tokens if token.shape == "quoted"}
    for step, seen in zip(planned.steps, planned.previews, strict=False):
        for value in chain.from_iterable(map(_strings, step.inputs.values())):
            if value and value not in quoted and not value.startswith((FORMULA, REFERENCE)):
                yield step, seen, value


def _strings(value: Any) -> Iterator[str]:
    """The texts in an input, rows of a table among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        yield from chain.from_iterable(map(_strings, value))


def _says_nothing(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Add *a paragraph* to a.txt", "set its content to *empty*": what only names what should be written, or none."""
    words = lattice.grammar.words
    for step, seen, value in _texts(planned, lattice):
        article, _, named = value.lower().rpartition(" ")
        content = value in (step.inputs.get("content"), step.inputs.get("text"))
        nothing = content and seen.changes and value.lower() in words["nothing_written"]
        if nothing or (named in words["unit_of_text"] and article in words["determiner"]):
            return Problem(UNREAD, f'"{value}" does not say what should be written; say that, too.')
    return None


def _points_elsewhere(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Remember *what notes.txt says*", "write *hello in both*": what speaks of what is to be read, or filled."""
    words, classes = lattice.grammar.words, lattice.grammar.classes
    for step, seen, value in _texts(planned, lattice):
        low = value.lower().split()
        if not (seen.changes or "fact" in step.inputs) or len(low) < 2:
            continue
        read = low[0] in words["embedding"] and (low[-1] in words["says_so"] or any("." in word[:-1] for word in low))
        led = len(low) > 2 and low[-2] in classes and classes[low[-2]].name == "preposition"
        if read:
            return Problem(UNREAD, f'"{value}" would be kept word for word; say what it should say.')
        if led and low[-1] in words["each_one"]:
            return Problem(UNREAD, f'"{value}" does not say which files are meant; name them.')
    return None


def _goes_on_otherwise(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Remember *to copy a.txt and delete b.txt*": what goes on with what is only to be kept in mind is of it."""
    words = lattice.grammar.words
    for step, _, value in _texts(planned, lattice):
        low = value.lower().split()
        owed = low[0] in words["infinitive"] or any(word in words[name] for name in OWED for word in low)
        if "fact" in step.inputs and owed:
            _, _, behind = lattice.text.partition(value)
            joint, *more = behind.split() or [""]
            if joint.lower() in words["coordinating"] and len(more) > 1:
                return Problem(UNREAD, f'"{value}" may not be all that is to be remembered; say the rest by itself.')
    return None


def _worked_out_in_part(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Round 10 / 3": a sum of which a part cannot be worked out."""
    sums = [str(step.inputs["expression"]) for step in planned.steps if "expression" in step.inputs]
    word = next((low for low in lattice.low if low in lattice.grammar.words["unworked"]), None)
    if not sums or word is None or any(word in each.lower() for each in sums):
        return None
    return Problem(UNREAD, f'"{word}" cannot be worked out here; say only the sum.')


def _written_to_several(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Add hello to all text files": one file at a time is written to."""
    parts = (part for clause in planned.reading.clauses for part in clause.parts if part.category == "file")
    things = (thing for part in parts for thing in things_of(part))
    if any(thing.plural or thing.count > 1 for thing in things):
        return Problem(UNREAD, "One file at a time can be written to; name it.")
    return None


def _says_a_part(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Add *three bullets* to a.docx", "add *up B1*": what names a part of a document, or a cell with more."""
    for _, seen, value in _texts(planned, lattice):
        paths = (change.path for change in seen.changes if isinstance(change, WriteFile))
        family = next(filter(None, map(family_of, paths)), None)
        low = value.lower().split()
        cells = family is SPREADSHEET and len(low) > 1 and any(map(CELL.fullmatch, low))
        if family is not None and (cells or _names_a_part(low, lattice)):
            return Problem(UNREAD, f'"{value}" is hardly what should stand there; say the text itself, in quotes.')
    return None


def _names_a_part(low: list[str], lattice: Lattice) -> bool:
    """Whether words are those for a part of a document, not for what it says."""
    words, classes = lattice.grammar.words, lattice.grammar.classes
    parts = words["part_of_document"]
    naming = [word in classes and classes[word].name in NAMING for word in low]
    led = any(low[0] in words[name] for name in ("determiner", "number", "amount")) or low[0].isdecimal()
    named = led and len(low) <= LONGEST_PART and low[-1] in parts
    called = led and len(low) > 2 and low[1] in parts and (len(low) == 3 or naming[2])
    several = len(low) > 1 and low[0] in parts and low[0] not in words["unit_of_text"]
    moved_up = len(low) > 1 and low[0] in words["particle"]
    ends = [at for at in range(1, len(low)) if low[at] in parts and low[at - 1] in words["determiner"]]
    listed = any(at > 2 and low[at - 2] in words["coordinating"] for at in ends)
    as_one = len(low) > 3 and len(low) - 1 in ends and low[-3] in words["as_what"]
    return naming[0] or named or called or several or moved_up or listed or as_one


def _says_beside(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Write done *below A3*": what stands beside a part of a document, where only the part itself can be named."""
    changed = (change for seen in planned.previews for change in seen.changes if isinstance(change, WriteFile))
    if not any(family_of(change.path) is not None for change in changed):
        return None
    for at in range(1, lattice.size - 1):
        part = lattice.skip(at + 1, "determiner")
        named = part < lattice.size and (CELL.fullmatch(lattice.low[part]) or lattice.in_set(part, "document_part"))
        if named and lattice.in_set(at, "relative_place"):
            said = lattice.text_of(at, part + 1)
            return Problem(UNREAD, f'"{said}" says where only by what is there; name the place itself.')
    return None


def _replaced(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Create a.txt with x *and write y in it*": what would replace what the plan itself has just written, or read."""
    written = set[str]()
    for step, seen in zip(planned.steps, planned.previews, strict=False):
        given = any(isinstance(value, str) and value.startswith(REFERENCE) for value in step.inputs.values())
        path = step.inputs.get("path")
        others = (other.inputs.get("path") for other in planned.steps if other is not step)
        read = path is not None and path in others
        if given and read and seen.effect != Effect.READS and not _extends(seen):
            name = PurePath(str(path)).name
            return Problem(UNREAD, f"That would put what {name} says in its own place; say where it should go.")
        for change in (change for change in seen.changes if isinstance(change, WriteFile)):
            if change.replaces and not change.extends and change.path in written:
                name = PurePath(change.path).name
                return Problem(
                    UNREAD, f"That would replace what it has just written in {name}; say what it should say."
                )
            written |= {change.path} if change.content else set()
    return None


def _extends(seen: StepPreview) -> bool:
    """Whether a step keeps what a file says and adds to it."""
    return any(isinstance(change, WriteFile) and change.extends for change in seen.changes)


def _moved_twice(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Put a.txt in x and y": nothing is moved to two places, unless one is said to come after the other."""
    moved = set[str]()
    in_turn = any(sense == SEQUENCE for at in range(lattice.size) for _, _, sense in lattice.at(at, "joint"))
    for change in (change for seen in planned.previews for change in seen.changes if isinstance(change, Move)):
        renamed = PurePath(change.source).parent == PurePath(change.destination).parent
        if change.source in moved and not renamed and not in_turn:
            name = PurePath(change.source).name
            return Problem(UNREAD, f"{name} can be moved to one place only; say which, or say that it is to be copied.")
        moved |= {change.destination} if not renamed else set()
    return None


def _turned_into_another(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Put photo.jpg *in report.docx*": what would only get the name of what it should be put into."""
    held = {
        token.low
        for at, token in enumerate(lattice.tokens)
        if token.shape == "file" and any(lattice.is_word(word, *INTO) for word in range(max(at - 2, 0), at))
    }
    for change in (change for seen in planned.previews for change in seen.changes if isinstance(change, Move | Copy)):
        source, target = PurePath(change.source), PurePath(change.destination)
        other = source.suffix.lower() != target.suffix.lower() != ""
        if other and target.name.lower() in held:
            return Problem(UNREAD, f"{source.name} cannot be put into {target.name}; say what should be written there.")
    return None


def _made_and_lost(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Create a folder called *read and delete*": what a plan makes is not what it throws away, unless that is said."""
    made = {
        change.path
        for seen in planned.previews
        for change in seen.changes
        if isinstance(change, MakeFolder | WriteFile)
    }
    lost = {change.path for seen in planned.previews for change in seen.changes if isinstance(change, Trash)}
    pointed = any(not cost for at in range(lattice.size) for _, cost, _ in lattice.at(at, "it"))
    named = next((PurePath(path).name for path in made & lost), None)
    if named is None or pointed or lattice.low.count(named.lower()) > 1:
        return None
    return Problem(UNREAD, f"{named} would be made and thrown away at once; put the whole name or text in quotes.")


def _inside_what_is_not(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "A folder called *Singing in the Rain*": a place that is not there, named as if it were, may be of the name."""
    called = [at for at in range(lattice.size) if lattice.class_name(at) in NAMING]
    made = [c.path for seen in planned.previews for c in seen.changes if isinstance(c, MakeFolder)]
    for at in range(min(called, default=lattice.size) + 2, lattice.size - 2):
        placed = lattice.class_name(at) == "preposition" and bool(lattice.at(at, "in"))
        if placed and lattice.in_set(at + 1, "determiner") and not lattice.at(at + 2, "kind"):
            new = next((path for path in made if PurePath(path).name.lower() == lattice.low[at + 2]), None)
            kind = at + 3 < lattice.size and bool(lattice.at(at + 3, "kind"))
            if new is not None and not kind:
                name = PurePath(new).name
                return Problem(UNREAD, f"There is no folder {name}; put the whole name in quotes, or name a folder.")
    return None


def _named_in_part(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "A folder called *books to read*": what follows the name of several things may be of it."""
    for seen in planned.previews:
        for change in (change for change in seen.changes if isinstance(change, MakeFolder | WriteFile | Move)):
            name = PurePath(change.destination if isinstance(change, Move) else change.path).stem.lower()
            words = name.split()
            for at in range(1, lattice.size - 1 - len(words)):
                end = at + len(words)
                said = lattice.low[at:end] == words and lattice.class_name(at - 1) in (*NAMING, "preposition", "kind")
                several = lattice.ends_like(end - 1, "subject") and not lattice.ends_like(end - 1, "no_subject")
                if said and several and lattice.in_set(end, "infinitive") and lattice.tokens[end + 1].shape == "word":
                    return Problem(UNREAD, f'"{name}" may not be the whole name; put it in quotes.')
    return None


def _whole_for_part(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Read B2 of a.xlsx and *delete it*": the whole file, where only a part of it was spoken of."""
    parts = {
        str(step.inputs["path"]): part
        for step in planned.steps
        for part in (step.inputs.get("cell"), step.inputs.get("range"))
        if part and "path" in step.inputs
    }
    for step, seen in zip(planned.steps, planned.previews, strict=False):
        lost = [path for path in parts if path in seen.lost and parts[path] not in step.inputs.values()]
        for path in lost:
            name = PurePath(path).name
            if lattice.low.count(name.lower()) < 2:
                return Problem(UNREAD, f"{parts[path]} was spoken of, and not the whole of {name}; say what is meant.")
    return None


CHECKS = (
    _says_nothing,
    _points_elsewhere,
    _goes_on_otherwise,
    _says_a_part,
    _says_beside,
    _worked_out_in_part,
    _written_to_several,
    _replaced,
    _moved_twice,
    _made_and_lost,
    _inside_what_is_not,
    _named_in_part,
    _turned_into_another,
    _whole_for_part,
)
