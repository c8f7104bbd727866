"""Clauses that are sentences of a domain: what stands for one in the chart, and which may be said behind which."""

from __future__ import annotations

from aura.language.decoding.standing import FOLLOWING, FixedRead, Standing, State, VerbRead
from aura.language.grammar.grammar import FIXED, Grammar, Intent
from aura.language.grammar.once import Once
from aura.language.slots.sentences import FREELY, Slotted

SENTENCE = "#"
"""Before the number of an intent: the frame of a clause that is a sentence of a domain, or a topic."""
READING = "reading"
"""The frame of a clause that may only read, because words that nobody knows were passed over before it."""
ANOTHER = "another"
"""The frame of a clause that only names a topic, because another was asked about before it."""
THE_SAME = ("it", "them", "folder")
"""What words mean that take up what was just said; "the other file" and "the copy" do not."""
FORBIDDEN = "forbidden"
"""The frame of a clause that says what must not be done; also what such words are called in the lexicon."""
LED_TO = "led to"
"""The frame of a clause that may only be a sentence of a domain, because what led to it was told before."""
BEHIND = ">"
"""Before the number of an intent: the frame of a clause that goes on with what the sentence before it did."""


ADDRESS = "address"
"""The kind of slot that an address of the web fills."""


class Said:
    """The sentences of domains among the clauses of one utterance."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._led = _led(grammar)

    def intent(self, state: State) -> Intent:
        """The intent of a clause that is a sentence of a domain, or a topic."""
        return self._grammar.intents[int(state.frame[1:])]

    def is_loaded(self, state: State) -> bool:
        """Whether a state stands behind a sentence of a loaded domain."""
        return state.frame.startswith(SENTENCE) and self.intent(state).loaded

    def is_alone(self, state: State) -> bool:
        """Whether a state stands behind a question about anything, behind which little else is asked for."""
        return state.frame.startswith(SENTENCE) and self.intent(state).alone

    def leads(self, standing: Standing) -> int | None:
        """The number of the sentence right before that others go on with in short; what is between is looked over."""
        if not standing.state.frame.startswith(SENTENCE):
            return None
        for event in standing.events():
            if isinstance(event, VerbRead):
                return None
            if isinstance(event, FixedRead):
                intent = self._grammar.intents[event.number]
                if not intent.between:
                    return event.number if (intent.domain, intent.goal) in self._led else None
        return None

    def goes_on(self, standing: Standing, slotted: Slotted) -> bool:
        """Whether another command of a domain is said right behind one, each word as it is spelled.

        What has a value that could go on has no end but a mark or a joint.
        """
        before = next(standing.events(), None)
        if not isinstance(before, FixedRead) or not self._commands(before.number):
            return False
        if before.slots and not (_ends_in_address(before, slotted) or has_listed_values(before, slotted)):
            return False
        search = slotted.sentences(FIXED, standing.position)
        search.go_on(FREELY)
        return any(self._commands(found.number) for found in search.found)

    def _commands(self, number: int) -> bool:
        intent = self._grammar.intents[number]
        vague = intent.cost > 0 or intent.loaded
        return not (vague or intent.reads or intent.alone or intent.follows or intent.back)

    def fits(self, intent: Intent, state: State) -> bool:
        """Whether a sentence may be said where a clause stands: a vague one never right behind another clause."""
        if state.frame.startswith(BEHIND):
            before = self.intent(state)
            return (before.domain, before.goal) in _followed(intent)
        if intent.follows or (state.turn == FOLLOWING and (intent.alone or intent.cost > 0)):
            return False
        return not state.frame or (not intent.reads if state.frame in (FORBIDDEN, LED_TO) else intent.reads)


def _ends_in_address(before: FixedRead, slotted: Slotted) -> bool:
    """Whether the last word of a sentence is an address that fills a slot: it has ended there."""
    last = slotted.lattice.tokens[before.end - 1]
    whole = any(value == last.text for _, value in before.slots)
    return whole and any(kind[0] == before.end for kind in slotted.fillers.kinds.fill(ADDRESS, before.end - 1))


def _followed(intent: Intent) -> frozenset[tuple[str, str]]:
    """The domain and goal of every sentence that one goes on with in short; a goal alone is one of its own domain."""
    told = (goal.rpartition(".") for goal in intent.follows)
    return frozenset((domain or intent.domain, goal) for domain, _, goal in told)


@Once
def _led(grammar: Grammar) -> frozenset[tuple[str, str]]:
    """The domain and goal of every sentence that others go on with in short."""
    return frozenset().union(*map(_followed, grammar.intents))


@Once
def topic_frames(grammar: Grammar) -> frozenset[str]:
    """The frames of clauses that ask about a topic that is here."""
    return frozenset(f"{SENTENCE}{topic.intent}" for topic in grammar.topics if not topic.anything)


def has_listed_values(before: FixedRead, slotted: Slotted) -> bool:
    """Whether what fills each slot of a sentence is a number or one of a list, said as it is spelled."""
    places = (slotted.pieces.place[token] for token in range(before.start, before.end))
    listed = {filler.out for place in places for _, cost, filler in slotted.fillers.spans(place) if not cost}
    return all(isinstance(value, str | int | float) and value in listed for _, value in before.slots)
