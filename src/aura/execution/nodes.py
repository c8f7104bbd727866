"""The few things that are done to a disk, each without following a link and without overwriting by accident.

Every function takes a Places and absolute paths. What exists is only ever lost by `replace_file`,
`remove_file`, `remove_tree` and `remove_folder`; everything else fails with FileExistsError instead.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import stat
import sys
from collections.abc import Callable
from functools import cache
from pathlib import PurePath

from aura.execution.identity import digest_of
from aura.execution.places import BY_DESCRIPTOR, Places, Spot
from aura.execution.trees import CREATE, READ, copy_node, take_permissions, take_stock

RENAME_CALLS = {"linux": ("renameat2", 1), "darwin": ("renameatx_np", 4)}
"""The C library's rename that refuses to overwrite, and the flag that makes it refuse."""
DOOMED = "-gone"
"""What is about to be removed has another temporary name than what is about to come to the same place."""
NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK}
UNSUPPORTED = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP}


def sibling(path: str, token: str) -> str:
    """A hidden temporary name beside `path`, the same for every attempt at the same change."""
    return str(PurePath(path).with_name(f".aura-{token}.tmp"))


def make_folder(places: Places, path: str, mode: int = 0o777) -> None:
    """Make one folder in a folder that exists."""
    descriptor, name = places.spot(path)
    os.mkdir(name, mode, dir_fd=descriptor)


def rename(places: Places, source: str, destination: str) -> None:
    """Rename on one device; raises FileExistsError rather than replace anything."""
    _rename_new(places.spot(source), places.spot(destination), destination)


def replace(places: Places, source: str, destination: str) -> None:
    """Rename a file over another, at once: there is never nothing at `destination`."""
    (from_folder, from_name), (to_folder, to_name) = places.spot(source), places.spot(destination)
    os.replace(from_name, to_name, src_dir_fd=from_folder, dst_dir_fd=to_folder)


def write_new(places: Places, path: str, content: bytes, like: os.stat_result | None = None) -> None:
    """Create a file durably, with the permissions of `like` if given."""
    descriptor, name = places.spot(path)
    with os.fdopen(os.open(name, CREATE, 0o666, dir_fd=descriptor), "wb") as file:
        file.write(content)
        if like is not None:
            take_permissions(file.fileno(), like)
        file.flush()
        os.fsync(file.fileno())


def link(places: Places, source: str, destination: str) -> None:
    """A second name for a file; raises OSError where the file system has none."""
    (from_folder, from_name), (to_folder, to_name) = places.spot(source), places.spot(destination)
    if BY_DESCRIPTOR:
        os.link(from_name, to_name, src_dir_fd=from_folder, dst_dir_fd=to_folder, follow_symlinks=False)
    else:
        os.link(from_name, to_name)


def remove_file(places: Places, path: str) -> None:
    """Remove a file or a link."""
    descriptor, name = places.spot(path)
    os.unlink(name, dir_fd=descriptor)


def remove_folder(places: Places, path: str) -> None:
    """Remove an empty folder."""
    descriptor, name = places.spot(path)
    os.rmdir(name, dir_fd=descriptor)


def remove(places: Places, path: str) -> None:
    """Remove whatever is at `path`, with everything in it; nothing there is no error."""
    found = places.lstat(path)
    if found is None:
        return
    if not stat.S_ISDIR(found.st_mode):
        remove_file(places, path)
        return
    descriptor, name = places.spot(path)
    if BY_DESCRIPTOR:
        shutil.rmtree(name, dir_fd=descriptor)
    else:
        shutil.rmtree(name)


def file_digest(places: Places, path: str) -> str | None:
    """SHA-256 of the regular file at `path`; None if there is none."""
    descriptor, name = places.spot(path)
    found = places.lstat(path)
    if found is None or not stat.S_ISREG(found.st_mode):
        return None
    opened = os.open(name, READ, dir_fd=descriptor)
    try:
        return digest_of(opened)
    finally:
        os.close(opened)


def relocate(places: Places, source: str, destination: str, token: str) -> None:
    """Move to another name on this or another device; raises FileExistsError rather than replace anything."""
    try:
        rename(places, source, destination)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        copy(places, source, destination, token)
        discard(places, source, token)


def discard(places: Places, path: str, token: str) -> None:
    """Remove what is at `path` so that it is there whole or not at all, even if interrupted."""
    doomed = sibling(path, token + DOOMED)
    remove(places, doomed)
    rename(places, path, doomed)
    remove(places, doomed)


def copy(places: Places, source: str, destination: str, token: str) -> None:
    """Copy a file, link or folder with times and permissions; it appears whole or not at all."""
    partial = sibling(destination, token)
    remove(places, partial)
    copy_to(places, source, partial)
    rename(places, partial, destination)


def copy_to(places: Places, source: str, destination: str) -> None:
    """Copy a file, link or folder with times and permissions to a name that nobody else uses."""
    copy_node(places.spot(source), places.spot(destination), source)


def inventory(places: Places, path: str, grain: int = 1) -> str:
    """A digest of names, kinds, sizes, times and link targets of all that is at and below `path`."""
    running = hashlib.sha256()
    for line in take_stock(places.spot(path), grain):
        running.update(line)
    return running.hexdigest()


def _rename_new(source: Spot, destination: Spot, path: str) -> None:
    """Rename without overwriting: by the kernel where it can, else by link and unlink, else after a look."""
    call = _exclusive_rename() if BY_DESCRIPTOR else None
    if call is None or not call(source, destination, path):
        _rename_by_link(source, destination, path)


@cache
def _exclusive_rename() -> Callable[[Spot, Spot, str], bool] | None:
    """The kernel's rename that refuses to overwrite, or None; it returns False where a disk cannot do it."""
    import ctypes

    name, flag = RENAME_CALLS.get(sys.platform, ("", 0))
    function = getattr(ctypes.CDLL(None, use_errno=True), name, None) if name else None
    if function is None:
        return None
    function.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
    encode, last_error = os.fsencode, ctypes.get_errno

    def call(source: Spot, destination: Spot, path: str) -> bool:
        if function(source[0], encode(source[1]), destination[0], encode(destination[1]), flag) == 0:
            return True
        number = last_error()
        if number in UNSUPPORTED:
            return False
        raise OSError(number, os.strerror(number), path)

    return call


def _rename_by_link(source: Spot, destination: Spot, path: str) -> None:
    (from_folder, from_name), (to_folder, to_name) = source, destination
    if not BY_DESCRIPTOR and sys.platform == "win32":
        os.rename(from_name, to_name)  # noqa: PTH104 - Windows itself refuses to overwrite
        return
    found = os.stat(from_name, dir_fd=from_folder, follow_symlinks=False)
    if not stat.S_ISDIR(found.st_mode):
        try:
            os.link(from_name, to_name, src_dir_fd=from_folder, dst_dir_fd=to_folder, follow_symlinks=False)
        except OSError as error:
            if error.errno not in NO_LINKS:
                raise
        else:
            os.unlink(from_name, dir_fd=from_folder)
            return
    _rename_after_look(source, destination, path)


def _rename_after_look(source: Spot, destination: Spot, path: str) -> None:
    (from_folder, from_name), (to_folder, to_name) = source, destination
    try:
        os.stat(to_name, dir_fd=to_folder, follow_symlinks=False)
    except FileNotFoundError:
        os.rename(from_name, to_name, src_dir_fd=from_folder, dst_dir_fd=to_folder)
    else:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path)
