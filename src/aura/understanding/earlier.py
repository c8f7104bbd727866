"""What earlier commands were about, asked for by the type of thing that a word wants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from aura.contracts.talk import Mention, Recall, Talk
from aura.understanding.path_names import spelled

MOST_OFFERED, PAIR = 5, 2
WITHIN = "/"
"""What stands in the name of a thing behind its folder."""

Memory = tuple[Sequence[Recall], Sequence[Recall]]
Read = Callable[[], Memory]
Say = Callable[[str], str]


class Earlier:
    """Earlier commands that have not expired, newest first; read when a word first needs them.

    What is read are the commands that words may refer to, and those before, which questions only offer. Each
    question is put to the newest command that can answer it. What it answers with may be `gone`: then
    the word meant something that is no more, and nothing older stands in for it.
    """

    def __init__(self, read: Read = lambda: ((), ()), say: Say = str) -> None:
        self._read = read
        self.say = say

    @cached_property
    def _memory(self) -> Memory:
        return self._read()

    @property
    def commands(self) -> Sequence[Recall]:
        """The commands that words may refer to, newest first."""
        return self._memory[0]

    def things(self, kind: str = "", verb: str = "", copied: bool = False) -> list[Mention]:
        """The things of the newest command that was about any of that kind, or did that with one."""

        def fits(thing: Mention) -> bool:
            same_kind = not kind or thing.kind in ("", kind)
            return same_kind and (not verb or verb in thing.verbs) and (not copied or thing.copied)

        return next((found for one in self.commands if (found := _present(one.talk.things, fits))), [])

    def named(self, name: str, kind: str = "") -> str | None:
        """Where the thing of a name and kind is that the newest command to be about any was about, if it is there."""
        low = spelled(name)
        for one in self.commands:
            for thing in reversed(one.talk.things):
                tail = spelled(thing.path.replace("\\", "/").rpartition("/")[2])
                if tail == low and (not kind or (thing.kind == "folder") == (kind == "folder")):
                    return None if thing.gone else thing.path
        return None

    def originals(self) -> list[Mention]:
        """What the newest command that copied something copied."""
        return next((list(one.talk.originals) for one in self.commands if one.talk.originals), [])

    def row(self, kind: str = "", least: int = 2) -> list[Mention]:
        """What the newest command that was about several things showed or touched, in order, gone ones too.

        Where none was, the only thing that the newest one showed, the two that commands of their own were about, or
        one each of those that did the same.
        """
        for one in self.commands:
            found = [thing for thing in one.talk.listed if not kind or thing.kind in ("", kind)]
            shown = one is self.commands[0] and {thing.path for thing in found}.isdisjoint(_paths(one.talk.things))
            if len(found) >= least or (found and shown):
                return found
        told = (thing for one in reversed(self.commands) for thing in one.talk.things)
        apart = list({thing.path: thing for thing in told if not kind or thing.kind == kind}.values())
        if len(apart) == PAIR:
            return apart
        return [thing for thing in self.together() if not kind or thing.kind == kind] if len(apart) > PAIR else []

    def shown(self, *, of_several: bool) -> list[Mention]:
        """What the newest command showed, of which one may be meant, and the folder that it is in.

        Not the folder that everything is in, nor any where one of several is meant.
        """
        talk = self.commands[0].talk if self.commands else Talk()
        apart = {thing.path for thing in talk.listed}.isdisjoint(_paths(talk.things))
        found = [thing for thing in talk.listed if not thing.gone] if apart else []
        within = bool(found) and all(WITHIN in self.say(thing.path) for thing in found)
        return [*found, *(talk.things if within and not of_several else ())]

    def together(self) -> list[Mention]:
        """What "them" means: the things of the newest command, or one each of the newest that did the same."""
        found: dict[str, Mention] = {}
        verb: tuple[str, ...] = ()
        for one in self.commands:
            row = [thing for thing in one.talk.listed if not thing.gone]
            if not one.talk.listed:
                continue
            if len(row) > 1 and not found:
                return row
            did = one.talk.listed[-1].verbs[-1:]
            if len(row) != 1 or (found and did != verb):
                break
            verb = did
            found.setdefault(row[0].path, row[0])
        return list(reversed(found.values()))

    def others(self, kind: str = "") -> list[Mention]:
        """ "The other one": of the newest row, or else of everything, all but what the newest command was about."""
        latest = {thing.path for thing in self.things()} | {one.talk.container for one in self.commands[:1]}
        row = self.row(kind) or [thing for thing in self._one_by_one(kind) if not thing.gone]
        return [thing for thing in row if thing.path not in latest and not thing.gone]

    def _one_by_one(self, kind: str) -> list[Mention]:
        """The things of a kind that were said in commands of their own, newest first."""
        every = (thing for one in self.commands for thing in reversed(one.talk.things))
        return list({thing.path: thing for thing in every if not kind or thing.kind == kind}.values())

    def containers(self) -> list[Mention]:
        """The folders that the newest command about any made or named, or the one that it put something into."""
        for one in self.commands:
            folders = [thing for thing in one.talk.things if thing.kind == "folder"]
            if folders:
                return _present(folders, lambda thing: True)
            if one.talk.container:
                return [Mention(one.talk.container, "folder")]
        return []

    def place(self) -> str | None:
        """Where the newest command that said a place was."""
        return next((one.talk.place for one in self.commands if one.talk.place), None)

    def text(self) -> str | None:
        """The text that the newest command gave, unless it was about files, whose text may be another by now."""
        newest = self.commands[0] if self.commands else None
        of_file = newest is not None and any(thing.kind == "file" for thing in newest.talk.things)
        return newest.text if newest is not None and not of_file else None

    def result(self) -> str | None:
        """The text that the newest command to give any gave."""
        return next((one.text for one in self.commands if one.text is not None), None)

    def value(self, kinds: Sequence[str]) -> str | int | None:
        """What of these kinds the newest command that spoke of any spoke of last."""
        values = (one.talk.values for one in self.commands)
        return next((said[kind] for said in values for kind in reversed(said) if kind in kinds), None)

    def is_folder(self, path: str) -> bool:
        """Whether what is at a path is a folder that a command was about."""
        return any(thing.path == path and thing.kind == "folder" for one in self.commands for thing in one.talk.things)

    def offered(self, kind: str = "") -> tuple[str, ...]:
        """Everything of a kind that may be meant, as it is called in questions, newest first."""
        known = (*self._memory[0], *self._memory[1])
        every = (thing for one in known for thing in reversed(one.talk.things) if not thing.gone)
        names = (self.say(thing.path) for thing in every if not kind or thing.kind == kind)
        return tuple(dict.fromkeys(names))[:MOST_OFFERED]


def _paths(things: Sequence[Mention]) -> set[str]:
    return {thing.path for thing in things}


def _present(things: Sequence[Mention], fits: Callable[[Mention], bool]) -> list[Mention]:
    """Those that fit and are there; those that fit and are gone where none is."""
    found = [thing for thing in things if fits(thing)]
    return [thing for thing in found if not thing.gone] or found
