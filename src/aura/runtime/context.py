"""What a session knows beside the utterance: its folder, captured once, and what happened shortly before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from aura.capability.errors import ToolError
from aura.capability.ports import Disk, NodeKind, Past
from aura.language.grammar.grammar import Grammar
from aura.language.utterance.known import KnownNames
from aura.language.words.tokens import tokenize
from aura.understanding.path_names import spelled, spoken
from aura.understanding.paths import DRIVE, PathResolver
from aura.understanding.same_names import in_turn, unowned

MOST_KNOWN = 3000
LOOKED_INTO = ("WORKSPACE", "DESKTOP", "DOCUMENTS", "DOWNLOADS")
DEPTH = 2


class SessionContext(Struct, frozen=True):
    """The session's workspace and user, read from the process once and never again."""

    cwd: str
    user: str = ""


class ContextSnapshot(Struct, frozen=True):
    """Ambient state: recent commands that have not expired, newest first; read-only to everyone who gets it."""

    recent: tuple[Past, ...] = ()


class AmbientMemory:
    """Recent commands that a pronoun may still refer to, until it expires."""

    def __init__(self, past: Sequence[Past], expiry_seconds: float) -> None:
        self._past = past
        self._expiry = timedelta(seconds=expiry_seconds)

    def snapshot(self, now: datetime) -> ContextSnapshot:
        """The commands that have not expired."""
        alive = [one for one in self._past if now - datetime.fromisoformat(one.started) <= self._expiry]
        return ContextSnapshot(tuple(alive))


SHORTEST_PLURAL = 3
"""Letters of a word for several things, at least."""


def known_names(paths: PathResolver, disk: Disk, said: str, grammar: Grammar | None = None) -> KnownNames:
    """The names where the user looks, in the anchors and one level below, that begin with a word of `said`.

    Drives are looked into when their letter is said. A `grammar` knows what some words are read as, and of which one
    others say several: "both *invoices*". A name is said from its beginning, or from another of its words on, as it may
    be said too: "the Izmir packing list".
    """
    words = [spelled(token.low) for token in tokenize(said)]
    last = (word.rpartition("/")[2] for word in words)
    meant = [] if grammar is None else [one for word in words for one in _read_as(word, grammar)]
    starts = tuple({*words, *filter(None, last), *meant})
    bare = [*map(unowned, words)]
    workspace = _as_said(paths.name(paths.workspace))
    folders = {workspace} if workspace.startswith(starts) else set[str]()
    files: set[str] = set()
    drives = [f"{DRIVE}{word.upper()}" for word in dict.fromkeys(words) if len(word) == 1 and word.isalpha()]
    queue = [(found, 1) for name in (*LOOKED_INTO, *drives) if isinstance(found := paths.anchor(name), str)]
    looked_at = 0
    for folder, depth in queue:
        if looked_at > MOST_KNOWN or disk.kind(folder) != "folder":
            continue
        entries = _seen_in(folder, disk)
        looked_at += len(entries)
        inside = [name for name, kind in entries if kind == "folder"]
        queue += [(path, depth + 1) for path in paths.children(folder, inside) if depth < DEPTH]
        for name, kind in entries:
            if spelled(name).replace("’", "'").startswith(starts):
                folders.update([_as_said(name)] if kind == "folder" else ())
                files.update(_file_names(name) if kind != "folder" else ())
            (folders if kind == "folder" else files).update(_said_in_turn(name, kind, words, bare))
    return KnownNames(frozenset(folders), frozenset(files))


def _read_as(word: str, grammar: Grammar) -> Iterator[str]:
    """What a word is read as, and the word for one of what it says several of."""
    yield from (grammar.spelling[said] for said in (word,) if said in grammar.spelling)
    if len(word) > SHORTEST_PLURAL:
        yield from (word.removesuffix(ending) for ending in grammar.words["plural_ending"])


def _seen_in(folder: str, disk: Disk) -> list[tuple[str, NodeKind]]:
    """What in a folder is not hidden; nothing where it may not be looked into, which only a goal there minds."""
    try:
        return [(name, kind) for name, kind in disk.entries(folder) if not name.startswith(".")]
    except ToolError:
        return []


def _file_names(name: str) -> list[str]:
    """A file's name as it may be said, also without its extension: "tide_log.txt" is "tide log" as well."""
    stem = name.rpartition(".")[0]
    whole = (name, *([stem] if len(stem) > 2 else []))
    aloud = [said for said in map(spoken, whole) if " " in said]
    return [*map(_as_said, whole), *aloud]


def _said_in_turn(name: str, kind: NodeKind, words: Sequence[str], bare: Sequence[str]) -> list[str]:
    """What stands among words that are said, and `bare` without owners' endings, for a name of several."""
    stem = spoken(name if kind == "folder" else name.rpartition(".")[0])
    called = stem.split()
    if len(called) < 2 or not set(bare).issuperset(called):
        return []
    turned, size = in_turn(stem), len(called)
    places = (at for at in range(len(bare) - size + 1) if in_turn(" ".join(bare[at : at + size])) == turned)
    return [" ".join(words[at : at + size]) for at in places]


def _as_said(name: str) -> str:
    return spelled(" ".join(token.low for token in tokenize(name)) or name)
