"""The ending of a new file's name: by its kind, or by what it gets."""

from __future__ import annotations

from aura.config.settings import Settings
from aura.language.slots.parts import Thing
from aura.language.utterance.lattice import Lattice

TEXT = "text"


def has_extension(name: str) -> bool:
    """Whether a name ends in a dot and letters."""
    stem, dot, extension = name.rpartition("/")[2].rpartition(".")
    return bool(dot and stem and extension.isalnum() and not extension.isdigit())


def of_kind(name: str, kind: str) -> str:
    """A name with the extension of its kind, unless it has one."""
    return name + kind if kind.startswith(".") and not has_extension(name) else name


def as_text(name: str, settings: Settings) -> str:
    """A name with the ending of a text file, for what gets a text and shows none: "a file *kit* with a torch in it"."""
    last = name.rpartition("/")[2]
    if last.startswith(".") or last.lower() in settings.endless_names:
        return name
    return of_kind(name, f".{settings.kinds[TEXT].extension}")


def was_to_be(thing: Thing, lattice: Lattice) -> bool:
    """Whether the kind of a thing was said before, of what was to be made: "make it *a pdf* and open *the pdf*"."""
    said = (at for at in range(thing.start) if lattice.low[at] == lattice.low[thing.end - 1])
    return any(not lattice.in_set(at - 1, "definite") for at in said)
