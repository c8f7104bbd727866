"""The grammar of a language, compiled once and then read from where it is kept, in milliseconds."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from aura.contracts.collector import collector_paused
from aura.language.grammar.grammar import EXAMPLES, Grammar, TemplateFiles
from aura.language.grammar.keeping import find, keep, name_of


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
    name = name_of(_stem(loaded), language, [*texts, *names, *added])
    if (found := find(name, cache, decoded)) is not None:
        return found
    from aura.language.grammar.compile import compile_grammar

    with collector_paused():
        grammar = compile_grammar(list(zip((path.name for path in sources), texts, strict=True)), loaded, language)
    if cache is not None:
        keep(name, cache, encoded(grammar), roots=() if loaded else roots)
    return grammar


def _stem(loaded: Sequence[TemplateFiles]) -> str:
    """What the cache of these domains is called, so that sessions with other ones leave it alone."""
    if not loaded:
        return "grammar"
    return "grammar_" + hashlib.sha256(msgspec.json.encode([files.domain for files in loaded])).hexdigest()[:8]


def encoded(grammar: Grammar) -> bytes:
    """A grammar as it is kept."""
    return msgspec.msgpack.encode(grammar, enc_hook=lambda table: table.packed)


def decoded(kept: bytes | memoryview) -> Grammar:
    """A grammar that was kept; its tables stay packed."""
    return msgspec.msgpack.decode(kept, type=Grammar, dec_hook=lambda kind, packed: kind.unpacked(packed))
