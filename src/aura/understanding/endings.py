"""The ending of a new file's name: by its kind, or by what it gets."""

from __future__ import annotations

from aura.config.settings import Settings
from aura.understanding.creation import has_extension

TEXT = "text"


def of_kind(name: str, kind: str) -> str:
    """A name with the extension of its kind, unless it has one."""
    return name + kind if kind.startswith(".") and not has_extension(name) else name


def as_text(name: str, settings: Settings) -> str:
    """A name with the ending of a text file, for what gets a text and shows none: "a file *kit* with a torch in it"."""
    last = name.rpartition("/")[2]
    if last.startswith(".") or last.lower() in settings.endless_names:
        return name
    return of_kind(name, f".{settings.kinds[TEXT].extension}")
