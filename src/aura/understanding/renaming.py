"""A new name for one thing that is there."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from aura.contracts.goal import Question, Target
from aura.contracts.problem import Problem
from aura.language.grammar.grammar import Frame
from aura.language.slots.parts import Clause, Name, Thing
from aura.understanding.answers import YES
from aura.understanding.discourse import Unsettled
from aura.understanding.referents import Referents

FILE = "file"


class Renaming:
    """Clauses that give something another name, of one utterance."""

    def __init__(self, referents: Referents) -> None:
        self._referents = referents
        self._goals = referents.goals
        self._discourse = referents.discourse

    def rename(self, frame: Frame, clause: Clause) -> None:
        """The goal of a clause: one thing that was said gets a name that was said, or is asked for."""
        base = self._referents.base(clause, "from", "in")
        names = clause.names("as", "called", "name")
        targets = self._referents.themes(clause, base, "file" if names and names[0].like_file else "")
        if len(targets) != 1 or not names:
            return self._asked(frame, targets)
        new_name = self._new_name(frame, clause.things(), self._plainly(names[0], targets[0]))
        params = {"what": targets[0], "new_name": new_name}
        self._goals.add(frame.domain, frame.goal, params, targets[0].location, targets[0].goals)

    def _plainly(self, name: Name, target: Target) -> Name:
        """A new name without a word that says that it is only how the old one begins: "to *plain* chapter 2"."""
        first, _, rest = name.text.partition(" ")
        plainly = name.shape == "words" and first.lower() in self._referents.grammar.words["plainly"]
        return msgspec.structs.replace(name, text=rest) if plainly and _begins(target.name, rest) else name

    def _new_name(self, frame: Frame, things: Sequence[Thing], name: Name) -> str:
        """A new name; "turn a.txt into a pdf" or "into bold" may be about what it is like, so it asks.

        So may any other words where the thing is called like no file ("change the letter to English"), and "change it
        to" may be about the text that was just read, or about what a file says that was spoken of.
        """
        returning = name.text.lower() in self._referents.grammar.words["returning"]
        one_of_some = name.text.partition(" ")[0].lower() in self._referents.grammar.words["indefinite"]
        alike = name.shape != "quoted" and (one_of_some or self._referents.is_sort(name) or name.quality)
        plain = name.shape != "quoted" and not any(one.name is not None and one.name.like_file for one in things)
        altered = frame.alters and not name.like_file and (alike or plain or self._is_its_text(things))
        if not (altered or (returning and name.shape != "quoted")):
            return self._referents.sure(name)
        asked = f'Should its name become "{name.text}"? Nothing but the name would change.'
        if self._discourse.ask(f"name:{name.text}", asked, ("yes", "no")) != YES:
            raise Unsettled(Problem("NOT_WANTED", "Only its name could be changed, so nothing was done."))
        return name.text

    def _is_its_text(self, things: Sequence[Thing]) -> bool:
        """Whether a word that stands for something may mean the text that was read last, or what a file says."""
        commands = self._discourse.earlier.commands[:1]
        read = self._discourse.text_goal is not None or any(one.text is not None for one in commands)
        file = any(thing.kind == FILE for one in commands for thing in one.talk.things[-1:])
        return (read or file) and all(thing.form == "pronoun" for thing in things)

    def _asked(self, frame: Frame, targets: Sequence[Target]) -> None:
        """A rename that lacks its new name, or means several things."""
        if len(targets) != 1:
            names = tuple(target.name for target in targets if target.name)
            raise Unsettled(Question("Only one thing can get a new name at a time. Which one?", names, "which"))
        name = self._discourse.ask("new_name", "What should the new name be?")
        self._goals.add(
            frame.domain, frame.goal, {"what": targets[0], "new_name": name}, targets[0].location, targets[0].goals
        )


def _begins(name: str, words: str) -> bool:
    """Whether a name begins with words, and more follows in it."""
    return bool(words) and name.lower().startswith(f"{words.lower()} ")
