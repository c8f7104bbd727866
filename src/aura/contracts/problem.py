"""Trouble that is expected, as a value: what happened, to what, what to do."""

from __future__ import annotations

from msgspec import Struct


class Problem(Struct, frozen=True):
    """One thing that is wrong, in one plain sentence.

    `code` is stable and upper case (`UNKNOWN_ATOM_ID`, `PROTECTED_DIRECTORY`); `path` is a JSON path into
    the plan document, or the file-system path that the sentence is about, or empty.
    """

    code: str
    message: str
    path: str = ""

    def __str__(self) -> str:
        return f"[{self.code}] {self.message}"
