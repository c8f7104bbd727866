"""What came of it: previews, step results and the one object that every door answers with."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

from aura.contracts.back import Back
from aura.contracts.change import Change
from aura.contracts.goal import Goal, Intent, Question
from aura.contracts.problem import Problem
from aura.contracts.proposal import PlannedBy, Understood
from aura.contracts.talk import Talk
from aura.contracts.when import When

Status = Literal[
    "accepted",
    "completed",
    "answered",
    "planned",
    "failed",
    "clarification",
    "confirmation",
    "refused",
    "unsupported",
    "cancelled",
]
StepStatus = Literal["completed", "failed", "skipped", "cancelled"]

EXIT_CODES: dict[str, int] = {
    "accepted": 0,
    "completed": 0,
    "answered": 0,
    "planned": 0,
    "failed": 1,
    "clarification": 3,
    "confirmation": 4,
    "refused": 5,
    "unsupported": 6,
    "cancelled": 7,
}


class StepPreview(Struct, frozen=True):
    """One step as it would run now: inputs resolved as far as they are known, and every change it would make.

    `effect` is R, W, D or X after looking at the changes: a write that replaces counts as D. `lost` names
    what would be overwritten or destroyed, `lost_count` how many files and folders that is in all.
    `outputs` holds what is already known; `deferred` is true where an input is only known when it runs.
    `fingerprints` identify what would be lost as it is now (path → opaque text), for the check at execution;
    `sizes` are the bytes of the files whose content would be replaced. `foreseen` says what the step would do on
    this computer, `warning` what speaks against it; it is `hopeless` where no earlier step can mend that.
    """

    step_id: str
    atom_id: str
    target: str
    effect: str
    inputs: dict[str, Any] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    lost: tuple[str, ...] = ()
    lost_count: int = 0
    outputs: dict[str, Any] = field(default_factory=dict)
    deferred: bool = False
    fingerprints: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    foreseen: str = ""
    warning: str = ""
    hopeless: bool = False


class Preview(Struct, frozen=True):
    """The plan played over the overlay: what each step would do, or why it cannot.

    `understood` is set where only a helper understood the words: then a person must say yes to any effect,
    unless the settings trust the helper.
    `recalled` are words that stand for things of an earlier command: what they would destroy is approved by
    someone who sees it by name, and by nothing else. `because` is why a plan is shown again. `proposed_by` names
    who made a plan that no rule made: then any effect waits for a yes. `later` says when it is to be done, if not now.
    `told` is what was said beside the command and changes nothing.
    """

    plan_hash: str
    steps: tuple[StepPreview, ...]
    problems: tuple[Problem, ...] = ()
    understood: Understood | None = None
    recalled: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    because: str = ""
    proposed_by: str = ""
    later: When | None = None

    @property
    def needs_yes(self) -> bool:
        """Whether nothing may happen before someone said yes."""
        nobody_said = bool(self.proposed_by) and self.has_effect
        return self.destroys or self.needs_person or nobody_said or self.later is not None or bool(self.cut_short)

    @property
    def needs_person(self) -> bool:
        """Whether only a person may say yes: an effect that a helper alone understood, or a loss meant by "it"."""
        only_helper = self.understood is not None and self.has_effect
        return only_helper or (self.destroys and bool(self.recalled))

    @property
    def cut_short(self) -> str:
        """Why only a part of the plan can be done, where that part has an effect."""
        hopeless = [step for step in self.steps if step.hopeless]
        others = any(step.effect != "R" and not step.hopeless for step in self.steps)
        return hopeless[0].warning if hopeless and others else ""

    @property
    def has_effect(self) -> bool:
        """Whether any step does more than read."""
        return any(step.effect != "R" for step in self.steps)

    @property
    def destroys(self) -> bool:
        """Whether any step needs the user's word first."""
        return any(step.effect == "D" for step in self.steps)


class StepResult(Struct, frozen=True):
    """What one step did; `error` is `"[CODE] message"`."""

    step_id: str
    atom_id: str
    status: StepStatus
    outputs: dict[str, Any] = field(default_factory=dict)
    error: str | None = None


class RunResult(Struct, frozen=True):
    """The answer of every door; `as_json` is the public contract of `--json`. `talk` is kept for later commands.

    `back` is what a sentence that has no plan wants taken back, `outputs` is what a plan as a whole gave,
    `planned_by` where one comes from that no rule made.
    """

    status: Status
    message: str
    utterance: str = ""
    classification: str = ""
    mode: str = ""
    intent: Intent | None = None
    goals: tuple[Goal, ...] = ()
    dependencies: tuple[tuple[int, tuple[int, ...]], ...] = ()
    target: str = ""
    plan: dict[str, Any] | None = None
    validation: dict[str, Any] | None = None
    plan_hash: str = ""
    steps: tuple[StepResult, ...] = ()
    question: Question | None = None
    run_id: str = ""
    preview: Preview | None = None
    understood: Understood | None = None
    talk: Talk = Talk()
    back: Back | None = None
    outputs: dict[str, Any] = field(default_factory=dict)
    planned_by: PlannedBy | None = None
    when: When | None = None

    @property
    def exit_code(self) -> int:
        """The process exit code that goes with the status."""
        return EXIT_CODES[self.status]
