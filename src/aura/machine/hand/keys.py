"""Keys by the names that people give them: "ctrl s", "control and s", "Alt+Tab", "page down"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from aura.capability.errors import ToolError

NAMED = Path(__file__).with_name("keys.yaml")
"""The file in which keys have their names."""
PARTS = re.compile(r"[\s+\-]+")


class Key(Struct, frozen=True, forbid_unknown_fields=True):
    """What a key is called, and what each system knows it by; `shifted` where it is written with shift."""

    words: tuple[str, ...]
    linux: int
    windows: int
    x11: str = ""
    mac: int | None = None
    shifted: bool = False


class Keyboard(Struct, frozen=True):
    """All keys by name; those of `characters` by the character that they write."""

    modifiers: dict[str, Key]
    keys: dict[str, Key]
    characters: dict[str, Key]
    joiners: tuple[str, ...]
    empty: tuple[str, ...]

    def named(self, name: str) -> Key:
        """A key by its name or its character."""
        return next(part[name] for part in (self.modifiers, self.keys, self.characters) if name in part)


class Chord(Struct, frozen=True):
    """Keys that are pressed together: modifiers in a fixed order, and the key that they modify."""

    key: str
    modifiers: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """How people write it: `Ctrl+Shift+T`."""
        shown = [name.title() for name in (*self.modifiers, self.key)]
        return "+".join(shown)


@cache
def keyboard() -> Keyboard:
    """The keys as the file beside this module names them."""
    import yaml

    document = yaml.safe_load(NAMED.read_text(encoding="utf-8"))
    return msgspec.convert(document, Keyboard)


def spoken_keys() -> Iterator[tuple[str, str]]:
    """Every word for a key, with the key's name."""
    known = keyboard()
    for part in (known.keys, known.characters, known.modifiers):
        for name, key in part.items():
            yield from ((word, name) for word in (name, *key.words))


def chord(said: str) -> Chord:
    """The keys that words mean; raises ToolError `UNKNOWN_KEY`."""
    known, names = keyboard(), _names()
    parts = _parts(said.lower().strip())
    parts = [part for part in parts if part not in known.empty] or parts
    held: list[str] = []
    while len(parts) > 1 and (names.get(parts[0]) in known.modifiers or (held and parts[0] in known.joiners)):
        first = parts.pop(0)
        if first not in known.joiners:
            held.append(names[first])
    key = names.get(" ".join(parts))
    if key is None:
        raise ToolError(
            "UNKNOWN_KEY", f'There is no key called "{said}"; name one such as enter, tab, f5, page down or ctrl+s.'
        )
    return Chord(key, tuple(name for name in known.modifiers if name in held))


def _parts(said: str) -> list[str]:
    """The words of a chord; a `+` or `-` at its end is the key of that character."""
    last = said[-1:] if said[-1:] in ("+", "-") else ""
    words = [part for part in PARTS.split(said.removesuffix(last) if last else said) if part]
    return [*words, last] if last else words


@cache
def _names() -> dict[str, str]:
    return dict(reversed([*spoken_keys()]))
