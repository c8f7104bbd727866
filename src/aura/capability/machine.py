"""Services of this computer as ports: a protocol, a backend for each platform beside it; who serves is found out."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any, Protocol, Self, TypeVar

from msgspec import Struct

from aura.capability.errors import ToolError
from aura.config.settings import KnownApp

BACKENDS = "__backends__"
NOT_HERE = "NOT_HERE"
"""The code of what this computer lacks: it is said before anything is done."""


class Machine(Struct, frozen=True):
    """The computer of a session: its platform as `sys.platform` names it, the environment, and the programs that
    people call by words of the settings.
    """

    platform: str
    environ: Mapping[str, str]
    apps: Mapping[str, KnownApp] = {}


NOWHERE = Machine("", {})
"""A computer of which nothing is known: nothing on it is looked at, and nothing served."""


class Backend(Protocol):
    """A class that serves a port on some computers."""

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """Itself, ready for use, where it can serve; one sentence that says what is missing; None elsewhere."""
        ...


class Foreseen(Struct, frozen=True):
    """What a step would do here, in a few words, and what speaks against it.

    It is `hopeless` where no earlier step can mend what the warning says.
    """

    says: str = ""
    warning: str = ""
    hopeless: bool = False


Served = TypeVar("Served", bound=type)


def served_by(*backends: str) -> Callable[[Served], Served]:
    """Declare a protocol as a port; `backends` are `module.Class` beside it, and the first that serves is taken."""

    def declare(protocol: Served) -> Served:
        package = protocol.__module__.rpartition(".")[0]
        setattr(protocol, BACKENDS, tuple(f"{package}.{backend}" for backend in backends))
        return protocol

    return declare


def is_service(hint: Any) -> bool:
    """Whether an annotation names a port that backends serve."""
    return isinstance(hint, type) and BACKENDS in vars(hint)


def serving(port: type, machine: Machine) -> Any:
    """What serves a port on this computer; raises ToolError `NOT_HERE` that says what is missing."""
    missing: list[str] = []
    for name in vars(port)[BACKENDS]:
        module, _, backend = name.rpartition(".")
        found = getattr(importlib.import_module(module), backend).on(machine)
        if isinstance(found, str):
            missing.append(found)
        elif found is not None:
            return found
    what = (port.__doc__ or port.__name__).partition("\n")[0].rstrip(".").lower()
    raise ToolError(NOT_HERE, missing[0] if missing else f"AURA has nothing for this on this computer: {what}.")
