"""Let time pass before the steps that come after."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

from msgspec import Meta

from aura.capability.conduct import Conduct
from aura.capability.effect import Effect
from aura.capability.ports import Notebook
from aura.capability.tool import tool

UNTIL = "until"


@tool(verb="wait", effect=Effect.READS, conduct=Conduct(idempotent=True, beside=True))
async def wait(notebook: Notebook, duration: Annotated[float, Meta(ge=0), "How long, in seconds."]) -> None:
    """Wait for some time; other steps go on meanwhile."""
    until = notebook.first(UNTIL, time.time() + duration)
    # A clock that was set back does not make it longer.
    await asyncio.sleep(max(0.0, min(duration, until - time.time())))
