"""Whether what was read of an utterance is what an encoder says that its words are for.

The encoder is asked about what a grammar cannot know for sure: where the words of a text, a name or a search end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from aura.language.annotating.annotation import BESIDE, SAID, Annotation
from aura.language.annotating.estimates import Estimates
from aura.language.asides.harmless import PURPOSE
from aura.language.decoding.account import QUERY, free_tokens, names_of
from aura.language.hearing.beside.setting_aside import only_wonders
from aura.language.hearing.beside.text_goes_on import goes_on_with_text
from aura.language.slots.parts import Name, Part, Place, Reading, Span, Thing, Ways
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.passages import passages, words_of
from aura.language.utterance.predicates import Predicates
from aura.language.utterance.verbs import orders_at

LEAST_WORDS = 4
"""Words of a value among which some may be none of it: a shorter one is hardly taken too long."""
CERTAIN, CERTAINLY_SAID = 0.9, 0.98
"""How probable it is at least that a token is beside the commands, or in no slot, to be no part of a value."""
LEAST_PASSED = 2
"""Words that fill a slot for sure and are not all passed over."""
LEAST_CUT, GOES_ON = 3, 0.7
"""Words that go on with what fills a slot and are passed over all the same; how probable each is at least."""
SURELY_BEGUN = 0.8
"""How probable it is at least of each of the commands that begin in an utterance of which fewer were read, where it
begins with no verb that orders something."""
LIKELY = 0.5
"""How probable it is at least that a command begins at a token, or that it is in a slot."""
TORN, MOST_TORN = 0.12, 2
"""How probable both are at least of a word that may as well be of a text as beside the command; how many such words
leave a text as it was read."""
TEXT, INTRODUCING, COMMA = "text", ":", ","
FILLER = "filler"
LINKING = ("joint", "article", "preposition", "pronoun")
"""What a value may hold that says nothing: "*the* date *and* the place"."""

Stretch = tuple[int, int]


def contradicted(reading: Reading, lattice: Lattice, estimates: Estimates) -> bool:
    """Whether an encoder certainly says otherwise of some words than a reading does.

    A name or a text holds a word that is none of it, a clause is read where there is no command, or all that fills a
    slot is passed over, or the end of it.
    """
    doubtful = len(reading.clauses) > 1 or len(free_tokens(reading, lattice)) >= LEAST_WORDS
    annotation = estimates.of(lattice) if doubtful or _passed_over(reading) else None
    if annotation is None:
        return False
    clauses = [(clause.start, clause.end) for clause in reading.clauses]
    invented = any(_is_beside(lattice, annotation, start, end) for start, end in clauses)
    values = [value for value in _values(reading, lattice) if value.places]
    filled = {place: _filled(lattice, annotation, *place) for value in values for place in value.places}
    passed = {stretch: _filled(lattice, annotation, *stretch) for stretch in _passed_over(reading)}
    elsewhere = {slot for slots in filled.values() for slot in slots}
    figured = {stretch: _filled(lattice, annotation, *stretch, figures=True) for stretch in passed}
    lost = any(
        (count >= LEAST_PASSED or slot in figured[stretch]) and slot not in elsewhere
        for stretch, slots in passed.items()
        for slot, count in slots.items()
    )
    cut = any(_goes_on(lattice, annotation, filled, stretch) for stretch in passed)
    orders = {start for start, _ in clauses}
    foreign = (
        all(_holds_foreign(lattice, annotation, value, *place, orders) for place in value.places) for value in values
    )
    return invented or lost or cut or any(foreign)


def _passed_over(reading: Reading) -> list[Stretch]:
    """What a reading passes over in open words."""
    return [(start, end) for kind, start, end in reading.notes if kind != FILLER]


def _goes_on(
    lattice: Lattice, annotation: Annotation, filled: Mapping[Stretch, Counter[str]], stretch: Stretch
) -> bool:
    """Whether a stretch is all of a slot, as are the words just before it: "with the columns From, *To and Date*".

    One that leads to a reason may be one.
    """
    words = [at for at in range(*stretch) if lattice.tokens[at].shape != "mark"]
    before = max((end for _, end in filled if end <= stretch[0]), default=-1)
    between = range(before, stretch[0])
    begins = range(stretch[0], min(stretch[0] + 2, lattice.size))
    reasons = any(sense != PURPOSE for at in begins for _, _, sense in lattice.at(at, "remark_lead"))
    if reasons or len(words) < LEAST_CUT or any(lattice.tokens[at].shape != "mark" for at in between):
        return False
    slots = {slot for (_, end), some in filled.items() if end == before for slot in some}
    return any(all(annotation.labels[at].get(slot, 0.0) > GOES_ON for at in words) for slot in slots)


def _is_beside(lattice: Lattice, annotation: Annotation, start: int, end: int) -> bool:
    """Whether all words of a stretch are beside the commands for sure."""
    words = [at for at in range(start, end) if lattice.tokens[at].shape != "mark"]
    return bool(words) and all(annotation.labels[at].get(BESIDE, 0.0) > CERTAIN for at in words)


def _filled(lattice: Lattice, annotation: Annotation, start: int, end: int, *, figures: bool = False) -> Counter[str]:
    """The slots that words, or only `figures`, of a stretch fill for sure, with how many of them do."""
    words = (at for at in range(start, min(end, lattice.size)) if lattice.low[at].isdigit() or not figures)
    likeliest = (next(iter(annotation.labels[at].items()), (SAID, 0.0)) for at in words)
    return Counter(label for label, share in likeliest if share > CERTAIN and label not in (SAID, BESIDE))


def passes_over(reading: Reading, lattice: Lattice, whole: Lattice, estimates: Estimates) -> bool:
    """Whether a command is likely to begin in what a reading passes over: "for the talk *mute it*, then open word".

    The `whole` utterance may have words that are not in what was heard; then more begin in it than were read.
    """
    if whole.text != lattice.text:
        said = estimates.of(whole)
        return said is not None and sum(share >= LIKELY for share in said.begins) > len(reading.clauses)
    passed = {at for kind, start, end in reading.notes if kind != FILLER for at in range(start, end)}
    words = any(lattice.tokens[at].shape == "word" for at in passed)
    annotation = estimates.of(lattice) if words else None
    return annotation is not None and any(annotation.begins[at] >= LIKELY for at in passed)


def begins_more(utterance: Lattice, heard: Lattice, reading: Reading, estimates: Estimates) -> bool:
    """Whether more commands surely begin in an utterance than in what it was heard as, or one in what is passed over.

    "Delete a.txt, I don't need it *and then opevn youtube*".
    """
    passed = _passed_over(reading)
    if utterance is heard and not passed:
        return False
    begun = _surely_begun(utterance, estimates)
    if utterance is heard:
        more = len(begun) > len(reading.clauses)
        return more and any(start <= at < end for start, end in passed for at in begun)
    wondered = any(only_wonders(utterance, 0, at) for at in range(1, utterance.size))
    return len(begun) - wondered > max(len(reading.clauses), len(_surely_begun(heard, estimates)))


def _surely_begun(lattice: Lattice, estimates: Estimates) -> list[int]:
    """The tokens of an utterance at which a command surely begins, which a place before its verb does not by itself."""
    annotation = estimates.of(lattice)
    begins = () if annotation is None else annotation.begins
    begun = [at for at, share in enumerate(begins) if share >= (LIKELY if _orders(lattice, at) else SURELY_BEGUN)]
    led = {at for at, after in pairwise(begun) if lattice.class_name(at) == "preposition" and _orders(lattice, after)}
    return [at for at in begun if at not in led]


def _orders(lattice: Lattice, at: int) -> bool:
    """Whether a verb that is an order as it stands begins what a mark or a joint sets apart."""
    joined = lattice.ended(at, "joint")
    apart = joined or at == 0 or lattice.tokens[at - 1].shape == "mark"
    return apart and orders_at(lattice, at)


def leaves_text_open(lattice: Lattice, estimates: Estimates) -> bool:
    """Whether words may be of a text or told beside it: "with the text ask for benedikt, *he does sundays*".

    That is so where an encoder is torn, and where what it calls beside the command tells right behind the text of whom
    the text may have named. What a colon introduces is the text; a letter and a quotation are whole.
    """
    annotation = estimates.of(lattice)
    if annotation is None:
        return False
    at = 0
    while at < lattice.size:
        end = _end_of_text(lattice, annotation, at)
        if end > at and not _is_sure_text(lattice, at, end):
            sure = next((word for word in range(at + 1, end) if _says_what_ought(lattice, word)), end)
            torn = [word for word in range(at + 1, sure) if _is_torn(lattice, annotation, word)]
            if len(torn) > MOST_TORN or any(_tells_on(lattice, annotation, word) for word in range(at + 1, end)):
                return True
        at = max(end, at + 1)
    return False


def _is_sure_text(lattice: Lattice, start: int, end: int) -> bool:
    """Whether a text has marks of its own: a colon before it, quotation marks, a list, how letters begin, …"""
    introduced = start > 0 and lattice.low[start - 1] == INTRODUCING
    quoted = any(lattice.tokens[at].shape == "quoted" for at in range(start, end))
    corrected = any(lattice.at(at, "correction") for at in range(start + 1, end))
    return introduced or quoted or corrected or _is_listed(lattice, start, end) or bool(lattice.at(start, "salutation"))


def _is_listed(lattice: Lattice, start: int, end: int) -> bool:
    """Whether a text is of what a list is announced to have, and states nothing: "a list of no dogs *and no mud*"."""
    leads = (at + 2 for at in range(start - 1) if lattice.in_set(at, "listing"))
    begin = max((at for at in leads if lattice.class_name(at - 1) == "preposition"), default=end)
    items = [begin, *(at + 1 for at in range(begin, end - 1) if lattice.class_name(at) == "joint")]
    predicates = Predicates(lattice)
    return begin <= start and len(items) > 1 and all(predicates.verb(at, end) is None for at in items)


def _end_of_text(lattice: Lattice, annotation: Annotation, start: int) -> int:
    """Where a text and what is told beside it end that begin at a token; that token where no text does."""
    if _likeliest(annotation, start) != TEXT:
        return start
    ends = (
        at
        for at in range(start + 1, lattice.size)
        if annotation.begins[at] >= LIKELY
        or not (lattice.tokens[at].shape == "mark" or _likeliest(annotation, at) in (TEXT, BESIDE))
    )
    return next(ends, lattice.size)


def _is_torn(lattice: Lattice, annotation: Annotation, at: int) -> bool:
    """Whether a word may as well be of a text as beside it."""
    shares = annotation.labels[at]
    return lattice.tokens[at].shape != "mark" and min(shares.get(TEXT, 0.0), shares.get(BESIDE, 0.0)) >= TORN


def _says_what_ought(lattice: Lattice, at: int) -> bool:
    """Whether a text goes on, with no mark, with what one ought to do: "the traps work best *I should* empty them"."""
    ought = lattice.in_set(at + 1, "ought") or lattice.in_set(at + 1, "obliged")
    return lattice.in_set(at, "own_subject") and ought and lattice.tokens[at - 1].shape != "mark"


def _tells_on(lattice: Lattice, annotation: Annotation, at: int) -> bool:
    """Whether what is beside the command begins at a word right behind a text, and tells of somebody or something."""
    tells = lattice.in_set(at, "third_person") and _likeliest(annotation, at) == BESIDE
    return tells and _likeliest(annotation, at - 1 - (lattice.low[at - 1] == COMMA)) == TEXT


def _likeliest(annotation: Annotation, at: int) -> str:
    return next(iter(annotation.labels[at]), SAID)


def _holds_foreign(
    lattice: Lattice, annotation: Annotation, value: _Value, start: int, end: int, orders: Container[int]
) -> bool:
    """Whether a value is long, and a word of it is beside the commands, or only says what to do.

    The first word of a clause does, and may be of the value too: "*divide* 186 by 4".
    """
    words = [at for at in range(start, end) if lattice.tokens[at].shape == "word"]
    words = [at for at in words if not (value.kind and _is_of_the_text(lattice, annotation, value, start, at))]
    beside = {at: annotation.labels[at].get(BESIDE, 0.0) for at in words}
    unslotted = {at: share + annotation.labels[at].get(SAID, 0.0) for at, share in beside.items()}
    filled = any(1 - share > LIKELY for share in unslotted.values())
    told = (share for at, share in unslotted.items() if lattice.class_name(at) not in LINKING and at not in orders)
    only_told = value.plain and filled and max(told, default=0.0) > CERTAINLY_SAID
    foreign = max(beside.values(), default=0.0) > CERTAIN or only_told
    return end - start >= LEAST_WORDS and foreign


def _is_of_the_text(lattice: Lattice, annotation: Annotation, value: _Value, start: int, at: int) -> bool:
    """Whether a word that is beside the command is of what goes on with a text: "shut the gate *the goats* know"."""
    begun = at
    while begun > start and annotation.labels[begun].get(BESIDE, 0.0) > LIKELY:
        begun -= 1
    behind = begun < at and annotation.labels[begun].get(BESIDE, 0.0) <= LIKELY
    return behind and goes_on_with_text(lattice, begun + 1, sought=value.kind == QUERY)


class _Value(NamedTuple):
    """Where the words of a value stand, which may be in several places.

    It is `plain` if it is said as it is kept; of a text `kind` is what it fills.
    """

    places: list[Stretch]
    plain: bool = True
    kind: str = ""


def _values(reading: Reading, lattice: Lattice) -> Iterator[_Value]:
    """The names and texts of a reading."""
    for clause in reading.clauses:
        for part in clause.parts:
            kind = TEXT if isinstance(part.value, Span) else ""
            yield from (_Value([place], kind=kind) for place in _of_part(part))
        for slot, given in clause.slots:
            for value in given if isinstance(given, tuple) else (given,):
                yield from _of_slot(slot, value, lattice)


def _of_part(part: Part) -> Iterator[Stretch]:
    """Where the names and the text of a part stand."""
    if isinstance(part.value, Span):
        yield part.value.start, part.value.end
        return
    for item in part.value or ():
        yield from ((name.start, name.end) for name in names_of(item))


def _of_slot(slot: str, value: Any, lattice: Lattice) -> Iterator[_Value]:
    """The names and texts of what fills a slot; the words of cells are told apart, and so hold others than theirs."""
    if isinstance(value, Name | Place | Thing):
        yield from (_Value([(name.start, name.end)]) for name in names_of(value))
    elif isinstance(value, str | Ways):
        said = value.said if isinstance(value, Ways) else value
        plain = isinstance(value, str)
        yield _Value([*passages(words_of(said, lattice), lattice)], plain, slot if plain else "")
