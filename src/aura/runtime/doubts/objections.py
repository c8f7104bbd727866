"""What is said beside a command that would destroy something: told with the preview, and held against it.

A remark changes nothing of what is done. Beside a loss that is not enough: one that speaks against it, or of some of
what would be lost, stops it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import PurePath

import msgspec

from aura.capability.registry import Registry
from aura.contracts.change import Move, Trash, WriteFile
from aura.contracts.problem import Problem
from aura.language.decoding.phrases import Phrases
from aura.language.hearing.told.kept_with_reason import is_of_all, keeps_some
from aura.language.slots.parts import Reading
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import past_mark
from aura.language.utterance.whens import MEANWHILE, is_absent
from aura.runtime.choosing.choose import OBJECTED, TOLD, Choice
from aura.runtime.choosing.trial import Planned
from aura.runtime.doubts.forbidden_first import forbidden_first
from aura.runtime.doubts.waiting_for import only_now
from aura.understanding.spoken import times_of

LEAD = "remark_lead"
OBJECTING, AT_LAST, OF_IT, STAYS = "objection", "last", "of_it", "stays"
FORBIDDING = "forbidden"
POINTING, OF_A_KIND = frozenset(("it", "it_place", "its_content")), ("kind", "pronoun")
SOURCE, CONTENT, OTHERS, EXCEPT = "source", "content", "others", "except"
"""What may be said to stay."""
PARTS = re.compile(r"[^\W\d_]+|\d+")
SHORTEST_PART = 3
LONGEST_SUPPOSING = 4
"""Tokens of who says or thinks something, and of that he does."""
PLURAL = "s"


def told_beside(reading: Reading, lattice: Lattice) -> tuple[str, ...]:
    """What a reading passes over as said beside its commands, in the words of its speaker; not what is exclaimed."""
    spans = ((start, end) for kind, start, end in reading.notes if kind in TOLD)
    bare = (_bare(start, end, lattice) for start, end in spans)
    return tuple(lattice.text_of(start, end) for start, end in bare if not _is_exclaimed(start, end, lattice))


def held_against(
    choice: Choice, heard: Lattice, beside: Sequence[Lattice], put: Iterable[Lattice], registry: Registry
) -> Choice:
    """What was decided on what was heard, unless what was said beside it is against it, or it waits for that.

    So is what is forbidden in what was `put` otherwise.
    """
    if not isinstance(choice.verdict, Planned):
        return choice
    planned = choice.verdict
    found = chain(
        (_waits_for_what_was_told(heard, beside),),
        (objection_of(planned, each, registry) for each in beside),
        (_is_of_what_is_kept(planned, heard, each, registry) for each in beside),
        (forbidden_in_vain(planned, each, registry) for each in put),
    )
    against = next((problem for problem in found if problem is not None), None)
    return choice if against is None else msgspec.structs.replace(choice, verdict=against)


def _is_of_what_is_kept(planned: Planned, heard: Lattice, aside: Lattice, registry: Registry) -> Problem | None:
    """Why nothing is lost where something is kept, and what was told beside it is of both: "…, *I need both*"."""
    of_all = takes_away(planned, registry) and keeps_some(heard, heard.size) and is_of_all(aside, 0, aside.size)
    return _against(aside.text) if of_all else None


def _waits_for_what_was_told(heard: Lattice, beside: Sequence[Lattice]) -> Problem | None:
    """Why nothing is done that begins or ends in what means a time told beside it: "I eat at nine, mute it *then*"."""
    words = [at for at in range(heard.size) if heard.tokens[at].shape != "mark" and not heard.in_set(at, "polite")]
    meant = next((at for at in (*words[-1:], *words[:1]) if heard.in_set(at, "back_then")), None)
    if meant is None or not any(any(times_of(told, Phrases(told))) for told in beside):
        return None
    return only_now(heard.tokens[meant].text)


def only_spares(reading: Reading, lattice: Lattice) -> bool:
    """Whether all that a reading passes over beside its commands only says what stays: "copy it, *leave it there*"."""
    told = [(past_mark(lattice, start), end) for kind, start, end in reading.notes if kind in TOLD]
    return bool(told) and all(end in lattice.ends(start, "sparing") for start, end in told)


def objection(planned: Planned, lattice: Lattice, registry: Registry) -> Problem | None:
    """Why what would destroy or end something is not done: what is said beside it is against it, or of a part of it.

    Nor is what would have to wait.
    """
    if (waits := waits_meanwhile(planned, lattice, registry)) is not None:
        return waits
    if not takes_away(planned, registry):
        return None
    if (forbidden := forbidden_in_vain(planned, lattice, registry)) is not None:
        return forbidden
    told = [(start, end) for kind, start, end in planned.reading.notes if kind in TOLD]
    of_all = (span for span in told if keeps_some(lattice, span[0]) and is_of_all(lattice, *span))
    if (span := next(of_all, None)) is not None:
        return _against(lattice.text_of(*_bare(*span, lattice)))
    return next((found for start, end in told if (found := _objection(planned, start, end, lattice)) is not None), None)


def waits_meanwhile(planned: Planned, lattice: Lattice, registry: Registry) -> Problem | None:
    """Why what does not last waits, where it is said to be done while its speaker is away: "… *while I'm at lunch*"."""
    if all(registry[step.id].lasts for step in planned.steps):
        return None
    told = (_bare(start, end, lattice) for kind, start, end in planned.reading.notes if kind in TOLD)
    for start, end in told:
        begins = (begin for begin, cost, sense in lattice.at(start, LEAD) if not cost and sense == MEANWHILE)
        if any(is_absent(lattice, begin) for begin in begins):
            return only_now(lattice.text_of(start, end))
    return None


def forbidden_in_vain(planned: Planned, lattice: Lattice, registry: Registry) -> Problem | None:
    """Why nothing is lost where the same is forbidden by pointing: "delete a.txt and open b.txt, *no don't delete it*".

    What is pointed at is what was ordered so, whatever was named since.
    """
    if not takes_away(planned, registry):
        return None
    done = {registry[step.id].verb for step in planned.steps}
    for at in range(1, lattice.size):
        for verb in (stop for stop in lattice.ends(at, FORBIDDING) if stop < lattice.size):
            pointed = [*lattice.ends(verb + 1, "it")]
            again = lattice.low[verb] in {lattice.low[word] for word in range(at) if lattice.begins_clause(word)}
            if pointed and (again or not done.isdisjoint(_goals_of(verb, lattice))):
                said = lattice.text_of(at, max(pointed))
                return Problem(
                    OBJECTED, f'"{said}" forbids what was ordered before, so nothing was done; say only what should be.'
                )
    return None


def _goals_of(verb: int, lattice: Lattice) -> set[str]:
    """What a verb may ask for."""
    return {lattice.grammar.frames[value.partition(" ")[0]].goal for _, _, value in lattice.at(verb, "verb")}


def spared_in_vain(planned: Planned, lattice: Lattice) -> Problem | None:
    """Why what would not spare what it is told to is not done: "move it to archive, but keep the original"."""
    told = ((start, end) for kind, start, end in planned.reading.notes if kind in TOLD)
    against = next((found for span in told if (found := _unspared(planned, *span, lattice)) is not None), None)
    return against or forbidden_first(planned, lattice)


def _unspared(planned: Planned, start: int, end: int, lattice: Lattice) -> Problem | None:
    changes = [change for seen in planned.previews for change in seen.changes]
    senses = _spared(start, end, lattice)
    sources = [change.source for change in changes if isinstance(change, Move)]
    moved = bool(sources) and (SOURCE in senses or _says_that_one_stays(start, end, lattice, sources))
    replaced = (
        CONTENT in senses
        and planned.destroys
        and any(isinstance(change, WriteFile) and change.replaces for change in changes)
    )
    said = lattice.text_of(*_bare(start, end, lattice))
    spares = SOURCE in senses or (OTHERS not in senses and lattice.begins(past_mark(lattice, start), EXCEPT))
    if spares and any(isinstance(change, Trash) for change in changes):
        return Problem(OBJECTED, f'"{said}" does not say which one stays, so nothing was done; say its name.')
    if not (moved or replaced):
        return None
    how = "a move keeps nothing where it was" if moved else "this replaces all that is in it"
    return Problem(OBJECTED, f'"{said}" cannot be, since {how}, so nothing was done; say how it should be done.')


def _says_that_one_stays(start: int, end: int, lattice: Lattice, sources: Iterable[str]) -> bool:
    """Whether a remark says of a thing, by a word of its name, that it stays: "move a.txt and b.txt, *b must stay*"."""
    begin = past_mark(lattice, start)
    subjects = (at for at in range(begin + 1, end) if any(stop >= end for stop in lattice.ends(at, STAYS)))
    said = {word for at in subjects for word in lattice.low[begin:at]}
    return any(not said.isdisjoint(PARTS.findall(PurePath(source).stem.lower())) for source in sources)


def _spared(start: int, end: int, lattice: Lattice) -> set[str]:
    """What a remark says is to stay: the thing that was copied, or what is in it."""
    return {
        sense
        for at in range(start, end)
        for after, cost, sense in lattice.at(at, "sparing")
        if after <= end and not cost
    }


def objection_of(planned: Planned, aside: Lattice, registry: Registry) -> Problem | None:
    """The same of words that were left out of the utterance, and of what they would spare."""
    if not aside.size:
        return None
    against = _objection(planned, 0, aside.size, aside) if takes_away(planned, registry) else None
    return against or _unspared(planned, 0, aside.size, aside)


def takes_away(planned: Planned, registry: Registry) -> bool:
    """Whether anything would be lost, or ended, by a plan."""
    return planned.destroys or any(registry[step.id].ends for step in planned.steps)


def _objection(planned: Planned, start: int, end: int, lattice: Lattice) -> Problem | None:
    said = lattice.text_of(*_bare(start, end, lattice))
    if is_said_to_another(*_bare(start, end, lattice), lattice):
        return Problem(OBJECTED, f'"{said}" tells what was said to somebody else, so nothing was done.')
    if _is_supposed(*_bare(start, end, lattice), lattice):
        return Problem(
            OBJECTED, f'"{said}" tells what somebody thinks, so nothing was done; say it without that to have it done.'
        )
    if _says_what_stays(start, lattice) or any(_objects(planned, start, at, end, lattice) for at in range(start, end)):
        return _against(said)
    part = next(_parts_named(planned, start, end, lattice), None)
    if part is None:
        return None
    return Problem(
        OBJECTED, f'"{said}" speaks of {part}, only a part of that, so nothing was done; say which are meant.'
    )


def _against(said: str) -> Problem:
    return Problem(OBJECTED, f'"{said}" speaks against it, so nothing was done; say it without that to have it done.')


def is_said_to_another(start: int, end: int, lattice: Lattice) -> bool:
    """Whether somebody only says to whom he said what is said before: "delete it, *I told him*"."""
    said = end == start + 3 and lattice.in_set(start, "own_subject") and lattice.in_set(start + 1, "reporting")
    return said and lattice.in_set(start + 2, "another_person")


def _is_supposed(start: int, end: int, lattice: Lattice) -> bool:
    """Whether somebody is only said to say or think what stands before: "delete it, *my boss thinks*", "*I wonder*"."""
    short, own = 1 < end - start <= LONGEST_SUPPOSING, lattice.in_set(start, "speaking")
    said = not own and lattice.in_set(end - 1, "reporting")
    return short and (said or lattice.in_set(end - 1, "supposing"))


def _says_what_stays(start: int, lattice: Lattice) -> bool:
    """Whether a remark goes on to say that what was just named stays: "delete a.txt, *b.txt* must stay ha"."""
    begin = past_mark(lattice, start)
    return lattice.class_name(begin) != "pronoun" and lattice.begins(begin, STAYS)


def _objects(planned: Planned, start: int, at: int, end: int, lattice: Lattice) -> bool:
    """Whether words at a token of a remark speak against a loss and are not denied; some only where no more is said."""
    if any(_denies(word, lattice) for word in range(start, at)):
        return False
    if lattice.in_set(at, "going_on") and at + 1 < end and lattice.ends_like(at + 1, "judged"):
        return True
    found = [(after, sense) for after, cost, sense in lattice.at(at, OBJECTING) if after <= end and not cost]
    return any(
        after == end or not (sense == AT_LAST or (sense == OF_IT and _is_of_another(planned, after, end, lattice)))
        for after, sense in found
    )


def _is_of_another(planned: Planned, start: int, end: int, lattice: Lattice) -> bool:
    """Whether words name what a loss gives, and nothing that would be lost: "I still need *the space*"."""
    if not any(lattice.in_set(at, "freed") for at in range(start, end)):
        return False
    steps = (str(value) for step in planned.steps for value in step.inputs.values())
    lost = frozenset().union(*map(_words_of, (*(path for seen in planned.previews for path in seen.lost), *steps)))
    return not any(
        POINTING.intersection(lattice.hits[at]) or lattice.class_name(at) in OF_A_KIND or lattice.low[at] in lost
        for at in range(start, end)
    )


def _denies(at: int, lattice: Lattice) -> bool:
    return lattice.class_name(at) == "negation" or lattice.in_set(at, "denying") or lattice.in_set(at, "nobody")


def _parts_named(planned: Planned, start: int, end: int, lattice: Lattice) -> Iterator[str]:
    """The words of a remark that name some of what would be lost, and not all of it: "delete all, the csv is hers"."""
    lost = [_words_of(path) for seen in planned.previews for path in seen.lost]
    said = {low for at, low in enumerate(lattice.low) if not start <= at < end}
    for at in range(start, end):
        word = lattice.low[at]
        if len(word) >= SHORTEST_PART and word not in said and not lattice.class_name(at):
            named = [word in words or word.removesuffix(PLURAL) in words for words in lost]
            if any(named) and not all(named):
                yield lattice.tokens[at].text


def _words_of(path: str) -> frozenset[str]:
    """The words that a thing's own name is made of, its extension among them."""
    return frozenset(PARTS.findall(PurePath(path).name.lower()))


def _bare(start: int, end: int, lattice: Lattice) -> tuple[int, int]:
    """A stretch without the marks around it."""
    while start < end and lattice.tokens[start].shape == "mark":
        start += 1
    while end > start and lattice.tokens[end - 1].shape == "mark":
        end -= 1
    return start, end


def _is_exclaimed(start: int, end: int, lattice: Lattice) -> bool:
    return start == end or any(after == end for after, _, _ in lattice.at(start, "exclaimed"))
