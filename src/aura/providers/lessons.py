"""What the annotator is taught by: sentences in which remarks, commands and slots are marked, as numbers.

Lessons are the sentences that the tagger and the directives learn from, `commands.en.txt`, in which also commands and
slots are marked, each once more with the values of others where it has any and mostly in another voice, the same with
something taken back in them (`restarts.en.txt`), and short commands with words around them (`around.en.txt`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import aura.language.annotating
from aura.language.annotating.annotation import BESIDE, SAID
from aura.language.annotating.around import PHRASES, around
from aura.language.annotating.exchanges import exchanges
from aura.language.annotating.marks import Marked, Span, unmarked
from aura.language.annotating.restarts import PHRASES as RESTARTS
from aura.language.annotating.restarts import restarts
from aura.language.annotating.voices import voices
from aura.language.directives.learn import DONE, NOT_DONE
from aura.language.directives.learn import SENTENCES as DIRECTIVES
from aura.language.grammar.grammar import Grammar
from aura.language.tagging.learn import SENTENCES as REMARKS
from aura.language.tagging.learn import lesson_of as tagged
from aura.language.tagging.learn import unmarked as without_brackets
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.providers.annotator import pieces_of
from aura.providers.word_pieces import WordPieces

COMMANDS = Path(aura.language.annotating.__path__[0]) / "commands.en.txt"
SOURCES = (COMMANDS, PHRASES, RESTARTS, REMARKS, DIRECTIVES)
"""Every file of lessons."""
SEEN = 20
"""How often an action or a slot is marked at least, to be learned."""
DRAW = 3
"""Which values and voices are drawn: changed whenever the annotator is taught further."""
UNKNOWN = -1
"""What is not said of a token, or of a sentence."""


class Lesson(NamedTuple):
    """The pieces of a sentence, the first of each token, and what is known of it.

    `tags`, `labels`, `begins` and `actions` have a number for each token, and none where nothing is known of that.
    `asked` is 1 where something is to be done now, 0 where nothing is.
    """

    pieces: list[int]
    firsts: list[int]
    asked: int = UNKNOWN
    tags: Sequence[int] = ()
    labels: Sequence[int] = ()
    begins: Sequence[int] = ()
    actions: Sequence[int] = ()


class Names(NamedTuple):
    """The labels and the actions that are learned, in the order of their numbers."""

    labels: list[str]
    actions: list[str]


def commands() -> list[Marked]:
    """The sentences in which commands and slots are marked."""
    return [unmarked(line) for line in COMMANDS.read_text("utf-8").splitlines() if line.strip()]


def names_of(marked: Sequence[Marked]) -> Names:
    """What is marked often enough to be learned."""
    slots = Counter(slot.name for one in marked for slot in one.slots)
    actions = Counter(action.name for one in marked for action in one.actions)
    often = [sorted(name for name, times in counted.items() if times >= SEEN) for counted in (slots, actions)]
    return Names([SAID, BESIDE, *often[0]], often[1])


def lessons(grammar: Grammar, names: Names, marked: Sequence[Marked]) -> Iterator[Lesson]:
    """Everything that is learned from."""
    pieces = WordPieces()
    for line in REMARKS.read_text("utf-8").splitlines():
        plain, beside = without_brackets(line)
        lattice = lattice_of(grammar, plain)
        if lattice.size:
            asked = 1 if beside else UNKNOWN
            yield Lesson(*pieces_of(lattice, pieces), asked, tagged(grammar, line).tags)
    for line in DIRECTIVES.read_text("utf-8").splitlines():
        if line.startswith((DONE, NOT_DONE)):
            yield Lesson(*pieces_of(lattice_of(grammar, line[len(DONE) :]), pieces), int(line.startswith(DONE)))
    again = chain(exchanges(marked, random.Random(DRAW)), (one for one in marked if not one.slots))
    for one in chain(marked, around(marked), restarts(marked), voices(grammar, again, random.Random(DRAW))):
        lattice = lattice_of(grammar, one.plain)
        known = {slot.name for slot in one.slots} <= {*names.labels} and {*_actions(one)} <= {*names.actions}
        if lattice.size and known:
            yield _of_commands(lattice, one, names, pieces)


def _actions(marked: Marked) -> Iterator[str]:
    return (action.name for action in marked.actions)


def _of_commands(lattice: Lattice, marked: Marked, names: Names, pieces: WordPieces) -> Lesson:
    """What is learned from a sentence with its commands marked."""
    labels = [names.labels.index(SAID)] * lattice.size
    for span in marked.beside:
        for at in _within(lattice, span):
            if lattice.tokens[at].shape != "mark":
                labels[at] = names.labels.index(BESIDE)
    for span in marked.slots:
        for at in _within(lattice, span):
            labels[at] = names.labels.index(span.name)
    begins, actions = [0] * lattice.size, [UNKNOWN] * lattice.size
    for action in marked.actions:
        at = next((at for at, token in enumerate(lattice.tokens) if token.end > action.start), lattice.size - 1)
        begins[at], actions[at] = 1, names.actions.index(action.name)
    asked = int(bool(marked.actions))
    return Lesson(*pieces_of(lattice, pieces), asked, labels=labels, begins=begins, actions=actions)


def _within(lattice: Lattice, span: Span) -> list[int]:
    return [at for at, token in enumerate(lattice.tokens) if token.start < span.end and token.end > span.start]
