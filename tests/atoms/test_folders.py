"""Folders of atoms: what is sound is a tool, what is not is named with its file and place, and nothing is run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from folders import atom, folder_of

from aura.atoms.load import Atoms, load_atoms
from aura.capability.effect import Effect
from aura.capability.registry import Registry
from aura.planning.validate import validate


def codes(atoms: Atoms) -> list[str]:
    return [problem.code for problem in atoms.problems]


def test_atoms_of_all_files_are_tools_that_say_what_was_written(tmp_path: Path) -> None:
    ask = atom("globalx.leave.request", {"days": "integer", "note": {"type": "string"}}, {"id": "string"})
    (tmp_path / "b.json").write_text(json.dumps({"atoms": [ask]}), "utf-8")
    folder_of(tmp_path, atom("globalx.leave.list", {}, {"rows": "array"}, effect="R"))
    atoms = load_atoms([tmp_path])
    assert atoms.problems == () and list(atoms.tools) == ["globalx.leave.list", "globalx.leave.request"]
    assert atoms.definitions["globalx.leave.request"] == ask
    tool = atoms.tools["globalx.leave.request"]
    assert (tool.domain, tool.effect, tool.conduct.beside) == ("globalx.leave", Effect.ACTS, True)
    assert tool.as_atom()["inputs"] == {"days": {"type": "integer", "required": True}, "note": NOTE}


NOTE = {"type": "string", "required": False}


def test_what_is_printed_of_an_atom_is_read_as_the_same_atom(tmp_path: Path) -> None:
    wanted = atom(
        "a.b.c", {"x": {"type": "integer", "required": False, "default": 3, "description": "How many.", "minimum": 1}},
        {"y": "number"}, effect="D", timeout=2.5, retry={"attempts": 3, "backoff": 0.1}, idempotent=True,
    )  # fmt: skip
    tool = load_atoms([folder_of(tmp_path / "first", wanted)]).tools["a.b.c"]
    again = load_atoms([folder_of(tmp_path / "second", tool.as_atom())]).tools["a.b.c"]
    assert again.as_atom() == tool.as_atom() and again.conduct == tool.conduct
    assert (tool.conduct.timeout, tool.conduct.attempts, tool.conduct.idempotent) == (2.5, 3, True)


def test_what_an_atom_writes_cannot_be_taken_back_here_so_it_acts(tmp_path: Path) -> None:
    effects = {letter: atom(f"a.b.{letter}", effect=letter) for letter in "RWDX"}
    found = load_atoms([folder_of(tmp_path, *effects.values(), atom("a.b.silent"))]).tools
    assert [found[f"a.b.{letter}"].effect.value for letter in "RWDX"] == ["R", "X", "D", "X"]
    assert found["a.b.silent"].effect is Effect.ACTS


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ('{"atoms": [\n{"id": "a.b.c",}\n]}', ":2", "line 2"),
        ("", ":1", "no JSON"),
        ('{"atoms": [NaN]}', "", "NaN"),
        ("\udcff", "", "cannot be read"),
        ("[" * 100_000, "", "cannot be read"),
        ("[]", ":$.atoms", "no list of atoms"),
        ('{"atoms": {}}', ":$.atoms", "no list of atoms"),
    ],
    ids=range(7),
)
def test_a_file_that_is_none_is_skipped_and_said_and_the_others_are_read(
    tmp_path: Path, text: str, place: str, words: str
) -> None:
    folder_of(tmp_path, atom("a.b.good"))
    bad = tmp_path / "bad.json"
    bad.write_bytes(text.encode("utf-8", "surrogateescape"))
    atoms = load_atoms([tmp_path])
    assert list(atoms.tools) == ["a.b.good"] and codes(atoms) == ["ATOMS_UNREADABLE"]
    assert atoms.problems[0].path == f"{bad}{place}" and words in atoms.problems[0].message


def nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


@pytest.mark.parametrize(
    ("definition", "code", "path"),
    [
        ("text", "INVALID_ATOM", "$.atoms[1]"),
        ({}, "INVALID_ATOM", "$.atoms[1]"),
        ({"id": ""}, "INVALID_ATOM", "$.atoms[1].id"),
        ({"id": 3}, "INVALID_ATOM", "$.atoms[1].id"),
        ({"id": "a.b.c", "effect": "reads"}, "INVALID_ATOM", "$.atoms[1].effect"),
        ({"id": "a.b.c", "timeout": 0}, "INVALID_ATOM", "$.atoms[1].timeout"),
        ({"id": "a.b.c", "retry": {"attempts": 0}}, "INVALID_ATOM", "$.atoms[1].retry.attempts"),
        ({"id": "a.b.c", "inputs": []}, "INVALID_ATOM", "$.atoms[1].inputs"),
        ({"id": "a.b.c", "inputs": {"x": "string"}}, "INVALID_SCHEMA", "$.atoms[1].inputs.x"),
        ({"id": "a.b.c", "inputs": {"x y": {"type": 5}}}, "INVALID_SCHEMA", "$.atoms[1].inputs['x y'].type"),
        ({"id": "a.b.c", "inputs": {"x": {"minimum": "1"}}}, "INVALID_SCHEMA", "$.atoms[1].inputs.x.minimum"),
        (
            {"id": "a.b.c", "outputs": {"x": {"type": "array", "items": {"type": 7}}}},
            "INVALID_SCHEMA",
            "$.atoms[1].outputs.x.items.type",
        ),
        ({"id": "a.b.c", "inputs": {"x": {"$ref": "http://127.0.0.1/x"}}}, "INVALID_SCHEMA", "$.atoms[1].inputs.x"),
        ({"id": "\ud800.a.b"}, "INVALID_ATOM", "$.atoms[1]"),
        ({"id": "a.b.c", "inputs": {"x": nested(300)}}, "INVALID_SCHEMA", "$.atoms[1].inputs.x"),
        ({"id": "a.b.c", "outputs": {"x": nested(450)}}, "INVALID_SCHEMA", "$.atoms[1].outputs.x"),
        ({"id": "a.b.c", "inputs": {"x": {"required": "yes"}}}, "INVALID_ATOM", "$.atoms[1].inputs.x.required"),
    ],
    ids=lambda given: ascii(given)[:60],
)
def test_a_faulty_atom_is_left_out_with_its_place(tmp_path: Path, definition: Any, code: str, path: str) -> None:
    folder = folder_of(tmp_path, atom("a.b.good"), definition)
    atoms = load_atoms([folder])
    assert list(atoms.tools) == ["a.b.good"] and codes(atoms) == [code]
    assert atoms.problems[0].path == f"{folder / 'all.json'}:{path}" and path in atoms.problems[0].message


def test_every_fault_of_an_atom_is_there_at_once(tmp_path: Path) -> None:
    bad = {"id": "a.b.c", "effect": 1, "inputs": {"x": 1, "y": {"type": 1}}, "outputs": 3}
    assert len(load_atoms([folder_of(tmp_path, bad)]).problems) == 4


def test_of_two_atoms_with_one_id_the_first_stays(tmp_path: Path) -> None:
    first = folder_of(tmp_path / "one", atom("a.b.c", {"x": "string"}), atom("a.b.c", {"y": "string"}))
    second = folder_of(tmp_path / "two", atom("a.b.c", {"z": "string"}))
    atoms = load_atoms([first, second])
    assert list(atoms.tools["a.b.c"].inputs) == ["x"] and codes(atoms) == ["DUPLICATE_ATOM_ID"] * 2
    assert [problem.path for problem in atoms.problems] == [
        f"{first / 'all.json'}:$.atoms[1].id",
        f"{second / 'all.json'}:$.atoms[0].id",
    ]


def test_no_atom_takes_the_place_of_a_built_in_tool(tmp_path: Path) -> None:
    builtin = Registry(package="aura.tools")
    atoms = load_atoms([folder_of(tmp_path, atom("files.delete_file"), atom("files.shred"))], builtin)
    assert list(atoms.tools) == ["files.shred"] and codes(atoms) == ["DUPLICATE_ATOM_ID"]
    both = Registry(atoms.tools, package="aura.tools")
    assert both["files.delete_file"].call.__module__.startswith("aura.tools") and "files.shred" in both
    assert both.find("files", "delete", "file") is both["files.delete_file"]


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    atoms = load_atoms([tmp_path / "nowhere"])
    assert atoms.tools == {} and codes(atoms) == ["ATOMS_UNREADABLE"]


def test_a_plan_over_atoms_is_held_against_their_schemas(tmp_path: Path) -> None:
    shape = {"type": "object", "required": ["city"], "properties": {"city": {"type": "string"}}}
    registry = load_atoms([folder_of(tmp_path, atom("a.b.send", {"to": shape, "text": "string"}))]).tools
    atoms = {name: tool.as_atom() for name, tool in registry.items()}

    def verdict(**inputs: Any) -> list[str]:
        step = {"id": "a.b.send", "target": "", "inputs": inputs}
        return [error.code for error in validate({"target": "", "plan": {"steps": [step]}}, atoms).errors]

    assert verdict(to={"city": "x"}, text="hi") == []
    assert verdict(to={}, text=3) == ["INVALID_INPUT_VALUE", "INVALID_INPUT_VALUE"]
    assert verdict() == ["MISSING_REQUIRED_INPUT"]
