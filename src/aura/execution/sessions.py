"""The sessions that a plan needs: held once before its first step, and let go at its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

from aura.capability.machine import is_session
from aura.capability.tool import Tool


@contextmanager
def held(tools: Iterable[Tool], ports: Mapping[Any, Any]) -> Iterator[None]:
    """Hold the sessions that tools require; raises ToolError, before anything is done, where one cannot be had."""
    wanted = [port for tool in tools if tool.requires_session for port in tool.ports.values() if is_session(port)]
    with ExitStack() as stack:
        for port in dict.fromkeys(wanted):
            session = ports.get(port)
            if session is not None:
                session.hold()
                stack.callback(session.let_go)
        yield
