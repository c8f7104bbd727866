"""Which window is meant by words: this one, one of a program, or one by its title."""

from __future__ import annotations

import re

from aura.capability.errors import ToolError
from aura.machine.apps.port import Apps
from aura.machine.windows.port import Window, Windows

WORD = re.compile(r"\w+")
MOST_NAMED = 5


def window_meant(words: str, windows: Windows, apps: Apps, *, anew: bool = False) -> Window:
    """The window that words mean, the one that the user looks at where there are none.

    Of a program's windows it is the one on top. Raises ToolError `NO_WINDOW`, or `AMBIGUOUS` where several titles fit.
    """
    if not words:
        return windows.this(anew=anew)
    programs = apps.named(words)
    for app in programs:
        if found := apps.windows(app):
            return found[0]
    shown = windows.list()
    titled = titled_like(words, shown)
    if len(titled) > 1:
        raise ToolError("AMBIGUOUS", f'Several windows fit "{words}": {named(titled)}. Say more of the title.')
    if not titled:
        what = f"{programs[0].title} has no window" if programs else f'No window fits "{words}"'
        raise ToolError("NO_WINDOW", f"{what}; open are: {named(shown) or 'none'}.")
    return titled[0]


def titled_like(words: str, windows: list[Window]) -> list[Window]:
    """The windows whose title has all the words; only those titled just so, where there are such."""
    asked = WORD.findall(words.casefold())
    exact = [window for window in windows if WORD.findall(window.title.casefold()) == asked]
    return exact or [window for window in windows if set(asked) <= set(WORD.findall(window.title.casefold()))]


def named(windows: list[Window]) -> str:
    """Windows by their titles, for a message."""
    more = f" and {len(windows) - MOST_NAMED} more" if len(windows) > MOST_NAMED else ""
    return ", ".join(f'"{window.title}"' for window in windows[:MOST_NAMED]) + more
