"""The cells of one sheet as its XML has them: found, set in their place, and what speaks against that."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

from aura.capability.errors import ToolError
from aura.documents.archive import parsed, written
from aura.documents.ranges import A1, MOST_ROWS, Box, Table, a1, letters, name_of, number
from aura.documents.sparing import Spared, spared
from aura.documents.styles import Styles
from aura.documents.values import Formula, Moment, Quoted, Shown, Typed, escaped, serial
from aura.documents.workbook import Workbook, local, sibling, text_in

WHITE = "{http://www.w3.org/XML/1998/namespace}space"
PROTECTED = ("1", "true")


class Grid:
    """A sheet of a workbook that is changed cell by cell; all else in its part stays as it is.

    Where it is known which `rows` are looked at, the others are not even read.
    """

    def __init__(self, workbook: Workbook, part: str, rows: range | None = None) -> None:
        self._workbook = workbook
        self._path = workbook.archive.path
        self.part = part
        whole = workbook.archive.part(part)
        self._sheet = Spared(whole) if rows is None else spared(whole, rows[0], rows[-1])
        self.root = parsed(self._path, self._sheet.part)
        self._data: Any = next((each for each in self.root if local(each) == "sheetData"), None)
        self._refuse_protected()
        self._rows = dict(self._numbered(self._data, "row", lambda name: int(name)))
        self._order = list(self._rows)
        self._columns = [
            each for group in self.root if local(group) == "cols" for each in group if local(each) == "col"
        ]
        self._named: dict[int, dict[str, Any]] = {}
        self._styles: Styles | None = None
        self.formulas_changed = False

    # Reading

    @property
    def last_row(self) -> int:
        """The last row that has a value; 0 if none has."""
        return next((row for row in reversed(self._order) if any(_holds(each) for each in self._rows[row])), 0)

    def table(self) -> Table:
        """What names the cells: the first row with values, and the first column of it."""
        for head in self._order:
            headings = [(column, text) for column, text in self._texts(head) if text]
            if headings:
                firsts = [(row, self._text_at(row, headings[0][0])) for row in self._order if row > head]
                return Table(head, headings, [(row, text) for row, text in firsts if text])
        return Table(0, (), ())

    def look(self, row: int, column: int) -> int:
        """The look of a cell, or the one that a new cell there would have."""
        cell = self._names(row).get(f"{letters(column)}{row}")
        if cell is not None:
            return int(cell.get("s", "0"))
        own = self._rows.get(row)
        if own is not None and own.get("customFormat") in PROTECTED:
            return int(own.get("s", "0"))
        for columns in self._columns:
            if int(columns.get("min", "0")) <= column <= int(columns.get("max", "0")):
                return int(columns.get("style", "0"))
        return 0

    # Changing

    def set(self, row: int, column: int, value: Typed, look: int | None = None) -> None:
        """Give a cell a value; its look stays, unless it cannot show the value. `look` is for one that has none."""
        cell = self._names(row).get(f"{letters(column)}{row}")
        if cell is None and value is None:
            return
        if cell is None:
            style = self.look(row, column) or look or 0
            cell = self._new(row, column)
        else:
            style = int(cell.get("s", "0"))
            self._free(cell)
        self._fill(cell, value, style)

    def ended(self, top: int, left: int, bottom: int, right: int) -> None:
        """Write the part, after cells in this range were set."""
        size = next((each for each in self.root if local(each) == "dimension"), None)
        known = a1(size.get("ref", "")) if size is not None else None
        if size is not None and known is not None and known.top is not None and known.left is not None:
            last_row, last_column = known.bottom or known.top, known.right or known.left
            size.set(
                "ref",
                name_of(min(top, known.top), min(left, known.left), max(bottom, last_row), max(right, last_column)),
            )
        if self._styles is not None:
            self._styles.save()
        self._workbook.archive.put(self.part, self._sheet.put_back(written(self.root)))

    def refuse_hidden(self, box: Box) -> None:
        """Raise ToolError for cells that cannot be set alone: hidden in a merged one, or part of a formula's range."""
        for merged in self.root.iter(sibling(self.root, "mergeCell")):
            found = a1(merged.get("ref", ""))
            for row, column in _inside(found, box):
                if found is not None and (row, column) != (found.top, found.left):
                    first = name_of(found.top or 1, found.left or 1, found.top or 1, found.left or 1)
                    raise ToolError(
                        "MERGED", f"{letters(column)}{row} of {self._path} is merged into {first}; set {first} instead."
                    )
        for formula in self.root.iter(sibling(self.root, "f")):
            found = a1(formula.get("ref", "")) if formula.get("t") in ("array", "dataTable") else None
            if found is not None and not found.is_cell and next(_inside(found, box), None) is not None:
                raise ToolError(
                    "PART_OF_FORMULA",
                    f"The cells {formula.get('ref')} of {self._path} are one formula; change that in its program.",
                )

    def _fill(self, cell: Any, value: Typed, style: int) -> None:
        value, style = self._in_look(value, style)
        for child in list(cell):
            cell.remove(child)
        cell.attrib.pop("t", None)
        for extra in ("cm", "vm", "ph"):  # What a value before had besides: an array, a picture, a pronunciation.
            cell.attrib.pop(extra, None)
        if style:
            cell.set("s", str(style))
        if isinstance(value, str):
            cell.set("t", "inlineStr")
            text = self._below(self._below(cell, "is"), "t")
            text.text = escaped(value)
            text.set(WHITE, "preserve")
        elif isinstance(value, bool):
            cell.set("t", "b")
            self._below(cell, "v").text = str(int(value))
        elif isinstance(value, Formula):
            self._below(cell, "f").text = value.text
            self.formulas_changed = True
        elif isinstance(value, int | float):
            self._below(cell, "v").text = repr(value)

    def _in_look(self, value: Typed, style: int) -> tuple[str | int | float | bool | Formula | None, int]:
        """What is kept in a cell for a value, and the look that shows it."""
        if isinstance(value, Quoted):
            return value.text, self.styles.quoted(style)
        if not isinstance(value, Shown | Moment):
            return value, style
        if self.styles.is_text(style):
            return value.text, style
        if isinstance(value, Shown):
            fits = not value.format or not self.styles.is_general(style)
            return value.value, style if fits else self.styles.with_format(style, value.format)
        day = serial(value, self._workbook.from_1904)
        if day is None:
            return value.text, style
        return day, style if self.styles.is_date(style) else self.styles.with_format(style, value.format)

    @property
    def styles(self) -> Styles:
        """The looks of the workbook."""
        if self._styles is None:
            self._styles = Styles(self._workbook)
        return self._styles

    def _free(self, cell: Any) -> None:
        """Let go of a formula in a cell; others that are written only there get their own text."""
        formula = next((each for each in cell if local(each) == "f"), None)
        if formula is None:
            return
        self.formulas_changed = True
        if formula.get("t") != "shared" or not formula.text:
            return
        from openpyxl.formula.translate import Translator

        origin = cell.get("r")
        for other in list(self.root.iter(formula.tag)):
            if other is not formula and other.get("t") == "shared" and other.get("si") == formula.get("si"):
                where = other.getparent().get("r")
                other.text = Translator(f"={formula.text}", origin=origin).translate_formula(where).removeprefix("=")
                for name in ("t", "si", "ref"):
                    other.attrib.pop(name, None)

    def _cell(self, row: int, column: int) -> Any:
        wanted = f"{letters(column)}{row}"
        cells = self._rows.get(row)
        return None if cells is None else next((each for each in cells if each.get("r") == wanted), None)

    def _names(self, row: int) -> dict[str, Any]:
        """The cells of a row that is changed, by name."""
        if row not in self._named:
            self._named[row] = {each.get("r"): each for each in self._rows.get(row, ()) if local(each) == "c"}
        return self._named[row]

    def _new(self, row: int, column: int) -> Any:
        cells = self._row(row)
        name = f"{letters(column)}{row}"
        made = self._names(row)[name] = cells.makeelement(sibling(self.root, "c"), r=name)
        is_last = not len(cells) or _column(cells[-1]) < column
        after = None if is_last else next((each for each in cells if _column(each) > column), None)
        if after is None:
            cells.append(made)
        else:
            after.addprevious(made)
        cells.attrib.pop("spans", None)
        return made

    def _row(self, row: int) -> Any:
        if row in self._rows:
            return self._rows[row]
        if row > MOST_ROWS:
            raise ToolError("TOO_LARGE", f"{self._path} would have more than {MOST_ROWS} rows, which no program reads.")
        made = self._data.makeelement(sibling(self.root, "row"), r=str(row))
        at = bisect_left(self._order, row)
        if at < len(self._order):
            self._rows[self._order[at]].addprevious(made)
        else:
            self._data.append(made)
        self._order.insert(at, row)
        self._rows[row] = made
        return made

    def _below(self, element: Any, name: str) -> Any:
        made = element.makeelement(sibling(self.root, name))
        element.append(made)
        return made

    def _numbered(self, parent: Any, name: str, read: Any) -> Iterator[tuple[int, Any]]:
        """The rows by number; rows and cells that leave their place out, since it is the next one, get it."""
        place = 0
        for row in parent if parent is not None else ():
            if local(row) != name:
                continue
            place = read(row.get("r")) if row.get("r") else place + 1
            row.set("r", str(place))
            column = 0
            for cell in row:
                column = _column(cell) if cell.get("r") else column + 1
                if not cell.get("r"):
                    cell.set("r", f"{letters(column)}{place}")
            yield place, row

    def _texts(self, row: int) -> list[tuple[int, str]]:
        return [(_column(cell), self._text(cell)) for cell in self._rows[row]]

    def _text_at(self, row: int, column: int) -> str:
        cell = self._cell(row, column)
        return "" if cell is None else self._text(cell)

    def _text(self, cell: Any) -> str:
        kind = cell.get("t")
        if kind == "inlineStr":
            return text_in(cell)
        kept = next((each.text or "" for each in cell if local(each) == "v"), "")
        return self._workbook.texts[int(kept)] if kind == "s" and kept else kept

    def _refuse_protected(self) -> None:
        if self._data is None:
            raise ToolError("NOT_FOUND", f"A sheet of {self._path} has no place for cells.")
        for each in self.root:
            if local(each) == "sheetProtection" and each.get("sheet") in PROTECTED:
                raise ToolError(
                    "PROTECTED", f"The sheet of {self._path} is protected against changes; take that off first."
                )


def _holds(cell: Any) -> bool:
    return len(cell) > 0


def _column(cell: Any) -> int:
    found = A1.fullmatch(cell.get("r") or "")
    return number(found[1]) if found is not None and found[1] else 0


def _inside(found: Box | None, box: Box) -> Iterator[tuple[int, int]]:
    """The cells that two ranges share; `box` has all its ends."""
    if found is None or None in (found.top, found.left, found.bottom, found.right):
        return
    rows = range(max(found.top or 1, box.top or 1), min(found.bottom or 0, box.bottom or 0) + 1)
    columns = range(max(found.left or 1, box.left or 1), min(found.right or 0, box.right or 0) + 1)
    yield from ((row, column) for row in rows for column in columns)
