"""Plan documents, made of words or handed in: checked, played, and made ready to be approved and run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from aura.capability.machine import NOT_HERE
from aura.contracts.goal import Question
from aura.contracts.outcome import Preview, RunResult
from aura.contracts.plan import Validation, plan_hash, typed
from aura.contracts.problem import Problem
from aura.contracts.proposal import proposer_of
from aura.planning.preview import play
from aura.planning.rules import NO_CAPABILITY, document_of
from aura.planning.validate import validate
from aura.runtime.choosing.choose import REFUSALS, TIMED
from aura.runtime.choosing.trial import Planned
from aura.runtime.house import House


def verdict_on(house: House, document: object) -> Validation:
    """Every error of a plan document at once."""
    return validate(document, _atoms_of(house, document))


def checked(house: House, base: RunResult, planned: Planned, told: tuple[str, ...] = ()) -> RunResult:
    """The plan of the reading that was chosen as a document, validated, with its preview; `told` was said beside it."""
    document = document_of(base.utterance, planned.steps)
    plain = document.as_json()
    validation = validate(plain, {step.id: house.registry[step.id].as_atom() for step in planned.steps})
    count = len(planned.steps)
    digest = plan_hash(plain)
    doubted = None if house.settings.proposals.trusted else base.understood
    result = msgspec.structs.replace(
        base,
        status="planned",
        message=f"A plan of {count} step{'s' if count != 1 else ''}; nothing was done yet.",
        mode="direct" if base.classification == "single" and count == 1 else "orchestrated",
        goals=planned.meta.goals,
        dependencies=planned.meta.dependencies,
        target=document.target,
        plan=plain["plan"],
        validation=validation.as_json(),
        plan_hash=digest,
        preview=Preview(digest, planned.previews, understood=doubted, recalled=planned.recalled, told=told),
        talk=planned.talk,
    )
    if validation.valid:
        return result
    return msgspec.structs.replace(result, status="failed", message=first_error(validation))


def prepared(house: House, document: Any, proposed_by: str) -> RunResult:
    """A document as a checked plan with its preview, status `planned`; or why it is none.

    Who proposed one that nobody wrote is known, said by the document itself if it is a planner's response, or
    remembered of this very plan.
    """
    validation = verdict_on(house, document)
    target = str(document.get("target", "")) if isinstance(document, dict) else ""
    base = RunResult(
        "failed", "", target, mode="orchestrated", target=target, validation=validation.as_json()
    )  # fmt: skip
    if not validation.valid:
        return msgspec.structs.replace(base, message=first_error(validation))
    plan = typed(document)
    plain = plan.as_json()
    preview = play(plan, validation.execution_order, house.registry, house.overlay(), house.ports)
    by = proposed_by or proposer_of(document) or house.journal.proposer_of(preview.plan_hash)
    preview = msgspec.structs.replace(preview, proposed_by=by)
    result = msgspec.structs.replace(
        base, status="planned", plan=plain["plan"], plan_hash=preview.plan_hash, preview=preview
    )
    return stopped(house, result, preview.problems[0]) if preview.problems else result


def stopped(house: House, base: RunResult, problem: Problem) -> RunResult:
    """A result that a problem stands in the way of."""
    message = house.paths.in_words(problem.message)
    if problem.code in (NO_CAPABILITY, NOT_HERE, TIMED):
        return msgspec.structs.replace(base, status="unsupported", message=message)
    status = "refused" if problem.code in REFUSALS else "failed"
    return msgspec.structs.replace(base, status=status, message=message)


def asking(base: RunResult, question: Question) -> RunResult:
    """A result that a question stands before."""
    return msgspec.structs.replace(base, status="clarification", message=question.text, question=question)


def first_error(validation: Validation) -> str:
    """The first of a plan's errors, and how many more there are."""
    count = len(validation.errors)
    more = f" (and {count - 1} more)" if count > 1 else ""
    first = validation.errors[0]
    return f"The plan is not valid: [{first.code}] {first.message} at {first.path}{more}."


def _atoms_of(house: House, document: object) -> Mapping[str, Mapping[str, Any]]:
    """The atoms that a document names, so that no other domain is imported for it."""
    plan = document.get("plan") if isinstance(document, dict) else None
    steps = plan.get("steps") if isinstance(plan, dict) else None
    named = [step.get("id") for step in steps if isinstance(step, dict)] if isinstance(steps, list | tuple) else []
    names = {name for name in named if isinstance(name, str)}
    return {name: house.registry[name].as_atom() for name in names if house.registry.get(name)}
