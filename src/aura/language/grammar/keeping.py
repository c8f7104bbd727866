"""What is made of sources once, and then read from where it is kept, in milliseconds.

It is kept as MessagePack (data, never code) under a name that is the digest of its sources and of the code that makes
it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

PREPARED = Path(__file__).with_name("__prepared__")
"""Where what is made of the built-in domains is kept for every home, as byte code is."""
PACKAGE = Path(__file__).parents[2]
MAKERS = (Path(__file__).parent, Path(__file__).parents[1] / "words")
"""The rooms whose code makes it."""
CODE = [file.read_bytes() for room in MAKERS for file in sorted(room.glob("*.py"))]
"""As it was when this process began: what it makes is never taken for the work of code that came later."""
DIGEST_SIZE = 32

Made = TypeVar("Made")


def name_of(stem: str, language: str, sources: Iterable[bytes]) -> str:
    """What the file is called in which something of these sources is kept."""
    digest = hashlib.sha256(b"\0".join([*CODE, *sources])).hexdigest()[:24]
    return f"{stem}-{language}-{digest}.msgpack"


def find(name: str, cache: Path | None, decode: Callable[[memoryview], Made]) -> Made | None:
    """What is kept in a cache, or for every home, if it is there and exactly what was written."""
    for folder in (cache, PREPARED):
        with contextlib.suppress(OSError, msgspec.DecodeError):
            if folder is not None:
                kept = memoryview((folder / name).read_bytes())
                if hashlib.sha256(kept[DIGEST_SIZE:]).digest() == kept[:DIGEST_SIZE]:
                    return decode(kept[DIGEST_SIZE:])
    return None


def keep(name: str, cache: Path, content: bytes, *, roots: Sequence[Path]) -> None:
    """Keep something; what is of the package's own sources for every home, where that can be written."""
    kept = hashlib.sha256(content).digest() + content
    own = bool(roots) and all(root.is_relative_to(PACKAGE) for root in roots)
    if not (own and _write(PREPARED / name, kept)):
        _write(cache / name, kept)


def _write(path: Path, content: bytes) -> bool:
    """Write a cache file whole or not at all, and tell; a folder that cannot be written only costs time."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in stale(path.parent.glob("*.msgpack"), path):
            old.unlink()
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).replace(path)
        return True
    return False


def stale(found: Iterable[Path], keep: Path) -> list[Path]:
    """Earlier files of the same thing, language and domains."""
    prefix = keep.name.rpartition("-")[0]
    return [path for path in found if path != keep and path.name.rpartition("-")[0] == prefix]
