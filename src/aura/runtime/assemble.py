"""The one composition: settings, registry, ports and paths become an Orchestrator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import aura.language
import aura.tools
from aura.capability.errors import ToolError
from aura.capability.ports import Facts, History, Model, Opener, Past
from aura.capability.registry import Registry
from aura.config.load import default_home, load_settings
from aura.contracts.problem import Problem
from aura.execution.trash import home_trash
from aura.runtime.context import SessionContext
from aura.runtime.house import House
from aura.runtime.pipeline import Orchestrator
from aura.runtime.proposals import Proposer
from aura.understanding.paths import resolver_here


class NoModel:
    """Stands where no language model is configured."""

    configured = False

    def answer(self, question: str) -> str:
        """Never asked, since nothing is configured."""
        raise ToolError("NO_MODEL", "No language model is configured.")


class LatePorts(Mapping[Any, Any]):
    """Ports that are made when a tool first asks for them."""

    def __init__(self, makers: Mapping[Any, Any]) -> None:
        self._makers = makers
        self._made: dict[Any, Any] = {}

    def __getitem__(self, port: Any) -> Any:
        if port not in self._made:
            self._made[port] = self._makers[port]()
        return self._made[port]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


class _History:
    """The journal's past, opened when it is asked for."""

    def __init__(self, house: House) -> None:
        self._house = house

    def recent(self, count: int) -> list[Past]:
        """The last commands, newest first."""
        return self._house.journal.recent(count)


def assemble(
    workspace: Path, environ: Mapping[str, str], *, model: str | None = None, proposers: Sequence[Proposer] = ()
) -> Orchestrator:
    """An Orchestrator for one session in a folder; raises ToolError with the sentence for bad settings.

    `proposers` are helpers for what the grammar cannot read, asked in order.
    """
    home = default_home(environ)
    settings = load_settings(home, environ)
    if isinstance(settings, Problem):
        raise ToolError(settings.code, settings.message)
    context = SessionContext(str(workspace))
    makers: dict[Any, Any] = {Model: NoModel}
    ports = LatePorts(makers)
    sources = (Path(aura.language.__path__[0]), Path(aura.tools.__path__[0]))
    house = House(
        settings,
        context,
        Registry(package="aura.tools"),
        resolver_here(settings, context.cwd),
        ports,
        sources,
        home_trash(environ, settings.home),
    )
    makers |= {Facts: lambda: _facts(house), History: lambda: _History(house), Opener: _opener}
    return Orchestrator(house, proposers)


def _facts(house: House) -> Facts:
    from aura.tools.memory.store import FactStore

    return FactStore(house.home / "memory.db")


def _opener() -> Opener:
    from aura.tools.files.opener import DesktopOpener

    return DesktopOpener()
