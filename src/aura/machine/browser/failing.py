"""What goes wrong in a browser, as sentences."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, wraps
from http import HTTPStatus
from pathlib import Path
from typing import Any, ParamSpec, TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from aura.capability.errors import ToolError

TABLE = Path(__file__).with_name("troubles.yaml")
NAMED = re.compile(r"net::(ERR_[A-Z_0-9]+)|^Error: (?:\w+\(\w+, )?(\w+)\)?$")
GONE = re.compile(r"(?i)has been closed|target closed|browser closed|connection closed|crashed|ECONNREFUSED")
BAD = 400

Arguments = ParamSpec("Arguments")
Given = TypeVar("Given")


class Trouble(Struct, frozen=True):
    """A kind of trouble: its code, and its sentence."""

    code: str
    says: str


class Table(Struct, frozen=True):
    """The sentences by the browser's names, of which the beginning counts."""

    troubles: dict[str, Trouble]


@cache
def _table() -> Table:
    return msgspec.yaml.decode(TABLE.read_bytes(), type=Table)


def network_name(message: str) -> str:
    """The browser's name of a trouble of the network; empty where it is none."""
    named = NAMED.search(message)
    return (named[1] or named[2]) if named else ""


def error_of(error: Exception, url: str = "", seconds: float = 0.0) -> ToolError:
    """The sentence for what the library raised when it worked on an address, or on the page that is shown."""
    from playwright.sync_api import TimeoutError as Late

    if isinstance(error, Late):
        return late(url, seconds)
    return trouble_of(str(error).partition("\nCall log")[0], url)


def late(url: str, seconds: float) -> ToolError:
    """The sentence for an address, or for the page that is shown, that did not answer in time."""
    host = urlsplit(url).hostname or url or "The page"
    return ToolError("NO_ANSWER", f"{host} did not answer within {seconds:g} seconds; try again later.")


def trouble_of(said: str, url: str = "") -> ToolError:
    """The sentence for what a browser said of its trouble with an address, or with the page that is shown."""
    message = said.partition("\n")[0].strip()
    host = urlsplit(url).hostname or url or "The page"
    if name := network_name(message):
        table = _table().troubles
        trouble = table.get(name) or next((each for key, each in table.items() if name.startswith(key)), None)
        if trouble is not None:
            return ToolError(trouble.code, trouble.says.format(host=host, url=url))
        return ToolError("NOT_REACHED", f"{url or host} could not be opened ({name}); try again later.")
    if GONE.search(message):
        return ToolError("BROWSER_GONE", "The browser or its page was closed meanwhile; say it again.")
    what = message.partition(": ")[2] or message
    return ToolError("PAGE_FAILED", f"The page could not do it ({what.rstrip('.')}); try again.")


def no_page(step: int) -> ToolError:
    """What is said where there is no page before (-1) or after (1) the one that is shown."""
    if step < 0:
        return ToolError("NO_PAGE_BEFORE", "There is no page before this one in its tab.")
    return ToolError("NO_PAGE_AFTER", "There is no page to go forward to in this tab.")


def would_lose(title: str) -> ToolError:
    """What is said of a page that would lose what was typed."""
    return ToolError(
        "WOULD_LOSE",
        f"{title} says that what was typed there would be lost, so it was not left; close its tab to "
        "leave it, or open the other page in a new tab.",
    )


def is_a_file(url: str) -> ToolError:
    """What is said of an address that gives a file."""
    return ToolError("IS_A_FILE", f"{url} is a file and no page; say that it is to be downloaded.")


def behind_it(name: str) -> ToolError:
    """What is said of a link or button that gives a file."""
    return ToolError("IS_A_FILE", f"Behind that is the file {name}, which was not kept; say to download it.")


def check_status(status: int, url: str) -> None:
    """Raise ToolError `HTTP_…` where a server says that there is no such page, or that it cannot give it."""
    if status < BAD:
        return
    try:
        phrase = f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        phrase = str(status)
    raise ToolError(f"HTTP_{status}", f"{urlsplit(url).hostname} does not give the page {url}: it answers {phrase}.")


def in_sentences(method: Callable[Arguments, Given]) -> Callable[Arguments, Given]:
    """A method that raises what the library raises as ToolError."""

    @wraps(method)
    def guarded(*given: Arguments.args, **named: Arguments.kwargs) -> Given:
        from playwright.sync_api import Error

        try:
            return method(*given, **named)
        except Error as error:
            seconds: Any = getattr(given[0], "seconds", 0.0) if given else 0.0
            raise error_of(error, seconds=seconds) from error

    return guarded
