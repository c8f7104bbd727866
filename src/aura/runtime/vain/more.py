"""Texts and sums that hold more than they should: another command, a file to be looked into, a word that counts."""

from __future__ import annotations

import re
from pathlib import PurePath

from aura.capability.effect import Effect
from aura.contracts.change import WriteFile
from aura.contracts.problem import Problem
from aura.language.decoding.account import free_tokens
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.language.utterance.numbers import Numbers
from aura.language.utterance.predicates import NAMING, Predicates
from aura.planning.rules import NO_CAPABILITY
from aura.runtime.choose import UNREAD
from aura.runtime.trial import Planned
from aura.runtime.vain.steps import sums_of
from aura.runtime.vain.texts import is_of_class, texts

LETTERS = re.compile(r"[^\W_]+")
SEQUENCE, INFIX, FILE = "sequence", "infix", "file"
LIKELY_SLIP = 16.0
"""What it costs at most to believe that a word is a slip of another."""
SHORTEST_NAMED, SHORTEST_TOLD = 3, 3
"""Words of an article, a part of a document, and what it is called; of what somebody tells."""


def _holds_a_command(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Copy the text of *a.docx and paste it* into b.docx": a file in a text, and behind it what is done with it."""
    for _, _, value in texts(planned, lattice):
        if " " not in value:
            continue
        within = lattice_of(lattice.grammar, value)
        for at in range(1, within.size - 1):
            joined = [end for end, cost, _ in within.at(at, "joint") if not cost and end < within.size]
            if within.tokens[at - 1].shape == FILE and any(within.at(end, "verb") for end in joined):
                return Problem(UNREAD, f'"{value}" may hold a command; say one after the other, or put it in quotes.')
    return None


def _looked_for_in_a_file(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Search for the word budget *in notes.txt*": what is looked for in the web ends in a file."""
    for step, seen, value in texts(planned, lattice):
        if value not in (step.inputs.get("query"), step.inputs.get("fact")):
            continue
        within = lattice_of(lattice.grammar, value)
        last = within.size - 1
        led = last > 1 and within.in_set(last - 1, "inwards") and within.tokens[last].shape == FILE
        if not led or within.low[last] not in lattice.known.files:
            continue
        file, predicates = within.tokens[last].text, Predicates(within)
        begin = int(within.in_set(0, "subordinating"))  # "that Mr. Bell called in notes.txt"
        stated = predicates.verb(begin, last) is not None or any(within.class_name(at) == "being" for at in range(last))
        if value == step.inputs.get("query") and seen.effect is not Effect.READS:
            return Problem(NO_CAPABILITY, f"No tool here can look for words in {file}; have it read instead.")
        if value == step.inputs.get("fact") and not stated:
            return Problem(UNREAD, f'"{value}" may be for {file}; say what should be written there.')
    return None


def _looked_for_within(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Find the files that *contain* x": what files say is not looked for, only what they are called."""
    words = lattice.grammar.words
    within = [at for at in range(lattice.size) if lattice.low[at] in words["that_hold"]]
    named = any(low in words["name_words"] for low in lattice.low)
    patterns = [str(step.inputs["pattern"]) for step in planned.steps if "pattern" in step.inputs]
    sought = any(
        low in LETTERS.findall(pattern) for pattern in patterns for at in within for low in _behind(lattice, at)
    )
    if patterns and within and sought and not named:
        return Problem(NO_CAPABILITY, "No tool here can look at what files say; say a part of their names instead.")
    return None


def _behind(lattice: Lattice, at: int) -> list[str]:
    """The words right behind one, but for files by their names."""
    places = range(at + 1, min(at + 3, lattice.size))
    return [lattice.low[word] for word in places if lattice.tokens[word].shape != FILE]


def _clicked_in_turn(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Click *Edit, then Copy*": what comes in turn is no label of one thing."""
    words = lattice.grammar.words
    if words["clicking"].keys().isdisjoint(goal.verb for goal in planned.meta.goals):
        return None
    for step, _, value in texts(planned, lattice):
        if value != step.inputs.get("text"):
            continue
        within = lattice_of(lattice.grammar, value)
        for at in range(1, within.size - 1):
            then = any(sense == SEQUENCE and not cost for _, cost, sense in within.at(at, "joint"))
            again = bool(within.at(at, "joint")) and within.class_name(at + 1) == "preposition"
            if then or again:
                return Problem(UNREAD, f'"{value}" may be several things to click; say "click" for each.')
    return None


def _begins_with_a_sign(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "12 plus 3, *minus 4*": a sum that goes on with another."""
    for expression in sums_of(planned)[1:]:
        said = lattice_of(lattice.grammar, expression)
        signs = said.at(0, "operator") if said.size > 1 else ()
        if any(kind == INFIX and not cost for _, cost, kind in signs):
            return Problem(UNREAD, f'"{said.text}" goes on with the sum before it; say the sum as one.')
    return None


def leaves_out_of_a_sum(planned: Planned, lattice: Lattice, *, within: bool = True) -> bool:
    """ "15 *perce* of 80", "10% of 70, I *cmeam 80*": a strange word `within` a sum, or a figure, that is in none."""
    sums = sums_of(planned)
    if not sums or len(planned.steps) > 1:
        return False
    numbers, said = Numbers(lattice), sums[0].lower()
    figures = [at for at in range(lattice.size) if numbers.at(at) is not None and lattice.low[at][0].isdigit()]
    worked = [at for at in figures if lattice.low[at] in said]
    if not worked or any(word not in lattice.low for word in said.split()):
        return False  # A sum that was made of other words has found its own.
    begin = max(at for at, low in enumerate(lattice.low) if low == said.split()[0])
    last = next((at for at in range(worked[-1], lattice.size) if lattice.tokens[at].shape == "mark"), lattice.size)
    span = range(begin, worked[-1] if within else begin)
    passed = (at for at in span if _is_strange(lattice, at) and lattice.low[at] not in said)
    used = (any(other in said for other, _ in lattice.words_for(at)) for at in passed)
    behind = range(last, figures[-1] if figures[-1] > last else last)
    likely = (
        any(price <= LIKELY_SLIP for _, price in lattice.words_for(at)) for at in behind if _is_strange(lattice, at)
    )
    return not all(used) or not all(likely)


def _is_strange(lattice: Lattice, at: int) -> bool:
    """Whether a word is none of the grammar's."""
    word = lattice.low[at]
    return lattice.tokens[at].shape == "word" and word.isalpha() and word not in lattice.grammar.vocabulary


def _goes_on_being_typed(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Type I will close the door *and lock it*": what somebody tells may go on with what he does with it."""
    free = free_tokens(planned.reading, lattice)
    ends = [at + 1 for at in free if at + 1 not in free and at + 1 < lattice.size]
    for end in ends if len(planned.steps) > 1 else ():
        begin = next(at for at in range(end - 1, -1, -1) if at - 1 not in free)
        joints = [stop for stop, cost, sense in lattice.at(end, "joint") if not cost and sense != SEQUENCE]
        told = lattice.in_set(begin, "own_subject") and lattice.in_set(end, "coordinating")
        pointed = any(lattice.class_name(at) == "pronoun" for stop in joints for at in range(stop + 1, stop + 3))
        if told and pointed and end - begin > SHORTEST_TOLD:
            said = lattice.text_of(begin, end)
            return Problem(UNREAD, f'"{said}" may not be the whole text; put the text in quotes.')
    return None


def _empty_note(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Write a note: *buy stamps*": what stands behind a colon is what a new file should say, and not its name."""
    colons = (at for at in range(1, lattice.size - 1) if lattice.low[at] == ":")
    marks = [at for at in colons if not _leads_to_a_name(lattice, at - 1)]
    for change in (change for seen in planned.previews for change in seen.changes if isinstance(change, WriteFile)):
        name = PurePath(change.path).stem.lower().split()
        empty = not (change.content or change.replaces or change.extends)
        if empty and any(lattice.low[at + 1 : at + 1 + len(name)] == name for at in marks):
            said = " ".join(name)
            return Problem(UNREAD, f'"{said}" may be what it should say; say that, and what it should be called.')
    return None


def _leads_to_a_name(lattice: Lattice, at: int) -> bool:
    """Whether a name follows a word before a colon: "a file *called*: x", "a new *file*: x", but not "a *note*: x"."""
    kind = bool(lattice.at(at, "kind")) and not lattice.in_set(at, "text_intro")
    return kind or lattice.class_name(at) in NAMING


def _begins_in_a_verb(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Write *down milk* in a.txt": a text does not begin with the last word of its verb."""
    ends = [end for at in range(lattice.size) for end, cost, _ in lattice.at(at, "verb") if not cost and end > at + 1]
    for _, seen, value in texts(planned, lattice):
        low = value.lower().split()
        begun = any(lattice.low[end - 1 : end - 1 + len(low)] == low for end in ends)
        if begun and seen.changes and len(low) > 1:
            return Problem(UNREAD, f'"{value}" may not be the whole text; put the text in quotes.')
    return None


def _names_what_it_is(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Add *the heading Summary* to a.docx", "*the picture photo.jpg*": a part of a document, and its name."""
    words = lattice.grammar.words
    for _, seen, value in texts(planned, lattice):
        low = value.lower().split()
        written = any(isinstance(change, WriteFile) and change.extends for change in seen.changes)
        led = len(low) >= SHORTEST_NAMED and low[0] in words["definite"] and low[1] in words["named_parts"]
        stated = Predicates(lattice_of(lattice.grammar, value)).verb(0, len(low)) is not None if led else False
        told = led and is_of_class(low[2], lattice, "being")
        if written and led and not (stated or told):
            return Problem(
                NO_CAPABILITY, f'No tool here can add "{value}"; if it is the text itself, put it in quotes.'
            )
    return None


CHECKS = (
    _holds_a_command,
    _looked_for_in_a_file,
    _looked_for_within,
    _clicked_in_turn,
    _begins_with_a_sign,
    _goes_on_being_typed,
    _begins_in_a_verb,
    _empty_note,
    _names_what_it_is,
)
