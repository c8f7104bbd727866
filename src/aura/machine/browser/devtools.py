"""The little that is said to a Chromium without a library: over its debugging port, on this computer only.

A page that waits for what it loads, shows a dialog or hangs keeps a library from connecting at all.
"""

from __future__ import annotations

import contextlib
import json
import time
from pathlib import Path
from typing import Any

from msgspec import Struct

from aura.machine.browser.wire import HOST, Wire

EMPTY = "about:blank"
PORT_FILE = "DevToolsActivePort"


class Target(Struct, frozen=True):
    """A page of the browser as its port tells it, the one used last first."""

    id: str
    type: str
    title: str = ""
    url: str = ""


def asked(port: int, path: str, seconds: float, method: str = "GET") -> Any:
    """What the port answers over HTTP, as JSON; raises OSError or ValueError where it does not."""
    from http.client import HTTPConnection, HTTPException

    connection = HTTPConnection(HOST, port, timeout=seconds)
    try:
        connection.request(method, path)
        return json.loads(connection.getresponse().read())
    except HTTPException as error:
        raise OSError(str(error)) from error
    finally:
        connection.close()


def pages_of(port: int, seconds: float) -> list[Target]:
    """The pages that are open, the one used last first."""
    import msgspec

    found = msgspec.convert(asked(port, "/json/list", seconds), list[Target])
    return [target for target in found if target.type == "page"]


def close_page(port: int, target: str, seconds: float) -> None:
    """Close a page, whatever it does, and leave an empty one, without which the browser might end."""
    asked(port, f"/json/new?{EMPTY}", seconds, "PUT")
    with contextlib.suppress(ValueError):  # It is answered with a sentence, not with JSON.
        asked(port, f"/json/close/{target}", seconds)


def answers(port: int, target: str, seconds: float) -> bool:
    """Whether a page answers, once it is told to wait no longer for what it loads."""
    end = time.monotonic() + seconds
    try:
        with Wire(port, f"/devtools/page/{target}", seconds) as wire:
            wire.send(1, "Page.stopLoading", {})
            wire.send(2, "Runtime.evaluate", {"expression": "1"})
            return wire.answers(2, end)
    except (OSError, ValueError):
        return False


class DevTools:
    """How Chromium is started, found and ended: the Talk of its sessions."""

    kind, profile = "chromium", "profile"

    def arguments(self, profile: Path) -> list[str]:
        """As the protocol says."""
        return [f"--user-data-dir={profile}"]

    def prepare(self, profile: Path, *, again: bool) -> None:
        """As the protocol says."""
        (profile / PORT_FILE).unlink(missing_ok=True)

    def place(self, profile: Path) -> tuple[int, str] | None:
        """As the protocol says: Chromium writes its port and its path down."""
        try:
            port, path = (profile / PORT_FILE).read_text(encoding="utf-8").split("\n")[:2]
            return int(port), path
        except (OSError, ValueError):
            return None

    def answers(self, port: int, path: str, seconds: float) -> bool:
        """As the protocol says: the path is secret, so another program at the port does not know it."""
        try:
            told = asked(port, "/json/version", seconds)
        except (OSError, ValueError):
            return False
        return isinstance(told, dict) and str(told.get("webSocketDebuggerUrl", "")).endswith(path)

    def end(self, port: int, path: str, seconds: float) -> None:
        """As the protocol says."""
        with contextlib.suppress(OSError, ValueError), Wire(port, path, seconds) as wire:
            wire.send(1, "Browser.close", {})
            wire.answers(1, time.monotonic() + seconds)
