"""The one place that turns an exception into words: a code, one plain sentence, and details in a log file."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from aura.capability.errors import ToolError
from aura.execution.secrets import hide

LOG = ("log", "execution.log")


def explain(error: Exception, atom_id: str, home: str, secrets: Sequence[str] = ()) -> str:
    """`"[CODE] message"` for a step that raised; what was not expected is written to the log under `home`.

    `secrets` are hidden in both.
    """
    if isinstance(error, ToolError):
        return hide(f"[{error.code}] {error.message}", secrets)
    where = _log(error, atom_id, home, secrets) if home else ""
    return hide(f"[STEP_EXECUTION_ERROR] {atom_id} stopped with {type(error).__name__}: {error}{where}", secrets)


def _log(error: Exception, atom_id: str, home: str, secrets: Sequence[str]) -> str:
    """Append the details to the log; returns the end of the sentence that says where they are."""
    path = Path(home).joinpath(*LOG)
    details = hide("".join(traceback.format_exception(error)), secrets)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8", errors="backslashreplace") as log:
            log.write(f"{datetime.now(UTC).isoformat()} {atom_id}\n{details}\n")
    except OSError as refused:
        return f" (no details were kept: {refused.strerror})."
    return f"; details are in {path}."
