"""The grammar of a language, compiled once and then read from where it is kept, in milliseconds.

It is kept as MessagePack (data, never code) under a name that is the digest of its sources and of the code that makes
it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from aura.contracts.collector import collector_paused
from aura.language.grammar.grammar import EXAMPLES, Grammar, TemplateFiles

PREPARED = Path(__file__).with_name("__prepared__")
"""Where the grammar of the built-in domains is kept for every home, as byte code is."""
PACKAGE = Path(__file__).parents[2]
COMPILERS = (Path(__file__).parent, Path(__file__).parents[1] / "words")
"""The rooms whose code makes a grammar."""
CODE = [file.read_bytes() for room in COMPILERS for file in sorted(room.glob("*.py"))]
"""As it was when this process began: what it compiles is never taken for the work of code that came later."""
DIGEST_SIZE = 32


def load_grammar(
    roots: Sequence[Path], cache: Path | None = None, language: str = "en", loaded: Sequence[TemplateFiles] = ()
) -> Grammar:
    """The grammar of a language from the folders that hold its sources, and from files of intents.

    It is compiled once, then read from `cache`; what is of the package's own sources alone is kept beside them, for
    every home, where that can be written.
    """
    written = sorted(path for root in roots for path in root.rglob(f"*.{language}.yaml"))
    sources = [path for path in written if not path.name.startswith(EXAMPLES)]
    texts = [path.read_bytes() for path in sources]
    added = [content for files in loaded for _, content in files.texts]
    names = [msgspec.json.encode([(files.domain, [name for name, _ in files.texts]) for files in loaded])]
    digest = hashlib.sha256(b"\0".join([*CODE, *texts, *names, *added])).hexdigest()[:24]
    name = f"{_stem(loaded)}-{language}-{digest}.msgpack"
    for folder in (cache, PREPARED):
        if folder is not None and (found := _read(folder / name)) is not None:
            return found
    from aura.language.grammar.compile import compile_grammar

    with collector_paused():
        grammar = compile_grammar(list(zip((path.name for path in sources), texts, strict=True)), loaded, language)
    if cache is not None:
        content = encoded(grammar)
        own = not loaded and all(root.is_relative_to(PACKAGE) for root in roots)
        kept = hashlib.sha256(content).digest() + content
        if not (own and _keep(PREPARED / name, kept)):
            _keep(cache / name, kept)
    return grammar


def _stem(loaded: Sequence[TemplateFiles]) -> str:
    """What the cache of these domains is called, so that sessions with other ones leave it alone."""
    if not loaded:
        return "grammar"
    return "grammar_" + hashlib.sha256(msgspec.json.encode([files.domain for files in loaded])).hexdigest()[:8]


def _read(path: Path) -> Grammar | None:
    """A kept grammar, if it is there and exactly what was written."""
    with contextlib.suppress(OSError, msgspec.DecodeError):
        kept = memoryview(path.read_bytes())
        if hashlib.sha256(kept[DIGEST_SIZE:]).digest() == kept[:DIGEST_SIZE]:
            return decoded(kept[DIGEST_SIZE:])
    return None


def encoded(grammar: Grammar) -> bytes:
    """A grammar as it is kept."""
    return msgspec.msgpack.encode(grammar, enc_hook=lambda table: table.packed)


def decoded(kept: bytes | memoryview) -> Grammar:
    """A grammar that was kept; its tables stay packed."""
    return msgspec.msgpack.decode(kept, type=Grammar, dec_hook=lambda kind, packed: kind.unpacked(packed))


def _keep(path: Path, content: bytes) -> bool:
    """Write a cache file whole or not at all, and tell; a folder that cannot be written only costs time."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in stale(path.parent.glob("grammar*.msgpack"), path):
            old.unlink()
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).replace(path)
        return True
    return False


def stale(found: Iterable[Path], keep: Path) -> list[Path]:
    """Earlier caches of the same language and domains."""
    prefix = keep.name.rpartition("-")[0]
    return [path for path in found if path != keep and path.name.rpartition("-")[0] == prefix]
