"""Plans that say something else than their utterance: each doubt looks at both, and any of them is asked about."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from aura.capability.effect import Effect
from aura.contracts.change import WriteFile
from aura.language.decoding.account import free_tokens
from aura.language.hearing.beside.setting_aside import ASKED
from aura.language.slots.parts import Thing
from aura.language.slots.topics import QUESTIONS
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import requests
from aura.runtime.choosing.trial import Planned
from aura.runtime.doubts.aims import does_an_aim_too
from aura.runtime.doubts.former_ones import loses_a_former_one
from aura.runtime.doubts.left_out import asks_more
from aura.runtime.doubts.lessened import (
    backs_up_nothing,
    ends_one_of_another_kind,
    forgets_an_exception,
    leaves_out_how_often,
    names_with_what_is_in_it,
    tells_of_all_for_one,
)
from aura.runtime.doubts.objections import told_beside
from aura.runtime.doubts.only_asked import asks_whether
from aura.runtime.doubts.spoken_of import takes_one_spoken_of
from aura.runtime.doubts.told_places import looks_elsewhere
from aura.runtime.doubts.torn_texts import cuts_a_list, tears_a_text
from aura.runtime.doubts.trailing import trails_off
from aura.runtime.vain.both import done_to_fewer
from aura.runtime.vain.places import makes_a_place_told_of
from aura.runtime.vain.spots import may_say_where
from aura.runtime.vain.sums import leaves_out_of_a_sum
from aura.runtime.vain.view import WORD, View, new_name
from aura.understanding.spoken import last_times

QUERY = "query"
WISHED = 5
"""Tokens within which somebody says that he wants to do something."""
LEADING = ("text_intro", "told_of_today")
"""Sets of words that may stand before a text and are none of it: "where the cursor is *now*"."""


class Case(Struct, frozen=True):
    """A plan, the words that it was read from, the whole utterance, what was left out of it, and what tools end.

    Something is lost, or a program or the whole machine ends, where it `loses`.
    """

    planned: Planned
    heard: Lattice
    whole: Lattice
    asides: Sequence[str]
    ends: Callable[[str], bool]

    @property
    def loses(self) -> bool:
        """Whether it loses what is told by no query, or has a tool that ends something."""
        steps = zip(self.planned.steps, self.planned.previews, strict=True)
        lost = any(seen.effect == Effect.DESTROYS and QUERY not in step.inputs for step, seen in steps)
        return lost or any(self.ends(step.id) for step in self.planned.steps)

    @property
    def seen(self) -> View:
        """The plan beside the words that it was read from."""
        return View(self.planned, self.heard)

    @property
    def beside_all(self) -> View:
        """The plan beside the whole utterance."""
        return View(self.planned, self.whole)


def says_otherwise(case: Case) -> bool:
    """Whether a plan may be another than its utterance asks for."""
    return any(doubt(case) for doubt in (*DOUBTS, *(OF_LOSSES if case.loses else ())))


def _is_hardly_ordered(case: Case) -> bool:
    """Whether a loss is only asked about, or told of who speaks or hears: "delete a.txt?", "you could …", "I will …".

    What begins as a request is asked for, and so are what the speaker wants and what he allows politely, or why.
    """
    lattice = case.whole
    begged = any(requests(lattice, at) or lattice.in_set(at, "polite") for at in range(lattice.size))
    asked = lattice.text.rstrip().endswith(ASKED) and not begged
    must = lattice.in_set(1, "obliged") and lattice.in_set(2, "infinitive")
    does = (lattice.in_set(1, "intending") or must) and not lattice.in_set(1, "wanting")
    told = does and (lattice.in_set(0, "addressed") or lattice.in_set(0, "speaking"))
    must_perhaps = lattice.in_set(2, "obliged")
    allowed = lattice.in_set(0, "addressed") and lattice.in_set(1, "allowing") and not must_perhaps
    told = told and not (allowed and (begged or told_beside(case.planned.reading, case.heard)))
    return asked or told or lattice.in_set(0, "announced_deed")


def _is_guessed(planned: Planned, lattice: Lattice) -> bool:
    """Whether a loss is only supposed to be meant: "delete a.txt, *I guess*", "*I suppose* you can delete it".

    What is supposed at the end is what is done last: "delete a.txt and set the volume to 30 *I guess*".
    """
    last = len(planned.steps) == 1 or planned.previews[-1].effect == Effect.DESTROYS
    for at in (at for at in range(1, lattice.size) if lattice.in_set(at, "guessing")):
        ended = at + 1 >= lattice.size or lattice.tokens[at + 1].shape != WORD
        if lattice.in_set(at - 1, "speaking") and ((ended and last) or lattice.in_set(at + 1, "addressed")):
            return True
    return False


def may_be_a_name(planned: Planned) -> bool:
    """Whether a command may be the last of some new names that no mark parts: "two folders: red car *and delete b*"."""
    values = (part.value for clause in planned.reading.clauses[:-1] for part in clause.parts)
    alone = (value[0] for value in values if isinstance(value, tuple) and len(value) == 1)
    return any(isinstance(thing, Thing) and thing.name is not None and thing.count > 1 for thing in alone)


def _is_of_a_room(planned: Planned, lattice: Lattice) -> bool:
    """Whether what is spoken of may be of a room, as its weather is told of: "close the window, *I'm cold*"."""
    free = free_tokens(planned.reading, lattice)
    said = [at for at in range(1, lattice.size) if at not in free]
    spoken = any(lattice.in_set(at, "of_rooms") and lattice.in_set(at - 1, "definite") for at in said)
    return spoken and any(lattice.in_set(at, "felt") for at in said)


def _asks_what_was(planned: Planned, lattice: Lattice) -> bool:
    """Whether what would be kept in mind last is asked about: "remember that time I broke it?"."""
    kept = "fact" in planned.steps[-1].inputs
    return kept and lattice.text.rstrip().endswith(ASKED) and lattice.begins_clause(0) and not requests(lattice, 0)


def _asks_and_has_it_done(planned: Planned, lattice: Lattice) -> bool:
    """Whether what is only asked is then told to be done: "is it true that you can close word *do it*"."""
    echoes = (at for at in range(1, lattice.size) if any(map(lattice.is_over, lattice.ends(at, "echoing"))))
    last = max(echoes, default=0)
    inputs = (str(value).lower() for step in planned.steps for value in step.inputs.values())
    held = any(lattice.low[last] in text.split() for text in inputs)
    asked = any("question" in step.inputs for step in planned.steps)
    asked = asked or any(kind in QUESTIONS and not cost for _, cost, kind in lattice.at(0, "asks"))
    return last > 0 and asked and not held


def _is_added_otherwise(planned: Planned, lattice: Lattice) -> bool:
    """Whether something is added at the end of a file that should stand at its beginning: "*at the top of* a.txt"."""
    changes = (change for seen in planned.previews for change in seen.changes)
    added = any(isinstance(change, WriteFile) and change.extends for change in changes)
    told = " ".join(str(value).lower() for step in planned.steps for value in step.inputs.values())
    spans = [(at, end) for at in range(lattice.size) for end in lattice.ends(at, "beginning_of")]
    return added and any(lattice.words_of(*span).lower() not in told for span in spans)


def _begins_with_what_takes_back(planned: Planned, whole: Lattice) -> bool:
    """Whether a text begins with what takes back the word before it: "put ghent *no ostend* into b4"."""
    for text in View(planned, whole).texts:
        for at in View(planned, whole).places_of([text.low[0]]) if len(text.low) > 1 else ():
            taken = whole.in_set(at, "retracting") and at > 1 and whole.tokens[at - 1].shape == WORD
            if taken and not (
                whole.class_name(at - 1)
                or whole.at(at - 1, "verb")
                or any(whole.in_set(at - 1, name) for name in LEADING)
            ):
                return True
    return False


def _is_done_by_the_speaker(planned: Planned, lattice: Lattice) -> bool:
    """Whether something is what the speaker may want to do himself: "mute it, *I want to sleep*"."""
    for clause in planned.reading.clauses:
        verb = clause.verb[0] if clause.verb is not None else max(clause.start, 0)
        at = next((at for at in range(verb, clause.end) if lattice.in_set(at, "own_doing")), 0)
        before = range(max(0, at - WISHED), at - 1)
        wished = (
            at > 1 and lattice.in_set(at - 1, "infinitive") and any(lattice.in_set(one, "wanting") for one in before)
        )
        if wished and any(lattice.in_set(one, "speaking") for one in before) and not lattice.in_set(at - 2, "hearer"):
            return True
    return False


def _is_called_by_a_time(case: Case) -> bool:
    """Whether the last words say when, and end a new name: "two files: a list, broken things *every monday*"."""
    said = [case.whole.text_of(begin, end).lower() for begin, _, end in last_times(case.whole)]
    names = (new_name(change) for change in case.beside_all.changes) if said else ()
    return any(name is not None and name.stem.lower().endswith(f" {time}") for name in names for time in said)


def _ends_twice(planned: Planned, ends: Callable[[str], bool]) -> bool:
    """Whether the same is ended once more: "close word *before you close it*"."""
    ended = [(step.id, step.inputs) for step in planned.steps if ends(step.id)]
    return any(one in ended[:at] for at, one in enumerate(ended))


Doubt = Callable[[Case], bool]
DOUBTS: tuple[Doubt, ...] = (
    lambda case: _is_added_otherwise(case.planned, case.whole),
    lambda case: leaves_out_how_often(case.beside_all),
    lambda case: backs_up_nothing(case.beside_all),
    lambda case: tells_of_all_for_one(case.beside_all),
    lambda case: done_to_fewer(case.beside_all),
    lambda case: forgets_an_exception(case.seen),
    lambda case: does_an_aim_too(case.planned, case.heard),
    lambda case: names_with_what_is_in_it(case.seen),
    lambda case: bool(case.asides) and tears_a_text(case.planned, case.whole, case.asides),
    lambda case: trails_off(case.planned, case.heard),
    _is_called_by_a_time,
    lambda case: cuts_a_list(case.planned, case.whole, case.asides),
    lambda case: looks_elsewhere(case.planned, case.whole),
    lambda case: case.whole is not case.heard and asks_more(case.planned, case.whole),
    lambda case: makes_a_place_told_of(case.beside_all),
    lambda case: takes_one_spoken_of(case.planned, case.heard, case.whole),
    lambda case: _begins_with_what_takes_back(case.planned, case.whole),
    lambda case: _is_done_by_the_speaker(case.planned, case.heard),
    lambda case: asks_whether(case.planned, case.whole),
    lambda case: _is_of_a_room(case.planned, case.heard),
    lambda case: may_say_where(case.seen),
    lambda case: _asks_what_was(case.planned, case.whole),
    lambda case: _asks_and_has_it_done(case.planned, case.whole),
    lambda case: leaves_out_of_a_sum(case.beside_all, within=False),
    lambda case: leaves_out_of_a_sum(case.seen),
)
OF_LOSSES: tuple[Doubt, ...] = (
    lambda case: _ends_twice(case.planned, case.ends),
    _is_hardly_ordered,
    lambda case: _is_guessed(case.planned, case.whole),
    lambda case: may_be_a_name(case.planned),
    lambda case: loses_a_former_one(case.planned, case.heard),
    lambda case: ends_one_of_another_kind(case.beside_all),
)
"""Those that hold only where something is lost or ends."""
