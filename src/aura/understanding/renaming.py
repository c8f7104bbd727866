"""A new name for one thing that is there."""

from __future__ import annotations

from collections.abc import Sequence

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
        params = {"what": targets[0], "new_name": self._new_name(frame, clause.things(), names[0])}
        self._goals.add(frame.domain, frame.goal, params, targets[0].location, targets[0].goals)

    def _new_name(self, frame: Frame, things: Sequence[Thing], name: Name) -> str:
        """A new name; "turn a.txt into a pdf" or "into bold" may be about what the file is like, so it asks.

        So may "change it to" be about the text that was just read, or about what a file says that was spoken of.
        """
        shown = any(thing.name is not None and thing.name.like_file for thing in things)
        words = self._referents.grammar.words
        one = name.text.partition(" ")[0].lower() in words["indefinite"]
        sort = (shown or one) and self._referents.is_sort(name)
        returning = name.text.lower() in words["returning"]
        alike = name.shape != "quoted" and (sort or name.quality)
        altered = frame.alters and not name.like_file and (alike or self._is_its_text(things))
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
