"""One path or a list of them."""

from __future__ import annotations

from aura.capability.errors import ToolError


def listed(path: str | list[str]) -> list[str]:
    """The paths, each once and in order; `NOTHING_MATCHES` for an empty list."""
    paths = list(dict.fromkeys(path)) if isinstance(path, list) else [path]
    if not paths:
        raise ToolError("NOTHING_MATCHES", "Nothing matches, so there is nothing to do.")
    return paths
