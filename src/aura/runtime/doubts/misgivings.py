"""A plan that its utterance hardly asks for is asked about first: "word on the left, that's how Lisa has hers".

Only where more was said than a command, and something would change: what else was said tells whether it is one; or
where something would be lost that is only told by whose it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from aura.capability.effect import Effect
from aura.contracts.goal import Question
from aura.contracts.outcome import RunResult
from aura.language.decoding.account import free_tokens
from aura.language.decoding.decode import Decoded
from aura.language.hearing.agreement import begins_more, contradicted, leaves_text_open
from aura.language.hearing.beside.setting_aside import ASKED
from aura.language.hearing.corrections.denials import is_said_over
from aura.language.hearing.corrections.retelling import retold, takes_back
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.language.utterance.marks import next_mark
from aura.language.utterance.numbers import Numbers
from aura.language.utterance.predicates import YES_NO
from aura.language.utterance.verbs import orders_at
from aura.runtime.choosing.choose import Describe
from aura.runtime.choosing.trial import Planned
from aura.runtime.doubts.doubtful_texts import is_doubtful
from aura.runtime.doubts.left_out import left_out_in_vain
from aura.runtime.doubts.meant_for_then import is_perhaps_for_then
from aura.runtime.doubts.objections import only_spares, told_beside
from aura.runtime.doubts.otherwise import Case, says_otherwise
from aura.runtime.house import House
from aura.runtime.proposed.found_commands import FoundCommands
from aura.runtime.vain.questions import told_elsewhere
from aura.understanding.answers import DECIDED

NOW = "now"
"""The question whether something is to be done now."""
PASSED = 3
"""Tokens at the beginning of a question that it may open behind."""
LIKELY, LIKELY_LOSS = 0.3, 0.5
"""How probable it is at least that something is asked for, where what else was said only says what stays, and where
something would be lost as well."""
LONGEST_REPORT = 10
"""Tokens of a mark and what says whose words were told."""
LEAST_FREE = 4
"""Words of names and texts that may be none."""


def misgiving(
    planned: Planned, decoded: Decoded, base: RunResult, describe: Describe, house: House, asides: Sequence[str]
) -> Question | None:
    """The question whether a plan should be carried out now, where its whole utterance hardly asks for just that.

    `asides` are words of it that were left out.
    """
    beside = bool(asides)
    lattice, estimates, utterance = decoded.lattice, house.estimates, base.utterance
    passed = told_beside(planned.reading, lattice)
    if _is_of_somebody(planned, lattice) or left_out_in_vain(asides, passed, planned, utterance, house):
        return _is_meant(planned, describe)
    whole = lattice if utterance == lattice.text else lattice_of(lattice.grammar, utterance)
    if is_perhaps_for_then(planned, whole):
        return whether_now(describe(planned))
    if says_otherwise(Case(planned, lattice, whole, asides, lambda tool: house.registry[tool].ends)):
        return _is_meant(planned, describe)
    left_out = beside or base.understood is not None
    kept = planned.destroys or _asks_then(planned, lattice) or _keeps_what_was_taken_back(planned, lattice)
    if not (left_out or kept) and FoundCommands(house).plain_in_turn(planned.reading, lattice):
        return _is_meant(planned, describe) if is_doubtful(planned, lattice) else None
    if (whole is lattice or left_out) and begins_more(whole, lattice, planned.reading, estimates):
        return _is_meant(planned, describe)
    if planned.only_reads:
        bare = not any(step.inputs for step in planned.steps) and bool(whole is not lattice or passed)
        elsewhere = bare and told_elsewhere(whole, house.values.words)
        return _is_meant(planned, describe) if elsewhere or _asks_two(planned, lattice) else None
    own = base.understood is None or beside
    if own and FoundCommands(house).differ(whole if beside else lattice, planned):
        return _is_meant(planned, describe)
    if is_doubtful(planned, lattice):
        return _is_meant(planned, describe)
    told = beside or bool(passed) or _asks_then(planned, lattice)
    if not (told or len(free_tokens(planned.reading, lattice)) >= LEAST_FREE):
        return None
    said = whole if left_out else lattice  # what was only said anew is heard without what it takes the place of
    unsettled = contradicted(planned.reading, lattice, estimates) or leaves_text_open(said, estimates)
    if unsettled or _keeps_what_was_taken_back(planned, lattice):
        return _is_meant(planned, describe)
    found = estimates.of(whole)
    likely = found is None or found.asked >= (LIKELY_LOSS if planned.destroys else LIKELY)
    stays = likely and not beside and only_spares(planned.reading, lattice)
    hardly = estimates.hardly_asked(whole, told=told and not stays, guessed=beside)
    if not (hardly or _is_questioned(whole) or _asks_then(planned, lattice) or _is_reported(whole)):
        return None
    return whether_now(describe(planned))


def whether_now(told: str) -> Question:
    """The question whether what is told of a plan is to be done: "Should this be done now: delete a.txt?"."""
    return Question(f"Should this be done now: {told}?", DECIDED, NOW)


def _is_meant(planned: Planned, describe: Describe) -> Question:
    return Question(f"Is this what you mean: {describe(planned)}?", DECIDED, NOW)


def _is_of_somebody(planned: Planned, lattice: Lattice) -> bool:
    """Whether what would be lost is told by whose it is, and that may be anybody: "forget *her* old number"."""
    others = lattice.grammar.words["of_others"]
    seen = zip(planned.steps, planned.previews, strict=True)
    told = (step for step, preview in seen if preview.effect == Effect.DESTROYS and not preview.changes)
    values = (value for step in told for value in step.inputs.values() if isinstance(value, str))
    return any(value.partition(" ")[0].lower() in others for value in values)


def _is_reported(lattice: Lattice) -> bool:
    """Whether an utterance says whose words it is, at its end or amid it: "look for flights, *said my mother*"."""
    marks = (at for at in range(lattice.size) if lattice.tokens[at].shape == "mark")
    return _ends_in_speaker(lattice) or any(_is_told_by_one(lattice, at + 1) for at in marks)


def _is_told_by_one(lattice: Lattice, start: int) -> bool:
    """Whether a clause only says that somebody tells it: "scroll down, *my aunt always tells me*", "*they said*"."""
    end = next_mark(lattice, start)
    somebody = lattice.in_set(start, "own_subject") and not lattice.in_set(start, "speaker")
    if end == start + 2 and somebody and lattice.in_set(start + 1, "reporting"):
        return True
    told = start + 2 < end - 1 and lattice.in_set(start, "determiner") and lattice.in_set(end - 2, "reporting")
    return told and lattice.class_name(end - 1) in ("pronoun", "article") and not lattice.at(end - 1, "it")


def _ends_in_speaker(lattice: Lattice) -> bool:
    """Whether an utterance ends in whose words it is: "search the web for cheap flights, *said my mother*"."""
    last = max((at for at in range(lattice.size) if lattice.tokens[at].shape == "mark"), default=-1)
    said = 0 < last + 1 < lattice.size - 1 and lattice.in_set(last + 1, "reporting")
    speaker = any(lattice.in_set(last + 2, name) for name in ("determiner", "spoken_of"))
    return said and lattice.size - last <= LONGEST_REPORT and speaker


def _keeps_what_was_taken_back(planned: Planned, lattice: Lattice) -> bool:
    """Whether a text holds what is surely said anew in it: "put *95 no 85* in b4", "type *friday no not friday*"."""
    free = free_tokens(planned.reading, lattice)
    anew = (range(one.start, one.end) for one in retold(lattice, Numbers(lattice)) if one.certain)
    corrected = (range(at - 1, at + 3) for at in free if takes_back(lattice, at))
    words = {at for at, token in enumerate(lattice.tokens) if token.shape != "mark"}
    return any(free.issuperset(words.intersection(said)) for said in (*anew, *corrected))


def _asks_two(planned: Planned, lattice: Lattice) -> bool:
    """Whether a question ends in what takes the place of its last word: "the capital of austria *no australia*"."""
    asked = any("question" in step.inputs for step in planned.steps)
    return asked and any(is_said_over(lattice, at, range(lattice.size)) for at in range(lattice.size))


def _is_questioned(utterance: Lattice) -> bool:
    """Whether an order is put as a question, and more is said behind it: "*close chrome?* my notes are in there"."""
    asked = next((at for at in range(utterance.size - 1) if utterance.low[at].startswith(ASKED)), 0)
    ordered = orders_at(utterance, 0)
    return asked > 0 and ordered and not any(utterance.at(at, "asks") for at in range(asked))


def _asks_then(planned: Planned, lattice: Lattice) -> bool:
    """Whether anything at all is asked behind a command, by yes or no or in contrast to it: "…, *but what for?*"."""
    intents = lattice.grammar.intents
    asking = [
        clause.start for clause in planned.reading.clauses[1:] if clause.intent >= 0 and intents[clause.intent].alone
    ]
    contrasted = any(lattice.in_set(at, "contrasting") for start in asking for at in (start - 1, start))
    return contrasted or any(_opens_as_yes_no(lattice, start) for start in asking)


def _opens_as_yes_no(lattice: Lattice, start: int) -> bool:
    """Whether what is asked first, from a token on, is answered by yes or no: "*is* it safe", and not "how *do* …"."""
    kinds = ({hit[2] for hit in lattice.at(at, "asks")} for at in range(start, min(start + PASSED, lattice.size)))
    return YES_NO in next(filter(None, kinds), ())
