"""A call that runs beside others: awaited or in a thread, ended when its time is over, tried again where it may be."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from contextlib import suppress
from typing import Any

from aura.capability.errors import ToolError
from aura.capability.ports import IdempotencyKey
from aura.capability.tool import is_async
from aura.execution.person import Waiting
from aura.execution.stepping import Begun

Rest = Callable[[int, float], Awaitable[None]]

TIMEOUT = "TIMEOUT"
FINAL = frozenset(("UNRESOLVED_ATOM", "PORT_MISSING"))
"""Codes of errors that another attempt cannot mend."""


async def call_beside(begun: Begun, threads: Executor, rest: Rest) -> Any:
    """What a tool's call gives, after as many attempts as its conduct allows; raises what the last one raises.

    `rest(attempt, seconds)` is awaited before each further attempt.
    """
    conduct = begun.tool.conduct
    pause = conduct.backoff
    for attempt in range(1, conduct.attempts):
        try:
            return await _once(begun, threads)
        except Exception as error:
            if not _may_mend(begun, error):
                raise
        await rest(attempt, pause)
        pause *= 2
    return await _once(begun, threads)


def _may_mend(begun: Begun, error: Exception) -> bool:
    """Whether to try again: not what waits, cannot be mended, or may still be at work and must not be done twice."""
    if isinstance(error, Waiting):
        return False
    if isinstance(error, ToolError) and error.code == TIMEOUT:
        return begun.tool.conduct.idempotent or IdempotencyKey in begun.tool.ports.values()
    return not (isinstance(error, ToolError) and error.code in FINAL)


async def _once(begun: Begun, threads: Executor) -> Any:
    timeout = begun.tool.conduct.timeout
    try:
        async with asyncio.timeout(timeout) as limit:
            if is_async(begun.tool):
                return await begun.call()
            if timeout is None:
                value = await asyncio.get_running_loop().run_in_executor(threads, begun.call)
            else:
                value = await _in_thread(begun.call)
            return await value if inspect.isawaitable(value) else value
    except TimeoutError as error:
        if not limit.expired():
            raise
        raise ToolError(
            TIMEOUT,
            f"{begun.tool.id} did not end within {timeout:g} s and may still be at work; look before trying again.",
        ) from error


def _in_thread(call: Callable[[], Any]) -> asyncio.Future[Any]:
    """A call in a thread of its own, which can be left behind: nothing waits for it at the end."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def settle(value: Any, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(value)

    def work() -> None:
        value, raised = None, None
        try:
            value = call()
        except BaseException as error:
            raised = error
        with suppress(RuntimeError):  # The run that asked has ended without this call, and its loop is closed.
            loop.call_soon_threadsafe(settle, value, raised)

    threading.Thread(target=work, daemon=True).start()
    return future
