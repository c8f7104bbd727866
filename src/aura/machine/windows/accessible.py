"""The windows that programs tell of themselves through the accessibility tree, where the display tells of none."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import Any, Self

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Machine
from aura.machine.bus import BUS, BUS_PATH, Bus
from aura.machine.windows.own import chosen
from aura.machine.windows.port import Box, Window
from aura.machine.x11 import NOT_X, is_wayland

LAUNCHER, LAUNCHER_PATH = "org.a11y.Bus", "/org/a11y/bus"
REGISTRY, ROOT = "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"
ACCESSIBLE, COMPONENT = "org.a11y.atspi.Accessible", "org.a11y.atspi.Component"
ON_SCREEN = 0
FRAMES = frozenset((16, 19, 23, 69))
"""The roles of windows: dialog, file chooser, frame, window."""
ACTIVE, ICONIFIED, SHOWING = 1 << 1, 1 << 15, 1 << 25
PATIENCE = 0.5
"""Seconds for each call: a program that hangs is left out."""
NO_TREE = "On Wayland windows are only known from the accessibility service, which does not run; install at-spi2-core."
NONE_TOLD = "On Wayland windows are only known where their programs tell of them, and none does here."

Node = tuple[str, str]


class AccessibleWindows:
    """The Windows port on Wayland: of programs that take part, and without their order."""

    _this: Window | None = None

    def __init__(self, machine: Machine, bus: Bus) -> None:
        self._machine = machine
        self._bus = bus

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """On Wayland, where the accessibility service runs."""
        if machine.platform.startswith(NOT_X) or not is_wayland(machine):
            return None
        try:
            found = Bus.session(machine.environ).call(
                LAUNCHER, LAUNCHER_PATH, f"{LAUNCHER}.GetAddress", patience=PATIENCE
            )
        except ToolError:
            return NO_TREE
        return cls(machine, Bus(str(found[0])))

    def list(self) -> list[Window]:
        """As the port says, those that have the focus first."""
        found = [window for program in self._children((REGISTRY, ROOT)) for window in self._windows(program)]
        if not found:
            raise ToolError(NOT_HERE, NONE_TOLD)
        return sorted(found, key=lambda window: not window.focused)

    def get(self, window: int) -> Window | None:
        """As the port says."""
        return next((found for found in self.list() if found.id == window), None)

    def this(self, *, anew: bool = False) -> Window:
        """As the port says."""
        if anew or self._this is None:
            self._this = None
            self._this = chosen(self.list(), 1, self._machine.environ)
        return self._this

    def _windows(self, program: Node) -> Iterator[Window]:
        """The windows of one program; one that does not answer, or has gone, has none."""
        try:
            pid = int(self._bus.call(BUS, BUS_PATH, f"{BUS}.GetConnectionUnixProcessID", "s", program[0])[0])
            name = str(self._bus.get(*program, f"{ACCESSIBLE}.Name"))
            nodes = [node for node in self._children(program) if self._ask(node, "GetRole")[0] in FRAMES]
            windows = [self._window(node, name, pid) for node in nodes]
        except ToolError:
            return
        yield from windows

    def _window(self, node: Node, program: str, pid: int) -> Window:
        states = int(self._ask(node, "GetState")[0][0])
        place = self._bus.call(*node, f"{COMPONENT}.GetExtents", "u", ON_SCREEN, patience=PATIENCE)[0]
        return Window(
            id=zlib.crc32("".join(node).encode()),
            title=str(self._bus.get(*node, f"{ACCESSIBLE}.Name")),
            names=(program,),
            pid=pid,
            desktop=0,
            box=Box(*place),
            state="minimized" if states & ICONIFIED or not states & SHOWING else "normal",
            focused=bool(states & ACTIVE),
        )

    def _children(self, node: Node) -> Sequence[Node]:
        try:
            return [(str(name), str(path)) for name, path in self._ask(node, "GetChildren")[0]]
        except ToolError:  # It has gone since it was named.
            return []

    def _ask(self, node: Node, method: str) -> tuple[Any, ...]:
        return self._bus.call(*node, f"{ACCESSIBLE}.{method}", patience=PATIENCE)
