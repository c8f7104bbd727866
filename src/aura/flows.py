"""The Python face of Flowmind: atoms from a folder, a plan from an intent, its verdict, its execution."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aura.atoms.load import load_atoms
from aura.capability.registry import Registry
from aura.contracts.problem import Problem
from aura.planning.validate import validate_plan
from aura.providers.llm_provider import LLMProvider
from aura.runtime.flow.asking import proposed_response
from aura.runtime.flow.carrying_out import execute

__all__ = ["AtomsRegistry", "LLMProvider", "execute", "load_atoms_registry", "plan", "validate_plan"]

Definitions = Mapping[str, Mapping[str, Any]]


class AtomsRegistry(dict[str, dict[str, Any]]):
    """Atom definitions by id, as they are written; `problems` are those that were left out, and why.

    `folder` is where their functions are: `execute` runs no others for them.
    """

    def __init__(self, definitions: Definitions, problems: tuple[Problem, ...], folder: Path) -> None:
        super().__init__({atom_id: dict(definition) for atom_id, definition in definitions.items()})
        self.problems = problems
        self.folder = folder


def load_atoms_registry(atoms_dir: str | Path, *, tools: bool = False) -> AtomsRegistry:
    """The atoms of every `*.json` in a folder; with `tools` the built-in ones are among them.

    A file that does not parse, or an atom with a fault, is left out and named in `problems`.
    """
    folder = Path(atoms_dir)
    built_in = Registry(package="aura.tools")
    found = load_atoms([folder], built_in)
    definitions = {**built_in.atoms(), **found.definitions} if tools else found.definitions
    return AtomsRegistry(definitions, found.problems, folder)


def plan(intent: str, atoms_registry: Definitions, llm_provider: object = None, *, temperature: float = 0.3) -> Any:
    """The response `{target, plan, validation, proposed_by}` for an intent, as `execute` takes it.

    `llm_provider` is an LLMProvider, or anything with a `call(prompt, system_prompt)`. Without one, or where it makes
    no valid plan, the response has `"fallback": true`: it was made from the intent's own words.
    """
    return proposed_response(intent, atoms_registry, llm_provider, temperature)
