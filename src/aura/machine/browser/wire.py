"""A WebSocket as the debugging ports of browsers speak it: messages of text, each awaited to an end in time."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import socket
import struct
import time
from typing import Any, Self

HOST = "127.0.0.1"
TEXT, CONTINUED, CLOSE = 1, 0, 8
LONGEST_HEAD, PART = 65536, 65536
LAST_OF_MESSAGE, MASKED = 0x80, 0x80
END_OF_HEAD = b"\r\n\r\n"


class Wire:
    """An open connection; raises OSError where it cannot be had or has ended, TimeoutError where nothing came in time.

    What came in part when the time was up is kept, so that it can be waited for again.
    """

    def __init__(self, port: int, path: str, seconds: float) -> None:
        self._got = bytearray()
        self._content = b""
        self._socket = socket.create_connection((HOST, port), timeout=seconds)
        try:
            self._shake_hands(port, path, time.monotonic() + seconds)
        except BaseException:
            self._socket.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *trouble: object) -> None:
        self.close()

    def close(self) -> None:
        """Say no more."""
        with contextlib.suppress(OSError):
            self._socket.close()

    def _shake_hands(self, port: int, path: str, end: float) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        self._socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        while END_OF_HEAD not in self._got:
            if len(self._got) > LONGEST_HEAD:
                raise OSError("The browser gave an answer that is none.")
            self._read(end)
        head, _, rest = bytes(self._got).partition(END_OF_HEAD)
        if b" 101 " not in head.partition(b"\r\n")[0]:
            raise OSError("The browser did not take the connection.")
        self._got = bytearray(rest)

    def send(self, number: int, method: str, params: dict[str, Any]) -> None:
        """Say one thing to the browser."""
        text = json.dumps({"id": number, "method": method, "params": params}).encode()
        mask = os.urandom(4)
        if len(text) < 126:
            length = bytes([MASKED | len(text)])
        elif len(text) < 65536:
            length = bytes([MASKED | 126]) + struct.pack("!H", len(text))
        else:
            length = bytes([MASKED | 127]) + struct.pack("!Q", len(text))
        key = int.from_bytes(mask * (len(text) // 4 + 1), "big") >> 8 * (4 - len(text) % 4)
        masked = (int.from_bytes(text, "big") ^ key).to_bytes(len(text), "big")
        self._socket.sendall(bytes([LAST_OF_MESSAGE | TEXT]) + length + mask + masked)

    def said(self, end: float) -> dict[str, Any]:
        """The next message, awaited until a time of the monotonic clock; raises ValueError where it is no object."""
        while True:
            frame = self._frame()
            if frame is None:
                self._read(end)
                continue
            kind, is_last, part = frame
            if kind == CLOSE:
                raise OSError("The browser closed the connection.")
            if kind in (TEXT, CONTINUED):
                self._content += part
                if is_last:
                    content, self._content = self._content, b""
                    told = json.loads(content)
                    if not isinstance(told, dict):
                        raise ValueError("The browser said what is no message.")
                    return told

    def answers(self, number: int, end: float) -> bool:
        """Whether the answer to what had a number comes in time, and is none that says no."""
        while True:
            told = self.said(end)
            if told.get("id") == number:
                return "error" not in told

    def _frame(self) -> tuple[int, bool, bytes] | None:
        """The next frame that is there whole: its kind, whether it is the last of its message, what it says."""
        got = self._got
        if len(got) < 2:
            return None
        length, start = got[1] & 0x7F, 2
        if length >= 126:
            start = 4 if length == 126 else 10
            if len(got) < start:
                return None
            length = int.from_bytes(got[2:start], "big")
        if len(got) < start + length:
            return None
        kind, is_last, part = got[0] & 0x0F, bool(got[0] & LAST_OF_MESSAGE), bytes(got[start : start + length])
        del got[: start + length]
        return kind, is_last, part

    def _read(self, end: float) -> None:
        left = end - time.monotonic()
        if left <= 0:
            raise TimeoutError("The browser does not answer.")
        self._socket.settimeout(left)
        part = self._socket.recv(PART)
        if not part:
            raise OSError("The browser ended the connection.")
        self._got += part
