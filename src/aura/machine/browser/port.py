"""The browser as a port: a session that is held, and what can be done with its pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

from aura.capability.machine import served_by
from aura.config.settings import Site


class Shown(Struct, frozen=True):
    """A page as it is shown, and what it said in a dialog meanwhile, which was answered with no."""

    title: str
    url: str
    said: str = ""


class Article(Struct, frozen=True):
    """What a page says."""

    title: str
    url: str
    text: str


class Tab(Struct, frozen=True):
    """A tab: its number from 1, and whether it is the one that commands are about."""

    number: int
    title: str
    url: str
    current: bool


class Brought(Struct, frozen=True):
    """A file that a page gave."""

    name: str
    content: bytes
    url: str


class Picture(Struct, frozen=True):
    """The pixels of a page as a PNG."""

    png: bytes
    width: int
    height: int


class Pages(Protocol):
    """The pages of a session that is held. All raise ToolError, in bounded time, with a sentence for the user.

    An address is complete, as `address_of` gives it.
    """

    def navigate(self, url: str) -> Shown:
        """Show an address in the current tab."""
        ...

    def back(self) -> Shown:
        """Show the page before."""
        ...

    def forward(self) -> Shown:
        """Show the page that was gone back from."""
        ...

    def refresh(self) -> Shown:
        """Load the page again."""
        ...

    def read(self) -> Article:
        """What the page says, without what stands around its main part."""
        ...

    def click(self, text: str, number: int) -> Shown:
        """Click what has a text; `number` says which, from 1, where several have it, 0 that only one may."""
        ...

    def fill(self, field: str, text: str) -> Shown:
        """Put a text into a field, choose it in a list, or tick a box with it."""
        ...

    def picture(self) -> Picture:
        """What is seen of the page."""
        ...

    def bring(self, what: str, *, is_address: bool) -> Brought:
        """The file at an address, or behind a link or button that has a text."""
        ...

    def tabs(self) -> list[Tab]:
        """The tabs, oldest first."""
        ...

    def open_tab(self, url: str) -> Shown:
        """A new tab, with an address if there is one, that is current from then on."""
        ...

    def close_tab(self, tab: str) -> Shown:
        """Close a tab, the current one where none is named; the last leaves an empty one."""
        ...

    def switch_tab(self, tab: str) -> Shown:
        """Make a tab current: by its number, a part of its title or address, or `next`, `previous`, `first`, `last`."""
        ...


@served_by("chromium.ChromiumBrowser", "firefox.FirefoxBrowser", session=True)
class Browser(Protocol):
    """The browser: a session of AURA's own."""

    @property
    def name(self) -> str:
        """How messages call it."""
        ...

    @property
    def is_held(self) -> bool:
        """Whether a plan holds the session, so that its pages can be had."""
        ...

    @property
    def sites(self) -> Mapping[str, Site]:
        """The sites that people call by name."""
        ...

    def hold(self) -> None:
        """Find the session that is open, or open it."""
        ...

    def let_go(self) -> None:
        """Need the session no more; it stays open."""
        ...

    def pages(self, proposed_by: str) -> Pages:
        """The pages; those that somebody else than the user asks for are on the public internet only."""
        ...

    def close(self) -> bool:
        """End the session and its browser; whether there was one."""
        ...
