"""Values as the journal writes them: MessagePack, of what is large a piece at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from aura.execution.database import JournalError

RAW = b"\xc1"
"""Stands before MessagePack with marked texts; no MessagePack begins with it."""
MARK = "\U0010f7ff"
SHIFT = 0x10F800 - 0xD800
HALVES = re.compile(f"[\ud800-\udfff{MARK}]")
MARKED = re.compile(f"{MARK}(.)", re.DOTALL)
MANY = 1000
"""Items that are written at once; a value with a longer list in it is written in pieces."""
LONG = 1 << 16
"""Characters or bytes of the same."""
HEADS: dict[type, bytes] = {dict: b"\xdf", list: b"\xdd", tuple: b"\xdd", str: b"\xdb", bytes: b"\xc6"}
"""What MessagePack begins these with, before how many there are in four bytes."""
ENCODER = msgspec.msgpack.Encoder(enc_hook=str)


class Packed(Struct, frozen=True):
    """A value as MessagePack that is made anew, piece after piece, whenever it is asked for; `size` is in bytes."""

    size: int
    pieces: Callable[[], Iterator[bytes]]


def packed(value: Any) -> bytes | Packed:
    """A value as `pack` has it, or what has it in pieces, so that what is large is never in memory a second time."""
    if not _is_bulky(value):
        return pack(value)
    try:
        return Packed(sum(map(len, _pieces(value))), partial(_pieces, value))
    except UnicodeEncodeError:
        return pack(value)


def pack(value: Any) -> bytes:
    """A value as MessagePack; what it cannot hold becomes text, and names that are not UTF-8 are kept exactly."""
    try:
        return msgspec.msgpack.encode(value, enc_hook=str)
    except UnicodeEncodeError:
        plain = msgspec.to_builtins(value, builtin_types=(bytes,), enc_hook=str)
        return RAW + msgspec.msgpack.encode(_mapped(plain, _escaped))


def unpack(blob: bytes, wanted: Any) -> Any:
    """A value of a type from MessagePack; raises JournalError when it is not one."""
    try:
        if blob[:1] == RAW:
            plain = _mapped(msgspec.msgpack.decode(blob[1:]), _unescaped)
            return msgspec.convert(plain, wanted, builtin_types=(bytes,))
        return msgspec.msgpack.decode(blob, type=wanted)
    except msgspec.DecodeError as error:
        raise JournalError(
            "JOURNAL_UNUSABLE", f"The journal holds something that cannot be read ({error}); move it away."
        ) from error


def writable(text: str) -> str:
    """A text that can be written down anywhere: bytes that are no UTF-8 are shown by their code."""
    return text.encode("utf-8", "backslashreplace").decode()


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    """Plain data with every text in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {_mapped(key, change): _mapped(part, change) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_mapped(part, change) for part in value]
    return value


def _escaped(text: str) -> str:
    """A text whose halves of surrogate pairs, and the sign that marks them, are written as marked characters."""
    return HALVES.sub(lambda found: MARK + chr(ord(found[0]) + SHIFT if found[0] != MARK else ord(MARK)), text)


def _unescaped(text: str) -> str:
    return MARKED.sub(lambda found: found[1] if found[1] == MARK else chr(ord(found[1]) - SHIFT), text)


def _is_bulky(value: Any) -> bool:
    """Whether there is something large in a value."""
    if isinstance(value, str | bytes):
        return len(value) > LONG
    if isinstance(value, dict):
        return any(map(_is_bulky, value.values()))
    return isinstance(value, list | tuple) and (len(value) > MANY or any(map(_is_bulky, value)))


def _pieces(value: Any) -> Iterator[bytes]:
    """A value as MessagePack, of which only a piece is there at once."""
    kind = type(value)
    if kind is dict:
        yield _head(dict, len(value))
        for name, part in value.items():
            yield ENCODER.encode(name)
            yield from _pieces(part)
    elif kind in (list, tuple) and len(value) > MANY:
        yield _head(list, len(value))
        yield from (b"".join(map(ENCODER.encode, value[at : at + MANY])) for at in range(0, len(value), MANY))
    elif kind in (list, tuple):
        yield _head(list, len(value))
        for part in value:
            yield from _pieces(part)
    elif kind is str and len(value) > LONG:
        parts = range(0, len(value), LONG)
        yield _head(str, sum(len(value[at : at + LONG].encode()) for at in parts))
        yield from (value[at : at + LONG].encode() for at in parts)
    elif kind is bytes and len(value) > LONG:
        yield _head(bytes, len(value))
        yield value
    else:
        yield ENCODER.encode(value)


def _head(kind: type, count: int) -> bytes:
    return HEADS[kind] + count.to_bytes(4, "big")
