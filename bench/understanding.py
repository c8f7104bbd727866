"""How long it takes to understand a command.

Run with `python bench/understanding.py [FILES …] [--slowest N] [--json]`; prints one JSON object. FILES
hold sentences with the files that are there when each is said, as `bench/first_shots.py` reads them;
without any, those of tests/first_shots. Milliseconds, warm; a sentence counts with the median of its
repeats, with the collector set as every command sets it. `reading` goes from the text to the likeliest
reading, its class and intent; `plan` goes on to goals, paths, steps and preview on a real disk. What matches
nothing is among the sentences, and more of it is made by shuffling their words. `build` says what ran: "python", or
"compiled" (docs/decisions/032).
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import aura.language
import aura.tools
from aura.config.load import load_settings
from aura.config.settings import Settings
from aura.contracts.collector import collect_rarely
from aura.language.compiled import build
from aura.language.decoding.decode import decode
from aura.language.grammar.grammar import Grammar
from aura.language.grammar.loading import load_grammar
from aura.language.utterance.known import KnownNames
from aura.planning.overlay import Overlay
from aura.runtime.context import known_names
from aura.understanding.classify import classify
from aura.understanding.intent import IntentAgent
from aura.understanding.paths import resolver_here
from first_shots import plant, session

ROOT = Path(__file__).parents[1]
SOURCES = (Path(aura.language.__path__[0]), Path(aura.tools.__path__[0]))
MOST_WORDS = 25
REPEATS = 5


class Said(NamedTuple):
    """A sentence, and the names that exist where it is said."""

    text: str
    known: KnownNames
    before: dict[str, str | None]


def read(grammar: Grammar, said: Said) -> bool:
    """Understand a sentence up to its reading; whether there is one."""
    decoded = decode(grammar, said.text, said.known)
    classify(grammar, decoded, said.text)
    IntentAgent(grammar, decoded.lattice).of(decoded.readings[0] if decoded.readings else None, "act")
    return bool(decoded.readings)


def milliseconds(
    work: Callable[[], object], repeats: int = REPEATS, clock: Callable[[], float] = time.process_time
) -> float:
    """The median of some repeats, after one that is not counted.

    By default time on the processor, which is all that work without a disk takes, and which other work on the
    machine leaves nearly as it is.
    """
    work()
    times = []
    for _ in range(repeats):
        start = clock()
        work()
        times.append(1e3 * (clock() - start))
    return statistics.median(times)


def spread(times: Iterable[float]) -> dict[str, float]:
    """Count, median, 95th percentile and the longest."""
    ordered = sorted(times)
    return {
        "sentences": len(ordered),
        "p50_ms": round(statistics.median(ordered), 2),
        "p95_ms": round(ordered[int(0.95 * (len(ordered) - 1))], 2),
        "max_ms": round(ordered[-1], 2),
    }


def known_in(folder: Path, settings: Settings, said: str) -> KnownNames:
    """The names that exist where a user in the workspace of `folder` looks, and may be what was said."""
    paths = resolver_here(settings, str(folder / "ws"))
    return known_names(paths, Overlay(paths.guard()), said)


def gathered(files: Iterable[Path]) -> list[Said]:
    """Every sentence of at most 25 words."""
    said = []
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if len(case["say"].split()) <= MOST_WORDS:
                said.append(Said(case["say"], known_of(case["say"], case.get("before", {})), case.get("before", {})))
    return said


def known_of(said: str, before: dict[str, str | None]) -> KnownNames:
    """The names that exist where the user looks, once the files of a case are there."""
    folder = Path(tempfile.mkdtemp())
    try:
        plant(folder, before)
        places = {"DESKTOP": "home/Desktop", "DOCUMENTS": "home/Documents", "DOWNLOADS": "home/Downloads"}
        environ = {f"AURA_ANCHORS__{name}": str(folder / place) for name, place in places.items()}
        settings = load_settings(folder / "state", environ)
        assert isinstance(settings, Settings)
        return known_in(folder, settings, said)
    finally:
        shutil.rmtree(folder)


def shuffled(said: Said, chance: random.Random) -> Said:
    """The same words in any order."""
    words = said.text.split()
    chance.shuffle(words)
    return said._replace(text=" ".join(words))


def readings(grammar: Grammar, every: list[Said]) -> dict[str, Any]:
    """Time to a reading: of the sentences, of what has no reading, and of both."""
    chance = random.Random(2)
    spoken = [(milliseconds(partial(read, grammar, said)), read(grammar, said)) for said in every]
    mixed = [shuffled(said, chance) for said in every]
    noise = [milliseconds(partial(read, grammar, said)) for said in mixed if not read(grammar, said)]
    unread = [ms for ms, found in spoken if not found]
    return {
        "sentences": spread(ms for ms, _ in spoken),
        "no_match": spread([*unread, *noise]),
        "all": spread([*(ms for ms, _ in spoken), *noise]),
    }


def plans(every: list[Said]) -> dict[str, float]:
    """Time to a checked plan or a question, files looked at on a real disk."""
    times = []
    with tempfile.TemporaryDirectory() as cache:
        for said in every:
            folder = Path(tempfile.mkdtemp())
            try:
                plant(folder, said.before)
                orchestrator = session(folder, Path(cache))
                times.append(milliseconds(partial(orchestrator.plan, said.text), 3, time.perf_counter))
            finally:
                shutil.rmtree(folder)
    return spread(times)


def grammar_figures() -> dict[str, float]:
    """Milliseconds to compile and to load the grammar, and the size of what is kept in kilobytes."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        copied = [Path(shutil.copytree(root, cache / root.name)) for root in SOURCES]
        with next(copied[0].glob("lexicon.*.yaml")).open("a") as lexicon:
            lexicon.write("# not the one that is kept beside the package\n")
        compiled = milliseconds(lambda: load_grammar(copied), 3)
        load_grammar(copied, cache)
        kept = next(cache.glob("grammar-*"))
        return {
            "compile_ms": round(compiled, 1),
            "load_ms": round(milliseconds(lambda: load_grammar(copied, cache), 15), 1),
            "kept_kb": round(kept.stat().st_size / 1024, 1),
        }


def slowest(grammar: Grammar, every: list[Said], count: int) -> list[dict[str, Any]]:
    """The sentences that take longest to read."""
    timed = [(milliseconds(partial(read, grammar, said)), said.text) for said in every]
    return [{"ms": round(ms, 2), "say": text} for ms, text in sorted(timed, reverse=True)[:count]]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--json", action="store_true", help="one object, which is what is always printed")
    parser.add_argument("--slowest", type=int, default=0)
    asked = parser.parse_args()
    files = asked.files or sorted((ROOT / "tests" / "first_shots").glob("*.jsonl"))
    if not files:
        parser.error("there are no sentences in tests/first_shots; name files that hold some")
    every = gathered(files)
    figures: dict[str, Any] = {"build": build(), "grammar": grammar_figures()}
    grammar = load_grammar(SOURCES)
    gc.collect()
    collect_rarely()
    figures["reading"] = readings(grammar, every)
    figures["plan"] = plans(every)
    if asked.slowest:
        figures["slowest"] = slowest(grammar, every, asked.slowest)
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
