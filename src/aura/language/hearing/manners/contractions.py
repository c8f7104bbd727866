"""What an utterance says with a shortened verb written out: "spotify's frozen, kill it" → "spotify is frozen, kill it".

The grammar knows the pronouns' ("it's"); behind any other word "'s" may as well tell whose something is, so it is only
written out where how something is follows, or is asked for ("how full's the battery"), or what somebody does, right
behind a mark ("find the ticket, the conductor's coming").
"""

from __future__ import annotations

from aura.language.decoding.phrases import Phrases
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import Predicates
from aura.language.utterance.stretches import past

SHORTENED, UNMARKED = "'s", "s"
LONGEST_MANNER = 3
"""Words between what has been and how: "been *completely* frozen"."""


def written_out(lattice: Lattice) -> str | None:
    """The utterance with its first shortened verb written out; None where it has none."""
    shortened = [at for at in range(lattice.size - 1) if lattice.tokens[at].low.endswith(SHORTENED)]
    if not shortened:
        return _hung_unmarked(lattice)
    statements, words = Phrases(lattice).remarks.statements, lattice.grammar.words
    for at in shortened:
        token = lattice.tokens[at]
        plain = lattice.in_set(at, "determiner") or lattice.in_set(at, "urging") or lattice.class_name(at) == "pronoun"
        asked = at > 0 and lattice.in_set(at - 1, "measuring")
        had = not plain and _has_hung(lattice, at)
        if asked or had or _is_doing(lattice, at) or (not plain and statements.tells(at + 1, shortened=True)):
            end, verb = token.end - len(SHORTENED), next(iter(words["perfect" if had else "being_so"]))
            return f"{lattice.text[:end]} {verb}{lattice.text[token.end :]}"
    return None


def _hung_unmarked(lattice: Lattice) -> str | None:
    """The utterance with "is" behind what hangs first, where its verb lost its mark: "*zooms* totally frozen, kill it".

    It is ordered to do something with one such thing; several are pointed at otherwise. What "hangs" needs no verb.
    """
    at = past(lattice, 0, "filler") if lattice.size > 1 else 0
    if at + 1 >= lattice.size or lattice.class_name(at) or lattice.begins(at, "verb"):
        return None
    predicates, word = Predicates(lattice), lattice.tokens[at]
    hangs = next((how for how in range(at + 1, lattice.size) if not predicates.is_adverb(how)), at)
    orders = range(hangs + 1, lattice.size - 1)
    ordered = any(lattice.begins_clause(order) and lattice.begins(order + 1, "it") for order in orders)
    own = lattice.in_set(hangs, "hanging_itself")
    if own or not (word.low.endswith(UNMARKED) and lattice.in_set(hangs, "hanging") and ordered):
        return None
    end, verb = word.end - len(UNMARKED), next(iter(lattice.grammar.words["being_so"]))
    return f"{lattice.text[:end]} {verb}{lattice.text[word.end :]}"


def _has_hung(lattice: Lattice, at: int) -> bool:
    """Whether something is told to have hung for a while: "*matlab's* been frozen all day"."""
    behind = range(at + 2, min(lattice.size, at + 2 + LONGEST_MANNER))
    return lattice.in_set(at + 1, "perfected") and any(lattice.in_set(word, "hanging") for word in behind)


def _is_doing(lattice: Lattice, at: int) -> bool:
    """Whether somebody is told of behind a mark who does something, and no more is said: ", the *boss's* coming"."""
    led = at > 1 and lattice.tokens[at - 2].shape == "mark" and lattice.in_set(at - 1, "determiner")
    ended = lattice.is_over(at + 2) or lattice.in_set(at + 2, "adverb")
    return led and ended and lattice.ends_like(at + 1, "judged")
