"""The names of keys, for the list of what people may say."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from aura.capability.machine import Machine
from aura.config.settings import Settings
from aura.machine.hand.keys import NAMED, spoken_keys

CACHE = "keys.msgpack"
PAUSES = frozenset(",.;:!?")
"""Marks between words: as keys they have names ("comma"), and a list of their own where nothing else can be meant."""
Stamp = tuple[int, int]
Words = list[tuple[str, str]]


def values(machine: Machine, settings: Settings, cache: Path) -> Iterable[tuple[str, str]]:
    """Every way to say a key in a sentence, with the key's name."""
    return [(word, key) for word, key in _every(cache) if word not in PAUSES]


def _every(cache: Path) -> Words:
    """Every way to write or say a key; kept, since to read YAML takes longer than all else of a command."""
    status = NAMED.stat()
    stamp = status.st_mtime_ns, status.st_size
    kept = _kept(cache / CACHE)
    if kept is not None and kept[0] == stamp:
        return kept[1]
    words = list(spoken_keys())
    _keep(cache / CACHE, (stamp, words))
    return words


def _kept(file: Path) -> tuple[Stamp, Words] | None:
    try:
        return msgspec.msgpack.decode(file.read_bytes(), type=tuple[Stamp, Words])
    except (OSError, msgspec.DecodeError):
        return None


def _keep(file: Path, read: tuple[Stamp, Words]) -> None:
    """Write the cache whole or not at all; where it cannot be written, the names are read again next time."""
    draft = file.with_suffix(f".{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(msgspec.msgpack.encode(read))
        draft.replace(file)
    except OSError:
        draft.unlink(missing_ok=True)
