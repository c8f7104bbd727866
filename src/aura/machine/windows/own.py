"""Which windows AURA itself runs in, and so are never meant by "this window"."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from aura.capability.errors import ToolError
from aura.machine.windows.port import Window


def own_processes() -> frozenset[int]:
    """This process and all that it was started by: the shell and the terminal among them."""
    import psutil

    return frozenset({os.getpid(), *(parent.pid for parent in psutil.Process().parents())})


def is_own(window: Window, processes: frozenset[int], environ: Mapping[str, str]) -> bool:
    """Whether a window is the terminal of this process, by its process or as terminals tell it by WINDOWID."""
    return window.pid in processes or environ.get("WINDOWID") == str(window.id)


def chosen(windows: Iterable[Window], desktop: int, environ: Mapping[str, str]) -> Window:
    """Of windows, the one on top first, the one that the user looks at; raises ToolError `NO_WINDOW`."""
    processes = own_processes()
    seen = [
        window
        for window in windows
        if window.state != "minimized" and window.desktop in (0, desktop) and not is_own(window, processes, environ)
    ]
    found = next((window for window in seen if window.focused), None) or next(iter(seen), None)
    if found is None:
        raise ToolError("NO_WINDOW", "No window is open here but the one AURA runs in; open one, or name it.")
    return found
