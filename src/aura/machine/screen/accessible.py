"""What programs say themselves is on the screen, through the accessibility tree (AT-SPI)."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from aura.capability.errors import ToolError
from aura.machine.bus import BUS, BUS_PATH, Bus
from aura.machine.windows.port import Box

LAUNCHER, LAUNCHER_PATH = "org.a11y.Bus", "/org/a11y/bus"
REGISTRY = "org.a11y.atspi.Registry"
ROOT = "/org/a11y/atspi/accessible/root"
ACCESSIBLE = "org.a11y.atspi.Accessible"
COMPONENT = "org.a11y.atspi.Component"
TEXT = "org.a11y.atspi.Text"
ON_SCREEN = 0
"""Places are counted from the corner of the screen."""
SHOWING = 1 << 25
PATIENCE, ONE_CALL = 1.5, 0.5
"""Seconds for the whole tree, and for each call: a program that hangs is left out."""
MOST_NODES = 4000
LONGEST_TEXT = 20_000
SMALLEST = 2

Node = tuple[str, str]


class Piece(Struct, frozen=True):
    """A text that a program shows: where, in which process; `node` has places of its characters from `start` on."""

    text: str
    box: Box
    pid: int
    node: Node | None = None
    start: int = 0


class Tree:
    """The accessibility tree of a session."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._session = Bus.session(environ)
        self._bus: Bus | None = None

    def pieces(self) -> list[Piece]:
        """What all programs show, in the order of the tree; nothing where no program takes part."""
        try:
            address = self._session.call(LAUNCHER, LAUNCHER_PATH, f"{LAUNCHER}.GetAddress", patience=PATIENCE)[0]
            bus = self._bus = self._bus or Bus(address)
            programs = bus.call(REGISTRY, ROOT, f"{ACCESSIBLE}.GetChildren", patience=ONE_CALL)[0]
        except ToolError:  # There is no such tree on many desktops, and pixels can be read instead.
            return []
        end = time.monotonic() + PATIENCE
        return [piece for program in programs for piece in _Walk(bus, end).of(program)]

    def place_of(self, piece: Piece, start: int, end: int) -> Box | None:
        """Where some characters of a piece stand; None where the program does not say."""
        if piece.node is None or self._bus is None:
            return None
        span = piece.start + start, piece.start + end
        try:
            found = self._bus.call(*piece.node, f"{TEXT}.GetRangeExtents", "iiu", *span, ON_SCREEN, patience=ONE_CALL)
        except ToolError:  # The window has closed meanwhile.
            return None
        box = Box(*found)
        return box if min(box.width, box.height) >= SMALLEST else None


class _Walk:
    """One look through the tree of a program."""

    def __init__(self, bus: Bus, end: float) -> None:
        self._bus = bus
        self._end = end
        self._left = MOST_NODES

    def of(self, program: Node) -> list[Piece]:
        """What the windows of a program show, without their titles; one that does not answer shows nothing."""
        try:
            pid = self._bus.call(BUS, BUS_PATH, f"{BUS}.GetConnectionUnixProcessID", "s", program[0])[0]
            windows = self._ask(program, f"{ACCESSIBLE}.GetChildren")[0]
            inside = [node for window in windows for node in self._ask(window, f"{ACCESSIBLE}.GetChildren")[0]]
        except ToolError:
            return []
        return [piece for node in inside for piece in self._below(tuple(node), int(pid))]

    def _below(self, node: Node, pid: int) -> Iterator[Piece]:
        """What a node and those below it show; what is not showing has nothing below that is."""
        self._left -= 1
        if self._left < 0 or time.monotonic() > self._end:
            return
        try:
            shown = self._ask(node, f"{ACCESSIBLE}.GetState")[0][0] & SHOWING
            kinds = self._ask(node, f"{ACCESSIBLE}.GetInterfaces")[0] if shown else []
            piece = self._piece(node, kinds, pid) if COMPONENT in kinds else None
            children = self._ask(node, f"{ACCESSIBLE}.GetChildren")[0] if shown else []
        except ToolError:  # It is gone since its parent was asked.
            return
        if piece is not None:
            yield piece
        for child in children:
            yield from self._below(tuple(child), pid)

    def _piece(self, node: Node, kinds: list[str], pid: int) -> Piece | None:
        box = Box(*self._ask(node, f"{COMPONENT}.GetExtents", "u", ON_SCREEN)[0])
        if min(box.width, box.height) < SMALLEST:
            return None
        if TEXT in kinds:
            start, end = self._visible(node, box)
            text = str(self._ask(node, f"{TEXT}.GetText", "ii", start, end)[0])
            if text.strip():
                return Piece(text, box, pid, node, start)
        name = str(self._bus.get(*node, f"{ACCESSIBLE}.Name"))
        return Piece(name, box, pid) if name.strip() else None

    def _visible(self, node: Node, box: Box) -> tuple[int, int]:
        """The first character of a text that is in its window, and the one behind the last."""
        count = int(self._bus.get(*node, f"{TEXT}.CharacterCount"))
        corners = (box.x + 1, box.y + 1), (box.x + box.width - 2, box.y + box.height - 2)
        first, last = (self._ask(node, f"{TEXT}.GetOffsetAtPoint", "iiu", *at, ON_SCREEN)[0] for at in corners)
        start = max(0, first)
        return start, min(count if last < start else last + 1, start + LONGEST_TEXT)

    def _ask(self, node: Node, method: str, signature: str = "", *values: Any) -> tuple[Any, ...]:
        return self._bus.call(*node, method, signature, *values, patience=ONE_CALL)
