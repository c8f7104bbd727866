"""How a tool may be called: for how long, how often, and beside what."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Conduct(Struct, frozen=True):
    """What the executor may do with calls of one tool.

    `timeout` is in seconds, None for no end. `attempts` counts the first call too; before the second it waits
    `backoff` seconds, before each further one twice as long. `idempotent` says that doing it twice does no harm;
    `beside` that it may run while other steps do; `secrets` that it may be told a secret, since it keeps none.
    """

    timeout: float | None = None
    attempts: int = 1
    backoff: float = 0.5
    idempotent: bool = False
    beside: bool = False
    secrets: bool = False

    @property
    def limits(self) -> bool:
        """Whether a call has an end in time, or is tried again."""
        return self.timeout is not None or self.attempts > 1

    def as_json(self) -> dict[str, Any]:
        """What it says beyond the ordinary, as an atom's definition writes it."""
        retry = {"attempts": self.attempts, "backoff": self.backoff} if self.attempts > 1 else None
        plain = {"timeout": self.timeout, "retry": retry, "idempotent": self.idempotent or None}
        return {name: value for name, value in plain.items() if value is not None}


ALONE = Conduct()
"""One call at a time, once, for as long as it takes: what a tool on the user's own computer gets."""
