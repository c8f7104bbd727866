"""What a yes names, so that it counts for what was shown and for nothing else."""

from __future__ import annotations

from hashlib import sha256

from aura.contracts.goal import APPROVAL, Question
from aura.contracts.outcome import Preview


def mark_of(preview: Preview) -> str:
    """What tells a preview from any other: its plan, and what would be lost as it is now."""
    prints = sorted((path, mark) for step in preview.steps for path, mark in step.fingerprints.items())
    return _mark(preview.plan_hash, prints)


def approval_of(plan_hash: str, preview: Preview | None, question: Question | None) -> str:
    """The mark of what waits for a yes: the question of a step, or else the plan as it was shown."""
    if question is not None and question.key.startswith(APPROVAL):
        return _mark(plan_hash, question.key, question.text)
    return mark_of(preview) if preview is not None else ""


def _mark(*parts: object) -> str:
    return sha256(repr(parts).encode(errors="surrogatepass")).hexdigest()[:16]
