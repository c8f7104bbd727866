"""What is to be taken back, as it was said."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Sense = Literal["last", "lost", "each", "named"]


class Back(Struct, frozen=True):
    """The last commands, so many of them; the one that did away with something, or each of those that did it in turn;
    or with what has this name."""

    sense: Sense
    count: int = 1
    name: str = ""
