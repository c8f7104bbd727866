"""LibreOffice without a window, with a profile of its own, so that the one that the user has open is never asked."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Self

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.machine.programs import is_there

PROGRAMS = ("soffice", "libreoffice", "soffice.exe", "/Applications/LibreOffice.app/Contents/MacOS/soffice")
PATIENCE = 120.0
"""Seconds that a document may take."""
MISSING = "LibreOffice, which makes a PDF, is not on this computer; install it."


class LibreOffice:
    """Makes a PDF of a document in a folder of its own."""

    def __init__(self, program: str, environ: Mapping[str, str], patience: float = PATIENCE) -> None:
        self._program = program
        self._environ = environ
        self._patience = patience

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """Itself where LibreOffice is."""
        found = next((each for each in PROGRAMS if is_there(each, machine.environ)), None)
        return cls(found, machine.environ) if found is not None else MISSING

    def pdf(self, name: str, data: bytes) -> bytes:
        """The PDF of a file; raises ToolError `NO_ANSWER` where it takes too long, `PROGRAM_FAILED` without one."""
        with tempfile.TemporaryDirectory(prefix="aura-", ignore_cleanup_errors=True) as folder:
            source = Path(folder, "document").with_suffix(PurePath(name).suffix.lower())
            source.write_bytes(data)
            profile = f"-env:UserInstallation={Path(folder, 'profile').as_uri()}"
            wanted = ["--headless", "--norestore", "--convert-to", "pdf", "--outdir", folder, str(source)]
            self._run(name, [self._program, profile, *wanted])
            made = source.with_suffix(".pdf")
            if not made.is_file() or not made.stat().st_size:
                raise ToolError(
                    "PROGRAM_FAILED", f"LibreOffice could not make a PDF of {name}; open it there to see why."
                )
            return made.read_bytes()

    def _run(self, name: str, command: list[str]) -> None:
        """Run LibreOffice, which is a family of processes, and end all of it when its time is over."""
        process = subprocess.Popen(
            command,
            env=dict(self._environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            process.wait(self._patience)
        except subprocess.TimeoutExpired as error:
            raise ToolError(
                "NO_ANSWER", f"LibreOffice did not make a PDF of {name} within {self._patience:g} seconds; try again."
            ) from error
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process with all that it started."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):  # All of it has ended.
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
