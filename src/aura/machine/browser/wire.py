"""The little that is said to a browser without a library: over its debugging port, on this computer only.

A page that waits for what it loads, shows a dialog or hangs keeps a library from connecting at all.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import socket
import struct
import time
from typing import Any

from msgspec import Struct

HOST, EMPTY = "127.0.0.1", "about:blank"
TEXT, CONTINUED, CLOSE = 1, 0, 8
LONGEST_HEAD = 65536


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
    try:
        with _Wire(port, f"/devtools/page/{target}", seconds) as wire:
            wire.send(1, "Page.stopLoading", {})
            wire.send(2, "Runtime.evaluate", {"expression": "1"})
            return wire.answers(2)
    except (OSError, ValueError):
        return False


def end_browser(port: int, path: str, seconds: float) -> None:
    """Tell the browser at a path to end, so that it keeps cookies and all else that it has to."""
    with contextlib.suppress(OSError, ValueError), _Wire(port, path, seconds) as wire:
        wire.send(1, "Browser.close", {})
        wire.answers(1)


class _Wire:
    """A WebSocket as the browser's port speaks it: small messages of text, one after the other."""

    def __init__(self, port: int, path: str, seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self._socket = socket.create_connection((HOST, port), timeout=seconds)
        key = base64.b64encode(os.urandom(16)).decode()
        self._socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = b""
        while not head.endswith(b"\r\n\r\n") and len(head) < LONGEST_HEAD:
            head += self._read(1)
        if b" 101 " not in head.partition(b"\r\n")[0]:
            raise OSError("The browser did not take the connection.")

    def __enter__(self) -> _Wire:
        return self

    def __exit__(self, *trouble: object) -> None:
        self._socket.close()

    def send(self, number: int, method: str, params: dict[str, Any]) -> None:
        """Say one thing to the page."""
        text = json.dumps({"id": number, "method": method, "params": params}).encode()
        mask = os.urandom(4)
        length = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0x80 | 126]) + struct.pack("!H", len(text))
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(text))
        self._socket.sendall(bytes([0x80 | TEXT]) + length + mask + masked)

    def answers(self, number: int) -> bool:
        """Whether the answer to what had a number comes in time."""
        while True:
            said = json.loads(self._message())
            if said.get("id") == number:
                return "error" not in said

    def _message(self) -> bytes:
        content = b""
        while True:
            first, length = self._read(2)
            length &= 0x7F
            if length == 126:
                length = struct.unpack("!H", self._read(2))[0]
            elif length == 127:
                length = struct.unpack("!Q", self._read(8))[0]
            part = self._read(length)
            if first & 0x0F == CLOSE:
                raise OSError("The browser closed the connection.")
            if first & 0x0F in (TEXT, CONTINUED):
                content += part
                if first & 0x80:
                    return content

    def _read(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            left = self._end - time.monotonic()
            if left <= 0:
                raise TimeoutError("The page does not answer.")
            self._socket.settimeout(left)
            part = self._socket.recv(size - len(found))
            if not part:
                raise OSError("The browser ended the connection.")
            found += part
        return found
