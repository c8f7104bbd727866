"""The compiled grammar: every word list, frame and template of a language as one value that loads in milliseconds.

It is built from `lexicon.<language>.yaml` and each domain's `sentences.<language>.yaml`, and cached as MessagePack
(data, never code) under a name that is the digest of those sources.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

COMPILERS = ("grammar.py", "compile.py", "templates.py", "tokens.py")
DIGEST_SIZE = 32
LEXICON = "lexicon.{language}.yaml"
SENTENCES = "sentences.{language}.yaml"


class WordClass(Struct, frozen=True, array_like=True):
    """A structure word inside a name: what swallowing it costs, and whether it may not stand at an edge."""

    price: int
    edge: bool
    name: str


class Frame(Struct, frozen=True):
    """A verb with roles in any order. `takes` prices the parts a clause may have; any set of `needs` is enough.

    `theme` says what it is about: something new, existing, a file or a folder; `kind` what a new thing is
    when the verb alone says so (mkdir). A frame without a goal only mentions. `verbless` is the price of
    saying it with no verb at all ("three folders: a, b and c"), 0 where that cannot be; `partial` is what
    is enough to ask for the rest. A frame of `contrast` says what not to do; no "and" may follow it;
    one about `contents` means what is in a folder.
    """

    name: str
    domain: str
    goal: str
    category: str
    theme: str
    takes: dict[str, float]
    needs: tuple[tuple[str, ...], ...]
    kind: str = ""
    verbless: float = 0
    partial: tuple[tuple[str, ...], ...] = ()
    contrast: bool = False
    contents: bool = False


class Intent(Struct, frozen=True):
    """A fixed phrase of a domain: its goal, the parameters it fixes, and where it was written.

    One that stands `alone` is a whole utterance, or nothing; `whole` names a slot that gets all the words.
    """

    domain: str
    goal: str
    category: str
    params: dict[str, Any]
    source: str
    cost: float = 0
    alone: bool = False
    whole: str = ""


class Grammar(Struct, frozen=True):
    """One language, compiled. State 0 of the automaton is its start; labels are (category, value) pairs.

    A slot that is open at a state is (kind, name, state after).
    """

    arcs: list[dict[str, int]]
    labels: list[list[tuple[str, str]]]
    vocabulary: dict[str, int]
    deletions: dict[str, list[str]]
    classes: dict[str, WordClass]
    frames: dict[str, Frame]
    intents: list[Intent]
    words: dict[str, dict[str, int]]
    spoken: dict[str, str]
    spelling: dict[str, str]
    slots: dict[int, list[tuple[str, str, int]]]


class GrammarError(Exception):
    """A source file says something that cannot be compiled; the sentence names the file and the key."""


def load_grammar(roots: Sequence[Path], cache: Path | None = None, language: str = "en") -> Grammar:
    """The grammar of a language from the folders that hold its sources; compiled once, then read from `cache`."""
    sources = sorted(path for root in roots for path in root.rglob(f"*.{language}.yaml"))
    texts = [path.read_bytes() for path in sources]
    compilers = [Path(__file__).with_name(name).read_bytes() for name in COMPILERS]
    digest = hashlib.sha256(b"\0".join([*compilers, *texts])).hexdigest()[:24]
    kept = cache / f"grammar-{language}-{digest}.msgpack" if cache else None
    if kept is not None and (found := _read(kept)) is not None:
        return found
    from aura.language.compile import compile_grammar

    grammar = compile_grammar(list(zip((path.name for path in sources), texts, strict=True)))
    if kept is not None:
        content = msgspec.msgpack.encode(grammar)
        _keep(kept, hashlib.sha256(content).digest() + content)
    return grammar


def _read(path: Path) -> Grammar | None:
    """A kept grammar, if it is there and exactly what was written."""
    with contextlib.suppress(OSError, msgspec.DecodeError):
        kept = memoryview(path.read_bytes())
        if hashlib.sha256(kept[DIGEST_SIZE:]).digest() == kept[:DIGEST_SIZE]:
            return msgspec.msgpack.decode(kept[DIGEST_SIZE:], type=Grammar)
    return None


def _keep(path: Path, content: bytes) -> None:
    """Write a cache file whole or not at all; a folder that cannot be written only costs time."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in stale(path.parent.glob("grammar-*.msgpack"), path):
            old.unlink()
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).replace(path)


def stale(found: Iterable[Path], keep: Path) -> list[Path]:
    """Earlier caches of the same language."""
    prefix = keep.name.rpartition("-")[0]
    return [path for path in found if path != keep and path.name.rpartition("-")[0] == prefix]
