"""A process of its own that owns the clipboard of an X display until another program does: `python -m … text|image`."""

from __future__ import annotations

import os
import sys

from aura.machine.clipboard.selection import Owner, contents_of

A_WHILE = 3600.0


def main() -> None:
    """Read what to hold from the standard input, and end when a child of this process holds it."""
    from Xlib.display import Display

    given = sys.stdin.buffer.read()
    text, image = (given.decode(), None) if sys.argv[1] == "text" else (None, given)
    owner = Owner(Display(os.environ["DISPLAY"]), contents_of(text, image))
    if os.fork():
        os._exit(0)
    while owner.serve(A_WHILE):
        pass


if __name__ == "__main__":
    main()
