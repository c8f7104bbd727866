"""Copies and inventories of files, links and whole folders, by descriptor so that no link is followed."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from aura.capability.errors import ToolError
from aura.execution.identity import BLOCK
from aura.execution.places import BY_DESCRIPTOR, FOLDER_FLAGS, Spot

NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
CLOSE_ON_EXEC = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
READ = os.O_RDONLY | NO_FOLLOW | CLOSE_ON_EXEC | getattr(os, "O_NONBLOCK", 0)
CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_FOLLOW | CLOSE_ON_EXEC
OWNER_MAY = 0o700


def copy_node(source: Spot, destination: Spot, path: str) -> None:
    """Copy a file, link or folder with times, permissions and attributes; `path` names it in errors.

    Raises ToolError `DEVICE_FILE` for devices, sockets and pipes, FileExistsError rather than overwrite.
    """
    folder, name = source
    found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    if stat.S_ISDIR(found.st_mode):
        _copy_folder(source, destination, found, path)
    elif stat.S_ISLNK(found.st_mode):
        _copy_link(source, destination, found)
    elif stat.S_ISREG(found.st_mode):
        _copy_file(source, destination)
    else:
        raise ToolError("DEVICE_FILE", f"{path} is a device, socket or pipe, which cannot be copied.")


def take_stock(spot: Spot, grain: int = 1, relative: str = "") -> Iterator[bytes]:
    """One line for every file, link and folder at and below a spot, in a fixed order.

    Times are counted in grains of nanoseconds, since some disks round them.
    """
    folder, name = spot
    found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    if stat.S_ISDIR(found.st_mode):
        yield os.fsencode(f"{relative}/\n")
        with _children(spot) as children:
            for child, below in children:
                yield from take_stock(below, grain, f"{relative}/{child}")
        return
    target = os.readlink(name, dir_fd=folder) if stat.S_ISLNK(found.st_mode) else ""
    kind = stat.S_IFMT(found.st_mode)
    time = 0 if target else found.st_mtime_ns // grain
    yield os.fsencode(f"{relative}\0{kind}\0{found.st_size}\0{time}\0{target}\n")


def take_permissions(descriptor: int, like: os.stat_result) -> None:
    """Give an open file the permission bits of another, and its owner where that is allowed."""
    if hasattr(os, "fchown"):
        with suppress(PermissionError):  # Only root may give files away; the copy is then the user's own.
            os.fchown(descriptor, like.st_uid, like.st_gid)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, stat.S_IMODE(like.st_mode))


def _copy_file(source: Spot, destination: Spot) -> None:
    opened = os.open(source[1], READ, dir_fd=source[0])
    with os.fdopen(opened, "rb") as reader:
        found = os.fstat(opened)
        created = os.open(destination[1], CREATE, 0o600, dir_fd=destination[0])
        with os.fdopen(created, "wb") as writer:
            shutil.copyfileobj(reader, writer, BLOCK)
            writer.flush()
            _take_attributes(opened, created)
            take_permissions(created, found)
            _take_times(destination, found, created)


def _copy_link(source: Spot, destination: Spot, found: os.stat_result) -> None:
    target = os.readlink(source[1], dir_fd=source[0])
    os.symlink(target, destination[1], dir_fd=destination[0])
    if os.utime in os.supports_follow_symlinks:
        os.utime(
            destination[1],
            ns=(found.st_atime_ns, found.st_mtime_ns),
            dir_fd=destination[0],
            follow_symlinks=False,
        )


def _copy_folder(source: Spot, destination: Spot, found: os.stat_result, path: str) -> None:
    os.mkdir(destination[1], OWNER_MAY, dir_fd=destination[0])
    with _children(source) as children, _handle(destination) as inside:
        for name, child in children:
            copy_node(child, _below(inside, name), f"{path}/{name}")
        if isinstance(inside, int):
            take_permissions(inside, found)
        _take_times(destination, found, inside if isinstance(inside, int) else None)


def _take_times(spot: Spot, found: os.stat_result, opened: int | None) -> None:
    times = (found.st_atime_ns, found.st_mtime_ns)
    if opened is not None and os.utime in os.supports_fd:
        os.utime(opened, ns=times)
    else:
        os.utime(spot[1], ns=times)


def _take_attributes(source: int, destination: int) -> None:
    """Extended attributes, as far as the other disk takes them."""
    if not hasattr(os, "listxattr"):
        return
    with suppress(OSError):  # A disk without attributes still gets the content.
        for name in os.listxattr(source):
            os.setxattr(destination, name, os.getxattr(source, name))


@contextmanager
def _handle(spot: Spot) -> Iterator[int | str]:
    """An open folder: a descriptor, or where the system has none, its path."""
    if not BY_DESCRIPTOR:
        yield spot[1]
        return
    opened = os.open(spot[1], FOLDER_FLAGS | NO_FOLLOW, dir_fd=spot[0])
    try:
        yield opened
    finally:
        os.close(opened)


def _below(handle: int | str, name: str) -> Spot:
    return (handle, name) if isinstance(handle, int) else (None, f"{handle}{os.sep}{name}")


@contextmanager
def _children(spot: Spot) -> Iterator[list[tuple[str, Spot]]]:
    """The names in a folder, sorted, each with its spot, while the folder is open."""
    with _handle(spot) as handle:
        yield [(name, _below(handle, name)) for name in sorted(os.listdir(handle))]  # noqa: PTH208
