"""What is lost, or ended, by a verb that was only guessed from a slip of the hand: a person must say yes to it."""

from __future__ import annotations

from collections.abc import Iterator

from aura.capability.registry import Registry
from aura.contracts.proposal import Understood
from aura.language.decoding.account import free_tokens
from aura.language.utterance.lattice import Lattice
from aura.runtime.choosing.trial import Planned
from aura.runtime.doubts.objections import takes_away


def guessed_loss(planned: Planned, lattice: Lattice, utterance: str, registry: Registry) -> Understood | None:
    """What the words of a plan's verbs were taken for; None where they stand there, or nothing is lost or ended.

    The lattice may be of the `utterance` with a word of it spelled otherwise already.
    """
    if not takes_away(planned, registry):
        return None
    slips = dict(_slips(planned, lattice))
    text = lattice.text
    for at in sorted(slips, reverse=True):
        text = text[: lattice.tokens[at].start] + slips[at] + text[lattice.tokens[at].end :]
    meant = [*slips.values(), *_respelled(planned, lattice, utterance)]
    words = " and ".join(f'"{word}"' for word in dict.fromkeys(meant))
    return Understood(f"taking a word for {words}", text) if meant else None


def _slips(planned: Planned, lattice: Lattice) -> Iterator[tuple[int, str]]:
    """The tokens of verbs that are one slip away from a word, and that word."""
    for at in _of_verbs(planned, lattice):
        if corrected := lattice.corrected(at):
            yield at, corrected[0][0]


def _respelled(planned: Planned, lattice: Lattice, utterance: str) -> Iterator[str]:
    """The words of verbs that were not said so."""
    said = utterance.lower().split()
    for at in _of_verbs(planned, lattice):
        token = lattice.tokens[at]
        if lattice.text != utterance and not any(token.low in word for word in said):
            yield token.low


def _of_verbs(planned: Planned, lattice: Lattice) -> Iterator[int]:
    """The tokens of all verbs, but those of what fills a slot."""
    free = free_tokens(planned.reading, lattice)
    for clause in planned.reading.clauses:
        if clause.verb is not None:
            yield from (at for at in range(*clause.verb) if at not in free and lattice.tokens[at].shape == "word")
