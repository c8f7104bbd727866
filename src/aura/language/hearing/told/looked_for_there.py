"""Where something is looked for that was told to be in a place: "my will is *in Documents*, so find every pdf".

A place that is told before an order holds for what only looks and names no place itself, also where it is what is told
of: "*my Downloads folder* is a tip, so list every mp3". So does what a thing has in its name: "it is somewhere in my
Documents and has *damp* in its name, so find it".
"""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import next_mark, past_mark
from aura.language.utterance.predicates import Predicates
from aura.language.utterance.stretches import beyond, past
from aura.language.utterance.verbs import orders_at, verbs_at

IN_NAME, HUNTED, LOOKS, FILE, QUOTED = "in_name", "hunted", "looks_there", "file", "quoted"
LEADS = ("conclusion", "request", "filler")


def looked_for_there(lattice: Lattice) -> str | None:
    """The order to look with the place that was told before it: "find every pdf *in Documents*"; None where none was.

    It stands behind the file that is named, else at the end of what is ordered.
    """
    begin = next((at for at in range(2, lattice.size - 1) if _looks_at(lattice, at)), None)
    place = None if begin is None else _told_before(lattice, begin)
    if begin is None or place is None or not _seeks_files(lattice, begin, place[0]):
        return None
    looked = range(past(lattice, begin, LOOKS), lattice.size)
    named = {at for start in looked for end in lattice.ends(start, IN_NAME) for at in range(start, end)}
    if any(at not in named and _may_be_place(lattice, at) for at in looked):
        return None
    last = next((at for at in range(begin, lattice.size) if lattice.is_over(at)), lattice.size)
    while last > begin + 1 and lattice.in_set(last - 1, "polite"):
        last -= 1
    if past_mark(lattice, beyond(lattice, last, "filler", marks=True)) < lattice.size:
        return None
    files = [at + 1 for at in range(begin, last) if lattice.tokens[at].shape == FILE]
    end = max(files, default=last)
    return f"{lattice.text_of(begin, end)} {_placed(lattice, place)}{lattice.text[lattice.tokens[end - 1].end :]}"


def sought_by_its_name(lattice: Lattice) -> str | None:
    """The order to look for what was told to have something in its name, where it was told to be; None without both."""
    hunted = next((at for at in lattice.beginnings.get(HUNTED, ()) if lattice.is_over(past(lattice, at, HUNTED))), 0)
    for name in range(1, hunted - 1):
        end = past(lattice, name + 1, IN_NAME)
        told = end > name + 1 and lattice.in_set(name - 1, "holding") and _only_leads(lattice, end, hunted)
        place = _told_before(lattice, name) if told else None
        if place is not None:
            order = max((end, said) for end, _, said in lattice.at(hunted, HUNTED))[1]
            return f"{order} everything with {lattice.text_of(name, end)} {_placed(lattice, place)}"
    return None


def where_it_is(lattice: Lattice, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where it is said between two tokens in which place something is that the language knows: "*in my Documents*"."""
    for at in range(start, end - 1):
        place = at + 1 + lattice.in_set(at + 1, "determiner")
        led = lattice.in_set(at, "inwards") or place > at + 1
        places = [stop for stop in lattice.ends(place, "anchor") if stop <= end] if place < end else []
        named = bool(places) and max(places) < end and lattice.tokens[max(places)].text[:1].isupper()
        if led and places and not named and lattice.class_name(at) == "preposition":
            yield at, max(places)


def places_told_of(lattice: Lattice, end: int) -> Iterator[tuple[int, int]]:
    """The places before a token that statements tell of, each their subject: "*my Downloads folder* is a tip"."""
    predicates = Predicates(lattice)
    for begin in (at for at in range(end - 1) if not at or lattice.tokens[at - 1].shape == "mark"):
        place = begin + lattice.in_set(begin, "determiner")
        ends = [stop for stop in lattice.ends(place, "anchor") if stop < end]
        if ends and predicates.verb(begin, min(next_mark(lattice, begin), end)) == max(ends):
            yield begin, max(ends)


def _placed(lattice: Lattice, place: tuple[int, int]) -> str:
    """The words of a place with what leads to it: "*in* my Downloads folder"."""
    said = lattice.text_of(*place)
    led = lattice.class_name(place[0]) == "preposition"
    return said if led else f"{min(lattice.grammar.words['inwards'])} {said}"


def _only_leads(lattice: Lattice, start: int, end: int) -> bool:
    """Whether only marks and what leads to an order stand between two tokens: ", so *would you please*"."""
    reached = {start}
    for at in range(start, end):
        if at in reached:
            reached |= {*lattice.ends(at, *LEADS), past_mark(lattice, at)}
    return end in reached


def _looks_at(lattice: Lattice, at: int) -> bool:
    """Whether an order to look begins at a token, behind a mark or what leads to it: "…, so *find* every pdf"."""
    led = lattice.tokens[at - 1].shape == "mark" or any(lattice.ending(at, name) for name in LEADS)
    return (
        led and lattice.begins(at, LOOKS) and not any(lattice.begins(word, "joint") for word in range(at, lattice.size))
    )


def _seeks_files(lattice: Lattice, begin: int, told: int) -> bool:
    """Whether an order looks for files, or for what was told of before its place: "*the letter* is in Documents"."""
    ordered = range(begin, lattice.size)
    topics = {lattice.low[at] for at in range(told) if lattice.class_name(at) in ("", "noun")}
    again = any(lattice.low[at] in topics for at in ordered if lattice.tokens[at].shape == "word")
    return again or any(_is_of_files(lattice, at) for at in ordered)


def _is_of_files(lattice: Lattice, at: int) -> bool:
    """Whether a word tells of files by name or kind, as no program or site does: "every *pdf*", "*in its name*"."""
    kinds = lattice.in_set(at, "extension") or lattice.begins(at, "kinds", "group", "groups", IN_NAME)
    return kinds or lattice.tokens[at].shape == FILE


def _told_before(lattice: Lattice, begin: int) -> tuple[int, int] | None:
    """The one place that is told of before an order, where nothing else is ordered, and nothing denied or doubted."""
    places = [*where_it_is(lattice, 0, begin)] or [*places_told_of(lattice, begin)]
    told = min((start for name in LEADS for start, _, _ in lattice.ending(begin, name)), default=begin)
    if len(places) != 1 or any(_speaks_against(lattice, at) for at in range(told)):
        return None
    marks = [at for at in range(begin) if lattice.tokens[at].shape == "mark"]
    starts = [0, *(past_mark(lattice, at) for at in marks)]
    if any(_orders(lattice, at) for at in starts if at < begin and not lattice.begins(at, *LEADS)):
        return None
    return places[0]


def _orders(lattice: Lattice, at: int) -> bool:
    """Whether a verb that asks for something begins at a token, and none that only tells: "*there must be*"."""
    return (
        not lattice.in_set(at, "there_is")
        and orders_at(lattice, at)
        and any(frame.goal for _, frame in verbs_at(lattice, at))
    )


def _speaks_against(lattice: Lattice, at: int) -> bool:
    """Whether a word denies what is told, or leaves it open, or names a file: "it is *not* in Documents"."""
    denied = lattice.class_name(at) in ("negation", "later")
    noun = at > 0 and lattice.in_set(at - 1, "determiner")  # "the *will* is in Documents"
    must = lattice.in_set(at, "ought") and lattice.in_set(at + 1, "being_there")  # "it *must be* in Documents"
    open_ended = lattice.in_set(at, "conditional") or (lattice.in_set(at, "modal") and not (noun or must))
    return denied or open_ended or lattice.tokens[at].shape == FILE


def _may_be_place(lattice: Lattice, at: int) -> bool:
    """Whether a place is named at a token of an order, or what points at one: "in *Downloads*", "*there*"."""
    named = lattice.begins(at, "anchor", "there") or lattice.low[at] in lattice.known.folders
    return named or (lattice.class_name(at) == "pronoun" and lattice.begins(at, "it"))
