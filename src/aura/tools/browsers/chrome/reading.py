"""What is done on the page that the browser shows: it is read, clicked, filled in."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from aura.capability.conduct import Conduct
from aura.capability.effect import Effect
from aura.capability.ports import ProposedBy
from aura.capability.semantic import Text
from aura.capability.tool import tool
from aura.machine.browser.port import Browser
from aura.tools.browsers.chrome.pages import Page, page_of

SECRETLY = Conduct(secrets=True)
NO_TEXT = "There is no text on the page."


class Read(Struct, frozen=True):
    """What a page says."""

    title: Annotated[str, "The title of the page."]
    url: Annotated[str, "Its address."]
    text: Annotated[Text, "What its main part says."]


@tool(verb="read", object="page", effect=Effect.READS, requires_session=True)
def read_page(browser: Browser, proposed_by: ProposedBy) -> Read:
    """Read the text of the page that the browser shows."""
    found = browser.pages(proposed_by).read()
    return Read(found.title, found.url, found.text or NO_TEXT)


@tool(verb="click", object="page", effect=Effect.ACTS, requires_session=True)
def click(
    browser: Browser,
    proposed_by: ProposedBy,
    text: Annotated[str, "The text of a link, button or other thing on the page."],
    number: Annotated[int, "Which of several with that text, from 1."] = 0,
) -> Page:
    """Click a link or button on the page, by its text."""
    return page_of(browser.pages(proposed_by).click(text, number))


@tool(verb="fill", object="field", effect=Effect.ACTS, requires_session=True, conduct=SECRETLY)
def fill(
    browser: Browser,
    proposed_by: ProposedBy,
    field: Annotated[str, "The field, by its label, placeholder or name."],
    text: Annotated[Text, "What to write; a choice of a list; true or false for a box."],
) -> Page:
    """Fill in a field on the page."""
    return page_of(browser.pages(proposed_by).fill(field, text))
