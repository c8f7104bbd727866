"""What this computer gives the tools, tried for real: each service is looked for, and all that only tells is asked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Machine, is_service, is_session, serving, tried
from aura.capability.tool import Tool, is_async
from aura.machine.installing import command_for
from aura.surfaces.cli.finding import Finding

END = re.compile(r"[.;:\n]")
"""Where the first few words of what a service is end."""


def services_tried(tools: Iterable[Tool], machine: Machine) -> Iterator[Finding]:
    """One finding a domain and service; never raises for what is found, and tells nothing of what tools tell."""
    for domain, members in groupby(sorted(tools, key=lambda tool: tool.id), key=lambda tool: tool.domain):
        found = list(members)
        for port in dict.fromkeys(port for tool in found for port in tool.ports.values() if is_service(port)):
            yield _tried(domain, port, [tool for tool in found if port in tool.ports.values()], machine)
        if alone := [tool for tool in found if not tool.ports]:
            yield from _tried_alone(domain, alone)


def _tried(domain: str, port: type, tools: list[Tool], machine: Machine) -> Finding:
    """Whether a service is there and answers; what is not there is nothing wrong."""
    what = END.split(port.__doc__ or port.__name__, 1)[0]
    try:
        served = {port: serving(port, machine)}
        if is_session(port):
            return Finding(domain, True, f"{what}: {served[port].name} is there, and is started when it is needed")
        lacking = tried(port, served[port])
        told = _told(tools, served) or ("" if lacking is None else ", tried")
        lacks = lacking.rstrip(".") if lacking else ""
        said = f"{what}: works{told}{'; ' if lacks else ''}{lacks}"
        return Finding(domain, True, said, mend=command_for(lacks, machine.environ))
    except ToolError as error:
        there, said = error.code != NOT_HERE, error.message.rstrip(".")
        return Finding(domain, not there, f"{what}: {said}", not there, command_for(error.message, machine.environ))
    except Exception as error:  # What breaks is what the doctor looks for.
        return Finding(domain, False, f"{what}: {type(error).__name__}: {error}")


def _tried_alone(domain: str, tools: list[Tool]) -> Iterator[Finding]:
    """Whether the tools answer that need no service, where a domain has some that only tell."""
    try:
        told = _told(tools, {})
    except Exception as error:  # As above.
        yield Finding(domain, False, f"{type(error).__name__}: {error}")
        return
    if told:
        yield Finding(domain, True, f"works{told}")


def _told(tools: Iterable[Tool], served: dict[type, Any]) -> str:
    """Which tools were asked, in words; what they tell is the user's own affair."""
    asked = [tool for tool in tools if _only_tells(tool, served)]
    for tool in asked:
        tool.call(**{name: served[port] for name, port in tool.ports.items()})
    return f", tried {', '.join(tool.id for tool in asked)}" if asked else ""


def _only_tells(tool: Tool, served: dict[type, Any]) -> bool:
    """Whether a tool needs nothing but the service, changes nothing, and is a plain function."""
    needs = any(slot.required for slot in tool.inputs.values()) or set(tool.ports.values()) - served.keys()
    return tool.effect is Effect.READS and not needs and not tool.locked and not is_async(tool)
