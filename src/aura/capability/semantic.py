"""Semantic types of tool inputs: they pick the resolver that fills a slot and what may feed it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct


class Semantic(Struct, frozen=True):
    """The meaning of a value beyond its JSON type, as metadata inside `Annotated`."""

    name: str


FilePath = Annotated[str, Semantic("file_path")]
FolderPath = Annotated[str, Semantic("folder_path")]
FileName = Annotated[str, Semantic("file_name")]
Text = Annotated[str, Semantic("text")]
Pattern = Annotated[str, Semantic("pattern")]
Expression = Annotated[str, Semantic("expression")]
Unit = Annotated[str, Semantic("unit")]
Count = Annotated[int, Semantic("count")]
AppName = Annotated[str, Semantic("app_name")]
WindowWords = Annotated[str, Semantic("window")]
