"""Whether what is found in a sentence is done along by what is planned: "… *and call the copy b.txt*"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from aura.contracts.plan import Step, holds_path
from aura.contracts.proposal import ProposedGoal
from aura.language.grammar.actions import Action
from aura.language.utterance.lattice import Lattice, tokens_of
from aura.language.utterance.stretches import says_something

WORDS = re.compile(r"[^\W_]+")


def is_done_along(goal: ProposedGoal, planned: AbstractSet[str], lattice: Lattice, *, exactly: bool) -> bool:
    """Whether all words of what a goal is about are in what is `planned`, or join such.

    Unless it is to be so `exactly`, small words and what only says a kind may be left out: "into *the* lab *folder*".
    """
    said = (token for value in goal.said.values() for token in tokens_of(lattice.grammar, value))
    words = words_of(*(token.text for token in said)).split()
    little = set() if exactly else {low for at, low in enumerate(lattice.low) if _only_leads(lattice, at)}
    return bool(words) and {*lattice.grammar.words["coordinating"], *little, *planned}.issuperset(words)


def amounting(action: Action, steps: Sequence[tuple[str, Step]], table: Mapping[str, Action]) -> set[str]:
    """The goals of steps that an action amounts to, if they come one after another: "*close word and start it again*".

    Each step stands behind its goal; all are done to the same.
    """
    for names in action.amounts_to:
        goals = [table[name].goal for name in names]
        for at in range(len(steps) - len(goals) + 1):
            done, taken = zip(*steps[at : at + len(goals)], strict=True)
            if [*done] == goals and all(step.inputs == taken[0].inputs for step in taken):
                return {*goals}
    return set()


def words_of(*values: object) -> str:
    """The words of some values, one after another."""
    return " ".join(WORDS.findall(" ".join(map(str, values)).lower()))


def is_told(step: Step, text: str) -> bool:
    """Whether a step writes something, and all of it is in a text."""
    values = (value for value in step.inputs.values() if not holds_path(value) and not isinstance(value, bool))
    words = [words_of(one) for value in values for one in (value if isinstance(value, list | tuple) else (value,))]
    return bool(words) and all(f" {word} " in f" {text} " for word in words)


def _only_leads(lattice: Lattice, at: int) -> bool:
    """Whether a word says nothing of what is named, or only of which kind it is: "into *the* lab *folder*"."""
    return not says_something(lattice, at) or lattice.class_name(at) == "kind"
