"""Following runs: each stream looks at the journal again and again, and tells what is new."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable

from starlette.responses import Response, StreamingResponse

from aura.contracts.progress import Progress
from aura.surfaces.http.events import Event, Told, told_until
from aura.surfaces.http.problems import Refused
from aura.surfaces.http.workers import SOON, Workers

LOOK_SECONDS = 0.15
SILENT_SECONDS = 15.0
STILL_HERE = b": still here\n\n"


class Streams:
    """As many streams as the settings allow; all of them end when the server does."""

    def __init__(self, lookers: Workers, most: int) -> None:
        self._lookers = lookers
        self._most = most
        self._open = 0

    async def follow(self, run_id: str, last: str) -> Response:
        """The events of a run after the last one that is known; raises Refused where there is no such run."""
        if self._open >= self._most:
            raise Refused(503, "BUSY", "Too many follow runs already; try again in a moment.", headers=SOON)
        await self._look(run_id)
        return StreamingResponse(self._events(run_id, told_until(last)), media_type="text/event-stream")

    async def _events(self, run_id: str, told: Told) -> AsyncIterator[bytes]:
        self._open += 1
        try:
            spoken = time.monotonic()
            while not self._lookers.stop.is_set():
                run = await self._look(run_id)
                for event in told.news(run):
                    spoken = time.monotonic()
                    yield _written(event)
                if run.has_ended:
                    return
                if time.monotonic() - spoken > SILENT_SECONDS:
                    spoken = time.monotonic()
                    yield STILL_HERE
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            self._open -= 1

    async def _look(self, run_id: str) -> Progress:
        look: Callable[..., Progress] = lambda runtime: runtime.progress(run_id)  # noqa: E731
        return await self._lookers.do(look)


def _written(event: Event) -> bytes:
    """An event as it is sent."""
    return f"event: {event.kind}\nid: {event.id}\ndata: {json.dumps(event.data)}\n\n".encode()
