"""The commands that an annotation says an utterance holds: for each its action, and the words that fill its slots.

They are decoded as a whole: of all ways to divide the utterance, to choose an action for each part and a label for each
of its tokens, the likeliest in which every command is one: its slots are the action's own, each is said in one piece,
and each that the action needs is filled, or pointed at.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, combinations, pairwise, product
from operator import itemgetter
from typing import NamedTuple, TypeVar

from aura.language.annotating.annotation import BESIDE, SAID, Annotation
from aura.language.annotating.labelling import ALONE, State, labels_that_count, stretches
from aura.language.annotating.parting import Parting
from aura.language.annotating.spans import IMMATERIAL, JOINING, Span, Spans
from aura.language.grammar.actions import Action, SlotKind
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import is_mark

BEGINS, MOST_BEGINS = 0.2, 4
"""How probable it is at least that a command begins where one may be taken to, and in how many places it may."""
FAINTLY, MOST_OF_ONE = 0.05, 1.1
"""How probable it is at least that a command begins at a word to share in a beginning, and all of one together at most:
what is surely two is more than that."""
LEAST, LEAST_LABEL = 0.02, 1e-3
"""How probable an action is at least among those that are looked at; and any label."""
POINTING = ("it", "its_content", "there", "it_place")
"""What points at what was said before."""
POINTED = ("thing", "place", "words", "address")
"""Kinds of slots that may be pointed at."""
EVEN = 0.5
"""How probable it is that a token is of a value where it is as likely of none."""
UNUSED = 0.3
"""How probable it is that what points fills no slot: "the old one, put *it* in the bin"."""
NEARLY, MOST_LIKELY = 0.2, 3
"""How likely other commands are at least, beside the likeliest, to be looked at; and how many are in all."""
MOST_STATES, MOST_TOKENS = 12, 50
"""Ways to label the tokens so far that are kept, and tokens of an utterance that is decoded: nobody waits for more."""


T = TypeVar("T")


class Commanded(NamedTuple):
    """A command: what it may be with how probable that is, its own first, and for each slot the tokens of it.

    What is `pointed` at is filled by what was said before. Its words begin at a token, but values may stand before it.
    """

    actions: dict[str, float]
    slots: dict[str, Span]
    pointed: tuple[str, ...] = ()
    begin: int = 0


class Commands(NamedTuple):
    """What an utterance asks for, in order, the stretches beside it, and how probable just that is.

    The `places` are known ones that were added to a value.
    """

    commands: tuple[Commanded, ...]
    beside: tuple[Span, ...]
    probability: float
    places: tuple[Span, ...] = ()

    @property
    def valued(self) -> frozenset[int]:
        """The tokens of all values."""
        return frozenset(at for command in self.commands for span in command.slots.values() for at in range(*span))


class _Beginning(NamedTuple):
    """Where a command begins, how probable that is, and just there, and all the words that it may begin at."""

    at: int
    share: float
    there: float
    words: tuple[int, ...]

    def with_another(self, at: int, share: float) -> _Beginning:
        """The same beginning, at the likelier of its words, with one more that it may be at."""
        place, there = (at, share) if share > self.there else (self.at, self.there)
        return _Beginning(place, self.share + share, there, (*self.words, at))


class _Part(NamedTuple):
    """A command that some tokens may be, the label of each, and the logarithm of how probable that is.

    What the encoder calls otherwise may be `counted` for a slot.
    """

    weight: float
    command: Commanded
    labels: tuple[str, ...]
    counted: Mapping[str, Collection[str]]

    @property
    def says(self) -> object:
        """What tells it from parts that say something else."""
        return next(iter(self.command.actions)), tuple(self.command.slots.items()), self.command.pointed


def commands_of(lattice: Lattice, annotation: Annotation, table: Mapping[str, Action]) -> list[Commands]:
    """The likeliest commands, then others that are nearly as likely; none where the utterance is too long."""
    return [] if lattice.size > MOST_TOKENS else _Decoding(lattice, annotation, table).likeliest()


class _Decoding:
    """One utterance with what is said of its tokens."""

    def __init__(self, lattice: Lattice, annotation: Annotation, table: Mapping[str, Action]) -> None:
        self._lattice = lattice
        self._annotation = annotation
        self._table = table
        self._spans = Spans(lattice)
        self._parting = Parting(lattice)
        self._known: dict[tuple[int, int, int], list[_Part]] = {}

    def likeliest(self) -> list[Commands]:
        """The likeliest divisions into commands, each with its labels, that say different things."""
        places = [*self._beginnings]
        ways = chain.from_iterable(combinations(places, count) for count in range(1, len(places) + 1))
        divided = sorted(chain.from_iterable(map(self._divided, ways)), key=itemgetter(0), reverse=True)
        near = (parts for weight, parts in divided if weight >= divided[0][0] + math.log(NEARLY))
        return [self._as_commands(parts) for parts in _different(near, lambda parts: [part.says for part in parts])]

    def _as_commands(self, parts: Sequence[_Part]) -> Commands:
        """What some parts say in all, and what is beside them."""
        valued = {at for part in parts for span in part.command.slots.values() for at in range(*span)}
        said = chain.from_iterable(part.labels for part in parts)
        labels = [SAID if at in valued else label for at, label in enumerate(said)]
        beside = tuple((start, end) for label, start, end in stretches(labels, 0) if label == BESIDE)
        return Commands(tuple(part.command for part in parts), beside, self._sureness(parts))

    @cached_property
    def _beginnings(self) -> dict[int, _Beginning]:
        """Where commands may begin, in order.

        The same command that begins at several words, with no value and nothing that joins between them, begins once:
        "*so* *send* it to desktop three".
        """
        found = list[_Beginning]()
        for at, share in enumerate(self._annotation.begins):
            if share < FAINTLY:
                continue
            if found and self._goes_on(found[-1], at):
                found[-1] = found[-1].with_another(at, share)
            else:
                found.append(_Beginning(at, share, share, (at,)))
        likely = sorted(found, key=lambda one: -one.share)[:MOST_BEGINS]
        return {one.at: one for one in sorted(likely) if one.share >= BEGINS}

    def _goes_on(self, beginning: _Beginning, at: int) -> bool:
        """Whether a command that begins at a token is the one that may have begun before."""
        begins, actions = self._annotation.begins, self._annotation.actions
        same = next(iter(actions[beginning.at])) == next(iter(actions[at]))
        last = beginning.words[-1]
        apart = any(map(self._is_valued, range(last, at))) or any(map(self._joins, range(last + 1, at + 1)))
        return same and beginning.share + begins[at] <= MOST_OF_ONE and not apart

    def _joins(self, at: int) -> bool:
        """Whether a token joins one command to another, or points at what one is about."""
        return self._lattice.class_name(at) == "joint" or bool(self._pointing(at))

    def _is_valued(self, at: int) -> bool:
        """Whether a token is rather of a value than not."""
        said = self._annotation.labels[at]
        return not is_mark(self._lattice, at) and said.get(SAID, 0.0) + said.get(BESIDE, 0.0) < EVEN

    def _sureness(self, parts: Sequence[_Part]) -> float:
        """How probable it is that just these words fill the slots of just these commands.

        It is the same whether a word is beside the commands or only says what to do, and what an article belongs to.
        """
        sure, at = 1.0, 0
        for part in parts:
            action, share = next(iter(part.command.actions.items()))
            sure *= share * self._alone(part.command.begin, action, range(at, at + len(part.labels)))
            telling = {label for where, label in enumerate(part.labels, at) if not self._is_immaterial(where)}
            for label in part.labels:
                if label not in telling or not self._is_immaterial(at):
                    own = (SAID, BESIDE) if label in (SAID, BESIDE) else part.counted[label]
                    sure *= sum(self._annotation.labels[at].get(one, 0.0) for one in own)
                at += 1
        return sure

    def _alone(self, begin: int, action: str, words: range) -> float:
        """How probable it is that a command of an action begins at a token among some, and no other command there."""
        begins, actions = self._annotation.begins, self._annotation.actions
        own = self._beginnings[begin]
        others = (1 - begins[at] for at in words if at not in own.words and next(iter(actions[at])) != action)
        return min(own.share, 1.0) * math.prod(others)

    def _is_immaterial(self, at: int) -> bool:
        """Whether a token says the same inside a slot and beside it."""
        return is_mark(self._lattice, at) or self._lattice.class_name(at) in IMMATERIAL

    def _divided(self, way: Sequence[int]) -> Iterator[tuple[float, tuple[_Part, ...]]]:
        """The likeliest commands that begin at some places and nowhere else; nothing where one of them is not whole."""
        ends = pairwise([0, *way[1:], self._lattice.size])
        parts = [self._parts(begin, start, end) for begin, (start, end) in zip(way, ends, strict=True)]
        begins = ((at in way, min(one.share, 1.0)) for at, one in self._beginnings.items())
        shares = (share if begun else max(1 - share, LEAST_LABEL) for begun, share in begins)
        begun = sum(map(math.log, shares))
        return ((begun + sum(part.weight for part in chosen), chosen) for chosen in product(*parts))

    def _parts(self, begin: int, start: int, end: int) -> list[_Part]:
        """The likeliest commands of some tokens whose words begin at one of them, each that is nearly as likely."""
        key = begin, start, end
        if key not in self._known:
            likely = [name for name, share in self._annotation.actions[begin].items() if share >= LEAST]
            parts = [part for name in likely for part in self._as(name, begin, start, end)]
            self._known[key] = _likeliest(parts, self._does)
        return self._known[key]

    def _does(self, name: str) -> tuple[str, ...]:
        """What an action does with a thing, as others may with things of other kinds; its name where with none."""
        action = self._table.get(name)
        kinds = sorted(action.slots.values()) if action is not None else []
        return (action.goal, *kinds) if action is not None and "thing" in kinds else (name,)

    def _as(self, name: str, begin: int, start: int, end: int) -> Iterator[_Part]:
        """Some tokens as a command of an action, in each way in which all that it needs is said, or pointed at."""
        share, action = math.log(self._annotation.actions[begin][name]), self._table.get(name)
        counted = self._labels_of(action, start, end)
        kinds = {} if action is None else action.slots
        for weight, labels in self._labelled(counted, kinds, start, end):
            if all(self._says_nothing(at, label) for at, label in enumerate(labels, start)):
                continue
            said = self._spans.of(labels, start, kinds)
            if action is None:
                yield _Part(share + weight, Commanded({name: 1.0}, said, begin=begin), labels, counted)
                continue
            only = {
                slot
                for slot, span in said.items()
                if action.slots[slot] in POINTED
                and (self._is_pointing(*span) or (start > 0 and self._is_what_came_out(*span)))
            }
            left = [slot for slot in action.required if slot not in said]
            lacking = [action.slots[slot] for slot in left]
            telling = [at for at in range(start, end) if labels[at - start] == SAID]
            pointing = self._times_pointing(telling)
            goes_without_saying = start > 0 and "thing" in lacking
            if len(left) <= pointing + goes_without_saying and {*lacking} <= {*POINTED}:
                within = self._inside(action, said, telling) if start > 0 else []
                unused = math.log(UNUSED) * max(pointing - len(left) - len(within), 0)
                slots = {slot: span for slot, span in said.items() if slot not in only}
                pointed = tuple(slot for slot in action.slots if slot in only or slot in left or slot in within)
                yield _Part(share + weight + unused, Commanded({name: 1.0}, slots, pointed, begin), labels, counted)

    def _says_nothing(self, at: int, label: str) -> bool:
        """Whether a token that is labelled so is a mark, joins two commands, or is surely beside the commands."""
        surely = self._annotation.labels[at].get(BESIDE, 0.0) > 1 - FAINTLY or self._lattice.class_name(at) == "joint"
        return label == BESIDE or is_mark(self._lattice, at) or (label == SAID and surely)

    def _labels_of(self, action: Action | None, start: int, end: int) -> Mapping[str, Collection[str]]:
        """The labels that count for each slot: of an action in no table, for each that some tokens may be."""
        if action is None:
            labels = {*chain.from_iterable(self._annotation.labels[start:end])} - {SAID, BESIDE}
            return {label: (label,) for label in labels}
        return {slot: labels_that_count(slot, action, self._table) for slot in action.slots}

    def _is_pointing(self, start: int, end: int) -> bool:
        """Whether words only point at something said before: "the answer", "there"."""
        begins = (start - (start > 0 and self._lattice.class_name(start - 1) == "article"), start)
        return any(stop >= end for begin in begins for stop in self._pointing(begin))

    def _is_what_came_out(self, start: int, end: int) -> bool:
        """Whether words say what the command before gives, without an article, too: "*answer* copy to clipboard"."""
        return end in self._lattice.ends(start, "outcome")

    def _pointing(self, at: int) -> list[int]:
        """Where what begins at a token and points at something said before ends."""
        return [*self._lattice.ends(at, *POINTING)]

    def _inside(self, action: Action, said: Mapping[str, Span], tokens: Iterable[int]) -> list[str]:
        """The slots in which something is made where what was said before is: "*in it* a file", "*there* a folder".

        What stands behind a text is in what is made: "a file with hello *in it*".
        """
        texts = [first for slot, (first, _) in said.items() if action.slots[slot] == "text"]
        before = (at for at in tokens if at < min(texts, default=self._lattice.size))
        led = (
            at for at in before if self._lattice.class_name(at - 1) == "preposition" or self._lattice.at(at, "there")
        )
        return [slot for slot in action.inside if slot not in said] if any(map(self._pointing, led)) else []

    def _times_pointing(self, tokens: Iterable[int]) -> int:
        """How often some tokens point at something said before."""
        said, times, ends = [*tokens], 0, 0
        for at in said:
            stops = [stop for stop in self._pointing(at) if {*range(at, stop)} <= {*said}]
            if at >= ends and stops:
                times, ends = times + 1, max(stops)
        return times

    def _labelled(
        self, counted: Mapping[str, Collection[str]], kinds: Mapping[str, SlotKind], start: int, end: int
    ) -> Iterable[tuple[float, tuple[str, ...]]]:
        """How some tokens may be labelled, with other slots each, each slot in one piece, and how probable that is."""
        states: dict[State, tuple[float, tuple[str, ...]]] = {State(SAID): (0.0, ())}
        for at in range(start, end):
            following: dict[State, tuple[float, tuple[str, ...]]] = {}
            weights = self._weights(at, counted, kinds)
            mark = is_mark(self._lattice, at)
            joining = mark or self._lattice.class_name(at) in JOINING
            for state, (weight, labels) in states.items():
                for after in state.followed(() if mark else counted, joining=joining):
                    parting = self._parting.weight(at, labels[-1], after.emitted) if labels else 0.0
                    total = weight + weights[after.emitted] + parting
                    if after not in following or total > following[after][0]:
                        following[after] = total, (*labels, after.emitted)
            kept = sorted(following.items(), key=lambda one: -one[1][0])[:MOST_STATES]
            states = dict(kept)
        likeliest = max(states.values(), default=(0.0, ()))
        return [*states.values(), *self._shifted(*likeliest, counted, kinds, start)]

    def _shifted(
        self,
        weight: float,
        labels: tuple[str, ...],
        counted: Mapping[str, Collection[str]],
        kinds: Mapping[str, SlotKind],
        start: int,
    ) -> Iterator[tuple[float, tuple[str, ...]]]:
        """The same labels with one slot beginning or ending a token away, where that is nearly as likely."""
        for before, after in pairwise(range(len(labels))):
            if labels[before] == labels[after] or counted.keys().isdisjoint((labels[before], labels[after])):
                continue
            parted = self._parting.weight(start + after, labels[before], labels[after])
            for at, label in ((before, labels[after]), (after, labels[before])):
                weights = self._weights(start + at, counted, kinds)
                less = weights[label] - weights[labels[at]]
                parting = at if at == before else at + 1
                less += self._parting.weight(start + parting, labels[before], labels[after]) - parted
                if not self._is_immaterial(start + at) and less >= math.log(NEARLY):
                    yield weight + less, (*labels[:at], label, *labels[at + 1 :])

    def _weights(
        self, at: int, counted: Mapping[str, Collection[str]], kinds: Mapping[str, SlotKind]
    ) -> dict[str, float]:
        """The logarithm of how probable each label is for a token; a mark may have any.

        What only points at a thing or a place names none.
        """
        if is_mark(self._lattice, at):
            return dict.fromkeys((SAID, BESIDE, *counted), 0.0)
        said = self._annotation.labels[at]
        shares = {slot: sum(said.get(label, 0.0) for label in labels) for slot, labels in counted.items()}
        shares |= {label: said.get(label, 0.0) for label in (SAID, BESIDE)}
        if self._lattice.class_name(at) == "pronoun" and self._pointing(at):
            for slot in (slot for slot in counted if kinds.get(slot) in ALONE):
                shares[SAID] += shares[slot]
                shares[slot] = 0.0
        return {label: math.log(max(share, LEAST_LABEL)) for label, share in shares.items()}


def _likeliest(parts: Sequence[_Part], does: Callable[[str], object]) -> list[_Part]:
    """The likeliest of some parts that say different things, each with how probable each action is among all.

    An action is as probable as all that do the same with other kinds of things.
    """
    ordered = sorted(parts, key=lambda part: -part.weight)
    shares: dict[str, float] = {}
    for part in ordered:
        shares.setdefault(next(iter(part.command.actions)), math.exp(part.weight - ordered[0].weight))
    total = sum(shares.values())
    actions = {name: share / total for name, share in shares.items()}

    def alike(own: str) -> float:
        return sum(share for name, share in actions.items() if does(name) == does(own))

    near = (part for part in ordered if part.weight >= ordered[0].weight + math.log(NEARLY))
    return [
        part._replace(command=part.command._replace(actions={own: 0.0} | actions | {own: alike(own)}))
        for part in _different(near, lambda part: part.says)
        for own in part.command.actions
    ]


def _different(ordered: Iterable[T], says: Callable[[T], object]) -> list[T]:
    """The first of all that say the same, and of those no more than are looked at."""
    kept: list[T] = []
    for one in ordered:
        if len(kept) < MOST_LIKELY and says(one) not in map(says, kept):
            kept.append(one)
    return kept
