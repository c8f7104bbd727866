"""Files of intents in Home Assistant's format (hassil's), read as a domain: templates, lists and intents.

A list that no file gives values for (names, areas, floors) is filled at run time.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from hassil.errors import HassilError
from hassil.expression import ListReference
from hassil.numbers import get_rbnf_engine
from msgspec import Struct

from aura.language.grammar.grammar import GrammarError, Intent, NumberRange, SlotList, TemplateFiles
from aura.language.grammar.lists import document_of, part_of, read_lists
from aura.language.grammar.pieces import cut, pieces_of
from aura.language.grammar.templates import Dialect


class Domain(Struct, frozen=True):
    """A domain as it was read: its intents, each with the dialect that its templates are written in."""

    intents: list[Intent]
    dialects: list[Dialect]
    lists: dict[str, SlotList]
    skips: list[str]


def read_domain(files: TemplateFiles) -> Domain:
    """The domain that files of intents make up together; a GrammarError says which file is not in the format."""
    documents = [(name, _checked(name, document_of(name, text))) for name, text in files.texts]
    rules = {name: rule for _, document in documents for name, rule in part_of(document, "expansion_rules").items()}
    lists = read_lists(files.domain, [document for _, document in documents])
    skips = [" ".join(pieces_of(phrase)) for _, document in documents for phrase in document.get("skip_words") or ()]
    found = Domain([], [], lists, skips)
    shared = Dialect(rules, cut, partial(_slot, lists, (files.domain,)))
    for name, document in documents:
        for intent, entry in part_of(document, "intents").items():
            for number, block in enumerate(entry["data"]):
                dialect = shared
                if block.get("lists") or block.get("expansion_rules"):
                    own = f"{files.domain}/{intent}.{number}"
                    lists.update(read_lists(own, [block]))
                    slot = partial(_slot, lists, (own, files.domain))
                    dialect = Dialect(rules | part_of(block, "expansion_rules"), cut, slot)
                found.intents.append(_intent(files.domain, name, intent, block))
                found.dialects.append(dialect)
    return found


def _intent(domain: str, file: str, name: str, block: Mapping[str, Any]) -> Intent:
    return Intent(
        domain=domain,
        goal=name,
        category="unknown",
        params=part_of(block, "slots"),
        source=f"{file}: {name}",
        loaded=True,
        sentences=tuple(block["sentences"]),
        requires={key: _allowed(rule) for key, rule in part_of(block, "requires_context").items()},
        excludes={key: _allowed(rule) for key, rule in part_of(block, "excludes_context").items()},
        taken=tuple(key for key, rule in part_of(block, "requires_context").items() if _is_taken(rule)),
    )


def _allowed(rule: object) -> list[object]:
    """The values that a rule on the context names; none where any will do."""
    value = rule.get("value") if isinstance(rule, dict) else rule
    return list(value) if isinstance(value, list) else [] if value is None else [value]


def _is_taken(rule: object) -> bool:
    """Whether what the context has becomes a slot."""
    return isinstance(rule, dict) and bool(rule.get("slot"))


def _checked(name: str, document: dict[str, Any]) -> dict[str, Any]:
    for intent, entry in part_of(document, "intents").items():
        blocks = entry.get("data") if isinstance(entry, dict) else None
        if not isinstance(blocks, list) or not all(
            isinstance(block, dict) and "sentences" in block for block in blocks
        ):
            raise GrammarError(f"The intent {intent} in {name} lacks `data` with `sentences`: add them.")
    return document


def _slot(lists: dict[str, SlotList], owners: tuple[str, ...], part: ListReference) -> str:
    """The symbol of a slot: the full name of its list, and the slot's own name."""
    full = f"{owners[-1]}/{part.list_name}"
    if (inline := part.get_inline_range()) is not None:
        lists.setdefault(full, SlotList(range=NumberRange(*inline)))
    owned = (f"{owner}/{part.list_name}" for owner in owners)
    return "{" + next((name for name in owned if name in lists), full) + ":" + part.slot_name + "}"


# -- numbers


def spelled_numbers(lists: Mapping[str, SlotList], language: str) -> dict[str, float]:
    """The words of every number that a range has, as the language spells it out; empty where none is known."""
    try:
        engine = get_rbnf_engine(language)
    except (ValueError, HassilError):
        return {}
    found: dict[str, float] = {}
    for number in sorted({number for entry in lists.values() if entry.range for number in entry.range.numbers()}):
        for words in set(engine.format_number(number).text_by_ruleset.values()):
            found.setdefault(" ".join(pieces_of(words)), number)
    return found
