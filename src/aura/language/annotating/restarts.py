"""Sentences in which something is said first and taken back, made from marked ones: a value, a command, its beginning.

Each line of `restarts.en.txt` says how: `{}` stands for what is taken back, `{again}` for the word before it, which
many say again: "from *downloads no wait from* the desktop".
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from aura.language.annotating.around import bare
from aura.language.annotating.marks import Change, Marked, Span, changed

PHRASES = Path(__file__).with_name("restarts.en.txt")
WRONG, AGAIN = "{}", "{again}"
SENTENCES = 4500
"""How many are made."""
TAKEN_BACK = 0.3
"""How often what begins twice is taken back in so many words."""
MOST_WORDS, MOST_WORDS_OF_A_COMMAND, MOST_BEGUN = 3, 6, 4
"""Words of a value and of a command that is taken back, and of a beginning that is said again, at most."""


def restarts(marked: Sequence[Marked]) -> Iterator[Marked]:
    """Marked sentences with something taken back in each, the same ones each time."""
    speaker = _Speaker(marked, PHRASES.read_text("utf-8").splitlines())
    able = [one for one in marked if one.actions]
    made = (speaker.restarted(one) for one in speaker.chance.choices(able, k=SENTENCES))
    return (one for one in made if one is not None)


class _Speaker:
    """One who says something else first, from what marked sentences say."""

    def __init__(self, marked: Sequence[Marked], phrases: Sequence[str]) -> None:
        self.chance = random.Random(0)
        self._phrases = phrases
        self._phrases_of_one = [phrase for phrase in phrases if phrase.startswith(WRONG)]
        bared = (each.plain for one in marked if (each := bare(one)) is not None)
        self._commands = [each for each in bared if len(each.split()) <= MOST_WORDS_OF_A_COMMAND]
        self._values: dict[str, list[str]] = defaultdict(list)
        for one in marked:
            for slot in _short_values(one):
                self._values[slot.name].append(one.plain[slot.start : slot.end])

    def restarted(self, one: Marked) -> Marked | None:
        """A sentence with something taken back, each second time a value; None where it has none, or not there."""
        return self.chance.choice((self._with_a_value, self._with_a_value, self._with_a_command, self._begun_twice))(
            one
        )

    def _with_a_value(self, one: Marked) -> Marked | None:
        """A sentence in which another value of a slot is taken back before the one that is meant."""
        short = _short_values(one)
        if not short:
            return None
        slot = self.chance.choice(short)
        before = one.plain[: slot.start].split()
        again = before[-1] if before and before[-1].isalpha() else ""
        said = _said(self.chance.choice(self._phrases), self.chance.choice(self._values[slot.name]), again)
        return _with(one, slot.start, said)

    def _with_a_command(self, one: Marked) -> Marked | None:
        """A sentence in which another command is taken back before one of its own."""
        said = _said(self.chance.choice(self._phrases_of_one), self.chance.choice(self._commands))
        return _with(one, self.chance.choice(one.actions).start, said)

    def _begun_twice(self, one: Marked) -> Marked | None:
        """A sentence in which a command begins twice, with what was said first taken back, or not."""
        action = self.chance.choice(one.actions)
        spans = (span.start for span in (*one.slots, *one.beside, *one.actions) if span is not action)
        end = min((start for start in spans if start >= action.start), default=len(one.plain))
        words = one.plain[action.start : end].split()[: self.chance.randint(1, MOST_BEGUN)]
        begun = " ".join(words).rstrip(",.;:!?")
        if begun and self.chance.random() < TAKEN_BACK:
            begun = _said(self.chance.choice(self._phrases), begun)
        return _with(one, action.start, begun) if begun else None


def _short_values(one: Marked) -> list[Span]:
    return [slot for slot in one.slots if len(one.plain[slot.start : slot.end].split()) <= MOST_WORDS]


def _said(phrase: str, wrong: str, again: str = "") -> str:
    """What is said of what is taken back."""
    return " ".join(phrase.replace(AGAIN, again).replace(WRONG, wrong, 1).replace(WRONG, wrong).split())


def _with(one: Marked, at: int, said: str) -> Marked | None:
    """A sentence with words before one of its characters that are beside its commands; None amid what is one piece."""
    if any(span.start < at < span.end for span in (*one.slots, *one.beside)):
        return None
    put = changed(one, [Change(at, at, f"{said} ")])
    return put._replace(beside=(*put.beside, Span("", at, at + len(said))))
