"""Every phrase of the grammar that begins at each token, found once in one walk of the automaton."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from aura.language.grammar.grammar import FIXED, PHRASES, Grammar
from aura.language.utterance.known import KnownNames
from aura.language.utterance.slips import FIRST_LETTER, corrections, spelled
from aura.language.words.spelling import EDIT, misspelt, plainly_misspelt
from aura.language.words.tokens import MAX_TOKENS, Token, are_spelled, said, tokenize

Hit = tuple[int, float, str]
NO_HITS: list[Hit] = []

COUNTING = ("number", "cardinal", "multiple")
REAL_WORD, REAL_WORD_FIRST = 14.0, 2.0
WORD_INSIDE, NEAR_WORD = 2.0, 14.0
SLIP = 4.0
PLAIN_SLIP = EDIT + FIRST_LETTER
MOSTLY = 0.75
CLAUSES = ("verb", "asks")
CORRECTION, NO_CORRECTION = "correction", "no_correction"
SHORTEST_CORRECTED, LONGEST_CORRECTED = 3, 30
SHORTEST_EDITED = 4
SHAPING = frozenset(("kind", "kinds", "group", "groups", "anchor", "called", "everything", "every_file", "except"))
SHAPING_TOGETHER = frozenset(("text", "content_of", "its_content", "prefix", "suffix", "infix", "holding", "new_name"))
"""Phrases that shape a name, and those that do so where they have several words."""


class Lattice:
    """The tokens of an utterance with what may begin at each: phrases of the lexicon and names that exist."""

    def __init__(self, grammar: Grammar, text: str, tokens: Sequence[Token], known: KnownNames) -> None:
        self.grammar = grammar
        self.text = text
        self.tokens = tokens
        spelling = grammar.spelling
        meant = [token.low if are_spelled(tokens, at) else spelling.get(token.low) for at, token in enumerate(tokens)]
        read = zip(tokens, meant, strict=True)
        self.low = [spelled(word or one.low, grammar) if one.shape == "word" else one.low for one, word in read]
        self.size = len(tokens)
        self.known = known
        self._candidates = [self._words_for(at) for at in range(self.size)]
        self._has_slips = any(words and words[0][1] for words in self._candidates)
        if self._has_slips:
            self.low = [self._shaping(at) for at in range(self.size)]
        self._unquoted = ["" if token.shape == "quoted" else low for token, low in zip(tokens, self.low, strict=True)]
        self._classes = [grammar.classes.get(low) for low in self._unquoted]
        self.structure = ["" if found is None else found.name for found in self._classes]
        inside = grammar.words["inside"]
        self._inside = [low in inside and not self._leaves_open(at) for at, low in enumerate(self._unquoted)]
        self.hits = [self._walk(position) for position in range(self.size)]
        self.beginnings = self._beginnings()
        self._endings: dict[str, dict[int, list[Hit]]] = {}

    @cached_property
    def _hesitates(self) -> bool:
        """Whether there are words between the tokens that are none."""
        return any(self.text[one.end : other.start].strip() for one, other in pairwise(self.tokens))

    @cached_property
    def stands_out(self) -> list[bool]:
        """Which words have a capital that nothing explains."""
        return _standing_out(self.tokens)

    @cached_property
    def repeats(self) -> list[bool]:
        """Which tokens are words that stood earlier in the utterance."""
        low, alone = self.low, len(set(self.low)) == self.size
        return [not alone and low.index(word) < at for at, word in enumerate(low)]

    def at(self, position: int, category: str) -> list[Hit]:
        """Phrases of a category that begin at a token: (end, cost, value)."""
        return self.hits[position].get(category, NO_HITS) if position < self.size else NO_HITS

    def ending(self, end: int, category: str) -> list[Hit]:
        """Phrases of a category that end right before a token: (begin, cost, value)."""
        found = self._endings.get(category)
        if found is None:
            found = self._endings[category] = {}
            for begin in self.beginnings.get(category, ()):
                for after, cost, value in self.hits[begin][category]:
                    found.setdefault(after, []).append((begin, cost, value))
        return found.get(end, NO_HITS)

    def begins(self, position: int, *categories: str) -> bool:
        """Whether a phrase of one of these categories begins at a token as it stands, with no slip."""
        return any(not cost for category in categories for _, cost, _ in self.at(position, category))

    def ended(self, end: int, *categories: str) -> bool:
        """Whether a phrase of one of these categories ends right before a token as it stands, with no slip."""
        return any(not cost for category in categories for _, cost, _ in self.ending(end, category))

    def ends(self, position: int, *categories: str) -> Iterator[int]:
        """Where phrases of these categories end that begin at a token as it stands, with no slip."""
        return (end for category in categories for end, cost, _ in self.at(position, category) if not cost)

    def starts(self, end: int, *categories: str) -> Iterator[int]:
        """Where phrases of these categories begin that end right before a token as it stands, with no slip."""
        return (begin for category in categories for begin, cost, _ in self.ending(end, category) if not cost)

    def is_over(self, position: int) -> bool:
        """Whether the utterance, or a part of it that a mark ends, is over before a token."""
        return position >= self.size or self.tokens[position].shape == "mark"

    def is_word(self, position: int, *words: str) -> bool:
        """Whether the token is one of these words, unquoted."""
        return 0 <= position < self.size and self._unquoted[position] in words

    def in_set(self, position: int, name: str) -> bool:
        """Whether the token is in one of the grammar's word sets, unquoted."""
        return position < self.size and self._unquoted[position] in self.grammar.words[name]

    def skip(self, position: int, name: str, most: int = 8) -> int:
        """The position after at most `most` tokens of a word set."""
        end = min(self.size, position + most)
        while position < end and self.in_set(position, name):
            position += 1
        return position

    def words_for(self, position: int) -> list[tuple[str, float]]:
        """The words of the grammar that a token may be, each with what believing it costs."""
        return self._candidates[position]

    def price(self, position: int) -> tuple[float, bool]:
        """What a token costs inside a name, and whether it may not stand at the name's edge."""
        return self.prices[position]

    @cached_property
    def prices(self) -> list[tuple[float, bool]]:
        """What each token costs inside a name, and whether it may not stand at the name's edge."""
        return [self._price(at) for at in range(self.size)]

    @cached_property
    def _near(self) -> list[bool]:
        return [bool(self._slipped[at]) or self._is_near(at) for at in range(self.size)]

    def _price(self, position: int) -> tuple[float, bool]:
        found = self._classes[position]
        if found is not None:
            return found.price, found.edge
        return (max(NEAR_WORD, self._slipped[position] + SLIP), False) if self._near[position] else (0.0, False)

    def class_name(self, position: int) -> str:
        """The token's structure class, or nothing."""
        return self.structure[position] if 0 <= position < self.size else ""

    def near(self, position: int) -> bool:
        """Whether the token is a swapped pair of letters away from a word of the grammar."""
        return self._near[position]

    @cached_property
    def of_loaded(self) -> list[bool]:
        """Which tokens are words that loaded domains speak of, or slips of them; words of structure are not."""
        templates, grammar = self.grammar.templates, self.grammar
        if not templates.words:
            return [False] * self.size
        known = (grammar.vocabulary, grammar.words["common"])
        return [
            low in templates.words or (not any(low in words for words in known) and bool(templates.slips.near(low)))
            if low.isalpha() and not structure
            else False
            for low, structure in zip(self._unquoted, self.structure, strict=True)
        ]

    def _is_near(self, position: int) -> bool:
        low, words = self.low[position], self._candidates[position]
        if self.of_loaded[position] and low not in self.grammar.templates.words:
            return True
        if not words or low in self.grammar.vocabulary or low in self.grammar.words["common"]:
            return False
        return low not in self.known.words and any(
            cost <= EDIT and (sorted(word) == sorted(low) or plainly_misspelt(low, word)) for word, cost in words
        )

    @cached_property
    def _slipped(self) -> list[float]:
        """What each token costs as a slip of a word that says what a name is of, or where; 0 where it is none.

        Such a word is hardly part of a name, so in a name it costs more than to believe the slip.
        """
        slips = [0.0] * self.size
        if not self._has_slips:
            return slips
        for start, hits in enumerate(self.hits):
            for category, found in hits.items():
                if category not in SHAPING and category not in SHAPING_TOGETHER:
                    continue
                for end, cost, _ in found:
                    if cost and (category in SHAPING or end > start + 1):
                        self._note_slips(start, end, cost, slips)
        return slips

    def _note_slips(self, start: int, end: int, cost: float, slips: list[float]) -> None:
        for at in range(start, end):
            low = self.low[at]
            if low not in self.grammar.vocabulary and low not in self.grammar.words["common"] and self._alike(at):
                slips[at] = cost

    def _alike(self, at: int) -> bool:
        """Whether a token looks like a word that it may stand for: a short one that begins otherwise does not."""
        low = self.low[at]
        return len(low) > SHORTEST_EDITED or any(word[0] == low[0] for word, _ in self._candidates[at])

    def ends_like(self, position: int, name: str) -> bool:
        """Whether a token ends as the words of a sort do in this language."""
        return position < self.size and self.low[position].endswith(tuple(self.grammar.words[f"{name}_ending"]))

    def near_class(self, position: int, name: str) -> bool:
        """Whether the token may be a misspelt word of a structure class."""
        for word, cost in self._candidates[position]:
            if cost and (found := self.grammar.classes.get(word)) is not None and found.name == name:
                return True
        return False

    def may_say_when(self, position: int) -> bool:
        """Whether a word that nobody knows may be a slip of one that says when."""
        low, grammar = self.low[position], self.grammar
        known = (grammar.vocabulary, grammar.words["common"], grammar.words["real"])
        if self.tokens[position].shape != "word" or any(low in words for words in known):
            return False
        return misspelt(low, grammar.words["when"])

    def text_of(self, start: int, end: int) -> str:
        """What was said from one token to before another, as it was said, but without what is no token: "is um in"."""
        if end - start < 2 or self._hesitates:
            return said(self.text, self.tokens[start:end])
        return self.text[self.tokens[start].start : self.tokens[end - 1].end]

    def words_of(self, start: int, end: int) -> str:
        """The tokens' texts joined by single spaces."""
        return " ".join([token.text for token in self.tokens[start:end]])

    def said_before(self, start: int, end: int) -> bool:
        """Whether the same words stood earlier in the utterance, as a name could."""
        low, length = self.low, end - start
        if not self.repeats[start]:
            return False
        span = low[start:end]
        return any(low[at : at + length] == span for at in range(start - length + 1))

    def _words_for(self, position: int) -> list[tuple[str, float]]:
        if self.tokens[position].shape == "quoted":
            return []
        grammar, low = self.grammar, self.low[position]
        if low in grammar.vocabulary:
            return [(low, 0.0)]
        if not SHORTEST_CORRECTED <= len(low) <= LONGEST_CORRECTED or not low.isalpha():
            return []
        return corrections(grammar, low, REAL_WORD if position else REAL_WORD_FIRST)

    def _shaping(self, position: int) -> str:
        """A token's word, or the one it is a slip of if that only shapes what is named: "evrey pdf", "log fiels"."""
        grammar, low, words = self.grammar, self.low[position], self._candidates[position]
        if not words or not words[0][1] or low in grammar.words["common"] or self.is_known(low):
            return low
        least = min(cost for _, cost in words)
        likely = [word for word, cost in words if cost == least]
        if least > PLAIN_SLIP or not all(self._shapes(word) for word in likely):
            return low
        return min(likely, key=lambda word: abs(len(word) - len(low)))

    def _shapes(self, word: str) -> bool:
        found = self.grammar.classes.get(word)
        return found is not None and found.name in ("quantifier", "kind")

    def is_known(self, low: str) -> bool:
        """Whether something that is there has a word in its name."""
        return low in self.known.words or low in self.known.folders or low in self.known.files

    def _walk(self, start: int) -> dict[str, list[Hit]]:
        """Follow the automaton from one token; corrections cost, hits come cheapest first.

        A polite word may stand inside of a phrase and is no end of one: in "into thank you.txt" a name begins with it.
        """
        found: dict[str, list[Hit]] = {}
        arcs, labels = self.grammar.automaton.arcs, self.grammar.automaton.labels
        first, words = arcs[PHRASES], self._candidates[start]
        if not words or (len(words) == 1 and words[0][0] not in first):
            return found
        candidates, size = self._candidates, self.size
        stack: list[tuple[int, int, float, bool]] = [(PHRASES, start, 0.0, True)]
        while stack:
            state, position, cost, may_end = stack.pop()
            for category, value in labels[state] if may_end else ():
                found.setdefault(category, []).append((position, cost, value))
            row = arcs[state]
            if not row or position == size:
                continue
            for word, more in candidates[position]:
                if word in row:
                    stack.append((row[word], position + 1, cost + more, True))
            if self._inside[position] and position > start:
                stack.append((state, position + 1, cost + WORD_INSIDE, not self.in_set(position, "polite")))
        for further, _, _ in found.get(NO_CORRECTION, ()):
            kept = [hit for hit in found.pop(CORRECTION, ()) if hit[0] >= further]
            found |= {CORRECTION: kept} if kept else {}
        return found

    def corrected(self, position: int) -> list[tuple[str, float]]:
        """The words of the grammar that a token may be a slip of the hand for, with what believing it costs."""
        return [(word, cost) for word, cost in self._candidates[position] if cost]

    def begs(self, position: int) -> bool:
        """Whether a token asks in short, as it was written: "pls"."""
        return self.tokens[position].text.lower() in self.grammar.words["begging"]

    def may_be_number(self, position: int) -> bool:
        """Whether a token may be a misspelt number: what is counted is never left out for that."""
        sets = [self.grammar.words[name] for name in COUNTING]
        return any(word in numbers for word, _ in self.corrected(position) for numbers in sets)

    def may_stand_inside(self, position: int) -> bool:
        """Whether the token may stand within any phrase: it is polite, or an adverb that changes nothing."""
        return self._inside[position]

    def _leaves_open(self, at: int) -> bool:
        """Whether an adverb leaves open if something is to be done: "close word and *maybe* excel"."""
        behind = at > 0 and (self.structure[at - 1] == "joint" or self.tokens[at - 1].shape == "mark")
        return self.in_set(at, "leaving_open") and (behind or at == self.size - 1)

    def goes_with(self, start: int, position: int) -> bool:
        """Whether what begins at a token is joined to what is only intended: "one day I will tidy up, and then"."""
        joined = (word for end, _, _ in self.at(position, "joint") for word in range(position, end))
        coordinated = any(self.in_set(word, "coordinating") for word in (position, *joined))
        return coordinated and any(self.in_set(word, "intending") for word in range(start, position))

    def begins_clause(self, position: int) -> bool:
        """Whether a command or a question may begin at a token."""
        if position >= self.size:
            return False
        automaton = self.grammar.automaton
        phrase = not self.hits[position].keys().isdisjoint(CLAUSES)
        return phrase or any(automaton.labels[state] or automaton.slots[state] for state in self._led_to(position))

    def opens_aside(self, position: int) -> bool:
        """Whether a token is a word behind what opens an aside: "*as* discussed take …", also behind a joint."""
        led = self.ending(position, "aside_lead") if self.tokens[position].shape == "word" else ()
        return any(not cost and (begin == 0 or self.ending(begin, "joint")) for begin, cost, _ in led)

    def begins_sentence(self, position: int) -> bool:
        """Whether a whole sentence of a domain begins at a token, one without slots."""
        return any(self.grammar.automaton.labels[state] for state in self._led_to(position))

    def _led_to(self, position: int) -> Iterator[int]:
        """The states of sentences of domains that words from a token on lead to, and not an article alone."""
        arcs, stack = self.grammar.automaton.arcs, [(FIXED, position)]
        said = self.skip(position, "determiner")
        while stack:
            state, at = stack.pop()
            if at > said:
                yield state
            if at < self.size:
                stack.extend((arcs[state][word], at + 1) for word, _ in self._candidates[at] if word in arcs[state])

    def _beginnings(self) -> dict[str, list[int]]:
        """The tokens at which phrases of each category begin."""
        found: dict[str, list[int]] = {}
        for position, hits in enumerate(self.hits):
            for category in hits:
                found.setdefault(category, []).append(position)
        return found


def lattice_of(
    grammar: Grammar, text: str, known: KnownNames | None = None, tokens: Sequence[Token] | None = None
) -> Lattice:
    """The tokens of an utterance with what may begin at each; no tokens where the utterance is too long."""
    tokens = tokens_of(grammar, text) if tokens is None else tokens
    return Lattice(grammar, text, tokens if len(tokens) <= MAX_TOKENS else [], known or KnownNames())


def tokens_of(grammar: Grammar, text: str) -> list[Token]:
    """The tokens of a text in the words of a language."""
    words = grammar.words
    return tokenize(
        text, hesitations=words["hesitation"], stammered=words["stammered"], titles=words["honorific"],
        spoken=grammar.spoken, extensions=words["extension"], structure=words["unjoined"], hosts=words["dictated_host"],
        confirming=words["confirming"], numbers=words["cardinal"], nouns=words["file_noun"], dividers=words["divider"],
    )  # fmt: skip


def _standing_out(tokens: Sequence[Token]) -> list[bool]:
    """Which words have a capital that neither the start of a sentence nor the writer's habit explains."""
    inside = [token.text for before, token in pairwise(tokens) if token.shape == "word" and before.shape != "mark"]
    capitals = [text[0].isupper() for text in inside if text[0].isalpha()]
    habit = sum(capitals) > MOSTLY * len(capitals)
    return [
        token.text[0].isupper()
        and not habit
        and token.shape == "word"
        and token.text[1:].islower()
        and at > 0
        and tokens[at - 1].shape != "mark"
        for at, token in enumerate(tokens)
    ]
