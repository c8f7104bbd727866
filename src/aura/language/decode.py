"""The cheapest readings of an utterance as a sequence of clauses.

A chart runs over the tokens from left to right. A state is (frame, how its verb was given, which parts are filled);
parts come in any order, so the set of filled ones is all that must be remembered.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from aura.language.chart import (
    BEAM,
    INHERITED,
    NO_VERB,
    VERB,
    WEAK,
    Chart,
    Ended,
    FixedRead,
    Node,
    Opened,
    PartRead,
    Passed,
    State,
    VerbRead,
)  # fmt: skip
from aura.language.fit import BIT, CONTENTS, IN, PLURAL_BLANK, TEXTS, THEME, Course, Fit, Offer, theme_cost, things_of
from aura.language.grammar import Frame, Grammar
from aura.language.lattice import KnownNames, Lattice
from aura.language.parts import Part, Reading, Thing
from aura.language.phrases import Phrases
from aura.language.tokens import MAX_TOKENS, tokenize
from aura.language.trace import TOPIC_FRAME, reading_of

READINGS = 6
NEAR = 8.0

FILLER = 2.0
OPENING_LATE = 4.0
AFTER_TEXT = 6.0
COMMA = 3.0
STOP_AT_START, STOP_LATER = 6.0, 9.0
JOINT = {"firm": 2.0, "sequence": 2.0, "loose": 4.0}
NO_JOINT = 9.0
CLAUSE_STARTS = frozenset(("verb", "intent", "filler", "in", "from"))
JOINT_AT_END = 6.0
INHERIT = 3.0
HOLDING = 2.0
ONLY_MENTION = 14.0
TOPIC = 5.0
LATE_VERB = 3.0
RESUMED = 2.0
VERB_STANDS_OUT = 6.0
UNJOINED_ECHO = 8.0

Slots = tuple[tuple[str, str], ...]


class Decoder:
    """Decodes one utterance; `read()` gives the readings, cheapest first."""

    def __init__(self, grammar: Grammar, lattice: Lattice) -> None:
        self.grammar = grammar
        self.lattice = lattice
        self.phrases = Phrases(lattice)
        self.size = lattice.size
        self.fit = _fit_of(grammar)
        self.chart = Chart(self.size)
        self.finished: list[Node] = []
        self._menus: dict[tuple[int, str, int], list[Course]] = {}

    def read(self) -> list[Reading]:
        """The readings within reach of the cheapest, each with its clauses."""
        self.chart.push(0, State("", NO_VERB, 0, False), Node(0.0, None, None, 0))
        for position in range(self.size + 1):
            for state, node in self.chart.pending(position):
                self._extend(position, state, node)
        self.finished.sort(key=lambda node: node.cost)
        near = [node for node in self.finished if node.cost <= self.finished[0].cost + NEAR]
        return [reading_of(node) for node in near[:READINGS]]

    def unread(self) -> str:
        """The words from the start of the clause at which every reading ended."""
        rows = self.chart.rows
        starts = [at for at in range(self.size) if any(not s.frame and not s.filled for s in rows[at])]
        return self.lattice.text_of(max(starts, default=0), self.size) if self.size else ""

    def _extend(self, position: int, state: State, node: Node) -> None:
        fixed = state.frame.startswith("#")
        if not state.verb and state.filled & ~PLURAL_BLANK == THEME:
            self._verbless(position, state, node)
        if state.verb:
            missing = 0.0 if fixed else self.fit.missing(state, position == self.size)
            if missing is not None:
                self._close(position, state, node, missing)
        if position == self.size:
            return
        self._pass_over(position, state, node)
        if fixed:
            return
        if not state.verb:
            self._topic(position, state, node)
            self._verbs(position, state, node)
            if not state.filled:
                self._intents(position, state, node)
        self._parts(position, state, node)

    # -- ends of clauses

    def _close(self, position: int, state: State, node: Node, missing: float) -> None:
        frame = self.grammar.frames.get(state.frame)
        mention = frame is not None and not frame.goal
        if position == self.size:
            bare = UNJOINED_ECHO if not state.filled and missing and self._unjoined(node) else 0.0
            self.finished.append(node.then(Ended(state.frame), missing + bare + (ONLY_MENTION if mention else 0.0)))
            return
        if frame is not None and frame.contrast and self.lattice.class_name(position) == "joint":
            return
        for end, price in self._joints(position, frame):
            if end == self.size:
                self.chart.push(end, state, node.then(None, JOINT_AT_END))
            else:
                self._open(end, state, node, missing + price, end > position)
        if frame is not None and frame.theme == "new":
            self._hold(position, state, node)

    def _unjoined(self, node: Node) -> bool:
        """Whether nothing stands between the last clause and the one before it."""
        seen: Node | None = node
        while seen is not None and not isinstance(seen.event, Opened):
            seen = seen.parent
        begin = seen.event.end if seen is not None and isinstance(seen.event, Opened) else 0
        return begin > 0 and self.lattice.tokens[begin - 1].shape != "mark" and not self._joint_ends(begin)

    def _joint_ends(self, position: int) -> bool:
        return self.lattice.class_name(position - 1) == "joint"

    def _joints(self, position: int, frame: Frame | None) -> list[tuple[int, float]]:
        """Where the next clause may begin; without a joint only after a frame, not after a fixed phrase."""
        found = [(end, JOINT[strength] + more) for end, more, strength in self.lattice.at(position, "joint")]
        if found or frame is None or CLAUSE_STARTS.isdisjoint(self.lattice.hits[position]):
            return found
        return [(position, NO_JOINT)]

    def _open(self, position: int, state: State, node: Node, cost: float, joined: bool) -> None:
        event = Opened(state.frame, position, position, False)
        fresh = node.then(event, cost, event)
        self.chart.push(position, State("", NO_VERB, 0, True), fresh)
        frame = self.grammar.frames.get(state.frame)
        if frame is not None and frame.goal and () not in frame.needs and joined:
            carried = State(state.frame, INHERITED, 0, True)
            self.chart.push(position, carried, fresh._replace(cost=fresh.cost + INHERIT))

    def _hold(self, position: int, state: State, node: Node) -> None:
        """ "a folder X with a file Y in it": the next clause says what the thing holds."""
        for end, more, _ in self.lattice.at(position, "holding"):
            if end < self.size:
                event = Opened(state.frame, position, end, True)
                held = State(state.frame, INHERITED, 0, True)
                self.chart.push(end, held, node.then(event, more + HOLDING, event))

    # -- words that say nothing

    def _pass_over(self, position: int, state: State, node: Node) -> None:
        fresh = not state.frame and not state.filled
        lattice = self.lattice
        after_text = 0.0 if lattice.in_set(position, "polite") or not _after_text(node) else AFTER_TEXT
        for end, more, where in lattice.at(position, "filler"):
            if where == "start" and not fresh:
                continue
            late = OPENING_LATE if where == "opening" and not fresh else 0.0
            event = Passed("filler", position, end)
            self.chart.push(end, state, node.then(event, FILLER + more + late + after_text))
        if (price := self._mark_price(position, fresh)) is not None:
            self.chart.push(position + 1, state, node.then(Passed("mark", position, position + 1), price))
        led = not state.verb and state.filled == IN
        if (fresh or led) and lattice.tokens[position].shape == "word":
            for end, more, _ in lattice.at(position, "joint"):
                self.chart.push(end, state, node.then(Passed("joint", position, end), more + COMMA))
        for end, cost in self.phrases.texts.remarks(position, fresh):
            self.chart.push(end, state, node.then(Passed("remark", position, end), cost))

    def _mark_price(self, position: int, fresh: bool) -> float | None:
        """What it costs to pass over a mark; None for a token that is none, or must be read."""
        if self.lattice.tokens[position].shape != "mark":
            return None
        low = self.lattice.low[position]
        if low == "," or (low == ":" and fresh):
            return COMMA
        if low in (".", "!", "-", "—", "(", ")", "...", ";"):
            return STOP_AT_START if fresh else STOP_LATER
        return None

    def _topic(self, position: int, state: State, node: Node) -> None:
        """ "X, Y and Z: put them in W": things named before any verb."""
        if state.filled != THEME or self.lattice.low[position] not in (":", ",", "."):
            return
        if not isinstance(node.event, PartRead) or position + 1 >= self.size:
            return
        if all(_sure(thing) for thing in things_of(node.event.part)):
            event = Opened(TOPIC_FRAME, position, position + 1, False)
            self.chart.push(position + 1, State("", NO_VERB, 0, True), node.then(event, TOPIC, event))

    # -- verbs and fixed phrases

    def _verbs(self, position: int, state: State, node: Node) -> None:
        for end, cost, value in self.lattice.at(position, "verb"):
            name, _, form = value.partition(" ")
            frame = self.grammar.frames[name]
            if state.filled & ~self.fit.takes[name] or not self._verb_fits(state, node, frame, form):
                continue
            extra = sum(price for category, price in frame.takes.items() if state.filled & BIT[category])
            if form == "active" and state.filled & THEME:
                extra += LATE_VERB
            if self.lattice.stands_out[position]:
                extra += VERB_STANDS_OUT
            after = State(name, WEAK if form == "weak" else VERB, state.filled, state.later)
            self.chart.push(end, after, node.then(VerbRead(name, position, end), cost + extra, name))

    @staticmethod
    def _verb_fits(state: State, node: Node, frame: Frame, form: str) -> bool:
        """Whether a verb in this form may follow what was said before it."""
        if not state.filled & THEME:
            return form != "after" or bool(state.filled & CONTENTS)
        if form == "weak" or (form == "active" and not frame.goal):
            return False
        theme = _last_theme(node)
        if theme is None:
            return True
        if frame.theme == "new" and things_of(theme)[0].definite:
            return False
        return theme_cost(frame, VERB, theme) is not None

    def _verbless(self, position: int, state: State, node: Node) -> None:
        """ "Three folders in documents: a, b and c": something said to be new needs no verb."""
        part = node.event.part if isinstance(node.event, PartRead) else None
        if part is None or part.category != "theme":
            return
        first = things_of(part)[0]
        named_kind = first.kind.startswith(".") and not first.owned
        if not first.kind or not (first.indefinite or first.count or named_kind):
            return
        for name, frame in self.grammar.frames.items():
            if frame.verbless and theme_cost(frame, VERB, part) is not None:
                after = State(name, VERB, state.filled, state.later)
                event = VerbRead(name, position, position)
                self.chart.push(position, after, node.then(event, frame.verbless, name))

    def _intents(self, position: int, state: State, node: Node) -> None:
        for end, cost, number, slots in self._fixed(position):
            intent = self.grammar.intents[number]
            if intent.alone and (state.later or end < self.size):
                continue
            event = FixedRead(number, position, end, slots)
            after = State(f"#{number}", VERB, 0, state.later)
            self.chart.push(end, after, node.then(event, cost + intent.cost, event))

    def _fixed(self, start: int) -> Iterator[tuple[int, float, int, Slots]]:
        """Fixed phrases of the domains from a token, slots filled: (end, cost, number, slots)."""
        lattice = self.lattice
        for end, cost, number in lattice.at(start, "intent"):
            yield end, cost, int(number), ()
        stack: list[tuple[int, int, float, Slots]] = [
            (state, at, cost, ()) for state, at, cost in lattice.open_slots.get(start, ())
        ]
        while stack:
            state, at, cost, slots = stack.pop()
            for symbol, after in lattice.slots_of(state):
                kind, _, slot = symbol.strip("{}").partition(":")
                for end, price in self.phrases.texts.fill(kind, at):
                    filled = (*slots, (slot, lattice.text_of(at, end)))
                    for reached, stop, more, labels in lattice.walk_from(after, end):
                        total = cost + price + more
                        yield from ((stop, total, int(n), filled) for label, n in labels if label == "intent")
                        if lattice.slots_of(reached):
                            stack.append((reached, stop, total, filled))

    # -- parts

    def _parts(self, position: int, state: State, node: Node) -> None:
        chart, floor, filled, cost = self.chart, self.chart.floor, state.filled, node.cost
        for course in self._menu(position, state):
            if filled & course.ruled_out:
                continue
            if course.offers is None:
                course.offers = self._offers(position, state, course.category)
            chart.work += len(course.offers)
            for price, part, adds, requires, forbids, mark in course.offers:
                if filled & requires != requires or filled & forbids or cost + price > floor[part.end] + BEAM:
                    continue
                after = State(state.frame, state.verb, filled | adds, state.later)
                chart.push(part.end, after, node.then(PartRead(part), price, (part.start, part.category, mark)))
        if filled & THEME and isinstance(node.event, VerbRead):
            self._resume(position, state, node)

    def _menu(self, position: int, state: State) -> list[Course]:
        """The courses that a clause of a frame may choose from at a token."""
        key = (position, state.frame, state.verb)
        menu = self._menus.get(key)
        if menu is None:
            beginning = self.phrases.beginning(position)
            takes = self.fit.choices[state.frame]
            menu = [Course(category, ruled_out) for category, ruled_out in takes if category in beginning]
            self._menus[key] = menu
        return menu

    def _offers(self, position: int, state: State, category: str) -> list[Offer]:
        """What a clause may take of a category at a token; made when it is first wanted."""
        frame = self.grammar.frames[state.frame] if state.frame else None
        return self.fit.offers(frame, state.verb, category, self.phrases.at(position, category))

    def _resume(self, position: int, state: State, node: Node) -> None:
        """ "X, move it to Y": right after the verb a pronoun takes up what was said before the verb."""
        for end, cost, _ in self.lattice.at(position, "it"):
            self.chart.push(end, state, node.then(Passed("resumed", position, end), cost + RESUMED))


def _after_text(node: Node) -> bool:
    """Whether the last thing read was free text."""
    if not isinstance(node.event, PartRead):
        return False
    return bool(BIT[node.event.part.category] & TEXTS)


def _last_theme(node: Node) -> Part | None:
    """The theme of the clause that is being read."""
    seen: Node | None = node
    while seen is not None and not isinstance(seen.event, Opened):
        if isinstance(seen.event, PartRead) and seen.event.part.category == "theme":
            return seen.event.part
        seen = seen.parent
    return None


def _sure(thing: Thing) -> bool:
    """Whether a thing can be nothing else: a pattern, or a name by its shape."""
    return thing.form == "pattern" or (thing.name is not None and thing.name.shape != "words")


_FITS: dict[int, tuple[Grammar, Fit]] = {}


def _fit_of(grammar: Grammar) -> Fit:
    """The rules of a grammar, made once for each grammar that is in use."""
    kept = _FITS.get(id(grammar))
    if kept is None or kept[0] is not grammar:
        _FITS.clear()
        kept = _FITS[id(grammar)] = (grammar, Fit(grammar))
    return kept[1]


class Decoded(NamedTuple):
    """The readings of an utterance and the tokens they speak of; `furthest` is what no clause could read."""

    readings: list[Reading]
    lattice: Lattice
    furthest: str = ""


def decode(grammar: Grammar, text: str, known: KnownNames | None = None) -> Decoded:
    """Read an utterance; no readings where the grammar has none or the utterance is too long."""
    tokens = tokenize(
        text,
        hesitations=grammar.words["hesitation"],
        spoken=grammar.spoken,
        extensions=grammar.words["extension"],
        structure=grammar.words["unjoined"],
    )
    if len(tokens) > MAX_TOKENS:
        tokens = []
    lattice = Lattice(grammar, text, tokens, known or KnownNames())
    if not tokens:
        return Decoded([], lattice)
    decoder = Decoder(grammar, lattice)
    readings = decoder.read()
    return Decoded(readings, lattice, "" if readings else decoder.unread())
