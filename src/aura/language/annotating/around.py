"""Short commands with words around them, made from phrases and marked sentences: some are asked for, others are not.

A line of `around.en.txt` is a short command with its marks, `= {turn the sound off} mute`, or a phrase around one: with
`+ oh mercy, {}` the command is asked for and the words around it are beside it; with `- tom told me to {}` nothing is
to be done now.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from aura.language.annotating.marks import Marked, Span, unmarked

PHRASES = Path(__file__).with_name("around.en.txt")
COMMAND, ASKED, NOT_ASKED, PLACE = "= ", "+ ", "- ", "{}"
COMMANDS_EACH = 8
"""How many commands each phrase is put around; half of them are short ones."""
MOST_WORDS = 9
"""Words of a command that a phrase is put around, at most."""


def around(marked: Sequence[Marked]) -> Iterator[Marked]:
    """The short commands, and each phrase around some of them and of the marked sentences', the same ones each time."""
    short = short_commands()
    verbs = {_first_word(one) for one in short}
    longer = [each for one in marked if (each := bare(one)) is not None and _first_word(each) in verbs]
    chance = random.Random(0)
    yield from short
    for line in _lines(ASKED, NOT_ASKED):
        phrase, asked = line[len(ASKED) :], line.startswith(ASKED)
        for some in (short, longer):
            yield from (_marked(phrase, each, asked=asked) for each in chance.sample(some, COMMANDS_EACH // 2))


def short_commands() -> list[Marked]:
    """The short commands, each of which begins with its verb, or with what asks."""
    return [unmarked(line[len(COMMAND) :]) for line in _lines(COMMAND)]


def within(phrase: str, command: str) -> tuple[str, int]:
    """A phrase with a command in its place, and where that begins; as part of a sentence it has no capital."""
    before, _, behind = phrase.partition(PLACE)
    return before + (command[:1].lower() + command[1:] if before else command) + behind, len(before)


def _lines(*kinds: str) -> list[str]:
    return [line for line in PHRASES.read_text("utf-8").splitlines() if line.startswith(kinds)]


def _first_word(marked: Marked) -> str:
    return marked.plain.partition(" ")[0].lower()


def bare(marked: Marked) -> Marked | None:
    """The commands of a sentence without what is beside them; None where they are long, or not said in one piece."""
    if not marked.actions:
        return None
    start, end = marked.actions[0].start, len(marked.plain)
    for beside in marked.beside:
        if beside.end > start:
            end = min(end, beside.start)
    said = marked.plain[start:end].rstrip(" ,.;:!?-")
    whole = all(one.start >= start and one.end <= start + len(said) for one in (*marked.slots, *marked.actions))
    if not whole or end <= start or len(said.split()) > MOST_WORDS:
        return None
    return Marked(said, _moved(marked.slots, -start), _moved(marked.actions, -start), ())


def _marked(phrase: str, bare: Marked, *, asked: bool) -> Marked:
    """A phrase with a command in its place, and what is marked in it."""
    said, start = within(phrase, bare.plain)
    if not asked:
        return Marked(said, (), (), ())
    end = start + len(bare.plain)
    sides = [Span("", *side) for side in ((0, start), (end, len(said))) if side[0] < side[1]]
    return Marked(said, _moved(bare.slots, start), _moved(bare.actions, start), tuple(sides))


def _moved(spans: Sequence[Span], by: int) -> tuple[Span, ...]:
    return tuple(Span(span.name, span.start + by, span.end + by) for span in spans)
