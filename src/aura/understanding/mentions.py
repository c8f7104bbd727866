"""What an utterance names for sure: files, places, words in quotes; and the utterance without those names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from aura.contracts.proposal import Mention, MentionKind
from aura.language.utterance.lattice import Lattice

LONGEST_NAME = 6
NAMING: Mapping[str, MentionKind] = {"file": "thing", "path": "thing", "glob": "thing", "quoted": "quoted"}
ARTICLE = "article"


def mentions_of(lattice: Lattice) -> tuple[Mention, ...]:
    """Every piece that names something, in order, the longest that begins at a word, with the article before it."""
    found: list[Mention] = []
    at = 0
    while at < lattice.size:
        named = max(_at(lattice, at), default=None)
        if named is None:
            at += 1
            continue
        end, kind = named
        first = at - 1 if at and lattice.class_name(at - 1) == ARTICLE else at
        characters = lattice.tokens[first].start, lattice.tokens[end - 1].end
        found.append(Mention(kind, lattice.text_of(at, end), *characters))
        at = end
    return tuple(found)


def _at(lattice: Lattice, start: int) -> Iterator[tuple[int, MentionKind]]:
    """What is named from a token on: before which token it ends, and what kind it is."""
    for end, cost, _ in lattice.at(start, "anchor"):
        if not cost:
            yield end, "place"
    for end in range(start + 1, min(lattice.size, start + LONGEST_NAME) + 1):
        name = " ".join(token.low for token in lattice.tokens[start:end])
        if name in lattice.known.folders:
            yield end, "place"
        elif name in lattice.known.files:
            yield end, "thing"
    if kind := NAMING.get(lattice.tokens[start].shape):
        yield start + 1, kind


def without_names(utterance: str, mentions: Sequence[Mention], stands_for: Mapping[MentionKind, str]) -> str:
    """The utterance with the same words for every name of a kind."""
    pieces, at = [], 0
    for mention in mentions:
        pieces += [utterance[at : mention.start], stands_for[mention.kind]]
        at = mention.end
    return "".join((*pieces, utterance[at:]))
