"""Folders of atoms, written for one test."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def atom(atom_id: str, inputs: dict[str, Any] | None = None, outputs: dict[str, Any] | None = None, **more: Any) -> Any:
    """A definition; an input or output given as a name has that type, and an input must be there."""
    return {
        "id": atom_id,
        "description": f"Do {atom_id}.",
        "inputs": {
            name: {"type": kind, "required": True} if isinstance(kind, str) else kind
            for name, kind in (inputs or {}).items()
        },
        "outputs": {name: {"type": kind} if isinstance(kind, str) else kind for name, kind in (outputs or {}).items()},
        **more,
    }


def folder_of(root: Path, *atoms: Any, **code: str) -> Path:
    """A folder with these atoms in `all.json` and Python files by their dotted names (`__` for a dot)."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "all.json").write_text(json.dumps({"atoms": list(atoms)}), encoding="utf-8")
    for name, text in code.items():
        file = root.joinpath(*name.split("__")).with_suffix(".py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root
