"""How an utterance was understood and why, as plain data for `aura explain`; commands never come this way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Protocol, TypeVar

from aura.contracts.goal import Location, Question
from aura.contracts.outcome import RunResult
from aura.contracts.problem import Problem
from aura.language.decoding.account import Entry, account_of, corrections
from aura.language.decoding.decode import Decoded, decode_lattice
from aura.language.decoding.origin import Origins
from aura.language.slots.parts import Clause, Given, Holder, Name, Place, Thing, Ways
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.runtime.choosing.choose import Choice, Verdict, alike, gives_way
from aura.runtime.choosing.trial import Planned
from aura.runtime.context import known_names
from aura.runtime.house import House
from aura.understanding.classify import classify

NEAR_WORDS = 3
NEAR_ENOUGH = 0.7
SHORTEST_MEANT = 3
IN_A_CLAUSE = ("verb", "phrase", "part")

T = TypeVar("T")
Decide = Callable[[Decoded, Mapping[str, str]], Choice]
Describe = Callable[[Planned], str]


class Reader(Protocol):
    """What understands utterances."""

    def read_as(self, utterance: str) -> tuple[RunResult, Decoded | None]: ...

    def choose(self, decoded: Decoded, replies: Mapping[str, str]) -> Choice: ...

    def describe(self, planned: Planned) -> str: ...


def explained(house: House, utterance: str, reader: Reader) -> dict[str, Any]:
    """How an utterance was read, and how what was read `instead` of its own words was, and by what, if so."""
    told = explanation(house, utterance, reader.choose, reader.describe)
    result, decoded = reader.read_as(utterance)
    if decoded is None or decoded.lattice.text == utterance:
        return told
    instead = explanation(house, decoded.lattice.text, reader.choose, reader.describe)
    by = result.understood.by if result.understood is not None else "hearing it so"
    return {**told, "instead": {"by": by, **instead}}


def explanation(house: House, utterance: str, decide: Decide, describe: Describe) -> dict[str, Any]:
    """Tokens, the chosen reading and the others with what each part cost and why they lost, times by stage."""
    clock = Stages()
    grammar = clock.time("words of the language", lambda: house.grammar)
    overlay = clock.time("look at the disk", house.overlay)
    known = clock.time("names on disk", lambda: known_names(house.paths, overlay, utterance, grammar))
    lattice = clock.time("tokens and phrases", lambda: lattice_of(grammar, utterance, known))
    decoded = clock.time("reading", lambda: decode_lattice(grammar, lattice, house.values))
    choice = clock.time("choosing and planning", lambda: decide(decoded, {})) if decoded.readings else None
    told = Told(house, decoded, choice, describe)
    return {
        "utterance": utterance,
        "verdict": told.fate(choice.verdict) if choice else "not understood",
        "classification": classify(grammar, decoded, utterance),
        "chosen": decoded.readings.index(choice.reading) if choice else None,
        "tokens": told.tokens(),
        "left_out": _left_out(lattice),
        "readings": [told.reading(number) for number in range(len(decoded.readings))],
        "understood_up_to": decoded.furthest,
        "nearest_words": _nearest(decoded),
        "milliseconds": clock.spent,
    }


class Stages:
    """The time that each stage took, in milliseconds."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    def time(self, stage: str, work: Callable[[], T]) -> T:
        """The result of some work, whose time is kept."""
        started = time.perf_counter()
        result = work()
        self.spent[stage] = round(1e3 * (time.perf_counter() - started), 3)
        return result


class Told:
    """The readings of one utterance as plain data."""

    def __init__(self, house: House, decoded: Decoded, choice: Choice | None, describe: Describe) -> None:
        self._decoded = decoded
        self._lattice = decoded.lattice
        self._choice = choice
        self._describe = describe
        self._fates = {id(reading): verdict for reading, verdict in choice.tried} if choice else {}
        self._origins = Origins(house.grammar, house.sources)

    def tokens(self) -> list[dict[str, Any]]:
        """Every token, and what the grammar knows of it."""
        lattice = self._lattice
        return [
            {"text": token.text, "shape": token.shape} | _said_by(lattice, at)
            for at, token in enumerate(lattice.tokens)
        ]

    def reading(self, number: int) -> dict[str, Any]:
        """One reading: its cost, the clauses and what was passed over with their prices, and how it fared."""
        reading, node = self._decoded.readings[number], self._decoded.histories[number]
        entries = account_of(node, self._lattice.size)
        return {
            "cost": reading.cost,
            "fate": self.fate(self._fates.get(id(reading))),
            "why": self._why(number),
            "clauses": [self._clause(clause, at, entries) for at, clause in enumerate(reading.clauses)],
            "passed_over": [
                {"as": entry.kind, "words": self._words(entry), "cost": entry.cost}
                for entry in entries
                if entry.kind not in (*IN_A_CLAUSE, "joint", "end")
            ],
            "joints": [{"words": self._words(entry), "cost": entry.cost} for entry in entries if entry.kind == "joint"],
            "left_unsaid": round(sum(entry.cost for entry in entries if entry.kind == "end"), 3),
            "read_as": [
                {"said": self._lattice.tokens[one.position].text, "read_as": one.word, "cost": one.cost}
                for one in corrections(self._lattice, node)
            ],
        }

    def _clause(self, clause: Clause, number: int, entries: list[Entry]) -> dict[str, Any]:
        origin = self._origins.of(clause, self._lattice)
        own = [entry for entry in entries if entry.clause == number and entry.kind in IN_A_CLAUSE]
        verb = next((entry for entry in own if entry.kind != "part"), None)
        return {
            "file": origin.file,
            "intent" if clause.intent >= 0 else "frame": f"{origin.domain}: {origin.entry}",
            "goal": origin.goal or "none, it only mentions",
            "template": origin.template,
            "verb": {"words": self._verb(clause), "cost": verb.cost if verb else 0.0},
            "parts": [
                {"role": entry.name, "words": self._words(entry), "cost": entry.cost}
                for entry in own
                if entry.kind == "part"
            ],
            "slots": {name: self._slot(value) for name, value in clause.slots},
        }

    def _slot(self, value: Any) -> Any:
        """A slot's value as it can be shown: things, names and rows in the words that said them."""
        match value:
            case Location():
                return value.base
            case Thing():
                return self._lattice.words_of(value.start, value.end)
            case Holder():
                return self._slot(value.thing)
            case Name():
                return value.text
            case Ways():
                return value.said
            case Given():
                return f"{value.domain} {value.goal} {value.object}".strip()
            case Place():
                return " in ".join(part.value for part in value.parts)
        return value

    def _verb(self, clause: Clause) -> str:
        said = self._lattice.words_of(*clause.verb) if clause.verb else ""
        return said or ("(carried over)" if clause.inherited else "(left out)")

    def _words(self, entry: Entry) -> str:
        return self._lattice.words_of(entry.start, entry.end)

    def fate(self, verdict: Verdict | None) -> str:
        """What a reading would do, ask, or stop at."""
        if verdict is None:
            return "not tried"
        if isinstance(verdict, Question):
            return f"asks: {verdict.text}"
        if isinstance(verdict, Problem):
            return f"stops: {verdict}"
        return f"does: {self._describe(verdict)}"

    def _why(self, number: int) -> str:
        """Why a reading was chosen, or lost."""
        assert self._choice is not None
        reading, chosen = self._decoded.readings[number], self._choice.reading
        verdict, decided = self._fates.get(id(reading)), self._choice.verdict
        dearer = f"dearer by {reading.cost - chosen.cost:.4g}"
        if reading is chosen:
            return "chosen" if isinstance(decided, Planned) else "the likeliest"
        if verdict is None:
            return f"{dearer}, so not tried"
        if isinstance(decided, Question) and decided.key == "reading" and isinstance(verdict, Planned):
            return "nearly as likely, so it is asked which"
        best = self._fates[id(chosen)]
        if isinstance(verdict, Planned) and isinstance(best, Planned) and alike(verdict, best):
            return "would do the same"
        if gives_way(verdict) and reading.cost <= chosen.cost:
            return "gives way: what it speaks of is not there"
        return dearer


def _said_by(lattice: Lattice, at: int) -> dict[str, Any]:
    """The class of a token among the words of the language, and where it is none the words it is near to."""
    words = lattice.words_for(at)
    if not words:
        return {}
    near = [word for word, cost in words if cost]
    return {"near": near} if near else {"class": lattice.class_name(at)} if lattice.class_name(at) else {}


def _left_out(lattice: Lattice) -> list[str]:
    """Words that are no tokens, since they say nothing: hesitations."""
    gaps = list(_gaps(lattice))
    return [word for gap in gaps for word in gap.replace('"', " ").split()] if lattice.size else []


def _gaps(lattice: Lattice) -> Iterator[str]:
    at = 0
    for token in lattice.tokens:
        yield lattice.text[at : token.start]
        at = token.end
    yield lattice.text[at:]


def _nearest(decoded: Decoded) -> list[dict[str, Any]]:
    """For what was not understood: each of its words that the grammar does not know, and the words it may be."""
    if decoded.readings:
        return []
    lattice = decoded.lattice
    vocabulary = [word for word in lattice.grammar.vocabulary if len(word) >= SHORTEST_MEANT]
    found = []
    for token, low in zip(lattice.tokens, lattice.low, strict=True):
        known = low in lattice.grammar.vocabulary or token.shape != "word" or len(low) < SHORTEST_MEANT
        if known or token.text not in decoded.furthest:
            continue
        if near := get_close_matches(low, vocabulary, NEAR_WORDS, NEAR_ENOUGH):
            found.append({"word": token.text, "near": near})
    return found
