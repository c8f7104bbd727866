"""Steps beside each other: each begins when those before it have had their turn, on one event loop.

The journal and the disk are only touched from the loop's own thread; steps whose tools must be alone keep the
order of the plan among themselves.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from aura.capability.tool import Tool, is_async
from aura.contracts.goal import Question
from aura.contracts.outcome import StepResult
from aura.execution.calling import call_beside
from aura.execution.engines.engine import Around
from aura.execution.events import Event
from aura.execution.run import Run
from aura.execution.stepping import Begun
from aura.execution.stopping import Stop

LOOKS_EVERY = 0.05
MOST_THREADS = 32


def drive(run: Run, stop: Stop, around: Around | None = None) -> None:
    """Carry out a run, what is independent at the same time; `around` stands around the work of each step."""
    with ThreadPoolExecutor(MOST_THREADS) as threads:
        whole = _Beside(run, stop, threads, around).drive()
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
    def __init__(self, run: Run, stop: Stop, threads: ThreadPoolExecutor, around: Around | None) -> None:
        self._run = run
        self._stop = stop
        self._threads = threads
        self._around = around
        self._tools = {step_id: run.tool_of(step_id) for step_id in run.order}
        self._before: dict[str, int] = {}
        self._after: dict[str, list[str]] = {step_id: [] for step_id in run.order}
        self._left = len(run.order)
        self._going = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._asynchronous: dict[str, bool] = {}
        self._interruptible: set[asyncio.Task[Any]] = set()
        self._stopped: set[asyncio.Task[Any]] = set()
        self._seats = asyncio.Semaphore(MOST_THREADS)
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
            for task in self._tasks:
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
        tool = self._tools[step_id]
        return tool is not None and tool.conduct.beside

    def _launch(self, step_id: str) -> None:
        self._going += 1
        self._tasks.add(self._loop.create_task(self._walk(step_id)))

    async def _walk(self, step_id: str | None) -> None:
        """A step, and then one that only waited for it; others that did are launched.

        A plain function begins when there is a thread for it.
        """
        task = _this_task()
        try:
            while step_id is not None:
                if self._needs_thread(step_id):
                    async with self._seats:
                        await self._carry_out(step_id)
                else:
                    await self._carry_out(step_id)
                self._left -= 1
                ready = [after for after in self._after[step_id] if self._is_next(after)]
                for other in ready[1:]:
                    self._launch(other)
                step_id = ready[0] if ready else None
        except Exception as error:
            self._end(error)
        self._going -= 1
        self._tasks.discard(task)
        if not self._left:
            self._end(None)

    def _end(self, error: Exception | None) -> None:
        if self._ended.done():
            return
        if error is not None:
            self._ended.set_exception(error)
        else:
            self._ended.set_result(None)

    def _is_next(self, step_id: str) -> bool:
        self._before[step_id] -= 1
        return not self._before[step_id]

    async def _carry_out(self, step_id: str) -> None:
        self._heed()
        begun = self._run.start(step_id)
        if not isinstance(begun, Begun):
            return
        if self._around is None:
            await self._done(begun)
        else:
            await self._around(step_id, partial(self._done, begun))

    async def _done(self, begun: Begun) -> StepResult | Question:
        """Make the call of a step, and end it with what the call gave."""
        try:
            value = await self._called(begun)
        except asyncio.CancelledError:
            if _this_task() not in self._stopped:
                raise
            _this_task().uncancel()
            return self._run.cancel(begun)
        except Exception as error:
            return self._run.fail(begun, error)
        return self._run.finish(begun, value)

    async def _called(self, begun: Begun) -> Any:
        """What a call gives; a coroutine, or a pause between attempts, can be left in the middle when the run stops."""
        if not begun.tool.conduct.beside:
            return begun.call()
        if not self._is_async(begun.tool):
            return await call_beside(begun, self._threads, partial(self._rest, begun))
        task = _this_task()
        self._interruptible.add(task)
        try:
            if not begun.tool.conduct.limits:
                return await begun.call()
            return await call_beside(begun, self._threads, partial(self._rest, begun))
        finally:
            self._interruptible.discard(task)

    def _needs_thread(self, step_id: str) -> bool:
        tool = self._tools[step_id]
        return tool is not None and tool.conduct.beside and not self._is_async(tool)

    def _is_async(self, tool: Tool) -> bool:
        known = self._asynchronous.get(tool.id)
        if known is None:
            known = self._asynchronous[tool.id] = is_async(tool)
        return known

    async def _rest(self, begun: Begun, attempt: int, seconds: float) -> None:
        """The pause before another attempt."""
        self._run.tell(Event("step_again", begun.row.step_id, begun.row.atom_id, attempt, begun.tool.conduct.attempts))
        task = _this_task()
        was_in = task in self._interruptible
        self._interruptible.add(task)
        await asyncio.sleep(seconds)
        if not was_in:
            self._interruptible.discard(task)

    def _look(self) -> None:
        """Look every so often whether the run is to stop, also while all of its steps wait."""
        self._heed()
        if not self._ended.done():
            self._loop.call_later(LOOKS_EVERY, self._look)

    def _heed(self) -> None:
        """Begin nothing more where the run is to stop; what can be interrupted is."""
        if self._stop.wanted and not self._run.stopping:
            self._run.stopping = True
            self._stopped |= self._interruptible
            for task in self._stopped:
                task.cancel()


def _this_task() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    assert task is not None
    return task
