"""The gate that every request passes before anything reads it: from where, who, how often, how much.

It is also the one place where what nobody expected becomes a problem document.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from msgspec import Struct

from aura.config.settings import HttpSettings
from aura.surfaces.http.bodies import Message, Receive, read_body, replay
from aura.surfaces.http.people import People
from aura.surfaces.http.problems import MEDIA_TYPE, Refused
from aura.surfaces.http.rates import Rates

Scope = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

HEALTH = "/healthz"
ONCE = ("host", "origin", "authorization", "content-length", "content-type", "content-encoding", "sec-fetch-site")
OURS = ("same-origin", "none")
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
KEEPS = (
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
WRONG_TOKEN_BURST = 30


class Address(Struct, frozen=True):
    """Where the server listens; `everywhere` on every address of the machine."""

    host: str
    port: int

    @property
    def everywhere(self) -> bool:
        """Whether the server was asked to listen on every address."""
        return self.host in ("0.0.0.0", "::", "")

    def is_ours(self, said: str) -> bool:
        """Whether a Host header names this server: a name that somebody else may point here is none of ours."""
        name, colon, port = said.rpartition(":") if not said.endswith("]") else (said, "", "")
        name, port = (name, port) if colon else (said, "80")
        if port != str(self.port):
            return False
        name = name.lower()
        own = f"[{self.host}]" if ":" in self.host else self.host.lower()
        return name in LOOPBACK or name == own or (self.everywhere and _is_number(name))


class Gate:
    """An ASGI application around another; `unexpected` writes an exception down and gives the sentence about it."""

    def __init__(
        self,
        app: App,
        people: People,
        address: Address,
        settings: HttpSettings,
        unexpected: Callable[[BaseException], str],
    ) -> None:
        self._app = app
        self._people = people
        self._address = address
        self._settings = settings
        self._unexpected = unexpected
        self._turns = Rates(settings.per_second, settings.burst)
        self._wrong = Rates(settings.wrong_tokens_per_minute / 60, WRONG_TOKEN_BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request in, or answer it with why not."""
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        if scope["type"] != "http":
            return await send({"type": "websocket.close", "code": 1008})
        answer = _Answer(send)
        try:
            await self._admitted(scope, receive, answer)
        except Refused as refused:
            await answer.refuse(refused)
        except Exception as error:
            await answer.refuse(Refused(500, "UNEXPECTED", self._unexpected(error)))

    async def _admitted(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        self._check_place(headers)
        if not _asks_health(scope):
            scope["state"] = {**scope.get("state", {}), "by": self._caller(scope, headers)}
        limits = self._settings
        body = await read_body(
            headers, receive, most=limits.body_bytes, deepest=limits.depth, seconds=limits.read_seconds
        )
        await self._app(scope, replay(body, receive), send)

    def _check_place(self, headers: dict[str, str]) -> None:
        if not self._address.is_ours(headers.get("host", "")):
            raise Refused(421, "WRONG_HOST", "This server does not go by that name; use the address that it printed.")
        origin = headers.get("origin")
        if origin is not None and not self._is_own_page(origin):
            raise Refused(403, "WRONG_ORIGIN", "Pages of other sites may not use this server.")
        if headers.get("sec-fetch-site", "none") not in OURS:
            raise Refused(403, "WRONG_ORIGIN", "Pages of other sites may not use this server.")

    def _is_own_page(self, origin: str) -> bool:
        scheme, _, host = origin.partition("://")
        return scheme == "http" and self._address.is_ours(host)

    def _caller(self, scope: Scope, headers: dict[str, str]) -> str:
        """Whose token the request has, if it is their turn."""
        scheme, _, token = headers.get("authorization", "").partition(" ")
        by = self._people.who(token.strip()) if scheme.lower() == "bearer" and token else None
        if by is None:
            client = scope.get("client") or ("",)
            _check_turn(self._wrong.take(client[0]))
            detail = "This needs a token: send the header Authorization: Bearer TOKEN."
            raise Refused(401, "NO_TOKEN", detail, headers={"www-authenticate": "Bearer"})
        _check_turn(self._turns.take(by))
        return by


class _Answer:
    """A `send` that keeps answers out of caches and frames, and knows whether one has begun."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._begun = True
            message = {**message, "headers": [*message.get("headers", ()), *KEEPS]}
        await self._send(message)

    async def refuse(self, refused: Refused) -> None:
        """Send a problem document; an answer that has begun just ends."""
        if self._begun:
            return
        headers = {"content-type": MEDIA_TYPE, "content-length": str(len(refused.body)), **refused.headers}
        raw = [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in headers.items()]
        await self({"type": "http.response.start", "status": refused.status, "headers": raw})
        await self({"type": "http.response.body", "body": refused.body})


def _headers(scope: Scope) -> dict[str, str]:
    """The headers by name; what may stand there once only is refused where it stands twice."""
    found: dict[str, str] = {}
    for raw_name, raw_value in scope["headers"]:
        name = raw_name.decode("latin-1").lower()
        if name in found and name in ONCE:
            raise Refused(400, "BAD_REQUEST", f"The header {name} is there twice; send it once.")
        found[name] = raw_value.decode("latin-1")
    return found


def _asks_health(scope: Scope) -> bool:
    return bool(scope["path"] == HEALTH and scope.get("raw_path", b"") == HEALTH.encode())


def _check_turn(wait: int) -> None:
    if wait:
        detail = f"That was too often; try again in {wait} s."
        raise Refused(429, "TOO_OFTEN", detail, headers={"retry-after": str(wait)})


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
