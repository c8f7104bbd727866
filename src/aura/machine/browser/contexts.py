"""The pages of a session of Firefox, driven over WebDriver BiDi."""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path
from typing import Any

from aura.capability.errors import ToolError
from aura.machine.browser.addresses import check_public
from aura.machine.browser.arriving import Arrivals, Arriving
from aura.machine.browser.bidi import Bidi, LateError, RefusedError, given
from aura.machine.browser.elements import CLICKABLE, FIELDS, Found
from aura.machine.browser.failing import (
    behind_it,
    check_status,
    is_a_file,
    late,
    no_page,
    trouble_of,
    would_lose,
)
from aura.machine.browser.fetching import fetched, from_click
from aura.machine.browser.filling import fill_in
from aura.machine.browser.guarding import Guard
from aura.machine.browser.matching import tab_meant, the_one
from aura.machine.browser.nodes import Node, found_in
from aura.machine.browser.outside import WayOutside
from aura.machine.browser.port import Article, Brought, Picture, Shown, Tab
from aura.machine.browser.reading import MOST, SCRIPT, article_of

LOADED, SETTLING, OF_A_PAGE = 3.0, 0.3, 2.0
BEFORE_LEAVING = "beforeunload"
NO_ENTRY = "no such history entry"
WHAT = "() => [document.title, location.href]"
STOP = "() => window.stop()"
AS_TEXT = "(given) => JSON.stringify(({script})(given))"
SIZE_OF_PNG = slice(16, 24)


class BidiPages:
    """The Pages of a session, as the port says; `of` takes the next call as somebody's.

    Raises what Bidi raises beside ToolError.
    """

    def __init__(self, bidi: Bidi, current: str, folder: Path, way: WayOutside | None) -> None:
        """`current` is the context that is seen, `folder` for files that come by a click, `way` as in Guard."""
        self._bidi = bidi
        self._page = current
        self._folder = folder
        self._by = ""
        self._said: list[tuple[str, str]] = []
        self.arrivals = Arrivals(bidi, self._opened)
        self._guard = Guard(bidi, way)
        bidi.on("browsingContext.userPromptOpened", self._asked)
        bidi.on("network.authRequired", self._refuse_password)
        bidi.ask("network.addIntercept", phases=["authRequired"])

    # -- for whom

    def of(self, proposed_by: str) -> None:
        """Take the next call as somebody's: what others than the user propose stays on the public internet."""
        self._by = proposed_by
        self._said.clear()
        self.arrivals.clear()
        self._guard.of(proposed_by)
        tabs = self._tops()
        if self._page not in tabs:
            self._page = tabs[0] if tabs else self._created()
        self._check_where()

    def _check_where(self) -> None:
        if self._by:
            for url in _urls(self._tree(self._page)):
                if not url.startswith("about:"):
                    check_public(url, self._by)

    # -- going

    def navigate(self, url: str) -> Shown:
        """As the port says."""
        if self._by:
            check_public(url, self._by)
        return self._go("browsingContext.navigate", url, {"url": url})

    def refresh(self) -> Shown:
        """As the port says."""
        return self._go("browsingContext.reload", self._what()[1], {})

    def _go(self, method: str, url: str, params: dict[str, Any]) -> Shown:
        before = self.arrivals.of(self._page)
        try:
            self._bidi.ask(method, context=self._page, wait="interactive", **params)
            # From an error page on, the browser says that it is there before it is.
            if self.arrivals.of(self._page) is not before and not self._bidi.wait(self._is_there, self._bidi.seconds):
                raise LateError
        except LateError as error:
            self._stop()
            raise late(url, self._bidi.seconds) from error
        except RefusedError as error:
            self._explain(url)
            self._guard.check_way()
            arriving = self.arrivals.of(self._page)
            if arriving is not None and arriving is not before:  # An answer without content is an error page, too.
                check_status(arriving.status, arriving.url)
            raise trouble_of(str(error), url) from error
        return self._arrived(self.arrivals.of(self._page), url)

    def back(self) -> Shown:
        """As the port says."""
        return self._along(-1)

    def forward(self) -> Shown:
        """As the port says."""
        return self._along(1)

    def _along(self, step: int) -> Shown:
        began = self.arrivals.of(self._page)
        number = self._bidi.begin("browsingContext.traverseHistory", context=self._page, delta=step)
        try:
            self._bidi.result(number, self._bidi.seconds)
        except RefusedError as error:
            if error.code == NO_ENTRY:
                raise no_page(step) from error
            self._explain("")
            raise trouble_of(str(error)) from error
        return self._came(began)

    def _came(self, before: Arriving | None) -> Shown:
        """Wait for what an action leads to, if it leads anywhere, and look how that went."""
        page = self._page
        self._bidi.wait(lambda: self._page != page or self.arrivals.of(page) is not before, SETTLING)
        if self._page in self.arrivals.gone:
            self._page = self._tops()[0]
        if self._page != page:
            self._bidi.wait(lambda: self.arrivals.of(self._page) is not None, SETTLING)
        if self.arrivals.of(self._page) in (None, before):
            return self._arrived(None, "")
        if not self._bidi.wait(self._is_there, self._bidi.seconds):
            self._stop()
            arriving = self.arrivals.of(self._page)
            raise late(arriving.url if arriving else "", self._bidi.seconds)
        arriving = self.arrivals.of(self._page)
        return self._arrived(arriving, arriving.url if arriving else "")

    def _is_there(self) -> bool:
        if self.arrivals.files:
            return True
        arriving = self.arrivals.of(self._page)
        return arriving is not None and (arriving.came or bool(arriving.failed))

    def _arrived(self, arriving: Arriving | None, url: str) -> Shown:
        self._explain(url)
        if arriving is not None:
            check_status(arriving.status, arriving.url)
            if arriving.failed:
                self._guard.check_way()
                raise trouble_of(f"Error: {arriving.failed}", url)
            self._bidi.wait(lambda: arriving.loaded, LOADED)
        self._check_where()
        return self._shown()

    def _explain(self, url: str) -> None:
        """Raise the reason for which a page was not gone to, where that is not the network's."""
        if self._page in self._guard.refused:
            raise self._guard.refused[self._page]
        if any(kind == BEFORE_LEAVING for kind, _ in self._said):
            raise would_lose(self._what()[0])
        if self.arrivals.files:
            raise is_a_file(url) if url else behind_it(self.arrivals.files[-1])

    def _stop(self) -> None:
        """Wait no longer for what the page loads."""
        self._bidi.begin_script(self._page, STOP)

    # -- the page

    def read(self) -> Article:
        """As the port says."""
        return article_of(json.loads(self._script(AS_TEXT.format(script=SCRIPT), given(MOST))))

    def click(self, text: str, number: int) -> Shown:
        """As the port says."""
        found = the_one(text, number, self._found(CLICKABLE))
        before = self.arrivals.of(self._page)
        found.element.press(found.title)
        try:
            return self._came(before)
        except ToolError as error:
            if error.code == "IS_A_FILE":
                raise behind_it(self.arrivals.files[-1]) from error
            raise

    def fill(self, field: str, text: str) -> Shown:
        """As the port says."""
        fill_in(the_one(field, 0, self._found(FIELDS)), text)
        return self._shown()

    def picture(self) -> Picture:
        """As the port says."""
        data = self._bidi.ask("browsingContext.captureScreenshot", context=self._page, origin="viewport")["data"]
        png = base64.b64decode(data)
        return Picture(png, *struct.unpack("!II", png[SIZE_OF_PNG]))

    def bring(self, what: str, *, is_address: bool) -> Brought:
        """As the port says."""
        if is_address:
            return fetched(self._bidi, self._page, what, self._by)
        found = the_one(what, 0, self._found(CLICKABLE))
        if found.href.startswith("http"):
            return fetched(self._bidi, self._page, found.href, self._by)
        return self._behind(found)

    def _behind(self, found: Found) -> Brought:
        node: Node = found.element
        return from_click(self._bidi, self.arrivals, self._folder, found, lambda: node.press(found.title))

    def _found(self, kind: str) -> list[Found]:
        return found_in(self._bidi, _contexts(self._tree(self._page)), kind)

    # -- tabs

    def tabs(self) -> list[Tab]:
        """As the port says."""
        asked = [(context, self._bidi.begin_script(context, WHAT)) for context in self._tops()]
        return [
            Tab(number, *self._told_in_time(asking), context == self._page)
            for number, (context, asking) in enumerate(asked, 1)
        ]

    def _told_in_time(self, asking: int) -> tuple[str, str]:
        try:
            title, url = self._bidi.told(asking, OF_A_PAGE)
        except (LateError, RefusedError):
            return "", ""
        return str(title), str(url)

    def open_tab(self, url: str) -> Shown:
        """As the port says."""
        if self._by and url:
            check_public(url, self._by)
        self._page = self._created()
        return self.navigate(url) if url else self._shown()

    def close_tab(self, tab: str) -> Shown:
        """As the port says."""
        pages = self._tops()
        page = pages[tab_meant(tab, self.tabs())] if tab else self._page
        at = pages.index(page)
        if len(pages) == 1:
            self._created()
        self._bidi.ask("browsingContext.close", context=page, promptUnload=False)
        left = self._tops()
        if page == self._page or self._page not in left:
            self._activate(left[min(at, len(left) - 1)])
        return self._shown()

    def switch_tab(self, tab: str) -> Shown:
        """As the port says."""
        self._activate(self._tops()[tab_meant(tab, self.tabs())])
        self._check_where()
        return self._shown()

    def _activate(self, context: str) -> None:
        self._bidi.ask("browsingContext.activate", context=context)
        self._page = context

    def _created(self) -> str:
        return str(self._bidi.ask("browsingContext.create", type="tab")["context"])

    def _opened(self, context: str) -> None:
        """A page that another opened is the current one."""
        self._page = context

    def _tops(self) -> list[str]:
        tree = self._bidi.ask("browsingContext.getTree", maxDepth=0)
        return [str(each["context"]) for each in tree["contexts"]]

    def _tree(self, root: str) -> dict[str, Any]:
        tree: dict[str, Any] = self._bidi.ask("browsingContext.getTree", root=root)["contexts"][0]
        return tree

    # -- what is told

    def _asked(self, event: dict[str, Any]) -> None:
        """A dialog, which the session answers with no by itself."""
        self._said.append((event["type"], event["message"]))

    def _refuse_password(self, event: dict[str, Any]) -> None:
        """A password that a server asks for is nobody's to give; its page then says so."""
        if event["isBlocked"]:
            self._bidi.tell("network.continueWithAuth", request=event["request"]["request"], action="cancel")

    def _shown(self) -> Shown:
        title, url = self._what()
        said = "; ".join(message for kind, message in self._said if kind != BEFORE_LEAVING)
        return Shown(title, url, said)

    def _what(self) -> tuple[str, str]:
        title, url = self._script(WHAT)
        return str(title), str(url)

    def _script(self, function: str, *more: dict[str, Any]) -> Any:
        return self._bidi.script(self._page, function, *more)


def _contexts(tree: dict[str, Any]) -> list[str]:
    """A page and its frames."""
    return [tree["context"], *(inner for child in tree["children"] or () for inner in _contexts(child))]


def _urls(tree: dict[str, Any]) -> list[str]:
    """The addresses of a page and its frames."""
    return [tree["url"], *(inner for child in tree["children"] or () for inner in _urls(child))]
