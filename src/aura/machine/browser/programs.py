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


class Kind(Struct, frozen=True):
    """Browsers that are talked to in one way: their programs by the names that settings use, how they are started."""

    programs: dict[str, list[str]]
    arguments: list[str]
    unseen: list[str]
    platforms: dict[str, list[str]] = {}


class Known(Struct, frozen=True):
    """The browsers that are known, by kind, and the variables without one of which nothing is seen on a platform."""

    kinds: dict[str, Kind]
    displays: dict[str, list[str]]

    @property
    def programs(self) -> dict[str, tuple[str, list[str]]]:
        """The kind and the programs of every browser that has a name."""
        return {
            name: (title, programs) for title, kind in self.kinds.items() for name, programs in kind.programs.items()
        }

    def kind_of(self, path: str) -> str:
        """The kind of a program: that of the known one whose file is called so, else the first."""
        called = _stem(path)
        for kind, programs in self.programs.values():
            if called in map(_stem, programs):
                return kind
        return next(iter(self.kinds))


class Program(Struct, frozen=True):
    """A browser that is there: how messages call it, its file and kind, what it is started with but for its profile."""

    name: str
    path: str
    kind: str
    arguments: tuple[str, ...]


@cache
def known_browsers() -> Known:
    """The table of browsers."""
    return msgspec.yaml.decode(TABLE.read_bytes(), type=Known)


def program_of(machine: Machine) -> Program | None:
    """The browser that the settings name, else the first that is there."""
    known = known_browsers()
    wanted = machine.browser.name
    for name in [wanted] if wanted else known.programs:
        kind, candidates = known.programs.get(name.lower(), (known.kind_of(name), [name]))
        for candidate in candidates:
            if path := _found(candidate, machine.environ):
                return Program(_called(name, known), path, kind, tuple(_arguments(machine, kind)))
    return None


def lacking(machine: Machine) -> str:
    """What is said where there is no browser."""
    named = machine.browser.name or " or ".join(name.capitalize() for name in known_browsers().programs)
    return f"{named} is not on this computer; install chromium, or set AURA_BROWSER__NAME to one that is there."


def _called(name: str, known: Known) -> str:
    return name.capitalize() if name.lower() in known.programs else Path(name).stem


def _stem(path: str) -> str:
    return re.split(r"[\\/]", path)[-1].lower().removesuffix(".exe")


def _found(candidate: str, environ: Mapping[str, str]) -> str | None:
    by_name = {name.upper(): value for name, value in environ.items()}
    filled = VARIABLE.sub(lambda match: by_name.get(match[1].upper(), ""), candidate)
    return shutil.which(str(Path(filled).expanduser()), path=environ.get("PATH"))


def _arguments(machine: Machine, kind: str) -> Iterator[str]:
    known = known_browsers()
    how = known.kinds[kind]
    yield from how.arguments
    yield from how.platforms.get(machine.platform, ())
    displays = known.displays.get(machine.platform)
    unseen = machine.browser.headless
    if unseen is None:
        unseen = displays is not None and not any(machine.environ.get(name) for name in displays)
    if unseen:
        yield from how.unseen
    yield from machine.browser.arguments
