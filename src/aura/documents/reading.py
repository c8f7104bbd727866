"""The text of any office document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePath

from aura.documents import slides, texts
from aura.documents.archive import Archive


def text_of(path: str, data: bytes) -> str:
    """The text: a line for each paragraph, row or text box. Raises ToolError `NOT_TEXT` or `PROTECTED`."""
    Archive(path, data)
    return "\n".join(READERS[PurePath(path).suffix.lower()[:4]](path, data))


def _rows(path: str, data: bytes) -> Iterable[str]:
    from aura.documents.sheet_reading import all_rows
    from aura.documents.values import as_shown

    return ("\t".join(map(as_shown, row)) for row in all_rows(path, data))


READERS: Mapping[str, Callable[[str, bytes], Iterable[str]]] = {
    ".doc": lambda path, data: texts.lines_of(texts.opened(path, data)),
    ".xls": _rows,
    ".ppt": lambda path, data: slides.lines_of(slides.opened(path, data)),
}
