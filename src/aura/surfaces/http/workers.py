"""The threads that do the work, each with a runtime of its own; as many wait as the settings say, no more."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from aura.capability.errors import DeclarationError, ToolError
from aura.surfaces.http.problems import Refused, of_tool_error
from aura.surfaces.http.service import Orchestrator

T = TypeVar("T")
SOON = {"retry-after": "1"}


class Workers:
    """A pool of threads; `stop` is set when the server ends, so that runs end between two steps.

    `unexpected` writes down what went wrong in a job that nobody waits for.
    """

    def __init__(
        self,
        name: str,
        make: Callable[[], Orchestrator],
        count: int,
        waiting: int,
        unexpected: Callable[[BaseException], object],
    ) -> None:
        self._make = make
        self._unexpected = unexpected
        self._most = count + waiting
        self._pool = ThreadPoolExecutor(count, thread_name_prefix=f"aura-{name}")
        self._own = threading.local()
        self._under_way = 0
        self.stop = threading.Event()

    async def do(self, job: Callable[[Orchestrator], T]) -> T:
        """What a job gives; raises Refused where too many wait, or where the runtime cannot do it."""
        return await self._begun(job)

    def leave(self, job: Callable[[Orchestrator], T], *, admitted: bool = False) -> None:
        """Begin a job that nobody waits for; raises Refused where too many wait, unless it was `admitted` before."""
        self._begun(job, admitted=admitted).add_done_callback(self._look_at)

    def _look_at(self, job: asyncio.Future[T]) -> None:
        error = None if job.cancelled() else job.exception()
        if error is not None and not isinstance(error, Refused):
            self._unexpected(error)

    def _begun(self, job: Callable[[Orchestrator], T], *, admitted: bool = False) -> asyncio.Future[T]:
        if self._under_way >= self._most and not admitted:
            raise Refused(503, "BUSY", "Too much is waiting to be done; try again in a moment.", headers=SOON)
        self._under_way += 1
        begun = asyncio.get_running_loop().run_in_executor(self._pool, self._done, job)
        begun.add_done_callback(self._ended)
        return begun

    def close(self) -> None:
        """Wait for what is under way, and begin nothing more."""
        self.stop.set()
        self._pool.shutdown(cancel_futures=True)

    def _ended(self, job: asyncio.Future[T]) -> None:
        self._under_way -= 1

    def _done(self, job: Callable[[Orchestrator], T]) -> T:
        try:
            if not hasattr(self._own, "orchestrator"):
                self._own.orchestrator = self._make()
            return job(self._own.orchestrator)
        except ToolError as error:
            raise of_tool_error(error) from error
        except DeclarationError as error:
            raise Refused(500, "BAD_DECLARATION", str(error)) from error
