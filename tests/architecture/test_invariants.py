"""The invariants of the documents name modules and tests that are there, and the page of the whole is one page."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (?!what|---).+\|$", re.MULTILINE)
LONGEST_PAGE = 7500


def rows() -> list[str]:
    return ROW.findall((ROOT / "docs" / "invariants.md").read_text(encoding="utf-8"))


def test_every_invariant_names_modules_and_tests_that_are_there() -> None:
    tests = {file.name: file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("test_*.py")}
    gone = [
        (file, name)
        for row in rows()
        for file, name in re.findall(r"`(?:\w+/)*(test_\w+\.py)(?:::(test_\w+))?`", row)
        if f"def {name}" not in tests.get(file, "")
    ]
    modules = [path for row in rows() for path in re.findall(r"`((?:\w+/)+(?!test_)\w+\.py)`", row)]
    assert gone + [path for path in modules if not (ROOT / "src" / "aura" / path).exists()] == []
    assert len(rows()) > 50


def test_the_page_of_the_whole_is_one_page() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")) <= LONGEST_PAGE
