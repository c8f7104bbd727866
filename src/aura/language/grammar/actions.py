"""The table of actions: what can be asked for, each as a plain command with slots, and example sentences.

It is read from the `actions` and `examples` of each domain's `sentences.<language>.yaml`, and only when a sentence
is to be put into other words, so that a command which the grammar reads never waits for it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from aura.contracts.proposal import ProposedGoal
from aura.language.grammar.grammar import SENTENCES, GrammarError
from aura.language.grammar.keeping import find, keep, name_of

SlotKind = Literal["thing", "place", "name", "text", "words", "items", "address"]

DO = "do"
SLOT = re.compile(r"\{(\w+):(\w+)(?:=([\w ]+))?\}")
PIECE = re.compile(r" ?\[([^\]]*)\]|([^\[]+?)(?= ?\[|$)")
BETWEEN_ITEMS = re.compile(r"(?:\s*,\s*(?:(?:and|n)\s+)?|\s+(?:and|n)\s+)(?:then\s+)?")
LAST_COMMA = re.compile(r",\s+(?:and|n)\s")
COMMAS = re.compile(r"\s*,\s*(?:(?:and|n)\s+)?(?:then\s+)?")
"""A comma before the last "and", and what stands between items then: "sun and sea, food, and going home"."""
QUOTES = ('"{}"', "“{}”", "`{}`")


class Action(Struct, frozen=True):
    """One thing that can be asked for; `command` says it plainly: "move {what:thing} to {to:place}".

    A part in brackets is left out where its slots are empty; "{kind:words=file}" says what stands there then. What it
    says of the thing that one of the actions which it `completes` has just made is as if said with that: "create a.txt"
    and "write x in it". The actions that it `amounts_to` are the same, done to the same: "close word and start it".
    """

    name: str
    domain: str
    goal: str
    command: str
    completes: tuple[str, ...] = ()
    amounts_to: tuple[tuple[str, ...], ...] = ()

    @property
    def slots(self) -> dict[str, SlotKind]:
        """Every slot with what kind of words fills it."""
        return {name: kind for name, kind, _ in SLOT.findall(self.command)}

    @property
    def makes(self) -> bool:
        """Whether it names something new and is about nothing that is there."""
        kinds = self.slots.values()
        return "name" in kinds and "thing" not in kinds

    @property
    def inside(self) -> tuple[str, ...]:
        """The slots that may say in what place something new is made."""
        places = (name for name, kind in self.slots.items() if kind == "place" and name not in self.required)
        return tuple(places) if self.makes else ()

    def word_before(self, slot: str) -> str:
        """The word of the command that leads to a slot: "by" to the step of "turn up the volume [by {step:words}]"."""
        before = self.command[: self.command.index(f"{{{slot}:")]
        return before.split()[-1].strip("[") if before.split() else ""

    @property
    def shown(self) -> str:
        """The command with its slots by name alone: "move {what} to {to}"."""
        return SLOT.sub(r"{\1}", self.command)

    @property
    def assumed(self) -> dict[str, str]:
        """The slots that are filled without being told, each with its words: "this window"."""
        return {name: otherwise for name, _, otherwise in self._fixed if otherwise}

    @property
    def required(self) -> tuple[str, ...]:
        """The slots that must be filled."""
        return tuple(name for name, _, otherwise in self._fixed if not otherwise)

    @property
    def _fixed(self) -> list[tuple[str, str, str]]:
        """The slots of the command that are in no brackets, with their kinds and what stands there otherwise."""
        return SLOT.findall(re.sub(r"\[[^\]]*\]", "", self.command))


class Example(Struct, frozen=True):
    """A sentence that the grammar cannot be expected to read, and the goals that it stands for."""

    say: str
    goals: tuple[ProposedGoal, ...]


class Actions(Struct, frozen=True):
    """Every action of every domain by name, and all examples."""

    table: dict[str, Action]
    examples: tuple[Example, ...]


def load_actions(roots: Sequence[Path], cache: Path | None = None, language: str = "en") -> Actions:
    """The actions and examples of all domains below some folders, kept in `cache` as the grammar is."""
    paths = sorted(path for root in roots for path in root.rglob(SENTENCES.format(language=language)))
    texts = [path.read_bytes() for path in paths]
    name = name_of("actions", language, texts)
    found = find(name, cache, lambda kept: msgspec.msgpack.decode(kept, type=Actions))
    if found is None:
        found = _read(texts)
        if cache is not None:
            keep(name, cache, msgspec.msgpack.encode(found), roots=roots)
    return found


def _read(texts: Sequence[bytes]) -> Actions:
    import yaml

    documents = [yaml.load(text, Loader=yaml.CSafeLoader) or {} for text in texts]
    table = {action.name: action for document in documents for action in _actions(document)}
    examples = tuple(_example(row, table) for document in documents for row in document.get("examples", ()))
    return Actions(table, examples)


def _actions(document: Mapping[str, Any]) -> list[Action]:
    found = []
    for name, row in document.get("actions", {}).items():
        completes = row.get("completes", [])
        if not isinstance(completes, list):
            raise GrammarError(f"Action {name} of {document['domain']} completes no list of actions: write one.")
        amounts_to = tuple(map(tuple, row.get("amounts_to", [])))
        action = Action(name, document["domain"], row["goal"], row["command"], tuple(completes), amounts_to)
        if strange := set(action.slots.values()) - set(get_args(SlotKind)):
            raise GrammarError(f"Action {name} of {action.domain} has a slot of an unknown kind: {', '.join(strange)}.")
        found.append(action)
    return found


def _example(row: Mapping[str, Any], table: Mapping[str, Action]) -> Example:
    goals = []
    for goal in row["goals"]:
        said = {slot: str(value) for slot, value in goal.items() if slot != DO}
        action = table.get(goal[DO])
        if action is None or not set(action.required) <= set(said) <= set(action.slots):
            raise GrammarError(f'The example "{row["say"]}" does not fit the action {goal[DO]}: correct one of them.')
        goals.append(ProposedGoal(goal[DO], said))
    return Example(row["say"], tuple(goals))


def command_of(action: Action, said: Mapping[str, str], whole: Collection[str] = ()) -> str | None:
    """The plain command that an action with its slots filled is; None where it cannot be said.

    The words of a slot that is `whole` are one name.
    """
    kinds: dict[str, SlotKind] = {slot: "name" if slot in whole else kind for slot, kind in action.slots.items()}
    words = {slot: _as_said(value, kinds[slot]) for slot, value in said.items()}
    if None in words.values():
        return None
    pieces = []
    for optional, fixed in PIECE.findall(action.command):
        if fixed:
            pieces.append(fixed)
        elif all(slot in words for slot, _, _ in SLOT.findall(optional)):
            pieces.append(f" {optional}")
    return SLOT.sub(lambda found: str(words.get(found[1], found[3])), "".join(pieces)).strip()


def _as_said(value: str, kind: SlotKind) -> str | None:
    """Names, texts and items stand in quotes, so that no word in them can be read as anything else.

    Where no comma tells items apart it is for the grammar to say what they are: "*date start end* and kilometers".
    """
    if kind == "items" and "," in value:
        between = COMMAS if LAST_COMMA.search(value) else BETWEEN_ITEMS
        items = [_quoted(item) for item in between.split(value) if item]
        return None if None in items else ", ".join(map(str, items))
    return _quoted(value) if kind in ("name", "text") else value


def _quoted(value: str) -> str | None:
    return next((quotes.format(value) for quotes in QUOTES if not set(quotes) & set(value)), None)
