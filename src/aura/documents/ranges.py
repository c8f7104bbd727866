"""Cells by A1 names, by ranges, by rows and columns, and by a column's heading and a row's first value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct

from aura.capability.errors import ToolError

MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
A1 = re.compile(r"\$?([A-Za-z]{1,3})?\$?([1-9]\d{0,6})?(?::\$?([A-Za-z]{1,3})?\$?([1-9]\d{0,6})?)?")
SHOWN = 5


class Box(Struct, frozen=True):
    """A range: its first and last row and column, counted from 1; None has no end, or begins at the first one."""

    top: int | None
    left: int | None
    bottom: int | None
    right: int | None
    sheet: str = ""

    @property
    def is_cell(self) -> bool:
        """Whether it is one cell."""
        return None not in (self.top, self.left) and (self.top, self.left) == (self.bottom, self.right)


class Table(Struct, frozen=True):
    """What names the cells of a sheet: headings by column, and the first value of each row below them."""

    head: int
    headings: Sequence[tuple[int, str]]
    firsts: Sequence[tuple[int, str]]


def letters(column: int) -> str:
    """The letters of a column: 1 is A, 27 is AA."""
    found = ""
    while column:
        column, digit = divmod(column - 1, 26)
        found = chr(65 + digit) + found
    return found


def number(column: str) -> int:
    """The number of a column by its letters."""
    found = 0
    for letter in column.upper():
        found = found * 26 + ord(letter) - 64
    return found


def name_of(top: int, left: int, bottom: int, right: int) -> str:
    """The A1 name of a cell or range."""
    first, last = f"{letters(left)}{top}", f"{letters(right)}{bottom}"
    return first if first == last else f"{first}:{last}"


def a1(text: str) -> Box | None:
    """A range by its A1 name (A1, A1:C3, B, B:D, 2, 2:5, with or without a sheet before); None for any other text."""
    sheet, mark, name = text.strip().rpartition("!")
    found = A1.fullmatch(name.strip())
    if found is None or not name.strip():
        return None
    left, top, right, bottom = found.groups()
    if ":" not in name:
        right, bottom = left, top
    elif (left is None) != (right is None) or (top is None) != (bottom is None) or (left is None and top is None):
        return None
    columns = sorted(map(number, filter(None, (left, right))))
    rows = sorted(map(int, filter(None, (top, bottom))))
    if columns[1:] > [MOST_COLUMNS] or rows[1:] > [MOST_ROWS]:
        return None
    of = sheet.strip().removeprefix("'").removesuffix("'").replace("''", "'") if mark else ""
    first_row, last_row = rows if rows else (None, None)
    first_column, last_column = columns if columns else (None, None)
    return Box(first_row, first_column, last_row, last_column, of)


def find(text: str, table: Callable[[], Table], *, one: bool = False) -> Box:
    """The range that a text names; `table` is asked for only where an A1 name does not say it.

    A heading wins over the letters of a column that are the same. Where `one` cell is wanted, the first value of a row
    names the cell beside it. Raises ToolError `NOT_FOUND` or `AMBIGUOUS`.
    """
    box = a1(text)
    if box is not None and (box.top is not None or box.sheet or ":" in text):
        return box
    known = table()
    plain = _plain(text)
    if one and (cells := _beside(plain, known)):
        return _only(text, cells)
    for kind in ("", *_patterns()):
        found = _ways(kind, plain, known)
        if found:
            return _only(text, found)
        if not kind and box is not None and _is_near(box, known):
            return box
    said = next((parts["cell"] for parts in _readings("cell", plain)), text)
    raise ToolError("NOT_FOUND", f'There is no cell called "{said}"{_near(_plain(said), known)}.')


def _only(text: str, found: Sequence[Box]) -> Box:
    if len(found) > 1:
        names = ", ".join(_name(each) for each in found[:SHOWN])
        raise ToolError("AMBIGUOUS", f'"{text}" may be {names}; say which one by its name.')
    return found[0]


def _beside(text: str, table: Table) -> list[Box]:
    """The cells beside the first value of a row that a text is; raises ToolError `AMBIGUOUS` where one must be chosen.

    A text that is a heading too may mean that one's column, so it is no name of one cell.
    """
    rows = _rows(text, table, named_only=True)
    if not rows:
        return []
    if _columns(text, table, named_only=True):
        raise ToolError("AMBIGUOUS", f'"{text}" is a row and a column; name the cell, such as B2.')
    named = [(column, heading) for column, heading in table.headings[1:] if heading]
    if len(named) > 1 and len(rows) == 1:
        headings = ", ".join(heading for _, heading in named[:SHOWN])
        raise ToolError(
            "AMBIGUOUS", f'"{text}" is a row with {headings}; say which of them, such as "{named[0][1]} of {text}".'
        )
    return [Box(row.top, column, row.top, column) for row in rows for column, _ in named]


def _ways(kind: str, text: str, table: Table) -> list[Box]:
    """What a text may name by one kind of pattern; without a kind, by a heading or a row's first value alone."""
    if not kind:
        return _columns(text, table, named_only=True)
    found: list[Box] = []
    for parts in _readings(kind, text):
        if kind == "crossing":
            rows = _rows(parts["row"], table) or _ways("row", parts["row"], table)
            columns = _columns(parts["column"], table) or _ways("column", parts["column"], table)
            found += [Box(row.top, column.left, row.top, column.left) for row in rows for column in columns]
        elif kind == "column":
            found += _columns(parts["column"], table)
        elif kind == "row":
            found += _rows(parts["row"], table)
        elif kind == "first":
            found += _rows(parts["row"], table, named_only=True)
        elif kind == "beside":
            rows = _rows(parts["row"], table, named_only=True)
            columns = _columns(parts["column"], table, named_only=True) or _of_several(parts["column"], table)
            found += [Box(row.top, column.left, row.top, column.left) for row in rows for column in columns]
        elif kind == "cell" and a1(parts["cell"]) is None:
            found += _beside(parts["cell"], table) or _of_cell(parts["cell"], table)
        else:
            box = a1(":".join(parts.values()))
            found += [box] if box is not None else []
    return list(dict.fromkeys(found))


def _of_several(text: str, table: Table) -> list[Box]:
    """A column by the plural of its heading."""
    endings = (ending for ending in _words()["plural"] if text.endswith(ending))
    return next(filter(None, (_columns(text.removesuffix(each), table, named_only=True) for each in endings)), [])


def _of_cell(text: str, table: Table) -> list[Box]:
    """One cell that is named by its row and its column, in either order."""
    return next(filter(None, (_ways(kind, text, table) for kind in ("crossing", "beside"))), [])


def _columns(text: str, table: Table, *, named_only: bool = False) -> list[Box]:
    named = [Box(table.head + 1, column, None, column) for column, heading in table.headings if _plain(heading) == text]
    box = None if named or named_only else a1(text)
    return named or ([box] if box is not None and box.top is None and _is_near(box, table) else [])


def _is_near(box: Box, table: Table) -> bool:
    """Whether a column is meant by its letters: a word of two or three may be one far from all others by chance."""
    return (box.right or 0) <= max((26, *(column for column, _ in table.headings)))


def _rows(text: str, table: Table, *, named_only: bool = False) -> list[Box]:
    named = [Box(row, None, row, None) for row, first in table.firsts if _plain(first) == text]
    box = None if named or named_only else a1(text)
    return named or ([box] if box is not None and box.left is None else [])


def _readings(kind: str, text: str) -> Iterator[dict[str, str]]:
    """Every way in which a text fits a pattern of a kind."""
    for before, first, between, second, after in _patterns()[kind]:
        if not text.startswith(before) or not text.endswith(after):
            continue
        inner = text[len(before) : len(text) - len(after)]
        if not second:
            yield {first: _plain(inner)}
            continue
        at = inner.find(between)
        while at != -1:
            one, other = _plain(inner[:at]), _plain(inner[at + len(between) :])
            if one and other:
                yield {first: one, second: other}
            at = inner.find(between, at + 1)


Pattern = tuple[str, str, str, str, str]
"""What stands before the first name, that name, what stands between, the second name, what stands behind."""


@cache
def _patterns() -> dict[str, list[Pattern]]:
    known = _words()
    found = {kind: [_pattern(text) for text in known[kind]] for kind in ("cell", "row", "column", "span", "crossing")}
    return {**found, "first": [("", "row", "", "", "")], "beside": [_pattern(text) for text in known["beside"]]}


@cache
def _words() -> dict[str, list[str]]:
    import yaml

    return dict(yaml.safe_load(Path(__file__).with_name("places.en.yaml").read_text(encoding="utf-8")))


def _pattern(text: str) -> Pattern:
    before, first, between, *rest = re.split(r"\{(\w+)\}", text)
    return (before, first, between, rest[0], rest[1]) if rest else (before, first, "", "", between)


def _plain(text: str) -> str:
    """A name without its capitals, spaces that say nothing, and words before it that say nothing."""
    plain = " ".join(text.casefold().split())
    for word in _words()["leading"]:
        plain = plain.removeprefix(word)
    return plain


def _near(text: str, table: Table) -> str:
    from difflib import get_close_matches

    names = {_plain(name): name for _, name in (*table.headings, *table.firsts) if name}
    near = get_close_matches(text, names, n=3, cutoff=0.6)
    if near:
        return f" (near it: {', '.join(names[each] for each in near)})"
    headings = [name for _, name in table.headings if name][:SHOWN]
    firsts = [name for _, name in table.firsts if name][:SHOWN]
    rows = f", and its rows begin with {', '.join(firsts)}" if firsts else ""
    return f"; its columns are {', '.join(headings)}{rows}" if headings else ", and the sheet is empty"


def _name(box: Box) -> str:
    if box.top is not None and box.left is not None:
        return f"{letters(box.left)}{box.top}"
    return letters(box.left) if box.left is not None else str(box.top)


def sheet_meant(path: str, names: Sequence[str], active: int, sheet: str | int) -> int:
    """The position of the sheet that is meant by name or number, from 0; raises ToolError `NOT_FOUND`."""
    said = str(sheet).strip()
    if not said and names:
        return min(active, len(names) - 1)
    same = [at for at, name in enumerate(names) if name.casefold() == said.casefold()]
    if same:
        return same[0]
    if said.isdecimal() and 1 <= int(said) <= len(names):
        return int(said) - 1
    known = ", ".join(names[: 2 * SHOWN]) or "none"
    raise ToolError("NOT_FOUND", f'There is no sheet "{said}" in {path}; its sheets are {known}.')
