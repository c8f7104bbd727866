"""Files of a loaded domain, and the lists in them: values, ranges of numbers, free text, in Home Assistant's format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from aura.language.grammar.grammar import GrammarError, ListValue, NumberRange, SlotList, TemplateFiles
from aura.language.grammar.pieces import pieces_of

MOST_SPELLINGS = 500
FRACTIONS = {"halves": (0.5,), "tenths": tuple(number / 10 for number in range(1, 10))}
IN_TEMPLATE = frozenset("[]()|<>{}")
FILES = (".yaml", ".yml", ".json")


def template_files(domain: str, path: Path) -> TemplateFiles:
    """The files that a domain is loaded from: one file, or every YAML and JSON file in a folder."""
    found = sorted(file for file in path.rglob("*") if file.suffix in FILES) if path.is_dir() else [path]
    if not found:
        raise GrammarError(f"There is no file of intents in {path}: put one there, or name another folder.")
    try:
        texts = tuple((str(file.relative_to(path.parent)), file.read_bytes()) for file in found)
    except OSError as trouble:
        raise GrammarError(
            f"The file of intents {path} cannot be read ({trouble.strerror}): correct the path."
        ) from trouble
    return TemplateFiles(domain, texts)


def given_lists(domain: str, path: Path) -> tuple[dict[str, SlotList], dict[str, Any]]:
    """The lists that a file gives a domain at run time, and the context it is used in (such as the area)."""
    try:
        document = document_of(path.name, path.read_bytes())
    except OSError as trouble:
        raise GrammarError(
            f"The file of lists {path} cannot be read ({trouble.strerror}): correct the path."
        ) from trouble
    return read_lists(domain, [document]), part_of(document, "context")


def document_of(name: str, text: bytes) -> dict[str, Any]:
    """The content of a file; a GrammarError where it is no mapping in YAML or JSON."""
    import yaml

    try:
        document = yaml.load(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError as trouble:
        raise GrammarError(f"The file {name} is no YAML or JSON: correct it.") from trouble
    if not isinstance(document, dict):
        raise GrammarError(f"The file {name} holds no intents in Home Assistant's format: correct it.")
    return document


def part_of(document: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A mapping inside a document; empty where there is none."""
    return document.get(name) or {}


def read_lists(owner: str, documents: Iterable[Mapping[str, Any]]) -> dict[str, SlotList]:
    """The lists of documents by their full name, `owner/list`."""
    return {
        f"{owner}/{name}": _slot_list(name, entry)
        for document in documents
        for name, entry in part_of(document, "lists").items()
    }


def own_lists(domain: str, document: Mapping[str, Any]) -> dict[str, SlotList]:
    """The lists of a built-in domain by their plain names; one with a source is filled by a module of the domain."""
    found = {name: _slot_list(name, entry) for name, entry in part_of(document, "lists").items()}
    for name, entry in part_of(document, "lists").items():
        source = f"{domain}.{entry['source']}" if "source" in entry else ""
        exact, more = bool(entry.get("exact")), bool(entry.get("open"))
        found[name] = replace(found[name], exact=exact, source=source, open=more)
    return found


def _slot_list(name: str, entry: Mapping[str, Any]) -> SlotList:
    if entry.get("wildcard"):
        return SlotList(free=True)
    if not {"range", "values", "source"} & entry.keys():
        raise GrammarError(f"The list {name} has neither values nor a range, and takes no free text: correct it.")
    return SlotList(tuple(_values(entry.get("values", ()))), _range(entry["range"]) if "range" in entry else None)


def _range(given: Mapping[str, Any]) -> NumberRange:
    parts = FRACTIONS.get(given.get("fractions", ""), ())
    first, last, step = int(given["from"]), int(given["to"]), int(given.get("step", 1))
    return NumberRange(first, last, step, given.get("multiplier", 1), parts)


def _values(entries: Iterable[Any]) -> Iterator[ListValue]:
    """Every way to say each value."""
    for entry in entries:
        given = entry if isinstance(entry, dict) else {"in": entry, "out": entry}
        said = str(given["in"])
        out = given.get("out", said)
        if not isinstance(out, str | int | float | bool):
            raise GrammarError(
                f"The list value {said!r} stands for {out!r}: make that a text, a number or a truth value."
            )
        for spelling in _spellings(said):
            yield ListValue(" ".join(pieces_of(spelling)), out, given.get("context") or {})


def _spellings(said: str) -> Iterator[str]:
    if IN_TEMPLATE.isdisjoint(said):
        yield said
        return
    from hassil.sample import sample_expression

    from aura.language.grammar.templates import parse_template

    for number, spelling in enumerate(sample_expression(parse_template(said))):
        if number == MOST_SPELLINGS:
            raise GrammarError(f"The list value {said!r} can be said in too many ways: make several of it.")
        yield spelling
