"""Folders of atoms: every `*.json` read, what can be used as tools, and everything that is wrong, with its place."""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from aura.atoms.code import KEY, UNRESOLVED, AtomCall, AtomPorts, Code, Functions
from aura.atoms.definition import Definition, read_definition
from aura.capability.effect import Effect
from aura.capability.tool import Tool
from aura.contracts.json_path import json_path
from aura.contracts.problem import Problem

LIST = "$.atoms"
UNREADABLE, DUPLICATE = "ATOMS_UNREADABLE", "DUPLICATE_ATOM_ID"


class Atoms(Struct, frozen=True):
    """The atoms of some folders: as tools, as they are written, where each stands, and what is wrong.

    A file or an atom with a fault is left out; of two atoms with one id the first stays.
    """

    tools: dict[str, Tool]
    definitions: dict[str, dict[str, Any]]
    places: dict[str, str]
    problems: tuple[Problem, ...]
    codes: dict[str, Code]

    def unresolved(self) -> tuple[Problem, ...]:
        """Every atom without a function; files of Python are read for it, and none is run."""
        faults = ((place, self.codes[atom_id].fault_of(atom_id)) for atom_id, place in self.places.items())
        return tuple(Problem(UNRESOLVED, fault, place) for place, fault in faults if fault)


def load_atoms(folders: Sequence[Path], taken: Container[str] = ()) -> Atoms:
    """The atoms of all JSON files in some folders, in the order of folders and names.

    `taken` are ids that belong to others: no atom may have one.
    """
    atoms = Atoms({}, {}, {}, (), {})
    problems: list[Problem] = []
    for folder in folders:
        code = Code(folder)
        for file in _files(folder, problems):
            for path, plain in _entries(file, problems):
                place = f"{file}:{path}"
                found = read_definition(plain, path)
                if isinstance(found, list):
                    problems += [_placed(problem, file, plain) for problem in found]
                elif clash := _clash(found.declared.id, atoms, taken):
                    problems.append(Problem(DUPLICATE, f"{clash}; {place} is left out.", f"{place}.id"))
                else:
                    _add(atoms, found, code, place)
    return Atoms(atoms.tools, atoms.definitions, atoms.places, tuple(problems), atoms.codes)


def _files(folder: Path, problems: list[Problem]) -> list[Path]:
    try:
        return sorted(file for file in folder.iterdir() if file.suffix == ".json")
    except OSError as error:
        message = f"The folder of atoms {folder} cannot be read ({error.strerror}); name one that exists."
        problems.append(Problem(UNREADABLE, message, str(folder)))
        return []


def _entries(file: Path, problems: list[Problem]) -> Iterator[tuple[str, object]]:
    """The atoms of a file, each with its JSON path."""
    try:
        document = json.loads(file.read_bytes(), parse_constant=_no_json)
    except json.JSONDecodeError as error:
        message = f"{file} is no JSON and was skipped: {error.msg} in line {error.lineno}; correct it."
        problems.append(Problem(UNREADABLE, message, f"{file}:{error.lineno}"))
    except (OSError, ValueError, RecursionError) as error:
        problems.append(Problem(UNREADABLE, f"{file} cannot be read and was skipped ({error}).", str(file)))
    else:
        listed = document.get("atoms") if isinstance(document, dict) else None
        if isinstance(listed, list):
            yield from ((json_path(LIST, at), plain) for at, plain in enumerate(listed))
        else:
            message = f"{file} has no list of atoms and was skipped; it must be an object with a list `atoms`."
            problems.append(Problem(UNREADABLE, message, f"{file}:{LIST}"))


def _no_json(constant: str) -> object:
    raise ValueError(f"{constant} is no number in JSON")


def _placed(problem: Problem, file: Path, plain: object) -> Problem:
    """A problem of one atom, with its file."""
    named = plain.get("id") if isinstance(plain, dict) else None
    what = f"The atom {named}" if isinstance(named, str) else "An atom"
    message = f"{what} is left out: {problem.message}, at {problem.path} in {file}."
    return Problem(problem.code, message, f"{file}:{problem.path}")


def _clash(atom_id: str, atoms: Atoms, taken: Container[str]) -> str:
    """To whom an id belongs already, or nothing."""
    if atom_id in atoms.places:
        return f"The atom {atom_id} stands at {atoms.places[atom_id]} already"
    return f"{atom_id} is a tool of AURA's own" if atom_id in taken else ""


def _add(atoms: Atoms, found: Definition, code: Code, place: str) -> None:
    atom_id = found.declared.id
    atoms.tools[atom_id] = tool_of(found, code)
    atoms.definitions[atom_id] = found.plain
    atoms.places[atom_id] = place
    atoms.codes[atom_id] = code


def tool_of(found: Definition, code: Functions) -> Tool:
    """An atom as a tool. What it writes nobody here can take back, so that is an act on the outside world."""
    declared = found.declared
    return Tool(
        id=declared.id,
        domain=declared.id.rpartition(".")[0],
        verb="",
        object="",
        effect=Effect.ACTS if declared.effect is Effect.WRITES else declared.effect,
        description=declared.description,
        inputs=found.inputs,
        outputs=found.outputs,
        ports={} if KEY in found.inputs else AtomPorts(code, declared.id),
        call=AtomCall(code, declared.id, found.inputs),
        conduct=declared.conduct,
    )
