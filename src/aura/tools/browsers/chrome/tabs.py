"""The tabs of the browser, and the end of its session."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.ports import ProposedBy
from aura.capability.semantic import Text
from aura.capability.tool import tool
from aura.machine.browser.addresses import address_of
from aura.machine.browser.port import Browser, Tab
from aura.tools.browsers.chrome.pages import Page, page_of

Which = Annotated[str, "A number, a part of its title or address, or next, previous, first, last."]


class Tabs(Struct, frozen=True):
    """The tabs that are open."""

    tabs: Annotated[list[Tab], "Number, title and address of each, oldest first, and which is the current one."]
    text: Annotated[Text, "The same in words, a line a tab."]


@tool(verb="open", object="tab", effect=Effect.ACTS, requires_session=True)
def new_tab(browser: Browser, proposed_by: ProposedBy, url: Annotated[str, "What to open in it."] = "") -> Page:
    """Open a new tab in the browser, empty or with a page."""
    return page_of(browser.pages(proposed_by).open_tab(address_of(url) if url else ""))


@tool(verb="close", object="tab", effect=Effect.ACTS, ends=True, requires_session=True)
def close_tab(browser: Browser, proposed_by: ProposedBy, tab: Which = "") -> Page:
    """Close a tab of the browser, the current one if none is named."""
    return page_of(browser.pages(proposed_by).close_tab(tab))


@tool(verb="switch", object="tab", effect=Effect.ACTS, requires_session=True)
def switch_tab(browser: Browser, proposed_by: ProposedBy, tab: Which) -> Page:
    """Go to another tab of the browser."""
    return page_of(browser.pages(proposed_by).switch_tab(tab))


@tool(verb="list", object="tabs", effect=Effect.READS, requires_session=True)
def list_tabs(browser: Browser, proposed_by: ProposedBy) -> Tabs:
    """List the tabs of the browser."""
    tabs = browser.pages(proposed_by).tabs()
    return Tabs(tabs, "\n".join(f"{'→' if tab.current else ' '} {tab.number}  {tab.title}  {tab.url}" for tab in tabs))


@tool(verb="close", object="session", effect=Effect.ACTS)
def close(browser: Browser) -> None:
    """End the session of the browser, with all its tabs."""
    if not browser.close():
        raise ToolError("NO_SESSION", "No session of the browser is open, so there is nothing to close.")
