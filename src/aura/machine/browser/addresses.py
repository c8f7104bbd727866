"""Which addresses may be gone to: complete ones on the web, and for what a model proposed only public ones."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from urllib.parse import SplitResult, urlsplit

from aura.capability.errors import ToolError

WEB = ("http", "https")
FILE = "file"
EMPTY = "about:blank"
SCHEME = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):(?P<rest>.*)", re.DOTALL)
WINDOWS_PATH = re.compile(r"[A-Za-z]:[\\/]")
PORT = re.compile(r"\d{1,5}(?:[/?#]|\Z)")
OUTSIDE_NAMES = re.compile(
    r"(?i)(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa|localdomain)\.?$"
)
HERE = re.compile(r"(?i)(?:[\w-]+\.)*localhost")
REFUSED = "ADDRESS_REFUSED"


def address_of(said: str) -> str:
    """A complete address of what was said: a bare host gets https, one of this computer http, a file's path its scheme.

    Raises ToolError `ADDRESS_REFUSED` for what is neither on the web nor a file, `NO_ADDRESS` for what is none.
    """
    said = said.strip()
    if said == EMPTY:
        return EMPTY
    if said.startswith("/") or WINDOWS_PATH.match(said):
        from pathlib import PurePosixPath, PureWindowsPath

        path = PureWindowsPath(said) if WINDOWS_PATH.match(said) else PurePosixPath(said)
        return path.as_uri()
    scheme = SCHEME.fullmatch(said)
    if scheme is None or PORT.match(scheme["rest"]):
        host = re.split(r"[/?#:]", said, maxsplit=1)[0]
        plain = HERE.fullmatch(host) or _literal(host)
        return _on_the_web(f"{'http' if plain else 'https'}://{said}", said)
    if scheme["scheme"].lower() == FILE:
        return said
    if scheme["scheme"].lower() not in WEB:
        raise ToolError(
            REFUSED, f"{_short(said)} is no page of the web, so it is not opened; only http and https addresses are."
        )
    return _on_the_web(said, said)


def _on_the_web(address: str, said: str) -> str:
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or any(character.isspace() for character in address) or not re.search(r"[\w\]]", host):
        raise ToolError("NO_ADDRESS", f'"{_short(said)}" is no address of a page; say one such as https://example.org.')
    return address


def check_public(url: str, by: str) -> None:
    """Raise ToolError `ADDRESS_REFUSED` for an address that is not on the public internet, which `by` proposed."""
    parts = urlsplit(url)
    if url == EMPTY:
        return
    if parts.scheme not in WEB or not is_public(parts):
        raise inside(url, by)


def inside(url: str, by: str) -> ToolError:
    """What is said of an address that is not on the public internet."""
    return ToolError(
        REFUSED,
        f"{_short(url)} is not on the public internet, and {by} may not go there; say it yourself if you mean it.",
    )


def is_public(parts: SplitResult) -> bool:
    """Whether every address that a host's name stands for is one of the public internet."""
    host = (parts.hostname or "").rstrip(".")
    if not host or OUTSIDE_NAMES.search(host):
        return False
    literal = _literal(host)
    if literal is not None:
        return literal.is_global
    if "." not in host:
        return False
    return all(address.is_global and not address.is_multicast for address in _resolved(host))


def public_numbers(host: str) -> list[str] | None:
    """The IP addresses that a host's name stands for, none where it has none; None where one of them is inside."""
    host = host.rstrip(".")
    if not is_public(SplitResult("http", f"[{host}]" if ":" in host else host, "", "", "")):
        return None
    literal = _literal(host)
    found = [literal] if literal is not None else _resolved(host)
    outside = all(address.is_global and not address.is_multicast for address in found)
    return [str(address) for address in found] if outside else None


def is_public_number(text: str) -> bool:
    """Whether an IP address that a server answered from is one of the public internet."""
    literal = _literal(text)
    return literal is not None and literal.is_global


def proxy_ports() -> set[int]:
    """The ports of the proxies of this computer: where one is used, the address of a server says nothing of it."""
    import urllib.request

    ports = {urlsplit(address).port for address in urllib.request.getproxies().values()}
    return {port for port in ports if port}


def _literal(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The IP address that a host is, also as browsers read other ways to write one (`0x7f.1`, `2130706433`)."""
    import socket

    try:
        address = ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        if not re.fullmatch(r"(?i)[0-9a-fx.]*\d[0-9a-fx.]*", host) or re.search(r"(?i)[g-wyz]", host):
            return None
        try:
            address = ipaddress.IPv4Address(socket.inet_aton(host))
        except OSError:
            return None
    mapped = getattr(address, "ipv4_mapped", None) or getattr(address, "sixtofour", None)
    return mapped or address


def _resolved(host: str) -> Sequence[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    """The addresses of a host's name; none where it has none, which the browser will say."""
    import socket

    try:
        found = socket.getaddrinfo(host, None, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError):
        return ()
    literals = (_literal(str(entry[4][0])) for entry in found)
    return [literal for literal in literals if literal is not None]


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"
