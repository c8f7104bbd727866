"""What an utterance says without a small word that changes nothing: "calculate me 3 times 4", "it must to stay".

Whom something is done for changes nothing where a thing follows; nor does "to" between two verbs, nor what stresses a
verb behind its subject: "what did i *even* write", nor that it is to last: "it should *from now on* be called b.txt",
nor to whom it is shown: "show *to me* the desktop".
"""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.utterance.lattice import Lattice

NO_THING = frozenset(("preposition", "joint", "pronoun"))
LONGEST_LASTING = 4
"""Tokens of "from this day on"."""


def plainer(lattice: Lattice) -> Iterator[str]:
    """The utterance without all such words, or as it would be without the first of them."""
    surplus = [at for at in range(1, lattice.size - 1) if _is_surplus(lattice, at)]
    if len(surplus) > 1:
        yield _without(lattice, surplus)
    if surplus:
        yield _without(lattice, surplus[:1])


def _is_surplus(lattice: Lattice, at: int) -> bool:
    beside_a_verb = _joins_verbs(lattice, at) or _stresses(lattice, at) or _lasts(lattice, at)
    return beside_a_verb or _is_for_whom(lattice, at) or any(_is_led_to_whom(lattice, one) for one in (at, at - 1))


def _lasts(lattice: Lattice, at: int) -> bool:
    """Whether a token is of words between a modal and its verb which say that it is to last: "must *in future* be"."""
    begun = (begin for begin in range(max(1, at - LONGEST_LASTING + 1), at + 1) if lattice.in_set(begin - 1, "modal"))
    return any(at < end for begin in begun for end in lattice.ends(begin, "lastingly"))


def _stresses(lattice: Lattice, at: int) -> bool:
    """Whether a word stands between a subject and its verb, and only stresses that: "i *even* wrote"."""
    return lattice.in_set(at, "stressing") and lattice.in_set(at - 1, "own_subject")


def _is_for_whom(lattice: Lattice, at: int) -> bool:
    """Whether a token behind a verb, or behind what it is done to, says for whom: "search *me* a flight"."""
    if not lattice.in_set(at, "for_whom") or lattice.tokens[at + 1].shape == "mark" or lattice.at(at + 1, "verb"):
        return False
    before = lattice.class_name(at - 1)
    if before in ("pronoun", "preposition"):
        return before == "pronoun"
    behind_verb = lattice.begins_clause(at - 1) or bool(lattice.ending(at, "verb"))
    return behind_verb and lattice.class_name(at + 1) not in NO_THING


def _is_led_to_whom(lattice: Lattice, at: int) -> bool:
    """Whether "to" and for whom something is done stand between a verb and a thing: "show *to me* the desktop".

    What has its thing before them is put as English has it: "read it to me the whole day".
    """
    led = lattice.class_name(at) == "preposition" and lattice.in_set(at + 1, "for_whom")
    return led and lattice.in_set(at + 2, "determiner") and bool(lattice.ending(at, "verb"))


def _joins_verbs(lattice: Lattice, at: int) -> bool:
    """Whether "to" stands behind a verb that takes none: "must *to* stay"."""
    return lattice.in_set(at, "infinitive") and lattice.in_set(at - 1, "modal")


def _without(lattice: Lattice, left_out: list[int]) -> str:
    text, said, seen = lattice.text, "", 0
    for at in left_out:
        said, seen = said + text[seen : lattice.tokens[at].start], lattice.tokens[at + 1].start
    return said + text[seen:]
