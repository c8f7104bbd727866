"""What a cell gets: text that is written as a number, a date, a truth value or a formula becomes one, and only then.

Who decides is this module alone. What stays text: leading zeros (007), more digits than a spreadsheet keeps, a comma
that may be a decimal one (1,5), a plus sign, and whatever begins with = but was not written by the user.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from msgspec import Struct

from aura.capability.errors import ToolError

DIGITS = 15
"""How many digits of a number a spreadsheet keeps."""
MANY = 1000
"""Rows that a text grows by at once, so that the lines of all are never in memory beside it."""
LONGEST = 32_767
"""How many characters a cell can hold."""
NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no document of these kinds can hold."""

SIGNS = "$€£¥₹"
PLAIN = r"(?:0|[1-9]\d*)(?:\.\d+)?"
GROUPED = r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?"
NUMBER = re.compile(
    rf"(?P<minus>-)?(?P<before>[{SIGNS}])?(?P<number>{GROUPED}|{PLAIN})(?P<after> ?[{SIGNS}]| ?%)?", re.ASCII
)
MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?)?", re.ASCII)
BOOLEANS = {"true": True, "false": False}
ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
TYPED_FIRST = frozenset("0123456789-=tTfF'" + SIGNS)
"""What the first character is of every text that may be something else."""


class Formula(Struct, frozen=True):
    """A formula as a file has it, without its equals sign."""

    text: str


class Quoted(Struct, frozen=True):
    """A text that would be something else if it were typed, and is to stay a text."""

    text: str


class Shown(Struct, frozen=True):
    """A number that was written as text: its value, the format that shows it as it was written, and that text."""

    value: int | float
    format: str
    text: str


class Moment(Struct, frozen=True):
    """A day, or a day and a time, with the format that shows it as it was written, and that text."""

    at: datetime
    format: str
    text: str


Typed = str | int | float | bool | None | Formula | Quoted | Shown | Moment


def typed(value: Any, planned: Any) -> Typed:
    """What a cell gets for a value; `planned` is the same as the plan has it, where a reference is still written.

    Only a text that stands in the plan itself may be a formula: what a file, a page or a program gave never is.
    Raises ToolError `BAD_FORMULA`, `TOO_LONG`, `NOT_TEXT` or `INVALID_INPUT_VALUE`.
    """
    if isinstance(value, str):
        if not value or value[0] not in TYPED_FIRST:
            return _checked(value)
        return _typed_text(_checked(value), isinstance(planned, str) and planned == value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) < 10**DIGITS else str(value)
    if isinstance(value, float) and math.isfinite(value):
        return value
    raise ToolError(
        "INVALID_INPUT_VALUE", f"A cell cannot hold {str(value)[:60]}; give a text, a number or a truth value."
    )


def typed_rows(rows: Iterable[Any], planned: Any) -> Iterator[list[Typed]]:
    """What the cells of rows get; `planned` is the same rows as the plan has them, or a reference to them."""
    plans = planned if isinstance(planned, list | tuple) else ()
    for number, row in enumerate(rows):
        if not isinstance(row, list | tuple):
            raise ToolError("INVALID_INPUT_VALUE", f"Row {number + 1} is no list of cells; give one for each row.")
        plan = plans[number] if number < len(plans) and isinstance(plans[number], list | tuple) else ()
        if len(plan) == len(row):
            yield list(map(typed, row, plan))
        else:
            yield [typed(value, None) for value in row]


def heading(text: Any) -> Typed:
    """A column's heading, which is always text."""
    checked = _checked(text if isinstance(text, str) else str(text))
    return Quoted(checked) if checked[:1] in ("=", "'") else checked


def _checked(text: str) -> str:
    if len(text) > LONGEST:
        raise ToolError("TOO_LONG", f"A cell can hold {LONGEST} characters, and a text has {len(text)}; shorten it.")
    if NO_XML.search(text):
        raise ToolError("NOT_TEXT", "A text has characters that no cell can hold; leave them out.")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _typed_text(text: str, is_own: bool) -> Typed:
    if text[0] == "'":
        rest = text[1:]
        is_needed = rest.isdigit() or (rest and not isinstance(_typed_text(rest, False), str))
        return Quoted(rest) if is_needed else text
    if text[0] == "=":
        if not is_own or text == "=":
            return Quoted(text)
        return formula(text)
    if text.lower() in BOOLEANS:
        return BOOLEANS[text.lower()]
    return _number(text) or _moment(text) or text


def formula(text: str) -> Formula:
    """A formula that a spreadsheet program can read; raises ToolError `BAD_FORMULA` for what would spoil the file."""
    from aura.documents.formulas import as_kept, is_whole

    if not is_whole(text):
        raise ToolError(
            "BAD_FORMULA",
            f"{text[:80]} is no formula that can be read; mend it, or put ' before it to keep it as text.",
        )
    return Formula(as_kept(text))


def _number(text: str) -> Shown | None:
    found = NUMBER.fullmatch(text)
    if found is None:
        return None
    after, digits = (found["after"] or "").strip(), found["number"].replace(",", "")
    if (found["before"] and after) or len(digits.replace(".", "").lstrip("0")) > DIGITS:
        return None
    number = Decimal(f"{found['minus'] or ''}{digits}") / (100 if after == "%" else 1)
    value = int(number) if number == number.to_integral_value() else float(number)
    return Shown(value, _format(found["before"] or "", found["number"], after), text)


def _format(before: str, digits: str, after: str) -> str:
    """The number format that shows a number as it was written; none where every program shows it so."""
    _, _, fraction = digits.partition(".")
    decimals = f".{'0' * len(fraction)}" if fraction else ""
    if after == "%":
        return f"0{decimals}%"
    if before or after:
        return f'"{before}"#,##0{decimals}' if before else f'#,##0{decimals} "{after}"'
    if "," in digits:
        return f"#,##0{decimals}"
    return f"0{decimals}" if fraction.endswith("0") else ""


def _moment(text: str) -> Moment | None:
    found = MOMENT.fullmatch(text)
    if found is None:
        return None
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    clock = f" hh:mm{':ss' if found[3] else ''}" if found[2] else ""
    return Moment(at, f"yyyy-mm-dd{clock}", text)


def serial(moment: Moment, from_1904: bool) -> int | float | None:
    """The number that stands for a day in a workbook; None for one that it has no number for."""
    first = datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 30)
    earliest = datetime(1904, 1, 2) if from_1904 else datetime(1900, 3, 1)
    if moment.at < earliest:
        return None
    since = moment.at - first
    return since.days + since.seconds / 86_400 if since.seconds else since.days


def escaped(text: str) -> str:
    """A text as a cell keeps it: what looks like the code of a character is marked as text."""
    return ESCAPED.sub(r"_x005F_x\1_", text) if "_x" in text else text


def unescaped(text: str) -> str:
    """A cell's text as it is shown."""
    return ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def shown_rows(rows: Sequence[Sequence[object]]) -> str:
    """Rows as text: a line each, a tab between cells."""
    text = ""
    for at in range(0, len(rows), MANY):
        lines = "\n".join("\t".join(map(as_shown, row)) for row in rows[at : at + MANY])
        text += f"\n{lines}" if at else lines
    return text


def as_shown(value: object) -> str:
    """One value as text; a truth value as spreadsheets write it."""
    if value is None:
        return ""
    return str(value).upper() if isinstance(value, bool) else str(value)
