"""Makes changes on the user's disk, and sees whether they are made: nothing else in the product does.

A change is made from its Record, so that it can be finished or taken back by whoever finds the record. Before
and after each one the world is compared with the record; a difference stops it with `WORLD_CHANGED`.
"""

from __future__ import annotations

import errno
from contextlib import suppress
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from aura.capability.errors import ToolError
from aura.contracts.change import Copy, MakeFolder, Move, Trash, WriteFile
from aura.execution import nodes
from aura.execution.identity import COARSE, Identity, identify
from aura.execution.places import Places, parent_of
from aura.execution.records import Record, Seen, changed
from aura.execution.trash import TrashCan, root_of

State = Literal["todo", "done", "unclear"]
RENAMED_OVER = ("file", "link")


class Changer:
    """Applies records one by one and compares them with the world.

    `home` is AURA_HOME, `bases` the anchors of the user; both and the trash are trusted starting points.
    """

    def __init__(self, home: str, trash_home: str, bases: tuple[str, ...] = ()) -> None:
        self.home = home
        self.places = Places((home, *bases))
        self.trash = TrashCan(self.places, trash_home)

    def keep_folder(self, run_id: str) -> str:
        """Where a run keeps what it replaces."""
        return str(Path(self.home, "keep", run_id))

    def tidy_keep(self, run_id: str) -> None:
        """Remove the folders of a run's keep that hold nothing any more."""
        root = Path(self.keep_folder(run_id))
        for folder in (*sorted(root.glob("*"), reverse=True), root):
            with suppress(OSError):  # It holds something, or was never made.
                folder.rmdir()

    def identity(self, path: str) -> Identity | None:
        """Who is at `path` now; None if nothing is."""
        found = self.places.lstat(path)
        return identify(found) if found else None

    def apply(self, record: Record, content: bytes | None = None) -> Seen | None:
        """Make a change that is still to do, and see that it holds; returns what is needed to know it again.

        Raises ToolError `WORLD_CHANGED` where the world is not as recorded, `DISK_REFUSED` with the reason.
        """
        try:
            self._make(record, content)
            return self._seen(record)
        except OSError as error:
            raise _refused(record, error) from error

    def _make(self, record: Record, content: bytes | None) -> None:
        change = record.change
        match change:
            case MakeFolder(path):
                nodes.make_folder(self.places, path)
            case WriteFile():
                self._write(record, change, content if content is not None else b"")
            case Move():
                self._move(record, change)
            case Copy():
                self._copy(record, change)
            case Trash(path):
                self.trash.note(path, record.keep)
                nodes.relocate(self.places, path, record.keep, record.token)

    def sweep(self, record: Record) -> None:
        """Remove the temporary siblings that a crash may have left beside a change's paths."""
        change = record.change
        paths = (change.source, change.destination) if isinstance(change, Move | Copy) else (change.path,)
        for path in paths:
            nodes.remove(self.places, nodes.sibling(path, record.token))
            nodes.remove(self.places, nodes.sibling(path, record.token + nodes.DOOMED))

    def release(self, record: Record) -> None:
        """Free the name in the trash of a change which was not made."""
        if isinstance(record.change, Trash):
            self.trash.trust(root_of(record.keep))
            if self.identity(record.keep) is None:
                self.trash.release(record.path, record.keep)

    def rename_in_trash(self, record: Record) -> Record:
        """The same change with another name in the trash, since its own was taken in the meantime."""
        return replace(record, keep=self.trash.choose(record.path))

    def state(self, record: Record) -> State:
        """Whether a change is still to do, done, or neither for sure."""
        change = record.change
        if _is_as_recorded(record.occupant, self.identity(record.path)):
            return "todo"
        match change:
            case MakeFolder(path):
                return _state_of_new(self.identity(path), "folder")
            case WriteFile(path):
                return self._state_of_write(record, path)
            case Move(path, destination):
                return self._state_of_move(record, path, destination)
            case Copy(_, destination):
                return self._state_of_copy(record, destination)
            case Trash(path):
                self.trash.trust(root_of(record.keep))
                return self._state_of_move(record, path, record.keep)

    def seen(self, record: Record) -> Seen | None:
        """What has to be remembered about a change that is done, so that undoing it spares later work."""
        change = record.change
        if isinstance(change, Trash):
            return None
        path = record.path
        now = self.identity(path)
        if now is None or (isinstance(change, Move) and record.source and now.inode == record.source.inode):
            return None
        return Seen(now, nodes.inventory(self.places, path) if isinstance(change, Copy) else "")

    def _seen(self, record: Record) -> Seen | None:
        """Observe a change; raises ToolError when it cannot be seen."""
        change = record.change
        if record.leads_elsewhere:
            self.places.forget()
        if isinstance(change, Move) and record.source is not None and record.source.inode:
            if record.source.is_unchanged(self.identity(change.destination)):
                return None
        elif isinstance(change, MakeFolder):
            made = self.identity(change.path)
            if made is not None and made.kind == "folder":
                return Seen(made)
            raise changed(record.path, "changed while it was worked on")
        if self.state(record) == "done":
            return None if isinstance(change, Trash) else self.seen(record)
        self._put_back(record)
        raise changed(record.path, "changed while it was worked on")

    def _put_back(self, record: Record) -> None:
        """Give back what turned out not to be what was meant."""
        change = record.change
        if isinstance(change, Move | Trash):
            source = change.source if isinstance(change, Move) else change.path
            place = change.destination if isinstance(change, Move) else record.keep
            if self.identity(source) is None and self.identity(place) is not None:
                nodes.relocate(self.places, place, source, record.token)

    def _write(self, record: Record, change: WriteFile, content: bytes) -> None:
        partial = nodes.sibling(change.path, record.token)
        nodes.remove(self.places, partial)
        like = self.places.lstat(change.path) if record.target else None
        nodes.write_new(self.places, partial, content, like)
        self._settle(record, partial, change.path, "file")

    def _copy(self, record: Record, change: Copy) -> None:
        partial = nodes.sibling(change.destination, record.token)
        nodes.remove(self.places, partial)
        nodes.copy_to(self.places, change.source, partial)
        self._settle(record, partial, change.destination, record.source.kind if record.source else "folder")

    def _move(self, record: Record, change: Move) -> None:
        source, kind = change.source, record.source.kind if record.source else "folder"
        try:
            self._settle(record, source, change.destination, kind)
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            partial = nodes.sibling(change.destination, record.token)
            nodes.remove(self.places, partial)
            nodes.copy_to(self.places, source, partial)
            self._settle(record, partial, change.destination, kind)
            nodes.discard(self.places, source, record.token)

    def _settle(self, record: Record, newcomer: str, path: str, kind: str) -> None:
        """Bring `newcomer` to its final path; what stands there is kept first, and never lost."""
        target = record.target
        if target is None:
            nodes.rename(self.places, newcomer, path)
        elif kind in RENAMED_OVER and target.kind in RENAMED_OVER:
            self._keep_name(record, target, path)
            nodes.replace(self.places, newcomer, path)
        else:
            self._keep_away(record, target, path)
            nodes.rename(self.places, newcomer, path)

    def _keep_name(self, record: Record, target: Identity, path: str) -> None:
        """Keep a file by a second name, or by a copy on another disk, while it stays where it is."""
        if not target.is_unchanged(self.identity(path)):
            raise changed(path, "was changed")
        Path(parent_of(record.keep)).mkdir(parents=True, exist_ok=True)
        nodes.remove(self.places, record.keep)
        try:
            nodes.link(self.places, path, record.keep)
        except (OSError, NotImplementedError):  # Another disk, or one without links.
            nodes.copy(self.places, path, record.keep, record.token)
        else:
            if not target.is_same(self.identity(record.keep)):
                nodes.remove(self.places, record.keep)
                raise changed(path, "was replaced")

    def _keep_away(self, record: Record, target: Identity, path: str) -> None:
        """Keep a folder by moving it away; already done if this change was begun before."""
        now = self.identity(path)
        if now is None and self.identity(record.keep) is not None:
            return
        if not target.is_unchanged(now):
            raise changed(path, "was changed")
        Path(parent_of(record.keep)).mkdir(parents=True, exist_ok=True)
        nodes.relocate(self.places, path, record.keep, record.token)
        self.places.forget()

    def _state_of_write(self, record: Record, path: str) -> State:
        now = self.identity(path)
        if _is_as_recorded(record.target, now):
            return "todo"
        if now is None:
            return "todo" if record.target is None or self._is_kept(record) else "unclear"
        return "done" if nodes.file_digest(self.places, path) == record.digest else "unclear"

    def _state_of_move(self, record: Record, source: str, destination: str) -> State:
        before, now, there = record.source, self.identity(source), self.identity(destination)
        if before is None:
            return "unclear"
        if now is None:
            return "done" if self._has_arrived(record, before, destination, there) else "unclear"
        if not before.is_unchanged(now):
            return "unclear"
        return "todo" if self._is_clear(record, there) else "unclear"

    def _state_of_copy(self, record: Record, destination: str) -> State:
        there = self.identity(destination)
        if there is None or _is_as_recorded(record.target, there):
            return "todo" if self._is_clear(record, there) else "unclear"
        if record.digest == "":  # An earlier change of the same step makes what is copied.
            return "done"
        return "done" if nodes.inventory(self.places, destination, COARSE) == record.digest else "unclear"

    def _has_arrived(self, record: Record, before: Identity, path: str, there: Identity | None) -> bool:
        if there is None:
            return False
        if before.is_unchanged(there):
            return True
        if record.digest:
            return nodes.inventory(self.places, path, COARSE) == record.digest
        # Across disks inside one device number (bind mounts): a copy with times, known by size and time.
        return before.kind == there.kind == "file" and before.size == there.size and before.is_as_old(there)

    def _is_clear(self, record: Record, there: Identity | None) -> bool:
        """Whether the way is as recorded: nothing there, or what is to be replaced, or that kept away."""
        if there is None:
            return record.target is None or self._is_kept(record)
        return record.target is not None and record.target.is_unchanged(there)

    def _is_kept(self, record: Record) -> bool:
        return self.identity(record.keep) is not None


def _refused(record: Record, error: OSError) -> ToolError:
    path = record.path
    if isinstance(error, FileExistsError):
        return changed(path, "is there now, and was not before")
    if isinstance(error, FileNotFoundError):
        return changed(path, "or its folder is no longer there")
    reason = (error.strerror or type(error).__name__).lower()
    return ToolError("DISK_REFUSED", f"{path} could not be changed ({reason}); mend that, then try again.")


def _is_as_recorded(target: Identity | None, now: Identity | None) -> bool:
    """Whether the very thing that is to be replaced is still in place, so that nothing was begun."""
    return target is not None and target.inode != 0 and target.is_unchanged(now)


def _state_of_new(now: Identity | None, kind: str) -> State:
    if now is None:
        return "todo"
    return "done" if now.kind == kind else "unclear"
