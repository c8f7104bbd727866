"""What the user wants, before anything is resolved: goals, their structure, or a question back."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

MetaType = Literal["single", "independent_multi", "dependent_multi"]
Classification = Literal["single", "multi"]
Decision = Literal["act", "ask"]


BESIDE, PARENT = "beside:", "parent"
"""Bases of places: the folder that a thing is in, by its name, and the folder that the workspace is in."""


class Location(Struct, frozen=True, omit_defaults=True):
    """Where, in words: a base (a scope, or nothing said), folders below it from the outside in.

    `path` is set instead where the words refer to a place that an earlier goal made or named. `made` says that
    the folder was said to be one or to be `new`, so it may be created; `doubtful` lists names that only the user can
    confirm.
    """

    base: str = ""
    folders: tuple[str, ...] = ()
    path: str = ""
    made: bool = False
    doubtful: tuple[str, ...] = ()
    new: bool = False


class Target(Struct, frozen=True, omit_defaults=True):
    """What, in words: a name, a pattern, or the paths of things that earlier goals made or named.

    `globs` are shell patterns over names in the location, and `named` words that these have, each as a whole;
    `extensions` are those that the words allow ("the invoice pdf"); `count` is how many there must be, 0 where that
    was not said; what is `definite` ("the usual file") is meant to be there already, and so is what is `pointed` at
    ("the letter", "my letter").
    """

    name: str = ""
    kind: str = ""
    paths: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    globs: tuple[str, ...] = ()
    named: str = ""
    everything: bool = False
    extensions: tuple[str, ...] = ()
    location: Location | None = None
    count: int = 0
    doubtful: bool = False
    definite: bool = False
    pointed: bool = False


class Output(Struct, frozen=True, omit_defaults=True):
    """The text that an earlier goal gives, where content is wanted."""

    goal: str


class Goal(Struct, frozen=True):
    """One thing to achieve.

    `params` say identity (names as the user said them, contents, patterns), `scope` says structure and is
    the only source of dependencies: `root`, `drive:D`, `anchor:DESKTOP`, `inside:g1`, `after:g1`, joined by
    commas; a place may also be `beside:NAME`, where a thing is, or the `parent` of where one is. `base_anchor` and
    `resolved_path` are set by path resolution and are then the authority.
    """

    goal_id: str
    domain: str
    verb: str
    params: dict[str, Any] = field(default_factory=dict)
    scope: str = "root"
    base_anchor: str | None = None
    resolved_path: str | None = None


class MetaGoal(Struct, frozen=True):
    """All goals of one utterance; `dependencies` pairs a goal's index with those it needs."""

    meta_type: MetaType
    goals: tuple[Goal, ...]
    dependencies: tuple[tuple[int, tuple[int, ...]], ...] = ()


APPROVAL, WAITING = "approval:", "waiting:"
"""What the key of a question begins with that a step of a run asks: for a yes, or for something to know."""


class Question(Struct, frozen=True):
    """What must be known before anything may happen; `key` names the slot that the answer fills.

    Where there is an `approver`, nobody else's answer counts.
    """

    text: str
    candidates: tuple[str, ...] = ()
    key: str = ""
    approver: str = ""


class Intent(Struct, frozen=True):
    """The one classification of an utterance: a category of the closed set of fifteen, and act or ask."""

    category: str
    confidence: float
    decision: Decision
