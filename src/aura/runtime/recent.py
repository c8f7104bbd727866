"""Things of recent commands, so that a question about a pronoun can offer them."""

from __future__ import annotations

from datetime import datetime

from aura.runtime.context import AmbientMemory
from aura.runtime.house import House

LOOKED_BACK = 5
MOST_OFFERED = 5


def recent_things(house: House, moment: datetime) -> tuple[str, ...]:
    """What the commands of the last minutes made, moved or wrote and is still there, newest first."""
    if not (house.home / "journal.db").exists():
        return ()
    memory = AmbientMemory(house.journal.recent(LOOKED_BACK), house.settings.context.pronoun_expiry_seconds)
    overlay = house.overlay()
    found: dict[str, None] = {}
    for past in memory.snapshot(moment).recent:
        for row in reversed(house.journal.steps(past.run_id)):
            path = row.outputs.get("path")
            if row.records and isinstance(path, str) and overlay.kind(path) is not None:
                found.setdefault(house.paths.relative(path))
    return tuple(found)[:MOST_OFFERED]
