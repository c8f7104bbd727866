"""Who is working on a run: a process that can be told from a later one with the same number."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

BOOT = Path("/proc/sys/kernel/random/boot_id")


HANDS = "#"
"""Stands before what tells one piece of work of a process from another."""


def this_process() -> str:
    """This process as opaque text: its number, when it started, and on which boot where that is known."""
    return _describe(os.getpid()) or f"{os.getpid()}"


def new_hands() -> str:
    """An owner for one piece of work, which no other work of this process is taken for."""
    return f"{this_process()}{HANDS}{secrets.token_hex(6)}"


def is_alive(owner: str) -> bool:
    """Whether the process that an owner text names still runs."""
    process = owner.partition(HANDS)[0]
    number = process.partition(":")[0]
    return number.isdigit() and _describe(int(number)) == process


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
