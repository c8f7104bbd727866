"""Firefox, driven over WebDriver BiDi, which it speaks by itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import RLock
from typing import Any, TypeVar

import msgspec

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.machine.browser.addresses import proxy_ports
from aura.machine.browser.agent import RemoteAgent
from aura.machine.browser.bidi import Bidi, LateError, RefusedError
from aura.machine.browser.contexts import BidiPages
from aura.machine.browser.failing import late, trouble_of
from aura.machine.browser.fetching import take_files
from aura.machine.browser.holding import HeldBrowser
from aura.machine.browser.locked import locked
from aura.machine.browser.outside import WayOutside
from aura.machine.browser.programs import Program
from aura.machine.browser.sessions import OF_A_PAGE, Notes
from aura.machine.browser.wire import HOST

DRIVEN, DOWNLOADS = "driven", "downloads"
PATIENCE, PAUSE, GRACE, SOON = 1.0, 0.1, 2.0, 0.05
TAKEN, SILENT = "session not created", "NO_ANSWER"
SEEN = "() => [document.visibilityState === 'visible', document.hasFocus()]"
Given = TypeVar("Given")


class FirefoxBrowser(HeldBrowser):
    """The Browser port. Firefox takes one session of its protocol at a time, so one plan at a time drives it."""

    talk = RemoteAgent

    def __init__(self, machine: Machine, program: Program) -> None:
        super().__init__(machine, program)
        self._turn = RLock()
        self._alone = ExitStack()
        self._bidi: Bidi | None = None
        self._pages: BidiPages | None = None
        self._way: WayOutside | None = None
        self._port = 0

    # -- the session

    def hold(self) -> None:
        """As the port says."""
        with self._turn:
            if self._held == 0:
                what = f"the session of {self.name}"
                self._alone.enter_context(locked(self._manager.folder / DRIVEN, self._manager.patience, what))
                try:
                    self._connect()
                except BaseException:
                    self._alone.close()
                    raise
            self._held += 1

    def let_go(self) -> None:
        """As the port says; the browser is its user's own then."""
        with self._turn:
            self._held -= 1
            if self._held == 0:
                try:
                    self._disconnect()
                finally:
                    self._leave_way()
                    self._alone.close()

    def close(self) -> bool:
        """As the port says."""
        with self._turn:
            self._disconnect()
            return self._manager.close()

    def told(self, proposed_by: str, call: Callable[[BidiPages], Given]) -> Given:
        """What a call with the pages gives; after one that does not end the connection is given up."""
        with self._turn:
            outside_only = bool(proposed_by) and not proxy_ports()
            if self._pages is None or (self._way is not None) != outside_only:
                self._disconnect()
                if self._way is not None:
                    self._way.close()
                self._way = WayOutside(self._seconds) if outside_only else None
                self._connect()
            pages = self._pages
            assert pages is not None
            with self._in_sentences():
                pages.of(proposed_by)
                return call(pages)

    @contextmanager
    def _in_sentences(self) -> Iterator[None]:
        """What the protocol raises as ToolError; a connection that is of no more use is given up."""
        try:
            yield
        except LateError as error:
            self._disconnect()
            raise late("", self._seconds) from error
        except RefusedError as error:
            raise trouble_of(str(error)) from error
        except (OSError, ValueError) as error:
            self._disconnect()
            raise _gone() from error

    def _connect(self) -> None:
        """Begin a session of the protocol with the browser; one that does not answer twice is started anew."""
        notes = self._manager.opened()
        try:
            with self._in_sentences():
                self._attach(notes)
        except ToolError as error:
            self._disconnect()
            if error.code != SILENT:
                raise
            if not notes.silent:
                raise self._manager.mute(notes) from error
            with self._in_sentences():
                self._attach(self._manager.renewed(notes))

    def _attach(self, notes: Notes) -> None:
        """Begin a session of the protocol; a browser that another command left in the midst of one is started anew."""
        self._bidi = Bidi(notes.port, self._seconds)
        if not self._begun():
            self._bidi.close()
            notes = self._manager.renewed(notes)
            self._bidi = Bidi(notes.port, self._seconds)
            if not self._begun():
                raise _gone()
        self._port = notes.port
        current = self._current(notes)
        take_files(self._bidi)
        self._pages = BidiPages(self._bidi, current, self._manager.folder / DOWNLOADS, self._way)
        if notes.silent:
            self._manager.note(msgspec.structs.replace(notes, silent=False))

    def _begun(self) -> bool:
        """Whether the browser takes a session, in which it answers dialogs with no; another may just be ending."""
        assert self._bidi is not None
        end = time.monotonic() + PATIENCE
        wanted = {"unhandledPromptBehavior": {"default": "dismiss"}, "proxy": self._proxy()}
        while True:
            try:
                told = self._bidi.ask("session.new", capabilities={"alwaysMatch": wanted})
            except RefusedError as error:
                if error.code != TAKEN:
                    raise
                if time.monotonic() > end:
                    return False
                time.sleep(PAUSE)
                continue
            if told["capabilities"].get("moz:profile") not in (None, str(self._manager.profile)):
                raise OSError("Another browser is at the port.")
            return True

    def _proxy(self) -> dict[str, Any]:
        """The way that the browser is to take; it keeps it when the session ends."""
        if self._way is None:
            return {"proxyType": "system"}
        return {"proxyType": "manual", "socksProxy": f"{HOST}:{self._way.port}", "socksVersion": 5}

    def _current(self, notes: Notes) -> str:
        """The tab that is seen. Dialogs that came up meanwhile are answered; pages that hang are named, then closed."""
        assert self._bidi is not None
        tabs = {tab["context"]: tab["url"] for tab in self._tabs()}
        seen = self._seen(list(tabs))
        hanging = [context for context in tabs if context not in seen]
        if hanging:
            self._manager.hangs(notes, tabs[hanging[0]])
            self._rid(hanging)
            seen = self._seen([tab["context"] for tab in self._tabs()])
        ranked = sorted(seen, key=lambda context: seen[context], reverse=True)
        return ranked[0] if ranked else ""

    def _tabs(self) -> list[dict[str, Any]]:
        assert self._bidi is not None
        tabs: list[dict[str, Any]] = self._bidi.ask("browsingContext.getTree", maxDepth=0)["contexts"]
        return tabs

    def _seen(self, contexts: list[str]) -> dict[str, list[bool]]:
        """Of each page that answers whether it is seen, and whether it has the keyboard."""
        bidi = self._bidi
        assert bidi is not None
        for context in contexts:
            bidi.tell("browsingContext.handleUserPrompt", context=context, accept=False)
        asked = [(context, bidi.begin_script(context, SEEN)) for context in contexts]
        end, seen = time.monotonic() + OF_A_PAGE, {}
        for context, number in asked:
            with suppress(LateError, RefusedError):
                seen[context] = list(bidi.told(number, max(SOON, end - time.monotonic())))
        return seen

    def _rid(self, contexts: list[str]) -> None:
        """Close pages, whatever they do, and leave an empty one, without which the browser would end."""
        assert self._bidi is not None
        made = self._bidi.begin("browsingContext.create", type="tab")
        for context in contexts:
            self._bidi.ask("browsingContext.close", context=context, promptUnload=False)
        with suppress(RefusedError):  # It is made, but what was seen before it is gone.
            self._bidi.result(made, self._seconds)

    def _disconnect(self) -> None:
        """End the session of the protocol, and let the browser go on by itself."""
        bidi = self._bidi
        self._bidi = self._pages = None
        if bidi is not None:
            with suppress(LateError, RefusedError, OSError, ValueError):
                bidi.ask("session.end", GRACE)
            bidi.close()

    def _leave_way(self) -> None:
        """Let the browser take its own way again."""
        if self._way is None:
            return
        self._way.close()
        self._way = None
        with suppress(LateError, RefusedError, OSError, ValueError):
            self._bidi = Bidi(self._port, GRACE)
            self._begun()
        self._disconnect()


def _gone() -> ToolError:
    return ToolError("BROWSER_GONE", "The browser or its page was closed meanwhile; say it again.")
