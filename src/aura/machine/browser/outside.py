"""The way out for a browser that may only go outside: a SOCKS proxy of this process, for as long as its session lasts.

A name may stand for another address when the browser asks than when it was looked at. Here the address that was looked
at is the one that is connected to.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import struct
import threading

from aura.machine.browser.addresses import public_numbers
from aura.machine.browser.wire import HOST

VERSION, NO_SECRET, CONNECT = 5, 0, 1
NUMBER, NAME, LONG_NUMBER = 1, 3, 4
DONE, FORBIDDEN, UNREACHED = 0, 2, 4
NOWHERE = struct.pack("!BBIH", 0, NUMBER, 0, 0)
PART = 1 << 16


class WayOutside:
    """Listens on loopback until `close`; `refused` has the hosts that are not on the public internet."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._listening = socket.create_server((HOST, 0))
        self.port: int = self._listening.getsockname()[1]
        self.refused: list[str] = []
        threading.Thread(target=self._listen, name="way outside", daemon=True).start()

    def close(self) -> None:
        """Take no more connections; those that there are end with their browser's."""
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _listen(self) -> None:
        while True:
            try:
                asking, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(asking,), name="way outside", daemon=True).start()

    def _serve(self, asking: socket.socket) -> None:
        with asking, contextlib.suppress(OSError, struct.error, UnicodeError):
            asking.settimeout(self._seconds)
            host, port = _asked(asking)
            numbers = public_numbers(host)
            if not numbers:
                self.refused.extend([host] if numbers is None else [])
                asking.sendall(bytes([VERSION, UNREACHED if numbers is not None else FORBIDDEN]) + NOWHERE)
                return
            try:
                there = self._connected(numbers, port)
            except OSError:
                asking.sendall(bytes([VERSION, UNREACHED]) + NOWHERE)
                return
            with there:
                asking.sendall(bytes([VERSION, DONE]) + NOWHERE)
                _pass_on(asking, there)

    def _connected(self, numbers: list[str], port: int) -> socket.socket:
        for number in numbers[:-1]:
            with contextlib.suppress(OSError):
                return socket.create_connection((number, port), timeout=self._seconds)
        return socket.create_connection((numbers[-1], port), timeout=self._seconds)


def _asked(asking: socket.socket) -> tuple[str, int]:
    """The host and port that a browser asks for; raises OSError where it asks for anything else."""
    _, methods = _read(asking, 2)
    _read(asking, methods)
    asking.sendall(bytes([VERSION, NO_SECRET]))
    version, command, _, kind = _read(asking, 4)
    if (version, command) != (VERSION, CONNECT):
        raise OSError("This is no request for a connection.")
    if kind == NAME:
        host = _read(asking, _read(asking, 1)[0]).decode("ascii")
    else:
        family, size = (socket.AF_INET, 4) if kind == NUMBER else (socket.AF_INET6, 16)
        host = socket.inet_ntop(family, _read(asking, size))
    return host, struct.unpack("!H", _read(asking, 2))[0]


def _read(asking: socket.socket, size: int) -> bytes:
    got = b""
    while len(got) < size:
        part = asking.recv(size - len(got))
        if not part:
            raise OSError("The browser ended the connection.")
        got += part
    return got


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    """Pass on what each side says until one of them ends."""
    one.settimeout(None)
    other.settimeout(None)
    with selectors.DefaultSelector() as ready:
        ready.register(one, selectors.EVENT_READ, other)
        ready.register(other, selectors.EVENT_READ, one)
        while True:
            for key, _ in ready.select():
                assert isinstance(key.fileobj, socket.socket)
                part = key.fileobj.recv(PART)
                if not part:
                    return
                key.data.sendall(part)
