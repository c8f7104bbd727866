"""The looks of cells: a look that exists with another number format, made where a workbook has none such yet."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from aura.documents.archive import spoiled
from aura.documents.workbook import Workbook, local, sibling

SPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"
EMPTY = (
    f'<styleSheet xmlns="{SPACE}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
    '</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs></styleSheet>'
).encode()
BUILT_IN = {"0": 1, "0.00": 2, "#,##0": 3, "#,##0.00": 4, "0%": 9, "0.00%": 10}
GENERAL, TEXT = "General", "@"
FIRST_OWN = 164
"""The number of the first format that is not known to every program."""


class Styles:
    """The looks of a workbook by number; what is added is written by `save`."""

    def __init__(self, workbook: Workbook) -> None:
        self._archive = workbook.archive
        self.part = workbook.styles or workbook.add_styles("styles.xml", EMPTY, CONTENT_TYPE)
        self._root = self._archive.xml(self.part)
        self._looks = self._child("cellXfs")
        if self._looks is None or self._child("fonts") is None:
            raise spoiled(self._archive.path)
        self._codes = self._child("numFmts")
        self._made: dict[tuple[int, str, bool], int] = {}

    def save(self) -> None:
        """Write the part, if a look was added."""
        if self._made:
            self._archive.put_xml(self.part, self._root)

    def is_general(self, look: int) -> bool:
        """Whether numbers of a look are shown as they are."""
        return self._code(look) == GENERAL

    def is_text(self, look: int) -> bool:
        """Whether all that is typed into a cell of a look is text."""
        return self._code(look) == TEXT

    def is_date(self, look: int) -> bool:
        """Whether numbers of a look are shown as days or times."""
        from openpyxl.styles.numbers import is_date_format

        return bool(is_date_format(self._code(look)))

    def with_format(self, look: int, code: str) -> int:
        """A look like another one that shows numbers by a format."""
        return self._variant(look, code, quoted=False)

    def quoted(self, look: int) -> int:
        """A look like another one whose cells stay text when they are edited."""
        return self._variant(look, "", quoted=True)

    def bold(self) -> int:
        """The look of headings."""
        key = (-1, "bold", False)
        if key not in self._made:
            fonts = self._child("fonts")
            font = deepcopy(fonts[0])
            font.insert(0, font.makeelement(sibling(font, "b")))
            fonts.append(font)
            fonts.set("count", str(len(fonts)))
            look = deepcopy(self._looks[0])
            look.set("fontId", str(len(fonts) - 1))
            look.set("applyFont", "1")
            self._made[key] = self._add(look)
        return self._made[key]

    def _variant(self, look: int, code: str, *, quoted: bool) -> int:
        key = (look, code, quoted)
        if key not in self._made:
            variant = deepcopy(self._looks[look])
            if quoted:
                variant.set("quotePrefix", "1")
            else:
                variant.set("numFmtId", str(self._number(code)))
                variant.set("applyNumberFormat", "1")
            self._made[key] = self._add(variant)
        return self._made[key]

    def _add(self, look: Any) -> int:
        self._looks.append(look)
        self._looks.set("count", str(len(self._looks)))
        return len(self._looks) - 1

    def _number(self, code: str) -> int:
        """The number of a format, which is added where there is none."""
        if code in BUILT_IN:
            return BUILT_IN[code]
        if self._codes is None:
            self._codes = self._root.makeelement(sibling(self._root, "numFmts"))
            self._root.insert(0, self._codes)
        known = {each.get("formatCode"): int(each.get("numFmtId")) for each in self._codes}
        if code in known:
            return known[code]
        new = max((FIRST_OWN - 1, *known.values())) + 1
        made = self._codes.makeelement(sibling(self._root, "numFmt"), numFmtId=str(new), formatCode=code)
        self._codes.append(made)
        self._codes.set("count", str(len(self._codes)))
        return new

    def _code(self, look: int) -> str:
        """The format that a look shows numbers by."""
        from openpyxl.styles.numbers import BUILTIN_FORMATS

        number = int(self._looks[look].get("numFmtId", "0")) if look < len(self._looks) else 0
        own = (
            each.get("formatCode", "")
            for each in (() if self._codes is None else self._codes)
            if each.get("numFmtId") == str(number)
        )
        return str(next(own, BUILTIN_FORMATS.get(number, GENERAL)))

    def _child(self, name: str) -> Any:
        return next((each for each in self._root if local(each) == name), None)
