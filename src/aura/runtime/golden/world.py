"""A small computer for golden cases: five places below one folder, sessions in it, and a case played there.

It has files and nothing else: no case reaches the sound or windows of the computer that it is played on.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from aura.capability.machine import NOWHERE
from aura.contracts.outcome import RunResult
from aura.execution.journal import Clock, now
from aura.runtime.assemble import assemble
from aura.runtime.golden.case import ROOTS, Case, Found, Tree, differences, look, real
from aura.runtime.pipeline import Orchestrator

ANCHORS = {
    "DESKTOP": "home/Desktop",
    "DOCUMENTS": "home/Documents",
    "DOWNLOADS": "home/Downloads",
    "PICTURES": "home/Pictures",
    "MUSIC": "home/Music",
    "VIDEOS": "home/Videos",
    "HOME": "home",
    "DRIVE_D": "d",
}
NO_SETTINGS: Mapping[str, str] = {}
PLANTED_AT = 1_577_934_245_000_000_000
"""2 January 2020, nanoseconds: a time that no replay has."""


DOCUMENT = "document:"
"""What the content of an office document begins with that is to be a real one, with the text behind it."""


class World:
    """A planted computer below `folder`; `cache` holds the compiled grammar that cases share."""

    def __init__(self, folder: Path, cache: Path, tree: Tree) -> None:
        self.folder = folder
        self._state = folder / "state"
        self.cache = self._state / "cache"
        if cache.is_dir():
            shutil.copytree(cache, self.cache)
        for place in ROOTS.values():
            (folder / place).mkdir(parents=True)
        for name, content in tree.items():
            self._plant(folder / real(name), content)

    @staticmethod
    def _plant(path: Path, content: str | None) -> None:
        if content is None:
            path.mkdir(parents=True, exist_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_bytes_of(path.name, content))
        path.chmod(0o640)
        os.utime(path, ns=(PLANTED_AT, PLANTED_AT))

    def keep(self, macros: Mapping[str, str]) -> None:
        """Put macros into AURA_HOME, each the text of its file by its name."""
        for name, text in macros.items():
            self._plant(self._state / "macros" / f"{name}.yaml", text)

    def session(self, clock: Clock = now, settings: Mapping[str, str] = NO_SETTINGS) -> Orchestrator:
        """A fresh session whose workspace is `ws`, as another process would have; `settings` are of its environment."""
        environ = {f"AURA_ANCHORS__{name}": str(self.folder / place) for name, place in ANCHORS.items()}
        home, share = str(self.folder / "home"), str(self._state / "share")
        environ |= {"AURA_HOME": str(self._state), "XDG_DATA_HOME": share, "HOME": home, "USERPROFILE": home}
        environ |= settings
        return assemble(self.folder / "ws", environ, engine="inline", clock=clock, machine=NOWHERE)

    def look(self) -> Found:
        """Everything below the folder but the product's own state, by path as cases say it."""
        return look(self.folder, self._state)


@lru_cache(maxsize=256)
def _bytes_of(name: str, content: str) -> bytes:
    if not content.startswith(DOCUMENT):
        return content.encode()
    from aura.documents.plain import is_office, made

    return made(name, content.removeprefix(DOCUMENT)) if is_office(name) else content.encode()


def play(world: World, case: Case) -> tuple[Orchestrator, list[RunResult]]:
    """Say a case's sentence, then give its answers, everything approved unless the case says otherwise."""
    world.keep(case.raw.get("macros", {}))
    session = world.session()
    approve = (lambda preview: True) if case.raw.get("approve", True) else None
    results = [session.process(case.say, approve=approve)]
    for text in case.raw.get("answers", ()):
        results.append(session.answer(text, approve=approve))
    return session, results


def told(result: RunResult) -> str:
    """All that a result says to the user, as one text."""
    candidates = result.question.candidates if result.question is not None else ()
    outputs = (value for step in result.steps for value in step.outputs.values())
    return " ".join((result.message, *candidates, *map(str, outputs)))


def goal_lines(result: RunResult) -> list[str]:
    """Goals in the words of cases: domain, verb, scope."""
    return [f"{goal.domain} {goal.verb} {goal.scope}" for goal in result.goals]


def faults(case: Case, world: World) -> Iterator[str]:
    """What does not come out as a case says, a few words each: the tree, the answer, the way back."""
    before = world.look()
    session, results = play(world, case)
    found, result = world.look(), results[-1]
    yield from differences(found, case.after)
    wanted = case.statuses("completed" if case.changes else "answered")
    if result.status not in wanted:
        yield f"it came out as {result.status} and not as {' or '.join(wanted)}: {result.message}"
    if case.raw.get("asks", "") not in told(results[0]):
        yield f'it does not ask "{case.raw["asks"]}" but says: {results[0].message}'
    if case.raw.get("tells", "") not in told(result):
        yield f'it does not tell "{case.raw["tells"]}" but says: {result.message}'
    if not _same_goals(case, result):
        yield f"its goals are {', '.join(goal_lines(result)) or 'none'}"
    if found != before and (session.undo().status != "completed" or world.look() != before):
        yield "taken back, not everything is as it was"


def _same_goals(case: Case, result: RunResult) -> bool:
    """Whether the goals are those of the case, which may leave a scope away."""
    lines = goal_lines(result)
    wanted: list[str] = case.raw.get("goals", lines)
    pairs = zip(lines, wanted, strict=False)
    return len(lines) == len(wanted) and all(
        line == goal or (goal.count(" ") == 1 and line.startswith(f"{goal} ")) for line, goal in pairs
    )
