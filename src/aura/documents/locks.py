"""Whether an office program has a file open: it leaves a small file beside it as long as it does."""

from __future__ import annotations

from pathlib import PurePath

from aura.capability.errors import ToolError
from aura.capability.ports import Disk


def refuse_if_open(disk: Disk, path: str) -> None:
    """Raise ToolError `FILE_OPEN` where a program has a file open, `READ_ONLY` where it may not be written."""
    found = next((lock for lock in _locks(path) if disk.kind(lock) is not None), None)
    if found is not None:
        raise ToolError(
            "FILE_OPEN",
            f"{path} is open in another program, so it was not changed; close it there, or delete "
            f"{PurePath(found).name} beside it if no program has it open any more.",
        )
    if disk.kind(path) is None:
        return
    try:
        read_only = disk.info(path).read_only
    except ToolError as error:
        if error.code != "NOT_KNOWN_YET":
            raise
        return
    if read_only:
        raise ToolError("READ_ONLY", f"{path} is read-only, so it was not changed; allow writing to it first.")


def _locks(path: str) -> tuple[str, ...]:
    """Where Microsoft Office, which may leave out up to two letters, and LibreOffice leave their files."""
    place = PurePath(path)
    names = (f"~${place.name}", f"~${place.name[1:]}", f"~${place.name[2:]}", f".~lock.{place.name}#")
    return tuple(str(place.with_name(name)) for name in names)
