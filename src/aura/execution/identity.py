"""What a thing on the disk is, so that it can be known again: identities, digests and inventories."""

from __future__ import annotations

import hashlib
import os
import stat

from msgspec import Struct

from aura.capability.ports import NodeKind

BLOCK = 1 << 20
COARSE = 2_000_000_000
"""The coarsest clock of a disk, in nanoseconds (FAT): times are compared that far across disks."""


class Identity(Struct, frozen=True, array_like=True, gc=False):
    """One thing as it was: kind, inode, device, bytes, time of change in nanoseconds, permission bits.

    An inode of 0 means that only the kind is known (the thing comes from an earlier change of the same step).
    """

    kind: NodeKind
    inode: int
    device: int
    size: int
    mtime_ns: int
    mode: int

    def is_same(self, other: Identity | None) -> bool:
        """Whether `other` is this very thing, whatever its content is now."""
        if other is None or self.kind != other.kind:
            return False
        return not (self.inode and other.inode) or self.inode == other.inode

    def is_unchanged(self, other: Identity | None) -> bool:
        """Whether `other` is this very thing, and a file's size and time are as they were."""
        if other is None or not self.is_same(other):
            return False
        if self.kind != "file" or not (self.inode and other.inode):
            return True
        return self.size == other.size and self.mtime_ns == other.mtime_ns

    def is_as_old(self, other: Identity) -> bool:
        """Whether the times agree as far as the coarsest disk keeps them."""
        return self.mtime_ns // COARSE == other.mtime_ns // COARSE


def kind_of(mode: int) -> NodeKind:
    """The kind that a `st_mode` says."""
    if stat.S_ISREG(mode):
        return "file"
    if stat.S_ISDIR(mode):
        return "folder"
    return "link" if stat.S_ISLNK(mode) else "other"


def identify(found: os.stat_result) -> Identity:
    """The identity of what an `lstat` found."""
    mode = found.st_mode
    return Identity(kind_of(mode), found.st_ino, found.st_dev, found.st_size, found.st_mtime_ns, stat.S_IMODE(mode))


def unknown(kind: NodeKind) -> Identity:
    """A thing of which only the kind is known yet."""
    return Identity(kind, 0, 0, 0, 0, 0)


def digest(content: bytes) -> str:
    """SHA-256 of a file's content, hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def digest_of(descriptor: int) -> str:
    """SHA-256 of what is read from an open file, hexadecimal."""
    running = hashlib.sha256()
    while block := os.read(descriptor, BLOCK):
        running.update(block)
    return running.hexdigest()
