"""Figures as JSON: the outside yardsticks of the validator, its time against size, settings and paths.

    python bench/planning.py [--sizes 10000 20000]

Reads `../shared/eval` beside the repository, or AURA_EVAL_DIR; skips the yardsticks, saying so, without it.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from aura.config.load import load_settings
from aura.config.settings import Settings
from aura.contracts.collector import collect_rarely
from aura.contracts.plan import PlanBody, PlanDocument, Step, Validation
from aura.planning.validate import validate
from aura.understanding.paths import resolver_here

CODES = {
    "duplicate_step_id": "DUPLICATE_STEP_ID",
    "missing_required_input": "MISSING_REQUIRED_INPUT",
    "unknown_input": "UNKNOWN_INPUT_FIELD",
    "unknown_atom": "UNKNOWN_ATOM_ID",
    "unknown_dependency": "UNKNOWN_DEPENDENCY",
    "cycle": "CIRCULAR_DEPENDENCY",
    "self_dependency": "CIRCULAR_DEPENDENCY",
    "undefined_step_ref": "UNKNOWN_STEP_REF",
    "undefined_output_ref": "UNKNOWN_OUTPUT_FIELD",
    "literal_type": "INVALID_INPUT_VALUE",
    "ref_without_dependency": "REF_BEFORE_DEPENDENCY",
}

ROUNDS = 7
ATOMS: dict[str, dict[str, Any]] = {
    "make": {
        "inputs": {
            "name": {"type": "string", "required": True},
            "parts": {"type": "array", "items": {"type": "string"}},
            "count": {"type": "integer"},
        },
        "outputs": {"path": {"type": "string"}, "rows": {"type": "array"}},
    }
}


def main() -> None:
    """Print every figure as one JSON object; the collector is set as it is for a command."""
    collect_rarely()
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 20_000])
    arguments.add_argument("--json", action="store_true", help="one object, which is what is always printed")
    sizes = arguments.parse_args().sizes
    measured = {"yardsticks": yardsticks(), "size": figures(sizes), "start": start()}
    print(json.dumps(measured, indent=2))


def yardsticks() -> dict[str, Any] | str:
    """How many outside plans are judged rightly, or why that cannot be known."""
    root = Path(os.environ.get("AURA_EVAL_DIR") or Path(__file__).parents[2] / "shared" / "eval")
    if not (root / "plans.jsonl").exists():
        return f"skipped: no plans.jsonl in {root.name} (set AURA_EVAL_DIR)"
    return {"plans": score_plans(root), "wfcommons": score_workflows(root)}


def score_plans(root: Path) -> dict[str, Any]:
    """Accepted among the valid, found (right code at the named place) among the faulty, by fault."""
    right: Counter[str] = Counter()
    every: Counter[str] = Counter()
    wrong: list[str] = []
    registries: dict[str, dict[str, Any]] = {}
    for row in read_rows(root / "plans.jsonl"):
        atoms = registries.setdefault(row["atoms_file"], {}) or load_atoms(root, row, registries)
        kind = row.get("fault") or row["expect"]
        every[kind] += 1
        if is_right(row, atoms):
            right[kind] += 1
        else:
            wrong.append(f"{row['id']} ({kind})")
    return {"right": {kind: f"{right[kind]}/{every[kind]}" for kind in sorted(every)}, "wrong": wrong}


def load_atoms(root: Path, row: dict[str, Any], registries: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The atoms of one row's file by id, kept for the next."""
    listed = json.loads((root / row["atoms_file"]).read_text("utf-8"))["atoms"]
    registries[row["atoms_file"]] = {atom["id"]: atom for atom in listed}
    return registries[row["atoms_file"]]


def is_right(row: dict[str, Any], atoms: dict[str, Any]) -> bool:
    """Whether the validator says what the row expects."""
    document = {"target": row["target"], "plan": row["plan"]}
    verdict = validate(document, atoms)
    if row["expect"] == "valid":
        return verdict.valid
    if row["expect"] == "natural_issues":
        return all(is_named(verdict, row, issue, place) for issue, place in row["natural_issues"])
    if row["fault"] == "ref_without_dependency":
        return verdict.valid and is_named(validate(document, atoms, strict=True), row, row["fault"], row["fault_at"])
    return is_named(verdict, row, row["fault"], row["fault_at"])


def is_named(verdict: Validation, row: dict[str, Any], fault: str, place: str) -> bool:
    """Whether a fault is reported with its code, at its step and input."""
    step_id, _, name = place.partition(":")
    steps = row["plan"]["steps"]
    at = [index for index, step in enumerate(steps) if step.get("step_id", str(index)) == step_id]
    for error in verdict.errors:
        if error.code != CODES[fault]:
            continue
        if fault in ("cycle", "self_dependency"):
            if step_id in error.message.replace(":", " ").split():
                return True
        elif not place or any(f"$.plan.steps[{index}]." in error.path for index in at):
            if name and "." not in name and name not in error.path:
                continue
            return True
    return False


def score_workflows(root: Path) -> dict[str, Any]:
    """Real workflows: how many are valid, and the slowest validation of them in milliseconds."""
    valid, count, slowest = 0, 0, 0.0
    for row in read_rows(root / "wfcommons" / "plans.jsonl"):
        atoms = {atom["id"]: atom for atom in row["atoms"]}
        document = {"target": row["target"], "plan": row["plan"]}
        verdicts: list[Validation] = []
        slowest = max(slowest, timed(lambda d=document, a=atoms, v=verdicts: v.append(validate(d, a))))  # type: ignore[misc]
        count += 1
        valid += all(verdict.valid for verdict in verdicts)
    return {"valid": f"{valid}/{count}", "slowest_ms": round(slowest * 1e3, 2)}


def figures(sizes: Sequence[int]) -> list[dict[str, Any]]:
    """Seconds for a document of each size: to build it, and to validate it plainly and strictly.

    The sizes are measured in turn, so that what else the machine does falls on all of them; medians.
    """
    documents = {size: build(size) for size in sizes}
    works: dict[str, Callable[[int], object]] = {
        "build_s": build,
        "validate_s": lambda size: validate(documents[size], ATOMS),
        "strict_s": lambda size: validate(documents[size], ATOMS, strict=True),
        "build_and_validate_s": lambda size: validate(build(size), ATOMS),
    }
    found: list[dict[str, Any]] = [{"steps": size} for size in sizes]
    for name, work in works.items():
        rounds = [[timed(lambda s=size, w=work: w(s), 1) for size in sizes] for _ in range(ROUNDS)]  # type: ignore[misc]
        for row, seconds in zip(found, zip(*rounds, strict=True), strict=True):
            row[name] = round(statistics.median(seconds), 4)
    return found


def start() -> dict[str, float]:
    """Settings loaded first and again, in milliseconds; a path joined and guarded, in microseconds."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        first = timed(lambda: load_settings(home, {}), 1)
        again = timed(lambda: load_settings(home, {}), 50)
        settings = load_settings(home, {})
        assert isinstance(settings, Settings)
        paths = resolver_here(settings, folder)
        guard = paths.guard()
        names = [f"{folder}/{number}.txt" for number in range(1_000)]
        return {
            "settings_first_ms": round(first * 1e3, 2),
            "settings_again_ms": round(again * 1e3, 2),
            "join_us": round(timed(lambda: [paths.join(folder, "a/b.txt") for _ in names]) * 1e3, 1),
            "guard_us": round(timed(lambda: [guard(name, "delete") for name in names]) * 1e3, 1),
        }


def build(size: int) -> dict[str, Any]:
    """A plan whose steps refer to near and far earlier ones, in text, lists and whole values."""
    steps = [Step("make", "first", {"name": "a"}, "s0")]
    for at in range(1, size):
        near, far = f"s{at - 1}", f"s{at // 2}"
        inputs = {
            "name": f"${{{far}.outputs.path}}",
            "parts": [f"${{{near}.outputs.rows[0].id}}", "plain", f"a {at} ${{{far}.outputs.path}} b"],
            "count": at,
        }
        steps.append(Step("make", f"step {at}", inputs, f"s{at}", (near,)))
    return PlanDocument("many steps", PlanBody(tuple(steps))).as_json()


def read_rows(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a JSON Lines file."""
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines)


def timed(work: Callable[[], object], repeats: int = 3) -> float:
    """Seconds that work takes, the median of some repeats."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


if __name__ == "__main__":
    main()
