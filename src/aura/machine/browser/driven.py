"""The pages of a session, driven: all of this is called from the one thread that the library is used in."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

import msgspec

from aura.capability.errors import ToolError
from aura.machine.browser.addresses import EMPTY, check_public, inside, is_public_number, proxy_ports
from aura.machine.browser.bringing import bring_address, bring_behind
from aura.machine.browser.elements import Found
from aura.machine.browser.failing import (
    behind_it,
    check_status,
    error_of,
    in_sentences,
    is_a_file,
    late,
    network_name,
    no_page,
    would_lose,
)
from aura.machine.browser.filling import fill_in
from aura.machine.browser.handles import clickable, fields
from aura.machine.browser.matching import tab_meant, the_one
from aura.machine.browser.port import Article, Brought, Picture, Shown, Tab
from aura.machine.browser.reading import MOST, SCRIPT, article_of
from aura.machine.browser.sessions import Notes

LOADED, SETTLING, GOING = 3.0, 0.3, 0.02
BEFORE_LEAVING = "beforeunload"
ABORTED, BLOCKED = "ERR_ABORTED", "ERR_BLOCKED_BY_CLIENT"


class DrivenPages:
    """The tabs of a browser that is connected; one of them is current. The order of the tabs is kept in `notes`."""

    def __init__(self, browser: Any, notes: Notes, first: str, seconds: float) -> None:
        """`first` is the id of the tab that was used last."""
        self._context = browser.contexts[0]
        self.notes = notes
        self.seconds = seconds
        self._said: list[tuple[str, str]] = []
        self._blocked: list[str] = []
        self._guarded: dict[int, Any] = {}
        self._ids: dict[int, str] = {}
        self._downloads: list[Any] = []
        self._by = ""
        self._context.on("dialog", self._answer)
        self._context.set_default_timeout(1000 * seconds)
        pages = self._context.pages or [self._context.new_page()]
        self._order(pages)
        self._page = next((page for page in pages if self._id(page) == first), pages[0])
        for page in pages:
            self._follow(page)
        self._context.on("page", self._follow)

    # -- for whom

    @in_sentences
    def of(self, proposed_by: str) -> None:
        """Take the next call as somebody's: what others than the user propose stays on the public internet."""
        self._by = proposed_by
        self._said.clear()
        self._blocked.clear()
        self._downloads.clear()
        if self._page.is_closed():
            self._page = next(iter(self._context.pages), None) or self._context.new_page()
        if proposed_by:
            self._guard(self._page)
            self._check_where()

    def _guard(self, page: Any) -> None:
        """Look at each document that a page asks for, after redirects too, before it is asked for."""
        if id(page) in self._guarded:
            return
        wire = self._guarded[id(page)] = self._context.new_cdp_session(page)

        def paused(event: dict[str, Any]) -> None:
            try:
                check_public(event["request"]["url"], self._by or "a plan")
            except ToolError as error:
                self._blocked.append(error.message)
                wire.send("Fetch.failRequest", {"requestId": event["requestId"], "errorReason": "BlockedByClient"})
            else:
                wire.send("Fetch.continueRequest", {"requestId": event["requestId"]})

        wire.on("Fetch.requestPaused", paused)
        pattern = {"urlPattern": "*", "resourceType": "Document", "requestStage": "Request"}
        wire.send("Fetch.enable", {"patterns": [pattern]})

    def _check_where(self) -> None:
        if self._by:
            for frame in self._page.frames:
                if frame.url and not frame.url.startswith(("about:", "chrome-error:")):
                    check_public(frame.url, self._by)

    # -- going

    @in_sentences
    def navigate(self, url: str) -> Shown:
        """As the port says."""
        if self._by:
            check_public(url, self._by)
        return self._go(lambda: self._page.goto(url, wait_until="domcontentloaded"), url)

    @in_sentences
    def back(self) -> Shown:
        """As the port says."""
        return self._along(-1)

    @in_sentences
    def forward(self) -> Shown:
        """As the port says."""
        return self._along(1)

    def _along(self, step: int) -> Shown:
        wire = self._context.new_cdp_session(self._page)
        history = wire.send("Page.getNavigationHistory")
        wire.detach()
        at = history["currentIndex"] + step
        if not 0 <= at < len(history["entries"]):
            raise no_page(step)
        move = self._page.go_back if step < 0 else self._page.go_forward
        return self._go(lambda: move(wait_until="domcontentloaded"), history["entries"][at]["url"])

    @in_sentences
    def refresh(self) -> Shown:
        """As the port says."""
        return self._go(lambda: self._page.reload(wait_until="domcontentloaded"), self._page.url)

    def _go(self, move: Callable[[], Any], url: str) -> Shown:
        """Go somewhere, and look how that went."""
        from playwright.sync_api import Error

        began = time.monotonic()
        self._page.once("download", self._came_file)
        try:
            response = move()
        except Error as error:
            self._stop()
            self._explain(error, url)
            raise error_of(error, url, self.seconds) from error
        if response is not None:
            self._check_answer(response)
        self._settle(began)
        self._check_where()
        return self._shown()

    def _stop(self) -> None:
        """Wait no longer for what the page loads; one that shows an error loads nothing."""
        from playwright.sync_api import Error

        with suppress(Error):
            wire = self._context.new_cdp_session(self._page)
            wire.send("Page.stopLoading")
            wire.detach()

    def _explain(self, error: Exception, url: str) -> None:
        """Raise the reason for which a page was not gone to, where that is not the network's."""
        name = network_name(str(error))
        if name == BLOCKED and self._blocked:
            raise ToolError("ADDRESS_REFUSED", self._blocked[-1]) from error
        if any(kind == BEFORE_LEAVING for kind, _ in self._said):
            raise would_lose(self._title()) from error
        if name == ABORTED or self._downloads:
            raise is_a_file(url) from error

    def _check_answer(self, response: Any) -> None:
        if self._by:
            server = response.server_addr()
            if server and not is_public_number(server["ipAddress"]) and server["port"] not in proxy_ports():
                self._page.goto(EMPTY)
                raise inside(response.url, self._by)
        check_status(response.status, response.url)

    def _settle(self, began: float) -> None:
        """Wait, but not long, until all of a page is there: what still loads after that is seldom what is read."""
        from playwright.sync_api import TimeoutError as Late

        left = min(LOADED, self.seconds - (time.monotonic() - began))
        try:
            self._page.wait_for_load_state("load", timeout=max(1.0, 1000 * left))
        except Late:
            return

    # -- the page

    @in_sentences
    def read(self) -> Article:
        """As the port says."""
        return article_of(self._page.evaluate(SCRIPT, MOST))

    @in_sentences
    def click(self, text: str, number: int) -> Shown:
        """As the port says."""
        return self._press(the_one(text, number, clickable(self._page)))

    def _press(self, found: Found) -> Shown:
        began, went = time.monotonic(), _Going(self._page)
        self._page.once("download", self._came_file)
        page = self._page
        try:
            found.element.held.scroll_into_view_if_needed()
            found.element.held.click()
            went.wait(self.seconds)
        finally:
            went.end()
        if went.failed and not self._downloads:
            self._explain(RuntimeError(went.failed), went.url)
            raise error_of(RuntimeError(went.failed), went.url, self.seconds)
        if self._downloads:
            raise behind_it(self._downloads[0].suggested_filename)
        if self._page is not page or went.began:
            self._page.wait_for_load_state("domcontentloaded")
            self._settle(began)
        if went.status:
            check_status(went.status, went.url)
        self._check_where()
        return self._shown()

    @in_sentences
    def fill(self, field: str, text: str) -> Shown:
        """As the port says."""
        fill_in(the_one(field, 0, fields(self._page)), text)
        return self._shown()

    @in_sentences
    def picture(self) -> Picture:
        """As the port says."""
        png = self._page.screenshot()
        size = self._page.evaluate("[innerWidth, innerHeight]")
        return Picture(png, *map(int, size))

    @in_sentences
    def bring(self, what: str, *, is_address: bool) -> Brought:
        """As the port says."""
        if is_address:
            return bring_address(self._context, what, self._by, self.seconds)
        found = the_one(what, 0, clickable(self._page))
        return bring_behind(self._context, self._page, found, self._by, self.seconds)

    # -- tabs

    @in_sentences
    def tabs(self) -> list[Tab]:
        """As the port says."""
        return [
            Tab(number, page.title(), page.url, page is self._page)
            for number, page in enumerate(self._order(self._context.pages), 1)
        ]

    @in_sentences
    def open_tab(self, url: str) -> Shown:
        """As the port says."""
        if self._by and url:
            check_public(url, self._by)
        self._make_current(self._context.new_page())
        if not url:
            return self._shown()
        if self._by:
            self._guard(self._page)
        return self.navigate(url)

    @in_sentences
    def close_tab(self, tab: str) -> Shown:
        """As the port says."""
        pages = self._order(self._context.pages)
        page = pages[tab_meant(tab, self.tabs())] if tab else self._page
        at = pages.index(page)
        if len(pages) == 1:
            self._context.new_page()
        page.close()
        left = self._order(self._context.pages)
        self._make_current(left[min(at, len(left) - 1)] if page is self._page else self._page)
        return self._shown()

    @in_sentences
    def switch_tab(self, tab: str) -> Shown:
        """As the port says."""
        pages = self._order(self._context.pages)
        self._make_current(pages[tab_meant(tab, self.tabs())])
        self._check_where()
        return self._shown()

    def _make_current(self, page: Any) -> None:
        self._page = page
        page.bring_to_front()
        self._order(self._context.pages)

    def _follow(self, page: Any) -> None:
        """A page that the current one opens is the current one then; others open theirs in the same browser."""

        def opened(another: Any) -> None:
            if page is self._page:
                self._page = another

        page.on("popup", opened)

    def _order(self, pages: list[Any]) -> list[Any]:
        """The tabs as they came; those that nobody told AURA of last."""
        by_id = {self._id(page): page for page in pages if not page.is_closed()}
        known = [identity for identity in self.notes.tabs if identity in by_id]
        self.notes = msgspec.structs.replace(
            self.notes, tabs=[*known, *(identity for identity in by_id if identity not in known)]
        )
        return [by_id[identity] for identity in self.notes.tabs]

    def _id(self, page: Any) -> str:
        if id(page) not in self._ids:
            wire = self._context.new_cdp_session(page)
            self._ids[id(page)] = wire.send("Target.getTargetInfo")["targetInfo"]["targetId"]
            wire.detach()
        return self._ids[id(page)]

    # -- what is told

    def _came_file(self, download: Any) -> None:
        self._downloads.append(download)

    def _answer(self, dialog: Any) -> None:
        """No dialog is answered with more than that it was seen, and none keeps the page waiting."""
        self._said.append((dialog.type, dialog.message))
        dialog.dismiss()

    def _shown(self) -> Shown:
        said = "; ".join(message for kind, message in self._said if kind != BEFORE_LEAVING)
        return Shown(self._title(), self._page.url, said)

    def _title(self) -> str:
        return cast("str", self._page.title())


class _Going:
    """Whether a click makes a page go somewhere, and how that ends."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self.began, self.ended = False, False
        self.failed, self.url, self.status = "", "", 0
        self._listeners = {
            "request": self._asked,
            "requestfailed": self._broke,
            "response": self._told,
            "domcontentloaded": self._came,
        }
        for event, listener in self._listeners.items():
            page.on(event, listener)

    def wait(self, seconds: float) -> None:
        """A moment for it to begin, and then until it ended."""
        end, begin = time.monotonic() + seconds, time.monotonic() + SETTLING
        while not self._page.is_closed() and not self.ended and time.monotonic() < (end if self.began else begin):
            self._page.wait_for_timeout(1000 * GOING)
        if self.began and not self.ended and not self._page.is_closed():
            raise late(self.url, seconds)

    def end(self) -> None:
        """Listen no more."""
        for event, listener in self._listeners.items():
            self._page.remove_listener(event, listener)

    def _is_own(self, request: Any) -> bool:
        return bool(request.is_navigation_request()) and request.frame == self._page.main_frame

    def _asked(self, request: Any) -> None:
        if self._is_own(request):
            self.began, self.url = True, request.url

    def _told(self, response: Any) -> None:
        if self._is_own(response.request):
            self.status = response.status

    def _broke(self, request: Any) -> None:
        if self._is_own(request):
            self.failed, self.ended = request.failure or ABORTED, True

    def _came(self, page: Any) -> None:
        self.ended = True
