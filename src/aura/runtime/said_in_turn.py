"""Two commands of one utterance, each of which is done unasked where it is said alone.

They take away the doubt about the plan of the whole, choose between two readings of it, and are read in turn where it
was not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from aura.capability.effect import Effect
from aura.contracts.goal import Question
from aura.contracts.outcome import RunResult
from aura.language.asides.exclaiming import exclamation
from aura.language.decoding.decode import Decoded
from aura.language.slots.topics import QUESTIONS
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.language.utterance.predicates import Predicates
from aura.runtime.alone import Alone, Understand
from aura.runtime.choose import TOLD, TWO_READINGS, Describe
from aura.runtime.documents import checked
from aura.runtime.house import House
from aura.runtime.misgivings import misgiving
from aura.runtime.one_after_another import makes_what_is_named, one_after_another
from aura.runtime.trial import Planned
from aura.runtime.vain.view import STOPS, TEXTUAL
from aura.understanding.spoken import last_times

MOST_HALVES, LONGEST = 6, 45
"""In so many places an utterance is parted in two at most, if it has no more tokens than these."""
NUMBER = re.compile(r"\$\{g\d+")
"""The number of a goal in a reference to what it gives, which is another where the goal is said alone."""
QUERY = "query"
ASKED = ("question", QUERY)
"""Inputs that are asked in free words."""
WORDS = re.compile(r"[^\W_]+")
UNDONE = ("unsupported", "failed")
SEQUENCE = "sequence"
PARTING = (",", *STOPS)

DOUBTED, ANEW = "doubted", "anew"
"""Why an utterance is parted."""
Steps = list[tuple[str, Any]]


class Half(NamedTuple):
    """One of two commands: how it is said, its plan, the steps of that, the words that it was read as, its result."""

    text: str
    planned: Planned
    steps: Steps
    decoded: Decoded
    result: RunResult


class Halves(NamedTuple):
    """Two commands, and whether they are plainly two: by a full stop, or by a word that says so."""

    one: Half
    two: Half
    plainly: bool

    @property
    def steps(self) -> Steps:
        return self.one.steps + self.two.steps


class SaidInTurn:
    """Looks at each half of an utterance; `understand` plans a text."""

    def __init__(self, house: House, understand: Understand) -> None:
        self._house = house
        self._understand = understand
        self._looking: frozenset[str] = frozenset()
        self._known: dict[str, Half | None] = {}

    def doubt(
        self, planned: Planned, decoded: Decoded, base: RunResult, describe: Describe, beside: Sequence[str]
    ) -> Question | None:
        """The question whether a plan is meant, unless two halves come to it that are each done unasked."""
        asked = misgiving(planned, decoded, base, describe, self._house, beside)
        wanted = steps_of(planned)
        if asked is None or len(wanted) < 2 or DOUBTED in self._looking:
            return asked
        with self._while(DOUBTED):
            said = [halves.steps for halves in self._halves(base.utterance)]
        return None if said and all(steps == wanted for steps in said) else asked

    def settled(self, found: Alone, replies: Mapping[str, str]) -> RunResult | None:
        """What an utterance comes to where two halves of it are clear alone and say better what is meant; else nothing.

        Of two readings that one is meant which comes to the steps of both. What was not read is planned as one half
        after the other, and so is what was passed over beside the other half; nothing more may be lost so.
        """
        result = found.result
        if replies or result.run_id or ANEW in self._looking:
            return None
        between = result.question is not None and result.question.key == TWO_READINGS
        with self._while(ANEW):
            meant = [*(self._between(result) if between else ())] or [*self._in_turn(found)]
        return meant[0] if meant and all(_steps_in(one) == _steps_in(meant[0]) for one in meant) else None

    @contextmanager
    def _while(self, *why: str) -> Iterator[None]:
        """While halves are looked at, so that nothing is parted again for the same reason."""
        before, self._looking = self._looking, self._looking.union(why)
        try:
            yield
        finally:
            self._looking = before
            if not before:
                self._known.clear()

    def _between(self, result: RunResult) -> Iterator[RunResult]:
        """The readings that are asked about and that halves come to."""
        candidates = () if result.question is None else result.question.candidates
        told = [self._understand(result.utterance, {TWO_READINGS: candidate}).result for candidate in candidates]
        for halves in _wholest(self._halves(result.utterance)):
            yield from (each for each in told if _steps_in(each) == halves.steps)

    def _in_turn(self, found: Alone) -> Iterator[RunResult]:
        """What the halves come to one after the other, if none come to what was planned, or was turned down."""
        before, every = _steps_in(found.result), _wholest(self._halves(found.result.utterance))
        known = [before, *map(steps_of, found.turned_down)]
        for halves in every if all(each.steps not in known for each in every) else ():
            if _is_clear(halves) if before is None else self._says_better(halves, before, found):
                planned = one_after_another(halves.one.planned, halves.two.planned, self._house)
                if planned is not None and not makes_what_is_named(halves.one.planned, halves.two.text):
                    yield self._as_one(found.result, halves, planned)

    def _as_one(self, result: RunResult, halves: Halves, planned: Planned) -> RunResult:
        one, two = halves.one.result, halves.two.result
        told = tuple(said for half in (one, two) if half.preview is not None for said in half.preview.told)
        base = RunResult("failed", "", result.utterance, "multi", run_id=result.run_id, intent=one.intent)
        return checked(self._house, base, planned, told)

    def _says_better(self, halves: Halves, before: Steps, found: Alone) -> bool:
        """Whether halves are meant rather than what was planned of the whole; nothing more may be lost or ended so."""
        one, two, steps = halves.one, halves.two, halves.steps
        more = [step for step in steps if step not in before]
        if not {tool for half in (one, two) for tool in self._taking(half)}.isdisjoint(tool for tool, _ in more):
            return False
        if halves.plainly and _says_longer(steps, before):
            return True
        if _may_be_one(halves) or not (_asks_in_words(before) or _passes_over(found, halves)):
            return False
        return (
            _asks_less(steps, before)
            or _asks_apart(two, steps, before)
            or (_holds_more(halves, before) and not _tells(one) and not _tells(two))
            or _asks_before(one, steps, before)
        )

    def _taking(self, half: Half) -> Iterator[str]:
        """The tools by which something is lost or ended in a half."""
        for seen in half.planned.previews:
            if seen.effect == Effect.DESTROYS or self._house.registry[seen.atom_id].ends:
                yield seen.atom_id

    def _halves(self, text: str) -> Iterator[Halves]:
        """The ways to part a text in two that are each done unasked where they are said alone, with no time behind."""
        lattice = lattice_of(self._house.grammar, text)
        if lattice.size > LONGEST:
            return
        timed = bool(last_times(lattice))
        for end, begin in islice(_partings(lattice), MOST_HALVES):
            first, second = text[: lattice.tokens[end].start].strip(), text[lattice.tokens[begin].start :]
            one = self._half(first)
            two = self._half(second) if one is not None else None
            if one is None or two is None or _ends_in_words(one) or (timed and _asks_in_words(two.steps)):
                continue  # "Create a folder x, how do geysers erupt *in ten minutes*" may mean both.
            if not _goes_on(two):
                yield Halves(one, two, _parts_plainly(lattice, end, begin))

    def _half(self, text: str) -> Half | None:
        """A text that is said alone, if it is done unasked and each of its words as it stands."""
        if text not in self._known:
            with self._while(DOUBTED, ANEW):
                self._known[text] = _as_it_stands(text, self._understand(text, {}))
        return self._known[text]


def _as_it_stands(text: str, alone: Alone) -> Half | None:
    """What a text comes to alone, if none of its words is a slip of another one.

    Nothing is lost by what was put in other words.
    """
    result, decoded, planned, _ = alone
    if result.status != "planned" or decoded is None or planned is None:
        return None
    steps, said = _steps_in(result) or [], {*WORDS.findall(text.lower())}
    vague = (_asks_in_words(steps) and not _is_question(decoded.lattice)) or _names_and_tells(planned)
    if result.understood is not None:
        guessed = planned.destroys
    else:
        slipped = not said.issuperset(WORDS.findall(decoded.lattice.text.lower()))
        guessed = slipped or _guesses_a_verb(planned, decoded)
    return None if vague or guessed or not steps else Half(text, planned, steps, decoded, result)


def _names_and_tells(planned: Planned) -> bool:
    """Whether all that asks for something is a noun, beside which something is told: "*time* i got it written"."""
    told = any(kind in TOLD for kind, _, _ in planned.reading.notes)
    return told and any(clause.verb is None for clause in planned.reading.clauses)


def _guesses_a_verb(planned: Planned, decoded: Decoded) -> bool:
    """Whether a verb is none of those that were said, but near to one: "*tjuch* a.txt"."""
    verbs = (clause.verb[0] for clause in planned.reading.clauses if clause.verb is not None)
    hits = ([cost for _, cost, _ in decoded.lattice.at(at, "verb")] for at in verbs)
    return any(costs and all(costs) for costs in hits)


def steps_of(planned: Planned) -> Steps:
    """The steps of a plan, whatever the number of their goals."""
    return [(step.id, _unnumbered(msgspec.to_builtins(step.inputs))) for step in planned.steps]


def _partings(utterance: Lattice) -> Iterator[tuple[int, int]]:
    """Where the first of two may end and the second begin: around a joint, or at a mark."""
    for begin in range(2, utterance.size - 1):
        ends = [end for end, cost, _ in utterance.ending(begin, "joint") if not cost and end > 1]
        if utterance.low[begin - 1] in PARTING:
            ends.append(begin - 1)
        if ends and utterance.tokens[begin].shape != "mark":
            yield min(ends), begin


def _parts_plainly(utterance: Lattice, end: int, begin: int) -> bool:
    """Whether what stands from one token to another says that one comes after the other: ". ", "and then"."""
    stopped = any(utterance.low[at] in STOPS for at in range(end, begin))
    joints = (*utterance.ending(begin, "joint"), *utterance.at(begin, "joint"))
    return stopped or any(sense == SEQUENCE and not cost for _, cost, sense in joints)


def _steps_in(result: RunResult) -> Steps | None:
    """The steps of what is done unasked; nothing where it is not."""
    if result.status != "planned" or result.plan is None or result.when is not None:
        return None
    return [(step["id"], _unnumbered(step["inputs"])) for step in result.plan["steps"]]


def _goes_on(two: Half) -> bool:
    """Whether what a second half begins with states nothing, and so may be of the first: "lock it *and Tom*, …"."""
    lattice, notes = two.decoded.lattice, two.planned.reading.notes
    predicates = Predicates(lattice)
    told = (range(start, end) for kind, start, end in notes if kind in TOLD and not start)
    return any(not any(predicates.is_aux(at) or predicates.is_past(at) for at in said) for said in told)


def _asks_in_words(steps: Steps) -> bool:
    """Whether steps ask something in free words, which may have swallowed others."""
    return any(name in ASKED for _, inputs in steps for name in inputs)


def _is_question(lattice: Lattice) -> bool:
    """Whether words are a question that yes or no is no answer to, and no statement: "what is not saved *is lost*".

    What ends in a word that points asks nothing by itself, nor does what is exclaimed or tells what somebody wants:
    "why don't *we*", "what a day!", "what I need now".
    """
    asked = any(not cost and kind in QUESTIONS for _, cost, kind in lattice.at(0, "asks"))
    whole = lattice.class_name(lattice.size - 1) != "pronoun"
    if exclamation(lattice, 0) or lattice.in_set(1, "own_subject"):
        return False
    return asked and whole and sum(lattice.in_set(at, "finite") for at in range(lattice.size)) <= 1


def _wholest(every: Iterable[Halves]) -> list[Halves]:
    """The halves with the fewest steps: elsewhere what is one is torn, as "open chrome | and go to youtube" is."""
    found = list(every)
    least = min((len(halves.steps) for halves in found), default=0)
    return [halves for halves in found if len(halves.steps) == least]


def _is_clear(halves: Halves) -> bool:
    """Whether halves are planned where the whole is not."""
    return halves.plainly or not _may_be_one(halves)


def _may_be_one(halves: Halves) -> bool:
    """Whether two are of one kind, and so may be one: "what is 12 plus 3, *minus 4*"."""
    one, two, _ = halves
    return not {tool for tool, _ in one.steps}.isdisjoint(tool for tool, _ in two.steps)


def _asks_less(steps: Steps, before: Steps) -> bool:
    """Whether steps are the same but for shorter questions: "what is my pin" instead of "what is my pin, I forgot"."""
    changed = _changed(steps, before)
    return bool(changed) and all(name in ASKED and str(said) in str(told) for name, said, told in changed)


def _changed(steps: Steps, before: Steps) -> list[tuple[str, Any, Any]]:
    """The inputs, by name, that are others in steps than before; none where they are not the same steps."""
    if [tool for tool, _ in steps] != [tool for tool, _ in before]:
        return []
    inputs = ((said, told) for (_, said), (_, told) in zip(steps, before, strict=True))
    return [
        (name, said[name], told.get(name)) for said, told in inputs for name in said if said[name] != told.get(name)
    ]


def _says_longer(steps: Steps, before: Steps) -> bool:
    """Whether steps are the same but for longer texts: "type I wait *and wait*" instead of "type I wait"."""
    changed = _changed(steps, before)
    return bool(changed) and all(name in TEXTUAL and str(told) in str(said) for name, said, told in changed)


def _holds_more(halves: Halves, before: Steps) -> bool:
    """Whether steps are those before, in their order, and others that ask nothing in free words.

    What is done with the same tool again is of the one half, unless two are plainly said.
    """
    rest, more = iter(halves.steps), [step for step in halves.steps if step not in before]
    asks = all(_is_asked_for(half) for half in (halves.one, halves.two))
    again = not {tool for tool, _ in more}.isdisjoint(tool for tool, _ in before)
    other = asks and bool(more) and not _asks_in_words(more) and (halves.plainly or not again)
    return other and all(step in rest for step in before)


def _ends_in_words(half: Half) -> bool:
    """Whether a half ends in a text that may go on with what comes behind it: "remember *to mute it* and close it"."""
    said = half.text.lower().strip(" ,.;!?")
    last = half.planned.steps[-1].inputs
    texts = (str(last[name]).lower().strip(" ,.;!?") for name in (*TEXTUAL, QUERY) if name in last)
    return not _is_question(half.decoded.lattice) and any(text and said.endswith(text) for text in texts)


def _passes_over(found: Alone, halves: Halves) -> bool:
    """Whether a half is only told beside what was planned, or what was planned is of other words than were said."""
    if found.decoded is None or found.planned is None or found.result.understood is not None:
        return True
    lattice, notes = found.decoded.lattice, found.planned.reading.notes
    told = " ".join(lattice.text_of(start, end) for kind, start, end in notes if kind in TOLD)
    return any(_bare(half.text) in told for half in (halves.one, halves.two))


def _bare(text: str) -> str:
    return text.strip(" ,.;!?")


def _is_asked_for(half: Half) -> bool:
    """Whether a half holds a verb that orders something, or a question."""
    lattice = half.decoded.lattice
    verbs = [clause.verb[0] for clause in half.planned.reading.clauses if clause.verb is not None]
    return any(lattice.class_name(at) == "verb" for at in verbs) or _is_question(lattice)


def _tells(half: Half) -> bool:
    """Whether something is told in the words that a command was read as."""
    return any(kind in TOLD for kind, _, _ in half.planned.reading.notes)


def _asks_before(one: Half, steps: Steps, before: Steps) -> bool:
    """Whether a question ends in what is told beside it, so that the rest is more: "what is it, *I must know*"."""
    ended = len(one.decoded.lattice.text) < len(one.text)
    return ended and len(steps) > len(before) == len(one.steps) and _asks_less(one.steps, before)


def _asks_apart(two: Half, steps: Steps, before: Steps) -> bool:
    """Whether a second half asks elsewhere, and all was taken for one question: "what is it *and who is my vet*"."""
    lattice = two.decoded.lattice
    verb = any(lattice.in_set(1, name) for name in ("finite", "helping")) or lattice.in_set(0, "doer_asked")
    elsewhere = len({tool for tool, _ in steps}) > 1
    return len(before) == 1 and elsewhere and verb and _is_question(lattice) and lattice.size > 2


def _unnumbered(inputs: Any) -> Any:
    if isinstance(inputs, str):
        return NUMBER.sub("${g", inputs)
    if isinstance(inputs, dict):
        return {name: _unnumbered(value) for name, value in inputs.items()}
    return [_unnumbered(value) for value in inputs] if isinstance(inputs, Sequence) else inputs
