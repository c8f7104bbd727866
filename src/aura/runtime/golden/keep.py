"""Keeps a run as a golden case in a file, once it was seen to come out the same again; and replays such files."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import yaml

from aura.capability.errors import ToolError
from aura.capability.registry import Registry
from aura.contracts.outcome import RunResult
from aura.runtime.golden.case import TREES, Case, Tree, cases, entries
from aura.runtime.golden.world import World, faults, goal_lines, play, told

CASE = "case.yaml"
WIDTH = 120

Shown = dict[str, Any]


class Replayed(msgspec.Struct, frozen=True):
    """A case that was replayed, and what did not come out as it says."""

    name: str
    say: str
    faults: tuple[str, ...]


def keep(entry: Shown, shown: Shown, registry: Registry, file: Path) -> str:
    """Write a run's entry at the end of a file of cases, completed from how it is shown and from its replay.

    Returns the sentence that says so; raises ToolError `NOT_A_CASE` where the replay is different.
    """
    kept = entries(file) if file.exists() else []
    with _worlds() as (folder, world):
        case = _case(entry, folder)
        _, results = play(world(case.before), case)
        entry = entry | _said(results, shown, registry)
        wrong = list(faults(_case(entry, folder), world(case.before)))
    if wrong:
        raise ToolError(
            "NOT_A_CASE",
            f"In a small world of its own that command comes out differently ({'; '.join(wrong)}), "
            "so it was not saved; it may speak of what came before it.",
        )
    if entry in kept:
        return f"It is a golden case in {file} already."
    _append(entry, file)
    return f"Saved as golden case {len(kept) + 1} in {file}; `aura golden {file}` replays it."


def replayed(path: Path) -> Iterator[Replayed]:
    """Replay every case of a file, or of the files of a folder, each in a world of its own."""
    files = sorted(found for found in path.glob("*.yaml") if found.name != TREES) if path.is_dir() else [path]
    with _worlds() as (_, world):
        for case in cases(*files):
            yield Replayed(case.name, case.say, tuple(faults(case, world(case.before))))


@contextmanager
def _worlds() -> Iterator[tuple[Path, Callable[[Tree], World]]]:
    """A folder, and new worlds in it that share one compiled grammar; all is removed in the end."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first = World(folder / "0", folder / "none", {})
        first.session().plan("")
        number = count(1)
        yield folder, lambda tree: World(folder / str(next(number)), first.cache, tree)


def _case(entry: Shown, folder: Path) -> Case:
    """An entry as it will be read from a file."""
    (folder / CASE).write_text(_written(entry), encoding="utf-8")
    return cases(folder / CASE)[0]


def _said(results: list[RunResult], shown: Shown, registry: Registry) -> Shown:
    """What the case says of goals, question and answer, as far as these are the same each time."""
    found: Shown = {}
    first, last = results[0], results[-1]
    if goals := goal_lines(last):
        found["goals"] = goals
    if first.question is not None:
        found["asks"] = first.question.text
    if last.status == "answered" and (telling := next(_telling(shown, told(last), registry), "")):
        found["tells"] = telling
    return found


def _telling(shown: Shown, again: str, registry: Registry) -> Iterator[str]:
    """What the run told that was told again; not where all it could be asked is one of a list, as the time is."""
    for step in shown["steps"]:
        if all("enum" in slot.schema for slot in registry[step["atom_id"]].inputs.values()):
            continue
        yield from (text for value in step["outputs"].values() if (text := str(value)) and text in again)


def _append(entry: Shown, file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as stream:
            stream.write(_written(entry))
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise ToolError("NOT_A_CASE", f"{file} could not be written ({reason}); name another file.") from error


def _written(entry: Shown) -> str:
    """An entry as a list of one in YAML, flat where it is short, texts of several lines on one."""
    return yaml.dump([entry], Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=WIDTH, default_flow_style=None)


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines in double quotes, so that each is where its key is."""

    def represent_str(self, data: str) -> yaml.ScalarNode:
        return self.represent_scalar("tag:yaml.org,2002:str", data, '"' if "\n" in data else None)

    def ignore_aliases(self, data: Any) -> bool:
        return True


_Dumper.add_representer(str, _Dumper.represent_str)
