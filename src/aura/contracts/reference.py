"""`${step.outputs.place.rows[0]}`: how a plan document names what an earlier step gives."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import is_
from typing import Any

import msgspec
from msgspec import Struct

OPENING = "${"
MARKED = re.compile(r"\$\{([^${}]*)\}")
SECRET = re.compile(r"\$\{secrets\.([A-Za-z0-9_]+)\}")
"""A secret by its name; it is no reference, stays as it is written, and is put in by the executor for a call."""
PART = re.compile(r"\.([^.\[\]{}$]+)|\[(\d{1,9})\]")
OUTPUTS = ".outputs"


class Reference(Struct, frozen=True, gc=False):
    """A step's outputs, or what a path of names and indexes leads to in them; `text` is as written."""

    step_id: str
    path: tuple[str | int, ...]
    text: str


class TextParts(Struct, frozen=True):
    """What a text refers to; `whole` if it is nothing but one reference; `malformed` is the first bad one."""

    references: tuple[Reference, ...]
    whole: bool = False
    malformed: str = ""


def read_text(text: str) -> TextParts:
    """Every reference in a text, in time linear in its length."""
    found: list[Reference] = []
    opened = 0
    for match in MARKED.finditer(text):
        opened += 1
        reference = parse_reference(match)
        if reference is None and SECRET.fullmatch(match[0]):
            continue
        if reference is None:
            return TextParts(tuple(found), malformed=match[0])
        found.append(reference)
    if text.count(OPENING) > opened:
        return TextParts(tuple(found), malformed=_first_unclosed(text))
    return TextParts(tuple(found), whole=len(found) == 1 and found[0].text == text)


def is_reference(value: object) -> bool:
    """Whether a value is a text that begins as a reference does: what it stands for is only known later."""
    return isinstance(value, str) and value.startswith(OPENING)


def parse_reference(match: re.Match[str]) -> Reference | None:
    """One `${…}` as a reference, or None if it is not one."""
    return _parsed(match[0])


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Reference | None:
    """A reference is read where a plan is checked, where its steps are put in order and where it is put in."""
    body = text[len(OPENING) : -1]
    at = body.find(OUTPUTS)
    while at != -1 and body[at + len(OUTPUTS) : at + len(OUTPUTS) + 1] not in ("", ".", "["):
        at = body.find(OUTPUTS, at + 1)
    if at < 1:
        return None
    path = _read_path(body[at + len(OUTPUTS) :])
    return None if path is None else Reference(body[:at], path, text)


def references_in(value: Any) -> Iterator[Reference]:
    """Every reference in a value, in nested lists and dicts too, in order."""
    if isinstance(value, str):
        if OPENING in value:
            found = (parse_reference(match) for match in MARKED.finditer(value))
            yield from (reference for reference in found if reference is not None)
    elif isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from references_in(part)


def put_in(value: Any, look_up: Callable[[Reference], Any], secret: Callable[[str], str] | None = None) -> Any:
    """A value with what `look_up` gives for every reference, in nested lists and dicts too.

    A text that is one reference becomes what it refers to, of any type; one inside a longer text becomes
    text. A secret becomes what `secret` gives for its name, where that is given. What is neither stays as it is
    written, and what is put in is not looked through again. A list or dict in which nothing changes is the same one,
    not a copy: a plan may hold a hundred thousand rows.
    """
    if isinstance(value, str):
        return _put_in_text(value, look_up, secret) if OPENING in value else value
    if isinstance(value, dict):
        named = {key: put_in(part, look_up, secret) for key, part in value.items()}
        return value if type(value) is dict and all(map(is_, named.values(), value.values())) else named
    if isinstance(value, list | tuple):
        listed = [put_in(part, look_up, secret) for part in value]
        return value if type(value) is list and all(map(is_, listed, value)) else listed
    return value


def has_secret(value: Any) -> bool:
    """Whether a value names a secret, in nested lists and dicts too."""
    if isinstance(value, str):
        return OPENING in value and SECRET.search(value) is not None
    if isinstance(value, dict | list | tuple):
        return any(map(has_secret, value.values() if isinstance(value, dict) else value))
    return False


def as_text(value: Any) -> str:
    """A value inside a longer text: text as it is, anything else as JSON, what that has no form for as Python does."""
    if isinstance(value, str):
        return value
    try:
        return msgspec.json.encode(value).decode()
    except (TypeError, ValueError, RecursionError):
        return str(value)


def _put_in_text(text: str, look_up: Callable[[Reference], Any], secret: Callable[[str], str] | None) -> Any:
    whole = MARKED.fullmatch(text)
    reference = parse_reference(whole) if whole else None
    if reference is not None:
        return look_up(reference)

    def put(match: re.Match[str]) -> str:
        reference = parse_reference(match)
        if reference is not None:
            return as_text(look_up(reference))
        named = SECRET.fullmatch(match[0]) if secret is not None else None
        return secret(named[1]) if secret is not None and named else match[0]

    return MARKED.sub(put, text)


@lru_cache(maxsize=1024)
def _read_path(text: str) -> tuple[str | int, ...] | None:
    """The names and indexes after `.outputs`; the references of a plan have few different ones."""
    path: list[str | int] = []
    at = 0
    while at < len(text):
        part = PART.match(text, at)
        if part is None:
            return None
        path.append(part[1] if part[1] is not None else int(part[2]))
        at = part.end()
    return tuple(path)


def _first_unclosed(text: str) -> str:
    starts = {match.start() for match in MARKED.finditer(text)}
    at = text.find(OPENING)
    while at in starts:
        at = text.find(OPENING, at + 1)
    return text[at : at + 40]
