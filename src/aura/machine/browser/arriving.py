"""What Firefox tells of pages that come: where each tab is going to, how far it is, and files that come instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from msgspec import Struct

from aura.machine.browser.bidi import Bidi

ABORTED = "NS_BINDING_ABORTED"
ERROR_PAGES = ("about:neterror", "about:certerror")
EVENTS = (
    "browsingContext.contextCreated",
    "browsingContext.contextDestroyed",
    "browsingContext.navigationStarted",
    "browsingContext.navigationCommitted",
    "browsingContext.navigationFailed",
    "browsingContext.domContentLoaded",
    "browsingContext.load",
    "browsingContext.downloadWillBegin",
    "browsingContext.downloadEnd",
    "browsingContext.userPromptOpened",
    "network.authRequired",
    "network.responseStarted",
    "network.fetchError",
)


class Arriving(Struct):
    """A page on its way into a tab: `failed` is the browser's name for why it will not come."""

    navigation: str
    url: str
    status: int = 0
    failed: str = ""
    committed: bool = False
    readable: bool = False
    loaded: bool = False

    @property
    def came(self) -> bool:
        """Whether it can be read."""
        return self.committed and self.readable


class Arrivals:
    """The last page that began to come into each tab, by the tab's context; `opened` is called with each new tab."""

    def __init__(self, bidi: Bidi, opened: Callable[[str], None]) -> None:
        self._now: dict[str, Arriving] = {}
        self._opened = opened
        self._listens = False
        self.files: list[str] = []
        self.ended: list[dict[str, Any]] = []
        self.gone: set[str] = set()
        for event, listener in {
            "contextCreated": self._created,
            "contextDestroyed": lambda told: self.gone.add(told["context"]),
            "navigationStarted": self._started,
            "navigationCommitted": self._committed,
            "navigationFailed": self._failed,
            "domContentLoaded": self._readable,
            "load": self._loaded,
            "downloadWillBegin": lambda told: self.files.append(str(told["suggestedFilename"])),
            "downloadEnd": self.ended.append,
        }.items():
            bidi.on(f"browsingContext.{event}", listener)
        bidi.on("network.responseStarted", self._responded)
        bidi.on("network.fetchError", self._broke)
        bidi.ask("session.subscribe", events=list(EVENTS))
        self._listens = True

    def of(self, context: str) -> Arriving | None:
        """What came last into a tab, or is about to."""
        return self._now.get(context)

    def clear(self) -> None:
        """Forget the files of earlier calls."""
        self.files.clear()
        self.ended.clear()

    def _meant(self, told: dict[str, Any]) -> Arriving | None:
        arriving = self._now.get(told.get("context") or "")
        return arriving if arriving is not None and arriving.navigation == told.get("navigation") else None

    def _created(self, told: dict[str, Any]) -> None:
        if self._listens and told["parent"] is None:
            self._opened(str(told["context"]))

    def _started(self, told: dict[str, Any]) -> None:
        self._now[told["context"]] = Arriving(told["navigation"], told.get("url", ""))

    def _committed(self, told: dict[str, Any]) -> None:
        if arriving := self._meant(told):
            arriving.committed = True
            if told["url"].startswith(ERROR_PAGES) and not arriving.failed:
                arriving.failed = parse_qs(urlsplit(told["url"]).query).get("e", [ABORTED])[0]

    def _failed(self, told: dict[str, Any]) -> None:
        if arriving := self._meant(told):
            arriving.failed = arriving.failed or ABORTED

    def _readable(self, told: dict[str, Any]) -> None:
        arriving = self._meant(told)
        if arriving and not told["url"].startswith(ERROR_PAGES):
            arriving.readable = True

    def _loaded(self, told: dict[str, Any]) -> None:
        arriving = self._meant(told)
        if arriving and not told["url"].startswith(ERROR_PAGES):
            arriving.readable = arriving.loaded = True

    def _responded(self, told: dict[str, Any]) -> None:
        if arriving := self._meant(told):
            arriving.status, arriving.url = told["response"]["status"], told["response"]["url"]

    def _broke(self, told: dict[str, Any]) -> None:
        if arriving := self._meant(told):
            arriving.failed = told["errorText"]
