"""The halves of an utterance: where it may be parted, and what a half comes to that is said alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import msgspec

from aura.contracts.outcome import RunResult
from aura.language.asides.asked_behind import is_told_on
from aura.language.asides.exclaiming import only_wonders
from aura.language.decoding.decode import Decoded
from aura.language.utterance.lattice import REAL_WORD, Lattice, lattice_of, tokens_of
from aura.language.utterance.marks import STOPS, past_mark
from aura.language.utterance.numbers import Numbers
from aura.language.utterance.predicates import Predicates
from aura.language.utterance.stretches import SEQUENCE, is_ended, may_order, says_next, spares
from aura.providers.known_words import is_anybodys
from aura.runtime.choosing.alone import Alone
from aura.runtime.choosing.choose import TOLD
from aura.runtime.choosing.questions import (
    asks_in_full,
    ends_story,
    is_question,
    last_stretch,
)
from aura.runtime.choosing.trial import Planned
from aura.runtime.parted.asking import AROUND, ASKED, QUERY, Steps, asks_of, is_in_figures
from aura.runtime.vain.view import COLON, TEXTUAL
from aura.understanding.antecedents import IN_ROWS, sense_of
from aura.understanding.clauses import is_joined_topic

NUMBER = re.compile(r"\$\{g\d+")
"""The number of a goal in a reference to what it gives, which is another where the goal is said alone."""
WORDS = re.compile(r"[^\W_]+")
PARTING = (",", *STOPS)
TAKING_BACK = ("correction", "retraction")
REPORTING, EARLY = ("reporting", "revoking"), 3
"""Sets of words that report or take back; tokens at the beginning of a half, in which it may speak of the other one."""
SPOKEN_OF_EARLY = ("revoking", "own_subject")
NOUNS = ("", "noun", "kind")
"""Classes of words that may be nouns."""
NAMED = ("file", "path", "quoted")
"""Shapes of tokens that name a thing in full."""


class Half(NamedTuple):
    """One of two commands: how it is said, its plan, the steps of that, the words that it was read as, its result.

    It is `put_right` where a word of it that nobody knows was taken for another one: "create a folder *cailled* Taxes",
    and `put` plainly where what it tells is a part of what it orders: "*my will is in Documents*, find it".
    """

    text: str
    planned: Planned
    steps: Steps
    decoded: Decoded
    result: RunResult
    put_right: bool = False
    put: bool = False

    @property
    def asks(self) -> bool:
        """Whether it asks something in free words."""
        return asks_in_words(self.steps)

    @property
    def told(self) -> tuple[str, ...]:
        """What is told beside it."""
        return () if self.result.preview is None else self.result.preview.told


class Halves(NamedTuple):
    """Two commands, and whether they are plainly two: by a full stop, or by a word that says so.

    They are `turned` where words between them take something back, `joined` where such a word says what is next, and
    `apart` where a mark parts them and no word joins the second.
    """

    one: Half
    two: Half
    plainly: bool
    turned: bool = False
    joined: bool = False
    apart: bool = False

    @property
    def steps(self) -> Steps:
        return self.one.steps + self.two.steps

    @property
    def as_said(self) -> bool:
        """Whether none of both was put in other words."""
        return self.one.result.understood is None and self.two.result.understood is None

    @property
    def only_reads(self) -> bool:
        """Whether nothing is changed by either."""
        return self.one.planned.only_reads and self.two.planned.only_reads


def as_it_stands(text: str, alone: Alone, read: Callable[[str], Decoded]) -> Half | None:
    """What a text comes to alone, if none of its words that somebody knows is a slip of another one.

    A colon may be put in words, and so may what is put plainly where the text is `read`.
    """
    result, decoded, planned, _ = alone
    if result.status != "planned" or decoded is None or planned is None:
        return None
    steps, said = steps_in(result) or [], {*WORDS.findall(text.lower())}
    vague = (asks_in_words(steps) and not asks_of(steps, decoded.lattice)) or _names_and_tells(planned)
    guessed = put_right = put = False
    if result.understood is None:
        heard = {*WORDS.findall(decoded.lattice.text.lower())}
        stands = said >= heard or (COLON in text and said <= heard) or is_in_figures(decoded.lattice, text)
        put = not said >= heard and read(text).lattice.text == decoded.lattice.text
        put_right = not (put or stands)
        guessed = (put_right and any(map(is_anybodys, said - heard))) or _guesses_a_verb(planned, decoded)
    unclear = vague or guessed or not steps or only_wonders(decoded.lattice)
    return None if unclear else Half(text, planned, steps, decoded, result, put_right, put)


def steps_of(planned: Planned) -> Steps:
    """The steps of a plan, whatever the number of their goals."""
    return [(step.id, _unnumbered(msgspec.to_builtins(step.inputs))) for step in planned.steps]


def tools_of(steps: Steps) -> set[str]:
    """The tools of steps."""
    return {tool for tool, _ in steps}


def steps_in(result: RunResult) -> Steps | None:
    """The steps of what is done unasked; nothing where it is not."""
    if result.status != "planned" or result.plan is None or result.when is not None:
        return None
    return [(step["id"], _unnumbered(step["inputs"])) for step in result.plan["steps"]]


def partings(utterance: Lattice) -> Iterator[tuple[int, int]]:
    """Where the first of two may end and the second begin: around a joint, or at a mark, and not amid what is told."""
    for begin in range(2, utterance.size - 1):
        ends = [end for end in utterance.starts(begin, "joint") if end > 1]
        if utterance.low[begin - 1] in PARTING:
            ends.append(begin - 1)
        leads_on = any(sense == SEQUENCE and not cost for _, cost, sense in utterance.at(begin, "joint"))
        leads_on |= utterance.begins(begin, "verb") and utterance.ends_like(begin, "judged")  # "and after *opening* it"
        if ends and not leads_on and utterance.tokens[begin].shape != "mark" and not is_told_on(utterance, begin):
            yield min(ends), begin


def parts_plainly(utterance: Lattice, end: int, begin: int) -> bool:
    """Whether what stands from one token to another says that one comes after the other: ". ", "and then"."""
    return any(utterance.low[at] in STOPS for at in range(end, begin)) or says_next(utterance, begin)


def wholest(every: Iterable[Halves]) -> list[Halves]:
    """The halves with the fewest steps: elsewhere what is one is torn, as "open chrome | and go to youtube" is."""
    found = list(every)
    least = min((len(halves.steps) for halves in found), default=0)
    return [halves for halves in found if len(halves.steps) == least]


def may_be_asked_of_nobody(halves: Halves) -> bool:
    """Whether the first of two only asks, and no word joins the second: "*why are all of them loud?* Mute it".

    What is asked of what was told once, at the end of a story with numbers, or before another question, is meant.
    """
    one, two = halves.one, halves.two
    lattice = one.decoded.lattice
    story = lattice_of(lattice.grammar, lattice.text_of(0, last_stretch(lattice)))
    meant = any(QUERY in inputs for _, inputs in one.steps) or (ends_story(lattice) and not Numbers(story).none)
    again = two.planned.only_reads and two.decoded.lattice.begins(0, "asks")
    return one.asks and not (halves.joined or meant or again)


def left_out(halves: Halves, before: Steps) -> Half | None:
    """The half that orders or asks something, where all that was planned is what the other one comes to.

    Nothing is left out where one begins or ends in what takes back: "mute it, *no*, lock it".
    """
    one, two = halves.one, halves.two
    lost = two if before == one.steps else one if before == two.steps else None
    if lost is None or halves.turned or may_be_one(halves) or (lost is one and may_be_asked_of_nobody(halves)):
        return None
    return lost if orders(lost) else None


def more_said(halves: Halves, before: Steps, result: RunResult) -> Half | None:
    """The half that says more than what was planned of the whole in other words than were said.

    Both order or ask something as they stand and tell nothing beside it, and come to the same tools, in their order,
    with others or more inputs.
    """
    both = (halves.one, halves.two)
    plain = all(orders(half) and not tells(half) for half in both)
    if result.understood is None or halves.turned or not plain:
        return None
    rest = iter(tool for tool, _ in halves.steps)
    told, planned = (sum(len(inputs) + 1 for _, inputs in steps) for steps in (halves.steps, before))
    if told <= planned or not all(tool in rest for tool, _ in before):
        return None
    if may_be_asked_of_nobody(halves) and not all(step in before for step in halves.one.steps):
        return None
    return next((half for half in both if any(step not in before for step in half.steps)), None)


def orders(half: Half, *, short: bool = False) -> bool:
    """Whether a half begins as an order, a request or a question in its own words, and not as what is told.

    Or all of it comes to something that is done, in other words too: "a new table *I need*, name it camel"; where it
    may be `short`, also what is only looked at: "*6 times 7*".
    """
    lattice = lattice_of(half.decoded.lattice.grammar, half.text)
    if half.asks and half.result.understood is None:
        return asks_in_full(half.decoded.lattice) or ends_story(half.decoded.lattice)
    little = (lattice.in_set(at, "polite") or lattice.tokens[at].shape == "mark" for at in range(lattice.size))
    at = next((at for at, passed in enumerate(little) if not passed), 0)
    if lattice.in_set(at, "relative") and lattice.in_set(at + 1, "own_subject"):
        return False  # "*which I need*, on the desktop"
    ordered = half.planned.reading.clauses[0].verb or (at, at)  # "I have got to *lock it*", but not "*I can't hear* it"
    read = half.decoded.lattice.text
    behind = ordered[0] > at or (len(read) < len(half.text) and half.text.endswith(read))  # "There's a slip, *mend it*"
    if lattice.in_set(at, "own_subject") and not (half.put or lattice.in_set(at + 1, "wanting") or behind):
        return False
    whole = not (half.planned.only_reads or tells(half) or only_states(half))
    if whole or half.result.understood is not None:
        return whole
    if lattice.in_set(at, "own_subject"):
        return True
    begun = may_order(lattice, at) or (lattice.begins_clause(at) and (short or not half.planned.only_reads))
    return begun or bool(lattice.at(at, "request"))


def turns_between(utterance: Lattice, end: int, begin: int) -> bool:
    """Whether words around where an utterance is parted take something back: "mute it, *no, wait*, lock it"."""
    around, spans = range(max(end - 1, 0), begin + 1), set[int]()
    for at, kind in product(around, TAKING_BACK):
        spans.update([at] if utterance.at(at, kind) else [], (start for start, _, _ in utterance.ending(at, kind)))
    return not all(spares(utterance, start) for start in spans)


def may_be_one(halves: Halves) -> bool:
    """Whether two are of one kind, and so may be one: "what is 12 plus 3, *minus 4*"."""
    one, two = halves.one, halves.two
    return not tools_of(one.steps).isdisjoint(tools_of(two.steps))


def tells(half: Half) -> bool:
    """Whether something is told in the words that a command was read as."""
    return _tells(half.planned)


def only_states(half: Half) -> bool:
    """Whether what a half asks for is only understood of how something is: "*my screen is too dark*"."""
    lattice = half.decoded.lattice
    spans = [range(*clause.verb) for clause in half.planned.reading.clauses if clause.verb is not None]
    states = bool(spans) and all(any(lattice.class_name(at) == "being" for at in span) for span in spans)
    return states and not (half.asks or is_question(lattice))


def is_asked_for(half: Half) -> bool:
    """Whether a half holds a verb that orders something, or a question."""
    lattice = half.decoded.lattice
    verbs = [at for clause in half.planned.reading.clauses if clause.verb is not None for at in range(*clause.verb)]
    ordered = any(lattice.class_name(at) == "verb" for at in verbs)
    return ordered or is_question(lattice) or lattice.begins(0, "asks")


def asks_in_words(steps: Steps) -> bool:
    """Whether steps ask something in free words, which may have swallowed others."""
    return any(name in ASKED for _, inputs in steps for name in inputs)


def ends_in_words(half: Half) -> bool:
    """Whether a half ends in a text that may go on with what comes behind it: "remember *to mute it* and close it"."""
    said = half.text.lower().strip(AROUND)
    last = half.planned.steps[-1].inputs
    texts = (str(last[name]).lower().strip(AROUND) for name in (*TEXTUAL, QUERY) if name in last)
    return not asks_of(half.steps, half.decoded.lattice) and any(text and said.endswith(text) for text in texts)


def points_back(two: Half, *, joined: bool = False, asked: bool = False) -> bool:
    """Whether a second half, or what is told in it, may be of the first: "delete it. *That was a joke*. Mute it".

    Where it was `asked` of anything before, nothing named there is acted on: "who is she, *mute it*, hide *this tab*".

    What begins with a word that points may, or with somebody where the half begins so, and what reports, takes back or
    denies; so may a word that stands for a thing where nothing was named yet, or for an earlier command, and one that
    counts what was named: "*the first one*". What tells of a thing does not: "and *the electrician came*, so …", nor
    what somebody tells of himself where it is `joined` by a word that says what is next: "and then *I'm off*, lock it".
    """
    lattice, words = two.decoded.lattice, two.decoded.lattice.grammar.words
    story = two.asks and ends_story(lattice)
    for kind, start, end in () if story else two.planned.reading.notes:
        first = past_mark(lattice, start)
        announces = lattice.in_set(first, "announcing") and lattice.class_name(first) != "article"
        himself, told = lattice.in_set(first, "own_subject"), range(first, end)
        denied = any(lattice.class_name(at) == "negation" for at in told)
        points = not himself or denied or any(lattice.begins(at, "it") for at in told)  # "*I made a mess*" does not
        pointed = (
            announces or (himself and not (start or joined)) or (lattice.class_name(first) == "pronoun" and points)
        )
        reports = any(lattice.in_set(at, name) for at in told for name in REPORTING)
        if kind in TOLD and (pointed or reports or (denied and not start)):
            return True
    said = [token.low for token in tokens_of(lattice.grammar, two.text)]
    out = set[str]() if two.put or two.result.understood is not None else {*said}.difference(lattice.low)
    early = out.intersection(said[:EARLY])
    spoken = any(word in words["reporting"] for word in out)
    spoken = spoken or any(word in words[name] for word in early for name in SPOKEN_OF_EARLY[: 1 if joined else None])
    stands = any(
        lattice.begins(at, "it") and not (asked and _is_of_the_screen(two, at))
        for at in range(min(lattice.size, EARLY))
    )
    topic = is_joined_topic(lattice, two.planned.reading.clauses[0])
    return spoken or stands or topic or _names_before_then(two) or _counts(lattice) or bool(two.planned.recalled)


def _is_of_the_screen(half: Half, at: int) -> bool:
    """Whether a word that points is of a fixed phrase, or leads to what is at hand: "mute *it*", "hide *this* tab"."""
    lattice, clauses = half.decoded.lattice, half.planned.reading.clauses
    fixed = any(clause.intent >= 0 and not clause.slots and clause.start <= at < clause.end for clause in clauses)
    return fixed or (_names_thing(lattice, at + 1) and not lattice.in_set(at, "distal"))


def speaks_of_before(two: Half) -> bool:
    """Whether a half names a thing as what was spoken of: "and then switch to *that desktop*"."""
    lattice = two.decoded.lattice
    things = (at + 1 for at in range(lattice.size) if lattice.in_set(at, "distal"))
    return any(_names_thing(lattice, thing) for thing in things)


def _names_before_then(two: Half) -> bool:
    """Whether a half names something and then says what comes after it: "open Word and *Excel, then close it*"."""
    said = lattice_of(two.decoded.lattice.grammar, two.text)
    joints = ((at, cost, sense) for at in range(1, said.size) for _, cost, sense in said.at(at, "joint"))
    then = next((at for at, cost, sense in joints if sense == SEQUENCE and not cost), 0)
    return then > 0 and not any(said.begins_clause(at) for at in range(then))


def _counts(lattice: Lattice) -> bool:
    """Whether a word stands for one or several of a row that may begin before, and not "the third *desktop*"."""
    hits = (hit for at in range(lattice.size) for hit in lattice.at(at, "it") if not hit[1])
    return any(sense_of(sense).how in (*IN_ROWS, "them") and not _names_thing(lattice, end) for end, _, sense in hits)


def _names_thing(lattice: Lattice, at: int) -> bool:
    """Whether a word may be the noun of what is counted before it."""
    return not is_ended(lattice, at) and lattice.class_name(at) in NOUNS and not lattice.in_set(at, "determiner")


def names_its_loss(half: Half) -> bool:
    """Whether what is lost is named in full, or nothing is: "delete *a.txt*", and not "delete the pdf"."""
    return not half.planned.destroys or any(token.shape in NAMED for token in half.decoded.lattice.tokens)


def waits(two: Half) -> bool:
    """Whether a second half ends in when it is done, which may hold for both: "mute it and close it *once it ends*"."""
    return any(two.decoded.lattice.class_name(at) == "later" for at in range(1, two.decoded.lattice.size))


def goes_on(two: Half) -> bool:
    """Whether what a second half begins with states nothing, and so may be of the first: "lock it *and Tom*, …"."""
    lattice, notes = two.decoded.lattice, two.planned.reading.notes
    predicates = Predicates(lattice)
    told = (range(start, end) for kind, start, end in notes if kind in TOLD and not start)
    return any(not any(predicates.is_aux(at) or predicates.is_past(at) for at in said) for said in told)


def _tells(planned: Planned) -> bool:
    return any(kind in TOLD for kind, _, _ in planned.reading.notes)


def _names_and_tells(planned: Planned) -> bool:
    """Whether all that asks for something is a noun, beside which something is told: "*time* i got it written"."""
    return _tells(planned) and any(clause.verb is None for clause in planned.reading.clauses)


def _guesses_a_verb(planned: Planned, decoded: Decoded) -> bool:
    """Whether a verb is none of those that were said, but near to one: "*tjuch* a.txt"; "*paint*" is a program."""
    lattice = decoded.lattice
    said = ((clause.verb[0], clause.intent >= 0) for clause in planned.reading.clauses if clause.verb is not None)
    hits = (([cost for _, cost, _ in lattice.at(at, "verb")], is_phrase) for at, is_phrase in said)
    return any(costs and all(costs) and not (is_phrase and min(costs) >= REAL_WORD) for costs, is_phrase in hits)


def _unnumbered(inputs: Any) -> Any:
    if isinstance(inputs, str):
        return NUMBER.sub("${g", inputs)
    if isinstance(inputs, dict):
        return {name: _unnumbered(value) for name, value in inputs.items()}
    return [_unnumbered(value) for value in inputs] if isinstance(inputs, Sequence) else inputs
