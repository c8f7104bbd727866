"""Which reading is meant: each near one is tried, and two that would do different things ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from aura.capability.effect import Effect
from aura.contracts.goal import Question
from aura.contracts.problem import Problem
from aura.language.decoding.account import free_tokens
from aura.language.decoding.decode import Decoded
from aura.language.decoding.phrases import Phrases
from aura.language.slots.parts import Reading
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import SEQUENCE
from aura.runtime.choosing.trial import Planned
from aura.understanding.lookup import SHARED
from aura.understanding.spoken import last_times, times_of

MARGIN = 2.0
RESCUE = 5.0
HIDDEN = 5.0
"""So much dearer another reading may be that reads a command in what the cheapest passes over as a remark."""
REMARK = "remark"
TIMES = ("when", "someday")
TOLD = (REMARK, "strange")
"""What of a reading is said in open words beside its commands."""
DANGLING = ("it", "them", "container", "result")
MISREAD = "MISREAD"
WITHDRAWN = "takes that back, so nothing was done."
"""What is said of words that only take back what was said."""
TIMED = "TIMED"
OBJECTED = "OBJECTED"
NOT_WANTED = "NOT_WANTED"
TWO_READINGS = "reading"
"""The question which of two things that can be done is meant."""
A_NAME = "name:"
"""The question whether a name is whole."""
IN_DOUBT = (A_NAME, "text:")
"""Questions whether a name, or a text, is whole."""
REFUSALS = frozenset(
    (
        "PROTECTED_DIRECTORY", "PROTECTED_EXTENSION", "PATH_ESCAPES", "LINK_LEAVES_PLACE", "DEVICE_FILE",
        NOT_WANTED, OBJECTED, "NAME_TOO_LONG", "FORBIDDEN_NAME", "INVALID_NAME",
    )
)  # fmt: skip
UNREAD = "NOT_READ"
UNLIKELY = ("SAME_PLACE", "NOT_FOUND", "NOTHING_MATCHES", "WRONG_KIND", "NO_CAPABILITY", MISREAD, UNREAD)

Verdict = Planned | Question | Problem
Describe = Callable[[Planned], str]
Doubt = Callable[[Reading], bool]
"""Whether what was learned of how people talk certainly speaks against a reading."""


class Choice(Struct, frozen=True):
    """What was decided, on which reading, and how every reading fared (for `explain`)."""

    verdict: Verdict
    reading: Reading
    tried: tuple[tuple[Reading, Verdict], ...]

    @property
    def is_timed(self) -> bool:
        """Whether what was read seems to say when."""
        return isinstance(self.verdict, Problem) and self.verdict.code == TIMED


def choose(
    readings: Sequence[Reading],
    attempt: Callable[[Reading], Verdict],
    describe: Describe,
    answer: str | None,
    doubted: Doubt,
) -> Choice:
    """Try readings from the cheapest on.

    A reading that cannot be done gives way to one little dearer that can, and one that lacks something to one as likely
    that lacks nothing; one that can be done, and has a different one nearly as cheap beside it, becomes a question that
    shows both, unless only one of them is not `doubted`, and that loses nothing.
    """
    best = readings[0]
    tried: list[tuple[Reading, Verdict]] = [(best, attempt(best))]
    verdict = tried[0][1]
    reach = MARGIN if isinstance(verdict, Planned) else RESCUE
    for reading in readings[1:]:
        if reading.cost <= best.cost + (max(reach, HIDDEN) if _tells_more(reading, best) else reach):
            tried.append((reading, attempt(reading)))
    if isinstance(verdict, Planned):
        return _certain(tried, describe, answer, doubted)
    whole = any(isinstance(v, Planned) and r.cost <= best.cost for r, v in tried)
    chosen = next(((r, v) for r, v in tried if not (gives_way(v) or (whole and _lacks(v)))), None)
    if chosen is None or not isinstance(chosen[1], Planned):
        return Choice(verdict, best, tuple(tried))
    near = [(r, v) for r, v in tried if isinstance(v, Planned) and r.cost <= chosen[0].cost + MARGIN]
    return _certain([*near, *((r, v) for r, v in tried if not isinstance(v, Planned))], describe, answer, doubted)


def _tells_more(reading: Reading, best: Reading) -> bool:
    """Whether a reading has one command more, in words that the best one passes over as a remark."""
    if len(reading.clauses) <= len(best.clauses):
        return False
    remarks = [(start, end) for kind, start, end in best.notes if kind == REMARK]
    return any(start <= clause.start < end for clause in reading.clauses for start, end in remarks)


def _certain(
    tried: Sequence[tuple[Reading, Verdict]], describe: Describe, answer: str | None, doubted: Doubt
) -> Choice:
    """The first plan, unless another that does something else is as likely.

    One that finds a file elsewhere than was said is none where another finds it there.
    """
    near = [(reading, verdict) for reading, verdict in tried if isinstance(verdict, Planned) and not verdict.afar]
    plans: list[tuple[Reading, Planned]] = []
    for reading, verdict in near or tried:
        if isinstance(verdict, Planned) and not any(
            alike(verdict, other) or _only_looks_less(verdict, other) for _, other in plans
        ):
            plans.append((reading, verdict))
    likely = [plan for plan in plans if not doubted(plan[0])] if len(plans) > 1 and answer is None else []
    plans = likely if len(likely) == 1 and not likely[0][1].destroys else plans
    first = plans[0]
    if len(plans) == 1:
        return Choice(first[1], first[0], tuple(tried))
    picked = asked([plan for _, plan in plans], describe, answer)
    reading = next((reading for reading, plan in plans if plan is picked), first[0])
    return Choice(picked, reading, tuple(tried))


def asked(plans: Sequence[Planned], describe: Describe, answer: str | None) -> Planned | Question:
    """The plan that an answer picks; without one the question which it should be."""
    candidates = tuple(describe(plan) for plan in plans)
    said = answer.strip().lower() if answer is not None else ""
    for number, plan in enumerate(plans):
        if said in (str(number + 1), candidates[number].lower()):
            return plan
    return Question("What do you mean?", candidates, TWO_READINGS)


def alike(one: Planned, other: Planned) -> bool:
    """Whether two plans do the same, or both only read, so that nobody need be asked which was meant."""
    if one.only_reads and other.only_reads:
        return True
    return one.previews == other.previews or one.effects == other.effects


def _only_looks_less(verdict: Planned, other: Planned) -> bool:
    """Whether a plan is another one without steps that only look: "*find* a.txt and open it"."""
    done = [(seen.atom_id, seen.inputs) for seen in verdict.previews]
    more = [seen for seen in other.previews if (seen.atom_id, seen.inputs) not in done]
    looks = bool(more) and all(seen.effect == Effect.READS and not seen.changes for seen in more)
    return looks and len(done) + len(more) == len(other.previews)


def gives_way(verdict: Verdict) -> bool:
    """Whether a reading failed in a way that speaks for another: nothing there, misread, or a pronoun for nothing."""
    if isinstance(verdict, Problem):
        return verdict.code in UNLIKELY
    return isinstance(verdict, Question) and (verdict.key in DANGLING or verdict.key.startswith(SHARED))


def _lacks(verdict: Verdict) -> bool:
    """Whether a reading only asks for what it has no word for."""
    return isinstance(verdict, Question) and not verdict.candidates


def stops(verdict: Verdict | None) -> bool:
    """Whether what was said must not be done, or not now."""
    return isinstance(verdict, Problem) and (verdict.code == TIMED or verdict.code in REFUSALS)


def said_time(reading: Reading, decoded: Decoded) -> str:
    """The words of a reading that say when, as they were said.

    When something that is told was is no such time: "I saw it *last week*, can you open it".
    """
    lattice, frames = decoded.lattice, decoded.lattice.grammar.frames
    told = {end for kind, _, end in reading.notes if kind in TOLD}
    mentions = [each for each in reading.clauses if each.intent < 0 and not frames[each.frame].goal]
    told |= {at for each in mentions for at in range(each.start + 1, each.end)}
    notes = (note for note in reading.notes if note[0] == "time")
    spans = [(start, end - (lattice.tokens[end - 1].shape == "mark")) for _, start, end in notes]
    said = (span for span in spans if not (span[0] in told and span[1] in lattice.ends(span[0], "past_time")))
    return ", ".join(lattice.text_of(start, end) for start, end in said)


def waits(reading: Reading, decoded: Decoded) -> str:
    """The words that make a command follow what is only told before it: "I'm printing, *then* shut down"."""
    lattice, ends, told = decoded.lattice, 0, False
    if (then := _at_the_time_told(reading, lattice) or _time_of_both(reading, lattice)) is not None:
        return lattice.text_of(*then)
    if len(reading.clauses) == 1 and (waiting := _waits_at(reading, lattice)) is not None:
        return lattice.text_of(*waiting)
    for kind, start, end in reading.notes:
        if start != ends:
            break
        if kind == "filler" and told and lattice.in_set(start, "following"):
            return lattice.text_of(start, end)
        if any(lattice.in_set(at, "ended") for at in range(start, end)):
            return ""
        last = end - 1 - (end > start + 1 and lattice.tokens[end - 1].shape == "mark")
        if kind in TOLD and last and lattice.in_set(last, "following") and lattice.tokens[last - 1].shape == "mark":
            return lattice.text_of(last, last + 1)
        ends, told = end, told or kind in TOLD
    joined = [after for after, _, how in lattice.at(ends, "joint") if how == SEQUENCE] if told else []
    return lattice.text_of(ends, max(joined)) if joined else ""


def _time_of_both(reading: Reading, lattice: Lattice) -> tuple[int, int] | None:
    """The time that ends a question behind a command, and may be of both: "lock it and when is yoga *at 9*"."""
    intents, last = lattice.grammar.intents, reading.clauses[-1]
    acts = any(clause.intent < 0 or not intents[clause.intent].reads for clause in reading.clauses)
    times = last_times(lattice) if acts and last.intent >= 0 and intents[last.intent].reads else []
    return next(((at, end) for at, _, end in times if at > last.start), None)


def _at_the_time_told(reading: Reading, lattice: Lattice) -> tuple[int, int] | None:
    """The words that mean the time that was told before the commands: "I'm off at five, so shut down *then*"."""
    told = (note for note in reading.notes if note[0] in TOLD)
    thens = [at for at in range(lattice.size) if lattice.in_set(at, "following")]
    whens = [at for name in TIMES for at in range(lattice.size) if lattice.in_set(at, name)]
    whens += [at for at, _, _ in times_of(lattice, Phrases(lattice))] if thens else []
    timed = (end for _, start, end in told if any(start <= at < end for at in whens))
    for at in range(next(timed, lattice.size) + 1, lattice.size):
        goes_on = at + 1 < lattice.size and lattice.tokens[at + 1].shape != "mark" and lattice.begins_clause(at + 1)
        if lattice.in_set(at, "following") and not goes_on and at not in free_tokens(reading, lattice):
            return at, at + 1
    return None


def _waits_at(reading: Reading, lattice: Lattice) -> tuple[int, int] | None:
    """The words that make a single command wait for what nobody told of: "lock the screen *when it is done*".

    "At *once*" ends there, whatever goes on behind it.
    """
    free = free_tokens(reading, lattice)
    for at in range(1, lattice.size - 2):
        ended = any(begin < at for begin in lattice.starts(at + 1, "filler"))
        waits = lattice.class_name(at) == "later" and lattice.in_set(at, "following") and at not in free and not ended
        over = _is_over(lattice, at + 2) if waits and lattice.class_name(at + 1) == "pronoun" else None
        if over is not None:
            return at, over + 1
    return None


def _is_over(lattice: Lattice, start: int) -> int | None:
    """The first word from a token on that says how something is then: "done", "ready"."""
    ended = (at for at in range(start, lattice.size) if lattice.in_set(at, "ended") or lattice.in_set(at, "condition"))
    return next(ended, None)
