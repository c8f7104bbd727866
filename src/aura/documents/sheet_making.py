"""A new workbook with many rows: written row by row into the archive, so that it is never whole in memory twice."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any

from aura.capability.errors import ToolError
from aura.documents.archive import EPOCH, Archive
from aura.documents.ranges import MOST_COLUMNS, MOST_ROWS, letters
from aura.documents.styles import Styles
from aura.documents.values import Formula, Moment, Quoted, Shown, Typed, as_shown, escaped, heading, serial
from aura.documents.workbook import Workbook

SHEET = "xl/worksheets/sheet1.xml"
DATA = re.compile(rb"<sheetData\s*/>|<sheetData>.*?</sheetData>", re.DOTALL)
CHUNK = 500
"""Rows that are written at once."""
TOLD_EVERY = 5_000
SAMPLE = 100
"""Rows that say how wide columns are."""
NARROWEST, WIDEST = 8.43, 60.0
SPECIAL = re.compile("[&<>]|_x")
MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})

Tell = Callable[[int, int], None]


def made_sheet(path: str, columns: Sequence[Any], rows: Iterable[list[Typed]], tell: Tell, total: int = 0) -> bytes:
    """A new workbook with bold headings and rows of values; the same always gives the same bytes.

    `tell` hears how many of `total` rows are written.
    """
    archive = Archive(path, _empty())
    writer = _Rows(path, Styles(Workbook(archive)))
    head = [list(map(heading, columns))] if columns else []
    waiting = iter(rows)
    sample = list(islice(waiting, SAMPLE))
    before, after = _around(archive.part(SHEET), _widths(chain(head, sample)))
    out = io.BytesIO()
    late = (SHEET, writer.styles.part)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in sorted(archive.names):  # The types of all parts come first, as some readers want.
            if name not in late:
                new.writestr(_info(name), archive.part(name))
        with new.open(_info(SHEET), "w", force_zip64=True) as part:
            part.write(before)
            for text in writer.chunks(head, chain(sample, waiting), tell, total):
                part.write(text.encode())
            part.write(after)
        writer.styles.save()
        new.writestr(_info(writer.styles.part), archive.part(writer.styles.part))
    return out.getvalue()


@lru_cache(maxsize=1)
def _empty() -> bytes:
    """The workbook that a new one begins with, as openpyxl makes it, which takes long to import for nothing else."""
    return Path(__file__).with_name("empty.xlsx").read_bytes()


def _info(name: str) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo(name, EPOCH)
    made.compress_type = zipfile.ZIP_DEFLATED
    return made


def _around(sheet: bytes, widths: Sequence[float]) -> tuple[bytes, bytes]:
    """What stands before and behind the rows in the part of an empty sheet."""
    columns = "".join(
        f'<col min="{at}" max="{at}" width="{width:.2f}" customWidth="1"/>'
        for at, width in enumerate(widths, 1)
        if width > NARROWEST
    )
    before, after = DATA.split(sheet, maxsplit=1)
    before = re.sub(rb"<dimension [^>]*/>", b"", before)
    return before + (f"<cols>{columns}</cols>" if columns else "").encode() + b"<sheetData>", b"</sheetData>" + after


def _widths(rows: Iterable[Sequence[Typed]]) -> list[float]:
    """How wide columns must be to show what is in the first rows, in letters."""
    widths: list[float] = []
    for row in rows:
        widths += [NARROWEST] * (len(row) - len(widths))
        for at, value in enumerate(row):
            text = value.text if isinstance(value, Shown | Moment | Quoted) else as_shown(value)
            longest = 0 if isinstance(value, Formula) else max(map(len, text.split("\n")))
            widths[at] = max(widths[at], min(longest + 1.5, WIDEST))
    return widths


class _Rows:
    """Writes rows as XML."""

    def __init__(self, path: str, styles: Styles) -> None:
        self._path = path
        self.styles = styles
        self._letters: list[str] = []

    def chunks(self, head: Sequence[list[Typed]], rows: Iterator[list[Typed]], tell: Tell, total: int) -> Iterator[str]:
        """The rows as pieces of XML: headings first."""
        number = len(head)
        yield "".join(self._row(1, row, self.styles.bold()) for row in head)
        while block := list(islice(rows, CHUNK)):
            yield "".join(self._row(number + at, row, 0) for at, row in enumerate(block, 1))
            number += len(block)
            if number > MOST_ROWS:
                raise ToolError(
                    "TOO_LARGE", f"{self._path} would have more than {MOST_ROWS} rows, which no program reads."
                )
            if number % TOLD_EVERY < CHUNK:
                tell(number - len(head), total)

    def _row(self, number: int, values: Sequence[Typed], look: int) -> str:
        if len(values) > len(self._letters):
            if len(values) > MOST_COLUMNS:
                raise ToolError("TOO_LARGE", f"{self._path} would have more than {MOST_COLUMNS} columns.")
            self._letters = [letters(at) for at in range(1, len(values) + 1)]
        style = f' s="{look}"' if look else ""
        cells = [
            self._cell(f"{letter}{number}", value, style)
            for letter, value in zip(self._letters, values, strict=False)
            if value is not None
        ]
        return f'<row r="{number}">{"".join(cells)}</row>'

    def _cell(self, name: str, value: Typed, style: str) -> str:
        kind = type(value)
        if kind is str:
            return _text(name, value, style)  # type: ignore[arg-type]
        if kind is int or kind is float:
            return f'<c r="{name}"{style}><v>{value!r}</v></c>'
        if kind is bool:
            return f'<c r="{name}"{style} t="b"><v>{value:d}</v></c>'
        return self._other(name, value, style)

    def _other(self, name: str, value: Typed, style: str) -> str:
        if isinstance(value, Formula):
            return f'<c r="{name}"{style}><f>{value.text.translate(MARKUP)}</f></c>'
        if isinstance(value, Quoted):
            return _text(name, value.text, style or f' s="{self.styles.quoted(0)}"')
        if isinstance(value, Moment):
            day = serial(value, from_1904=False)
            if day is None:
                return _text(name, value.text, style)
            return f'<c r="{name}" s="{self.styles.with_format(0, value.format)}"><v>{day!r}</v></c>'
        if isinstance(value, Shown):
            look = self.styles.with_format(0, value.format) if value.format else 0
            return f'<c r="{name}" s="{look}"><v>{value.value!r}</v></c>'
        return ""


def _text(name: str, text: str, style: str) -> str:
    if SPECIAL.search(text):
        text = escaped(text).translate(MARKUP)
    return f'<c r="{name}"{style} t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
