"""Secrets by name: `${secrets.NAME}` in an input is put in for the call, and is nowhere written down."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from aura.capability.errors import ToolError
from aura.contracts.reference import OPENING, SECRET

VARIABLE = "AURA_SECRET_"
FOLDER = "secrets"
HIDDEN = "***"


class Secrets:
    """Where secrets are: the environment as AURA_SECRET_NAME, else one file each in a folder of AURA_HOME."""

    def __init__(self, home: str = "", environ: Mapping[str, str] | None = None) -> None:
        self._home = home
        self._environ = os.environ if environ is None else environ

    def put_in(self, inputs: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
        """Inputs with every secret in its place, and what is secret in them; raises ToolError `SECRET_MISSING`."""
        if OPENING not in str(inputs):
            return inputs, ()
        used: list[str] = []
        given = _mapped(inputs, lambda text: SECRET.sub(lambda found: self._used(found[1], used), text))
        return given, tuple(used)

    def redact(self, value: Any, secrets: Sequence[str]) -> Any:
        """A value in which every secret that was put in is hidden."""
        if not secrets:
            return value
        return _mapped(value, lambda text: hide(text, secrets))

    def _used(self, name: str, used: list[str]) -> str:
        value = self._environ.get(f"{VARIABLE}{name.upper()}") or self._kept(name)
        if not value:
            variable = f"{VARIABLE}{name.upper()}"
            where = f"set {variable}, or write it to {FOLDER}/{name} in AURA_HOME"
            raise ToolError("SECRET_MISSING", f"There is no secret {name}; {where}.")
        used.append(value)
        return value

    def _kept(self, name: str) -> str:
        path = Path(self._home, FOLDER, name)
        if not self._home or not path.is_file():
            return ""
        return path.read_text(encoding="utf-8").rstrip("\n")


def hide(text: str, secrets: Sequence[str]) -> str:
    """A text without the secrets in it."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    return text


def _mapped(value: Any, change: Any) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: _mapped(part, change) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_mapped(part, change) for part in value]
    return value
