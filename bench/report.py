"""Writes docs/benchmarks.md from every benchmark.

Run with `python bench/report.py [--saved FOLDER] [--sentences FILES …] [--only NAMES …]`. With --only the sections of
these benchmarks are made anew and all else of the page stays. With --saved, a figure that FOLDER
holds as JSON is read from there, and one that it lacks is measured and kept there. `bench/first_shots.json`
holds what sets of sentences scored when they were seen for the first time, and afterwards: `{"rounds":
[{"round", "sentences", "exact", "wrong", "now_exact", "now_wrong", "model_exact", "model_wrong"}]}`, shares in
percent; the last four may be left out.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
ROUNDS = ROOT / "bench" / "first_shots.json"
SENTENCES = ROOT / "tests" / "first_shots"
NAMES = (
    "understanding",
    "noise",
    "home_assistant",
    "categories",
    "planning",
    "execution",
    "process",
    "files",
    "flows/plans",
    "flows/engines",
    "flows/over_http",
    "desktop/tools",
    "desktop/start",
    "browser_office/browser",
    "browser_office/office",
)
ASKS_FOR_SENTENCES = ("understanding",)

Figures = dict[str, Any]
Row = Sequence[object]


def main() -> None:
    """Measure or read, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--saved", type=Path, help="where figures are kept as JSON")
    parser.add_argument("--sentences", type=Path, nargs="+", default=sorted(SENTENCES.glob("*.jsonl")))
    parser.add_argument("--only", nargs="+", choices=NAMES, default=(), help="the sections of these benchmarks")
    asked = parser.parse_args()
    if not asked.sentences:
        parser.error("there are no sentences in tests/first_shots; name files with --sentences")
    busy = load()
    wanted = [name for name in NAMES if not asked.only or name in asked.only]
    found = {name: figures(name, asked.saved, asked.sentences) for name in wanted}
    made = renewed(PAGE.read_text(encoding="utf-8"), found, busy) if asked.only else page(found, busy)
    PAGE.write_text(made, encoding="utf-8")


def renewed(text: str, found: dict[str, Figures], busy: float) -> str:
    """The page with the sections whose figures are there made anew, each with the load it was measured at."""
    kept = {section.partition("\n")[0]: section for section in text.rstrip("\n").split("\n\n## ")[1:]}
    first = text.partition("\n\n## ")[0]
    for needed, section in SECTIONS:
        if found.keys() >= set(needed):
            head, _, rest = section(*(found[name] for name in needed)).removeprefix("## ").partition("\n")
            alone = f"\n\nMeasured by itself, at a load of {busy:.1f}." if needed else ""
            kept[head] = f"{head}\n{rest}{alone}"
    return "\n\n## ".join((first, *kept.values())) + "\n"


def load() -> float:
    """How many processes wanted to run in the last minute; 0 where the system does not tell."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def figures(name: str, saved: Path | None, sentences: Iterable[Path]) -> Figures:
    """One benchmark's figures, from where they were kept or measured now."""
    kept = saved / f"{name}.json" if saved else None
    if kept is not None and kept.exists():
        return dict(json.loads(kept.read_text("utf-8")))
    more = [str(path) for path in sentences] if name in ASKS_FOR_SENTENCES else []
    command = [sys.executable, str(ROOT / "bench" / f"{name}.py"), *more, "--json"]
    print(f"measuring {name} …", file=sys.stderr)
    output = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(output, encoding="utf-8")
    return dict(json.loads(output))


def page(found: dict[str, Figures], busy: float) -> str:
    """The whole page; `busy` is the load of the machine before anything was measured."""
    system = f"{platform.system()} on {platform.machine()}, Python {platform.python_version()}"
    machine = f"{os.cpu_count()} cores, {system}; its load before this was {busy:.1f}"
    return (
        "\n\n".join(
            (
                "# Benchmarks",
                "Made by `python bench/report.py`; each section names the one that makes it alone. "
                "Nothing here is asserted by a test.",
                f"Machine: {machine}.",
                bars(found),
                *(section(*(found[name] for name in needed)) for needed, section in SECTIONS),
            )
        )
        + "\n"
    )


def bars(found: dict[str, Figures]) -> str:
    """Every figure that has a bar, beside it."""
    reading, grammar = found["understanding"]["reading"]["all"], found["understanding"]["grammar"]
    sizes = {row["steps"]: row["build_and_validate_s"] for row in found["planning"]["size"]}
    shapes = max(row["us_a_step_of_100000"] for row in found["flows/plans"]["shapes"])
    steps, start, moved = (
        found["execution"]["step_us"],
        found["process"]["start"],
        found["files"]["over_loop"],
    )
    web = found["flows/over_http"]
    rows = (
        bar("understanding, median (ms)", reading["p50_ms"], 0.5),
        bar("understanding, 95th percentile (ms)", reading["p95_ms"], 2),
        bar("compiled grammar loaded (ms)", grammar["load_ms"], 15),
        bar("planning and validation of 10,000 steps (s)", sizes[10_000], 0.5),
        bar("twice the steps, times the time", round(sizes[20_000] / sizes[10_000], 2), 2.2),
        bar("validation of a plan of 100,000 steps, the dearest shape (µs a step)", shapes, 20),
        bar("a no-op step without the journal (µs)", steps["no_journal"], 50),
        bar("a no-op step with the journal, FULL (µs)", steps["full"], 500),
        bar("plans run at once over HTTP: errors, or runs lost", web["errors"] + web["lost_runs"], 0),
        bar('`./aura "what time is it"`, median (ms)', start["p50_ms"], 200),
        bar('`./aura "what time is it"`, memory (MB)', start["peak_mb"], 60),
        bar("10,000 files moved by one command, times the loop", moved["command"], 3),
        bar("… and taken back, times the command", round(moved["undo"] / moved["command"], 2), 1),
        *desktop_bars(found["desktop/tools"]),
    )
    return table(("figure", "measured", "at most", ""), rows)


def bar(name: str, measured: float, most: float) -> Row:
    """One figure against its bar."""
    return name, measured, most, "reached" if measured <= most else "**missed**"


def understanding(found: Figures) -> str:
    """Times to a reading and to a plan."""
    grammar = found["grammar"]
    named = {
        "sentences, to a reading": found["reading"]["sentences"],
        "what matches nothing": found["reading"]["no_match"],
        "both": found["reading"]["all"],
        "sentences, to a checked plan on a real disk": found["plan"],
    }
    rows = [(name, *row.values()) for name, row in named.items()]
    return "\n\n".join(
        (
            "## Understanding",
            "`python bench/understanding.py`: commands of at most 25 words, warm, milliseconds; "
            "to a reading, time on the processor (no disk is touched). "
            "None of the sentences was written with the grammar in view.",
            table(("", "sentences", "p50", "p95", "longest"), rows),
            f"The grammar is compiled in {grammar['compile_ms']} ms, once; what is kept has "
            f"{grammar['kept_kb']} kB and is loaded in {grammar['load_ms']} ms.",
        )
    )


def noise(found: Figures) -> str:
    """How golden sentences fare with slips, fillers, a second command and times."""
    said = {
        "as_written": "as written",
        "transposition": "two letters swapped in a word of 5 or more",
        "edit": "another slip in a word of 4 or more",
        "two": "two commands joined by and, and then, or a comma",
        "known": "with fillers of the grammar",
        "unlisted": "with fillers that are in no list",
        "times": "with a time that cannot be honoured",
    }
    kinds = ("sentences", "exact", "wrong", "asked", "missed", "acted")
    limit = f" --limit {found['limit']}" if found.get("limit") else ""
    rows = [[said[row["row"]], *(row[kind] for kind in kinds)] for row in found["rows"]]
    return "\n\n".join(
        (
            "## Noise",
            f"`python bench/noise.py{limit}`: the golden sentences of every domain with noise in them, graded by the "
            "tree that they leave; percent. With a time nothing may be done, and exact says that nothing was.",
            table(("", *kinds), rows),
        )
    )


def categories(found: Figures) -> str:
    """What sentences are about, beside peers, and how many things they ask for."""
    head = "## Categories, one or several"
    if "skipped" in found:
        return f"{head}\n\nNot measured: {found['skipped']}."
    told = {"the product": found["whole"], "its classifier alone": found["words"]}
    named = {
        "tfidf_same_examples": "TF-IDF and logistic regression, the same examples",
        "tfidf_cross_validated_outside_rows": "the same, cross-validated on the outside rows",
    }
    peers = found["peers"]
    told |= {named[name]: row for name, row in peers.items()} if isinstance(peers, dict) else {}
    classes = list(found["whole"]["classes"])
    rows = [(name, row["macro"], *(row["classes"].get(one, "") for one in classes)) for name, row in told.items()]
    skipped = f" Peers: {peers}." if isinstance(peers, str) else ""
    several = ", ".join(f"{source} {share} %" for source, share in found["several"].items())
    return "\n\n".join(
        (
            head,
            f"`python bench/categories.py`: {found['rows']} sentences, percent right in each class with 30 rows or "
            f"more; the thin classes are the project's own sentences.{skipped}",
            table(("", "mean", *classes), rows),
            f"Something else than asked would be changed for {found['wrong_effects_percent']} % of them; of "
            f"{found['of_no_domain']['rows']} of no domain {found['of_no_domain']['left_alone_percent']} % change "
            f"nothing. One or several: {several}. A category takes {found['milliseconds']['p50']} ms "
            f"(95th percentile {found['milliseconds']['p95']}).",
        )
    )


def first_shots() -> str:
    """What sets of sentences scored when they were seen for the first time."""
    rounds = json.loads(ROUNDS.read_text("utf-8"))["rounds"] if ROUNDS.exists() else []
    keys = ("round", "sentences", "exact", "wrong", "now_exact", "now_wrong", "model_exact", "model_wrong")
    rows = [[row.get(key, "") for key in keys] for row in rounds]
    heads = (
        "round", "sentences", "exact trees, %", "wrong effects, %", "exact now, %", "wrong now, %",
        "exact now with a model, %", "wrong",
    )  # fmt: skip
    return "\n\n".join(
        (
            "## First shots",
            "`python bench/first_shots.py tests/first_shots/*.jsonl`: sentences that were not "
            "written with the grammar in view, scored by the tree that they leave, or by their plan. The figure of a "
            "round is from before anything was mended for it; "
            "all that is neither exact nor wrong was a question or a refusal. The last two columns are with a model of "
            "1.5 B parameters, asked as [decision 18](decisions/018-model-proposes.md) tells. "
            "From round 50 on the columns now, and rounds 51 to 64 as a whole, are with the extra `semantic` "
            "([decision 54](decisions/054-an-encoder-that-was-taught.md)).",
            table(heads, rows) if rows else "No round has been recorded yet.",
        )
    )


def planning(found: Figures) -> str:
    """Seconds for documents of several sizes."""
    rows = [row.values() for row in found["size"]]
    return "\n\n".join(
        (
            "## Planning and validation",
            "`python bench/planning.py`: a document whose steps refer to near and far earlier ones; seconds.",
            table(("steps", "built", "validated", "strictly", "built and validated"), [[*row] for row in rows]),
        )
    )


def flow_plans(found: Figures) -> str:
    """Plans over atoms: outside ones judged and carried out, shapes of any size validated."""
    lines = ["## Plans over atoms", "`python bench/flows/plans.py`"]
    if "plans" in found:
        rows = [(fault.replace("_", " "), right) for fault, right in found["plans"]["right"].items()]
        lines += [
            "Outside plans (NESTFUL, BFCL): accepted where valid, and each fault reported with its code at its place.",
            table(("what is wrong", "right"), rows),
            f"File-system plans of BFCL carried out over a temporary folder, ending with exactly the right tree: "
            f"{found['runs']['exact']}. Real scientific workflows (WfCommons, {found['workflows']['steps']} steps): "
            f"{found['workflows']['valid']} valid, {found['workflows']['us_a_step_median']} µs a step in the median, "
            f"{found['workflows']['us_a_step_most']} at most.",
        ]
    else:
        lines.append(str(found["outside"]))
    sizes = [name for name in found["shapes"][0] if name != "shape"]
    heads = ("to validate, µs a step", *(f"{int(name.rpartition('_')[2]):,} steps" for name in sizes))
    lines.append(table(heads, [(row["shape"], *(row[size] for size in sizes)) for row in found["shapes"]]))
    return "\n\n".join(lines)


def engines(found: Figures) -> str:
    """What a step costs by each engine, and beside what others do; the least favourable shape for each ratio."""
    figures, ratios = found["milliseconds a step"], found["ratios"]
    shapes = list(figures)
    rows = [(name, *(figures[shape].get(name, "") for shape in shapes)) for name in figures[shapes[0]]]
    compared = [(name, *(ratios[shape][name] for shape in shapes)) for name in ratios[shapes[0]]]
    return "\n\n".join(
        (
            "## Engines",
            "`python bench/flows/engines.py`: 200 steps that do nothing, all in one run, milliseconds a step; DBOS on "
            "SQLite (WAL, NORMAL), LangGraph with its state kept in SQLite at each step.",
            table(("", *shapes), rows),
            table(("", *shapes), compared),
        )
    )


def over_http(found: Figures) -> str:
    """Plans that are sent all at once, beside an application that only reads and answers."""
    columns = ("seconds", "p50_ms", "p95_ms", "errors")
    doors = {"`aura serve`": found["aura"], "FastAPI": found["bare_fastapi"]}
    return "\n\n".join(
        (
            "## Over HTTP",
            f"`python bench/flows/over_http.py`: {found['requests']} plans of one step, each on its own connection, "
            f"all at once, each in the journal before it is answered: {found['times_bare']} times the time of a "
            "FastAPI application that reads the same and answers as much.",
            table(
                ("", "all (s)", "one, p50 (ms)", "p95 (ms)", "errors"),
                ((name, *(figures[column] for column in columns)) for name, figures in doors.items()),
            ),
        )
    )


def execution(found: Figures) -> str:
    """Microseconds a step, with and without the journal."""
    steps, runs = found["step_us"], found["one_step_run_us"]
    rows = (
        ("a no-op step in a long plan", steps["no_journal"], steps["normal"], steps["full"]),
        ("a whole run of one no-op step", "", runs["normal"], runs["full"]),
    )
    return "\n\n".join(
        (
            "## Execution",
            "`python bench/execution.py`: microseconds; the journal is SQLite in WAL mode, by its `synchronous`.",
            table(("", "no journal", "NORMAL", "FULL"), rows),
        )
    )


def home_assistant(found: Figures) -> str:
    """A loaded domain beside the matchers that are made for it."""
    head = "## Home Assistant's own sentences"
    if "skipped" in found:
        return f"{head}\n\n`python bench/home_assistant.py`: not measured. {found['skipped']}"
    readers = list(found["out_of_scope"])
    rows = [(name, *(_shown(row[reader]) for reader in readers)) for name, row in found["rows"].items()]
    outside = ("of no domain: accepted (%)", *(found["out_of_scope"][reader]["accepted"] for reader in readers))
    written, no_match = found["rows"]["as written"], found["out_of_scope"]
    times = ("median / 95th percentile (ms)", *(_times(written[reader]) for reader in readers))
    unread = ("the same for no domain (ms)", *(_times(no_match[reader]) for reader in readers))
    text = (
        "`python bench/home_assistant.py`: the same sentences for all, in one process; right / wrong intents in "
        "percent (in brackets: right, and every slot that is expected), milliseconds on the processor. Where a time "
        f"is said that cannot be honoured, how many acted now. "
        f"A process with all domains takes at most {found['memory_mb']['kept']} MB, and "
        f"{found['memory_mb']['compiled']} MB the first time, when it compiles the grammar."
    )
    return "\n\n".join((head, text, table(("", *readers), [*rows, outside, times, unread]), *_scale(found)))


def _scale(found: Figures) -> list[str]:
    if "scale" not in found:
        return []
    one, ten = found["scale"]["one"], found["scale"]["ten"]
    return [
        f"Ten times the templates, in words of their own: {ten['states']} states instead of {one['states']}, "
        f"{found['scale']['times']} times the time a sentence; "
        f"loaded in {ten['load_ms']} ms instead of {one['load_ms']}."
    ]


def _shown(row: Figures) -> str:
    if "acted" in row:
        return f"{row['acted']} of {row['sentences']}"
    return f"{row['right']} / {row['wrong']} ({row['slots']})"


def _times(row: Figures) -> str:
    return f"{row['p50_ms']} / {row['p95_ms']}"


def processes(found: Figures) -> str:
    """Whole commands, from the shell and back."""
    start = found["start"]
    rows = [(name, row["p50_ms"], row["p95_ms"], row["peak_mb"]) for name, row in found["commands"].items()]
    heavy = ", ".join(start["heavy"]) or "none of the libraries that it does not need"
    return "\n\n".join(
        (
            "## Whole processes",
            "`python bench/process.py`: from the shell and back, milliseconds and megabytes of resident memory.",
            table(("command", "p50", "p95", "memory"), rows),
            f'"what time is it", turn by turn with a Python that does nothing '
            f"({start['bare_python_ms']} ms): "
            f"{start['p50_ms']} ms, {start['over_bare_python']} times as long, "
            f"{start['processor_ms']} ms of it on the processor; {start['first_ms']} ms the first time "
            f"ever, when the grammar is compiled. Imported for it: {heavy}.",
        )
    )


def files(found: Figures) -> str:
    """Many files by one command."""
    seconds, over = found["seconds"], found["over_loop"]
    named = {
        "`shutil.move` in a loop": "loop",
        '`./aura "move all the jpg files in photos to archive"`': "command",
        "`./aura undo`": "undo",
        "the same sentence in a process that has started": "in_process",
        "its undo": "in_process_undo",
    }
    rows = [(name, seconds[key], over.get(key, 1)) for name, key in named.items()]
    return "\n\n".join(
        (
            f"## {found['files']:,} files moved by one command",
            f"`python bench/files.py`: medians of {found['rounds']} rounds, each with all of these in turn.",
            table(("", "seconds", "times the loop"), rows),
        )
    )


def desktop_bars(found: Figures) -> list[Row]:
    """The tool of the desktop that takes most beyond what it stands for."""
    if "skipped" in found:
        return []
    dearest = max(found["rows"], key=lambda row: row["beyond_ms"])
    name = f"a tool of the desktop beyond what it stands for, the dearest (ms; {dearest['tool']})"
    return [bar(name, dearest["beyond_ms"], found["at_most_ms"])]


def desktop(found: Figures, start: Figures) -> str:
    """The tools of the desktop beside what they stand for, and what the command line takes with them and without."""
    head = "## The desktop"
    columns = ("tool", "stands_for", "bare_ms", "tool_ms", "beyond_ms", "times", "first_ms")
    lines = [head, f"`python bench/desktop/tools.py`: not measured. {found.get('skipped')}"]
    if "skipped" not in found:
        launch = found["launch"]
        lines = [
            head,
            "`python bench/desktop/tools.py`: on Xvfb and openbox, milliseconds, medians of "
            f"{found['rounds']} rounds of both in turn; the tool as a plan of one step in a session that has started, "
            "checked, previewed, approved, carried out, observed and journalled; at most "
            f"{found['at_most_ms']:.0f} ms beyond the bare call.",
            table(
                ("tool", "stands for", "bare", "tool", "beyond", "times", "the first time"),
                ([row[column] for column in columns] for row in found["rows"]),
            ),
            f"From asking for {launch['program']} to its window: {launch['bare_ms']} ms started by hand, "
            f"{launch['tool_ms']} ms by `system.apps.launch`.",
        ]
    sources = [name for name in ("before_ms", "now_ms") if name in next(iter(start["rows"].values()))]
    heads = ("", *(name.removesuffix("_ms") for name in sources))
    lines += [
        f"`python bench/desktop/start.py`: what the command line takes, before there were tools of the desktop "
        f"and now; milliseconds, medians of {start['rounds']} rounds of both in turn.",
        table(heads, ((said, *(row[name] for name in sources)) for said, row in start["rows"].items())),
    ]
    return "\n\n".join(lines)


def browser_and_office(browser: Figures, office: Figures) -> str:
    """The browser beside the library that drives it, large spreadsheets beside theirs."""
    parts = ("tool", "plan")
    rows = [
        (work["work"], *(work[f"{part}_times_{of}"] for part in parts for of in ("seconds", "mebibytes")))
        for work in office["works"]
    ]
    return "\n\n".join(
        (
            "## Browser and office",
            f"`python bench/browser_office/browser.py`: a page of loopback gone to and read, warm, medians of "
            f"{browser['rounds']} rounds of both in turn: playwright by itself {browser['bare']} ms, the tools "
            f"{browser['tools']} ms, {browser['ratio']} times (at most {browser['at most']}); as a plan of both, with "
            f"the session found again, {browser['plan']} ms.",
            f"`python bench/browser_office/office.py`: a spreadsheet of {office['rows']:,} rows of "
            f"{office['columns']}, times bare openpyxl (at most {office['at_most_times']} for the tool).",
            table(("", "tool, time", "tool, memory", "as a plan, time", "as a plan, memory"), rows),
        )
    )


def table(heads: Sequence[str], rows: Iterable[Row]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines)


Make = Callable[..., str]
SECTIONS: tuple[tuple[tuple[str, ...], Make], ...] = (
    (("understanding",), understanding),
    (("noise",), noise),
    ((), first_shots),
    (("home_assistant",), home_assistant),
    (("categories",), categories),
    (("planning",), planning),
    (("flows/plans",), flow_plans),
    (("flows/engines",), engines),
    (("flows/over_http",), over_http),
    (("execution",), execution),
    (("process",), processes),
    (("files",), files),
    (("desktop/tools", "desktop/start"), desktop),
    (("browser_office/browser", "browser_office/office"), browser_and_office),
)
"""What the page has, in order: the benchmarks whose figures a section needs, and who writes it."""


if __name__ == "__main__":
    main()
