"""Browsers that speak the Chrome DevTools Protocol, driven by playwright."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.machine.browser.devtools import DevTools, answers, close_page, pages_of
from aura.machine.browser.driven import DrivenPages
from aura.machine.browser.failing import GONE, error_of
from aura.machine.browser.holding import HeldBrowser
from aura.machine.browser.programs import Program
from aura.machine.browser.sessions import ANSWERING, OF_A_PAGE, Notes
from aura.machine.browser.worker import Worker

LIBRARY = "playwright"
CONNECTING, GRACE, DRIVER = 10.0, 5.0, 30.0
Given = TypeVar("Given")


class ChromiumBrowser(HeldBrowser):
    """The Browser port."""

    talk = DevTools

    @classmethod
    def without(cls) -> str:
        """As the class says: the library that drives it."""
        if importlib.util.find_spec(LIBRARY) is None:
            return "The browser is driven by playwright, which is not installed; pip install aura[browser]."
        return ""

    def __init__(self, machine: Machine, program: Program) -> None:
        super().__init__(machine, program)
        self._worker: Worker | None = None
        self._library: Any = None
        self._browser: Any = None
        self._driven: DrivenPages | None = None

    # -- the session

    def hold(self) -> None:
        """As the port says."""
        if self._held == 0:
            self._connect()
        self._held += 1

    def let_go(self) -> None:
        """As the port says; the browser is free of the library then, so that its user can go on with it."""
        self._held -= 1
        if self._held == 0:
            self._disconnect()

    def close(self) -> bool:
        """As the port says."""
        self._disconnect()
        return self._manager.close()

    def told(self, proposed_by: str, call: Callable[[DrivenPages], Given]) -> Given:
        """What a call with the pages gives; one that does not end is given up, and the connection with it."""
        if self._driven is None:
            self._connect()
        driven, worker = self._driven, self._worker
        assert driven is not None and worker is not None

        def run() -> Given:
            driven.of(proposed_by)
            return call(driven)

        try:
            return worker.run(run, 2 * self._seconds + GRACE, "The page")
        except ToolError as error:
            if worker.lost or error.code == "BROWSER_GONE":
                self._drop()
            raise

    def _connect(self) -> None:
        notes = self._manager.opened()
        try:
            self._attach(notes)
        except ToolError:
            self._drop()
            self._free(notes)
            self._attach(notes)
        assert self._driven is not None
        if self._driven.notes != notes:
            self._manager.note(self._driven.notes)

    def _free(self, notes: Notes) -> None:
        """Free a browser that cannot be driven: pages wait no longer for what they load, one that hangs is closed.

        The latter only at the second time, since there may be a dialog; at the first ToolError `PAGE_HANGS` names it.
        """
        try:
            pages = pages_of(notes.port, ANSWERING)
        except (OSError, ValueError, msgspec.ValidationError):
            raise self._manager.mute(notes) from None
        hanging = [page for page in pages if not answers(notes.port, page.id, OF_A_PAGE)]
        if hanging:
            self._manager.hangs(notes, hanging[0].title or hanging[0].url)
        for page in hanging:
            close_page(notes.port, page.id, ANSWERING)

    def _attach(self, notes: Notes) -> None:
        if self._worker is None or self._worker.lost:
            self._worker = Worker("browser")
        self._worker.run(lambda: self._attached(notes), DRIVER + CONNECTING, self.name)

    def _attached(self, notes: Notes) -> None:
        from playwright.sync_api import Error, sync_playwright

        try:
            if self._library is None:
                self._library = sync_playwright().start()
            first = next((page.id for page in pages_of(notes.port, CONNECTING)), "")
            self._browser = self._library.chromium.connect_over_cdp(notes.address, timeout=1000 * CONNECTING)
            known = msgspec.structs.replace(notes, silent=False)
            self._driven = DrivenPages(self._browser, known, first, self._seconds)
        except Error as error:
            raise error_of(error, notes.address, CONNECTING) from error
        except OSError as error:
            raise ToolError("BROWSER_GONE", f"{self.name} ended while it was asked; say it again.") from error

    def _disconnect(self) -> None:
        """Let the browser go on by itself, with the order of its tabs kept."""
        driven, browser, worker = self._driven, self._browser, self._worker
        self._driven = self._browser = None
        if driven is None or worker is None or worker.lost:
            return
        try:
            worker.run(browser.close, GRACE, self.name)
            self._manager.note(driven.notes)
        except Exception as error:
            self._drop()
            if not isinstance(error, ToolError) and not GONE.search(str(error)):
                raise

    def _drop(self) -> None:
        """Give up a connection that is of no more use, and the process that the library started for it."""
        worker, library = self._worker, self._library
        self._driven = self._browser = self._library = self._worker = None
        if worker is None:
            return
        if worker.lost:
            _end_driver()
        worker.end(library.stop if library is not None and not worker.lost else None)


def _end_driver() -> None:
    """End the process of a library that does not answer."""
    import psutil

    for child in psutil.Process().children():
        try:
            if LIBRARY in " ".join(child.cmdline()):
                child.kill()
        except psutil.Error:
            continue
