"""Reading a screen: what programs say themselves where they do, and pixels where they do not."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence, Set
from typing import TYPE_CHECKING

from msgspec.structs import replace

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Machine, serving
from aura.machine.screen.accessible import Piece, Tree
from aura.machine.screen.matching import PART_OF_A_WORD, best_first, found_in, joined
from aura.machine.screen.ocr import Line, is_flat, read
from aura.machine.screen.port import Found
from aura.machine.windows.port import Box, Window, Windows

if TYPE_CHECKING:
    from PIL.Image import Image

NOTHING = (0, 0, 0)
KEPT = 8
"""How many pictures that were read are remembered: a preview reads the same one that is read when it is done."""


class Reader:
    """Reads one computer's screen."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._tree = Tree(machine.environ)
        self._windows: Windows | None = None
        self._known: dict[int, list[Line]] = {}

    def text(self, image: Image) -> list[Found]:
        """The lines of text that a picture of the whole screen shows."""
        windows = self._shown()
        pieces = [piece for piece in self._tree.pieces() if _is_seen(piece, windows)]
        told = [Found(piece.text, piece.box) for piece in pieces]
        told_by = {piece.pid for piece in pieces}
        read_there = [joined(line) for line in self._lines_of(image, windows, told_by)]
        return [*_in_rows([*told, *_titles(windows, pieces)]), *read_there]

    def find(self, image: Image, text: str) -> list[Found]:
        """Where a text stands in a picture of the whole screen."""
        windows = self._shown()
        pieces = [piece for piece in self._tree.pieces() if _is_seen(piece, windows)]
        told = [found for piece in pieces for found in self._in_piece(piece, text)]
        return best_first(told) if told else found_in(self._lines_of(image, windows, frozenset()), text)

    def lines(self, picture: bytes) -> list[Found]:
        """The lines of text in any picture; raises ToolError `NO_PICTURE` for what is none."""
        from PIL import Image, UnidentifiedImageError

        try:
            image = Image.open(io.BytesIO(picture)).convert("RGB")
        except (UnidentifiedImageError, OSError, Image.DecompressionBombError) as error:
            raise ToolError("NO_PICTURE", "That file is no picture; name one such as photo.png.") from error
        return [joined(line) for line in self._read(image)]

    def _lines_of(self, image: Image, windows: Sequence[Window], told_by: Set[int]) -> Iterator[Line]:
        """The lines of words in the windows whose programs tell nothing, and around all windows."""
        for area, part in _areas(image, windows, told_by):
            for line in self._read(part):
                yield [replace(word, box=_moved(word.box, area.x, area.y)) for word in line]

    def _read(self, image: Image) -> list[Line]:
        key = hash(image.tobytes())
        if key not in self._known:
            self._known[key] = read(image, self._machine.environ)
            for old in [*self._known][:-KEPT]:
                del self._known[old]
        return self._known[key]

    def _shown(self) -> list[Window]:
        """The windows that can be seen, the one on top first; none where no window manager tells."""
        try:
            self._windows = self._windows or serving(Windows, self._machine)
        except ToolError as error:
            if error.code == NOT_HERE:
                return []
            raise
        return [window for window in self._windows.list() if window.state != "minimized"]

    def _in_piece(self, piece: Piece, text: str) -> Iterator[Found]:
        """Where a text stands in a piece: character by character where its program says so, else the whole piece."""
        wanted, said = text.casefold(), piece.text.casefold()
        if said.strip(" .…") == wanted:
            yield Found(piece.text, piece.box)
            return
        at = said.find(wanted)
        while at >= 0:
            end = at + len(wanted)
            box = self._tree.place_of(piece, at, end)
            if box is not None:
                yield Found(piece.text[at:end], box)
            elif piece.node is None:
                yield Found(piece.text, piece.box, PART_OF_A_WORD)
                return
            at = said.find(wanted, end)


def _is_seen(piece: Piece, windows: Sequence[Window]) -> bool:
    """Whether the middle of a piece is not behind another program's window."""
    x, y = piece.box.x + piece.box.width // 2, piece.box.y + piece.box.height // 2
    above = next((window for window in windows if _has(window.box, x, y)), None)
    return above is not None and above.pid == piece.pid


def _areas(image: Image, windows: Sequence[Window], told_by: Set[int]) -> Iterator[tuple[Box, Image]]:
    """The parts of a picture that must be read, each as far as it can be seen, if there is anything in it."""
    left, whole = image.copy(), Box(0, 0, image.width, image.height)
    for window in windows:
        area = window.box.shared(whole)
        if not area.area:
            continue
        corners = area.x, area.y, area.x + area.width, area.y + area.height
        part = left.crop(corners)
        if window.pid not in told_by and not is_flat(part):
            yield area, part
        left.paste(NOTHING, corners)
    if not is_flat(left):
        yield whole, left


def _moved(box: Box, x: int, y: int) -> Box:
    return Box(box.x + x, box.y + y, box.width, box.height)


def _has(box: Box, x: int, y: int) -> bool:
    return box.x <= x < box.x + box.width and box.y <= y < box.y + box.height


def _titles(windows: Sequence[Window], pieces: Sequence[Piece]) -> Iterator[Found]:
    """The titles of windows whose programs told the rest: the bar with the title is drawn by the desktop."""
    for window in windows:
        tops = [piece.box.y for piece in pieces if piece.pid == window.pid]
        if tops:
            height = max(1, min(tops) - window.box.y)
            yield Found(window.title, Box(window.box.x, window.box.y, window.box.width, height))


def _in_rows(found: Sequence[Found]) -> list[Found]:
    """Pieces that stand beside each other as one line, from top to bottom."""
    rows: list[list[Found]] = []
    for each in sorted(found, key=lambda one: (one.box.y + one.box.height // 2, one.box.x)):
        row = rows[-1] if rows else []
        if row and "\n" not in each.text and each.box.y + each.box.height // 2 < row[0].box.y + row[0].box.height:
            row.append(each)
        else:
            rows.append([each])
    return [joined(sorted(row, key=lambda one: one.box.x)) for row in rows]
