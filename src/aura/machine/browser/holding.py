"""What browsers of any protocol share: which one it is, its session, and who holds it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.config.load import default_home
from aura.config.settings import Site
from aura.machine.browser.port import Pages
from aura.machine.browser.programs import Program, lacking, program_of
from aura.machine.browser.sessions import BrowserSessionManager, Talk
from aura.machine.browser.told import ToldPages


class HeldBrowser(ABC):
    """The Browser port but for how its protocol is begun, spoken and ended."""

    talk: ClassVar[type[Talk]]

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """The browser that the settings name, or the first that is there; the sentence that says what is missing."""
        if not machine.platform:
            return None
        program = program_of(machine)
        if program is None:
            return lacking(machine)
        if program.kind != cls.talk.kind:
            return None
        return cls.without() or cls(machine, program)

    @classmethod
    def without(cls) -> str:
        """What of this installation the browser cannot be driven without, in a sentence; empty where nothing."""
        return ""

    def __init__(self, machine: Machine, program: Program) -> None:
        self._machine = machine
        self._program = program
        self._seconds = machine.browser.timeout
        home = default_home(machine.environ)
        self._manager = BrowserSessionManager(home, program, self.talk(), machine.browser, machine.environ)
        self._held = 0

    @property
    def name(self) -> str:
        """As the port says."""
        return self._program.name

    @property
    def is_held(self) -> bool:
        """As the port says."""
        return self._held > 0

    @property
    def sites(self) -> Mapping[str, Site]:
        """As the port says."""
        return self._machine.sites

    def pages(self, proposed_by: str) -> Pages:
        """As the port says."""
        if self._held == 0:
            raise ToolError("NOT_KNOWN_YET", "The pages of the browser are known when the plan is run.")
        return ToldPages(self.told, proposed_by)

    @abstractmethod
    def told(self, proposed_by: str, call: Callable[[Any], Any]) -> Any:
        """What a call with the pages gives; one that does not end is given up, and the connection with it."""
