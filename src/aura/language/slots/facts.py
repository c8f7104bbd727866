"""What is to be kept in mind, or forgotten: any words, up to what is a clause of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from aura.language.grammar.pieces import POSSESSIVE
from aura.language.slots.free_texts import STOPS
from aura.language.slots.sought import ANOTHER_CLAUSE, FACT, FACT_JOINT, FACT_STOP, MANNERS
from aura.language.slots.text_ends import STATED_BEHIND, TextEnds
from aura.language.slots.text_wholes import is_within_brackets
from aura.language.slots.texts import Ended, Texts
from aura.language.utterance.described import is_pointed_at
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import Predicates

FACTS = ("fact", "owned", "owned_once", "told", "stated")
FACT_WORD, THAT, AGAIN = 0.3, 3.0, 6.0


class Facts:
    """Facts in one utterance."""

    def __init__(self, lattice: Lattice, texts: Texts, ends: TextEnds) -> None:
        self._lattice = lattice
        self._texts = texts
        self._ends = ends

    def at(self, position: int, kind: str) -> Iterator[Ended]:
        """Spans of a fact of a kind that begins at a token: (end, cost)."""
        told = self.words(position) if self._may_be_told(kind, position) else ()
        if kind == "owned_once":
            told = self._until_now(position, self._texts.until(self._is_done_since, position, told))
        return ((end, price) for end, price in told if not self._leads_to_verb(end))

    def _may_be_told(self, kind: str, position: int) -> bool:
        """Whether a fact may begin at a token: one that is owned has an owner, one that is told stands alone.

        What begins as a time does is one that somebody thinks back to: "remember *when sam googled google*". One that
        is stated tells what somebody or something does.
        """
        if self._lattice.class_name(position) == "later":
            return False
        if kind in ("owned", "owned_once"):
            alone = self._lattice.is_over(position + 1)
            return self._is_owner(position) and not (alone or self._is_taken_back(position))
        if kind == "stated":
            return self._is_stated(position)
        alone = not position and (self._texts.finite_verb(position) is not None or self._is_stated(position))
        return kind != "told" or alone

    def _is_stated(self, at: int) -> bool:
        """Whether somebody tells something from a token on: "we parked on level 2", "the bins go out on Monday"."""
        subject = self._lattice.in_set(at, "own_subject") or self._lattice.in_set(at, "determiner")
        return subject and Predicates(self._lattice).verb(at, self._lattice.size) is not None

    def _leads_to_verb(self, end: int) -> bool:
        """Whether what ends at a token only leads to the verb behind it: "no need for you *to* | remember it"."""
        return end < self._lattice.size and self._lattice.in_set(end - 1, "infinitive")

    def _is_owner(self, at: int) -> bool:
        """Whether a word says whose something is: "my", "anna's", but not "*that* I owe Tom"."""
        if self._lattice.in_set(at, "subordinating") and self._lattice.in_set(at + 1, "own_subject"):
            return False
        named = self._lattice.tokens[at].shape == "word" and not self._lattice.class_name(at)
        return self._lattice.in_set(at, "determiner") or (named and self._lattice.low[at].endswith(POSSESSIVE))

    def words(self, start: int) -> Iterator[Ended]:
        """What is to be kept in mind: any words, up to what is a clause of its own, without the manners behind it."""
        lattice = self._lattice
        cost = FACT + (THAT if lattice.is_word(start, "that") else 0.0)
        if lattice.tokens[start].shape == "mark":
            return
        for at in range(start, lattice.size):
            token, joint = lattice.tokens[at], bool(lattice.at(at, "joint"))
            mark = token.shape == "mark" and not (at > start and is_within_brackets(lattice, start, at))
            cost += FACT_STOP if mark and token.low in STOPS else FACT_JOINT if joint else FACT_WORD
            turns = self._ends.begins_clause(at) or self._ends.turns_to_clause(at)
            cost += ANOTHER_CLAUSE if at > start and turns else 0.0
            if at > start and self._ends.is_forgotten(at):
                return
            alone = at == start and (lattice.class_name(at) == "pronoun" or not token.text.strip("_"))
            if not (mark or joint or alone or self._ends.leaves_a_word(start, at + 1)):
                mannerly = self._ends.is_manners(start, at) or self._ends.ends_apart(start, at)
                yield at + 1, cost + (MANNERS if mannerly else 0.0)

    def recalled(self, start: int) -> Iterator[Ended]:
        """What was told once; that it is asked "again" is hardly of it: "when was the fair *again*, I told you"."""
        for end, cost in self.words(start):
            again = end > start + 1 and self._lattice.in_set(end - 1, "asked_again")
            yield end, cost + AGAIN * again
            if again:
                yield end - 1, cost

    def forgotten(self, start: int) -> Iterable[Ended]:
        """What is to be forgotten: a fact, and nothing that was ordered or taken back: "no, forget that, 30"."""
        tokens, behind = self._lattice.tokens, start + 1
        alone = behind < self._lattice.size and tokens[behind].shape == "mark" and is_pointed_at(self._lattice, start)
        apart = alone or tokens[start - 1].shape == "mark" or self._is_taken_back(start)
        apart = apart or self._ends.is_done_to_file(start)
        return () if apart else self._until_now(start, self._texts.until(self._is_done_since, start, self.words(start)))

    def _until_now(self, start: int, told: Iterable[Ended]) -> Iterator[Ended]:
        """What is to be forgotten without the "now" of the order: "forget Tom's code *now*", not "that I run *now*"."""
        for end, cost in told:
            yield end - self._is_ordered_now(start, end - 1), cost

    def _is_ordered_now(self, start: int, last: int) -> bool:
        """Whether the last word of what somebody owns says when to forget it, and no verb what is so now."""
        lattice = self._lattice
        now = last > start + 1 and lattice.in_set(last, "told_of_today") and not lattice.in_set(last, "someday")
        owned = lattice.low[start].endswith(POSSESSIVE) or lattice.in_set(start, "determiner")
        return now and owned and Predicates(lattice).verb(start + 1, last) is None

    def _is_done_since(self, at: int) -> bool:
        """Whether the speaker tells behind a mark what he has done since: "forget my code, *moved out* in May".

        He may name himself: "forget my code, *I quit*".
        """
        lattice = self._lattice
        marked = lattice.low[at] in STATED_BEHIND and at + 1 < lattice.size
        himself = at + 2 < lattice.size and lattice.in_set(at + 1, "speaking")
        behind = range(at + 1 + himself, lattice.size)
        anew = any(lattice.low[word].isdigit() or lattice.class_name(word) == "pronoun" for word in behind)
        predicates = Predicates(lattice)
        done = predicates.is_past(at + 1) or (himself and predicates.verb(at + 1, lattice.size) is not None)
        return marked and not anew and done

    def _is_taken_back(self, start: int) -> bool:
        """Whether what leads to a fact takes back what was ordered before it: "lock it, *no wait forget that* I …"."""
        ends = (hit for at in (start, start + 1) for hit in self._lattice.ending(at, "retraction"))
        return any(not cost and self._lattice.in_set(begin, "retracting") for begin, cost, _ in ends)
