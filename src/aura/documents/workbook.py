"""The parts of a workbook: its sheets by name, its texts, its days, and what has to hold when a cell is changed."""

from __future__ import annotations

import posixpath
import re
from functools import cached_property
from typing import Any

from msgspec import Struct

from aura.capability.errors import ToolError
from aura.documents.archive import CONTENT_TYPES, Archive, parsed, spoiled, written
from aura.documents.ranges import sheet_meant
from aura.documents.values import unescaped

RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
FORMULA = re.compile(rb"<(?:\w+:)?f[\s>/]")


class Relation(Struct, frozen=True):
    """What a part names: the kind of it, its last word, and the part."""

    id: str
    kind: str
    target: str


class SheetPart(Struct, frozen=True):
    """A sheet with cells: its name and its part."""

    name: str
    part: str


class Workbook:
    """A workbook as its parts; sheets of charts alone are passed over."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.main = next(
            (each.target for each in relations(archive, "") if each.kind == "officeDocument"), "xl/workbook.xml"
        )
        if not archive.has(self.main):
            raise spoiled(archive.path)
        self.root = archive.xml(self.main)
        self._relations = relations(archive, self.main)

    @cached_property
    def sheets(self) -> list[SheetPart]:
        """The sheets in their order."""
        by_id = {each.id: each for each in self._relations}
        found = []
        for element in elements(self.root, "sheet"):
            relation = by_id.get(next((value for name, value in element.attrib.items() if name.endswith("}id")), ""))
            if relation is not None and relation.kind == "worksheet" and self.archive.has(relation.target):
                found.append(SheetPart(element.get("name", ""), relation.target))
        return found

    def sheet(self, said: str | int) -> SheetPart:
        """The sheet that is meant by name or number, else the one in front."""
        if not self.sheets:
            raise ToolError("NOT_FOUND", f"{self.archive.path} has no sheet with cells.")
        return self.sheets[sheet_meant(self.archive.path, [each.name for each in self.sheets], self._active, said)]

    @property
    def _active(self) -> int:
        view = next(iter(elements(self.root, "workbookView")), None)
        return int(view.get("activeTab", "0")) if view is not None else 0

    @property
    def from_1904(self) -> bool:
        """Whether its days are counted from 1904."""
        found = next(iter(elements(self.root, "workbookPr")), None)
        return found is not None and found.get("date1904") in ("1", "true")

    @cached_property
    def texts(self) -> list[str]:
        """The texts that cells name by number."""
        part = self._part_of("sharedStrings")
        if part is None:
            return []
        return [text_in(each) for each in self.archive.xml(part) if local(each) == "si"]

    @property
    def styles(self) -> str | None:
        """The part with the looks of cells."""
        return self._part_of("styles")

    def add_styles(self, name: str, data: bytes, content_type: str) -> str:
        """Give a workbook without a part for looks one."""
        part = posixpath.join(posixpath.dirname(self.main), name)
        self.archive.put(part, data)
        types = self.archive.xml(CONTENT_TYPES)
        types.append(types.makeelement(f"{{{TYPES}}}Override", PartName=f"/{part}", ContentType=content_type))
        self.archive.put_xml(CONTENT_TYPES, types)
        where = relations_part(self.main)
        named = self.archive.xml(where)
        named.append(
            named.makeelement(f"{{{RELATIONS}}}Relationship", Id="rIdStyles", Type=f"{OFFICE}/styles", Target=name)
        )
        self.archive.put_xml(where, named)
        self._relations = relations(self.archive, self.main)
        return part

    def recalculated(self, changed: str, *, formulas: bool) -> None:
        """Let programs work out all formulas anew: results that were kept may no longer be true.

        `changed` is the part whose own formulas are seen to already; `formulas` says whether there are others now.
        """
        any_formula = formulas
        for sheet in self.sheets:
            data = self.archive.part(sheet.part)
            if FORMULA.search(data):
                any_formula = True
                root = parsed(self.archive.path, data)
                if forget_results(root):
                    self.archive.put(sheet.part, written(root))
        if not any_formula:
            return
        calculation = next(iter(elements(self.root, "calcPr")), None)
        if calculation is None:
            calculation = self._new_calculation()
        calculation.set("fullCalcOnLoad", "1")
        self.archive.put_xml(self.main, self.root)
        if formulas:
            self._drop_chain()

    def _new_calculation(self) -> Any:
        """The element that says how formulas are worked out, in its place."""
        before = ("sheets", "functionGroups", "externalReferences", "definedNames")
        last = [each for each in self.root if local(each) in before][-1]
        made = self.root.makeelement(sibling(self.root, "calcPr"))
        last.addnext(made)
        return made

    def _drop_chain(self) -> None:
        """Take away the order of formulas, which every program makes again."""
        chain = self._part_of("calcChain")
        if chain is None:
            return
        self.archive.put(chain, None)
        for part, attribute in ((relations_part(self.main), "Target"), (CONTENT_TYPES, "PartName")):
            root = self.archive.xml(part)
            for element in list(root):
                if (element.get(attribute) or "").endswith(posixpath.basename(chain)):
                    root.remove(element)
            self.archive.put_xml(part, root)

    def _part_of(self, kind: str) -> str | None:
        found = next((each.target for each in self._relations if each.kind == kind), None)
        return found if found is not None and self.archive.has(found) else None


def relations_part(part: str) -> str:
    """Where the relations of a part are."""
    return posixpath.join(posixpath.dirname(part), "_rels", posixpath.basename(part) + ".rels")


def relations(archive: Archive, part: str) -> list[Relation]:
    """What a part names; the archive itself is the part without a name."""
    where = relations_part(part)
    if not archive.has(where):
        return []
    folder = posixpath.dirname(part)
    found = []
    for element in archive.xml(where):
        target = element.get("Target", "")
        if element.get("TargetMode") == "External":
            continue
        target = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
        found.append(Relation(element.get("Id", ""), element.get("Type", "").rpartition("/")[2], target))
    return found


def local(element: Any) -> str:
    """The name of an element without its namespace; empty for a comment."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def sibling(element: Any, name: str) -> str:
    """A tag in the namespace of an element."""
    space = element.tag.rpartition("}")[0]
    return f"{space}}}{name}" if space else name


def elements(root: Any, name: str) -> list[Any]:
    """The elements below a root that have a name, in its namespace."""
    return list(root.iter(sibling(root, name)))


def text_in(element: Any) -> str:
    """The text of a text element of a workbook, without how it is spoken."""
    spoken = sibling(element, "rPh")
    found = [each for each in element.iter(sibling(element, "t")) if each.getparent().tag != spoken]
    return unescaped("".join(each.text or "" for each in found))


def forget_results(root: Any) -> bool:
    """Take the kept results of a sheet's formulas away; whether there were any."""
    result = sibling(root, "v")
    found = False
    for formula in root.iter(sibling(root, "f")):
        cell = formula.getparent()
        for kept in cell.findall(result):
            cell.remove(kept)
            found = True
        cell.attrib.pop("t", None)
    return found
