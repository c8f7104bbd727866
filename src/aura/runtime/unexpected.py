"""What nobody expected: one sentence for whoever asked, the details in a file under AURA_HOME."""

from __future__ import annotations

import os
import tempfile
import time
import traceback
from collections.abc import Mapping
from pathlib import Path


def written_down(error: BaseException, environ: Mapping[str, str]) -> str:
    """The sentence about an exception, whose traceback is written to a file."""
    details = "".join(traceback.format_exception(error))
    try:
        from aura.config.load import default_home

        folder = default_home(environ) / "log"
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir())
    file = folder / f"{time.strftime('%Y%m%dT%H%M%S')}-{os.getpid()}.txt"
    try:
        with file.open("a", encoding="utf-8", errors="replace") as log:
            log.write(details)
    except OSError:
        return f"Something unexpected went wrong ({type(error).__name__}), and no log could be written."
    return f"Something unexpected went wrong ({type(error).__name__}); the details are in {file}."
