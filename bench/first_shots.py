"""Score sentences against the tree that they should leave: exact, wrong, asked, refused, not understood.

    python bench/first_shots.py tests/first_shots/*.jsonl [--show] [--json] [--model]

A case is `{"id", "say", "before": {path: text or null}, "after": {…}, "act": false?, "reads": true?}`; paths
start with `ws`, `home/Desktop`, `home/Documents`, `home/Downloads` or `d`. `~.*` stands for any content.
A case of a domain that leaves files alone has `"does": [{"tool", "inputs"?, "value"?, "holds"?}]` instead: the steps,
with what their inputs must say, the number that comes out, or words that an input must hold; none where nothing may
happen. A case of the desktop has `"plans"` in that form: it is planned for a computer without a desktop and nothing is
done; with `"asks": true` a question is right. There a path that begins with one of the roots is compared as a path, an
address by its host and path, a site, a program, keys and a sum by what they mean, and "$" stands for what an earlier
step gives. `"world"` names one of
`tests/first_shots/worlds.yaml`, whose office documents are real ones.
Every sentence runs through the whole product, with approval given and nobody to ask; with `--model`, what the grammar
cannot read is asked of the model that OPENAI_MODEL and OPENAI_BASE_URL name, else of none.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import docx
import openpyxl  # type: ignore[import-untyped]
import pptx
import yaml

from aura.capability.machine import NOWHERE
from aura.contracts.outcome import RunResult, StepResult
from aura.runtime.assemble import assemble
from aura.runtime.pipeline import Orchestrator
from same_plans import ROOTS, holds, in_effect, in_plain_steps, kind_of, one_by_one

WORLDS = Path(__file__).parents[1] / "tests" / "first_shots" / "worlds.yaml"
MACRO, KEEPING = "macro", "automation.save_macro"
ACTED = ("completed", "answered")
ASKING = "knowledge.answer"
Tree = dict[str, str | None]
Model = Mapping[str, str]
NO_MODEL: Model = {}
OF_THE_MODEL = ("OPENAI_", "AURA_MODEL__")


def world_of(case: dict[str, Any]) -> dict[str, Any]:
    """The files and folders that are there before a sentence, and `macros`."""
    named = yaml.safe_load(WORLDS.read_text(encoding="utf-8"))[case["world"]] if "world" in case else {}
    return {**named, **case.get("before", {})}


def plant_macros(home: Path, macros: Mapping[str, Any]) -> None:
    """Keep plans that have names in AURA_HOME."""
    home.mkdir(exist_ok=True)
    for name, plan in macros.items():
        file = home / "macros" / f"{name}.yaml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(yaml.safe_dump(plan), encoding="utf-8")


def in_full(case: dict[str, Any], macros: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The steps that a case wants; a macro is those of its plan."""
    return [
        step
        for wanted in case["plans"]
        for step in (
            [{"tool": each["id"]} for each in macros[wanted["inputs"]["name"].lower()]["plan"]["steps"]]
            if wanted["tool"] == MACRO
            else [wanted]
        )
    ]


def plant(folder: Path, tree: Tree) -> None:
    """Make the files and folders of a case."""
    for root in ROOTS:
        (folder / root).mkdir(parents=True)
    for name, content in tree.items():
        path = folder / name.rstrip("/")
        if content is None:
            path.mkdir(parents=True, exist_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")


def plant_documents(folder: Path, tree: Tree) -> None:
    """Make real office documents of those in a tree: a paragraph, a slide or a row a line, cells between tabs."""
    for name, content in tree.items():
        write = DOCUMENTS.get(Path(name).suffix)
        if write is not None and content is not None:
            write(folder / name, content.splitlines())


def _write_text(path: Path, lines: list[str]) -> None:
    document = docx.Document()
    for line in lines:
        document.add_paragraph(line)
    document.save(str(path))


def _write_sheet(path: Path, lines: list[str]) -> None:
    workbook = openpyxl.Workbook()
    for line in lines:
        workbook.active.append([int(cell) if cell.isdecimal() else cell for cell in line.split("\t")])
    workbook.save(path)


def _write_slides(path: Path, lines: list[str]) -> None:
    presentation = pptx.Presentation()
    for line in lines:
        presentation.slides.add_slide(presentation.slide_layouts[5]).shapes.title.text = line
    presentation.save(str(path))


DOCUMENTS = {".docx": _write_text, ".xlsx": _write_sheet, ".pptx": _write_slides}


def harvest(folder: Path) -> dict[str, bytes | None]:
    """What is there now."""
    found: dict[str, bytes | None] = {}
    for root in ROOTS:
        for path in sorted((folder / root).rglob("*")):
            found[str(path.relative_to(folder))] = None if path.is_dir() else path.read_bytes()
    return found


def whole(tree: Tree) -> Tree:
    """A tree with every parent folder named."""
    full: Tree = {}
    for name, content in tree.items():
        name = name.rstrip("/")
        parts = name.split("/")
        for length in range(1, len(parts)):
            full.setdefault("/".join(parts[:length]), None)
        full[name] = content
    return {name: content for name, content in full.items() if name not in (*ROOTS, "home")}


def same(found: dict[str, bytes | None], wanted: Tree) -> bool:
    """Whether the disk is as wanted; `~` begins a pattern for the content."""
    full = whole(wanted)
    if set(found) != set(full):
        return False
    for name, content in full.items():
        data = found[name]
        if content is None or data is None:
            if content is not None or data is not None:
                return False
        elif content.startswith("~"):
            if not re.fullmatch(content[1:].encode(), data, re.DOTALL):
                return False
        elif data != content.encode():
            return False
    return True


def session(folder: Path, cache: Path, model: Model = NO_MODEL) -> Orchestrator:
    """A session whose five places are below `folder`."""
    anchors = {
        "DESKTOP": "home/Desktop",
        "DOCUMENTS": "home/Documents",
        "DOWNLOADS": "home/Downloads",
        "HOME": "home",
        "DRIVE_D": "d",
    }
    environ = {f"AURA_ANCHORS__{name}": str(folder / place) for name, place in anchors.items()}
    home = folder / "state"
    home.mkdir(exist_ok=True)
    (home / "cache").symlink_to(cache)
    environ |= {
        "AURA_ENGINE__NAME": "inline",
        "AURA_HOME": str(home),
        "HOME": str(folder / "home"),
        "XDG_DATA_HOME": str(folder / "share"),
    }
    return assemble(folder / "ws", environ | model, machine=NOWHERE)


def judge(case: dict[str, Any], cache: Path, model: Model) -> tuple[str, str, str, float]:
    """(verdict, status, message, milliseconds) of one case."""
    folder = Path(tempfile.mkdtemp())
    try:
        world = world_of(case)
        macros = world.pop("macros", {})
        plant(folder, world)
        if "world" in case:
            plant_documents(folder, world)
            plant_macros(folder / "state", macros)
        orchestrator = session(folder, cache, model)
        plans = "plans" in case
        if plans:
            case = {**case, "plans": in_full(case, macros)}
            if any(wanted["tool"] == KEEPING for wanted in case["plans"]):
                orchestrator.process("create a folder sorted", approve=lambda preview: True)
        started = time.perf_counter()
        result = (
            orchestrator.plan(case["say"]) if plans else orchestrator.process(case["say"], approve=lambda preview: True)
        )
        spent = 1e3 * (time.perf_counter() - started)
        found = harvest(folder)
        detail = result.message + " " + "; ".join(f"{s.atom_id} {s.error or ''}" for s in result.steps)
        if plans:
            return of_plan(case, result), result.status, f"{detail} {json.dumps(result.plan)}", spent
        judged = of_domain(case, result) if "does" in case else verdict(case, result.status, found)
        return judged, result.status, detail, spent
    finally:
        shutil.rmtree(folder)


def of_domain(case: dict[str, Any], result: RunResult) -> str:
    """How a case that leaves files alone came out; a step that was not asked for is wrong."""
    steps = result.steps if result.status in ACTED else ()
    if [step.atom_id for step in steps] != [wanted["tool"] for wanted in case["does"]]:
        return "wrong" if {step.atom_id for step in steps} - {ASKING} else result.status
    said = [step["inputs"] for step in (result.plan or {"steps": []})["steps"]] if steps else []
    good = all(fits(*each) for each in zip(case["does"], said, steps, strict=True))
    return "right" if good else "wrong"


def of_plan(case: dict[str, Any], result: RunResult) -> str:
    """How a case that is only planned came out; what may not act may still look something up."""
    steps = result.plan["steps"] if result.status == "planned" and result.plan else []
    if case.get("asks"):
        return "right" if result.status == "clarification" else "wrong" if steps else result.status
    wanted_steps = one_by_one(in_plain_steps({**wanted, "id": wanted["tool"]} for wanted in case["plans"]))
    found_steps = one_by_one(in_plain_steps({**step, "inputs": in_effect(step)} for step in steps))
    acting = (
        {seen.atom_id for seen in result.preview.steps if seen.effect != "R"} if result.preview and steps else set()
    )
    if not case["plans"]:
        return "wrong" if acting else "right"
    if [kind_of(step) for step in found_steps] == [kind_of(step) for step in wanted_steps]:
        pairs = zip(wanted_steps, found_steps, strict=True)
        return "right" if all(holds(wanted, step["inputs"]) for wanted, step in pairs) else "wrong"
    return "wrong" if acting else result.status


def fits(wanted: dict[str, Any], inputs: dict[str, Any], step: StepResult) -> bool:
    """Whether a step says and gives what it should."""
    if "value" in wanted:
        found = step.outputs.get("value")
        return isinstance(found, int | float) and math.isclose(found, wanted["value"], rel_tol=1e-3)
    return holds(wanted, inputs)


def verdict(case: dict[str, Any], status: str, found: dict[str, bytes | None]) -> str:
    """How the world came out; reads are right when they read and changed nothing."""
    changed = not same(found, case["before"])
    if case.get("act") is False:
        return "wrong" if changed else "right"
    if case.get("reads"):
        return "wrong" if changed else "right" if status == "answered" else status
    if same(found, case["after"]):
        return "right"
    return "wrong" if changed else f"{status}"


def score(name: str, cases: list[dict[str, Any]], cache: Path, show: bool, model: Model) -> dict[str, Any]:
    """How many of one set came out which way; `show` prints those that are not right."""
    counts: Counter[str] = Counter()
    for case in cases:
        try:
            outcome, status, detail, _ = judge(case, cache, model)
        except Exception as error:
            outcome, status, detail = "crashed", "crashed", repr(error)
        counts[outcome] += 1
        if show and outcome != "right":
            print(f"  {outcome.upper():14} {case['id']:16} {case['say']}\n{'':34}{status}: {detail}")
    acting = [case for case in cases if case.get("act") is not False]
    return {"set": name, "cases": len(cases), "acting": len(acting), **dict(counts.most_common())}


def line_of(row: dict[str, Any]) -> str:
    """One set's score as a line."""
    exact, wrong = (100 * row.get(key, 0) / row["cases"] for key in ("right", "wrong"))
    ways = {key: value for key, value in row.items() if key not in ("set", "cases", "acting")}
    return f"{row['set']:24} {row['cases']:4} cases  exact {exact:5.1f} %  wrong {wrong:4.1f} %  {ways}"


def main() -> int:
    """Score the named sets, and all of them together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--model", action="store_true")
    asked = parser.parse_args()
    cache = Path(tempfile.mkdtemp())
    model = {name: value for name, value in os.environ.items() if name.startswith(OF_THE_MODEL)} if asked.model else {}
    totals: Counter[str] = Counter()
    rows = []
    for path in asked.sets:
        cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        row = score(path.stem, cases, cache, asked.show and not asked.json, model)
        rows.append(row)
        if not asked.json:
            print(line_of(row))
        totals.update({key: value for key, value in row.items() if isinstance(value, int)})
    shutil.rmtree(cache)
    every = {"set": "all", **totals}
    print(json.dumps({"sets": rows, "all": every}, indent=2) if asked.json else line_of(every))
    return 0


if __name__ == "__main__":
    sys.exit(main())
