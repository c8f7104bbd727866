"""A plan that its utterance hardly asks for is asked about first: "word on the left, that's how Lisa has hers".

Only where more was said than a command, and something would change: what else was said tells whether it is one; or
where something would be lost that is only told by whose it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from aura.capability.effect import Effect
from aura.contracts.change import WriteFile
from aura.contracts.goal import Question
from aura.contracts.outcome import RunResult
from aura.language.decoding.account import free_tokens
from aura.language.decoding.decode import Decoded
from aura.language.hearing.agreement import begins_more, contradicted, leaves_text_open
from aura.language.hearing.beside.setting_aside import ASKED
from aura.language.hearing.corrections.denials import is_said_over
from aura.language.hearing.corrections.retelling import retold, takes_back
from aura.language.hearing.misheard.respelling import is_swapped
from aura.language.slots.parts import Thing
from aura.language.slots.topics import QUESTIONS
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.language.utterance.marks import next_mark
from aura.language.utterance.numbers import Numbers
from aura.language.utterance.predicates import YES_NO, Predicates, requests
from aura.language.utterance.verbs import orders_at
from aura.runtime.choosing.choose import Describe
from aura.runtime.choosing.trial import Planned
from aura.runtime.doubts.former_ones import loses_a_former_one
from aura.runtime.doubts.left_out import asks_more, left_out_in_vain
from aura.runtime.doubts.meant_for_then import is_perhaps_for_then
from aura.runtime.doubts.objections import only_spares, told_beside
from aura.runtime.doubts.only_asked import asks_whether
from aura.runtime.doubts.spoken_of import takes_one_spoken_of
from aura.runtime.doubts.told_places import looks_elsewhere
from aura.runtime.doubts.torn_texts import cuts_a_list, tears_a_text
from aura.runtime.doubts.trailing import trails_off
from aura.runtime.house import House
from aura.runtime.proposed.found_commands import FoundCommands
from aura.runtime.vain.places import makes_a_place_told_of
from aura.runtime.vain.questions import told_elsewhere
from aura.runtime.vain.spots import may_say_where
from aura.runtime.vain.sums import leaves_out_of_a_sum
from aura.runtime.vain.typed import leaves_out_how_often
from aura.runtime.vain.view import COLON, TEXTUAL, WORD, View
from aura.understanding.answers import DECIDED
from aura.understanding.spoken import last_times

KEYS = "keys"
"""The input that no text fills."""
NOW, SUM, BEGUN, EARLIER = "now", "sum", "begun", "earlier"
"""The question whether something is to be done now."""
PASSED = 3
"""Tokens at the beginning of a question that it may open behind."""
LIKELY, LIKELY_LOSS = 0.3, 0.5
"""How probable it is at least that something is asked for, where what else was said only says what stays, and where
something would be lost as well."""
LONGEST_REPORT = 10
"""Tokens of a mark and what says whose words were told."""
QUERY = "query"
OPEN = (*TEXTUAL, QUERY)
"""Inputs that hold any words, and so a time as well."""
WISHED = 5
"""Tokens within which somebody says that he wants to do something."""
LEADING = ("text_intro", "told_of_today")
"""Sets of words that may stand before a text and are none of it: "where the cursor is *now*"."""
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
    otherwise = _is_added_otherwise(planned, whole) or leaves_out_how_often(View(planned, whole))
    otherwise = otherwise or (beside and tears_a_text(planned, whole, asides)) or trails_off(planned, lattice)
    otherwise = otherwise or cuts_a_list(planned, whole, asides) or looks_elsewhere(planned, whole)
    otherwise = otherwise or (whole is not lattice and asks_more(planned, whole))
    otherwise = otherwise or makes_a_place_told_of(View(planned, whole)) or takes_one_spoken_of(planned, lattice, whole)
    otherwise = otherwise or _begins_with_what_takes_back(planned, whole) or _is_done_by_the_speaker(planned, lattice)
    steps = zip(planned.steps, planned.previews, strict=True)
    lost = any(seen.effect == Effect.DESTROYS and QUERY not in step.inputs for step, seen in steps)
    if lost or any(house.registry[step.id].ends for step in planned.steps):
        otherwise = otherwise or _is_hardly_ordered(whole) or _is_guessed(planned, whole) or may_be_a_name(planned)
        otherwise = otherwise or loses_a_former_one(planned, lattice)
    otherwise = otherwise or asks_whether(planned, whole)
    otherwise = otherwise or _is_of_a_room(planned, lattice) or may_say_where(View(planned, lattice))
    otherwise = otherwise or _asks_what_was(planned, whole) or _asks_and_has_it_done(planned, whole)
    beyond = leaves_out_of_a_sum(View(planned, whole), within=False)
    if otherwise or beyond or leaves_out_of_a_sum(View(planned, lattice)):
        return _is_meant(planned, describe)
    left_out = beside or base.understood is not None
    kept = planned.destroys or _asks_then(planned, lattice) or _keeps_what_was_taken_back(planned, lattice)
    if not (left_out or kept) and FoundCommands(house).plain_in_turn(planned.reading, lattice):
        return _is_meant(planned, describe) if _is_doubtful(planned, lattice) else None
    if (whole is lattice or left_out) and begins_more(whole, lattice, planned.reading, estimates):
        return _is_meant(planned, describe)
    if planned.only_reads:
        bare = not any(step.inputs for step in planned.steps) and bool(whole is not lattice or passed)
        elsewhere = bare and told_elsewhere(whole, house.values.words)
        return _is_meant(planned, describe) if elsewhere or _asks_two(planned, lattice) else None
    own = base.understood is None or beside
    if own and FoundCommands(house).differ(whole if beside else lattice, planned):
        return _is_meant(planned, describe)
    if _is_doubtful(planned, lattice):
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


def _is_hardly_ordered(lattice: Lattice) -> bool:
    """Whether a loss is only asked about, or told of who speaks or hears: "delete a.txt?", "you could …", "I will …".

    What begins as a request is asked for, and so is what the speaker wants.
    """
    begged = any(requests(lattice, at) or lattice.in_set(at, "polite") for at in range(lattice.size))
    asked = lattice.text.rstrip().endswith(ASKED) and not begged
    must = lattice.in_set(1, "obliged") and lattice.in_set(2, "infinitive")
    does = (lattice.in_set(1, "intending") or must) and not lattice.in_set(1, "wanting")
    told = does and (lattice.in_set(0, "addressed") or lattice.in_set(0, "speaking"))
    return asked or told or lattice.in_set(0, "announced_deed")


def _is_guessed(planned: Planned, lattice: Lattice) -> bool:
    """Whether a loss is only supposed to be meant: "delete a.txt, *I guess*", "*I suppose* you can delete it".

    What is supposed at the end is what is done last: "delete a.txt and set the volume to 30 *I guess*".
    """
    last = len(planned.steps) == 1 or planned.previews[-1].effect == Effect.DESTROYS
    for at in (at for at in range(1, lattice.size) if lattice.in_set(at, "guessing")):
        ended = at + 1 >= lattice.size or lattice.tokens[at + 1].shape != WORD
        if lattice.in_set(at - 1, "speaking") and ((ended and last) or lattice.in_set(at + 1, "addressed")):
            return True
    return False


def may_be_a_name(planned: Planned) -> bool:
    """Whether a command may be the last of some new names that no mark parts: "two folders: red car *and delete b*"."""
    values = (part.value for clause in planned.reading.clauses[:-1] for part in clause.parts)
    alone = (value[0] for value in values if isinstance(value, tuple) and len(value) == 1)
    return any(isinstance(thing, Thing) and thing.name is not None and thing.count > 1 for thing in alone)


def _is_of_a_room(planned: Planned, lattice: Lattice) -> bool:
    """Whether what is spoken of may be of a room, as its weather is told of: "close the window, *I'm cold*"."""
    free = free_tokens(planned.reading, lattice)
    said = [at for at in range(1, lattice.size) if at not in free]
    spoken = any(lattice.in_set(at, "of_rooms") and lattice.in_set(at - 1, "definite") for at in said)
    return spoken and any(lattice.in_set(at, "felt") for at in said)


def _asks_what_was(planned: Planned, lattice: Lattice) -> bool:
    """Whether what would be kept in mind last is asked about: "remember that time I broke it?"."""
    kept = "fact" in planned.steps[-1].inputs
    return kept and lattice.text.rstrip().endswith(ASKED) and lattice.begins_clause(0) and not requests(lattice, 0)


def _asks_and_has_it_done(planned: Planned, lattice: Lattice) -> bool:
    """Whether what is only asked is then told to be done: "is it true that you can close word *do it*"."""
    echoes = (at for at in range(1, lattice.size) if any(map(lattice.is_over, lattice.ends(at, "echoing"))))
    last = max(echoes, default=0)
    inputs = (str(value).lower() for step in planned.steps for value in step.inputs.values())
    held = any(lattice.low[last] in text.split() for text in inputs)
    asked = any("question" in step.inputs for step in planned.steps)
    asked = asked or any(kind in QUESTIONS and not cost for _, cost, kind in lattice.at(0, "asks"))
    return last > 0 and asked and not held


def _is_of_somebody(planned: Planned, lattice: Lattice) -> bool:
    """Whether what would be lost is told by whose it is, and that may be anybody: "forget *her* old number"."""
    others = lattice.grammar.words["of_others"]
    seen = zip(planned.steps, planned.previews, strict=True)
    told = (step for step, preview in seen if preview.effect == Effect.DESTROYS and not preview.changes)
    values = (value for step in told for value in step.inputs.values() if isinstance(value, str))
    return any(value.partition(" ")[0].lower() in others for value in values)


def _is_added_otherwise(planned: Planned, lattice: Lattice) -> bool:
    """Whether something is added at the end of a file that should stand at its beginning: "*at the top of* a.txt"."""
    changes = (change for seen in planned.previews for change in seen.changes)
    added = any(isinstance(change, WriteFile) and change.extends for change in changes)
    told = " ".join(str(value).lower() for step in planned.steps for value in step.inputs.values())
    spans = [(at, end) for at in range(lattice.size) for end in lattice.ends(at, "beginning_of")]
    return added and any(lattice.words_of(*span).lower() not in told for span in spans)


def _is_doubtful(planned: Planned, lattice: Lattice) -> bool:
    """Whether a text may not be the one that is meant."""
    free = free_tokens(planned.reading, lattice)
    doubtful = _writes_what_is_looked_up(planned, lattice) or _holds_a_small_slip(planned, lattice)
    doubtful = doubtful or any(is_said_over(lattice, at, free) for at in free) or _ends_said_twice(lattice, free)
    return doubtful or _may_go_on_with_a_place(planned, lattice) or _takes_a_time(planned, lattice)


def _writes_what_is_looked_up(planned: Planned, lattice: Lattice) -> bool:
    """Whether a text only says what would have to be looked up or worked out: "add *today's date* to notes.txt".

    Or it breaks off before that: "put *the name of* this folder in notes.txt".
    """
    free = free_tokens(planned.reading, lattice)
    seen = list(zip(planned.steps, planned.previews, strict=True))
    inputs = (each for step, _ in seen for each in step.inputs.items())
    written = {value for name, value in inputs if isinstance(value, str) and name != KEYS}
    kept = {
        value for step, preview in seen if preview.changes for value in step.inputs.values() if isinstance(value, str)
    }
    for first in free.difference(at + 1 for at in free):
        behind = next((at for at in range(first, lattice.size) if at not in free), lattice.size)
        text = lattice.text_of(first, behind)
        if text in written:  # else it is a name, or one of several texts
            broken_off = behind > first + 1 and lattice.in_set(behind - 1, "never_last")
            begins = [at for at in (first, first - 1) if at >= 0]
            earlier = text in kept and any((behind, EARLIER) in _told_values(lattice, at) for at in begins)
            if broken_off or earlier or any(_is_looked_up(lattice, at, behind) for at in begins):
                return True
    return False


def _ends_said_twice(lattice: Lattice, free: frozenset[int]) -> bool:
    """Whether a name or a text ends in a word said twice, which may only hurry: "rename it to attic *chop chop*"."""
    last = lattice.size - 1
    return last > 1 and free.issuperset((last - 2, last - 1, last)) and lattice.low[last] == lattice.low[last - 1]


def _may_go_on_with_a_place(planned: Planned, lattice: Lattice) -> bool:
    """Whether what is written tells what somebody does, and may tell where, too: "saying we meet *in Downloads*"."""
    free, predicates = free_tokens(planned.reading, lattice), Predicates(lattice)
    for first in free.difference(at + 1 for at in free):
        behind = next((at for at in range(first, lattice.size) if at not in free), lattice.size)
        tells = lattice.in_set(first, "own_subject") and predicates.verb(first, behind) is not None
        place = behind + 1 + lattice.in_set(behind + 1, "determiner")
        if tells and lattice.class_name(behind) == "preposition" and lattice.at(place, "anchor"):
            return True
    return False


def _holds_a_small_slip(planned: Planned, lattice: Lattice) -> bool:
    """Whether a small word that slipped is one of several of a name or a text: "add *eggs ot notes.txt*"."""
    free = free_tokens(planned.reading, lattice)
    return any(is_swapped(lattice, at) for at in free if at + 1 in free or at - 1 in free)


def _takes_a_time(planned: Planned, lattice: Lattice) -> bool:
    """Whether the last words say when, and are all of a text or end a name: "add thanks to a.txt *every monday*"."""
    for begin, _, end in last_times(lattice):
        said = lattice.text_of(begin, end)
        for text in View(planned, lattice).texts:
            led = not begin or lattice.low[begin - 1] == COLON or lattice.in_set(begin - 1, "text_intro")
            led = led or bool(lattice.at(begin - 1, "verb"))
            if (text.value == said and not led) if text.fills(*OPEN) else text.value.endswith(f" {said}"):
                return True
    return False


def _told_values(lattice: Lattice, start: int) -> list[tuple[int, str]]:
    """Where words end that begin at a token and say what would have to be looked up, and how they do."""
    return [(stop, sense) for stop, slipped, sense in lattice.at(start, "told_value") if not slipped]


def _is_looked_up(lattice: Lattice, start: int, end: int) -> bool:
    """Whether all words of a stretch say what would have to be looked up, or it begins with a result of a sum.

    Or it begins with what something has, and tells nothing of it: "the names of all files"; or it is a file that is
    there: "append *the draft* to notes.txt".
    """
    hits = _told_values(lattice, start)
    sums = (stop for stop, sense in hits if sense == SUM and stop < lattice.size)
    begun = (stop for stop, sense in hits if sense == BEGUN and stop < end)
    untold = any(Predicates(lattice).verb(stop, end) is None for stop in begun)
    return (end, "") in hits or untold or _is_a_file(lattice, start, end) or any(map(Numbers(lattice).sums, sums))


def _is_a_file(lattice: Lattice, start: int, end: int) -> bool:
    """Whether words with an article are the name of a file that is there."""
    named = " ".join(lattice.low[start + 1 : end])
    return lattice.in_set(start, "definite") and named in lattice.known.files


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


def _begins_with_what_takes_back(planned: Planned, whole: Lattice) -> bool:
    """Whether a text begins with what takes back the word before it: "put ghent *no ostend* into b4"."""
    for text in View(planned, whole).texts:
        for at in View(planned, whole).places_of([text.low[0]]) if len(text.low) > 1 else ():
            taken = whole.in_set(at, "retracting") and at > 1 and whole.tokens[at - 1].shape == WORD
            if taken and not (
                whole.class_name(at - 1)
                or whole.at(at - 1, "verb")
                or any(whole.in_set(at - 1, name) for name in LEADING)
            ):
                return True
    return False


def _is_done_by_the_speaker(planned: Planned, lattice: Lattice) -> bool:
    """Whether something is what the speaker may want to do himself: "mute it, *I want to sleep*"."""
    for clause in planned.reading.clauses:
        verb = clause.verb[0] if clause.verb is not None else max(clause.start, 0)
        at = next((at for at in range(verb, min(clause.end, lattice.size)) if lattice.in_set(at, "own_doing")), 0)
        before = range(max(0, at - WISHED), at - 1)
        wished = (
            at > 1 and lattice.in_set(at - 1, "infinitive") and any(lattice.in_set(one, "wanting") for one in before)
        )
        if wished and any(lattice.in_set(one, "speaking") for one in before) and not lattice.in_set(at - 2, "hearer"):
            return True
    return False


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
