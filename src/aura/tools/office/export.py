"""Documents as PDF."""

from __future__ import annotations

from pathlib import PurePath
from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.ports import Disk, Stage
from aura.capability.semantic import FilePath
from aura.capability.tool import tool
from aura.documents.family import DOCUMENT, PRESENTATION, SPREADSHEET
from aura.tools.office.changing import content_of
from aura.tools.office.printing import Printer

PDF = ".pdf"


class Exported(Struct, frozen=True):
    """Where the PDF is."""

    path: Annotated[FilePath, "The PDF file that was made."]


@tool(verb="export", object="pdf", effect=Effect.WRITES)
def export_pdf(
    disk: Disk,
    stage: Stage,
    printer: Printer,
    path: Annotated[FilePath, "The document, spreadsheet or presentation."],
    destination: Annotated[FilePath, "The PDF file to make; one of the same name beside it if not given."] = "",
) -> Exported:
    """Make a PDF of a document, spreadsheet or presentation."""
    place = destination or str(PurePath(path).with_suffix(PDF))
    if PurePath(place).suffix.lower() != PDF:
        place += PDF
    data = content_of(disk, path, DOCUMENT, SPREADSHEET, PRESENTATION)
    if disk.kind(place) is not None:
        raise ToolError("ALREADY_EXISTS", f"{place} exists already, and a file is not replaced unasked.")
    disk.write(place, None if stage.rehearsal else printer.pdf(PurePath(path).name, data))
    return Exported(place)
