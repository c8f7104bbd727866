"""Battery, disk, memory, processor, network and processes, as the operating system tells them."""

from __future__ import annotations

import os
from typing import Annotated, Literal

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.semantic import Count, FolderPath, Text
from aura.capability.tool import tool

KILO = 1000
MOMENT = 0.1
"""Seconds over which the load of the processor is measured."""


class Battery(Struct, frozen=True):
    """The battery."""

    present: Annotated[bool, "Whether there is one."]
    level: Annotated[int, "Charge in percent; 0 where there is none."]
    charging: Annotated[bool, "Whether it is plugged in."]
    text: Annotated[Text, "The same in words."]


class Space(Struct, frozen=True):
    """Room on a disk or in memory."""

    total: Annotated[int, "Bytes in all."]
    used: Annotated[int, "Bytes in use."]
    free: Annotated[int, "Bytes that can be had."]
    percent: Annotated[int, "Share in use, in percent."]
    text: Annotated[Text, "The same in words."]


class Load(Struct, frozen=True):
    """How busy the processor is."""

    percent: Annotated[int, "Load in percent."]
    cores: Annotated[int, "How many cores it has."]
    text: Annotated[Text, "The same in words."]


class Interface(Struct, frozen=True):
    """One network interface that is up."""

    name: str
    addresses: list[str]


class Network(Struct, frozen=True):
    """How the computer is connected."""

    connected: Annotated[bool, "Whether any interface but the loopback is up with an address."]
    interfaces: Annotated[list[Interface], "Name and addresses of each interface that is up."]
    sent: Annotated[int, "Bytes sent since the start."]
    received: Annotated[int, "Bytes received since the start."]
    text: Annotated[Text, "The same in words."]


class Process(Struct, frozen=True):
    """One process: memory in bytes, processor time in seconds."""

    pid: int
    name: str
    memory: int
    cpu: float


class Processes(Struct, frozen=True):
    """What runs, the largest first."""

    processes: Annotated[list[Process], "Number, name, memory in bytes and processor seconds of each."]
    text: Annotated[Text, "One process a line."]
    count: Annotated[int, "How many run in all."]


@tool(verb="query", object="battery", effect=Effect.READS)
def battery() -> Battery:
    """Tell how full the battery is."""
    import psutil

    found = psutil.sensors_battery() if hasattr(psutil, "sensors_battery") else None
    if found is None:
        return Battery(False, 0, False, "This computer has no battery.")
    level, charging = round(found.percent), bool(found.power_plugged)
    return Battery(True, level, charging, f"The battery is at {level}%{_lasting(found.secsleft, charging)}.")


@tool(verb="query", object="disk", effect=Effect.READS)
def disk(path: Annotated[FolderPath, "A folder on the disk; the system's disk if not given."] = "") -> Space:
    """Tell how much room a disk has."""
    import psutil

    place = path or os.path.abspath(os.sep)  # noqa: PTH100
    try:
        usage = psutil.disk_usage(place)
    except OSError as error:
        raise ToolError("NOT_FOUND", f"There is no disk at {place}.") from error
    return _space("disk", usage.total, usage.used, usage.free, usage.percent)


@tool(verb="query", object="memory", effect=Effect.READS)
def memory() -> Space:
    """Tell how much memory is in use."""
    import psutil

    seen = psutil.virtual_memory()
    return _space("memory", seen.total, seen.total - seen.available, seen.available, seen.percent)


@tool(verb="query", object="cpu", effect=Effect.READS)
def cpu() -> Load:
    """Tell how busy the processor is."""
    import psutil

    percent, cores = round(psutil.cpu_percent(interval=MOMENT)), psutil.cpu_count() or 1
    return Load(percent, cores, f"The processor is {percent}% busy, with {cores} cores.")


@tool(verb="query", object="network", effect=Effect.READS)
def network() -> Network:
    """Tell how the computer is connected."""
    import psutil

    interfaces = _interfaces()
    traffic = psutil.net_io_counters()
    sent, received = (traffic.bytes_sent, traffic.bytes_recv) if traffic else (0, 0)
    names = ", ".join(f"{each.name} ({', '.join(each.addresses)})" for each in interfaces)
    text = f"Connected by {names}." if interfaces else "Not connected to any network."
    return Network(bool(interfaces), interfaces, sent, received, text)


@tool(verb="query", object="processes", effect=Effect.READS)
def processes(
    sort: Annotated[Literal["memory", "cpu", "name"], "What to sort by."] = "memory",
    count: Annotated[Count, "How many to show."] = 10,
) -> Processes:
    """List the processes that use most."""
    import psutil

    seen = [_process(found.info) for found in psutil.process_iter(["pid", "name", "memory_info", "cpu_times"])]
    order = {
        "memory": lambda each: (-each.memory, each.pid),
        "cpu": lambda each: (-each.cpu, each.pid),
        "name": lambda each: (each.name.lower(), each.pid),
    }
    shown = sorted(seen, key=order[sort])[: max(count, 0)]
    lines = [f"{each.name} ({each.pid}): {_size(each.memory)}" for each in shown]
    return Processes(shown, "\n".join(lines), len(seen))


def _lasting(seconds: float, charging: bool) -> str:
    """What is said of how long a battery lasts, where that is known."""
    if charging:
        return ", plugged in"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f", which lasts about {hours} h {minutes:02} min" if seconds > 0 else ""


def _space(what: str, total: int, used: int, free: int, percent: float) -> Space:
    text = f"The {what} has {_size(free)} free of {_size(total)} ({round(percent)}% used)."
    return Space(total, used, free, round(percent), text)


def _interfaces() -> list[Interface]:
    """Interfaces that are up and have an address which leads somewhere."""
    import psutil

    states = psutil.net_if_stats()
    found = []
    for name, addresses in sorted(psutil.net_if_addrs().items()):
        reachable = [each.address for each in addresses if _leads_out(each.family.name, each.address)]
        if name in states and states[name].isup and reachable:
            found.append(Interface(name, reachable))
    return found


def _leads_out(family: str, address: str) -> bool:
    if family not in ("AF_INET", "AF_INET6"):
        return False
    return not address.startswith(("127.", "::1", "fe80", "169.254."))


def _process(info: dict[str, object]) -> Process:
    """One process; what may not be looked at counts as nothing."""
    times, memory_info = info["cpu_times"], info["memory_info"]
    seconds = getattr(times, "user", 0.0) + getattr(times, "system", 0.0)
    return Process(int(str(info["pid"])), str(info["name"] or "?"), getattr(memory_info, "rss", 0), seconds)


def _size(count: float) -> str:
    """Bytes in the largest unit that leaves at least one: "6.2 GB", "24 GB"."""
    for unit in ("bytes", "kB", "MB", "GB"):
        if count < KILO:
            return f"{_short(count)} {unit}"
        count /= KILO
    return f"{_short(count)} TB"


def _short(number: float) -> str:
    """A number with a place after the point where there is something to tell."""
    return f"{number:.1f}".removesuffix(".0")
