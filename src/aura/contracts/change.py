"""What a step would do to the disk, as values: previewed, journalled, applied, observed and inverted alike.

All paths are absolute. `replaces` is true where something that exists would be lost without the journal.
"""

from __future__ import annotations

from msgspec import Struct


class MakeFolder(Struct, frozen=True, gc=False, tag="make_folder"):
    """A folder comes to be at `path`; its parent exists."""

    path: str


class WriteFile(Struct, frozen=True, gc=False, tag="write_file"):
    """A file comes to be at `path`, or its content is replaced, or `extends`, so that what was said there stays.

    `content` is None while it is not known yet.
    """

    path: str
    content: bytes | None
    replaces: bool = False
    extends: bool = False


class Move(Struct, frozen=True, gc=False, tag="move"):
    """What is at `source` goes to `destination`, which is its final path."""

    source: str
    destination: str
    replaces: bool = False


class Copy(Struct, frozen=True, gc=False, tag="copy"):
    """What is at `source` is also at `destination`, which is its final path."""

    source: str
    destination: str
    replaces: bool = False


class Trash(Struct, frozen=True, gc=False, tag="trash"):
    """What is at `path` goes to the trash, with everything in it."""

    path: str


Change = MakeFolder | WriteFile | Move | Copy | Trash
