"""Steps that were hardly meant: a thing moved twice, the whole for a part, a name that is another word."""

from __future__ import annotations

import re
from collections.abc import Container
from pathlib import PurePath

from aura.capability.effect import Effect
from aura.contracts.change import Copy, MakeFolder, Move, Trash, WriteFile
from aura.contracts.outcome import StepPreview
from aura.contracts.plan import holds_path
from aura.contracts.problem import Problem
from aura.documents.family import family_of
from aura.language.decoding.account import free_tokens
from aura.language.decoding.fit import things_of
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import NAMING
from aura.providers.known_words import is_anybodys
from aura.runtime.choose import UNREAD
from aura.runtime.trial import Planned
from aura.runtime.vain.texts import REFERENCE, TEXTUAL, texts

SEQUENCE, INFIX = "sequence", "infix"
WEB = ("http://", "https://")
WORDS, SHORTEST_NAME = re.compile(r"[a-z]+"), 3


def sums_of(planned: Planned) -> list[str]:
    """What is worked out by the steps of a plan, in their order."""
    return [str(step.inputs["expression"]) for step in planned.steps if "expression" in step.inputs]


def _worked_out_in_part(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Round 10 / 3": a sum of which a part cannot be worked out."""
    sums = sums_of(planned)
    odd = [low for low in lattice.low if low in lattice.grammar.words["unworked"]]
    marks = (at for at in range(1, lattice.size - 1) if lattice.low[at] == ",")
    goes_on = (at + 1 for at in marks if any(kind == INFIX for _, _, kind in lattice.at(at + 1, "operator")))
    odd += [lattice.low[at] for at in goes_on if not lattice.in_set(at, "coordinating")]
    word = next((low for low in odd if not any(low in each.lower() for each in sums)), None)
    if not sums or word is None:
        return None
    return Problem(UNREAD, f'"{word}" would be left out of the sum; say the sum as one.')


def _written_to_several(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Add hello to all text files": one file at a time is written to."""
    parts = (part for clause in planned.reading.clauses for part in clause.parts if part.category == "file")
    things = (thing for part in parts for thing in things_of(part))
    if any(thing.plural or thing.count > 1 for thing in things):
        return Problem(UNREAD, "One file at a time can be written to; name it.")
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
        if token.shape == "file" and any(lattice.in_set(word, "inwards") for word in range(max(at - 2, 0), at))
    }
    for change in (change for seen in planned.previews for change in seen.changes if isinstance(change, Move | Copy)):
        source, target = PurePath(change.source), PurePath(change.destination)
        other = source.suffix.lower() != target.suffix.lower() != ""
        if other and target.name.lower() in held:
            return Problem(UNREAD, f"{source.name} cannot be put into {target.name}; say what should be written there.")
    return None


def _made_and_lost(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Create a folder called *read and delete*": what a plan makes it throws away only where that is said."""
    changes = [change for seen in planned.previews for change in seen.changes]
    made = {change.path for change in changes if isinstance(change, MakeFolder | WriteFile)}
    lost = {change.path for change in changes if isinstance(change, Trash)}
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
    for change in (change for seen in planned.previews for change in seen.changes):
        match change:
            case MakeFolder(path=path) | WriteFile(path=path, replaces=False, extends=False):
                name = PurePath(path)
            case Move(source=source, destination=path) if PurePath(source).parent == PurePath(path).parent:
                name = PurePath(path)
            case _:
                continue
        words = name.stem.lower().split()
        for at in range(1, lattice.size - 1 - len(words)):
            end = at + len(words)
            said = lattice.low[at:end] == words and lattice.class_name(at - 1) in (*NAMING, "preposition", "kind")
            several = lattice.ends_like(end - 1, "subject") and not lattice.ends_like(end - 1, "no_subject")
            if said and several and lattice.in_set(end, "infinitive") and lattice.tokens[end + 1].shape == "word":
                return Problem(UNREAD, f'"{name.stem}" may not be the whole name; put it in quotes.')
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


def called_otherwise(planned: Planned, lattice: Lattice, known: Container[str]) -> Problem | None:
    """ "Close *cord*" is not "close word": a word that everybody knows is no slip of a name."""
    from rapidfuzz.distance import OSA

    low = lattice.low
    long = (word for word in low if len(word) > SHORTEST_NAME and word.isalpha() and word not in known)
    odd = [word for word in long if is_anybodys(word)]
    for _, seen, value in texts(planned, lattice):
        if "/" in value and not value.startswith(WEB):
            continue
        names = [name for name in WORDS.findall(value.lower()) if len(name) >= SHORTEST_NAME and name not in low]
        for word in odd if not seen.changes else ():
            if any(OSA.distance(word, name) == 1 and not word.startswith(name) for name in names):
                return Problem(UNREAD, f'"{word}" is nothing that is known here; say another name.')
    return None


def asked_of_two(planned: Planned, lattice: Lattice, known: Container[str]) -> Problem | None:
    """ "Search *cats on youtube and dogs* on amazon": what is looked for in one place goes on with another."""
    words, classes, plain = lattice.grammar.words, lattice.grammar.classes, lattice.grammar.vocabulary
    for step, seen, value in texts(planned, lattice):
        low = value.lower().split()
        leads = (at for at in range(1, len(low) - 1) if low[at] in classes and classes[low[at]].name == "preposition")
        places = (at + 1 for at in leads if low[at + 1] in known and low[at + 1] not in plain)
        placed = next(places, len(low))
        joined = any(word in words["coordinating"] for word in low[placed + 1 :])
        if value == step.inputs.get("query") and seen.effect != Effect.READS and joined:
            return Problem(UNREAD, f'"{value}" may be looked for in two places; say one after the other.')
    return None


def made_in_a_program(planned: Planned, lattice: Lattice, known: Container[str]) -> Problem | None:
    """ "Make a card *in Word* for Emma": a new folder is called like a program only where it is said to be a folder."""
    changes = (change for seen in planned.previews for change in seen.changes)
    made = [PurePath(change.path).name for change in changes if isinstance(change, MakeFolder)]
    for at in range(lattice.size):
        led = lattice.class_name(at) == "preposition" and bool(lattice.at(at, "in"))
        begin = lattice.skip(at + 1, "determiner")
        program = begin < lattice.size and (lattice.low[begin] in known or lattice.in_set(begin, "browsing"))
        if led and program and not lattice.at(begin + 1, "kind"):
            word = lattice.low[begin]
            name = next((name for name in made if name.lower().split()[:1] == [word]), None)
            called = any(
                low == word and lattice.class_name(to - 1) in (*NAMING, "kind")
                for to, low in enumerate(lattice.low)
                if to
            )
            if name is not None and not called and lattice.tokens[begin].shape == "word":
                return Problem(UNREAD, f'There is no folder "{name}"; say that it is to be made, or open the program.')
    return None


def _named_by_a_filler(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "*Actually* I want it on the desktop": a word that only fills names nothing new, unless that is called so."""
    for change in (change for seen in planned.previews for change in seen.changes):
        if isinstance(change, MakeFolder) or (
            isinstance(change, WriteFile) and not (change.replaces or change.extends)
        ):
            name = PurePath(change.path).stem.lower()
            for at in (at for at, low in enumerate(lattice.low) if low == name):
                fills = any(not cost and end == at + 1 for end, cost, _ in lattice.at(at, "filler"))
                called = at > 0 and lattice.class_name(at - 1) in (*NAMING, "kind", "determiner", "article")
                if fills and not called and lattice.tokens[at].shape == "word":
                    return Problem(UNREAD, f'"{name}" may be no name; put the name in quotes.')
    return None


def _made_as_the_one(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Paste it into *the chat*": what is spoken of as if it were there is no new file, unless that is called so."""
    for change in (change for seen in planned.previews for change in seen.changes if isinstance(change, WriteFile)):
        name = PurePath(change.path)
        said = [word for word in name.name.lower().split() if word not in lattice.grammar.words["definite"]]
        spoken = [at for at in range(1, lattice.size) if lattice.low[at : at + len(said)] == said]
        called = any(lattice.class_name(at - 2) in NAMING for at in spoken if at > 1)
        there = bool(spoken) and not called and all(lattice.in_set(at - 1, "definite") for at in spoken)
        if there and not (name.suffix or change.replaces or change.extends):
            return Problem(UNREAD, f'There is no file "{name.name}"; say its whole name, or that it is to be made.')
    return None


def _verb_of_a_noun(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Read my todo *list*": a verb by itself, right behind a noun, is no command of its own."""
    for clause in planned.reading.clauses[1:]:
        if clause.intent >= 0 or clause.verb is None:
            continue
        at = clause.verb[0]
        ended = at + 1 >= lattice.size or lattice.tokens[at + 1].shape == "mark"
        joined = bool(lattice.ending(at, "joint")) or lattice.tokens[at - 1].shape == "mark"
        if ended and not (clause.parts or joined) and 0 < at < lattice.size:
            return Problem(UNREAD, f'"{lattice.low[at]}" may be of the name before it; put the name in quotes.')
    return None


def _left_at_the_end(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Remember that I sing *alto*": a word that everybody knows, behind a text, is no slip of another."""
    free = free_tokens(planned.reading, lattice)
    inputs = (step.inputs.get(name) for step in planned.steps for name in TEXTUAL)
    last = {text.lower().rpartition(" ")[2] for text in inputs if isinstance(text, str)}
    behind = (at for at in range(1, lattice.size) if at not in free and at - 1 in free)
    for at in (at for at in behind if lattice.low[at - 1] in last):
        word, ended = lattice.low[at], at + 1 == lattice.size or lattice.tokens[at + 1].shape == "mark"
        known = len(word) > SHORTEST_NAME and word not in lattice.grammar.vocabulary and is_anybodys(word)
        if ended and known and lattice.tokens[at].shape == "word":
            return Problem(UNREAD, f'"{word}" would be left out; put the whole text in quotes.')
    return None


def _keys_of_a_word(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Press ok *and* next" presses no "n": a letter is only pressed where it was said."""
    for step, _, value in texts(planned, lattice):
        if (
            len(value) == 1
            and value.isalpha()
            and value == step.inputs.get("keys")
            and value.lower() not in lattice.low
        ):
            return Problem(UNREAD, f'"{value}" was not said; say which key should be pressed.')
    return None


def _quantity_for_name(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Close *every* tab", "google *it*": a word that stands for others is no name."""
    classes = lattice.grammar.classes
    for step, _, value in texts(planned, lattice):
        plain = [name for name, given in step.inputs.items() if given == value and name not in TEXTUAL]
        found = classes.get(value.lower())
        if plain and found is not None and found.name in ("quantifier", "pronoun"):
            return Problem(UNREAD, f'"{value}" does not say which; name it.')
    return None


def _target_dropped(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Click save, then *ok*", "double click *ok*": what is also to be clicked and is in no step."""
    words, low = lattice.grammar.words, lattice.low
    verbs = [at for at in range(lattice.size) if low[at] in words["clicking"]]
    if not verbs or words["clicking"].keys().isdisjoint(goal.verb for goal in planned.meta.goals):
        return None
    told = {
        word for step in planned.steps for each in step.inputs.values() for word in WORDS.findall(str(each).lower())
    }
    buttons = (low[at] for at in range(verbs[0] + 1, lattice.size) if low[at] in words["button"])
    left = next((word for word in buttons if word not in told), None)
    return None if left is None else Problem(UNREAD, f'"{left}" would not be clicked; say one after the other.')


def _one_of_several(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Delete the *second* draft", "copy a.txt and delete the *other* file": not the one there is, or was named."""
    steps = zip(planned.steps, planned.previews, strict=False)
    acted = [text for step, seen in steps if seen.effect != Effect.READS for text in step.inputs.values()]
    paths = [PurePath(text.lower()) for text in acted if isinstance(text, str) and holds_path(text)]
    all_said = bool(paths) and all(path.name in lattice.low for path in paths)
    for at in range(1, lattice.size - 1):
        word, thing = lattice.low[at : at + 2]
        told = lattice.in_set(at, "of_several") and lattice.in_set(at - 1, "definite")
        alone = any(path.stem == thing for path in paths) and not any(word in path.stem for path in paths)
        beside = all_said and lattice.in_set(at, "adjective") and bool(lattice.at(at + 1, "kind"))
        if told and (alone or beside):
            return Problem(UNREAD, f'"the {word} {thing}" is none that I know of; say its whole name.')
    return None


def _renamed_as_kind(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Save a.xlsx *as csv*": a kind of file is no name of a copy, and a title is none of a file."""
    words = lattice.grammar.words
    for change in (change for seen in planned.previews for change in seen.changes if isinstance(change, Move | Copy)):
        target = PurePath(change.destination)
        kind = isinstance(change, Copy) and target.stem.lower() in words["extension"]
        if kind and lattice.low.count(target.stem.lower()):
            return Problem(UNREAD, f'"{target.stem}" is a kind of file; say what the copy should be called.')
        renamed = isinstance(change, Move) and PurePath(change.source).parent == target.parent
        titled = renamed and family_of(change.destination) is not None and len(planned.steps) == 1
        if titled and any(low in words["titling"] for low in lattice.low):
            return Problem(UNREAD, "Only a file's name can be changed, not its title; say that it is to be renamed.")
    return None


CHECKS = (
    _worked_out_in_part,
    _written_to_several,
    _replaced,
    _moved_twice,
    _made_and_lost,
    _inside_what_is_not,
    _named_in_part,
    _turned_into_another,
    _named_by_a_filler,
    _made_as_the_one,
    _verb_of_a_noun,
    _left_at_the_end,
    _whole_for_part,
    _keys_of_a_word,
    _quantity_for_name,
    _target_dropped,
    _one_of_several,
    _renamed_as_kind,
)
CHECKS_OF_NAMES = (called_otherwise, asked_of_two, made_in_a_program)
