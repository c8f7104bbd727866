"""The command that installs what a sentence says is missing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from aura.machine.programs import is_there

TABLE = Path(__file__).with_name("packages.yaml")
WORD = re.compile(r"[\w-]+")


class Program(Struct, frozen=True):
    """A program that may be missing: its file, and its package where a manager has another name for it."""

    program: str = ""
    packages: dict[str, str] = {}


class Packages(Struct, frozen=True):
    """The managers of packages, and the programs that they know."""

    managers: dict[str, str]
    programs: dict[str, Program]


def command_for(sentence: str, environ: Mapping[str, str]) -> str:
    """The command that installs the first missing program that a sentence names; nothing where there is none."""
    table = _table()
    manager = next((name for name in table.managers if is_there(name, environ)), None)
    for word in WORD.findall(sentence.lower()):
        known = table.programs.get(word)
        if manager and known is not None and not (known.program and is_there(known.program, environ)):
            return table.managers[manager].format(package=known.packages.get(manager, word))
    return ""


@cache
def _table() -> Packages:
    return msgspec.yaml.decode(TABLE.read_bytes(), type=Packages)
