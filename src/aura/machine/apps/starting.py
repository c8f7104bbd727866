"""Starting a program so that it goes on by itself."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence

from aura.capability.errors import ToolError
from aura.machine.apps.port import App


def start(app: App, command: Sequence[str], environ: Mapping[str, str]) -> int:
    """Start a program in a session of its own that holds no stream of this process; gives its process.

    Raises ToolError `APP_BROKEN` where the system cannot start it.
    """
    program = shutil.which(command[0], path=environ.get("PATH"))
    if program is None:
        raise ToolError("APP_BROKEN", f"{app.title} needs {command[0]}, which is not there; install it again.")
    try:
        started = subprocess.Popen(
            [program, *command[1:]],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd=environ.get("HOME"),
            env=dict(environ),
        )
    except OSError as error:
        raise ToolError("APP_BROKEN", f"{app.title} cannot be started: {error.strerror}.") from error
    return started.pid
