"""Steps beside each other: each begins when those before it have had their turn, on one event loop.

The journal and the disk are only touched from the loop's own thread; steps whose tools must be alone keep the
order of the plan among themselves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from inspect import isawaitable

from aura.contracts.goal import Question
from aura.contracts.outcome import StepResult
from aura.execution.calling import call_beside, is_async
from aura.execution.events import Event
from aura.execution.run import Run
from aura.execution.stepping import Begun
from aura.execution.stopping import Stop

LOOKS_EVERY = 0.05
MOST_THREADS = 32


def drive(run: Run, stop: Stop) -> None:
    """Carry out a run, what is independent at the same time."""
    with ThreadPoolExecutor(MOST_THREADS) as threads:
        whole = _Beside(run, stop, threads).drive()
        if _in_a_loop():
            # A loop cannot be run inside another: the caller's waits, as for any plain function.
            threads.submit(asyncio.run, whole).result()
        else:
            asyncio.run(whole)


def _in_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


class _Beside:
    def __init__(self, run: Run, stop: Stop, threads: ThreadPoolExecutor) -> None:
        self._run = run
        self._stop = stop
        self._threads = threads
        self._before: dict[str, int] = {}
        self._after: dict[str, list[str]] = {step_id: [] for step_id in run.order}
        self._left = len(run.order)
        self._going = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._interruptible: set[asyncio.Task[None]] = set()
        self._line_up()

    async def drive(self) -> None:
        """Until every step has had its turn; an error that is no step's own ends all."""
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[None] = self._loop.create_future()
        if not self._left:
            return
        self._look()
        for step_id in [step_id for step_id in self._run.order if not self._before[step_id]]:
            self._launch(step_id)
        try:
            await self._ended
        finally:
            for task in list(self._tasks):
                task.cancel()

    def _line_up(self) -> None:
        """Count for every step how many must have had their turn before it."""
        alone = ""
        for step_id in self._run.order:
            before = set(self._run.needs(step_id))
            if not self._is_beside(step_id):
                before |= {alone} - {""}
                alone = step_id
            self._before[step_id] = len(before)
            for needed in before:
                self._after[needed].append(step_id)

    def _is_beside(self, step_id: str) -> bool:
        tool = self._run.tool_of(step_id)
        return tool is not None and tool.conduct.beside

    def _launch(self, step_id: str) -> None:
        self._going += 1
        task = self._loop.create_task(self._walk(step_id))
        self._tasks.add(task)
        task.add_done_callback(self._landed)

    def _landed(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._going -= 1
        if self._ended.done() or task.cancelled():
            return
        if (error := task.exception()) is not None:
            self._ended.set_exception(error)
        elif not self._left:
            self._ended.set_result(None)

    async def _walk(self, step_id: str | None) -> None:
        """A step, and then one that only waited for it; others that did are launched."""
        while step_id is not None:
            await self._carry_out(step_id)
            self._left -= 1
            ready = [after for after in self._after[step_id] if self._is_next(after)]
            for other in ready[1:]:
                self._launch(other)
            step_id = ready[0] if ready else None

    def _is_next(self, step_id: str) -> bool:
        self._before[step_id] -= 1
        return not self._before[step_id]

    async def _carry_out(self, step_id: str) -> StepResult | Question:
        begun = self._run.start(step_id)
        if not isinstance(begun, Begun):
            return begun
        try:
            value = await self._called(begun)
        except asyncio.CancelledError:
            if not self._run.stopping:
                raise
            return self._run.cancel(begun)
        except Exception as error:
            return self._run.fail(begun, error)
        return self._run.finish(begun, value)

    async def _called(self, begun: Begun) -> object:
        """What a call gives; a plain function needs no thread of its own where nothing else goes on."""
        conduct = begun.tool.conduct
        if not conduct.beside:
            return begun.call()
        if is_async(begun):
            return await self._interruptibly(call_beside(begun, self._threads, partial(self._rest, begun)))
        if self._going == 1 and conduct.timeout is None and conduct.attempts == 1:
            value = begun.call()
            return await value if isawaitable(value) else value
        return await call_beside(begun, self._threads, partial(self._rest, begun))

    async def _rest(self, begun: Begun, attempt: int, seconds: float) -> None:
        """The pause before another attempt."""
        self._run.tell(Event("step_again", begun.row.step_id, begun.row.atom_id, attempt, begun.tool.conduct.attempts))
        await self._interruptibly(asyncio.sleep(seconds))

    async def _interruptibly(self, work: Awaitable[object]) -> object:
        """Await what may be left in the middle when the run is to stop."""
        task = asyncio.current_task()
        assert task is not None
        self._interruptible.add(task)
        try:
            return await work
        finally:
            self._interruptible.discard(task)

    def _look(self) -> None:
        """Look every so often whether the run is to stop; what can be interrupted is."""
        if self._stop.wanted and not self._run.stopping:
            self._run.stopping = True
            for task in list(self._interruptible):
                task.cancel()
        if not self._ended.done():
            self._loop.call_later(LOOKS_EVERY, self._look)
