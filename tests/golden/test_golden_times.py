"""No golden sentence is carried out now where a time is said with it: "create a file a.txt *every monday*"."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "bench"))

from golden_world import HERE, World, cases

from noise import ACCEPTANCES, judged, trials

EACH = 6
"""One of so many such sentences is said here; how all of them fare is a benchmark's figure."""


def test_what_is_said_with_a_time_is_not_done_now(tmp_path: Path, grammar_cache: Path) -> None:
    every = cases(*sorted(ACCEPTANCES.glob("*.yaml")), *sorted((HERE / "planned").glob("*.yaml")))
    grammar = World(tmp_path / "world", grammar_cache, {}).session()._house.grammar
    said = trials(every, grammar, ["times"], seed=7)[::EACH]
    assert len(said) > 250
    done = [trial.say for trial in said if judged(trial, grammar_cache, grammar)[0] == "acted"]
    assert not done
