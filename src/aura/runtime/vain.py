"""What could be done and was hardly meant: a text that says where it goes, a thing moved twice, the whole for a part.

Such a plan is none, so that another reading may be tried; where there is none, what it lacks is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import PurePath
from typing import Any

from aura.capability.effect import Effect
from aura.contracts.change import Copy, Move, WriteFile
from aura.contracts.outcome import StepPreview
from aura.contracts.plan import Step
from aura.contracts.problem import Problem
from aura.documents.family import SPREADSHEET, family_of
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


def done_in_vain(planned: Planned, lattice: Lattice) -> Problem | None:
    """Why what a plan would do is not what was said; nothing where nothing shows that."""
    checks = (_says_nothing, _says_a_part, _says_beside, _replaced, _moved_twice, _turned_into_another, _whole_for_part)
    return next((why for check in checks if (why := check(planned, lattice)) is not None), None)


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
    """ "Add *a paragraph* to a.txt": what only names what should be written."""
    words = lattice.grammar.words
    for _, _, value in _texts(planned, lattice):
        article, _, named = value.lower().rpartition(" ")
        if named in words["unit_of_text"] and article in words["determiner"]:
            return Problem(UNREAD, f'"{value}" does not say what should be written; say that, too.')
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
