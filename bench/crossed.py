"""How fresh sentences fare where a text of one stands in the place of another's: where texts begin and end.

    python bench/crossed.py [--from N] [--to N] [--limit N] [--seed N] [--processes N] [--show]

A text that a sentence of `tests/first_shots` says word for word once (what is written, typed, looked for or kept in
mind) takes the place of such a text in another sentence of the same voice, and the plan is graded as the other's is,
with that text. Nobody wrote these sentences with the grammar in view, and no set runs out.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import first_shots

SETS = Path(__file__).parents[1] / "tests" / "first_shots"
NAME = re.compile(r"all_([a-z]+)_(\d+)\.jsonl")
TEXTS = ("content", "text", "fact", "query")
"""Inputs whose words may be any others."""

Case = dict[str, Any]


class Text(NamedTuple):
    """A text of a case: its voice and input, the number of its step, and its words."""

    voice: str
    input: str
    step: int
    words: str

    @property
    def kind(self) -> tuple[str, str]:
        """What a text takes the place of: one of the same voice for the same input."""
        return self.voice, self.input


def texts(voice: str, case: Case) -> Iterator[Text]:
    """The texts of several words that a sentence says once, word for word."""
    for number, step in enumerate(case.get("plans") or []):
        for name in TEXTS:
            words = step["inputs"].get(name)
            if isinstance(words, str) and " " in words and case["say"].count(words) == 1:
                yield Text(voice, name, number, words)


def crossed(first: int, last: int, limit: int, seed: int) -> list[Case]:
    """So many cases at most, of the rounds from the first to the last one."""
    chance, hosts, donors = random.Random(seed), [], defaultdict(list)
    for path in sorted(SETS.glob("all_*.jsonl")):
        named = NAME.fullmatch(path.name)
        if named is None or not first <= int(named[2]) <= last:
            continue
        for case in (json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()):
            for text in texts(named[1], case):
                hosts.append((case, text))
                donors[text.kind].append((case["id"], text.words))
    chance.shuffle(hosts)
    found = (_with_another(case, text, *chance.choice(donors[text.kind])) for case, text in hosts)
    return [case for case in found if case is not None][:limit]


def _with_another(case: Case, text: Text, donor: str, words: str) -> Case | None:
    """A case with other words for a text of it; nothing where they are its own."""
    if words == text.words:
        return None
    plans = [{**step, "inputs": dict(step["inputs"])} for step in case["plans"]]
    plans[text.step]["inputs"][text.input] = words
    return {**case, "id": f"{case['id']}<{donor}", "say": case["say"].replace(text.words, words), "plans": plans}


def judged(case: Case, cache: Path) -> tuple[str, str, str]:
    """How the plan of a case was graded, its sentence, and what came of it."""
    verdict, _, detail, _ = first_shots.judge(case, cache, {})
    return verdict, case["say"], detail


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--from", dest="first", type=int, default=60)
    parser.add_argument("--to", dest="last", type=int, default=999)
    parser.add_argument("--limit", type=int, default=900)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    cases = crossed(asked.first, asked.last, asked.limit, asked.seed)
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(asked.processes) as pool:
        rows = list(pool.map(partial(judged, cache=Path(folder)), cases, chunksize=8))
    for verdict, say, detail in rows if asked.show else ():
        if verdict != "right":
            print(f"{verdict:14}{say}\n{'':14}{detail[:300]}")
    print(json.dumps({"sentences": len(rows), **percent(Counter(verdict for verdict, _, _ in rows))}))


def percent(counts: Counter[str]) -> dict[str, float]:
    """Each verdict in percent of all."""
    every = max(sum(counts.values()), 1)
    return {verdict: round(100 * count / every, 1) for verdict, count in counts.most_common()}


if __name__ == "__main__":
    main()
