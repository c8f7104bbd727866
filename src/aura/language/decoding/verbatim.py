"""What is said word for word as a sentence of a loaded domain has it, found without looking for any other reading.

One walk of the automaton, along words as they are spelled and values of lists. It tells of a reading only where no
other can be as cheap: all others pass words over, join clauses, correct a word or hold free text, which costs more.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from aura.language.decoding.said import SENTENCE
from aura.language.decoding.standing import Ended, FixedRead, Node
from aura.language.grammar.automaton import Automaton
from aura.language.grammar.grammar import FIXED, LOADED, PHRASES, Grammar
from aura.language.grammar.once import Once
from aura.language.grammar.packed import MOST_REMEMBERED
from aura.language.grammar.pieces import Pieces
from aura.language.slots.fillers import NONE_LISTED, Listed, by_list
from aura.language.slots.sentences import ALTERNATIVES, Context, Slots, completed
from aura.language.utterance.known import KnownNames
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.values import Slot, Values
from aura.language.words.tokens import MAX_TOKENS, Token

DEAREST = 1.0
"""Any other reading costs more: what is passed over, or joined, at least 2, less what the context takes off."""
MOST_REQUIRED = 3
PASSED_FREELY = "beforehand"
"""What may be passed over for nothing behind a sentence: "turn it off *first*"."""

Stand = tuple[float, int, int, Slots, Context]
Found = tuple[float, int, int, Slots]


def said_verbatim(grammar: Grammar, tokens: Sequence[Token], values: Values) -> Node | None:
    """The history of the cheapest reading, if it is a whole sentence as it is spelled; None where that is not sure."""
    spelling = spelling_of(grammar)
    if not spelling.decides or values.open or not 0 < len(tokens) <= MAX_TOKENS:
        return None
    low, words = [token.low for token in tokens], values.words
    if not all(word in words or not word.isalpha() for word in low):
        return None
    if not all(token.shape == "word" and spelling.keeps(token.low) for token in tokens):
        return None
    return Walk(grammar, low, values, DEAREST).history()


@Once
def speaks_of_loaded_alone(grammar: Grammar) -> bool:
    """Whether all that can be said are sentences of loaded domains, so that nothing is cheaper for what it says."""
    return not (grammar.frames or grammar.topics or grammar.automaton.arcs[FIXED])


class _Spelling:
    """Which words the language takes for no other, and whether a walk of them decides what is said."""

    def __init__(self, grammar: Grammar) -> None:
        required = max((len(one.requires) for one in grammar.intents), default=0)
        simple = bool(grammar.templates.numbers) and required <= MOST_REQUIRED
        self.decides = simple and speaks_of_loaded_alone(grammar)
        self._grammar = grammar
        self._kept: dict[str, bool] = {}

    def keeps(self, low: str) -> bool:
        """Whether a word is read as it is spelled, whatever stands beside it."""
        found = self._kept.get(low)
        if found is None:
            if len(self._kept) > MOST_REMEMBERED:
                self._kept.clear()
            alone = Lattice(self._grammar, low, [Token(low, low, "word", 0, len(low))], KnownNames())
            found = self._kept[low] = alone.low[0] == low
        return found


spelling_of = Once(_Spelling)


class Walk:
    """The sentences that one utterance is, word for word; none that costs more than the dearest."""

    def __init__(self, grammar: Grammar, low: list[str], values: Values, dearest: float) -> None:
        self._grammar = grammar
        self._values = values
        self._low = low
        self._dearest = dearest
        self._pieces = Pieces(low)
        self._listed: dict[int, Listed] = {}
        self._found: list[Found] = []

    def history(self) -> Node | None:
        """The history of the cheapest, where there is surely one."""
        found = self.cheapest()
        if found is None:
            return None
        cost, number, template, slots = found
        read = FixedRead(number, 0, len(self._low), slots, template)
        return Node(cost, Node(cost, Node(0.0, None, None, 0), read, 0), Ended(f"{SENTENCE}{number}"), 0)

    def cheapest(self) -> Found | None:
        """The cheapest; None where there is none, where two are as cheap, and where something else may be."""
        automaton, pieces, opened = self._grammar.automaton, self._pieces, self._values.opened
        arcs, labels, seen = automaton.arcs, automaton.labels, dict[tuple[int, int], list[Stand]]()
        steps: list[Stand] = [(0.0, LOADED, 0, (), ())]
        while steps:
            stand = steps.pop()
            cost, state, place, slots, context = stand
            known = seen.setdefault((state, place), [])
            if stand in known:
                continue
            if len(known) == ALTERNATIVES or any(slots == other[3] for other in known):
                return None
            known.append(stand)
            if place == pieces.size:
                self._end(state, cost, slots, context)
                continue
            if labels[state] and self._is_passed_freely(automaton, pieces.token[place]):
                return None
            row = arcs[state]
            for word, after in pieces.edges[place]:
                if word in row:
                    steps.append((cost, row[word], after, slots, context))
            slotted = opened(state)
            told = self._at(place) if slotted is not None and slotted.listed else None
            if slotted is not None and told:
                for kind, slot, after in slotted.listed:
                    for filler in told.get(kind, ()):
                        filled = (*slots, (slot, filler.value)) if slot else slots
                        steps.append((cost + filler.cost, after, filler.end, filled, (*context, *filler.context)))
            if slotted is not None and slotted.free:
                steps += self._behind_texts(stand, slotted.free)
        return self._only()

    def _behind_texts(self, stand: Stand, free: list[Slot]) -> list[Stand]:
        """Where free text leads to: nowhere, word for word."""
        return []

    def _at(self, place: int) -> Listed:
        """What may fill slots of lists from a place on."""
        found = self._listed.get(place)
        if found is None:
            edges, values = self._pieces.edges, self._values
            begun = [word for word, _ in edges[place] if word in values.tree or word[0].isdecimal()]
            spans = [(end, 0.0, filler) for end, filler in values.spelled(edges, place)] if begun else []
            found = self._listed[place] = by_list(spans, values) if spans else NONE_LISTED
        return found

    def _end(self, state: int, cost: float, slots: Slots, context: Context) -> None:
        for _, value in self._grammar.automaton.labels[state]:
            number, template = map(int, value.split("."))
            whole = completed(self._grammar.intents[number], slots, context, self._values.context)
            if whole is not None:
                self._found.append((cost + whole[0], number, template, whole[1]))

    def _only(self) -> Found | None:
        if not self._found:
            return None
        best = min(self._found, key=itemgetter(0))
        as_cheap = [found for found in self._found if found[0] == best[0]]
        return best if len(as_cheap) == 1 and best[0] <= self._dearest else None

    def _is_passed_freely(self, automaton: Automaton, token: int) -> bool:
        """Whether words may be passed over for nothing behind a sentence that could have ended before a token."""
        state, at = PHRASES, token
        while 0 <= at < len(self._low) and self._low[at] in automaton.arcs[state]:
            state, at = automaton.arcs[state][self._low[at]], at + 1
            if any(category == PASSED_FREELY for category, _ in automaton.labels[state]):
                return True
        return False
