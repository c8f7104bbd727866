"""When something is to be done."""

from __future__ import annotations

from msgspec import Struct


class When(Struct, frozen=True):
    """A moment, as `said` in words and as ISO text with its distance from UTC; `rule` says how it comes again.

    The rule is one of RFC 5545 ("FREQ=DAILY;BYHOUR=9"), in the time of the place; a moment without one comes once.
    """

    said: str
    moment: str
    rule: str = ""
