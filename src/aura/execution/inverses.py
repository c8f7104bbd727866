"""Takes changes back, one record at a time: exactly, or not at all with the reason why.

Whatever was put in the way or changed since is left as it is and named. Every inverse first looks whether it
has been done already, so that it can be begun again after a crash.
"""

from __future__ import annotations

from aura.capability.errors import ToolError
from aura.contracts.change import Copy, MakeFolder, Move, Trash, WriteFile
from aura.contracts.problem import Problem
from aura.execution import nodes
from aura.execution.changes import Changer
from aura.execution.identity import COARSE, Identity
from aura.execution.places import parent_of
from aura.execution.records import Record, Seen
from aura.execution.trash import root_of


def take_back(changer: Changer, record: Record, seen: Seen | None) -> Problem | None:
    """Undo one change; returns what was left and why, or None."""
    change = record.change
    try:
        if record.digest:
            changer.sweep(record)
        match change:
            case MakeFolder(path):
                return _unmake_folder(changer, path, seen)
            case WriteFile(path):
                return _unwrite(changer, record, path)
            case Move(source, destination):
                return _unmove(changer, record, source, destination)
            case Copy(_, destination):
                return _uncopy(changer, record, destination, seen)
            case Trash(path):
                return _untrash(changer, record, path)
    except ToolError as error:
        return Problem(error.code, error.message, record.path)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        return _left(record.path, f"could not be put back ({reason})")
    finally:
        if record.leads_elsewhere:
            changer.places.forget()


def abandon(changer: Changer, record: Record) -> Problem | None:
    """Clear up after a change that was not finished: what it kept returns, what it reserved is free again."""
    try:
        changer.sweep(record)
        changer.release(record)
        return _give_back(changer, record, record.path)
    except (OSError, ToolError) as error:
        return _left(record.path, _with_keep(f"could not be put back ({error})", record))


def _unmake_folder(changer: Changer, path: str, seen: Seen | None) -> Problem | None:
    now = changer.identity(path)
    if now is None:
        return None
    if now.kind != "folder" or (seen is not None and not seen.identity.is_same(now)):
        return _left(path, "is another thing now")
    try:
        nodes.remove_folder(changer.places, path)
    except OSError:
        return _left(path, "holds something that this command did not make")
    changer.places.forget()
    return None


def _unwrite(changer: Changer, record: Record, path: str) -> Problem | None:
    now = changer.identity(path)
    if _is_back(changer, record, now):
        _finish_keep(changer, record, path)
        return None
    if now is None:
        return _give_back(changer, record, path)
    if nodes.file_digest(changer.places, path) != record.digest:
        return _left(path, _with_keep("was changed since", record))
    if record.target is None:
        return _remove_if(changer, record, path, now)
    return _swap_back(changer, record, path)


def _swap_back(changer: Changer, record: Record, path: str) -> Problem | None:
    """Put the kept file over the one that replaced it, so that there is never nothing."""
    if changer.identity(record.keep) is None:
        return _left(path, f"cannot get its earlier content back, because {record.keep} is gone")
    try:
        nodes.replace(changer.places, record.keep, path)
    except OSError:  # The keep is on another disk.
        partial = nodes.sibling(path, record.token)
        nodes.remove(changer.places, partial)
        nodes.copy_to(changer.places, record.keep, partial)
        nodes.replace(changer.places, partial, path)
        nodes.remove(changer.places, record.keep)
    return None


def _unmove(changer: Changer, record: Record, source: str, destination: str) -> Problem | None:
    before, now = record.source, changer.identity(source)
    if before is None:
        return _left(destination, "was not recorded")
    if not before.is_same(now) or changer.state(record) == "done":
        problem = _move_back(changer, record, before, source, destination, now)
        if problem is not None:
            return problem
    return _give_back(changer, record, destination)


def _move_back(
    changer: Changer, record: Record, before: Identity, source: str, place: str, now: Identity | None
) -> Problem | None:
    """Bring what was moved from its place back to its source, where `now` is what was just found there."""
    there = changer.identity(place)
    if there is None:
        return _left(place, f"is no longer there, so it could not go back to {source}")
    if not _is_ours(changer, record, before, place, there):
        return _left(place, "is another thing now")
    if now is not None:
        return _left(place, f"stays, because something new is at {source}")
    try:
        nodes.relocate(changer.places, place, source, record.token)
    except FileNotFoundError:
        if changer.identity(parent_of(source)) is not None:
            raise
        return _left(place, f"stays, because the folder {parent_of(source)} is no longer there")
    if before.kind == "folder":
        changer.places.forget()
    return None


def _is_ours(changer: Changer, record: Record, before: Identity, place: str, there: Identity) -> bool:
    """Whether what is at `place` is what came there, even if it was edited; across disks, if it was not."""
    if before.kind == there.kind and before.device != there.device:
        return not record.digest or nodes.inventory(changer.places, place, COARSE) == record.digest
    return before.is_same(there)


def _uncopy(changer: Changer, record: Record, path: str, seen: Seen | None) -> Problem | None:
    now = changer.identity(path)
    if now is None:
        return _give_back(changer, record, path)
    if _is_back(changer, record, now):
        _finish_keep(changer, record, path)
        return None
    grain, expected = (1, seen.inventory) if seen and seen.inventory else (COARSE, record.digest)
    if nodes.inventory(changer.places, path, grain) != expected:
        return _left(path, _with_keep("was changed since", record))
    problem = _remove_if(changer, record, path, now)
    return problem or _give_back(changer, record, path)


def _untrash(changer: Changer, record: Record, path: str) -> Problem | None:
    changer.trash.trust(root_of(record.keep))
    before = record.source
    there = changer.identity(record.keep)
    if there is None and before is not None and before.is_same(changer.identity(path)):
        changer.trash.release(path, record.keep)
        return None
    if there is None:
        return _left(path, "is no longer in the trash")
    if changer.identity(path) is not None:
        return _left(path, "stays in the trash, because something new is in its place")
    if changer.identity(parent_of(path)) is None:
        return _left(path, f"stays in the trash, because the folder {parent_of(path)} is no longer there")
    nodes.relocate(changer.places, record.keep, path, record.token)
    changer.trash.release(path, record.keep)
    return None


def _remove_if(changer: Changer, record: Record, path: str, now: Identity) -> Problem | None:
    """Remove what was just looked at; a rename claims it first, so that nothing else can be removed."""
    doomed = nodes.sibling(path, record.token)
    nodes.remove(changer.places, doomed)
    nodes.rename(changer.places, path, doomed)
    if not now.is_unchanged(changer.identity(doomed)):
        nodes.rename(changer.places, doomed, path)
        return _left(path, "was changed just now")
    nodes.remove(changer.places, doomed)
    if now.kind == "folder":
        changer.places.forget()
    return None


def _give_back(changer: Changer, record: Record, path: str) -> Problem | None:
    """Bring what was replaced back to its free place."""
    if record.target is None or changer.identity(record.keep) is None:
        return None
    now = changer.identity(path)
    if record.target.inode and record.target.is_unchanged(now):
        _finish_keep(changer, record, path)
        return None
    if now is not None:
        return _left(path, _with_keep("has something new in its place", record))
    nodes.relocate(changer.places, record.keep, path, record.token)
    return None


def _is_back(changer: Changer, record: Record, now: Identity | None) -> bool:
    """Whether what was replaced is in its place again."""
    target = record.target
    if target is None or now is None or not target.is_unchanged(now):
        return False
    # What an earlier change of the same step made is known only by its being kept no longer.
    return target.inode != 0 or changer.identity(record.keep) is None


def _finish_keep(changer: Changer, record: Record, path: str) -> None:
    """What was to be replaced is in place: its second name is no longer needed."""
    if changer.identity(record.keep) is not None and changer.identity(path) is not None:
        nodes.remove(changer.places, record.keep)


def _with_keep(how: str, record: Record) -> str:
    return f"{how} (what was there before is kept at {record.keep})" if record.keep else how


def _left(path: str, why: str) -> Problem:
    return Problem("LEFT", f"{path} {why}, so it was left as it is.", path)
