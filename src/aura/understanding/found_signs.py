"""What speaks for and against commands that an encoder found in a sentence, as numbers that are weighed and added up.

What was learned of their weight is beside this module; `bench/found_commands.py` learns it anew.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from aura.language.annotating.annotation import BESIDE, SAID, Annotation
from aura.language.annotating.commands import Commands
from aura.language.annotating.labelling import labels_that_count
from aura.language.annotating.spans import IMMATERIAL
from aura.language.grammar.actions import Action
from aura.language.hearing.beside.staying import Staying
from aura.language.utterance.lattice import Lattice
from aura.understanding import leftovers
from aura.understanding.annotated_helper import is_amid
from aura.understanding.leftovers import Measure
from aura.understanding.spoken import Piece, Spoken

WEIGHTS = Path(__file__).with_name("found_signs.en.weights")
LEAST, FARTHEST = 1e-4, 6.0
"""The least probability that is told from none, and the farthest that a logarithm of one goes."""
FEW_WORDS = 8
"""Words of a sentence that is short."""
MEASURES: Mapping[str, Measure] = {
    "names": leftovers.names, "narrows": leftovers.narrows, "leads": leftovers.leads,
    "counts": leftovers.counts, "denies": leftovers.denies, "takes back": leftovers.takes_back,
    "excepts": leftovers.excepts, "points": leftovers.points, "reports": leftovers.reports,
    "strange": leftovers.estranges,
}  # fmt: skip
"""What a word that is in no value may matter by."""


class Weights(Struct, frozen=True):
    """What was learned: how much each sign speaks for the commands, and what speaks for any."""

    always: float
    signs: dict[str, float]


def probability(signs: Mapping[str, float]) -> float:
    """How probable it is that just what was found is asked for."""
    weights = learned()
    score = weights.always + sum(weights.signs.get(sign, 0.0) * much for sign, much in signs.items())
    return (1 + math.tanh(score / 2)) / 2


@cache
def learned() -> Weights:
    """What was learned from sentences whose meaning is known."""
    return msgspec.json.decode(WEIGHTS.read_bytes(), type=Weights)


def signs_of_words(
    lattice: Lattice, annotation: Annotation, found: Commands, table: Mapping[str, Action]
) -> dict[str, float]:
    """How sure the encoder is of what the words are for, and of what begins among them."""
    filled = [*_filled(lattice, annotation, found, table)]
    used = {at for at, _ in filled}
    words = [at for at, token in enumerate(lattice.tokens) if token.shape != "mark"]
    begins, count = sorted(annotation.begins, reverse=True), len(found.commands)
    free = [at for at in words if at not in used and lattice.class_name(at) not in IMMATERIAL]
    slotted = ((share for label, share in annotation.labels[at].items() if label not in (SAID, BESIDE)) for at in free)
    shares = [share for _, share in filled]
    return {
        "just these": max(math.log(found.probability + LEAST), -FARTHEST),
        "anything": _odds(annotation.asked),
        "these actions": _odds(min(next(iter(one.actions.values())) for one in found.commands)),
        "least of a value": _odds(min(shares, default=1.0)),
        "all of the values": sum(math.log(max(share, LEAST)) for share in shares) / max(len(shares), 1),
        "begins": _odds(begins[count - 1]),
        "begins elsewhere": _odds(begins[count] if len(begins) > count else 0.0),
        "begins in all": sum(annotation.begins) - count,
        "values before": float(sum(start < one.begin for one in found.commands for start, _ in one.slots.values())),
        "of a value elsewhere": _odds(max(map(sum, slotted), default=0.0)),
        "words": math.log(len(words)),
        "few words": float(len(words) < FEW_WORDS),
        "words of no value": sum(at not in used for at in words) / 10,
        "commands": count - 1.0,
        "pointing": float(sum(len(one.pointed) for one in found.commands)),
    }


def signs_around(
    lattice: Lattice, staying: Staying, found: Commands, spoken: Spoken, pieces: Sequence[Piece], goals: Collection[str]
) -> Iterator[str]:
    """What is said around the commands."""
    if any(staying.says_for_sure(*one) for one in found.beside):
        yield "beside, and it matters"
    if any(is_amid(staying, *one) for one in found.beside):
        yield "beside, amid other words"
    if spoken.orders_beyond(goals):
        yield "orders more"
    if spoken.asks_more():
        yield "another verb"
    if not spoken.is_request():
        yield "no request"
    if spoken.asks_whether():
        yield "whether"
    if spoken.waits():
        yield "waits"
    if spoken.tells():
        yield "tells"
    yield from (f"left: {name}" for name, measure in MEASURES.items() if spoken.leaves_over(pieces, (measure,)))


def _filled(
    lattice: Lattice, annotation: Annotation, found: Commands, table: Mapping[str, Action]
) -> Iterator[tuple[int, float]]:
    """The tokens of all values, and how probable it is that each is of its slot; a mark may be of any."""
    places = {at for span in found.places for at in range(*span)}
    for command in found.commands:
        action = table.get(next(iter(command.actions)))
        for slot, (start, end) in command.slots.items():
            own: Collection[str] = (slot,) if action is None else labels_that_count(slot, action, table)
            for at in range(start, end):
                any_may = lattice.tokens[at].shape == "mark" or at in places
                yield at, 1.0 if any_may else sum(annotation.labels[at].get(label, 0.0) for label in own)


def _odds(share: float) -> float:
    return math.log((share + LEAST) / (1 - share + LEAST))
