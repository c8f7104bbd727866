"""The other ways to hear an utterance, searched cheapest first until one can be done.

Each way changes one thing: what was taken back is left out, what was told is taken up, a mark is tried, a word is taken
for a slip, a remark is set aside. People do several of these in one sentence, so a way may begin where another ended;
those whose text could be read further are gone on with first (decision 048).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from itertools import chain, count, islice

import msgspec
from msgspec import Struct

from aura.contracts.goal import Question
from aura.contracts.problem import Problem
from aura.contracts.proposal import Understood
from aura.language.annotating.estimates import Estimates
from aura.language.decoding.account import free_tokens
from aura.language.decoding.decode import Decoded
from aura.language.decoding.phrases import Phrases
from aura.language.hearing.beside.marking import marked, marked_off
from aura.language.hearing.beside.setting_aside import ASKED, LEAST_LIKELY, SURE, SURE_OF_PLACE, Rest, rests
from aura.language.hearing.corrections.retelling import retold
from aura.language.hearing.manners.as_learners import as_english_has_it
from aura.language.hearing.manners.for_somebody import without_for_whom
from aura.language.hearing.manners.plainer import plainer
from aura.language.hearing.misheard.figures import in_figures
from aura.language.hearing.naming.named_again import named_by_one_word
from aura.language.hearing.naming.sought_there import sought_there
from aura.language.hearing.naming.text_first import text_first
from aura.language.hearing.several.sequences import in_turn
from aura.language.hearing.told.taking_up import taken_up
from aura.language.hearing.told.told_behind_files import without_told
from aura.language.hearing.told.told_places import placed_there
from aura.language.slots.parts import Reading
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.language.utterance.moods import tells_how
from aura.language.utterance.numbers import Numbers
from aura.language.utterance.predicates import Predicates
from aura.language.utterance.unparted import stands_by_itself
from aura.language.utterance.whens import means_time
from aura.providers.known_words import is_anybodys
from aura.runtime.choosing.choose import A_NAME, IN_DOUBT, Choice, Verdict, gives_way, stops
from aura.runtime.choosing.trial import Planned
from aura.runtime.vain.view import TEXTUAL

FILE, FOLDER = "file", "folder"
RETOLD, PLAINER, IN_FIGURES, TAKEN_UP, MARKED, MARKED_OFF, SLIPPED, ASIDE = 2.0, 3.0, 4.0, 5.0, 8.0, 8.5, 10.0, 12.0
ASIDE_SURELY = 6.0
"""What each way costs."""
LEFT, LATER = 0.5, 0.01
"""What each token costs that no clause could read yet, and each way of a kind more than the one before it."""
MOST_AT_ONCE, FEWEST_AT_ONCE = 8, 2
MOST_LOOKS, FEWEST_LOOKS, MOST_CHANGES = 48, 8, 3
TOKENS_LOOKED_AT = 320  # a long utterance is heard in fewer ways: nobody waits for all of them
BESIDE = 3
"""Characters between two stretches that stand beside each other."""
MOST_TOKENS_READ = 960
MOST_TOKENS = 40
"""Tokens of an utterance in which several things are heard otherwise."""

Seen = tuple[Decoded, Choice | None]
"""An utterance decoded, and what was chosen among its readings, if it has any."""
Look = Callable[[str], Seen]
Span = tuple[int, int]
"""Where characters of a text begin and end."""


class Way(Struct, frozen=True):
    """A text heard another way: in its `plain` characters is no name or text, and its `known` ones name what is known.

    `asides` is what was left out of it, and `apart` where that stood; with `only_reads` only reading may go without,
    with `spares` nothing may be lost or ended without. `told` is what was said of what the command takes up; what is
    `written` has to be a text of what is planned.
    """

    text: str
    price: float
    plain: tuple[Span, ...] = ()
    known: tuple[Span, ...] = ()
    asides: tuple[str, ...] = ()
    apart: tuple[int, ...] = ()
    changes: int = 0
    only_reads: bool = False
    spares: bool = False
    told: tuple[str, ...] = ()
    written: str = ""

    @property
    def beside(self) -> tuple[str, ...]:
        """What was said beside the command."""
        return (*self.asides, *filter(None, self.told))

    @property
    def understood(self) -> Understood:
        """What was left out of an utterance, and the command that is left."""
        quoted = [f'"{aside}"' for aside in self.asides]
        return Understood(f"leaving out {' and '.join(quoted)}", self.text)


class Hearing(Struct, frozen=True):
    """What an utterance means, heard in some way; a question may be whether a word of it is a `slip`."""

    decoded: Decoded
    choice: Choice
    way: Way
    slip: str = ""


TakesAway = Callable[[Planned], bool]
"""Whether anything would be lost, or ended, by a plan."""
Slips = Callable[[Decoded, Choice | None], tuple[Decoded, Choice] | None]
"""What is meant if one word is a slip of the hand."""


class Hearings:
    """The search through the ways to hear one utterance; `look` decodes a text and chooses among its readings."""

    def __init__(self, look: Look, slips: Slips, takes_away: TakesAway, estimates: Estimates) -> None:
        self._look = look
        self._estimates = estimates
        self._slips = slips
        self._takes_away = takes_away
        self._waiting: list[tuple[float, int, Way, Seen | None]] = []
        self._numbers = count()
        self._known: set[str] = set()

    def of(self, decoded: Decoded, choice: Choice | None) -> Hearing | None:
        """The cheapest way in which something can be done, else one that has only to be asked about."""
        self._go_on(Way(decoded.lattice.text, 0.0), (decoded, choice))
        asking: Hearing | None = None
        unasked = choice is None or not _asks(choice.verdict)
        left = max(FEWEST_LOOKS, min(MOST_LOOKS, MOST_TOKENS_READ // max(decoded.lattice.size, 1)))
        while self._waiting and left > 0:
            _, _, way, misspelt = heappop(self._waiting)
            left -= 1 if misspelt is None else looks_at(decoded.lattice)
            heard = self._read(way) if misspelt is None else self._respelled(way, misspelt)
            if heard is None:
                continue
            if _can_be_done(heard.choice.verdict) or (misspelt is not None and stops(heard.choice.verdict)):
                return heard
            if asking is None and unasked and way.asides and _asks(heard.choice.verdict):
                asking = heard
        return asking

    def without_told_times(self, decoded: Decoded) -> Hearing | None:
        """What can be done without what is certainly beside the command, and may tell of when: "…, *exam tomorrow*"."""
        lattice = decoded.lattice
        for rest in islice(rests(lattice, Phrases(lattice).remarks, self._estimates, SURE), looks_at(lattice)):
            certain = self._estimates.certain(lattice, rest.probability) and _states(rest, lattice)
            opens = not rest.starts[0]  # What opens it may be told as the time at which something is to be lost.
            heard = self._read(_without(rest._replace(spares=rest.spares or opens))) if certain else None
            if heard is not None and _can_be_done(heard.choice.verdict) and not means_time(heard.decoded.lattice):
                return heard
        return None

    def _read(self, way: Way) -> Hearing | None:
        """What a text means; where nothing can be done, the ways that begin there wait for their turn."""
        decoded, choice = self._look(way.text)
        if choice is None or not (_can_be_done(choice.verdict) or stops(choice.verdict)):
            self._go_on(way, (decoded, choice))
        heard = None if choice is None else Hearing(decoded, choice, way)
        return heard if heard is not None and _holds(heard, self._takes_away) else None

    def _respelled(self, way: Way, seen: Seen) -> Hearing | None:
        """What a text means if one of its words is a slip of the hand."""
        found = self._slips(*seen)
        after = None if found is None else _after(way, Way(found[0].lattice.text, 0.0))
        heard = None if found is None or after is None else Hearing(*found, after)
        return heard if heard is not None and _holds(heard, self._takes_away) else None

    def _go_on(self, way: Way, seen: Seen) -> None:
        """Let the ways that begin where one ended wait for their turn."""
        decoded, choice = seen
        if way.changes and (way.changes >= MOST_CHANGES or decoded.lattice.size > MOST_TOKENS):
            return
        unread = LEFT * len(decoded.furthest.split())
        for other in _ways(decoded, choice, self._estimates):
            after = _after(way, other)
            if after is not None and after.text not in self._known:
                self._known.add(after.text)
                heappush(self._waiting, (after.price + unread, next(self._numbers), after, None))
        heappush(self._waiting, (way.price + SLIPPED + unread, next(self._numbers), way, seen))


def looks_at(lattice: Lattice) -> int:
    """How many ways of one kind to hear an utterance are looked at."""
    return max(FEWEST_AT_ONCE, min(MOST_AT_ONCE, TOKENS_LOOKED_AT // max(lattice.size, 1)))


def _ways(decoded: Decoded, choice: Choice | None, estimates: Estimates) -> Iterator[Way]:
    """Every way to hear an utterance that changes one thing."""
    lattice, most = decoded.lattice, looks_at(decoded.lattice)
    remarks = Phrases(lattice).remarks
    kinds: list[Iterator[Way]] = [
        (Way(one.text, RETOLD) for one in retold(lattice, Numbers(lattice))),
        (Way(text, PLAINER) for text in plainer(lattice)),
        (Way(one.text, PLAINER, plain=one.plain) for one in as_english_has_it(lattice)),
        (Way(one.text, PLAINER, spares=not one.sure) for one in without_told(lattice)),
        (Way(text, PLAINER, spares=True) for text in without_for_whom(lattice)),
        (Way(text, PLAINER) for text in [sought_there(lattice)] if text is not None),
        (Way(text, IN_FIGURES) for text in [in_figures(lattice, Numbers(lattice))] if text is not None),
        (
            Way(one.text, TAKEN_UP, known=() if one.sure else ((one.start, one.end),), told=(one.told,))
            for one in chain(taken_up(lattice, remarks), placed_there(lattice, remarks))
        ),
        (Way(one.text, TAKEN_UP, written=one.said) for one in text_first(lattice)),
        (
            Way(one.text, MARKED, plain=() if one.asks else ((one.start, len(one.text)),))
            for one in marked(lattice, remarks)
        ),
        (Way(one.text, MARKED_OFF, plain=((0, one.start),), spares=one.spares) for one in marked_off(lattice, remarks)),
    ]
    unread = _is_unread(choice)
    failed = choice is None or isinstance(choice.verdict, Problem | Question)
    if failed and not _asks_for_a_name(choice) and (turned := in_turn(lattice)) is not None:
        kinds.append(iter([Way(turned.text, PLAINER)]))
    if failed and (named := named_by_one_word(lattice)) is not None:
        kinds.append(iter([Way(named, PLAINER)]))
    if unread or _asks_what(choice):
        kinds.append(map(_without, rests(lattice, remarks, estimates, LEAST_LIKELY if unread else SURE)))
    for ways in kinds:
        for number, way in enumerate(islice(ways, most)):
            yield msgspec.structs.replace(way, price=way.price + LATER * number, changes=1)


def _without(rest: Rest) -> Way:
    """A way that leaves out what is beside the command by a guess: it costs as much more as that is unlikely."""
    sure = rest.probability >= SURE_OF_PLACE and not rest.only_reads
    price = (ASIDE_SURELY if sure else ASIDE) - math.log(rest.probability)
    return Way(rest.text, price, asides=rest.asides, apart=rest.starts, only_reads=rest.only_reads, spares=rest.spares)


def _states(rest: Rest, lattice: Lattice) -> bool:
    """Whether all that is left out is set apart and states something, and where it opens nothing is pointed at.

    Not "*I wrote it*, open it", nor "mute it *the baby's asleep* every monday".
    """
    asides = [lattice_of(lattice.grammar, aside) for aside in rest.asides]
    if not all(_is_told(aside, lattice) for aside in asides):
        return False
    opening = asides[0] if not rest.starts[0] else None
    return not (opening and any(opening.at(at, "it") for at in range(1, opening.size)))


def _is_told(aside: Lattice, lattice: Lattice) -> bool:
    """Whether what is left out states something where it opens an utterance, or is set apart, or by itself.

    Set apart is what a mark stands before, or a word that leads to why: "*because* …".
    """
    before = lattice.text.partition(aside.text)[0].rstrip()
    begin = next((at for at, token in enumerate(lattice.tokens) if token.start >= len(before)), 0)
    if before and before[-1].isalnum() and not aside.begins(0, "remark_lead"):
        return stands_by_itself(lattice, begin)
    return any(Predicates(aside).verb(at, aside.size) is not None for at in range(aside.size))


def _after(before: Way, way: Way) -> Way | None:
    """A way that begins where another ended; None where it leaves out what stands beside what was left out already.

    What protects a stretch looks at it whole: two halves of a condition are none.
    """
    old, new = before.text, way.text
    ends = [at + len(old) - len(new) for at in way.apart]
    beside = ((at - BESIDE, end + BESIDE) for at, end in zip(way.apart, ends, strict=True))
    if any(start <= where <= end for start, end in beside for where in before.apart):
        return None
    plain = (*(_moved(span, old, new) for span in before.plain), *way.plain)
    known = (*(_moved(span, old, new) for span in before.known), *way.known)
    apart = (*(_moved((at, at), old, new)[0] for at in before.apart), *way.apart)
    asides = (*before.asides, *way.asides)
    only_reads, spares = before.only_reads or way.only_reads, before.spares or way.spares
    told, price = (*before.told, *way.told), before.price + way.price
    written = before.written or way.written
    return Way(new, price, plain, known, asides, apart, before.changes + 1, only_reads, spares, told, written)


def _moved(span: Span, old: str, new: str) -> Span:
    """Where characters of a text stand in another that differs from it in one place: with all that may be of that."""
    shorter, longer = min(len(old), len(new)), len(new) - len(old)
    same, alike = _common(old, new), _common(old[::-1], new[::-1])
    begin, end = min(same, shorter - alike), len(old) - min(alike, shorter - same)
    start, stop = span
    first = start if start <= begin else start + longer if start >= end else begin
    return first, stop if stop <= begin else max(stop, end) + longer


def _common(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _holds(heard: Hearing, takes_away: TakesAway) -> bool:
    """Whether no name or text of a reading reaches where there may be none, and what is taken up is known."""
    decoded, way, verdict = heard.decoded, heard.way, heard.choice.verdict
    if way.spares and isinstance(verdict, Planned) and takes_away(verdict):
        return False
    if isinstance(verdict, Planned) and takes_away(verdict) and _leaves_out_another(decoded.lattice, way.asides):
        return False
    if any(_led_to_a_text(lattice_of(decoded.lattice.grammar, aside)) for aside in way.asides):
        return False
    if way.only_reads and not (isinstance(verdict, Planned) and verdict.only_reads):
        return False
    if way.written and not _writes(verdict, way.written):
        return False
    if way.changes and _hardly_asks(decoded, heard.choice.reading):
        return False
    lattice, tokens, known = decoded.lattice, decoded.lattice.tokens, decoded.lattice.known
    free = [tokens[at] for at in free_tokens(heard.choice.reading, decoded.lattice)]
    if any(start <= token.start < end for token in free for start, end in way.plain):
        return False
    named = (token for token in free if any(start <= token.start < end for start, end in way.known))
    within = (at for at, token in enumerate(tokens) if any(start <= token.start < end for start, end in way.known))
    folders = known.folders if any(_says_folder(lattice, at) for at in within) else frozenset[str]()
    return all(token.shape == FILE or token.low in known.files or token.low in folders for token in named)


def _leaves_out_another(lattice: Lattice, asides: Iterable[str]) -> bool:
    """Whether how some thing is was left out before a word that points, and may point at it: "*it froze*, kill it"."""
    points = any(lattice.class_name(at) == "pronoun" and lattice.at(at, "it") for at in range(lattice.size))
    left_out = (lattice_of(lattice.grammar, aside) for aside in asides) if points else ()
    return any(tells_how(aside, 0, aside.size) for aside in left_out)


def _led_to_a_text(aside: Lattice) -> bool:
    """Whether what was left out begins in a word that nobody knows, a slip of what leads to a text: "*syaying* hi"."""
    slipped = [cost for _, cost, _ in aside.at(0, "text")] if aside.size > 1 else []
    return bool(slipped) and all(slipped) and not is_anybodys(aside.low[0])


def _writes(verdict: Verdict, text: str) -> bool:
    """Whether a text is all that some input holds which may hold any words."""
    steps = verdict.steps if isinstance(verdict, Planned) else ()
    return any(step.inputs.get(name) == text for step in steps for name in TEXTUAL)


def _says_folder(lattice: Lattice, at: int) -> bool:
    """Whether a token is a word for a folder."""
    return any(kind == FOLDER for _, cost, kind in lattice.at(at, "kind") if not cost)


def _hardly_asks(decoded: Decoded, reading: Reading) -> bool:
    """Whether a reading is a question about anything at all, which any words may be, and does not begin like one.

    Beside a command it also ends like one: "delete the old one, I have a new one and *is better*" asks nothing.
    """
    lattice, beside = decoded.lattice, len(reading.clauses) > 1
    asking = (one for one in reading.clauses if one.intent >= 0 and lattice.grammar.intents[one.intent].alone)
    ends = lattice.text.rstrip().endswith(ASKED)
    return any(not lattice.at(clause.start, "asks") or (beside and not ends) for clause in asking)


def _is_unread(choice: Choice | None) -> bool:
    """Whether nothing was read, or what was read means nothing here, so that some of it may be no part of a command."""
    if choice is None or isinstance(choice.verdict, Problem):
        return True
    asked = choice.verdict if isinstance(choice.verdict, Question) else None
    lacks = asked is not None and (not asked.candidates or asked.key.startswith(IN_DOUBT))
    return lacks or gives_way(choice.verdict)


def _asks_for_a_name(choice: Choice | None) -> bool:
    """Whether it is asked how long a name is, which may hold a second command: "called *life after deleting a.txt*"."""
    return choice is not None and isinstance(choice.verdict, Question) and choice.verdict.key.startswith(A_NAME)


def _asks_what(choice: Choice | None) -> bool:
    """Whether something is asked of the one thing that was read, so that what lies beside it may have led astray."""
    return choice is not None and isinstance(choice.verdict, Question)


def _can_be_done(verdict: Verdict) -> bool:
    return isinstance(verdict, Planned)


def _asks(verdict: Verdict) -> bool:
    return isinstance(verdict, Question) and not gives_way(verdict)
