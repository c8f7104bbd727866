"""Background of any words beside what only reads: "Teams keeps spinning, how busy is the cpu"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from aura.language.asides.harmless import Harmless
from aura.language.grammar.grammar import FIXED
from aura.language.slots.sentences import Slotted
from aura.language.slots.topics import OWN_TOPIC, QUESTIONS, STOPS, Topics
from aura.language.utterance.numbers import Numbers
from aura.language.words.tokens import VERBS

ASIDE, WORD, UNMARKED = 5.0, 0.3, 4.0
LEAST_ASIDE = ASIDE + WORD
ASKED = 8.0
"""More is paid where what is set aside asks something."""
SOON = 4
UNNAMED = ("word", "mark")


class Background:
    """What may be set aside in one utterance, before a question or behind what only reads."""

    def __init__(self, topics: Topics, numbers: Numbers, slotted: Slotted, harmless: Harmless) -> None:
        self.lattice = topics.lattice
        self._topics = topics
        self._numbers = numbers
        self._slotted = slotted
        self._harmless = harmless

    def at(self, position: int) -> Iterator[tuple[int, float]]:
        """Where a sentence ends that stands beside: from a mark, or from a word that begins one, to a mark."""
        lattice, begin = self.lattice, position
        if not (lattice.grammar.topics or lattice.grammar.automaton.arcs[FIXED]):
            return
        while begin < lattice.size and lattice.low[begin] in STOPS and lattice.tokens[begin].shape == "mark":
            begin += 1
        if begin == position and position and not lattice.at(position, "aside"):
            return
        if not position and not self._may_ask:
            return
        cost = ASIDE + (UNMARKED if begin == position and position else 0.0)
        if begin == lattice.size:
            yield begin, cost
        elif self._is_beside(begin):
            yield from self._before(begin, cost) if not position else self._behind(begin, cost)

    def _before(self, begin: int, cost: float) -> Iterator[tuple[int, float]]:
        """Up to where something that only reads begins."""
        for at, price, asks in self._passed(begin, cost):
            if asks:
                yield at, price + UNMARKED
            elif self._stops(at) and at > begin + 1 and self._asks_soon(at + 1):
                yield at + 1, price

    def _behind(self, begin: int, cost: float) -> Iterator[tuple[int, float]]:
        """Up to a mark, to where something else is asked for, or to the end."""
        for at, price, _ in self._passed(begin, cost):
            if at == self.lattice.size or self._stops(at) or (at > begin and self._topics.goes_on(at)):
                yield at, price

    def _passed(self, begin: int, cost: float) -> Iterator[tuple[int, float, bool]]:
        """Each token with the price up to it, and whether it is the first that asks; the end, if nothing bars it."""
        lattice, reported, asked = self.lattice, False, False
        for at in range(begin, lattice.size):
            reported = reported or bool(lattice.at(at, "report"))
            asks = at > begin and not reported and not asked and self._asks_here(at)
            yield at, cost, asks
            asked = asked or asks
            if self._stops(at):
                if lattice.low[at] != ",":
                    return
            elif self._bars(begin, at) or (not reported and self._orders(at)):
                return
            cost += self._word_cost(at, reported) + ASKED * asks
        yield lattice.size, cost, False

    def _stops(self, at: int) -> bool:
        token = self.lattice.tokens[at] if at < self.lattice.size else None
        return token is not None and token.shape == "mark" and token.low in STOPS

    def _bars(self, begin: int, at: int) -> bool:
        """Whether a token is in no background: a name, a number, or the beginning of another command or question."""
        lattice = self.lattice
        named = lattice.tokens[at].shape not in UNNAMED or lattice.may_be_number(at)
        return named or (at > begin and self._commands(at))

    def _orders(self, at: int) -> bool:
        """Whether a verb or sentence at a token orders something, and is not what somebody does or has to do."""
        lattice = self.lattice
        if at and self._harmless.orders(at) and not lattice.ends_like(at, "judged"):
            return True
        done = at > 0 and (lattice.in_set(at - 1, "infinitive") or lattice.class_name(at - 1) == "pronoun")
        if done or not lattice.at(at, "verb") or lattice.ends_like(at, "judged"):
            return False
        return self._topics.names_what(at)

    def _word_cost(self, at: int, reported: bool) -> float:
        """A word of a topic is hardly background, unless somebody said so."""
        if reported:
            return WORD
        topics, lattice = self._topics, self.lattice
        return OWN_TOPIC + topics.slip(at) if at in topics.own or lattice.of_loaded[at] else WORD

    @cached_property
    def _may_ask(self) -> bool:
        """Whether what is set aside first could end: at a mark, or where a question or a sum begins."""
        lattice = self.lattice
        asks = (kind for at in lattice.beginnings.get("asks", ()) for _, _, kind in lattice.at(at, "asks"))
        return (
            not self._numbers.none
            or any(kind in QUESTIONS for kind in asks)
            or any(token.shape == "mark" for token in lattice.tokens)
        )

    def _asks_soon(self, position: int) -> bool:
        """Whether something that only reads may begin within a few tokens, so that this is worth setting aside."""
        near = range(position, min(self.lattice.size, position + SOON))
        return any(self._topics.at(at) or self.lattice.begins_sentence(at) or self._numbers.sums(at) for at in near)

    def _asks_here(self, at: int) -> bool:
        """Whether a question or a sum begins at a token."""
        asks = any(kind in QUESTIONS for _, _, kind in self.lattice.at(at, "asks"))
        return asks or self.lattice.begins_sentence(at) or bool(self._numbers.sums(at))

    def _is_beside(self, begin: int) -> bool:
        """Whether words may be background: no command or question of their own, no condition, time or taking back."""
        lattice = self.lattice
        asks = not begin and any(kind in QUESTIONS for _, _, kind in lattice.at(begin, "asks"))
        slipped = lattice.corrected(begin) and self._is_told(begin + 1)
        doubtful = slipped or lattice.at(begin, "aside") or lattice.ends_like(begin, "judged")
        starts = asks or (lattice.begins_clause(begin) and not doubtful)
        if starts or "negation" in lattice.hits[begin] or lattice.class_name(begin) in VERBS:
            return False
        if lattice.in_set(begin, "revoking") or lattice.begins_sentence(begin) or self._slotted.times(begin):
            return False
        led = begin + bool(begin and lattice.at(begin, "aside"))
        apart = (lattice.class_name(at) not in ("negation", "later", "day") for at in {begin, led})
        return all(apart) or bool(lattice.at(begin, "remark")) or self._forgets(begin)

    def _forgets(self, begin: int) -> bool:
        """Whether somebody tells that he cannot remember, which is why he asks: "I can't remember a thing"."""
        lattice = self.lattice
        denied = lattice.in_set(begin, "own_subject") and lattice.class_name(begin + 1) == "negation"
        return denied and lattice.in_set(begin + 2, "forgetting")

    def _is_told(self, at: int) -> bool:
        """Whether a verb that is no order stands at a token, so that what comes before it is its subject."""
        lattice = self.lattice
        return any(lattice.in_set(at, name) for name in ("states", "statement_verb", "simple_past"))

    def _commands(self, at: int) -> bool:
        """Whether a command or question begins at a token, behind a mark or a joint and polite words."""
        led = at
        while led and self.lattice.class_name(led - 1) == "filler":
            led -= 1
        return self._topics.apart(led) and self.lattice.begins_clause(at)
