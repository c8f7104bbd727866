"""The program of the browser on this computer, and what it is started with."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from aura.capability.machine import Machine

TABLE = Path(__file__).with_name("programs.yaml")
VARIABLE = re.compile(r"%([^%]+)%")


class Known(Struct, frozen=True):
    """The browsers that are known, and how they are started."""

    programs: dict[str, list[str]]
    arguments: list[str]
    unseen: list[str]
    displays: dict[str, list[str]]


class Program(Struct, frozen=True):
    """A browser that is there: how messages call it, its file, and what it is started with but for its profile."""

    name: str
    path: str
    arguments: tuple[str, ...]


@cache
def known_browsers() -> Known:
    """The table of browsers."""
    return msgspec.yaml.decode(TABLE.read_bytes(), type=Known)


def program_of(machine: Machine) -> Program | None:
    """The browser that the settings name, else the first that is there."""
    known = known_browsers()
    wanted = machine.browser.name
    names = [wanted] if wanted else list(known.programs)
    for name in names:
        for candidate in known.programs.get(name.lower(), [name]):
            path = _found(candidate, machine.environ)
            if path:
                return Program(_called(name, known), path, tuple(_arguments(machine)))
    return None


def _called(name: str, known: Known) -> str:
    return name.capitalize() if name.lower() in known.programs else Path(name).stem


def _found(candidate: str, environ: Mapping[str, str]) -> str | None:
    by_name = {name.upper(): value for name, value in environ.items()}
    filled = VARIABLE.sub(lambda match: by_name.get(match[1].upper(), ""), candidate)
    return shutil.which(str(Path(filled).expanduser()), path=environ.get("PATH"))


def _arguments(machine: Machine) -> Iterator[str]:
    known = known_browsers()
    yield from known.arguments
    displays = known.displays.get(machine.platform)
    unseen = machine.browser.headless
    if unseen is None:
        unseen = displays is not None and not any(machine.environ.get(name) for name in displays)
    if unseen:
        yield from known.unseen
    yield from machine.browser.arguments
