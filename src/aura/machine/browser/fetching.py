"""Files for a session of Firefox: by their address with the cookies of the session, or as a click makes them come."""

from __future__ import annotations

import socket
import ssl
import time
import urllib.request
from collections.abc import Callable
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import SplitResult, urljoin, urlsplit

from aura.capability.errors import ToolError
from aura.machine.browser.addresses import address_of, check_public, inside, is_public_number, proxy_ports
from aura.machine.browser.arriving import Arrivals
from aura.machine.browser.bidi import Bidi
from aura.machine.browser.bringing import MOST, MOST_REDIRECTS, in_circles, name_of, no_file, plain_name, too_large
from aura.machine.browser.elements import Found
from aura.machine.browser.failing import check_status, late, trouble_of
from aura.machine.browser.port import Brought

PART = 1 << 16
COMPLETE = "complete"
CALLED = {
    ssl.SSLCertVerificationError: "SEC_ERROR",
    ssl.SSLError: "SSL_ERROR",
    socket.gaierror: "NS_ERROR_UNKNOWN_HOST",
    ConnectionRefusedError: "NS_ERROR_CONNECTION_REFUSED",
    ConnectionError: "NS_ERROR_NET_RESET",
    HTTPException: "NS_ERROR_NET_PARTIAL_TRANSFER",
}
"""What the browser calls what happens here, the nearer first."""
AGENT = "() => navigator.userAgent"


def fetched(bidi: Bidi, context: str, url: str, by: str) -> Brought:
    """The file at an address; raises ToolError where there is none, in about twice the time that a page may take."""
    agent = str(bidi.script(context, AGENT))
    end = time.monotonic() + 2 * bidi.seconds
    for _ in range(MOST_REDIRECTS):
        if by:
            check_public(url, by)
        headers = {"User-Agent": agent, "Cookie": _cookies(bidi, url)}
        try:
            with _answered(urllib.request.Request(url, headers=headers), by, bidi.seconds) as response:
                place = response.headers.get("Location")
                if not (300 <= response.status < 400 and place):
                    check_status(response.status, url)
                    name = name_of({key.lower(): value for key, value in response.headers.items()}, url)
                    return Brought(name, _content(response, url, end, bidi.seconds), url)
        except (OSError, HTTPException) as error:
            raise _broken(error, url, bidi.seconds) from error
        url = address_of(urljoin(url, place))
    raise in_circles(url)


def _answered(request: urllib.request.Request, by: str, seconds: float) -> Any:
    """What a server answers, whatever that is; nothing leads on to another address."""
    looked = by if by and not proxy_ports() else ""
    opener = urllib.request.build_opener(_Stay, _Plain(looked), _Safe(looked))
    try:
        return opener.open(request, timeout=seconds)
    except HTTPError as answer:
        return answer


class _Stay(urllib.request.HTTPRedirectHandler):
    """Leads nowhere: where an answer leads is looked at first."""

    def redirect_request(self, *told: Any, **named: Any) -> None:
        return None


def _looked_at(kind: type[HTTPConnection], by: str, host: str, **named: Any) -> HTTPConnection:
    """A connection that is given up at once where it leads to what is not on the public internet."""

    class Looked(kind):  # type: ignore[valid-type,misc]
        def connect(self) -> None:
            super().connect()
            if by and not is_public_number(self.sock.getpeername()[0]):
                self.close()
                raise inside(f"http://{host}/", by)

    return Looked(host, **named)


class _Plain(urllib.request.HTTPHandler):
    def __init__(self, by: str) -> None:
        super().__init__()
        self._by = by

    def http_open(self, req: urllib.request.Request) -> Any:
        return self.do_open(partial(_looked_at, HTTPConnection, self._by), req)


class _Safe(urllib.request.HTTPSHandler):
    def __init__(self, by: str) -> None:
        super().__init__()
        self._by = by

    def https_open(self, req: urllib.request.Request) -> Any:
        return self.do_open(partial(_looked_at, HTTPSConnection, self._by), req)


def _content(response: Any, url: str, end: float, seconds: float) -> bytes:
    size = response.headers.get("Content-Length", "")
    if size.isdecimal() and int(size) > MOST:
        raise too_large(int(size))
    content = bytearray()
    while part := response.read(PART):
        content += part
        if len(content) > MOST:
            raise too_large(len(content))
        if time.monotonic() > end:
            raise late(url, 2 * seconds)
    return bytes(content)


def _broken(error: Exception, url: str, seconds: float) -> ToolError:
    reason = error.reason if isinstance(error, URLError) else error
    if isinstance(reason, TimeoutError):
        return late(url, seconds)
    named = next((name for kind, name in CALLED.items() if isinstance(reason, kind)), None)
    return trouble_of(f"Error: {named}" if named else str(reason), url)


def _cookies(bidi: Bidi, url: str) -> str:
    """The cookies that the browser would send to an address, as a header."""
    parts = urlsplit(url)
    kept = bidi.ask("storage.getCookies")["cookies"]
    return "; ".join(f"{cookie['name']}={cookie['value']['value']}" for cookie in kept if _is_for(cookie, parts))


def _is_for(cookie: dict[str, Any], parts: SplitResult) -> bool:
    host, domain, path = (parts.hostname or ""), cookie["domain"], cookie["path"].rstrip("/")
    return (
        (host == domain.lstrip(".") or (domain.startswith(".") and host.endswith(domain)))
        and (parts.path == path or (parts.path or "/").startswith(f"{path}/"))
        and (parts.scheme == "https" or not cookie["secure"])
        and cookie["value"]["type"] == "string"
    )


def from_click(bidi: Bidi, arrivals: Arrivals, folder: Path, found: Found, press: Callable[[], None]) -> Brought:
    """The file that comes when something is clicked."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder) as place:
        take_files(bidi, place)
        try:
            press()
            if not bidi.wait(lambda: bool(arrivals.files), bidi.seconds):
                raise no_file(found)
            if not bidi.wait(lambda: bool(arrivals.ended), bidi.seconds):
                raise ToolError(
                    "NO_FILE", f"The file {arrivals.files[-1]} did not come within {bidi.seconds:g} seconds."
                )
        finally:
            take_files(bidi)
        told = arrivals.ended[-1]
        if told["status"] != COMPLETE:
            raise ToolError("NO_FILE", f"The file {arrivals.files[-1]} did not come: {told['status']}.")
        path = Path(told["filepath"])
        if path.stat().st_size > MOST:
            raise too_large(path.stat().st_size)
        return Brought(plain_name(arrivals.files[-1]), path.read_bytes(), told["url"])


def take_files(bidi: Bidi, folder: str = "") -> None:
    """Have files that come kept in a folder; without one none is kept."""
    taken = {"type": "allowed", "destinationFolder": folder} if folder else {"type": "denied"}
    bidi.ask("browser.setDownloadBehavior", downloadBehavior=taken)
