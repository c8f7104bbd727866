"""Who is working on a run: a process that can be told from a later one with the same number."""

from __future__ import annotations

import os
from pathlib import Path

BOOT = Path("/proc/sys/kernel/random/boot_id")


def this_process() -> str:
    """This process as opaque text: its number, when it started, and on which boot where that is known."""
    return _describe(os.getpid()) or f"{os.getpid()}"


def is_alive(owner: str) -> bool:
    """Whether the process that an owner text names still runs."""
    number = owner.partition(":")[0]
    return number.isdigit() and _describe(int(number)) == owner


def _describe(number: int) -> str | None:
    stat = Path(f"/proc/{number}/stat")
    try:
        # Field 22 counts from after the name, which may hold spaces and brackets.
        fields = stat.read_bytes().rpartition(b")")[2].split()
        return None if fields[0] == b"Z" else f"{number}:{fields[19].decode()}:{BOOT.read_text().strip()}"
    except FileNotFoundError:
        return None if BOOT.exists() else _describe_elsewhere(number)


def _describe_elsewhere(number: int) -> str | None:
    import psutil

    try:
        return f"{number}:{psutil.Process(number).create_time()}"
    except psutil.Error:
        return None
