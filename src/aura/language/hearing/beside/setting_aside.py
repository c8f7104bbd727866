"""What an utterance says without the stretches that look like no part of its command: what is left, and these.

A remark that is known as one is passed over by the decoder (`asides/remarks.py`). What only looks like one was learned
from sentences (`language/tagging`), and is a guess: the rest must be a command of its own, a person is shown what was
left out before anything is done, and what could change what is done is never guessed away. That is told by rules.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from aura.language.annotating.estimates import Estimates
from aura.language.asides.remarks import Remarks
from aura.language.asides.statements import CAUSE
from aura.language.hearing.beside.own_times import LEAD
from aura.language.hearing.beside.staying import STOPS, Staying
from aura.language.hearing.beside.text_goes_on import goes_on_with_text
from aura.language.hearing.told.hanging import hangs_and_is_ordered
from aura.language.hearing.told.until_then import until_then
from aura.language.tagging.tagger import Tagging
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import is_amid_a_list, past_mark

MOST, FEW = 12, 4
LEAST_LIKELY, LIKELY, LIKELY_UNMARKED, SURE, SURE_OF_PLACE, SURE_UNMARKED = 0.1, 0.5, 0.6, 0.7, 0.7, 0.8
"""How probable a guess is at least: where all that it leaves out states something, where not, and where that stands
without a mark; to be sure, and to be sure that something is to be left out just there, with a mark and without."""
SURE_NOUNS = 0.9
"""How probable it is at least where that stands without a mark and states nothing: "if you could *one day* create"."""
MARK_TELLS = 3.0
"""How many times likelier another beginning of a stretch must be than one behind a mark."""
GOING_ON = ("infinitive", "modal", "own_subject", "finding_out")
"""What no stretch begins behind: "i have *to* | look it up", "i want to *see* | if it fits"."""
LED_BY = 4
"""Words that a stretch may lack to state something."""
ASKED, MARKS = "?", " ,;:-—"

Span = tuple[int, int]


class Rest(NamedTuple):
    """An utterance without some stretches of it, these, and the characters of the rest at which each stood.

    `probability` is that of the guess; with `only_reads` only reading may go without what is left out, and with
    `spares` nothing may be lost or ended without it.
    """

    text: str
    asides: tuple[str, ...]
    starts: tuple[int, ...]
    probability: float = 1.0
    only_reads: bool = False
    spares: bool = False


class Limits(NamedTuple):
    """What an utterance may do without stretches of it: only read, or nothing that something is lost or ended by."""

    only_reads: bool
    spares: bool


def rests(lattice: Lattice, remarks: Remarks, estimates: Estimates, least: float = LEAST_LIKELY) -> Iterator[Rest]:
    """The utterance without what may be beside its command, the likeliest first."""
    staying = Staying(lattice, remarks, estimates)
    asked = next((at for at in range(1, lattice.size) if lattice.low[at].startswith(ASKED)), 0)
    if asked and only_wonders(lattice, 0, asked):
        yield rest_of(lattice, [(0, asked)])._replace(spares=True)
    likely = _settled(lattice, staying, estimates.taggings(lattice, MOST))
    for tagging in likely:
        if any(is_amid_a_list(lattice, *stretch) for stretch in tagging.stretches):
            continue
        apart = all(staying.is_apart(start) for start, _ in tagging.stretches)
        mass = sum(one.probability for one in likely if _alike(one, tagging))
        opening = tagging.stretches[0][0] == 0
        wanted = max(least, estimates.least_opening()) if opening else least
        if tagging.probability < wanted and not (
            not opening and apart and mass >= wanted and tagging.probability >= LEAST_LIKELY
        ):
            continue
        states = all(staying.states(start, end) for start, end in tagging.stretches)
        likely_enough = LIKELY if apart else LIKELY_UNMARKED if states else SURE_NOUNS
        unlikely = tagging.probability < likely_enough and not (states and apart)
        sure = tagging.probability >= SURE_OF_PLACE
        certain = estimates.certain(lattice, mass)
        found = () if unlikely else _kept(lattice, staying, tagging.stretches, sure=sure, certain=certain)
        if found:
            best, rest = min(found), rest_of(lattice, tagging.stretches, tagging.probability)
            yield rest._replace(only_reads=best.only_reads, spares=best.spares)


def _kept(lattice: Lattice, staying: Staying, stretches: Sequence[Span], *, sure: bool, certain: bool) -> list[Limits]:
    """What may go without some stretches: all, what loses nothing, or what only reads; nothing where they must stay.

    Where it is `certain` that they are beside the command, only what they name or take back can keep them, and then
    nothing is lost that would not be lost by the rules alone. What opens an utterance is as certain only before a mark.
    What hangs stays where it is ordered what to do with it: "erase a.txt, *word is stuck*, kill it"; so does what tells
    of a time for which something is ordered: "mute it, *my baby sleeps until three* then unmute it".
    """
    found, calm = list[Limits](), sure or staying.certainly_asked
    time = until_then(lattice)
    waits = time is not None and any(start <= time[0] < end for start, end in stretches)
    if waits or any(hangs_and_is_ordered(lattice, *one) for one in stretches):
        return found
    if sure and all(only_wonders(lattice, *one) for one in stretches):
        return [Limits(only_reads=False, spares=True)]
    for asked in (False, True) if sure and staying.asked else (False,):
        if not any(staying.must(*stretch, asked=asked) for stretch in stretches):
            unsettled = any(staying.unsettles(*stretch, sure=calm, asked=asked) for stretch in stretches)
            found_out = not asked and any(staying.finds_out(*stretch) for stretch in stretches)
            found.append(Limits(only_reads=unsettled or found_out, spares=asked))
    if certain and not any(staying.opens_openly(*one) or staying.says_for_sure(*one) for one in stretches):
        spares = not all(staying.tells_of_event(*one) for one in stretches)
        found.append(Limits(only_reads=False, spares=spares))
    return found


def only_wonders(lattice: Lattice, start: int, end: int) -> bool:
    """Whether a stretch asks who or why before an order: "*who names a file like that?* rename a.txt to b.txt".

    Who says, or writes, or wants "this" may ask for what follows.
    """
    asked = start == 0 and end + 1 < lattice.size and lattice.low[end].startswith(ASKED)
    quoted = any(lattice.in_set(at, "asks_for") for at in range(start, end))
    ever = lattice.in_set(0, "wondering_what") and lattice.begins(1, "asks")
    return asked and not quoted and lattice.begins_clause(end + 1) and (ever or lattice.in_set(0, "wondering"))


def surely_beside(
    lattice: Lattice,
    remarks: Callable[[], Remarks],
    estimates: Estimates,
    free: Container[int],
    passed: Container[int],
    texts: tuple[Container[int], Container[int]] = ((), ()),
) -> Rest | None:
    """The utterance without what is surely beside its command, where that was taken for a name or a text.

    Of such stretches some words may have been `passed` over. `texts` are the tokens of what is written and of what is
    sought, which keep what goes on with them.
    """
    guessed = estimates.taggings(lattice, FEW)
    staying = Staying(lattice, remarks(), estimates) if guessed else None
    likely = _settled(lattice, staying, guessed) if staying is not None else []
    if staying is None or not likely:
        return None
    meant = [one for one in likely if _holds(one, likely[0])]
    apart = [one for one in meant if all(staying.is_apart(start) for start, _ in one.stretches)]
    likeliest = next((one for one in apart if one.probability * MARK_TELLS >= likely[0].probability), likely[0])
    stretches, least = likeliest.stretches, SURE_OF_PLACE if likeliest in apart else SURE_UNMARKED
    if sum(one.probability for one in meant) < least or (likeliest not in apart and likeliest.probability < least):
        return None
    if stretches[0][0] == 0:
        return None
    stretches = tuple((_led_from(lattice, start), end) for start, end in stretches)
    for start, end in stretches:
        taken = [at in free for at in range(start, end)]
        said = (one or at in passed or bool(lattice.at(at, "exclaimed")) for at, one in enumerate(taken, start))
        if (
            not any(taken)
            or not all(said)
            or _lacks_a_subject(lattice, start)
            or lattice.in_set(start - 1, "body_word")
            or any(
                start in text and start - 1 in text and goes_on_with_text(lattice, start, sought=text is texts[1])
                for text in texts
            )
        ):
            return None
    certain = likeliest in apart and estimates.certain(lattice, sum(one.probability for one in meant))
    if any((staying.belongs(*one) and not certain) or not staying.states(*one) for one in stretches):
        return None
    kept = _kept(lattice, staying, stretches, sure=True, certain=certain)
    best = next((one for one in kept if not one.only_reads), None)
    rest = rest_of(lattice, stretches, likeliest.probability)
    return None if best is None else rest._replace(spares=best.spares)


def _lacks_a_subject(lattice: Lattice, start: int) -> bool:
    """Whether a stretch begins with the verb of what stands before it: "the word tea, *sounds* nice"."""
    verb = past_mark(lattice, start)
    subject = lattice.in_set(verb, "own_subject")
    return lattice.in_set(verb, "states") and lattice.ends_like(verb, "subject") and not subject


def _settled(lattice: Lattice, staying: Staying, guessed: Sequence[Tagging]) -> list[Tagging]:
    """Taggings whose stretches begin and end where they may, those that are the same then as one."""
    found: dict[tuple[Span, ...], float] = {}
    for tagging in guessed:
        said = (stretch for stretch in tagging.stretches if not _says_nothing(lattice, *stretch))
        stretches = tuple((_begin(lattice, staying, *stretch), _end(lattice, *stretch)) for stretch in said)
        if not stretches or any(end > start for (_, end), (start, _) in pairwise(stretches)):
            continue
        found[stretches] = found.get(stretches, 0.0) + tagging.probability
    ordered = sorted(found.items(), key=lambda one: -one[1])
    return [Tagging(stretches, probability) for stretches, probability in ordered]


def _says_nothing(lattice: Lattice, start: int, end: int) -> bool:
    """Whether a stretch is only a word that is passed over anyway: "*btw* remember that …"."""
    return any(after >= end for after in lattice.ends(start, "filler"))


def _begin(lattice: Lattice, staying: Staying, start: int, end: int) -> int:
    """Where a stretch begins: behind words that say nothing, and at the mark that makes a statement of it.

    "*Sorry,* I lost my glasses", "scaffolding *hire,* the client swears it applies", ", *I have* a patient here".
    """
    passed = max((after for after in lattice.ends(start, "filler") if after < end), default=start)
    while passed < end and lattice.tokens[passed].shape == "mark":
        passed += 1
    start = passed if passed < end else start
    if staying.is_apart(start):
        return start
    mark = next((at for at in range(start + 1, end - 1) if lattice.tokens[at].shape == "mark"), end)
    if mark < end and not staying.states(start, mark) and staying.states(mark + 1, end):
        return mark + 1
    if staying.states(start, end) and not any(lattice.in_set(start - 1, name) for name in GOING_ON):
        return start
    near = range(start - 1, max(start - LED_BY, 0) - 1, -1)
    opens = (
        at for at in near if at == 0 or lattice.tokens[at - 1].shape == "mark" or lattice.in_set(at, "own_subject")
    )
    return next((at for at in opens if staying.states(at, end)), start)


def _end(lattice: Lattice, start: int, end: int) -> int:
    """Where a stretch ends: a mark at its edge is no part of it, nor what leads on: "already rang her, *so*".

    What gives a name to something that is told of is of it: ", can't hand in a thing *called dogwater*".
    """
    size, marks = lattice.size, [token.shape == "mark" for token in lattice.tokens]
    named = start and end < size and marks[start - 1] and not marks[end - 1] and not lattice.ending(end, "filler")
    if named and lattice.begins(end, "called"):
        end = next((at for at in range(end, size) if marks[at] or lattice.class_name(at) == "joint"), size)
    while end > start + 1:
        leads = (begin for begin in lattice.starts(end, "conclusion") if begin > start)
        before = end - 1 if lattice.tokens[end - 1].shape == "mark" else next(leads, end)
        if before == end:
            break
        end = before
    return end


def _led_from(lattice: Lattice, start: int) -> int:
    """Where a stretch begins with the word before it that leads on to it: "*cos* i always forget it"."""
    leads = (begin for begin, cost, sense in lattice.ending(start, LEAD) if not cost and sense == CAUSE)
    return next((begin for begin in leads if begin), start)


def _alike(one: Tagging, other: Tagging) -> bool:
    """Whether two taggings say that something is beside the command at the same places, if not just how much of it."""
    pairs = zip(one.stretches, other.stretches, strict=False)
    return len(one.stretches) == len(other.stretches) and all(a < d and c < b for (a, b), (c, d) in pairs)


def _holds(one: Tagging, other: Tagging) -> bool:
    """Whether a tagging says that something is beside the command wherever another does, if not just how much of it."""
    return all(any(a < d and c < b for a, b in one.stretches) for c, d in other.stretches)


def rest_of(lattice: Lattice, stretches: Sequence[Span], probability: float = 1.0) -> Rest:
    """An utterance without some stretches, from a token to before another, in order."""
    tokens, text, whole = lattice.tokens, lattice.text, ""
    asides, starts, at = [], [], 0
    for start, end in stretches:
        first, last = tokens[start].start, tokens[start - 1].end if start else 0
        whole = _joined(whole, text[at : max(at, last)].rstrip(MARKS if end == lattice.size else None))
        asides.append(text[first : tokens[end - 1].end].strip(MARKS + ASKED))
        starts.append(len(whole))
        at = tokens[end].start if end < lattice.size else len(text)
    return Rest(_joined(whole, text[at:]).strip(), tuple(asides), tuple(starts), probability)


def _joined(before: str, after: str) -> str:
    """What stood before a stretch and what stood behind it; marks that parted it from the latter go with it."""
    if not before or before.endswith((*STOPS, *MARKS)):
        after = after.lstrip(MARKS + ASKED + "".join(STOPS))
    return f"{before} {after}".strip()
