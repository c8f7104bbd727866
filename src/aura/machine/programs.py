"""Programs of this computer that are asked for something, bounded in time."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from shutil import which

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE

PATIENCE = 10.0
"""Seconds that a program may take."""


def is_there(program: str, environ: Mapping[str, str]) -> bool:
    """Whether a program can be found."""
    return which(program, path=environ.get("PATH")) is not None


def told(command: Sequence[str], environ: Mapping[str, str], *, given: str = "") -> str:
    """What a program writes; ToolError where it is missing (`NOT_HERE`), too slow (`NO_ANSWER`), or fails."""
    try:
        done = subprocess.run(
            [*command], input=given, env=dict(environ), capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except FileNotFoundError as error:
        raise ToolError(NOT_HERE, f"{command[0]} is not on this computer; install it.") from error
    except subprocess.TimeoutExpired as error:
        raise ToolError("NO_ANSWER", f"{command[0]} did not end within {PATIENCE:g} seconds; try again.") from error
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        why = f": {said[-1].rstrip('.')}" if said else ""
        raise ToolError("PROGRAM_FAILED", f"{command[0]} could not do it{why}.")
    return done.stdout
