"""The shape of the source: small files, short functions, rooms that say what they are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "aura"
FILES = sorted(SOURCE.rglob("*.py"))
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "base", "misc"}
LONGEST_FILE = 400
LONGEST_FUNCTION = 60
MEDIAN_FUNCTION = 10


def functions(file: Path) -> Iterator[tuple[str, int]]:
    """Every function of a file with its length in lines, docstring and decorators not counted."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[1] if ast.get_docstring(node) and len(node.body) > 1 else node.body[0]
            yield f"{file.relative_to(SOURCE)}:{node.name}", (node.end_lineno or 0) - first.lineno + 2


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_no_file_is_long(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE


def test_no_function_is_long_and_most_are_short() -> None:
    lengths = dict(found for file in FILES for found in functions(file))
    assert {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION} == {}
    assert median(lengths.values()) <= MEDIAN_FUNCTION


def test_no_module_has_a_name_that_says_nothing() -> None:
    named = {part.removesuffix(".py") for file in FILES for part in file.relative_to(SOURCE).parts}
    assert named & FORBIDDEN_NAMES == set()


def test_every_module_says_what_it_is_and_a_room_in_one_line() -> None:
    for file in FILES:
        said = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))
        assert said, f"{file.relative_to(SOURCE)} has no docstring"
        if file.name == "__init__.py":
            assert "\n" not in said, f"{file.relative_to(SOURCE)} says more than one line"


def test_every_folder_with_code_is_a_package() -> None:
    assert {file.parent for file in FILES} == {file.parent for file in FILES if file.name == "__init__.py"}


def test_no_registry_address_and_no_machine_path_is_pinned() -> None:
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        assert line.startswith("#") or (line.count("==") == 1 and "/" not in line and " " not in line)


def test_no_two_files_of_tests_have_one_name() -> None:
    names = [file.name for file in (ROOT / "tests").rglob("*.py") if file.name != "conftest.py"]
    assert sorted({name for name in names if names.count(name) > 1}) == [], "they are imported by their names alone"


class Once(yaml.SafeLoader):
    """Reads YAML in which no key may stand twice: of two the first would be lost without a word."""


def _mapping(loader: Once, node: yaml.MappingNode) -> dict[Any, Any]:
    loader.flatten_mapping(node)
    pairs = [(loader.construct_object(key, deep=True), value) for key, value in node.value]
    own = [key for key, value in pairs if value.start_mark.index >= node.start_mark.index]
    twice = {key for key in own if own.count(key) > 1}
    assert not twice, f"{node.start_mark.name}: {sorted(map(str, twice))} stands twice"
    return {key: loader.construct_object(value, deep=True) for key, value in pairs}


Once.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


@pytest.mark.parametrize("file", sorted(SOURCE.rglob("*.yaml")), ids=lambda file: str(file.relative_to(SOURCE)))
def test_no_key_stands_twice_in_a_file_of_words(file: Path) -> None:
    with file.open(encoding="utf-8") as text:
        yaml.load(text, Once)
