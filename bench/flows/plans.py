"""Figures as JSON: outside plans judged, real workflows and generated shapes validated, file-system plans carried out.

    python bench/flows/plans.py [--sizes 1000 10000 100000]

Reads `../shared/eval` beside the repository, or AURA_EVAL_DIR; skips what is not there, saying so. Times are those
of the processor, so that what else the machine does does not count.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
import planning
from aura.contracts.collector import collect_rarely
from aura.flows import execute, load_atoms_registry, validate_plan
from aura.planning.validate import validate

DESK = Path(__file__).with_name("desk")
ROUNDS = 5
WIDTH = 1_000
GROUP = 4
ATOMS = {
    "step": {
        "inputs": {"count": {"type": "integer", "required": True}, "note": {"type": "string"}},
        "outputs": {"count": {"type": "integer"}},
    }
}


def main() -> None:
    """Print every figure as one JSON object; the collector is set as it is for a command."""
    collect_rarely()
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    arguments.add_argument("--json", action="store_true", help="one object, which is what is always printed")
    sizes = arguments.parse_args().sizes
    print(json.dumps({**outside(), "shapes": [shape_figures(name, sizes) for name in SHAPES]}, indent=2))


def outside() -> dict[str, Any]:
    """What is measured on outside data, or why it cannot be."""
    root = Path(os.environ.get("AURA_EVAL_DIR") or Path(__file__).parents[3] / "shared" / "eval")
    if not (root / "plans.jsonl").exists():
        return {"outside": f"skipped: no plans.jsonl in {root.name} (set AURA_EVAL_DIR)"}
    return {"plans": planning.score_plans(root), "workflows": workflow_figures(root), "runs": run_figures(root)}


def workflow_figures(root: Path) -> dict[str, Any]:
    """Real workflows: how many are valid, how many steps they have, and microseconds a step."""
    valid, sizes, costs = 0, [], []
    for row in planning.read_rows(root / "wfcommons" / "plans.jsonl"):
        atoms = {atom["id"]: atom for atom in row["atoms"]}
        document = {"target": row["target"], "plan": row["plan"]}
        size = len(row["plan"]["steps"])
        valid += validate(document, atoms).valid
        sizes.append(size)
        costs.append(spent(lambda d=document, a=atoms: validate(d, a)) / size)  # type: ignore[misc]
    return {
        "valid": f"{valid}/{len(sizes)}",
        "steps": f"{min(sizes)}–{max(sizes)}",
        "us_a_step_median": micro(statistics.median(costs)),
        "us_a_step_most": micro(max(costs)),
    }


def run_figures(root: Path) -> dict[str, Any]:
    """File-system plans carried out by atoms over a temporary folder: how many end with exactly the right tree."""
    rows = list(planning.read_rows(root / "bfcl_gorillafs" / "runs.jsonl"))
    wrong = [row["id"] for row in rows if not ends_as_it_should(row, root / "bfcl_gorillafs" / "atoms.json")]
    return {"exact": f"{len(rows) - len(wrong)}/{len(rows)}", "wrong": wrong}


def ends_as_it_should(row: dict[str, Any], definitions: Path) -> bool:
    """Carry out one plan in a folder of its own and compare the trees."""
    with tempfile.TemporaryDirectory() as temporary:
        atoms = Path(shutil.copytree(DESK, Path(temporary, "atoms")))
        shutil.copy(definitions, atoms / "all.json")
        name, first = next(iter(row["initial_fs"].items()))
        world = atoms / "world"
        plant(world, first["contents"])
        registry = load_atoms_registry(atoms)
        document = {"target": row["target"], "plan": row["plan"]}
        done = execute({**document, "validation": validate_plan(document, registry)}, registry)
        return done["success"] and tree(world) == row["final_fs"][name]


def plant(folder: Path, contents: dict[str, Any]) -> None:
    """Make a folder with what a benchmark says is in it."""
    folder.mkdir()
    for name, node in contents.items():
        if node["type"] == "directory":
            plant(folder / name, node["contents"])
        else:
            (folder / name).write_text(node["content"], "utf-8")


def tree(folder: Path) -> dict[str, Any]:
    """What is in a folder: a file's text, a folder's tree."""
    return {found.name: tree(found) if found.is_dir() else found.read_text("utf-8") for found in folder.iterdir()}


# -- generated shapes


def chain(at: int) -> list[int]:
    return [at - 1] if at else []


def fan_out(at: int) -> list[int]:
    return [0] if at else []


def diamonds(at: int) -> list[int]:
    place = at % GROUP
    return [[at - 1] if at else [], [at - 1], [at - 2], [at - 2, at - 1]][place]


def layers(at: int) -> list[int]:
    return [at - WIDTH, at - at % WIDTH - WIDTH + at * 7 % WIDTH] if at >= WIDTH else []


SHAPES: dict[str, Callable[[int], list[int]]] = {
    "chain": chain, "fan-out": fan_out, "diamonds": diamonds, f"layers of {WIDTH}": layers
}  # fmt: skip


def shape_figures(name: str, sizes: list[int]) -> dict[str, Any]:
    """Microseconds a step to validate a shape of each size; every edge is named and referred to."""
    found: dict[str, Any] = {"shape": name}
    for size in sizes:
        document = {"target": name, "plan": {"steps": [step(at, SHAPES[name](at)) for at in range(size)]}}
        verdict = validate(document, ATOMS)
        assert verdict.valid and len(verdict.execution_order) == size, verdict.errors[:1]
        found[f"us_a_step_of_{size}"] = micro(spent(lambda d=document: validate(d, ATOMS)) / size)  # type: ignore[misc]
    return found


def step(at: int, needs: list[int]) -> dict[str, Any]:
    """A step that takes the output of the last one it needs."""
    count: Any = f"${{s{needs[-1]}.outputs.count}}" if needs else at
    named = [f"s{needed}" for needed in needs]
    return {"id": "step", "step_id": f"s{at}", "target": "", "inputs": {"count": count}, "depends_on": named}


def spent(work: Callable[[], object]) -> float:
    """Seconds of the processor that work takes, the median of some rounds."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def micro(seconds: float) -> float:
    """Seconds as microseconds, as far as they matter."""
    return round(seconds * 1e6, 1)


if __name__ == "__main__":
    main()
