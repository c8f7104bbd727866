"""Where something stands in a JSON document."""

from __future__ import annotations


def json_path(base: str, *parts: object) -> str:
    """A path below another: `.name` for plain names, `[0]` for positions, `['any name']` for the rest."""
    for part in parts:
        if isinstance(part, int):
            base += f"[{part}]"
        else:
            name = str(part)
            base += f".{name}" if name.isidentifier() else "[" + repr(name) + "]"
    return base
