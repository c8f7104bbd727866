"""What a person says to a question: an answer to it, another command instead, or that it be dropped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from aura.contracts.goal import Question
from aura.language.decoding.decode import Decoded
from aura.language.grammar.grammar import Grammar
from aura.language.hearing.beside.setting_aside import ASKED
from aura.language.utterance.lattice import lattice_of
from aura.runtime.choosing.choose import Choice
from aura.runtime.choosing.trial import Planned
from aura.understanding.answers import (
    DECIDED,
    answer_of,
    in_small,
    is_affirmed,
    is_declined,
    is_no_choice,
    name_in,
    without_manners,
    without_refusal,
)

PLAIN_SHAPES = ("word", "mark")
LEAST_WORDS = 3
"""Words of a command that is no name where one was asked for."""
TEXTS = ("content", "text", "fact", "query", "result")
"""Keys of questions whose answer may be any words at all."""
OPEN = ("name", "text", "create")
"""Keys of questions with a yes or no that may be answered with what is right instead."""
PLACES = ("to", "where", "container")
"""Keys of questions whose answer is a place."""
NAMES = ("name", "names", "new_name", "instead")
"""Keys of questions whose answer is a name."""
CLOSED = ("kind", "document", "empty", "reading")
"""Keys of questions that nothing answers but what they offer."""
NO_ANSWER = "That does not answer it."
TOLD_ALONG = ("in", "to", "place", "text", "quoted", "bare_text")
"""Parts of what is to be made that may be said with its name."""
ACTION = "action"
"""The key of the question what should happen with something."""


class Reply(Struct, frozen=True):
    """What a reply is, and the answer or the command in it, or why it is none."""

    kind: Literal["answer", "command", "drop", "unclear"]
    text: str


class Replies:
    """Reads replies; `decode` and `choose` tell whether one is a command that can be done."""

    def __init__(self, grammar: Grammar, decode: Callable[[str], Decoded], choose: Callable[[Decoded], Choice]) -> None:
        self._grammar = grammar
        self._words = grammar.words
        self._decode = decode
        self._choose = choose

    def read(self, text: str, question: Question, asked: str = "") -> Reply:
        """A reply to a question. A command is one that can be done as it stands, and that was not offered.

        What the sentence that was `asked` about lacked may be said as its end: "set the volume" – "to half".
        """
        words, about = self._words, question.key.partition(":")[0].rpartition(".")[2]
        answer = answer_of(text, question, words)
        if answer in question.candidates:
            return Reply("answer", answer)
        rather = without_refusal(text, words)
        if any(in_small(said) in words["cancel"] for said in (text, rather)):
            return Reply("drop", "")
        if rather and self._is_command(rather, question, nouns=about in NAMES):
            return Reply("command", rather)
        if about in TEXTS:
            return Reply("answer", answer)
        if is_declined(text, words) and question.candidates != DECIDED:
            return Reply("drop", "")
        named = not question.candidates and about not in PLACES
        if self._is_command(text, question, plainly=named):
            return Reply("command", text)
        if (why := self._why_unclear(text, question, about)) is not None:
            return Reply("unclear", why)
        named_so = f"{asked.rstrip(' .?!')} {next(iter(words['called_so']))} {name_in(answer, words)}"
        if about in NAMES and asked and self._is_told_along(named_so):
            return Reply("command", named_so)
        if asked and named and self._is_ended(asked, whole := f"{asked.rstrip(' .?!')} {answer}"):
            return Reply("command", whole)
        return Reply("answer", name_in(answer, words) if about in NAMES else without_manners(answer, words))

    def _why_unclear(self, text: str, question: Question, about: str) -> str | None:
        """Why what was said answers nothing: neither yes nor no, a number of nothing, a question, a mere yes."""
        if tuple(question.candidates) == DECIDED:
            closed = question.key.partition(":")[0] not in OPEN
            return f'"{text}" is neither yes nor no.' if closed else None
        if is_no_choice(text, question, self._words):
            return f"There are {len(question.candidates)} to choose from."
        closed = about in CLOSED or is_affirmed(text, self._words) or in_small(text) in self._words["no_answer"]
        return NO_ANSWER if closed or self._asks(text) else None

    def _asks(self, text: str) -> bool:
        """Whether a reply asks something itself."""
        lattice = lattice_of(self._grammar, text)
        asked = lattice.begins(0, "asks")
        marked = text.rstrip().endswith(ASKED)
        return (asked and (marked or lattice.size >= LEAST_WORDS)) or (marked and lattice.class_name(0) == "being")

    def _is_told_along(self, whole: str) -> bool:
        """Whether a name is said with where, or with what, what it is of is to be made: "Trips on the desktop"."""
        decoded = self._decode(whole)
        clauses = decoded.readings[0].clauses if decoded.readings else ()
        told = len(clauses) == 1 and any(part.category in TOLD_ALONG for part in clauses[0].parts)
        return told and isinstance(self._choose(decoded).verdict, Planned)

    def _is_ended(self, asked: str, whole: str) -> bool:
        """Whether a sentence of a domain does the same with an end, and can then be done."""
        before, after = self._sentence(asked), self._sentence(whole)
        return before is not None and before == after and isinstance(self._choose(self._decode(whole)).verdict, Planned)

    def _sentence(self, text: str) -> tuple[str, str] | None:
        """The domain and goal of the only clause of a text, where that is a sentence of a domain."""
        readings = self._decode(text).readings
        clauses = readings[0].clauses if readings else ()
        if len(clauses) != 1 or clauses[0].intent < 0:
            return None
        intent = self._grammar.intents[clauses[0].intent]
        return intent.domain, intent.goal

    def _is_command(self, text: str, question: Question, *, plainly: bool = False, nouns: bool = False) -> bool:
        """Whether a reply begins with a verb and can be done; `plainly` where it could be a name as well.

        With `nouns` what is to be made may stand without a verb. What was spoken of before is meant where the question
        offers what may be said instead.
        """
        decoded = self._decode(text)
        if not decoded.readings or len(decoded.lattice.tokens) < 2:
            return False
        first = decoded.readings[0].clauses[0]
        verbless = first.verb is None or first.verb[0] == first.verb[1]
        if first.intent < 0 and verbless and not (nouns and decoded.lattice.in_set(0, "indefinite")):
            return False
        kinds = decoded.lattice.beginnings
        shows = any(token.shape not in PLAIN_SHAPES for token in decoded.lattice.tokens) or "kind" in kinds
        if plainly and not (shows or _is_as_written(decoded) or self._asks(text)):
            return False
        verdict = self._choose(decoded).verdict
        referring = bool(question.candidates) and question.key != ACTION
        return isinstance(verdict, Planned) and (referring or not verdict.recalled)


def _is_as_written(decoded: Decoded) -> bool:
    """Whether a text is a sentence of a domain word for word, too long for a name: "what time is it"."""
    reading = decoded.readings[0]
    slots = any(clause.intent < 0 or clause.slots for clause in reading.clauses)
    return not reading.cost and not slots and len(decoded.lattice.tokens) >= LEAST_WORDS
