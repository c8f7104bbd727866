"""The pages of a session as tools have them: each call is made where and when the session allows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from aura.machine.browser.port import Article, Brought, Pages, Picture, Shown, Tab

Given = TypeVar("Given")


class ToldPages:
    """The Pages port over one way to make a call with the pages of a session, for whoever proposed it."""

    def __init__(self, told: Callable[[str, Callable[[Pages], Any]], Any], proposed_by: str) -> None:
        self._tell = told
        self._by = proposed_by

    def _told(self, call: Callable[[Pages], Given]) -> Given:
        given: Given = self._tell(self._by, call)
        return given

    def navigate(self, url: str) -> Shown:
        """As the port says."""
        return self._told(lambda pages: pages.navigate(url))

    def back(self) -> Shown:
        """As the port says."""
        return self._told(lambda pages: pages.back())

    def forward(self) -> Shown:
        """As the port says."""
        return self._told(lambda pages: pages.forward())

    def refresh(self) -> Shown:
        """As the port says."""
        return self._told(lambda pages: pages.refresh())

    def read(self) -> Article:
        """As the port says."""
        return self._told(lambda pages: pages.read())

    def click(self, text: str, number: int) -> Shown:
        """As the port says."""
        return self._told(lambda pages: pages.click(text, number))

    def fill(self, field: str, text: str) -> Shown:
        """As the port says."""
        return self._told(lambda pages: pages.fill(field, text))

    def picture(self) -> Picture:
        """As the port says."""
        return self._told(lambda pages: pages.picture())

    def bring(self, what: str, *, is_address: bool) -> Brought:
        """As the port says."""
        return self._told(lambda pages: pages.bring(what, is_address=is_address))

    def tabs(self) -> list[Tab]:
        """As the port says."""
        return self._told(lambda pages: pages.tabs())

    def open_tab(self, url: str) -> Shown:
        """As the port says."""
        return self._told(lambda pages: pages.open_tab(url))

    def close_tab(self, tab: str) -> Shown:
        """As the port says."""
        return self._told(lambda pages: pages.close_tab(tab))

    def switch_tab(self, tab: str) -> Shown:
        """As the port says."""
        return self._told(lambda pages: pages.switch_tab(tab))
