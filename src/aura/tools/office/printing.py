"""Who makes a PDF of a document: an office program of this computer."""

from __future__ import annotations

from typing import Protocol

from aura.capability.machine import served_by


@served_by("soffice.LibreOffice")
class Printer(Protocol):
    """A program that makes a PDF of a document."""

    def pdf(self, name: str, data: bytes) -> bytes:
        """The PDF of a file with this name and content; raises ToolError where it cannot be made, in bounded time."""
        ...
