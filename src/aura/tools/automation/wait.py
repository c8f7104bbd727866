"""Let time pass before the steps that come after."""

from __future__ import annotations

import asyncio
from typing import Annotated

from msgspec import Meta

from aura.capability.conduct import Conduct
from aura.capability.effect import Effect
from aura.capability.tool import tool


@tool(verb="wait", effect=Effect.READS, conduct=Conduct(idempotent=True, beside=True))
async def wait(duration: Annotated[float, Meta(ge=0), "How long, in seconds."]) -> None:
    """Wait for some time; other steps go on meanwhile."""
    await asyncio.sleep(duration)
