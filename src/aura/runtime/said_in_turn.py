"""Two commands of one utterance, each of which is done unasked where it is said alone.

They take away the doubt about the plan of the whole, choose between two readings of it, and are read in turn where it
was not read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby, islice
from typing import Any, NamedTuple

import msgspec

from aura.contracts.goal import Question
from aura.contracts.outcome import RunResult
from aura.language.decoding.decode import Decoded
from aura.language.slots.topics import QUESTIONS
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.language.utterance.predicates import Predicates
from aura.runtime.alone import Alone, Understand
from aura.runtime.choose import TOLD, TWO_READINGS, Describe
from aura.runtime.house import House
from aura.runtime.misgivings import misgiving
from aura.runtime.objections import takes_away
from aura.runtime.trial import Planned
from aura.understanding.spoken import last_times

MOST_HALVES, LONGEST = 6, 45
"""In so many places an utterance is parted in two at most, if it has no more tokens than these."""
NUMBER = re.compile(r"\$\{g\d+")
"""The number of a goal in a reference to what it gives, which is another where the goal is said alone."""
ASKED = ("question", "query")
"""Inputs that are asked in free words."""
WORDS = re.compile(r"[^\W_]+")
UNDONE = ("unsupported", "failed")
IN_TURN = "in_turn"
"""The set of the word that is put between two which are said one after the other."""
FILLER = "filler"
PARTING = (",", ".", ";", "!", "?")

DOUBTED, ANEW = "doubted", "anew"
"""Why an utterance is parted."""
Steps = list[tuple[str, Any]]


class Half(NamedTuple):
    """One of two commands: how it is said, its plan, the steps of that, and the words that it was read as."""

    text: str
    planned: Planned
    steps: Steps
    decoded: Decoded


class SaidInTurn:
    """Looks at each half of an utterance; `understand` plans a text, `reads` is whether it has a reading."""

    def __init__(self, house: House, understand: Understand, reads: Callable[[str], bool]) -> None:
        self._house = house
        self._understand = understand
        self._reads = reads
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
            said = [one.steps + two.steps for one, two in self._halves(base.utterance)]
        return None if said and all(steps == wanted for steps in said) else asked

    def settled(self, result: RunResult, replies: Mapping[str, str]) -> RunResult:
        """What an utterance that is asked about, or was not read, comes to where two halves of it are clear alone.

        Of two readings that one is meant which comes to the steps of both. What was not read is read again without
        what is told beside its halves, one after the other; nothing may be lost so.
        """
        between = result.question is not None and result.question.key == TWO_READINGS
        asks = _asks_in_words(_steps_in(result) or []) or (result.understood is not None and result.plan is not None)
        if replies or result.run_id or ANEW in self._looking or not (between or asks or result.status in UNDONE):
            return result
        with self._while(ANEW):
            found = [*(self._between(result) if between else self._read_anew(result))]
        return found[0] if found and all(_steps_in(one) == _steps_in(found[0]) for one in found) else result

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
        for one, two in self._halves(result.utterance):
            yield from (each for each in told if _steps_in(each) == one.steps + two.steps)

    def _read_anew(self, result: RunResult) -> Iterator[RunResult]:
        """What is read of the halves one after the other; what was done before is only done with shorter questions."""
        before, then = _steps_in(result), next(iter(self._house.grammar.words[IN_TURN]))
        for one, two in self._halves(result.utterance, self._reads):
            steps = one.steps + two.steps
            ends = any(takes_away(half.planned, self._house.registry) for half in (one, two))
            if (
                one.planned.destroys
                or two.planned.destroys
                or _may_be_one(one, two)
                or not (
                    before is None
                    or _asks_less(steps, before)
                    or _asks_apart(two, steps, before)
                    or (not ends and _holds_more(steps, before) and not _tells(one) and not _tells(two))
                    or (not ends and _asks_before(one, steps, before))
                )
            ):
                continue
            anew = self._understand(f"{_bare(one)}, {then} {_bare(two)}", {}).result
            if _steps_in(anew) == steps:
                yield msgspec.structs.replace(anew, utterance=result.utterance)

    def _halves(self, text: str, may_be: Callable[[str], bool] = lambda _: True) -> Iterator[tuple[Half, Half]]:
        """The ways to part a text in two that are each done unasked where they are said alone, with no time behind."""
        lattice = lattice_of(self._house.grammar, text)
        if lattice.size > LONGEST:
            return
        timed = bool(last_times(lattice))
        for end, begin in islice(_partings(lattice), MOST_HALVES):
            first, second = text[: lattice.tokens[end].start].strip(), text[lattice.tokens[begin].start :]
            one = self._half(first) if may_be(first) and may_be(second) else None
            two = self._half(second) if one is not None else None
            if one is None or two is None or (timed and _asks_in_words(two.steps)):
                continue  # "Create a folder x, how do geysers erupt *in ten minutes*" may mean both.
            if not _goes_on(two):
                yield one, two

    def _half(self, text: str) -> Half | None:
        """A text that is said alone, if it is done unasked and each of its words as it stands."""
        if text not in self._known:
            with self._while(DOUBTED, ANEW):
                self._known[text] = _as_it_stands(text, self._understand(text, {}))
        return self._known[text]


def _as_it_stands(text: str, alone: Alone) -> Half | None:
    """What a text comes to alone, if none of its words is a slip of another one."""
    result, decoded, planned = alone
    if result.status != "planned" or decoded is None or planned is None or result.understood is not None:
        return None
    steps, said = _steps_in(result) or [], {*WORDS.findall(text.lower())}
    vague = _asks_in_words(steps) and not _is_question(decoded.lattice)
    slipped = not said.issuperset(WORDS.findall(decoded.lattice.text.lower())) or _guesses_a_verb(planned, decoded)
    return None if vague or slipped or not steps else Half(text, planned, steps, decoded)


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

    What ends in a word that points asks nothing by itself: "why don't *we*".
    """
    asked = any(not cost and kind in QUESTIONS for _, cost, kind in lattice.at(0, "asks"))
    whole = lattice.class_name(lattice.size - 1) != "pronoun"
    return asked and whole and sum(lattice.in_set(at, "finite") for at in range(lattice.size)) <= 1


def _may_be_one(one: Half, two: Half) -> bool:
    """Whether two are of one kind, and so may be one: "what is 12 plus 3, *minus 4*"."""
    return not {tool for tool, _ in one.steps}.isdisjoint(tool for tool, _ in two.steps)


def _asks_less(steps: Steps, before: Steps) -> bool:
    """Whether steps are the same but for shorter questions: "what is my pin" instead of "what is my pin, I forgot"."""
    if [tool for tool, _ in steps] != [tool for tool, _ in before]:
        return False
    inputs = [(said, told) for (_, said), (_, told) in zip(steps, before, strict=True) if said != told]
    changed = [(name, said[name], told.get(name)) for said, told in inputs for name in said]
    changed = [each for each in changed if each[1] != each[2]]
    return bool(changed) and all(name in ASKED and str(said) in str(told) for name, said, told in changed)


def _holds_more(steps: Steps, before: Steps) -> bool:
    """Whether steps are those before, in their order, and more that ask nothing in free words."""
    rest = iter(steps)
    more = [step for step in steps if step not in before]
    return bool(more) and not _asks_in_words(more) and all(step in rest for step in before)


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


def _bare(half: Half) -> str:
    """The words of a half without what is told beside its command."""
    lattice, notes = half.decoded.lattice, half.planned.reading.notes
    told = {at for kind, start, end in notes if kind in (*TOLD, FILLER) for at in range(start, end)}
    kept = enumerate(at for at in range(lattice.size) if at not in told)
    runs = [[at for _, at in run] for _, run in groupby(kept, lambda each: each[1] - each[0])]
    return " ".join(lattice.text_of(run[0], run[-1] + 1) for run in runs).strip(" ,.;")


def _unnumbered(inputs: Any) -> Any:
    if isinstance(inputs, str):
        return NUMBER.sub("${g", inputs)
    if isinstance(inputs, dict):
        return {name: _unnumbered(value) for name, value in inputs.items()}
    return [_unnumbered(value) for value in inputs] if isinstance(inputs, Sequence) else inputs
