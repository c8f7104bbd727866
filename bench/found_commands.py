"""Learns when commands that the encoder finds in a sentence are what is asked for.

    python bench/found_commands.py [FILES …] [--rows FILE] [--from FILE] [--write] [--processes N]

Each sentence of `tests/first_shots`, and each of `tests/golden/refusals`, is planned with whatever the encoder finds in
it, whether or not the grammar reads it; and so is every phrase of `phrases_*.txt` there around some golden commands,
which is right where it is planned as the command alone. What speaks for and against that
(`aura.understanding.found_signs`) is kept with whether it is what should be done: a lesson. From all lessons logistic
regression learns what each sign weighs, none of them the other way than it is meant; what it would have decided of
sentences that it was not taught from, a tenth at a time, is printed for some probabilities. `--rows` keeps the lessons,
`--from` learns from such a file. What is learned is only written with `--write`: from some files alone it would be
worse than what is there. A sign that no lesson has weighs what it did.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
import numpy as np

import aura
import first_shots
from aura.contracts.outcome import RunResult
from aura.language.annotating.around import ASKED, NOT_ASKED, short_commands, within
from aura.language.decoding.decode import Decoded
from aura.language.grammar.loading import load_grammar
from aura.runtime.comprehension import Comprehension
from aura.runtime.golden.case import Case, cases
from aura.runtime.golden.world import World
from aura.runtime.pipeline import Orchestrator
from aura.runtime.proposed.found_commands import READ
from aura.understanding import found_signs
from aura.understanding.annotated_helper import BY
from aura.understanding.found_signs import WEIGHTS, Weights
from noise import ends_in_text, read

ROOT = Path(__file__).parents[1]
FIRST_ROUND = 20
"""The first round of sentences of all domains."""
SENTENCES = ("all_*.jsonl", "mentions_*.jsonl", "phrases_*.txt")
GOLDEN = ROOT / "tests" / "golden"
REFUSALS = GOLDEN / "refusals"
COMMANDS = ("acceptances", "planned")
"""Folders of golden commands."""
COMMANDS_EACH, MOST_WORDS = 4, 9
"""How many golden commands a phrase is put around, and how long they are at most."""
SHRINK, ROUNDS, PARTS = 1.0, 60, 10
PROBABLE = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98)
LOSES = "loses"
"""The sign of commands that destroy."""
DIGITS = 4

Signs = dict[str, float]
FOR = frozenset((
    "just these", "anything", "these actions", "least of a value", "all of the values", "begins",
))  # fmt: skip
AGAINST = frozenset((
    "begins elsewhere", "begins in all", "of a value elsewhere", "values before", "commands", "whether", "waits",
    "tells", "orders more", "another verb", "no request", "beside, and it matters", "beside, amid other words",
    *(f"left: {measure}" for measure in found_signs.MEASURES),
))  # fmt: skip
"""Signs that can only speak for what was found, and only against it."""


class Lesson(NamedTuple):
    """The signs of what was found in a sentence, and whether that is to be done; where nothing is, it is `idle`."""

    say: str
    signs: Signs
    right: bool
    idle: bool


class Trial(NamedTuple):
    """A sentence, whether nothing is to be done, the session that it is said in, and when a plan is right."""

    say: str
    idle: bool
    session: Orchestrator
    is_right: Callable[[RunResult], bool]


def main() -> None:
    """Gather lessons, learn from them, and say what was learned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--from", dest="kept", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    if asked.kept is not None:
        lessons = [Lesson(*row) for row in json.loads(asked.kept.read_text("utf-8"))]
    else:
        files = [file.resolve() for file in asked.files] or all_files()
        with ProcessPoolExecutor(asked.processes) as pool:
            lessons = [one for some in pool.map(lessons_of, files) for one in some]
    if asked.rows is not None:
        asked.rows.write_text(json.dumps(lessons), "utf-8")
    names = sorted({name for lesson in lessons for name in lesson.signs})
    print("\n".join(estimated(lessons, names)))
    if asked.write:
        before, learned = msgspec.json.decode(WEIGHTS.read_bytes(), type=Weights), learn(lessons, names)
        weights = Weights(learned.always, dict(sorted((before.signs | learned.signs).items())))
        WEIGHTS.write_bytes(msgspec.json.format(msgspec.json.encode(weights), indent=1) + b"\n")


def all_files() -> list[Path]:
    """The sentences of all domains, and what must not act."""
    folder = ROOT / "tests" / "first_shots"
    said = sorted(file for pattern in SENTENCES for file in folder.glob(pattern))
    return [*(file for file in said if int(file.stem.rpartition("_")[2]) >= FIRST_ROUND), *sorted(REFUSALS.glob("*"))]


# -- lessons


def lessons_of(file: Path) -> list[Lesson]:
    """What is found in the sentences of one file, and whether that is right; what still asks teaches nothing."""
    found = list[Signs]()

    def weighed(signs: Mapping[str, float]) -> float:
        found.append(dict(signs))
        return 1.0

    found_signs.probability = weighed
    lessons, folder = list[Lesson](), Path(tempfile.mkdtemp())
    try:
        for trial in TRIALS[file.suffix](file, folder):
            for plan in (trial.session.plan, lambda say, session=trial.session: only_found(session, say)):
                found.clear()
                result = plan(trial.say)
                if found and by_what_was_found(result):
                    lessons.append(Lesson(trial.say, found[-1], trial.is_right(result), trial.idle))
                    break
    finally:
        shutil.rmtree(folder)
    return lessons


def only_found(session: Orchestrator, say: str) -> RunResult:
    """The plan of what is found in a sentence, whatever the grammar reads in it."""

    def read(self: Any, base: RunResult, decoded: Decoded, replies: object) -> RunResult:
        return self._likely(base, decoded, READ) or base

    with patch.object(Comprehension, "_read", read):
        return session.plan(say)


def by_what_was_found(result: RunResult) -> bool:
    """Whether what was found would be done, once somebody has said yes to it."""
    return result.status == "planned" and result.understood is not None and result.understood.by == BY


def of_first_shots(file: Path, folder: Path) -> Iterator[Trial]:
    """Each sentence of a file; what it asks for is right."""
    for number, line in enumerate(file.read_text("utf-8").splitlines()):
        case = json.loads(line)
        if "plans" not in case and "after" not in case:
            continue
        here = folder / str(number)
        here.mkdir()
        world = first_shots.world_of(case)
        macros = world.pop("macros", {})
        first_shots.plant(here, world)
        first_shots.plant_documents(here, world)
        first_shots.plant_macros(here / "state", macros)
        wanted = first_shots.in_full(case, macros) if "plans" in case else []
        session = first_shots.session(here, folder / "cache")
        yield Trial(case["say"], not wanted, session, partial(is_wanted, {**case, "plans": wanted}))
        shutil.rmtree(here)


def is_wanted(case: dict[str, Any], result: RunResult) -> bool:
    """Whether a plan is what a case asks for, if it asks for anything."""
    return bool(case["plans"]) and first_shots.of_plan(case, result) == "right"


def of_refusals(file: Path, folder: Path) -> Iterator[Trial]:
    """Each sentence that must not act: no plan of it is right."""
    for number, case in enumerate(cases(file)):
        here = folder / str(number)
        world = World(here, folder / "cache", case.before)
        world.keep(case.raw.get("macros", {}))
        yield Trial(case.say, True, world.session(), lambda _: False)
        shutil.rmtree(here)


def of_phrases(file: Path, folder: Path) -> Iterator[Trial]:
    """Golden commands within each phrase; right is the plan of the command alone."""
    golden, chance = [*golden_commands()], random.Random(0)
    for number, line in enumerate(file.read_text("utf-8").splitlines()):
        asked, phrase = line.startswith(ASKED), line.removeprefix(ASKED).removeprefix(NOT_ASKED)
        for each, case in enumerate(chance.sample(golden, COMMANDS_EACH)):
            here = folder / f"{number}_{each}"
            world = World(here, folder / "cache", case.before)
            world.keep(case.raw.get("macros", {}))
            session = world.session()
            alone = steps_of(session.plan(case.say))
            if alone is not None:
                say, _ = within(phrase, case.say)
                yield Trial(say, not asked, session, partial(is_as_alone, alone if asked else None))
            shutil.rmtree(here)


def is_as_alone(alone: list[Any] | None, result: RunResult) -> bool:
    """Whether a plan does just what a command alone does; nothing is right where that is none."""
    return alone is not None and steps_of(result) == alone


def golden_commands() -> Iterator[Case]:
    """Short golden sentences that begin as a short command does, and do not end in a text that could go on."""
    verbs = {command.plain.partition(" ")[0].lower() for command in short_commands()}
    grammar = load_grammar([Path(aura.__file__).parent])
    for case in cases(*sorted(file for kind in COMMANDS for file in (GOLDEN / kind).glob("*.yaml"))):
        words = case.say.rstrip(".!?").split()
        plain = "answers" not in case.raw and "asks" not in case.raw
        if plain and words[0].lower() in verbs and len(words) <= MOST_WORDS:
            decoded = read(case, grammar)
            if decoded.readings and not ends_in_text(decoded):
                yield case


def steps_of(result: RunResult) -> list[Any] | None:
    """What each step of a plan does with what; None where there is none."""
    return [(step["id"], step["inputs"]) for step in result.plan["steps"]] if result.plan is not None else None


TRIALS: Mapping[str, Callable[[Path, Path], Iterator[Trial]]] = {
    ".jsonl": of_first_shots,
    ".yaml": of_refusals,
    ".txt": of_phrases,
}
"""How the sentences of a file are tried, by its suffix."""


# -- learning


def learn(lessons: Sequence[Lesson], names: Sequence[str]) -> Weights:
    """Weights that tell what is asked for; each sign is first brought to the same mean and spread."""
    table, right = columns(lessons, names)
    means, spreads = table.mean(axis=0), table.std(axis=0)
    spreads[spreads == 0] = 1.0
    least = [0.0 if name in FOR else -np.inf for name in names]
    most = [0.0 if name in AGAINST else np.inf for name in names]
    *weights, always = regress((table - means) / spreads, right, np.array([*least, -np.inf]), np.array([*most, np.inf]))
    plain = np.array(weights) / spreads
    signs = {name: round(float(weight), DIGITS) for name, weight in zip(names, plain, strict=True)}
    return Weights(round(float(always - plain @ means), DIGITS), signs)


def columns(lessons: Sequence[Lesson], names: Sequence[str]) -> tuple[Any, Any]:
    """The signs of each lesson, and whether it is right."""
    rows = [[lesson.signs.get(name, 0.0) for name in names] for lesson in lessons]
    return np.array(rows), np.array([float(lesson.right) for lesson in lessons])


def regress(table: Any, right: Any, least: Any, most: Any) -> Any:
    """Logistic regression within bounds, by Newton's method over the weights that are not held at a bound.

    The last weight is that of a column of ones, and not shrunk.
    """
    rows = np.hstack([table, np.ones((len(table), 1))])
    shrink = np.full(rows.shape[1], SHRINK)
    shrink[-1] = 0.0
    weights = np.zeros(rows.shape[1])
    for _ in range(ROUNDS):
        share = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (share - right) + shrink * weights
        free = ~(((weights <= least) & (slope > 0)) | ((weights >= most) & (slope < 0)))
        bend = (rows.T * (share * (1 - share))) @ rows + np.diag(shrink + 1e-9)
        step = np.linalg.solve(bend[np.ix_(free, free)], slope[free])
        weights[free] -= step
        weights = np.clip(weights, least, most)
    return weights


def estimated(lessons: Sequence[Lesson], names: Sequence[str]) -> Iterator[str]:
    """What would have been decided of sentences that nothing was learned from."""
    part = [zlib.crc32(lesson.say.encode()) % PARTS for lesson in lessons]
    probable = dict[int, float]()
    for held in range(PARTS):
        weights = learn([lesson for lesson, one in zip(lessons, part, strict=True) if one != held], names)
        for at in (at for at, one in enumerate(part) if one == held):
            score = weights.always + sum(weights.signs[name] * much for name, much in lessons[at].signs.items())
            probable[at] = float(1 / (1 + np.exp(-score)))
    yield f"{len(lessons)} lessons, {sum(lesson.right for lesson in lessons)} right"
    kinds: Mapping[str, Callable[[Signs], bool]] = {
        "not read": lambda signs: READ not in signs and LOSES not in signs,
        "not read, a loss": lambda signs: READ not in signs and LOSES in signs,
        "read": lambda signs: READ in signs,
    }
    for kind, least in product(kinds, PROBABLE):
        taken = [one for at, one in enumerate(lessons) if probable[at] >= least and kinds[kind](one.signs)]
        right, idle = sum(one.right for one in taken), sum(one.idle for one in taken)
        wrong = len(taken) - right - idle
        yield f"{kind}, at least {least}: {right} right, {wrong} wrong, {idle} where nothing is to be done"


if __name__ == "__main__":
    main()
