"""Services of this computer as ports: a protocol, a backend for each platform beside it; who serves is found out."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any, Protocol, Self, TypeVar

from msgspec import Struct

from aura.capability.errors import ToolError
from aura.config.settings import BrowserSettings, KnownApp, Site

BACKENDS = "__backends__"
SESSION = "__session__"
TRIED = "__tried__"
NOT_HERE = "NOT_HERE"
"""The code of what this computer lacks: it is said before anything is done."""


class Machine(Struct, frozen=True):
    """The computer of a session: its platform as `sys.platform` names it, the environment, and of the settings the
    programs and sites that people call by words, and which browser is driven and how.
    """

    platform: str
    environ: Mapping[str, str]
    apps: Mapping[str, KnownApp] = {}
    browser: BrowserSettings = BrowserSettings()
    sites: Mapping[str, Site] = {}


NOWHERE = Machine("", {})
"""A computer of which nothing is known: nothing on it is looked at, and nothing served."""


class Backend(Protocol):
    """A class that serves a port on some computers."""

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """Itself, ready for use, where it can serve; one sentence that says what is missing; None elsewhere."""
        ...


class Session(Protocol):
    """What a port of a session can do: a plan that needs it holds it from before its first step to its end."""

    def hold(self) -> None:
        """Find what is open, or open it; raises ToolError where it cannot be had, in bounded time."""
        ...

    def let_go(self) -> None:
        """Need it no more; it stays open for the next plan."""
        ...


class Foreseen(Struct, frozen=True):
    """What a step would do here, in a few words, and what speaks against it.

    It is `hopeless` where no earlier step can mend what the warning says.
    """

    says: str = ""
    warning: str = ""
    hopeless: bool = False


Served = TypeVar("Served", bound=type)


def served_by(
    *backends: str, session: bool = False, tried: Callable[[Any], object] | None = None
) -> Callable[[Served], Served]:
    """Declare a protocol as a port; `backends` are `module.Class` beside it, and the first that serves is taken.

    One of a `session` is held by a plan from its beginning to its end. `tried` uses what serves for real, without any
    effect and without asking anybody; text that it gives says what is lacking all the same.
    """

    def declare(protocol: Served) -> Served:
        package = protocol.__module__.rpartition(".")[0]
        setattr(protocol, BACKENDS, tuple(f"{package}.{backend}" for backend in backends))
        setattr(protocol, SESSION, session)
        setattr(protocol, TRIED, tried)
        return protocol

    return declare


def is_session(hint: Any) -> bool:
    """Whether an annotation names a port of a session."""
    return is_service(hint) and bool(vars(hint)[SESSION])


def is_service(hint: Any) -> bool:
    """Whether an annotation names a port that backends serve."""
    return isinstance(hint, type) and BACKENDS in vars(hint)


def tried(port: type, served: Any) -> str | None:
    """What is lacking where a service is used for real, nothing being no text; None where there is no way to try it."""
    look: Callable[[Any], object] | None = vars(port)[TRIED]
    if look is None:
        return None
    found = look(served)
    return found if isinstance(found, str) else ""


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
