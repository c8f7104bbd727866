"""A plan in a few words: what each step is for, and what it writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from aura.contracts.plan import Step
from aura.runtime.choosing.trial import Planned

WRITTEN = ("title", "content", "text", "fact", "value", "cell")
"""Inputs whose words are what somebody says, so that two plans may differ in nothing else."""

Words = Callable[[object], str]


def described(planned: Planned, words: Words) -> str:
    """A plan so that it can be told from another: `add slide a.pptx ← "Fleas", "order early"`."""
    return "; ".join(_step(step, words) for step in planned.steps)


def _step(step: Step, words: Words) -> str:
    written = ", ".join(_written(step, words))
    return f"{step.target} ← {written}" if written else step.target


def _written(step: Step, words: Words) -> Iterator[str]:
    """What a step writes and its target does not say."""
    for name in WRITTEN:
        text = step.inputs.get(name)
        if isinstance(text, str | int | float) and text != "" and words(text) not in step.target:
            yield words(text)
