"""Words that matter in what is beside a command: one that names what is there, says where or which, or takes back."""

from __future__ import annotations

from aura.language.asides.harmless import Harmless
from aura.language.utterance.described import begins_place
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import POINTING, Predicates
from aura.language.utterance.stretches import beyond
from aura.language.utterance.verbs import orders_at
from aura.language.words.tokens import CELL

FILE = "file"
WHICH = ("pronoun", "preposition")
"""Behind "the one": "the one that …", "the one I …", "the one with …"."""
LISTED = 5
"""Words within which a list is named before how many things it has."""


class WordsThatMatter:
    """The words of one utterance, each judged by whether it could change what is done."""

    def __init__(self, lattice: Lattice, harmless: Harmless) -> None:
        self._lattice = lattice
        self._harmless = harmless

    def matters(self, begin: int, at: int) -> bool:
        """Whether a word names what is there, says where or which is meant, takes back, or orders something too."""
        lattice, token = self._lattice, self._lattice.tokens[at]
        if token.shape == "mark":
            return False
        if token.shape != "word" or self._harmless.names.exists_at(at) or lattice.at(at, "meant"):
            return True
        if CELL.fullmatch(token.low):
            return at > begin
        conditional = lattice.in_set(at, "conditional") and lattice.class_name(at) == "later"
        if conditional and not self.is_found_out(at):
            return True
        taken_back = any(end > at + 1 for end in lattice.ends(at, "retraction"))
        if taken_back and not self._does_so(at):
            return True
        if lattice.in_set(at, "counted_items") and self.counts(at - 1) and self._is_listed(at):
            return True
        picked = begins_place(self._lattice, at) or self._says_which(at) or self._says_before_what(at)
        return picked or self._retracts(at) or self._orders_too(begin, at)

    def _is_listed(self, at: int) -> bool:
        """Whether what is counted is said of a list right before it: "a *list* of the following three *tasks*"."""
        return any(self._lattice.in_set(word, "listing") for word in range(max(0, at - LISTED), at))

    def is_reported(self, begin: int, at: int, end: int) -> bool:
        """Whether a word may say that somebody said the command: "she *wrote* that", ", *says* my boss", ", he *said*".

        Behind the command what is said has words of its own there: "the upload page *says* 2mb max".
        """
        lattice = self._lattice
        behind = (at - 1, at - 2)
        denied = any(lattice.class_name(word) == "negation" or lattice.in_set(word, "never_orders") for word in behind)
        if not lattice.in_set(at, "reporting") or lattice.in_set(at + 1, "speaker") or denied:
            return False
        if lattice.in_set(at - 2, "embedding") and lattice.at(at - 1, "it"):
            return False  # "What it says" is in what is there.
        if lattice.in_set(at - 1, "speaking") and not any(map(self._harmless.orders, range(at + 1, end))):
            return False
        if lattice.at(at + 1, "condition_lead"):
            return True
        own = at + 1 < end and not (lattice.in_set(at + 1, "infinitive") or POINTING.intersection(lattice.hits[at + 1]))
        return begin <= 1 or at == begin or not own

    def is_found_out(self, at: int) -> bool:
        """Whether "if" asks what is so: "work out *if* i passed", "wanna know *if* it fits", no condition."""
        lattice = self._lattice
        return lattice.in_set(at, "conditional") and lattice.in_set(at - 1, "finding_out")

    def condition_of_told(self, begin: int, end: int) -> int | None:
        """Where the condition of what is told begins, which an order concludes: "nobody eats *unless* I cook, so …".

        What is told points at nothing before it, so that it is of nothing that is ordered.
        """
        lattice = self._lattice
        at = next((at for at in range(begin + 1, end) if lattice.in_set(at, "conditional")), None)
        behind = beyond(lattice, end, marks=True)
        if at is None or begin > 1 or behind == end or not lattice.begins(behind, "conclusion"):
            return None
        said = range(begin + lattice.in_set(begin, "several_subjects"), at)
        demonstrated = (word for word in said if lattice.in_set(word, "demonstrative") and lattice.class_name(word + 1))
        pointed = any(lattice.at(word, "it") and not lattice.in_set(word, "demonstrative") for word in said)
        pointed = pointed or any(demonstrated)
        wished = lattice.in_set(begin, "speaking") and any(lattice.in_set(word, "wishing") for word in said)
        told = Predicates(lattice).verb(begin, at) is not None
        return at if told and not (pointed or wished) else None

    def _orders_too(self, begin: int, at: int) -> bool:
        """Whether a command begins at a token that something joins to what is before it, or ends before a joint."""
        lattice = self._lattice
        joined = at > begin and lattice.ended(at, "joint")
        told = lattice.in_set(at, "own_subject") or lattice.in_set(at, "there_is") or bool(lattice.at(at, "conclusion"))
        goes_on = not told and at + 1 < lattice.size and lattice.tokens[at + 1].shape != "mark"
        if not joined or not goes_on:
            return False
        ordered = orders_at(lattice, at)
        return ordered or any(self._harmless.orders(word) for word in (begin, at))

    def _says_which(self, at: int) -> bool:
        """Whether something is picked out at a word: "the *one* with the graph", "the big *ones*", "*some* of them"."""
        lattice = self._lattice
        kept = lattice.ends(at + 1, "stays")
        if any(lattice.is_over(end) for end in kept):
            return False
        one = lattice.in_set(at, "noun_again") and lattice.in_set(at - 1, "definite")
        counting = lattice.class_name(at) == "quantifier"
        some = lattice.in_set(at, "noun_again") and not counting
        return some or (one and lattice.class_name(at + 1) in WHICH)

    def counts_some(self, at: int) -> bool:
        """Whether some of what was named are told of: "*one of them* must be the policy"."""
        lattice = self._lattice
        of_them = at + 2 < lattice.size and not POINTING.isdisjoint(lattice.hits[at + 2])
        return lattice.class_name(at) == "quantifier" and of_them and bool(lattice.at(at + 1, "which_in"))

    def _says_before_what(self, at: int) -> bool:
        """Whether something is told to come before or behind the command: "she has to sign it *before that*"."""
        lattice = self._lattice
        ends = (end for end in lattice.ends(at, "condition_lead") if end < lattice.size)
        pointing = (end for end in ends if not POINTING.isdisjoint(lattice.hits[end]))
        return not self.is_found_out(at) and any(not self._has_noun(end) for end in pointing)

    def _has_noun(self, at: int) -> bool:
        """Whether a plain word follows a word that points, so that it is of that: "after *that* exam"."""
        lattice = self._lattice
        behind = at + 1
        if lattice.is_over(behind) or lattice.class_name(behind):
            return False
        return not any(lattice.in_set(behind, name) for name in ("states", "statement_verb", "modal"))

    def _retracts(self, at: int) -> bool:
        """Whether a word may take something back, and does not only tell how somebody does something."""
        lattice = self._lattice
        told = lattice.in_set(at - 1, "infinitive") or lattice.in_set(at - 1, "own_subject")
        nobody = lattice.in_set(at + 1, "noun_again") and at + 2 < lattice.size  # "because *no one* remembers"
        lacking = lattice.in_set(at, "lacking") and (lattice.in_set(at + 1, "concern") or nobody)
        if lattice.in_set(at, "forgetting") and self._does_so(at):
            return False
        return lattice.in_set(at, "retracting") and not (lacking or (told and lattice.in_set(at, "adverb")))

    def _does_so(self, at: int) -> bool:
        """Whether somebody does what a verb says, perhaps in some way: "*we always* forget it"."""
        lattice = self._lattice
        return lattice.in_set(at - 1, "own_subject") or (at > 1 and lattice.in_set(at - 2, "own_subject"))

    def counts(self, at: int) -> bool:
        """Whether a word is a number, or holds one."""
        lattice = self._lattice
        if lattice.tokens[at].shape == FILE:
            return False
        said = lattice.in_set(at, "number") and not lattice.in_set(at, "noun_again")
        return said or any(character.isdigit() for character in lattice.low[at])
