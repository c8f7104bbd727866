"""Which engine carries out a run; the durable one is opened when it is first needed, once in a process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from aura.capability.errors import ToolError
from aura.capability.ports import Person
from aura.capability.registry import Registry
from aura.config.settings import EngineSettings
from aura.contracts.outcome import RunResult
from aura.contracts.plan import PlanDocument
from aura.execution.engines.engine import INLINE, Engine, Errand, Timed

if TYPE_CHECKING:
    from aura.execution.engines.dbos_engine import Durable

AUTO, HERE = "auto", "inline"
URL = "AURA_DATABASE_URL"
EXTRA = "dbos"

_OPENED: dict[tuple[Path, str], Durable] = {}
_OPENING = threading.Lock()
"""At most one, since DBOS itself is one for a process."""


class Times(Protocol):
    """What is done at its time."""

    def at_time(self, timed: Timed) -> str: ...

    def after(self, timed: Timed) -> Timed | None: ...


class Session(Protocol):
    """A session as another process has it, in which a run is gone on with."""

    def go_on(self, errand: Errand) -> RunResult: ...

    @property
    def timing(self) -> Times: ...


OpenSession = Callable[[Errand | Timed], Session]


class Engines:
    """The engines of one session; `asked` is what the command line names, `session` opens one for others' runs."""

    def __init__(
        self,
        home: Path,
        settings: EngineSettings,
        environ: Mapping[str, str],
        asked: str | None = None,
        session: OpenSession | None = None,
    ) -> None:
        self._home = home
        self._name = asked or settings.name
        self._url = environ.get(URL) or settings.database_url
        self._session = session

    def for_plan(self, document: PlanDocument, registry: Registry) -> Engine:
        """The engine for a plan; raises ToolError `MISSING_EXTRA` where the one that is asked for is not there."""
        if self._name == HERE or (self._name == AUTO and not (_waits(document, registry) and durable_installed())):
            return INLINE
        return self.durable()

    def durable(self, *, serves: bool = False) -> Durable:
        """The durable engine of this process; the first that opens it says whether it takes on others' runs."""
        if not durable_installed():
            raise ToolError(
                "MISSING_EXTRA", "The durable engine is not installed: `pip install aura[durable]` adds it."
            )
        with _OPENING:
            key = (self._home, self._url)
            if key not in _OPENED:
                from aura.execution.engines.dbos_engine import Durable

                while _OPENED:
                    _OPENED.popitem()[1].close()
                _OPENED[key] = Durable(self._home, self._url, self, serves=serves)
            return _OPENED[key]

    @property
    def can_wait(self) -> bool:
        """Whether a plan can be kept for later."""
        return self._name != HERE and durable_installed()

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Be a worker beside what else this process does; what is under way at the end is left to the next."""
        if not self.can_wait:
            yield
            return
        durable, stop = self.durable(serves=True), threading.Event()
        threading.Thread(target=durable.watch, args=(stop,), daemon=True).start()
        try:
            yield
        finally:
            stop.set()
            with _OPENING:
                _OPENED.clear()
                durable.close()

    # -- sessions for what other processes began or kept

    def go_on(self, errand: Errand) -> str:
        """Go on with a run that another process left or handed over."""
        return self._opened(errand).go_on(errand).status

    def at_time(self, timed: Timed) -> str:
        """Run a plan whose time has come."""
        return self._opened(timed).timing.at_time(timed)

    def next_of(self, timed: Timed) -> Timed | None:
        """What comes after it, if it comes again."""
        return self._opened(timed).timing.after(timed)

    def _opened(self, told: Errand | Timed) -> Session:
        if self._session is None:
            raise ToolError("NO_SESSION", "Runs of other processes are gone on with by `aura worker` or `aura serve`.")
        return self._session(told)


def durable_installed() -> bool:
    """Whether the extra is there, without importing it."""
    return find_spec(EXTRA) is not None


def _waits(document: PlanDocument, registry: Registry) -> bool:
    """Whether a plan waits for a person."""
    tools = (registry.get(step.id) for step in document.plan.steps)
    return any(tool is not None and Person in tool.ports.values() for tool in tools)
