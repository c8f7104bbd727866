"""What people say instead of a plain command, from `indirect.<language>.yaml` beside each domain's sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct

from aura.contracts.proposal import MentionKind
from aura.language.grammar.actions import Action, SlotKind
from aura.language.grammar.examples import Words, utterances
from aura.language.grammar.grammar import GrammarError

FILE = "indirect.{language}.yaml"
NAMED_AS: Mapping[SlotKind, MentionKind] = {"thing": "thing", "place": "place", "name": "quoted", "text": "quoted"}
"""How what fills a slot is named in a sentence; words that are only words are no such thing."""

MARKED = re.compile(r"<(\w+)>")


class Indirect(Struct, frozen=True):
    """A sentence without its names that stands for an action, or for nothing; `slots` are what it names."""

    action: str
    slots: tuple[str, ...]
    text: str


class Indirections(Struct, frozen=True):
    """Every such sentence, and what stands in it for each kind of thing that is named."""

    said: tuple[Indirect, ...]
    stands_for: dict[MentionKind, str]


def indirect_files(roots: Iterable[Path], language: str = "en") -> list[Path]:
    """Every file of such sentences below the roots."""
    return sorted(path for root in roots for path in root.rglob(FILE.format(language=language)))


def read_indirect(sources: Iterable[bytes], table: Mapping[str, Action]) -> Indirections:
    """The sentences of the YAML texts, in the order of the texts, each once."""
    documents: list[Any] = [yaml.load(text, Loader=yaml.CSafeLoader) or {} for text in sources]
    stands_for: dict[MentionKind, str] = {}
    for document in documents:
        stands_for |= document.get("stands_for", {})
    rows: dict[Indirect, None] = {}
    for document in documents:
        for name, templates in document.get("said", {}).items():
            action = _action(name, document["domain"], table)
            rows |= dict.fromkeys(one for template in templates for one in _sentences(action, template, stands_for))
        rows |= dict.fromkeys(
            Indirect("", (), text)
            for template in document.get("said_of_nothing", ())
            for text in utterances(template, Words({kind: [said] for kind, said in stands_for.items()}, {}))
        )
    return Indirections(tuple(rows), stands_for)


def _action(name: str, domain: str, table: Mapping[str, Action]) -> Action:
    action = table.get(name)
    if action is None or action.domain != domain:
        raise GrammarError(f"{domain} has no action {name}, which its indirect sentences name: correct one of them.")
    return action


def _sentences(action: Action, template: str, stands_for: Mapping[MentionKind, str]) -> Iterator[Indirect]:
    marks = Words({slot: [f"<{slot}>"] for slot, kind in action.slots.items() if kind in NAMED_AS}, {})
    for text in utterances(template, marks):
        slots = tuple(MARKED.findall(text))
        if not set(action.required) <= set(slots) or len(set(slots)) < len(slots):
            raise GrammarError(f'"{text}" does not name what {action.name} needs, each once: correct the template.')
        named = re.split(MARKED, text)
        named[1::2] = [stands_for[NAMED_AS[action.slots[slot]]] for slot in slots]
        yield Indirect(action.name, slots, "".join(named))
