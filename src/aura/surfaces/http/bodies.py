"""What a request may bring: JSON of a known length, not too long, not too deep."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

import msgspec

from aura.surfaces.http.problems import Refused

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
LONGEST_LENGTH = 12


async def read_body(headers: Mapping[str, str], receive: Receive, *, most: int, deepest: int, seconds: float) -> bytes:
    """The checked body of a request; raises Refused."""
    length = _length(headers, most)
    try:
        async with asyncio.timeout(seconds):
            body = await _received(receive, most)
    except TimeoutError as error:
        raise Refused(408, "TOO_SLOW", "The request did not arrive in time; send it again.") from error
    if len(body) != length:
        raise Refused(400, "BAD_REQUEST", "The body is not as long as the request says; send it again.")
    if body:
        _check_kind(headers)
        check_json(body, deepest)
    return body


def replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives a body which was read already, then what really comes."""
    told = False

    async def again() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def check_json(body: bytes, deepest: int) -> None:
    """Raise Refused where a body is no JSON, or nested deeper than `deepest`."""
    try:
        level = list(_inside([msgspec.json.decode(body)]))
    except RecursionError as error:
        raise _too_deep(deepest) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused(400, "INVALID_JSON", f"The body is not JSON: {error}.") from error
    for _ in range(deepest):
        if not level:
            return
        level = [part for value in level for part in _inside(value)]
    if level:
        raise _too_deep(deepest)


def _inside(value: Any) -> Iterator[Any]:
    """The lists and objects in one."""
    parts = value.values() if isinstance(value, dict) else value
    return (part for part in parts if isinstance(part, dict | list))


def _too_deep(deepest: int) -> Refused:
    return Refused(400, "TOO_DEEP", f"The JSON is nested more than {deepest} levels deep; send something flatter.")


def _length(headers: Mapping[str, str], most: int) -> int:
    if "transfer-encoding" in headers:
        raise Refused(411, "LENGTH_REQUIRED", "The body comes without its length; send it with Content-Length.")
    said = headers.get("content-length", "0")
    if not (said.isascii() and said.isdigit() and len(said) <= LONGEST_LENGTH):
        raise Refused(400, "BAD_REQUEST", "Content-Length is no length; send it again.")
    if int(said) > most:
        raise _too_large(most)
    return int(said)


def _too_large(most: int) -> Refused:
    return Refused(
        413, "TOO_LARGE", f"The body is longer than {most} bytes; send less.", headers={"connection": "close"}
    )


async def _received(receive: Receive, most: int) -> bytes:
    body = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise Refused(400, "BAD_REQUEST", "The request broke off; send it again.")
        body += message.get("body", b"")
        if len(body) > most:
            raise _too_large(most)
        more = message.get("more_body", False)
    return bytes(body)


def _check_kind(headers: Mapping[str, str]) -> None:
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json" or headers.get("content-encoding", "identity").lower() != "identity":
        raise Refused(415, "NOT_JSON", "The body must be plain JSON; send it with Content-Type: application/json.")
