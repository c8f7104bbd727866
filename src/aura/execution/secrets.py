"""Secrets by name: `${secrets.NAME}` in an input is put in for the call, and is nowhere written down."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from aura.capability.errors import ToolError

VARIABLE = "AURA_SECRET_"
FOLDER = "secrets"
HIDDEN = "***"


class Secrets:
    """Where secrets are: the environment as AURA_SECRET_NAME, else one file each in a folder of AURA_HOME."""

    def __init__(self, home: str = "", environ: Mapping[str, str] | None = None) -> None:
        self._home = home
        self._environ = os.environ if environ is None else environ

    def value(self, name: str) -> str:
        """A secret; raises ToolError `SECRET_MISSING`."""
        variable = f"{VARIABLE}{name.upper()}"
        value = self._environ.get(variable) or self._kept(name)
        if not value:
            where = f"set {variable}, or write it to {FOLDER}/{name} in AURA_HOME"
            raise ToolError("SECRET_MISSING", f"There is no secret {name}; {where}.")
        return value

    def _kept(self, name: str) -> str:
        path = Path(self._home, FOLDER, name)
        if not self._home or not path.is_file():
            return ""
        return path.read_text(encoding="utf-8").rstrip("\n")


def hide(text: str, secrets: Sequence[str]) -> str:
    """A text without the secrets in it, as they are or as Python or JSON write them."""
    for form in sorted({form for secret in secrets for form in _forms(secret)}, key=len, reverse=True):
        text = text.replace(form, HIDDEN)
    return text


def redact(value: Any, secrets: Sequence[str]) -> Any:
    """A value in which every secret is hidden, in nested lists and dicts too."""
    if isinstance(value, str):
        return hide(value, secrets)
    if isinstance(value, dict):
        return {redact(key, secrets): redact(part, secrets) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [redact(part, secrets) for part in value]
    return value


def _forms(secret: str) -> Iterator[str]:
    yield secret
    yield repr(secret)[1:-1]
    yield json.dumps(secret)[1:-1]
    yield json.dumps(secret, ensure_ascii=False)[1:-1]
