"""The rows of a sheet that a change does not look at: cut out before its XML is read, and put back byte for byte."""

from __future__ import annotations

import re

from msgspec import Struct

from aura.documents.workbook import FORMULA

DECLARED = re.compile(rb"(?:\xef\xbb\xbf)?<\?xml[^>]*?\?>")
ENCODED = re.compile(rb"""encoding\s*=\s*["'](?!utf-8["'])""", re.IGNORECASE)
OPENED = re.compile(rb"<sheetData(?:\s[^>]*)?>")
CLOSED = b"</sheetData>"
BEGUN = b"<row"
ROW = re.compile(rb'<row\s(?:[^>]*?\s)?r="(\d+)"')
SPARED = re.compile(rb"<\?spared (\d)\?>")
"""Stands where rows were cut out."""


class Spared(Struct, frozen=True):
    """A sheet without the rows that stay as they are, and those, before and behind the rows that are looked at."""

    part: bytes
    rows: tuple[memoryview, ...] = ()

    def put_back(self, part: bytes) -> bytes:
        """A part that was made of this one with all its rows."""
        if not self.rows:
            return part
        return b"".join(self.rows[int(piece)] if at % 2 else piece for at, piece in enumerate(SPARED.split(part)))


def spared(part: bytes, first: int, last: int) -> Spared:
    """A sheet in which only the rows `first` to `last`, and the one behind them, are left.

    It is left whole where that is not sure to be the same: formulas name other cells, and rows may be written in
    ways that only a parser understands.
    """
    opened = OPENED.search(part)
    end = part.find(CLOSED, opened.end()) if opened is not None else -1
    if opened is None or end < 0 or not _is_plain(part):
        return Spared(part)
    begun = [(int(row[1]), row.start()) for row in ROW.finditer(part, opened.end(), end)]
    numbers = [number for number, _ in begun]
    if len(begun) != part.count(BEGUN, opened.end(), end) or any(map(int.__ge__, numbers, numbers[1:])):
        return Spared(part)
    before = next((at for number, at in begun if number >= first), end)
    behind = next((at for _, at in [each for each in begun if each[0] > last][1:]), end)
    begin = begun[0][1] if begun else end
    left = b"<?spared 0?>" + part[before:behind] + b"<?spared 1?>"
    whole = memoryview(part)
    return Spared(part[:begin] + left + part[end:], (whole[begin:before], whole[behind:end]))


def _is_plain(part: bytes) -> bool:
    """Whether nothing in a part can look like a row and be none, and no formula is in it."""
    declared = DECLARED.match(part)
    if declared is not None and ENCODED.search(declared[0]):
        return False
    return part.count(b"<?") == (declared is not None) and b"<!" not in part and FORMULA.search(part) is None
