"""Commands that were found, as they belong together: each said once and whole, each thing with its place."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest

from aura.language.annotating.commands import Commanded, Commands
from aura.language.annotating.parting import LEADING
from aura.language.annotating.spans import IMMATERIAL, Span
from aura.language.grammar.actions import Action
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import Predicates

WORDED = ("text", "words")
JOINING_PLACES = ("joint", "vague")
"""What may stand between one known place and another: "in documents *or* downloads"."""


def arranged(found: Commands, lattice: Lattice, table: Mapping[str, Action], makers: Container[str]) -> Commands:
    """The commands, each said once, with all that is said of what it makes, and each thing with its place."""
    once = completed(said_once(up_to_statements(found, lattice, table), lattice, makers), table)
    whole = placed(held_by_it(said_of_it(once, lattice, table), lattice, makers), lattice, table)
    return placed_apart(whole, lattice, table)


def completed(found: Commands, table: Mapping[str, Action]) -> Commands:
    """The commands in which what is said next of what one makes is said with it: "make a.docx *and write x in it*"."""
    kept = list[Commanded]()
    for command in found.commands:
        action = table.get(next(iter(command.actions)))
        made = next(iter(kept[-1].actions)) if kept else ""
        whole = table.get(made)
        if action is None or whole is None or made not in action.completes or not command.pointed:
            kept.append(command)
        elif command.slots.keys() <= whole.slots.keys() - kept[-1].slots.keys():
            kept[-1] = kept[-1]._replace(slots=kept[-1].slots | command.slots)
        else:
            kept.append(command)
    return found._replace(commands=tuple(kept))


def up_to_statements(found: Commands, lattice: Lattice, table: Mapping[str, Action]) -> Commands:
    """The commands with all of a text before the statement behind it: "how to wrap a horse's *hoof* the vet is new"."""
    kept, beside = list[Commanded](), dict(found.beside)
    for command in found.commands:
        action = table.get(next(iter(command.actions)))
        kinds = {} if action is None else action.slots
        slots = dict(command.slots)
        for slot, (start, end) in command.slots.items():
            if kinds.get(slot) in WORDED and end in beside and _leads_to_statement(lattice, end, beside[end]):
                slots[slot] = start, end + 1
                beside[end + 1] = beside.pop(end)
        kept.append(command._replace(slots=slots))
    return found._replace(commands=tuple(kept), beside=tuple(sorted(beside.items())))


def _leads_to_statement(lattice: Lattice, at: int, end: int) -> bool:
    """Whether a noun stands before a statement that begins behind it, and none does at it."""
    if lattice.tokens[at].shape != "word" or lattice.class_name(at) or at + 1 >= end:
        return False
    predicates = Predicates(lattice)
    subject = lattice.in_set(at + 1, "determiner") or lattice.in_set(at + 1, "own_subject")
    said = any(lattice.at(at, kind) for kind in ("verb", "filler", "exclaimed")) or predicates.is_adverb(at)
    return subject and not said and predicates.verb(at + 1, end) is not None


def said_once(found: Commands, lattice: Lattice, makers: Container[str] = ()) -> Commands:
    """The commands without those that only say again, by pointing, what the one beside asks for.

    "*Restart it*, restart teams", "close teams, just *close it*", and not "close it *and* close teams". What makes
    something is said once, too, where only the second names it: "*capture the screen* and save it as a.png".
    """
    kept = list[Commanded]()
    for command in found.commands:
        again = bool(kept) and next(iter(kept[-1].actions)) == next(iter(command.actions))
        joined = any(lattice.class_name(at) == "joint" for at in (command.begin - 1, command.begin) if at >= 0)
        if again and not joined and _only_points(command):
            continue
        made = again and not kept[-1].slots and bool(command.slots) and next(iter(command.actions)) in makers
        if made or (again and not joined and _says_less(kept[-1], command)):
            kept.pop()
        kept.append(command)
    return found._replace(commands=tuple(kept))


def placed(found: Commands, lattice: Lattice, table: Mapping[str, Action]) -> Commands:
    """The commands in which a thing or a place is said with the known place that stands behind it.

    "The eulogy document *in documents*", "the folder embassy *which is on drive d*": where no slot is for that, an
    encoder calls it beside the command. What is in another place already is said with none.
    """
    kept, places = list[Commanded](), list[Span]()
    for command in found.commands:
        action = table.get(next(iter(command.actions)))
        kinds = {} if action is None else action.slots
        origin = any(kinds[slot] == "place" and slot != "to" for slot in command.slots if slot in kinds)
        slots = dict(command.slots)
        for slot, (start, end) in command.slots.items():
            if kinds.get(slot) == "place" or (kinds.get(slot) == "thing" and not origin and not command.pointed):
                until = _end_of_place(lattice, end, found.valued, narrows=kinds[slot] == "place")
                if until > end:
                    slots[slot] = start, until
                    places.append((end, until))
        kept.append(command._replace(slots=slots))
    beside = tuple(_without(found.beside, places, lattice))
    return found._replace(commands=tuple(kept), beside=beside, places=tuple(places))


def placed_apart(found: Commands, lattice: Lattice, table: Mapping[str, Action]) -> Commands:
    """The one command with the known place that stands apart from it: "*on the desktop*, where I see it, make …"."""
    action = table.get(next(iter(found.commands[0].actions))) if len(found.commands) == 1 else None
    if action is None or action.slots.get("in") != "place" or found.commands[0].pointed:
        return found
    command, places = found.commands[0], [span for span in found.beside if _is_place_apart(lattice, *span)]
    if len(places) != 1 or any(kind == "place" and slot in command.slots for slot, kind in action.slots.items()):
        return found
    beside = tuple(span for span in found.beside if span not in places)
    return found._replace(commands=(command._replace(slots=command.slots | {"in": places[0]}),), beside=beside)


def _is_place_apart(lattice: Lattice, start: int, end: int) -> bool:
    """Whether words between two marks, or a mark and an end of the utterance, are a known place and what leads to it.

    An encoder may call what leads to it part of the command.
    """
    begin = start
    while begin and lattice.class_name(begin - 1) in LEADING:
        begin -= 1
    marks = [token.shape == "mark" for token in lattice.tokens]
    while end > start and marks[end - 1]:
        end -= 1
    apart = (begin == 0 or marks[begin - 1]) and (end >= lattice.size or marks[end])
    led = next((at for at in range(begin, end) if lattice.class_name(at) not in LEADING), end)
    return apart and begin < led and end in lattice.ends(led, "anchor")


def _without(spans: Iterable[Span], others: Sequence[Span], lattice: Lattice) -> Iterator[Span]:
    """The stretches without the tokens of others; marks alone are none."""
    for start, end in spans:
        left = [at for at in range(start, end) if not any(first <= at < last for first, last in others)]
        said = (run for run in _runs(left) if any(lattice.tokens[at].shape != "mark" for at in run))
        yield from ((run[0], run[-1] + 1) for run in said)


def _runs(tokens: Iterable[int]) -> Iterator[list[int]]:
    """The tokens that stand side by side, in order."""
    for _, run in groupby(enumerate(tokens), lambda one: one[1] - one[0]):
        yield [at for _, at in run]


def _end_of_place(lattice: Lattice, at: int, valued: Container[int], *, narrows: bool) -> int:
    """Where the known place ends that stands behind a token, which may name a kind; that token where there is none.

    What `narrows` a place is not where something comes from, and not told in a clause of its own: "it is in documents".
    One of several places is none.
    """
    begin = at + (lattice.class_name(at) == "kind")
    told = begin < lattice.size and (lattice.tokens[begin].shape == "mark" or lattice.class_name(begin) == "pronoun")
    if narrows and (told or lattice.at(begin, "from")):
        return at
    leads = lattice.ends(begin, "which_in")
    ends = [end for stop in leads for end in lattice.ends(stop, "anchor")]
    end = max(ends, default=at)
    another = end < lattice.size and lattice.class_name(end) in JOINING_PLACES and lattice.at(end + 1, "anchor")
    return at if another or any(token in valued for token in range(at, end)) else end


def said_of_it(found: Commands, lattice: Lattice, table: Mapping[str, Action]) -> Commands:
    """The commands in which "it" is what was told of before, and not what is meant where nothing is told.

    "Bring outlook to the front and make *it* fill the screen" does not mean just any window that is in front then.
    """
    beside = {at for span in found.beside for at in range(*span)}
    kept = list(found.commands[:1])
    for command, after in zip_longest(found.commands[1:], found.commands[2:]):
        action = table.get(next(iter(command.actions)))
        assumed = {} if action is None else action.assumed
        pointed = [slot for slot, said in assumed.items() if said.split()[0] in lattice.grammar.words["definite"]]
        words = range(command.begin, lattice.size if after is None else after.begin)
        own = (at for at in words if at not in beside and at not in found.valued)
        told = any(lattice.class_name(at) == "pronoun" and lattice.at(at, "it") for at in own)
        if told and len(pointed) == 1 and not command.pointed and pointed[0] not in command.slots:
            command = command._replace(pointed=(pointed[0],))
        kept.append(command)
    return found._replace(commands=tuple(kept))


def _says_less(command: Commanded, than: Commanded) -> bool:
    """Whether a command only points, or says nothing where another names something."""
    return _only_points(command) or (not command.slots and bool(than.slots))


def _only_points(command: Commanded) -> bool:
    return bool(command.pointed) and not command.slots


def held_by_it(found: Commands, lattice: Lattice, makers: Container[str]) -> Commands:
    """The commands in which the text of what is made does not say what it is in: "a file *with* breathe *in it*"."""
    kept = list[Commanded]()
    for command in found.commands:
        start, end = command.slots.get("text", (0, 0))
        led = end - start > 2 and start > 0 and lattice.in_set(start - 1, "accompanying")
        inside = led and lattice.in_set(end - 2, "containing") and any(lattice.at(end - 1, "it"))
        if inside and next(iter(command.actions)) in makers:
            command = command._replace(slots=command.slots | {"text": (start, end - 2)})
        kept.append(command)
    return found._replace(commands=tuple(kept))


def says_as_much(lattice: Lattice, first: Commands, other: Commands) -> bool:
    """Whether other commands do the same as some, and leave out nothing that is named or joined in a value of those.

    What is only of a kind names nothing: "in this *folder*".
    """
    if [[*one.actions][:1] for one in first.commands] != [[*one.actions][:1] for one in other.commands]:
        return False
    pairs = zip(first.commands, other.commands, strict=True)
    return all(
        _goes_on_saying(lattice, span, two.slots.get(slot), pointed=slot in two.pointed)
        for one, two in pairs
        for slot, span in one.slots.items()
    )


def _goes_on_saying(lattice: Lattice, before: Span, after: Span | None, *, pointed: bool) -> bool:
    """Whether a value says what another did: each thing that was joined to one, and more than a kind."""
    if after is None:
        return pointed or all(lattice.class_name(at) in (*IMMATERIAL, "kind") for at in range(*before))
    joints = [at for at in range(*before) if lattice.class_name(at) == "joint"]
    return all(_tells(lattice, after[0], at) and _tells(lattice, at + 1, after[1]) for at in joints)


def _tells(lattice: Lattice, start: int, end: int) -> bool:
    """Whether there is more in a stretch than what says the same inside a value and beside it."""
    return any(lattice.class_name(at) not in IMMATERIAL for at in range(start, end))
