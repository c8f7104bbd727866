"""From what is written of topics and of ways to ask (YAML) to templates, topics, and the intents that these are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from aura.language.grammar.grammar import ALONG, NEVER, GrammarError, Intent, Topic
from aura.language.grammar.net import Label

WAYS_OF_ASKING = ("question", "yes_no", "request", "want", "bare")
NUMBERS = {"cardinal": "numbers", "multiple": "multiples", "part_of_one": "parts_of_one"}
WITHIN_NUMBERS = ("decimal_point", "joins_hundreds", "single")
Phrase = tuple[str, Label]


class Told(NamedTuple):
    """The topics of all domains: the intent of each, in the same order, and the phrases of all."""

    intents: list[Intent]
    topics: list[Topic]
    phrases: list[Phrase]


def read_topics(domains: Iterable[tuple[str, dict[str, Any]]], first: int) -> Told:
    """The topics of domains; their intents are numbered from `first` on."""
    told = Told([], [], [])
    for source, document in domains:
        for name, topic in document.get("topics", {}).items():
            groups = topic["about"] if isinstance(topic["about"][0], list) else [topic["about"]]
            roles = {str(number): phrases for number, phrases in enumerate(groups)}
            phrases = roles | {ALONG: topic.get("with", []), NEVER: topic.get("never", [])}
            label = f"{len(told.topics)} "
            told.phrases.extend((phrase, ("topic", label + role)) for role, said in phrases.items() for phrase in said)
            told.topics.append(_topic(topic, first + len(told.intents), frozenset(roles)))
            told.intents.append(_intent(source, name, document["domain"], topic))
    return told


def _intent(source: str, name: str, domain: str, topic: Mapping[str, Any]) -> Intent:
    return Intent(
        domain=domain,
        goal=topic["goal"],
        category=topic["category"],
        params=topic.get("params", {}),
        source=f"{domain}/{source}: {name}",
        alone="anything" in topic,
        whole=topic.get("whole", ""),
        entire=topic.get("entire", False),
        reads=True,
    )


def _topic(topic: Mapping[str, Any], intent: int, needs: frozenset[str]) -> Topic:
    return Topic(
        intent=intent,
        needs=needs,
        opened=frozenset(topic.get("opened", WAYS_OF_ASKING)),
        cost=float(topic.get("cost", 0)),
        strange=topic.get("strange", 0),
        anything=float(topic.get("anything", 0)),
        count=topic.get("count", ""),
    )


def beside_phrases(documents: Iterable[Mapping[str, Any]]) -> Iterator[Phrase]:
    """The phrases of files of words that are neither the lexicon nor a domain's sentences."""
    for document in documents:
        for category, values in document.get("phrases", {}).items():
            for value, phrases in (values if isinstance(values, dict) else {"": values}).items():
                yield from ((phrase, (category, value)) for phrase in phrases)


def rules_of(documents: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The rules of all these files, which share them by name."""
    found: dict[str, str] = {}
    for document in documents:
        for name, rule in document.get("rules", {}).items():
            if name in found:
                raise GrammarError(f"There are two rules <{name}>: rename one.")
            found[name] = rule
    return found


def number_words(documents: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    """The words of numbers of such files: those that count, those that multiply, and those that only join them."""
    documents = list(documents)
    found = {
        name: {word: value for document in documents for word, value in document.get(key, {}).items()}
        for name, key in NUMBERS.items()
    }
    joining = {key: {word: 1 for document in documents for word in document.get(key, ())} for key in WITHIN_NUMBERS}
    return found | joining
