"""An office file is a ZIP archive of parts: looked at before it is read; the same parts always give the same bytes."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from typing import Any

from aura.capability.errors import ToolError
from aura.documents.family import Family, family_of

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How files begin that are password protected, or in the formats before these."""
LOCKED = "EncryptedPackage".encode("utf-16-le")
CONTENT_TYPES = "[Content_Types].xml"
SIGNED = "_xmlsignatures/"
STAMP = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")
MOMENT = rb"\g<1>2000-01-01T00:00:00Z"
EPOCH = (2000, 1, 1, 0, 0, 0)
MAIN = {".docx": "wordprocessingml", ".xlsx": "spreadsheetml", ".pptx": "presentationml"}
"""A word in the type of the main part, by the usual extension of a family."""
CHUNK = 1 << 18
LARGEST = 1 << 30
"""How many bytes the parts of a file may have together."""
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, KeyError, ValueError, OSError)


class Archive:
    """The parts of an office file by name; raises ToolError in one sentence for what is none."""

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.data = data
        refuse_foreign(path, data)
        self._zip = _zip_of(path, data)
        self._changed: dict[str, bytes | None] = {}
        family = family_of(path)
        if family is None or not self._is_of(family):
            raise spoiled(path)

    @property
    def names(self) -> list[str]:
        """The names of all parts, in their order."""
        kept = [name for name in self._zip.namelist() if self._changed.get(name, b"") is not None]
        return kept + [name for name, data in self._changed.items() if data is not None and name not in kept]

    def part(self, name: str) -> bytes:
        """The content of a part."""
        changed = self._changed.get(name)
        if changed is not None:
            return changed
        try:
            return self._zip.read(name)
        except BROKEN as error:
            raise spoiled(self.path) from error

    def finds(self, name: str, pattern: re.Pattern[bytes]) -> bool:
        """Whether something of at most 100 bytes is in a part, which is never whole in memory for that."""
        try:
            with self._zip.open(name) as part:
                before = b""
                while piece := part.read(CHUNK):
                    if pattern.search(before + piece):
                        return True
                    before = piece[-100:]
        except BROKEN as error:
            raise spoiled(self.path) from error
        return False

    def has(self, name: str) -> bool:
        """Whether there is such a part."""
        return name in self.names

    def put(self, name: str, data: bytes | None) -> None:
        """Give a part another content, or take it away."""
        self._changed[name] = data

    def xml(self, name: str) -> Any:
        """The root element of a part."""
        return parsed(self.path, self.part(name))

    def put_xml(self, name: str, root: Any) -> None:
        """Write a part from its root element."""
        self.put(name, written(root))

    def saved(self) -> bytes:
        """The archive with what was changed; a part that was not has the bytes that it had."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
            for name in self.names:
                new.writestr(zipfile.ZipInfo(name, EPOCH), self.part(name), zipfile.ZIP_DEFLATED)
        return out.getvalue()

    def _is_of(self, family: Family) -> bool:
        return MAIN[family.extension].encode() in self.part(CONTENT_TYPES)


def refuse_foreign(path: str, data: bytes) -> None:
    """Raise ToolError `PROTECTED` or `NOT_TEXT` for what is no archive that may be looked into."""
    if data.startswith(OLE):
        if LOCKED in data:
            raise ToolError("PROTECTED", f"{path} is protected with a password; take it off in its program first.")
        raise ToolError("NOT_TEXT", f"{path} is in an old format, whatever its extension says; save it in the new one.")
    if not data:
        raise ToolError("NOT_TEXT", f"{path} is empty, so there is no document in it; create a new one.")


def refuse_signed(archive: Archive) -> None:
    """Raise ToolError `SIGNED` for a file whose signature a change would break."""
    if any(name.startswith(SIGNED) for name in archive.names):
        raise ToolError(
            "SIGNED", f"{archive.path} is digitally signed, and a change would break that; take it off first."
        )


def _zip_of(path: str, data: bytes) -> zipfile.ZipFile:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except BROKEN as error:
        raise spoiled(path) from error
    if sum(info.file_size for info in archive.infolist()) > LARGEST:
        raise ToolError("TOO_LARGE", f"{path} is larger than 1 GiB when it is unpacked, which is too large to work on.")
    if CONTENT_TYPES not in archive.namelist():
        raise spoiled(path)
    return archive


def spoiled(path: str) -> ToolError:
    """What is said of a file that cannot be read as what its extension says."""
    return ToolError("NOT_TEXT", f"{path} is damaged or not what its extension says.")


def parsed(path: str, data: bytes) -> Any:
    """The root element of an XML part; entities and other files that it names are left alone."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise spoiled(path) from error


def written(root: Any) -> bytes:
    """An XML part from its root element."""
    from lxml import etree

    made: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return made


def steady(document: io.BytesIO | bytes) -> bytes:
    """The same archive without the moment of its making."""
    out = io.BytesIO()
    source = io.BytesIO(document) if isinstance(document, bytes) else document
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "docProps/core.xml":
                data = STAMP.sub(MOMENT, data)
            new.writestr(zipfile.ZipInfo(name, EPOCH), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()
