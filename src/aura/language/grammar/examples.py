"""Example utterances of every category, from `examples.<language>.yaml` beside each domain's sentences.

An example is a sentence template; it stands for some of the utterances that it can make, chosen by a random number
generator whose seed is the template, so that the same files always give the same utterances.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from hassil.expression import Alternative, Expression, Group, ListReference, TextChunk
from msgspec import Struct

from aura.language.grammar.grammar import EXAMPLES, GrammarError
from aura.language.grammar.templates import parse_template

FILE = EXAMPLES + "{language}.yaml"
FEWEST, MORE_A_DOUBLING = 6, 2.0
SHARE_AROUND, SHARE_AFTER = 0.4, 0.2
QUESTION, COMMAND, AFTER, ASKING, SILENT = "question", "command", "after", "asking", "silent"


class Example(Struct, frozen=True):
    """One utterance, the category that it belongs to, and the group in the file of a domain that it came from."""

    text: str
    category: str
    group: str


class Words(Struct, frozen=True):
    """What the templates of all files share: lists of phrases, and what may be said around an utterance."""

    lists: dict[str, list[str]]
    around: dict[str, list[str]]


class Book(Struct, frozen=True):
    """Every example, and the words that say nothing about what is asked."""

    examples: list[Example]
    silent: frozenset[str]


def example_files(roots: Iterable[Path], language: str = "en") -> list[Path]:
    """Every file of examples below the roots."""
    return sorted(path for root in roots for path in root.rglob(FILE.format(language=language)))


def read_examples(sources: Iterable[tuple[str, bytes]]) -> Book:
    """The utterances of the named YAML texts, in the order of the texts."""
    documents = [(name, yaml.load(text, Loader=yaml.CSafeLoader) or {}) for name, text in sources]
    words = Words({}, {})
    for name, document in documents:
        for key, phrases in document.pop("lists", {}).items():
            if key in words.lists:
                raise GrammarError(f"The list {key} in {name} is in another file of examples too: rename one of them.")
            words.lists[key] = [str(phrase) for phrase in phrases]
        words.around.update(document.pop("around", {}))
    made = [
        Example(text, category, group)
        for _, document in documents
        for category, groups in document.items()
        for group, templates in groups.items()
        for template in templates
        for text in utterances(template, words)
    ]
    return Book(made, frozenset(words.around.get(SILENT, ())))


def utterances(template: str, words: Words) -> Iterator[str]:
    """Some of what a template can make: the more it can, the more, but never in proportion."""
    for number, choice in enumerate(_choices(parse_template(template))):
        chance = random.Random(f"{template} {number}")
        size = _size(choice, words.lists)
        wanted = min(size, FEWEST + round(MORE_A_DOUBLING * math.log2(size)))
        made = {" ".join(_one(choice, words.lists, chance).split()): None for _ in range(3 * wanted)}
        for text in list(made)[:wanted]:
            yield _said(text, words.around, chance)


def _choices(part: Expression) -> Sequence[Expression]:
    """The alternatives that a template is made of, where it is nothing but alternatives."""
    while isinstance(part, Group) and not isinstance(part, Alternative) and len(part.items) == 1:
        part = part.items[0]
    return part.items if isinstance(part, Alternative) else [part]


def _size(part: Expression, lists: Mapping[str, Sequence[str]]) -> int:
    match part:
        case Alternative():
            return sum(_size(item, lists) for item in part.items)
        case Group():
            return math.prod(_size(item, lists) for item in part.items)
        case ListReference():
            return len(_list(part, lists))
    return 1


def _one(part: Expression, lists: Mapping[str, Sequence[str]], chance: random.Random) -> str:
    """One of the utterances that a part of a template can make."""
    match part:
        case TextChunk():
            return part.original_text
        case Alternative():
            return _one(chance.choice(part.items), lists, chance)
        case Group():
            return "".join(_one(item, lists, chance) for item in part.items)
        case ListReference():
            phrase = chance.choice(_list(part, lists))
            return _one(parse_template(phrase), lists, chance) if "{" in phrase else phrase
    raise GrammarError(f"An example has a part that examples may not have: {part!r}.")


def _list(part: ListReference, lists: Mapping[str, Sequence[str]]) -> Sequence[str]:
    if part.list_name not in lists:
        raise GrammarError(
            f"There is no list {{{part.list_name}}}, which an example uses: add it to a file of examples."
        )
    return lists[part.list_name]


def _said(text: str, around: Mapping[str, Any], chance: random.Random) -> str:
    """An utterance as people say it: often with words around it that mean nothing."""
    if not around:
        return text
    before = around[QUESTION] if text.split()[0] in around[ASKING] else around[COMMAND]
    if chance.random() < SHARE_AROUND:
        text = f"{chance.choice(before)} {text}"
    if chance.random() < SHARE_AFTER:
        text = f"{text} {chance.choice(around[AFTER])}"
    return text
