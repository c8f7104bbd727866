"""What a check is given: a plan beside what was said, the texts in it, and what it changes."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from functools import cached_property
from itertools import chain
from pathlib import PurePath
from typing import Any

from msgspec import Struct

from aura.capability.effect import Effect
from aura.contracts.change import Change, MakeFolder, Move, WriteFile
from aura.contracts.outcome import StepPreview
from aura.contracts.plan import Step
from aura.language.decoding.account import free_tokens
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.language.utterance.predicates import NAMING
from aura.runtime.choosing.trial import Planned

FORMULA, REFERENCE, COLON = "=", "${", ":"
WORDS = re.compile(r"[a-z]+")
FIRST_WORDS = 3
"""Where the verb stands that says what is asked for."""
FILE, WORD, MARK, QUOTED = "file", "word", "mark", "quoted"
"""Shapes of tokens."""
TEXTUAL = ("content", "text", "fact", "value", "title")
"""Inputs that may hold any words."""
FILLER, INFIX = "filler", "infix"
"""What is passed over, what joins one command to the one that comes after it, and a sign within a sum."""


class Text(Struct, frozen=True, dict=True):
    """A text of a plan that stands in no quotes, and the step that it is for."""

    value: str
    step: Step
    seen: StepPreview
    lattice: Lattice

    @cached_property
    def low(self) -> list[str]:
        """Its words in lower case, of which there is one at least."""
        return self.value.lower().split()

    @cached_property
    def said(self) -> Lattice:
        """Its own tokens, with what may begin at each."""
        return lattice_of(self.lattice.grammar, self.value, self.lattice.known)

    @property
    def written(self) -> list[WriteFile]:
        """The files that its step writes."""
        return [change for change in self.seen.changes if isinstance(change, WriteFile)]

    @property
    def path(self) -> str:
        """The file that its step is about, or nothing."""
        return str(self.step.inputs.get("path", ""))

    def fills(self, *inputs: str) -> bool:
        """Whether it is what one of these inputs of its step holds."""
        return any(self.step.inputs.get(name) == self.value for name in inputs)

    def asks(self, *inputs: str) -> bool:
        """Whether it is one of these inputs of a step that only reads."""
        return self.seen.effect == Effect.READS and self.fills(*inputs)


class View(Struct, frozen=True, dict=True):
    """What is planned beside what was said; `names` are the words of what programs, sites and the like are called."""

    planned: Planned
    lattice: Lattice
    names: Container[str] = ()

    @property
    def words(self) -> Mapping[str, Mapping[str, Any]]:
        """The word sets of the grammar."""
        return self.lattice.grammar.words

    @cached_property
    def acts(self) -> list[tuple[Step, StepPreview]]:
        """The steps, each with what it would do."""
        return list(zip(self.planned.steps, self.planned.previews, strict=False))

    @cached_property
    def texts(self) -> list[Text]:
        """The texts of the plan that stand in no quotes."""
        quoted = {token.text for token in self.lattice.tokens if token.shape == QUOTED}
        return [
            Text(value, step, seen, self.lattice)
            for step, seen in self.acts
            for value in chain.from_iterable(map(_strings, step.inputs.values()))
            if value.strip() and value not in quoted and not value.startswith((FORMULA, REFERENCE))
        ]

    @cached_property
    def typed(self) -> list[Text]:
        """The texts that are typed somewhere, and written into no file."""
        plain = (text for text in self.texts if not text.seen.changes and "field" not in text.step.inputs)
        return [text for text in plain if text.fills("text")]

    @cached_property
    def changes(self) -> list[Change]:
        """All that would change on the disk, in its order."""
        return [change for seen in self.planned.previews for change in seen.changes]

    @property
    def made(self) -> list[PurePath]:
        """The folders that would be made, and the files that would be written."""
        return [PurePath(change.path) for change in self.changes if isinstance(change, MakeFolder | WriteFile)]

    @property
    def folders(self) -> list[PurePath]:
        """The folders that would be made."""
        return [PurePath(change.path) for change in self.changes if isinstance(change, MakeFolder)]

    @property
    def clicks(self) -> bool:
        """Whether something is to be clicked."""
        return any(self.is_in(goal.verb, "clicking") for goal in self.planned.meta.goals)

    def is_of_class(self, word: str, *names: str) -> bool:
        """Whether a word has one of these classes of the grammar: "called", "being", "preposition"."""
        found = self.lattice.grammar.classes.get(word)
        return found is not None and found.name in names

    def is_in(self, word: str, *names: str) -> bool:
        """Whether a word is in one of these word sets of the grammar."""
        return any(word in self.words[name] for name in names)

    def says_how_many(self, word: str) -> bool:
        """Whether a word says how many: "ten", "3", "several"."""
        return word.isdecimal() or self.is_in(word, "number", "amount")

    def counts(self, word: str) -> bool:
        """Whether a word may stand before a part of a document: "*the* list", "*three* headings"."""
        return self.says_how_many(word) or self.is_in(word, "determiner")

    def leads_to_name(self, word: str) -> bool:
        """Whether a word only leads to a name, and begins no question: "*called* Food", not "*where* to park"."""
        return self.is_of_class(word, *NAMING) and not self.is_in(word, "embedding")

    def tells(self, word: str) -> bool:
        """Whether a word tells of something: "is", "says", "wrote"."""
        return self.is_of_class(word, "being") or self.is_in(word, "states")

    def is_announced(self, text: Text) -> bool:
        """Whether it was said that a text follows, word for word: "with the text *ideas for the party*"."""
        places = (at for at in self.places_of([*text.said.low]) if at)
        return any(self.lattice.low[at - 1] == COLON or self.lattice.in_set(at - 1, "text_intro") for at in places)

    @cached_property
    def structural(self) -> list[int]:
        """The tokens that are of no name, no text and no question about anything, and not passed over."""
        reading, intents = self.planned.reading, self.lattice.grammar.intents
        asking = (one for one in reading.clauses if one.intent >= 0 and intents[one.intent].alone)
        spans = [(one.start, one.end) for one in asking] + [(start, end) for _, start, end in reading.notes]
        free = free_tokens(reading, self.lattice)
        return [at for at in range(self.lattice.size) if at not in free and not any(a <= at < b for a, b in spans)]

    def places_of(self, words: list[str]) -> list[int]:
        """The tokens at which these words begin in what was said."""
        low = self.lattice.low
        return [at for at in range(len(low)) if low[at : at + len(words)] == words]


def new_name(change: Change) -> PurePath | None:
    """The path of what a change makes that was not there before, a folder or a file, or nothing."""
    match change:
        case MakeFolder(path=path) | WriteFile(path=path, replaces=False, extends=False):
            return PurePath(path)
        case _:
            return None


def renames(change: Change) -> bool:
    """Whether a change only gives another name: "rename a.txt to b.txt"."""
    return isinstance(change, Move) and PurePath(change.source).parent == PurePath(change.destination).parent


def _strings(value: Any) -> Iterator[str]:
    """The texts in an input, rows of a table among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        yield from chain.from_iterable(map(_strings, value))
