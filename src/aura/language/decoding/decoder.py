"""The search for the cheapest readings of an utterance as a sequence of clauses.

A chart goes on from its cheapest state until no reading that is left could be near. A state is (frame, how its verb was
given, which parts are filled); parts come in any order, so the set of filled ones is all that must be remembered.
"""

from __future__ import annotations

from collections.abc import Iterable

from aura.language.asides.background import LEAST_ASIDE
from aura.language.asides.remarks import LEAST_REMARK
from aura.language.decoding.chart import ALL, BACKGROUND, BEAM, PARTS, REMARKS, STRANGERS, Chart
from aura.language.decoding.fit import (
    FREE_TEXT,
    IN,
    SHAPES,
    THEME,
    TOLD,
    WISHED,
    early_theme,
    fit_of,
    is_sure,
    things_of,
    verb_fits,
)
from aura.language.decoding.joining import goes_on_in_words, is_program, may_be_told, whole_joints
from aura.language.decoding.menu import Menu
from aura.language.decoding.passing import Passing
from aura.language.decoding.phrases import NAMED_LIKE_A_VERB, Phrases
from aura.language.decoding.questions import Questions
from aura.language.decoding.said import (
    ANOTHER,
    BEHIND,
    FORBIDDEN,
    LED_TO,
    READING,
    SENTENCE,
    THE_SAME,
    Said,
    topic_frames,
)  # fmt: skip
from aura.language.decoding.standing import (
    A_NAME,
    A_STRANGER,
    A_TEXT,
    A_THEME,
    A_VERB,
    FIRST,
    FOLLOWING,
    INHERITED,
    LATER,
    NO_VERB,
    OTHER,
    VERB,
    WEAK,
    Ended,
    FixedRead,
    Node,
    Opened,
    Passed,
    Standing,
    State,
    VerbRead,
)  # fmt: skip
from aura.language.decoding.trace import TOPIC_FRAME
from aura.language.grammar.grammar import FIXED, LOADED, Frame, Grammar
from aura.language.slots.parts import BIT
from aura.language.slots.sentences import DEAREST, FREELY, LEAST_FREE, Filled
from aura.language.slots.topics import ALREADY
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.values import Values

READINGS, NEAR, UNTIMELY, CLOSE = 6, 5.0, 24.0, 3.0
CHEAPLY, STRETCH = LEAST_FREE - 0.01, 1.6
JOINT = {"firm": 2.0, "sequence": 2.0, "loose": 4.0}
NO_JOINT, NO_JOINT_OF_SENTENCES = 11.0, 7.0
JOINT_AT_END, INHERIT, HOLDING = 6.0, 3.0, 2.0
ONLY_MENTION = 14.0
RATHER_ACT = 1e-6
TOPIC, AFTER_NAME = 5.0, 6.0
LATE_VERB, RESUMED, VERB_STANDS_OUT = 3.0, 2.0, 6.0
UNJOINED_ECHO, TAKEN_BACK = 8.0, 7.0

BEGINNING = State("", NO_VERB, 0, FIRST)
ASIDE_FIRST, TOLD_FIRST = (State(frame, NO_VERB, 0, FIRST) for frame in (READING, LED_TO))


class Decoder:
    """Decodes one utterance; `read()` gives the histories of its readings `near` the cheapest, cheapest first."""

    def __init__(
        self, grammar: Grammar, lattice: Lattice, values: Values, *, fixed: bool = False, near: float = NEAR
    ) -> None:
        self.grammar = grammar
        self.lattice, self.fixed = lattice, fixed
        self.phrases = Phrases(lattice, values)
        self.size = lattice.size
        self.fit = fit_of(grammar)
        self.chart, self.near = Chart(self.size, near), near
        self.passing = Passing(self.phrases)
        self.menu = Menu(self.fit, self.phrases)
        self.questions = Questions(self.phrases)
        self.said = Said(grammar)
        self._topics = topic_frames(grammar)

    def read(self) -> list[Node]:
        """The histories of the readings within reach of the cheapest."""
        self.chart.begin(BEGINNING)
        for standing, what in self.chart.cheapest_first():
            if what == PARTS:
                self._parts(standing, dear=True)
            elif what == STRANGERS:
                self._pass_strange(standing)
            elif what == ALL:
                self._extend(standing)
            elif what == BACKGROUND:
                self._set_aside(standing, self.phrases.background.at(0), ASIDE_FIRST)
            elif what == REMARKS:
                for end, price, bounded in self.phrases.remarks.before():
                    self._set_aside(standing, ((end, price),), BEGINNING if bounded else TOLD_FIRST)
            else:
                self._dear_sentences(standing, what)
        return self.chart.readings()[:READINGS]

    def _extend(self, standing: Standing) -> None:
        position, state = standing.position, standing.state
        fixed = state.frame.startswith(SENTENCE)
        missing: float | None = None
        if state.last == A_THEME and state.filled & ~SHAPES == THEME:
            self._verbless(standing)
        if state.verb:
            missing = 0.0 if fixed else self.fit.missing(state, position == self.size)
            if missing is not None:
                self._close(standing, missing)
        if position == self.size:
            return
        if state.last == A_STRANGER:
            self._sentences(standing, LOADED, CHEAPLY)
            if self.passing.strangers.addressed(position):
                self._verbs(standing)
            return
        self._pass_over(standing)
        if fixed:
            intent = self.said.intent(state)
            if intent.loaded:
                self.chart.postpone(standing, self.passing.strangers.least, STRANGERS)
            if intent.reads:
                self._set_aside(standing, self.phrases.background.at(position), state)
            elif not (intent.alone or intent.loaded):
                self._set_aside(standing, self.phrases.remarks.behind(position, True), state)
            return
        if missing == 0.0 and not state.filled & FREE_TEXT and self.grammar.frames[state.frame].goal:
            self._set_aside(standing, self.phrases.remarks.behind(position, False), state.said_no_more())
        if not (state.frame or state.filled) or (missing == 0.0 and self.passing.bounded(position)):
            self.chart.postpone(standing, self.passing.strangers.least, STRANGERS)
        if not position and state == BEGINNING:
            self.chart.postpone(standing, LEAST_ASIDE, BACKGROUND)
            self.chart.postpone(standing, LEAST_REMARK, REMARKS)
        if not state.verb and not state.filled:
            for filled in self.phrases.topics.at(position, ALREADY if state.frame == ANOTHER else ""):
                self._say(standing, filled)
            if state.frame != ANOTHER:
                self._sentences(standing, FIXED, FREELY)
            if not state.frame:
                self._forbid(standing)
        if state.frame in (READING, ANOTHER, FORBIDDEN, LED_TO) or state.frame.startswith(BEHIND):
            return
        if not state.verb:
            self._topic(standing)
            self._verbs(standing)
            if not state.filled:
                self._sentences(standing, LOADED, CHEAPLY)
        self._parts(standing, dear=False)
        if self.menu.has_dear(position, state):
            self.chart.postpone(standing, NAMED_LIKE_A_VERB, PARTS)

    # -- ends of clauses

    def _close(self, standing: Standing, missing: float) -> None:
        position, state = standing.position, standing.state
        frame = self.grammar.frames.get(state.frame)
        mention = frame is not None and not frame.goal
        if position == self.size:
            bare = UNJOINED_ECHO if not state.filled and missing and state.turn == FOLLOWING else 0.0
            self.chart.finish(standing, Ended(state.frame), missing + bare + (ONLY_MENTION if mention else 0.0))
            return
        if frame is not None and frame.contrast and self.lattice.class_name(position) == "joint":
            return
        if mention and (self.lattice.in_set(position - 1, "reporting") or not may_be_told(standing, self.lattice)):
            return  # What is named behind a command is not only told of.
        missing += RATHER_ACT if mention else 0.0
        anew = tuple(self.passing.taken_back(position))
        for end in anew:
            self._open(end, standing, missing + TAKEN_BACK, taken_back=True)
        for end, price in () if anew else self._joints(standing, frame):
            if end < self.size:
                self._open(end, standing, missing + price)
            else:
                self.chart.push(end, state, standing, None, JOINT_AT_END)
        if state.frame in self._topics:
            self._ask_on(standing)
        if frame is not None and frame.is_new:
            self._hold(standing)

    def _joints(self, standing: Standing, frame: Frame | None) -> list[tuple[int, float]]:
        """Where the next clause may begin; without a joint not after a text, nor after a sentence with values."""
        position = standing.position
        found = [(end, JOINT[strength] + more) for end, more, strength in self.lattice.at(position, "joint")]
        found = whole_joints(found, self.lattice) if len(found) > 1 else found
        if found and goes_on_in_words(standing, self.phrases.slotted):
            return []
        if found or (frame is None and not self.said.goes_on(standing, self.phrases.slotted)):
            return found
        may_start = frame is None or self.passing.clause_may_start(position, told=not frame.goal)
        price = NO_JOINT if frame is not None else NO_JOINT_OF_SENTENCES
        return [(position, price)] if may_start and not standing.state.filled & FREE_TEXT else found

    def _open(self, position: int, standing: Standing, price: float, taken_back: bool = False) -> None:
        state, push = standing.state, self.chart.push
        event = Opened(state.frame, standing.position if taken_back else position, position, False, taken_back)
        turn = LATER if taken_back else self._turn(position)
        fresh = READING if self.said.is_alone(state) and not self.questions.ends_before(standing, position) else ""
        push(position, State(fresh, NO_VERB, 0, turn), standing, event, price, event)
        frame = self.grammar.frames.get(state.frame)
        joined = position > standing.position
        if (joined or frame is None) and (led := self.said.leads(standing)) is not None:
            push(position, State(f"{BEHIND}{led}", NO_VERB, 0, turn), standing, event, price, event)
        if frame is not None and frame.goal and () not in frame.needs and joined and not taken_back:
            push(position, State(state.frame, INHERITED, 0, turn), standing, event, price + INHERIT, event)

    def _ask_on(self, standing: Standing) -> None:
        """ "The cpu, the disk or the battery": another topic behind one that was asked about."""
        for end, price in self.phrases.topics.joints(standing.position):
            event = Opened(standing.state.frame, standing.position, end, False)
            self.chart.push(end, State(ANOTHER, NO_VERB, 0, LATER), standing, event, price, event)

    def _turn(self, position: int) -> int:
        """Whether a clause that begins at a token comes after a mark or a joint, or just follows the one before."""
        apart = self.lattice.tokens[position - 1].shape == "mark" or self.lattice.class_name(position - 1) == "joint"
        return LATER if apart else FOLLOWING

    def _hold(self, standing: Standing) -> None:
        """ "a folder X with a file Y in it": the next clause says what the thing holds."""
        position, frame = standing.position, standing.state.frame
        for end, more, _ in self.lattice.at(position, "holding"):
            if end < self.size:
                event = Opened(frame, position, end, True)
                held = State(frame, INHERITED, 0, self._turn(position))
                self.chart.push(end, held, standing, event, more + HOLDING, event)

    # -- words that say nothing

    def _pass_over(self, standing: Standing) -> None:
        position, state = standing.position, standing.state
        led = not state.verb and state.filled in (0, IN)
        after, in_text = state.said_no_more(), state.last == A_TEXT
        for price, price_in_text, event in self.passing.at(position, led and not state.filled, led):
            if state.frame == FORBIDDEN and event.kind == "remark":
                continue  # "I don't want to *lose this page*, so …"
            more = UNTIMELY if event.kind == "time" and self.said.is_loaded(state) else 0.0
            if in_text and event.kind == "time" and standing.is_thanked():
                more -= price_in_text - price
            still = state if in_text and event.kind == "filler" and price == price_in_text else after
            self.chart.push(event.end, still, standing, event, more + (price_in_text if in_text else price))

    def _pass_strange(self, standing: Standing) -> None:
        """Words that nobody knows, before a command or behind it."""
        position, state = standing.position, standing.state
        if state.frame:
            verb = next((event for event in standing.events() if isinstance(event, VerbRead)), None)
            if verb is not None and self.lattice.ends_like(verb.start, "judged"):
                return
            for price, event in self.passing.strangers.after(position, self.said.is_loaded(state)):
                self.chart.push(event.end, state, standing, event, price)
        else:
            for price, event in self.passing.strangers.before(position):
                after = State("", NO_VERB, 0, state.turn, A_STRANGER)
                self.chart.push(event.end, after, standing, event, price)

    def _forbid(self, standing: Standing) -> None:
        """ "Don't": what comes next must not be done."""
        for end, cost in self.passing.forbids(standing.position):
            event = Passed(FORBIDDEN, standing.position, end)
            self.chart.push(end, State(FORBIDDEN, NO_VERB, 0, standing.state.turn), standing, event, cost)

    def _set_aside(self, standing: Standing, told: Iterable[tuple[int, float]], after: State) -> None:
        """What is told before a clause or behind it: background of a question, or what led to a command."""
        for end, price in self.passing.without_orders(standing.position, told):
            self.chart.push(end, after, standing, Passed("remark", standing.position, end), price)

    def _topic(self, standing: Standing) -> None:
        """ "X, Y and Z: put them in W": things named before any verb."""
        position, state = standing.position, standing.state
        if state.filled != THEME or state.last != A_THEME or self.lattice.low[position] not in (":", ",", "."):
            return
        if not may_be_told(standing, self.lattice) and self.lattice.ending(early_theme(standing).start, "joint"):
            return  # "Move a.txt to old, then b.txt, then lock": that goes on with what was ordered.
        if position + 1 < self.size and is_sure(early_theme(standing)):
            event = Opened(TOPIC_FRAME, position, position + 1, False)
            after = State("", NO_VERB, 0, self._turn(position))
            self.chart.push(position + 1, after, standing, event, TOPIC, event)

    # -- verbs and fixed phrases

    def _verbs(self, standing: Standing) -> None:
        position, state = standing.position, standing.state
        for end, cost, value in () if self.fixed else self.lattice.at(position, "verb"):
            name, _, form = value.partition(" ")
            frame = self.grammar.frames[name]
            if state.last == A_STRANGER and (form != "active" or not frame.goal):
                continue
            if state.filled & ~self.fit.takes[name] or not verb_fits(standing, frame, form):
                continue
            if form == WISHED and not self.lattice.ending(early_theme(standing).start, "wish"):
                continue
            if form == TOLD and position:
                continue
            price = cost + sum(price for category, price in frame.takes.items() if state.filled & BIT[category])
            if form == "active" and state.filled & THEME:
                price += LATE_VERB
            if self.lattice.stands_out[position]:
                price += VERB_STANDS_OUT
            last = A_VERB if state.filled & THEME else OTHER
            after = State(name, WEAK if form == "weak" else VERB, state.filled, state.turn, last)
            self.chart.push(end, after, standing, VerbRead(name, position, end, form == "weak"), price, name)

    def _verbless(self, standing: Standing) -> None:
        """ "Three folders in documents: a, b and c": something said to be new needs no verb."""
        position, state = standing.position, standing.state
        theme = early_theme(standing)
        for name, price in () if is_program(things_of(theme)[0], self.lattice) else self.fit.verbless(theme):
            after = State(name, VERB, state.filled, state.turn, A_VERB)
            self.chart.push(position, after, standing, VerbRead(name, position, position), price, name)

    def _sentences(self, standing: Standing, start: int, price: float) -> None:
        """Go on with the sentences from a start of the automaton up to a price; dearer ones wait for their turn."""
        position = standing.position
        search = self.phrases.slotted.sentences(start, position)
        search.go_on(price)
        given = standing.given.get(start, 0)
        for filled in search.found[given:]:
            self._say(standing, filled)
        standing.given[start] = len(search.found)
        if search.least() <= DEAREST:
            self.chart.postpone(standing, search.least(), start)

    def _say(self, standing: Standing, filled: Filled) -> None:
        """Go on with a sentence of a domain, or a topic; behind words that nobody knows only with what reads."""
        end, cost, number, slots, template = filled
        intent, state = self.grammar.intents[number], standing.state
        beside = intent.alone and state.turn == LATER and self.questions.is_beside(standing.position)
        if beside or not self.said.fits(intent, state):
            return
        if self.questions.needs_more(intent, standing.position, end, first=not state.turn):
            return
        begin: int | None = standing.position
        if intent.alone:
            begin = self.questions.begins(standing.position, end, intent.entire and state == ASIDE_FIRST)
        if begin is None:
            return
        untimely = UNTIMELY if intent.loaded and standing.is_timed() else 0.0
        event = FixedRead(number, begin, end, slots, template)
        after = State(f"{SENTENCE}{number}", VERB, 0, state.turn)
        self.chart.push(end, after, standing, event, cost + intent.cost + untimely, event)

    def _dear_sentences(self, standing: Standing, start: int) -> None:
        """Go on with dearer sentences; those of loaded domains only where nothing much cheaper has been read."""
        least = self.phrases.slotted.sentences(start, standing.position).least()
        if start == FIXED or standing.cost + least <= self.chart.limit - self.near + CLOSE:
            self._sentences(standing, start, least + STRETCH * self.near)

    # -- parts

    def _parts(self, standing: Standing, dear: bool) -> None:
        """Go on with every part that a clause may have next; the dear ones wait until it is their turn."""
        chart, floor, cost = self.chart, self.chart.floor, standing.cost
        state = standing.state
        frame, verb, filled, early = state.frame, state.verb, state.filled, state.early
        turn = LATER if state.turn else FIRST
        for choice in self.menu.choices(standing.position, state, dear):
            offers = self.menu.offers(standing.position, state, choice)
            chart.work += len(offers)
            unmarked = AFTER_NAME if state.last == A_NAME and choice.category == "theme" else 0.0
            for offer in offers:
                requires, price, part = offer.requires, offer.cost + unmarked, offer.part
                if filled & requires != requires or filled & offer.forbids or cost + price > floor[part.end] + BEAM:
                    continue
                said = (part.start, offer.number) if offer.kind == A_THEME else early
                after = State(frame, verb, filled | offer.adds, turn, offer.kind, said)
                chart.push(part.end, after, standing, offer, price, (part.start, part.category, offer.number))
        if state.last == A_VERB and not dear:
            self._resume(standing)

    def _resume(self, standing: Standing) -> None:
        """ "X, move it to Y": right after the verb a pronoun takes up what was said before the verb."""
        position, after = standing.position, standing.state.said_no_more()
        for end, cost, means in self.lattice.at(position, "it"):
            if means in THE_SAME:
                self.chart.push(end, after, standing, Passed("resumed", position, end), cost + RESUMED)
