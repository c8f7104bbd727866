"""The cheapest readings of an utterance as a sequence of clauses.

A chart runs over the tokens from left to right. A state is (frame, how its verb was given, which parts are filled);
parts come in any order, so the set of filled ones is all that must be remembered. Per state the few cheapest
histories are kept, and states far behind the best at their token are dropped.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from aura.language.grammar import Frame, Grammar
from aura.language.lattice import KnownNames, Lattice
from aura.language.parts import Clause, Part, Reading, Thing
from aura.language.phrases import EACH, LISTED, STANDING, Phrases
from aura.language.tokens import MAX_TOKENS, tokenize

NO_VERB, VERB, WEAK, INHERITED = 0, 1, 2, 3

HISTORIES = 3
BEAM = 24.0
READINGS = 6
NEAR = 8.0
MOST_WORK = 60_000
FEW_STATES = 6

FILLER = 2.0
OPENING_LATE = 4.0
AFTER_TEXT = 6.0
COMMA = 3.0
STOP_AT_START, STOP_LATER = 6.0, 9.0
JOINT = {"firm": 2.0, "loose": 4.0}
NO_JOINT = 9.0
INHERIT = 3.0
HOLDING = 2.0
ELIDED = 8.0
BEFORE_VERB = {"called": 2.0, "about": 1.0, "theme": 2.0, "from": 0.5, "in": 0.5, "to": 1.0, "file": 1.0, "except": 1.0, "text": 1.0, "content_of": 1.0}
ONLY_MENTION = 14.0
TOPIC = 5.0
BARE_INHERITED = 8.0
INDEFINITE_EXISTING = 10.0
SECOND_PLACE = 4.0
PARTIAL = 10.0
CARRIED = 4.0
ECHO = 6.0
RESUMED = 2.0

CATEGORIES = (
    "theme", "from", "to", "in", "place", "called", "as", "name", "about", "text", "bare_text",
    "content_of", "its_content", "file", "except", "in_too", "end", "sought", "quoted", "says", "replacement", "for_each",
)  # fmt: skip
BIT = {category: 1 << number for number, category in enumerate(CATEGORIES)}
THEME, IN, IN_TOO, PLURAL_BLANK = BIT["theme"], BIT["in"], BIT["in_too"], 1 << 30
TEXTS = BIT["text"] | BIT["bare_text"] | BIT["quoted"]
NEW_NAMES = ("called", "as", "name")
NEW_NAME_BITS = BIT["called"] | BIT["as"] | BIT["name"]
CONTENTS = TEXTS | BIT["content_of"] | BIT["its_content"]
WHERE_TO = BIT["to"] | BIT["place"]


class State(NamedTuple):
    """Where a clause stands: its frame (or none yet), its verb, its filled parts, whether one came before."""

    frame: str
    verb: int
    filled: int
    later: bool


class Node(NamedTuple):
    """One history: its cost, what it came from, what was read, and a digest of the parts it holds."""

    cost: float
    parent: Node | None
    event: tuple[object, ...]
    digest: int


class Decoder:
    """Decodes one utterance; `read()` gives the readings, cheapest first."""

    def __init__(self, grammar: Grammar, lattice: Lattice) -> None:
        self.grammar = grammar
        self.lattice = lattice
        self.phrases = Phrases(lattice)
        self.size = lattice.size
        self.needs = {name: [_mask(need) for need in frame.needs] for name, frame in grammar.frames.items()}
        self.partial = {name: [_mask(need) for need in frame.partial] for name, frame in grammar.frames.items()}
        self.takes = {name: _mask(frame.takes) for name, frame in grammar.frames.items()}
        self.chart: list[dict[State, list[Node]]] = [{} for _ in range(self.size + 1)]
        self.floor = [float("inf")] * (self.size + 1)
        self.finished: list[Node] = []
        self.work = 0

    def read(self) -> list[Reading]:
        """The readings within reach of the cheapest, each with its clauses."""
        start = State("", NO_VERB, 0, False)
        self._push(0, start, Node(0.0, None, (), 0))
        for position in range(self.size + 1):
            self._advance(position)
        self.finished.sort(key=lambda node: node.cost)
        readings: list[Reading] = []
        for node in self.finished:
            if node.cost > self.finished[0].cost + NEAR or len(readings) >= READINGS:
                break
            readings.append(_reading(node))
        return readings

    def unread(self) -> str:
        """The words from the start of the clause at which every reading ended."""
        starts = [at for at in range(self.size) if any(not s.frame and not s.filled for s in self.chart[at])]
        last = max(starts, default=0)
        return self.lattice.text_of(last, self.size) if self.size else ""

    def _push(self, position: int, state: State, node: Node) -> None:
        self.work += 1
        if node.cost > self.floor[position] + BEAM:
            return
        row = self.chart[position]
        histories = row.get(state)
        if histories is None:
            row[state] = [node]
        else:
            for at, other in enumerate(histories):
                if other.digest == node.digest:
                    if node.cost < other.cost:
                        histories[at] = node
                    return
            if len(histories) < HISTORIES:
                histories.append(node)
            else:
                worst = max(range(HISTORIES), key=lambda at: histories[at].cost)
                if node.cost >= histories[worst].cost:
                    return
                histories[worst] = node
        if node.cost < self.floor[position]:
            self.floor[position] = node.cost

    def _advance(self, position: int) -> None:
        """Extend every state at a token; clauses that end here open fresh ones, which are extended too."""
        row = self.chart[position]
        done: set[State] = set()
        while pending := [state for state in row if state not in done]:
            done.update(pending)
            for state, histories in self._affordable(row, pending):
                for node in histories:
                    if node.cost <= self.floor[position] + BEAM:
                        self._extend(position, state, node)

    def _affordable(
        self, row: dict[State, list[Node]], states: list[State]
    ) -> list[tuple[State, list[Node]]]:
        """All histories, or the best of the cheapest states once the work is more than any command needs."""
        if self.work <= MOST_WORK:
            return [(state, list(row[state])) for state in states]
        best = [(state, [min(row[state], key=lambda node: node.cost)]) for state in states]
        return sorted(best, key=lambda entry: entry[1][0].cost)[:FEW_STATES]

    def _extend(self, position: int, state: State, node: Node) -> None:
        if position == self.size and not state.verb and state.filled & THEME:
            self._verbless(position, state, node)
        if state.verb and (elided := self._accepted(state, position)) is not None:
            self._close(position, state, node, elided)
        if position == self.size:
            return
        self._pass_over(position, state, node)
        if state.frame.startswith("#"):
            return
        if not state.verb:
            self._topic(position, state, node)
            self._verbs(position, state, node)
            if state.filled == THEME or state.filled == THEME | PLURAL_BLANK:
                self._verbless(position, state, node)
            if not state.filled:
                self._intents(position, state, node)
        self._parts(position, state, node)

    # -- ends of clauses

    def _carried_over(self, state: State, filled: int, needs: list[int]) -> float | None:
        """ "… and to documents": what was copied or written before goes to another place too."""
        frame = self.grammar.frames[state.frame]
        carried = CONTENTS if "file" in frame.takes else THEME
        whole = any(need & (filled | carried) == need for need in needs)
        goes_on = filled & (BIT["to"] | BIT["file"])
        return CARRIED if whole and goes_on and not filled & carried else None

    def _accepted(self, state: State, position: int) -> float | None:
        """The extra cost at which the clause is whole, or None: 0, or that of an elided "it"."""
        if state.frame.startswith("#"):
            return 0.0
        filled = state.filled & ~PLURAL_BLANK
        needs = self.needs[state.frame]
        if any(need & filled == need for need in needs):
            return 0.0
        if any(need & filled == need for need in self.partial[state.frame]):
            return PARTIAL
        if state.verb == INHERITED:
            return self._carried_over(state, filled, needs)
        if position == self.size and state.later and filled in (0, THEME):
            return ECHO
        elidable = self.grammar.frames[state.frame].theme in ("existing", "file") and state.later
        if elidable and state.verb == VERB and not filled & THEME:
            missing = THEME | BIT["file"]
            if filled & ~missing and any(need & (filled | missing) == need for need in needs):
                return ELIDED
        return None

    def _close(self, position: int, state: State, node: Node, elided: float) -> None:
        cost = node.cost + elided
        frame = self.grammar.frames.get(state.frame)
        mention = frame is not None and not frame.goal
        if position == self.size:
            total = cost + (ONLY_MENTION if mention else 0.0)
            self.finished.append(Node(total, node, ("end", state.frame), node.digest))
            return
        if frame is not None and frame.contrast and self.lattice.class_name(position) == "joint":
            return
        joints = [
            (end, JOINT[strength] + more) for end, more, strength in self.lattice.at(position, "joint")
        ]
        if not joints and frame is not None:
            joints = [(position, NO_JOINT)]
        for end, price in joints:
            if end == self.size:
                self._push(end, state, node._replace(cost=node.cost + 6.0))
                continue
            self._open(end, state, node, cost + price, mention)
        if frame is not None and frame.theme == "new":
            for end, more, _ in self.lattice.at(position, "holding"):
                if end < self.size:
                    event = ("clause", state.frame, position, end, True)
                    held = Node(cost + more + HOLDING, node, event, hash((node.digest, event)))
                    self._push(end, State(state.frame, INHERITED, 0, True), held)

    def _open(self, end: int, state: State, node: Node, cost: float, mention: bool) -> None:
        event = ("clause", state.frame, end, end, False)
        digest = hash((node.digest, event))
        self._push(end, State("", NO_VERB, 0, True), Node(cost, node, event, digest))
        inheritable = not mention and state.frame in self.needs and () not in self.grammar.frames[state.frame].needs
        if inheritable:
            carried = State(state.frame, INHERITED, 0, True)
            self._push(end, carried, Node(cost + INHERIT, node, event, digest))

    # -- words that say nothing

    def _pass_over(self, position: int, state: State, node: Node) -> None:
        fresh = not state.frame and not state.filled
        lattice = self.lattice
        after_text = self._after_text(node) and not lattice.in_set(position, "polite")
        for end, more, where in lattice.at(position, "filler"):
            late = OPENING_LATE if where == "opening" and not fresh else 0.0
            cost = node.cost + FILLER + more + late + (AFTER_TEXT if after_text else 0.0)
            self._push(end, state, node._replace(cost=cost, parent=node, event=("filler", position, end)))
        low = lattice.low[position] if lattice.tokens[position].shape == "mark" else ""
        if low in (",", ":") and (fresh or low == ","):
            self._skip(position, state, node, COMMA)
        elif low in (".", "!", "-", "—", "(", ")", "...", ";"):
            self._skip(position, state, node, STOP_AT_START if fresh else STOP_LATER)
        if fresh:
            for end, more, _ in lattice.at(position, "joint"):
                if end > position and lattice.tokens[position].shape == "word":
                    self._push(end, state, node._replace(cost=node.cost + more + COMMA, parent=node, event=()))
        for end, cost in self.phrases.texts.remarks(position, fresh):
            event = ("remark", position, end)
            self._push(end, state, node._replace(cost=node.cost + cost, parent=node, event=event))

    def _skip(self, position: int, state: State, node: Node, cost: float) -> None:
        self._push(position + 1, state, node._replace(cost=node.cost + cost, parent=node, event=()))

    @staticmethod
    def _after_text(node: Node) -> bool:
        """Whether the last thing read was free text of several words."""
        if not node.event or node.event[0] != "part":
            return False
        part = node.event[1]
        assert isinstance(part, Part)
        return bool(BIT[part.category] & TEXTS) and part.end - part.start > 2

    def _topic(self, position: int, state: State, node: Node) -> None:
        """ "X, Y and Z: put them in W": things named before any verb."""
        if state.filled != THEME or self.lattice.low[position] not in (":", ",", "."):
            return
        if not node.event or node.event[0] != "part" or position + 1 >= self.size:
            return
        part = node.event[1]
        assert isinstance(part, Part)
        if all(_sure(thing) for thing in _things(part)):
            event = ("clause", "mention", position, position + 1, False)
            cost = node.cost + TOPIC
            self._push(
                position + 1, State("", NO_VERB, 0, True), Node(cost, node, event, hash((node.digest, event)))
            )

    # -- verbs and fixed phrases

    def _verbs(self, position: int, state: State, node: Node) -> None:
        for end, cost, value in self.lattice.at(position, "verb"):
            name, _, form = value.partition(" ")
            if state.filled & ~self.takes[name] & ~PLURAL_BLANK:
                continue
            if form == "after" and not state.filled & (THEME | CONTENTS):
                continue
            if form == "weak" and state.filled & THEME:
                continue
            frame = self.grammar.frames[name]
            if not frame.goal and form == "active" and state.filled & THEME:
                continue
            extra = sum(price for category, price in frame.takes.items() if state.filled & BIT[category])
            if form == "active" and state.filled & THEME:
                extra += 3.0
            if state.filled & THEME and not self._early_theme_fits(node, frame):
                continue
            event = ("verb", name, position, end)
            after = State(name, WEAK if form == "weak" else VERB, state.filled, state.later)
            self._push(end, after, Node(node.cost + cost + extra, node, event, hash((node.digest, name))))

    def _verbless(self, position: int, state: State, node: Node) -> None:
        """ "Three folders in documents: a, b and c": something said to be new needs no verb."""
        part = node.event[1] if node.event and node.event[0] == "part" else None
        if not isinstance(part, Part) or part.category != "theme":
            return
        first = _things(part)[0]
        named_kind = first.kind.startswith(".") and not first.owned
        if not first.kind or not (first.indefinite or first.count or named_kind):
            return
        for name, frame in self.grammar.frames.items():
            if frame.verbless and _theme_cost(frame, VERB, part, 0) is not None:
                event = ("verb", name, position, position)
                after = State(name, VERB, state.filled, state.later)
                total = node.cost + frame.verbless
                self._push(position, after, Node(total, node, event, hash((node.digest, name))))

    @staticmethod
    def _early_theme_fits(node: Node, frame: Frame) -> bool:
        """Whether a theme said before the verb may be one of this frame's."""
        seen: Node | None = node
        while seen is not None:
            if seen.event and seen.event[0] == "part":
                part = seen.event[1]
                assert isinstance(part, Part)
                if part.category == "theme":
                    definite = frame.theme == "new" and _things(part)[0].definite
                    return not definite and _theme_cost(frame, VERB, part, 0) is not None
            if seen.event and seen.event[0] == "clause":
                return True
            seen = seen.parent
        return True

    def _intents(self, position: int, state: State, node: Node) -> None:
        for end, cost, number, slots in self._fixed(position):
            name = f"#{number}"
            intent = self.grammar.intents[int(number)]
            if intent.alone and (state.later or end < self.size):
                continue
            price = intent.cost
            event = ("intent", name, position, end, slots)
            after = State(name, VERB, 0, state.later)
            self._push(end, after, Node(node.cost + cost + price, node, event, hash((node.digest, event))))

    def _fixed(self, start: int) -> Iterator[tuple[int, float, str, tuple[tuple[str, str], ...]]]:
        """Fixed phrases of the domains from a token, slots filled: (end, cost, number, slots)."""
        for end, cost, number in self.lattice.at(start, "intent"):
            yield end, cost, number, ()
        stack = [
            (state, at, cost, ())
            for state, at, cost in self.lattice.open_slots.get(start, ())
        ]  # type: list[tuple[int, int, float, tuple[tuple[str, str], ...]]]
        while stack:
            state, at, cost, slots = stack.pop()
            for symbol, after in self.lattice.slots_of(state):
                kind, _, slot = symbol.strip("{}").partition(":")
                for end, price in self.phrases.texts.fill(kind, at):
                    filled = (*slots, (slot, self.lattice.text_of(at, end)))
                    for reached, stop, more, labels in self.lattice.walk_from(after, end):
                        total = cost + price + more
                        yield from ((stop, total, value, filled) for label, value in labels if label == "intent")
                        if self.lattice.slots_of(reached):
                            stack.append((reached, stop, total, filled))

    # -- parts

    def _parts(self, position: int, state: State, node: Node) -> None:
        frame = self.grammar.frames[state.frame] if state.frame else None
        parts = self.phrases.at(position)
        self.work += len(parts)
        for cost, part in parts:
            bit, category = BIT[part.category], part.category
            if frame is None:
                price = BEFORE_VERB.get(category)
                if price is None or (category == "text" and not self._quoted(part)):
                    continue
            else:
                found = frame.takes.get(category)
                if found is None:
                    continue
                price = found
            if state.filled & bit:
                if category == "theme" and self._resumes(node, part):
                    self._push(part.end, state, node._replace(cost=node.cost + cost + RESUMED, parent=node, event=()))
                if category != "in" or state.filled & (IN_TOO | WHERE_TO):
                    continue
                bit, price = IN_TOO, price + SECOND_PLACE
                part = Part("in_too", part.value, part.start, part.end)
            more = self._fits(frame, state, part)
            if more is None:
                continue
            if category == "theme" and _things(part)[0].form == "blank" and _things(part)[0].plural:
                bit |= PLURAL_BLANK
            after = State(state.frame, state.verb, state.filled | bit, state.later)
            event = ("part", part)
            total = node.cost + cost + price + more
            if total <= self.floor[part.end] + BEAM:
                self._push(part.end, after, Node(total, node, event, hash((node.digest, part))))

    @staticmethod
    def _resumes(node: Node, part: Part) -> bool:
        """ "X, move it to Y": right after the verb a pronoun takes up what was said before the verb."""
        first = _things(part)[0]
        return bool(node.event) and node.event[0] == "verb" and first.form == "pronoun"

    def _quoted(self, part: Part) -> bool:
        return self.lattice.tokens[part.end - 1].shape == "quoted"

    def _fits(self, frame: Frame | None, state: State, part: Part) -> float | None:
        """What it costs a frame to take a part where the clause stands; None where it cannot."""
        category = part.category
        if category == "theme":
            return 0.0 if frame is None else _theme_cost(frame, state.verb, part, state.filled)
        if BIT[category] & CONTENTS and state.filled & CONTENTS:
            return None
        if category in NEW_NAMES and state.filled & NEW_NAME_BITS:
            return None
        if category == "about" and state.filled & BIT["called"] or category == "called" and state.filled & BIT["about"]:
            return 6.0 if part.marker != LISTED else None
        if category == "for_each":
            return 0.0 if state.filled & BIT["called"] else None
        if category == "called" and part.marker == LISTED and frame is None:
            return 4.0 if not state.filled and len(part.value or ()) > 1 else None  # type: ignore[arg-type]
        several = isinstance(part.value, tuple) and (part.marker == LISTED or len(part.value) > 1)
        if category in ("called", "about") and several and part.marker != EACH:
            return 0.0 if state.filled & PLURAL_BLANK else None
        if part.marker == STANDING:
            return 0.0 if frame is not None and frame.theme == "folder" else None
        if category == "in" and part.marker and frame is not None and not self._takes_into(frame):
            return None
        if category == "file" and (state.filled & THEME or (part.marker and frame is not None and "end" not in frame.takes)):
            return None
        if category == "bare_text" and state.filled & THEME:
            return None
        if category in ("text", "content_of", "its_content") and frame is not None and frame.theme == "new":
            return 0.0 if state.filled & THEME else None
        if category == "as" and frame is not None and "to" in frame.takes:
            return self._file_name(part)
        if category in ("as", "name") and not state.filled & THEME:
            return None
        if category == "place" and frame is not None and frame.theme == "existing" and not state.filled & THEME:
            return None if "to" in frame.takes else 0.0
        if category == "about" and not state.filled & THEME:
            return None
        return 0.0

    @staticmethod
    def _takes_into(frame: Frame) -> bool:
        """Whether something can go into a place: made there, moved there, written there."""
        return frame.theme == "new" or "to" in frame.takes or "file" in frame.takes

    @staticmethod
    def _file_name(part: Part) -> float | None:
        """ "to b.txt": only what shows that it is a file's name is a new name and not a place."""
        name = part.value[0] if isinstance(part.value, tuple) else None
        return 0.0 if name is not None and not isinstance(name, Thing) and getattr(name, "like_file", False) else None


def _theme_cost(frame: Frame, verb: int, part: Part, filled: int) -> float | None:
    things = _things(part)
    first = things[0]
    if frame.theme == "new":
        if any(thing.form in ("pronoun", "pattern") or thing.owned for thing in things):
            return None
        new = first.indefinite or first.plural or (first.form == "blank" and first.kind not in ("folder", "file"))
        if verb == WEAK and not new:
            return None
        bare = first.form == "name" and not first.kind and not first.plural
        if verb == INHERITED and bare and first.name is not None and first.name.shape == "words":
            return BARE_INHERITED
        return 0.0
    if first.form == "blank":
        if first.kind == "same":
            return None
        inherited = INDEFINITE_EXISTING if verb == INHERITED else 0.0
        return inherited + (INDEFINITE_EXISTING if first.indefinite else 0.0)
    if frame.theme == "file":
        if first.form == "pattern" or filled & BIT["file"] or (len(things) > 1 and filled & CONTENTS):
            return None
        if "file" in frame.takes and first.form == "name" and first.name is not None and not first.kind:
            if not first.name.like_file and first.name.shape != "quoted":
                return None
        bare = first.name is not None and first.name.shape == "words" and not first.kind
        return 4.0 if bare else 0.0
    return 0.0


def _things(part: Part) -> tuple[Thing, ...]:
    value = part.value
    assert isinstance(value, tuple)
    return tuple(thing for thing in value if isinstance(thing, Thing))


def _sure(thing: Thing) -> bool:
    """Whether a thing can be nothing else: a pattern, or a name by its shape."""
    return thing.form == "pattern" or (thing.name is not None and thing.name.shape != "words")


def _mask(categories: object) -> int:
    mask = 0
    for category in categories:  # type: ignore[attr-defined]
        mask |= BIT[category]
    return mask | (IN_TOO if mask & IN else 0) if isinstance(categories, dict) else mask


def _reading(node: Node) -> Reading:
    """Clauses of a finished history, read back from its end."""
    clauses: list[Clause] = []
    notes: list[tuple[str, int, int]] = []
    parts: list[Part] = []
    frame, verb, intent, slots, end = "", None, -1, (), 10**6
    seen: Node | None = node
    while seen is not None:
        event = seen.event
        kind = event[0] if event else ""
        if kind == "end":
            frame = event[1]
        elif kind == "part":
            parts.append(event[1])  # type: ignore[arg-type]
        elif kind == "verb":
            frame, verb = event[1], (event[2], event[3])
        elif kind == "intent":
            intent, slots, verb = int(str(event[1])[1:]), event[4], (event[2], event[3])
        elif kind in ("filler", "remark"):
            notes.append((kind, event[1], event[2]))  # type: ignore[arg-type]
        if kind == "clause" or seen.parent is None:
            holding = bool(event[4]) if kind == "clause" else False
            start = event[3] if kind == "clause" else 0
            clauses.append(
                Clause(
                    frame=str(frame), parts=tuple(reversed(parts)), start=start, end=end,  # type: ignore[arg-type]
                    verb=verb, inherited=verb is None and frame != "mention", holding=holding,  # type: ignore[arg-type]
                    intent=intent, slots=slots,  # type: ignore[arg-type]
                )
            )  # fmt: skip
            if kind == "clause":
                parts, verb, intent, slots, end = [], None, -1, (), event[2]  # type: ignore[assignment]
                frame = event[1]
        seen = seen.parent
    return Reading(round(node.cost, 2), tuple(reversed(clauses)), tuple(reversed(notes)))


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
        structure=grammar.words["edge"],
    )
    if len(tokens) > MAX_TOKENS:
        tokens = []
    lattice = Lattice(grammar, text, tokens, known or KnownNames())
    if not tokens:
        return Decoded([], lattice)
    decoder = Decoder(grammar, lattice)
    readings = decoder.read()
    return Decoded(readings, lattice, "" if readings else decoder.unread())
