"""Where pages may not go that nobody's own words asked for: each request is looked at before it is made."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from aura.capability.errors import ToolError
from aura.machine.browser.addresses import check_public, inside
from aura.machine.browser.bidi import Bidi
from aura.machine.browser.outside import WayOutside

BEFORE = "beforeRequestSent"
WITHIN_A_PAGE = ("about", "blob", "data")
"""Schemes of what is in a page already, for which nobody is asked."""


class Guard:
    """Stops requests for what is not on the public internet, also those that a redirect, a frame or a script makes.

    `refused` has why a page was not asked for, by the context that it was to come into.
    """

    def __init__(self, bidi: Bidi, way: WayOutside | None) -> None:
        """`way` is that by which all requests go, where there is one."""
        self._bidi = bidi
        self._way = way
        self._by = ""
        self._intercept = ""
        self._known: dict[tuple[str, str], ToolError | None] = {}
        self.refused: dict[str, ToolError] = {}

    def of(self, proposed_by: str) -> None:
        """Look at what is asked for from now on, for somebody; for the user's own words nothing is."""
        self._by = proposed_by
        self._known.clear()
        self.refused.clear()
        if self._way is not None:
            self._way.refused.clear()
        if proposed_by and not self._intercept:
            self._bidi.on(f"network.{BEFORE}", self._asked)
            self._bidi.ask("session.subscribe", events=[f"network.{BEFORE}"])
            self._intercept = self._bidi.ask("network.addIntercept", phases=[BEFORE])["intercept"]
        elif self._intercept and not proposed_by:
            self._bidi.ask("network.removeIntercept", intercept=self._intercept)
            self._intercept = ""

    def check_way(self) -> None:
        """Raise ToolError `ADDRESS_REFUSED` where a page did not come since its name stands for what is inside."""
        if self._way is not None and self._way.refused:
            raise inside(f"http://{self._way.refused[-1]}/", self._by)

    def _asked(self, event: dict[str, Any]) -> None:
        if not event["isBlocked"]:
            return
        request = event["request"]
        refusal = self._refusal(request["url"])
        if refusal is None:
            self._bidi.tell("network.continueRequest", request=request["request"])
            return
        if event["navigation"] is not None and event["context"]:
            self.refused[event["context"]] = refusal
        self._bidi.tell("network.failRequest", request=request["request"])

    def _refusal(self, url: str) -> ToolError | None:
        parts = urlsplit(url)
        if parts.scheme in WITHIN_A_PAGE:
            return None
        place = (parts.scheme, parts.netloc)
        if place not in self._known:
            try:
                check_public(url, self._by or "a plan")
                self._known[place] = None
            except ToolError as error:
                self._known[place] = error
        return self._known[place]
