"""What the tools of this domain do with a file: it is of the right kind, open nowhere else, and changed as a whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import Annotated

from msgspec import Struct

from aura.capability.errors import ToolError
from aura.capability.ports import Disk, Stage
from aura.capability.semantic import FilePath, Text
from aura.documents.family import CHANGED, Family, family_of
from aura.documents.locks import refuse_if_open

TextCell = Text | float | bool | None
"""What may be put into a cell; text that reads as a number, a date or a formula becomes one."""
Cell = str | float | bool | None


class Changed(Struct, frozen=True):
    """Which file was changed."""

    path: Annotated[FilePath, "The file."]


def place_of_new(disk: Disk, path: str, family: Family) -> str:
    """Where a new file of a family goes: a name without an extension gets the usual one."""
    said = PurePath(path)
    wanted = path if said.suffix else str(said.with_name(said.name + family.extension))
    refuse_other(wanted, family)
    if PurePath(wanted).suffix.lower() != family.extension:
        raise ToolError("WRONG_KIND", f"{wanted} cannot be made; a new {family.called} is a {family.extension} file.")
    if disk.kind(wanted) is not None:
        raise ToolError("ALREADY_EXISTS", f"{wanted} exists already, and a file is not replaced unasked.")
    return wanted


def content_of(disk: Disk, path: str, *families: Family) -> bytes:
    """What a file of one of these families holds; raises ToolError `WRONG_KIND` or `NOT_KNOWN_YET`."""
    refuse_other(path, *families)
    data = disk.read(path)
    if data is None:
        raise ToolError("NOT_KNOWN_YET", f"What {path} holds is only known when the plan runs.")
    return data


def change(disk: Disk, path: str, families: tuple[Family, ...], made: Callable[[bytes], bytes] | None) -> None:
    """Put what `made` makes of a file's content in its place; all that the step does not name stays in it.

    It is None where an earlier step has yet to give what is needed: then it is only recorded that the file changes.
    Raises ToolError where the file is open elsewhere, may not be written, or is not what its extension says.
    """
    refuse_other(path, *families)
    data = disk.read(path)
    refuse_if_open(disk, path)
    disk.write(path, None if data is None or made is None else made(data), extend=True)


def comes_later(stage: Stage, **inputs: object) -> bool:
    """Whether an earlier step has yet to give an input; raises ToolError `INVALID_INPUT_VALUE` if it gave none."""
    missing = [name for name, value in inputs.items() if value is None]
    if missing and not stage.rehearsal:
        raise ToolError("INVALID_INPUT_VALUE", f"The step before gave no {missing[0]}, so nothing was written.")
    return bool(missing)


def refuse_other(path: str, *families: Family) -> None:
    """Raise ToolError `WRONG_KIND` for a file of another family."""
    found = family_of(path)
    if found in families:
        return
    ending = PurePath(path).suffix.lower()
    if ending in CHANGED:
        raise ToolError("WRONG_KIND", f"{path} is in an old or other format; save it as {CHANGED[ending]} first.")
    wanted = " or ".join(f"a {family.called} ({', '.join(family.extensions)})" for family in families)
    raise ToolError("WRONG_KIND", f"{path} is not {wanted}; name one that is.")
