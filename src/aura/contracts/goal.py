"""What the user wants, before anything is resolved: goals, their structure, or a question back."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

MetaType = Literal["single", "independent_multi", "dependent_multi"]
Classification = Literal["single", "multi"]
Decision = Literal["act", "ask"]


class Goal(Struct, frozen=True):
    """One thing to achieve.

    `params` say identity (names as the user said them, contents, patterns), `scope` says structure and is
    the only source of dependencies: `root`, `drive:D`, `anchor:DESKTOP`, `inside:g1`, `after:g1`, joined by
    commas. `base_anchor` and `resolved_path` are set by path resolution and are then the authority.
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


class Question(Struct, frozen=True):
    """What must be known before anything may happen; `key` names the slot that the answer fills."""

    text: str
    candidates: tuple[str, ...] = ()
    key: str = ""


class Intent(Struct, frozen=True):
    """The one classification of an utterance: a category of the closed set of fifteen, and act or ask."""

    category: str
    confidence: float
    decision: Decision
