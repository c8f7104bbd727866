"""A lock between processes: a file that only one of them holds at a time."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aura.capability.errors import ToolError

PAUSE = 0.02


@contextmanager
def locked(path: Path, seconds: float, what: str) -> Iterator[None]:
    """Hold the lock; raises ToolError `BUSY`, naming `what`, where another process has it for longer."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    try:
        end = time.monotonic() + seconds
        while not _take(handle):
            if time.monotonic() > end:
                raise ToolError("BUSY", f"Another command is busy with {what}; wait for it to end, or end it.")
            time.sleep(PAUSE)
        yield
    finally:
        os.close(handle)


def _take(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
