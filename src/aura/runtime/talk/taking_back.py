"""Which earlier commands words such as "undo that" and "bring it back" mean, and taking them back."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from aura.contracts.back import Back
from aura.contracts.change import Change, Copy, Move, Trash, WriteFile
from aura.contracts.outcome import RunResult
from aura.execution.rows import RunRow
from aura.language.decoding.decode import Decoded
from aura.language.grammar.grammar import Grammar
from aura.runtime.house import House
from aura.runtime.runs.going_on import GoingOn
from aura.runtime.talk.recent import alive
from aura.understanding.path_names import spelled

LOOKED_BACK = 50
MARKS, STEM = " ,.?!", 4
"""Marks at the ends of words, and letters that a deed and its verb share: "deletion", "delete"."""
NOTHING = "No command that did that is known, so nothing was taken back; `aura history` lists them."


def said_to_take_back(grammar: Grammar, decoded: Decoded) -> Back | None:
    """What a sentence that only takes something back means by it."""
    clauses = decoded.readings[0].clauses
    intent = grammar.intents[clauses[0].intent] if len(clauses) == 1 and clauses[0].intent >= 0 else None
    if intent is None or not intent.back:
        return None
    slots = dict(clauses[0].slots)
    return Back(intent.back, int(slots.get("count", 1)), str(slots.get("thing", "")))


class TakingBack:
    """Finds the commands that are meant."""

    def __init__(self, house: House, going_on: GoingOn) -> None:
        self._house = house
        self._going_on = going_on

    def that_lost(self, name: str) -> tuple[RunRow, bool] | None:
        """The newest command that stands and did away with something, and whether that is all that has the name."""
        journal = self._house.journal
        for run in journal.runs(LOOKED_BACK):
            records = (record for step in journal.steps(run.run_id) for record in step.records[: step.done])
            lost = [path for record in records for path in _lost(record.change, bool(name))]
            meant = [path for path in lost if not name or _is_called(path, name)]
            if meant and not run.undo:
                return run, len(meant) == len(lost)
        return None

    def of_another_deed(self, said: str) -> RunRow | None:
        """The command that would be taken back, where what is said names another deed: "undo the *move*"."""
        words, target = self._house.grammar.words["deeds"], self._house.journal.undoable()
        named = [word for word in said.lower().split() if word.strip(MARKS) in words]
        if target is None or not named:
            return None
        steps = self._house.journal.steps(target)
        verbs = {
            self._house.registry[step.atom_id].verb[:STEM] for step in steps if step.atom_id in self._house.registry
        }
        return None if any(word[:STEM] in verbs for word in named) else self._house.journal.run(target)

    def in_turn(self) -> int:
        """How many of the newest commands that stand did the same, each with one thing: "and b.txt", "and c.txt".

        What only looked between them counts for nothing.
        """
        done = list[str]()
        for run in alive(self._house):
            steps = self._house.journal.steps(run.run_id)
            lost = [path for one in steps for record in one.records[: one.done] for path in _lost(record.change, False)]
            changed = any(one.records or one.before is not None for one in steps)
            if run.undo or (changed and (len(lost) != 1 or len(steps) != 1)):
                break
            if changed and done and steps[0].atom_id != done[0]:
                break
            done += [steps[0].atom_id] if changed else []
        return len(done)

    def several(self, count: int) -> RunResult:
        """Take back so many commands that changed something, the newest first, as far as that goes."""
        done: list[RunResult] = []
        while len(done) < count and all(each.status == "completed" for each in done):
            if done and self._house.journal.undoable() is None:
                break
            done.append(self._going_on.undo(None))
        return msgspec.structs.replace(done[-1], message=" ".join(each.message for each in done))


def _lost(change: Change, named: bool) -> Iterator[str]:
    """What is not where it was after a change; what has another name or is not as it was, only if it is `named`."""
    match change:
        case Trash(path):
            yield path
        case Move(source, destination, replaces):
            renamed = _folder(source) == _folder(destination) and not (named or replaces)
            yield from () if renamed else (source, destination) if replaces else (source,)
        case WriteFile(path, _, True) if named:
            yield path
        case Copy(_, path, True):
            yield path


def _folder(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[0]


def _is_called(path: str, name: str) -> bool:
    """Whether a path ends in a name, which may lack its extension."""
    tail = spelled(path.replace("\\", "/").rpartition("/")[2])
    return spelled(name) in (tail, tail.rpartition(".")[0])
