"""Questions and requests about a topic: its words in any order among ordinary ones.

What answers a topic only reads, so a word that is not known may be passed over here at a price. It may not where
it would make the topic another's: behind a preposition, an article or a word of the topic ("the time in Tokyo",
"a battery", "the memory card").
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from aura.language.grammar.grammar import ALONG, NEVER, Topic
from aura.language.slots.sentences import Filled, Slots, Slotted
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers
from aura.language.utterance.stretches import SEQUENCE, is_ended

ASKED, BARE = 3.0, 5.0
PLAIN = 0.2
STRANGE, MOST_STRANGE = 5.0, 2
PAUSE, SENTENCE = 1.0, 2.0
OWN_TOPIC, ANOTHER_TOPIC = 4.0, 8.0
JOINED, JOINED_QUESTION = 6.0, 10.0
FEWEST_BARE = 2
HEADS = ("preposition", "article", "quantifier")
UNSAFE = (*HEADS, "negation", "later", "day", "called", "naming", "kind", "verb", "joint")
PASSED = ("filler", "remark", "aside", "among")
QUESTIONS = ("question", "world")
BETWEEN = 4.0
COUNTED = 3
"""Words before the verb of "how many legs have …"."""
NAMED = ("file", "path")
STOPS, PAUSES = ".?!;,—-:)", ",-—"


Words = dict[int, tuple[int, float, frozenset[str]]]
"""By token: how far the longest phrase of a topic reaches, what its typos cost, and the parts that it plays."""

NO_TEMPLATE = -1
NONE: list[Filled] = []
NOTHING: tuple[int, float, frozenset[str]] = (0, 0.0, frozenset())
FIRST_OF_ALL = "about"
"""How a topic is opened that begins with a word of its first group."""
AGAIN = "again"
"""What is missing where a topic is asked about again, until one of its words is said."""
ALREADY = "bare"
"""How a topic is opened that goes on with a question about another."""


class Seen(NamedTuple):
    """How far a topic has been read: where, at what price, what is still needed, and how it was asked.

    `slip` is the dearest word that might be a slip: a question about anything pays for no more than one.
    """

    at: int
    cost: float
    missing: frozenset[str]
    asked: str = ""
    strange: int = 0
    covered: int = 0
    bare: bool = True
    number: str = ""
    slip: float = 0.0


class Topics:
    """Questions and requests about the topics of a grammar in one utterance, memoised by position."""

    def __init__(self, lattice: Lattice, numbers: Numbers, slotted: Slotted) -> None:
        self.lattice = lattice
        self._numbers = numbers
        self._slotted = slotted
        self._words = self._told() if "topic" in lattice.beginnings else {}
        self.own = self._owned()
        self._found: dict[tuple[int, str], list[Filled]] = {}

    def at(self, start: int, asked: str = "") -> list[Filled]:
        """What is asked from a token on; something may have been asked about another topic `ALREADY`."""
        if not self._words:
            return NONE
        found = self._found.get((start, asked))
        if found is None:
            own = self._found[start, asked] = self._each(start, asked, anything=False)
            found = self._found[start, asked] = [*own, *self._each(start, asked, anything=True)]
        return found

    def _each(self, start: int, asked: str, *, anything: bool) -> list[Filled]:
        topics = self.lattice.grammar.topics
        numbers = (number for number in self._words if (topics[number].anything > 0) is anything)
        return [filled for number in numbers for filled in self._of(number, start, asked)]

    def _told(self) -> dict[int, Words]:
        """The words of every topic of which enough is said, by token: the longest each, with its role."""
        lattice, topics = self.lattice, self.lattice.grammar.topics
        told: dict[int, Words] = {}
        for position in lattice.beginnings["topic"]:
            for end, cost, value in lattice.hits[position]["topic"]:
                number, role = _label(value)
                words = told.setdefault(number, {})
                longest, price, roles = words.get(position, (0, 0.0, frozenset()))
                if (end, -cost) > (longest, -price):
                    words[position] = (end, cost, role)
                elif (end, cost) == (longest, price):
                    words[position] = (end, cost, roles | role)
        return {number: words for number, words in told.items() if topics[number].needs <= _roles(words)}

    def _owned(self) -> set[int]:
        """Tokens that speak of a topic of its own, so that a question about anything is hardly about it."""
        topics = self.lattice.grammar.topics
        words = [words for number, words in self._words.items() if not topics[number].anything]
        told = {at for each in words for at, (_, _, roles) in each.items() if roles - {NEVER, ALONG}}
        return {at for at in told if not self.lattice.in_set(at - 1, "indefinite")}

    def _of(self, number: int, start: int, asked: str) -> Iterator[Filled]:
        topic, words = self.lattice.grammar.topics[number], self._words[number]
        if FIRST_OF_ALL in topic.opened:
            if asked or "0" not in words.get(start, NOTHING)[2]:
                return
            asked = FIRST_OF_ALL
        seen: Seen | None = Seen(start, 0.0, topic.needs, asked)
        while seen is not None:
            if seen.at > start and not seen.missing and self._may_end(seen.at, topic.anything > 0):
                price = self._price(topic, seen)
                if price is not None:
                    cost = topic.cost + seen.cost + price
                    yield Filled(seen.at, cost, topic.intent, self._slots(topic, seen), NO_TEMPLATE)
            seen = self._next(topic, words, start, seen) if seen.at < self.lattice.size else None

    def _may_end(self, at: int, anything: bool) -> bool:
        """Whether something else than the topic may follow: a mark, a joint, what is passed over, or nothing."""
        lattice = self.lattice
        if is_ended(lattice, at):
            return True
        if anything:
            return False
        if self._turns(at):
            return True
        return not lattice.hits[at].keys().isdisjoint(PASSED) or bool(self._slotted.times(at))

    def _price(self, topic: Topic, seen: Seen) -> float | None:
        """What it costs to take it as a question or request; None where it is neither."""
        if seen.asked:
            return ASKED if seen.asked in topic.opened else None
        if "question" in topic.opened and self._question_mark(seen.at):
            return BARE
        return BARE if "bare" in topic.opened and seen.bare and seen.covered >= FEWEST_BARE else None

    def _question_mark(self, at: int) -> bool:
        lattice = self.lattice
        return lattice.text[lattice.tokens[at - 1].end :].lstrip(" )\"'”").startswith("?")

    @staticmethod
    def _slots(topic: Topic, seen: Seen) -> Slots:
        return ((topic.count, seen.number),) if topic.count and seen.number else ()

    def _next(self, topic: Topic, words: Words, start: int, seen: Seen) -> Seen | None:
        """One phrase further, whichever is longest; None where this is about something else."""
        lattice, at = self.lattice, seen.at
        end, cost, roles = words.get(at, (at, 0.0, frozenset()))
        if NEVER in roles and not (topic.anything and (self._is_counted_of(start, at) or self._is_of_doer(start, at))):
            return None
        asks_end, slip, kind = self._asks(at, start, seen)
        if seen.asked == ALREADY and kind in QUESTIONS:
            return None
        joined = at > start and lattice.class_name(at - 1) == "joint"
        if asks_end > at and joined and not topic.anything:
            return None
        if asks_end > end or (asks_end == end and not seen.asked and asks_end > at):
            more = self._asks_again(topic, seen) + slip
            again = seen.asked and seen.covered and kind in QUESTIONS and self.apart(at)
            asked, missing = seen.asked or kind, (seen.missing | {AGAIN} if again else seen.missing) - roles
            return seen._replace(at=asks_end, cost=seen.cost + more, asked=asked, bare=False, missing=missing)
        if roles:
            missing, covered = seen.missing - roles - {AGAIN}, seen.covered + end - at
            asked = seen.asked or kind
            return seen._replace(at=end, cost=seen.cost + cost, missing=missing, covered=covered, asked=asked)
        return self._other(topic, words, start, seen)

    def _is_counted_of(self, start: int, at: int) -> bool:
        """Whether a word says of what is asked how many it has, as learners do: "how many legs *have a* spider"."""
        asked = self.lattice.in_set(start, "measuring") and at - start == COUNTED
        return asked and self.lattice.in_set(at, "perfect")

    def _is_of_doer(self, start: int, at: int) -> bool:
        """Whether a verb stands behind who does it in a question why, as learners say it: "why cats *do not* swim"."""
        lattice = self.lattice
        if lattice.in_set(at, "perfect") and lattice.class_name(at - 1) == "negation":
            at -= 2  # "why cats do not *have a* mane"
        asked = lattice.in_set(start, "wondering") and start + 1 < at and lattice.in_set(at, "helping")
        between = range(start + 1, at) if asked else ()
        verbs = any(lattice.in_set(word, "helping") or lattice.class_name(word) == "being" for word in between)
        return asked and not verbs and all(lattice.tokens[word].shape == "word" for word in between)

    def _asks(self, at: int, start: int, seen: Seen) -> tuple[int, float, str]:
        """A phrase that asks, and its slips: at the beginning or behind a mark any, elsewhere a question word."""
        apart = at == start or self.apart(at)
        hits = [hit for hit in self.lattice.at(at, "asks") if hit[2] in QUESTIONS or apart]
        hits = [hit for hit in hits if at == start or hit[2] != "want"]
        return max(hits, key=lambda hit: (hit[0], -hit[1], hit[2]), default=(at, 0.0, ""))

    def _asks_again(self, topic: Topic, seen: Seen) -> float:
        return JOINED_QUESTION if topic.anything and seen.covered and self.apart(seen.at) else topic.anything

    def apart(self, at: int) -> bool:
        """Whether a token comes right behind a mark or a joint."""
        return at > 0 and (self.lattice.tokens[at - 1].shape == "mark" or bool(self.lattice.at(at - 1, "joint")))

    def _other(self, topic: Topic, words: Words, start: int, seen: Seen) -> Seen | None:
        """Past a mark, an ordinary word, or one that is not known."""
        lattice, at = self.lattice, seen.at
        token = lattice.tokens[at]
        if self._commands_on(at) if topic.anything else self._orders_it(start, at):
            return None
        if token.shape == "mark":
            if token.low not in STOPS and not topic.anything:
                return None
            if topic.anything and token.low == "?" and not self._asked_on(at + 1):
                return None
            price = PAUSE if token.low in PAUSES else SENTENCE
            return seen._replace(at=at + 1, cost=seen.cost + price)
        if topic.anything:
            return self._anything(topic, start, seen)
        if topic.count and not seen.number and (number := self._numbers.at(at)):
            return seen._replace(at=number[0], number=number[1])
        if plain := self._plain(at, words):
            others = ANOTHER_TOPIC * any(word in self.own for word in range(at, plain[0]))
            return seen._replace(at=plain[0], cost=seen.cost + PLAIN + plain[1] + others, bare=False)
        if (
            lattice.class_name(at) in UNSAFE
            or not token.low.isalpha()
            or seen.strange >= min(MOST_STRANGE, topic.strange)
            or at in self.own
        ):
            return None
        headed = at > start and (lattice.class_name(at - 1) in HEADS or self._is_of_topic(words, at - 1))
        if headed or at == start:
            return None
        return seen._replace(at=at + 1, cost=seen.cost + STRANGE, strange=seen.strange + 1, bare=False)

    def _asked_on(self, at: int) -> bool:
        """Whether a question follows a question mark, behind a joint or not; what else follows is none of its words."""
        lattice = self.lattice
        asked = (end for word in (at, at + 1) for end, _, _ in lattice.at(word, "asks"))
        return at == lattice.size or any(lattice.class_name(end) != "pronoun" for end in asked)

    def _plain(self, at: int, words: Words) -> tuple[int, float] | None:
        """Where ordinary words end and what their slips cost: the longest of the cheapest, short of the topic."""
        lattice = self.lattice
        plain = [hit for hit in lattice.at(at, "plain") if not any(word in words for word in range(at + 1, hit[0]))]
        if not plain:
            return None
        cheapest = min(cost for _, cost, _ in plain)
        if cheapest and lattice.low[at] in lattice.grammar.words["common"]:
            return None
        return max(end for end, cost, _ in plain if cost == cheapest), cheapest

    @staticmethod
    def _is_of_topic(words: Words, at: int) -> bool:
        return any(start <= at < end and roles - {NEVER, ALONG} for start, (end, _, roles) in words.items())

    def _anything(self, topic: Topic, start: int, seen: Seen) -> Seen | None:
        lattice, at = self.lattice, seen.at
        if lattice.tokens[at].shape not in ("word", "quoted"):
            return None
        if self._turns(at) and any(filled.end == at for filled in self._found.get((start, ""), NONE)):
            return None
        begins = self.apart(at) and lattice.begins_clause(at)
        more = JOINED if lattice.class_name(at) == "joint" else JOINED_QUESTION if begins else topic.anything
        more += OWN_TOPIC if at in self.own else 0.0
        slip = max(seen.slip, self.slip(at))
        return seen._replace(at=at + 1, cost=seen.cost + more + slip - seen.slip, slip=slip, bare=False)

    def slip(self, at: int) -> float:
        """What a word that nobody knows costs as a slip; it is no cheaper to ask about anything than to believe it."""
        lattice, low = self.lattice, self.lattice.low[at]
        if low in lattice.grammar.words["common"] or lattice.stands_out[at]:
            return 0.0
        slips = lattice.corrected(at) or self._slotted.values.corrected(low)
        return min((cost for _, cost in slips), default=0.0)

    def _turns(self, at: int) -> bool:
        """Whether something else than what was asked begins at a token: a condition, a clause, a word said twice."""
        lattice = self.lattice
        twice = at + 1 < lattice.size and lattice.low[at] == lattice.low[at + 1]
        return twice or self.goes_on(at) or lattice.class_name(at) == "later"

    def _commands_on(self, at: int) -> bool:
        """Whether a joint stands at a token, and behind it a command: it comes then, or it names something."""
        lattice = self.lattice
        for end, _, strength in lattice.at(at, "joint"):
            if end == lattice.size or lattice.corrected(end):
                continue
            if lattice.begins_clause(end) and (strength == SEQUENCE or self.names_what(end)):
                return True
        return False

    def _orders_it(self, start: int, at: int) -> bool:
        """Whether a command stands behind a joint that points at what was asked: "what's my ip and *copy it*"."""
        lattice = self.lattice
        joined = at > start + 1 and lattice.class_name(at - 1) == "joint"
        verbs = (end for end, cost, form in lattice.at(at, "verb") if not cost and form.endswith(" active"))
        return joined and any(lattice.begins(end, "it") for end in verbs)

    def names_what(self, at: int) -> bool:
        """Whether a command begins at a token and says what it is about: a verb, and something that can be one."""
        lattice = self.lattice
        ends = [end for end, _, form in lattice.at(at, "verb") if form.endswith(" active")]
        if not lattice.at(at, "asks") and not lattice.in_set(at, "determiner"):
            ends.append(at + 1)
        return any(
            lattice.in_set(end, "determiner")
            or lattice.at(end, "kind")
            or (end < lattice.size and lattice.tokens[end].shape in NAMED)
            for end in ends
        )

    def goes_on(self, at: int) -> bool:
        """Whether a joint stands at a token, and a command or a question behind it."""
        return any(self.lattice.begins_clause(end) for end, _, _ in self.lattice.at(at, "joint"))

    def joints(self, position: int) -> Iterator[tuple[int, float]]:
        """What may stand between two topics of one question."""
        for category in ("joint", "among"):
            for end, cost, _ in self.lattice.at(position, category):
                if end < self.lattice.size:
                    yield end, cost + BETWEEN


@cache
def _label(value: str) -> tuple[int, frozenset[str]]:
    """The number of a topic and the part that a phrase plays in it."""
    number, role = value.split()
    return int(number), frozenset((role,))


def _roles(words: Words) -> frozenset[str]:
    return frozenset().union(*(roles for _, _, roles in words.values()))
