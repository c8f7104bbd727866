"""Which atoms an intent may be about: its words held against those of every atom, rare words counting most."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import log
from pathlib import Path
from typing import Any

from msgspec import Struct

Definitions = Mapping[str, Mapping[str, Any]]

HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
WORD = re.compile(r"[^\W_]+")
ENDINGS = ("ations", "ation", "ings", "ing", "ions", "ion", "ies", "ied", "es", "ed", "s", "e", "y")
SHORTEST_STEM = 3
ACTION, DOMAIN, ABOUT = 4.0, 2.0, 1.0
SATURATION = 1.2
NEAR, SHORTEST_NEAR = 0.8, 5


class FlowWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What `flow_words.yaml` holds; it says there what each part is for."""

    empty: frozenset[str]
    polite: frozenset[str]
    joints: tuple[str, ...]
    weak_joints: tuple[str, ...]
    results: frozenset[str]
    persons: frozenset[str]
    calling: tuple[str, ...]
    negations: frozenset[str]
    forbidding: tuple[str, ...]
    markers: dict[str, tuple[str, ...]]


@cache
def flow_words() -> FlowWords:
    """The words, read once."""
    import msgspec
    import yaml

    plain = yaml.safe_load(Path(__file__).with_name("flow_words.yaml").read_text("utf-8"))
    return msgspec.convert(plain, FlowWords)


def stem(word: str) -> str:
    """A word without its ending, so that its forms are alike."""
    low = word.lower()
    ending = next((end for end in ENDINGS if low.endswith(end) and len(low) - len(end) >= SHORTEST_STEM), "")
    return low[: len(low) - len(ending)]


def alike(said: str, word: str) -> bool:
    """Whether one word is another, or a slip of it."""
    if said == word or min(len(said), len(word)) < SHORTEST_NEAR:
        return said == word
    from rapidfuzz.distance import OSA

    return OSA.normalized_similarity(said, word) >= NEAR


def names_in(text: str) -> list[str]:
    """The words of a text or a name, in order: `getWeather_now` has three."""
    return WORD.findall(HUMP.sub(" ", text))


def stems(text: str) -> list[str]:
    """The words of a text or a name without their endings, in order, without those of no weight."""
    return [stem(word) for word in names_in(text) if word.lower() not in flow_words().empty]


class Ranking:
    """The atoms of a registry by their words; made once, asked often."""

    def __init__(self, atoms: Definitions) -> None:
        self.atoms = atoms
        self._weights: dict[str, dict[str, float]] = defaultdict(dict)
        self.actions = {atom_id: frozenset(stems(atom_id.rpartition(".")[2])) for atom_id in atoms}
        for atom_id, definition in atoms.items():
            for word, weight in _words_of(atom_id, definition).items():
                self._weights[word][atom_id] = weight
        self.verbs = frozenset(word for action in self.actions.values() for word in action)
        self._givers: dict[str, list[str]] = defaultdict(list)
        for atom_id, definition in atoms.items():
            for name in slots(definition, "outputs"):
                self._givers[name].append(atom_id)

    def scores(self, intent: str) -> dict[str, float]:
        """How well each atom fits, for those that share a word with the intent."""
        found: dict[str, float] = defaultdict(float)
        for said in dict.fromkeys(stems(intent)):
            for word in self._known(said):
                holders = self._weights[word]
                rarity = log(1 + len(self.atoms) / len(holders))
                for atom_id, weight in holders.items():
                    found[atom_id] += rarity * weight * (1 + SATURATION) / (weight + SATURATION)
        return found

    def best(self, intent: str, most: int) -> list[str]:
        """The atoms that an intent may be about, best first, and those that give what these must have."""
        if len(self.atoms) <= most:
            return self._ordered(self.scores(intent), self.atoms)
        scores = self.scores(intent)
        ranked = self._ordered(scores, scores)
        chosen = ranked[: max(1, most * 2 // 3)]
        for atom_id in chosen:  # also those that come along, as long as there is room
            for name in required_inputs(self.atoms[atom_id]):
                givers = [giver for giver in self._givers.get(name, ()) if giver not in chosen]
                chosen += self._ordered(scores, givers)[: 1 if len(chosen) < most else 0]
        return [*chosen, *(atom_id for atom_id in ranked if atom_id not in chosen)][:most]

    def shared(self, atom_id: str, said: Iterable[str]) -> frozenset[str]:
        """The words of an atom among those that were said, slips mended."""
        known = (word for one in said for word in self._known(one))
        return frozenset(word for word in known if atom_id in self._weights[word])

    def givers(self, name: str) -> Sequence[str]:
        """The atoms that have an output of a name."""
        return self._givers.get(name, ())

    def _ordered(self, scores: Mapping[str, float], atom_ids: Iterable[str]) -> list[str]:
        return sorted(atom_ids, key=lambda atom_id: (-scores.get(atom_id, 0.0), atom_id))

    def _known(self, said: str) -> list[str]:
        """A word as atoms have it: itself, or the one that it is a slip of."""
        if said in self._weights:
            return [said]
        if len(said) < SHORTEST_NEAR:
            return []
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        near = process.extractOne(said, list(self._weights), scorer=OSA.normalized_similarity, score_cutoff=NEAR)
        return [near[0]] if near is not None else []


def slots(definition: Mapping[str, Any], side: str) -> Mapping[str, Any]:
    """The inputs or outputs of an atom's definition, whatever it is."""
    found = definition.get(side)
    return found if isinstance(found, Mapping) else {}


def choices_of(schema: Mapping[str, Any]) -> Sequence[Any]:
    """The values that an input may have, where it has a choice."""
    choices = schema.get("enum")
    return choices if isinstance(choices, list) else ()


def required_inputs(definition: Mapping[str, Any]) -> list[str]:
    """The inputs that an atom must have."""
    inputs = slots(definition, "inputs")
    return [name for name, schema in inputs.items() if isinstance(schema, Mapping) and schema.get("required") is True]


def _words_of(atom_id: str, definition: Mapping[str, Any]) -> dict[str, float]:
    domain, _, action = atom_id.rpartition(".")
    names = [*slots(definition, "inputs"), *slots(definition, "outputs")]
    schemas = [schema for schema in slots(definition, "inputs").values() if isinstance(schema, Mapping)]
    described = [schema.get("description", "") for schema in schemas]
    described += [str(choice) for schema in schemas for choice in choices_of(schema)]
    found: dict[str, float] = {}
    for texts, weight in (
        ([action], ACTION), ([domain], DOMAIN), ([definition.get("description", ""), *names, *described], ABOUT)
    ):  # fmt: skip
        for word in {word for text in texts for word in stems(str(text))}:
            found[word] = max(found.get(word, 0.0), weight)
    return found
