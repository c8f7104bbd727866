"""IntentAgent: the one classification of an utterance, made once and passed on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from aura.contracts.goal import Decision, Intent
from aura.language.grammar.grammar import Grammar
from aura.language.slots.parts import Clause, Name, Place, Reading, Span, Thing
from aura.language.utterance.lattice import Lattice
from aura.understanding.categorize import Guess, categorize
from aura.understanding.meaning import Meaning

CATEGORIES = (
    "information_query",
    "application_launch",
    "application_control",
    "window_management",
    "system_query",
    "system_control",
    "screen_capture",
    "screen_perception",
    "input_control",
    "file_operation",
    "browser_control",
    "office_operation",
    "clipboard_operation",
    "memory_recall",
    "unknown",
)
"""The closed set of `aura_architecture.md`."""

SURE_UP_TO = 10.0
HALF_SURE_AT = 60.0
HARDLY, SURE = 0.05, 0.5
QUESTION = "question"
TELLING_SHAPES = frozenset(("file", "path", "glob", "extension"))
TELLING_PHRASES = frozenset(("kind", "kinds", "anchor", "every_file"))


class IntentAgent:
    """What one utterance asks for: by its reading, and by its words where the reading leaves that open."""

    def __init__(self, grammar: Grammar, lattice: Lattice, meaning: Meaning | None = None) -> None:
        self._grammar = grammar
        self._lattice = lattice
        self._meaning = meaning

    @cached_property
    def guesses(self) -> list[Guess]:
        """What the words alone are like, the likeliest category first."""
        return categorize(self._lattice.tokens)

    @cached_property
    def meant(self) -> list[Guess]:
        """What the words and, with an encoder, what they mean are like, the likeliest category first."""
        return self.guesses if self._meaning is None else self._meaning.together(self._lattice.text, self.guesses)

    def of(self, reading: Reading | None, decision: Decision, *, failed: bool = False) -> Intent:
        """The category of a reading's first acting clause; the dearer the reading, the lower the confidence.

        Where nothing was read the sentence decides, and where a reading has `failed` and the sentence is surely
        of another category; where it was only read that it is a question, its words alone decide.
        """
        for clause in reading.clauses if reading is not None else ():
            found = self._category(clause)
            if found and reading is not None:
                if failed and _unlike(self.meant, found):
                    return _intent(self.meant, decision)
                return Intent(found, confidence(reading.cost), decision)
            if clause.intent >= 0:
                return _intent(self.guesses, decision)
        return _intent(self.meant, "ask")

    def misread(self, reading: Reading) -> bool:
        """Whether a clause of a reading rests on free names alone, and its words are surely of another category.

        "Turn down the speakers" could rename a file; nothing but its verb says so. Of several clauses each is looked at
        by its own words; where they share one verb, also by all: "what's a bus and a tram".
        """
        acting = [clause for clause in reading.clauses if clause.intent < 0 and self._category(clause)]
        shared = sum(not clause.inherited for clause in reading.clauses) == 1
        looks = {len(reading.clauses) == 1, shared}
        return any(self._is_misread(clause, alone=alone) for clause in acting for alone in looks)

    def _is_misread(self, clause: Clause, *, alone: bool) -> bool:
        said = range(self._lattice.size) if alone else range(max(0, clause.start), clause.end)
        if _only_points(clause) or _exists(clause) or self._says_files(said):
            return False
        guesses = self.guesses if alone else categorize([self._lattice.tokens[at] for at in said])
        asking = [] if clause.verb is None else self._lattice.at(clause.verb[0], "asks")
        asks = any(not cost and kind == QUESTION for _, cost, kind in asking)
        return _unlike(guesses, self._category(clause), HARDLY if asks else SURE)

    def _category(self, clause: Clause) -> str:
        """The category of a clause; nothing where it only mentions, or is any question at all."""
        if clause.intent >= 0:
            intent = self._grammar.intents[clause.intent]
            return "" if intent.alone else intent.category
        frame = self._grammar.frames[clause.frame]
        return frame.category if frame.goal else ""

    def _says_files(self, said: range) -> bool:
        """Whether a word says what can only be a file or a folder, or where one is."""
        lattice = self._lattice
        phrases = (lattice.hits[at].keys() for at in said)
        return any(not TELLING_PHRASES.isdisjoint(found) for found in phrases) or any(
            lattice.tokens[at].shape in TELLING_SHAPES for at in said
        )


def _unlike(guesses: Sequence[Guess], category: str, sure: float = SURE) -> bool:
    """Whether words are hardly of this category, and `sure` enough of another one."""
    likely = {guess.category: guess.probability for guess in guesses}
    return guesses[0].probability >= sure and likely.get(category, 0) < HARDLY


def _intent(guesses: Sequence[Guess], decision: Decision) -> Intent:
    return Intent(guesses[0].category, round(guesses[0].probability, 2), decision)


def confidence(cost: float) -> float:
    """A reading's cost as a number from 0 to 1, two decimals; 0.5 at HALF_SURE_AT."""
    beyond = max(0.0, cost - SURE_UP_TO)
    return round(1.0 / (1.0 + beyond / (HALF_SURE_AT - SURE_UP_TO)), 2)


def _exists(clause: Clause) -> bool:
    """Whether a clause names something that is on disk."""
    return any(name.exists for name in _names_in(clause))


def _only_points(clause: Clause) -> bool:
    """Whether a clause is about what was said before, and names nothing: "delete that"."""
    things = clause.things()
    return (
        bool(things) and all(thing.form == "pronoun" for thing in things) and not any(True for _ in _names_in(clause))
    )


def _names_in(clause: Clause) -> Iterator[Name]:
    """All names that a clause says."""
    return (name for part in clause.parts for name in _names(part.value))


def _names(value: tuple[Thing, ...] | tuple[Place, ...] | tuple[Name, ...] | Span | None) -> Iterator[Name]:
    for item in value if isinstance(value, tuple) else ():
        if isinstance(item, Name):
            yield item
        elif isinstance(item, Thing):
            yield from () if item.name is None else (item.name,)
            yield from _names((item.place,) if item.place is not None else ())
        else:
            yield from (part.name for part in item.parts if part.name is not None)
