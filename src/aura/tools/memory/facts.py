"""Remembering, recalling and forgetting facts."""

from __future__ import annotations

import difflib
import re
from typing import Annotated, Any

import msgspec
from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.ports import Fact, Facts, IdempotencyKey
from aura.capability.semantic import Text
from aura.capability.tool import tool
from aura.tools.memory.store import telling_words

WORD = re.compile(r"\w+")
SHORTEST_MISSPELT, ALIKE = 4, 0.8


class Remembered(Struct, frozen=True):
    """The fact that is kept."""

    fact_id: Annotated[str, "The id of the fact."]
    text: Annotated[Text, "What is remembered."]


class Recalled(Struct, frozen=True):
    """What is remembered about something."""

    facts: Annotated[list[str], "The facts, best first."]
    text: Annotated[Text, "One fact a line."]
    count: Annotated[int, "How many there are."]


class Forgotten(Struct, frozen=True):
    """What is no longer remembered."""

    facts: Annotated[list[str], "The facts that were forgotten."]
    text: Annotated[Text, "The same in words."]
    count: Annotated[int, "How many that are."]


def _key_of(facts: Facts, key: IdempotencyKey, fact: str) -> str:
    return key


def _unremember(before: str, facts: Facts, key: IdempotencyKey, fact: str) -> None:
    facts.remove([before])


def _is_remembered(outputs: Remembered, facts: Facts, key: IdempotencyKey, fact: str) -> bool:
    return any(known.fact_id == key for known in facts.search(fact))


@tool(verb="remember", effect=Effect.WRITES, capture=_key_of, undo=_unremember, observe=_is_remembered)
def remember(
    facts: Facts, key: IdempotencyKey, fact: Annotated[Text, "What to remember, in the user's words."]
) -> Remembered:
    """Remember a fact."""
    if not fact.strip():
        raise ToolError("NOTHING_NAMED", "There is nothing to remember; say what it is.")
    kept = facts.add(key, fact.strip())
    return Remembered(kept.fact_id, kept.text)


@tool(verb="recall", effect=Effect.READS)
def recall(facts: Facts, query: Annotated[Text, "Words of the fact; none for all of them."]) -> Recalled:
    """Tell what is remembered about something."""
    telling = telling_words(query)
    texts = [fact.text for fact in facts.search(" ".join(telling)) or _nearest(facts, telling)]
    nothing = f'Nothing that is remembered fits "{query}".' if query else "Nothing is remembered."
    return Recalled(texts, "\n".join(texts) or nothing, len(texts))


def _matching(facts: Facts, query: str = "", everything: bool = False) -> list[Fact]:
    telling = telling_words(query)
    if not telling and not everything:
        raise ToolError("NOTHING_NAMED", "What to forget was not named; say a word of it.")
    return facts.search("" if everything else " ".join(telling))


def _captured(facts: Facts, query: str = "", everything: bool = False) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(fact) for fact in _matching(facts, query, everything)]


def _remember_again(before: list[dict[str, Any]], facts: Facts, query: str = "", everything: bool = False) -> None:
    facts.restore([msgspec.convert(fact, Fact) for fact in before])


def _is_forgotten(outputs: Forgotten, facts: Facts, query: str = "", everything: bool = False) -> bool:
    return not _matching(facts, query, everything)


@tool(
    verb="forget",
    effect=Effect.DESTROYS,
    capture=_captured,
    undo=_remember_again,
    observe=_is_forgotten,
)
def forget(
    facts: Facts,
    query: Annotated[Text, "Words that every fact to forget has."] = "",
    everything: Annotated[bool, "Forget all facts, whatever their words."] = False,
) -> Forgotten:
    """Forget the facts that have all of these words, or every one."""
    found = _matching(facts, query, everything)
    facts.remove([fact.fact_id for fact in found])
    texts, about = [fact.text for fact in found], f" about {query}" if query else ""
    return Forgotten(texts, "\n".join(texts) or f"Nothing was remembered{about}.", len(found))


def _nearest(facts: Facts, telling: list[str]) -> list[Fact]:
    """Facts that have half of the words at least, a rare word counting for more; those with half of the best score."""
    scores: dict[str, float] = {}
    shares: dict[str, int] = {}
    known: dict[str, Fact] = {}
    for word in telling:
        found = facts.search(word) or _alike(facts, word)
        for fact in found:
            known[fact.fact_id] = fact
            shares[fact.fact_id] = shares.get(fact.fact_id, 0) + 1
            scores[fact.fact_id] = scores.get(fact.fact_id, 0.0) + 1 / len(found)
    best = max(scores.values(), default=0.0)
    near = [each for each, score in scores.items() if score >= best / 2 and 2 * shares[each] >= len(telling)]
    return [known[each] for each in sorted(near, key=lambda each: (-scores[each], each))]


def _alike(facts: Facts, word: str) -> list[Fact]:
    """Facts with a word that is spelled much like this one."""
    if len(word) < SHORTEST_MISSPELT:
        return []
    words = {known for fact in facts.search("") for known in WORD.findall(fact.text.lower())}
    return [fact for near in difflib.get_close_matches(word, sorted(words), 1, ALIKE) for fact in facts.search(near)]
