"""One thing that the doctor looked at."""

from __future__ import annotations

from msgspec import Struct


class Finding(Struct, frozen=True):
    """One thing looked at: whether it is as it must be, and what was found.

    What is `missing` is not there and need not be; `mend` is the command that would bring it.
    """

    name: str
    ok: bool
    detail: str
    missing: bool = False
    mend: str = ""
