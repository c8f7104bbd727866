"""Going to pages: an address, a search, back and forward."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote_plus

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen
from aura.capability.ports import ProposedBy
from aura.capability.semantic import Text
from aura.capability.tool import tool
from aura.machine.browser.addresses import address_of
from aura.machine.browser.port import Browser, Shown

USUAL_SITE = "google"
HERE = "{query}"


class Page(Struct, frozen=True):
    """A page that is shown."""

    title: Annotated[str, "Its title."]
    url: Annotated[str, "Its address."]
    said: Annotated[str, "What it said in a dialog meanwhile, which was answered with no."]


def page_of(shown: Shown) -> Page:
    """A page as tools tell it."""
    return Page(shown.title, shown.url, shown.said)


def _to_navigate(browser: Browser, proposed_by: ProposedBy, url: str) -> Foreseen:
    return Foreseen(f"opens {address_of(url)} in {browser.name}")


@tool(verb="navigate", effect=Effect.ACTS, requires_session=True, foresee=_to_navigate)
def navigate(
    browser: Browser, proposed_by: ProposedBy, url: Annotated[str, "The address; a bare host gets https."]
) -> Page:
    """Open a page in the current tab of the browser."""
    return page_of(browser.pages(proposed_by).navigate(address_of(url)))


def address_of_search(browser: Browser, query: str, site: str) -> str:
    """Where a site is searched for words; raises ToolError `SITE_UNKNOWN`."""
    if not query.strip():
        raise ToolError("NOTHING_NAMED", "It was not said what to search for; say it.")
    known = browser.sites.get(site.casefold())
    if known is None or HERE not in known.search:
        there = ", ".join(name for name, each in browser.sites.items() if HERE in each.search)
        raise ToolError("SITE_UNKNOWN", f"{site} is not known as a site that can be searched; there are {there}.")
    return known.search.replace(HERE, quote_plus(query.strip()))


def _to_search(browser: Browser, proposed_by: ProposedBy, query: str, site: str = USUAL_SITE) -> Foreseen:
    return Foreseen(f"opens {address_of_search(browser, query, site)} in {browser.name}")


@tool(verb="search", effect=Effect.ACTS, requires_session=True, foresee=_to_search)
def search(
    browser: Browser,
    proposed_by: ProposedBy,
    query: Annotated[Text, "What to look for."],
    site: Annotated[str, "The site to look on, as it is called in the settings."] = USUAL_SITE,
) -> Page:
    """Search a site on the web, and show what it found."""
    return page_of(browser.pages(proposed_by).navigate(address_of_search(browser, query, site)))


@tool(verb="go", object="back", effect=Effect.ACTS, requires_session=True)
def back(browser: Browser, proposed_by: ProposedBy) -> Page:
    """Go back to the page before in the browser."""
    return page_of(browser.pages(proposed_by).back())


@tool(verb="go", object="forward", effect=Effect.ACTS, requires_session=True)
def forward(browser: Browser, proposed_by: ProposedBy) -> Page:
    """Go forward again to the page that was gone back from in the browser."""
    return page_of(browser.pages(proposed_by).forward())


@tool(verb="refresh", object="page", effect=Effect.ACTS, requires_session=True)
def refresh(browser: Browser, proposed_by: ProposedBy) -> Page:
    """Load the page in the browser again."""
    return page_of(browser.pages(proposed_by).refresh())
