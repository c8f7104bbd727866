"""How the steps of two halves differ from what was planned of the whole, where the same is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aura.runtime.parted.asking import ASKED, Steps
from aura.runtime.vain.view import TEXTUAL


def asks_less(steps: Steps, before: Steps) -> bool:
    """Whether steps are the same but for shorter questions: "what is my pin" instead of "what is my pin, I forgot".

    Such a question may be asked elsewhere: "what is the plural of ox" instead of "…, *my* homework depends on it".
    """
    changed = [(one, other) for one, other in zip(steps, before, strict=False) if one != other]
    return bool(changed) and len(steps) == len(before) and all(_is_shorter(*each) for each in changed)


def _is_shorter(step: tuple[str, Any], before: tuple[str, Any]) -> bool:
    """Whether a step asks only a part of what another one does, and has nothing else that is other."""
    (_, one), (_, other) = step, before
    said, told = ([inputs[name] for name in ASKED if name in inputs] for inputs in (one, other))
    rest, others = ({name: inputs[name] for name in inputs if name not in ASKED} for inputs in (one, other))
    return len(said) == len(told) == 1 and rest == others and str(said[0]) in str(told[0])


def _changed(steps: Steps, before: Steps) -> list[tuple[str, Any, Any]]:
    """The inputs, by name, that are others in steps than before; none where they are not the same steps."""
    if [tool for tool, _ in steps] != [tool for tool, _ in before]:
        return []
    inputs = ((said, told) for (_, said), (_, told) in zip(steps, before, strict=True))
    return [
        (name, said[name], told.get(name)) for said, told in inputs for name in said if said[name] != told.get(name)
    ]


def added(steps: Steps, before: Steps) -> Steps:
    """What steps do beside all that was planned, in its order; nothing where they do not do that."""
    more, rest = list[tuple[str, Any]](), list(before)
    for step in steps:
        if rest and step == rest[0]:
            rest.pop(0)
        else:
            more.append(step)
    return [] if rest else more


def says_longer(steps: Steps, before: Steps) -> bool:
    """Whether steps are the same but for longer texts: "type I wait *and wait*" instead of "type I wait"."""
    changed = _changed(steps, before)
    return bool(changed) and all(name in TEXTUAL and str(told) in str(said) for name, said, told in changed)


def tells_story(steps: Steps, before: Steps) -> bool:
    """Whether steps only tell more before a question: "*my pay is 1800, my rent 450*, what's left"."""
    changed = _changed(steps, before)
    return bool(changed) and all(name in ASKED and str(said).endswith(str(told)) for name, said, told in changed)


def covers(steps: Steps, before: Steps, does: Callable[[str], str]) -> bool:
    """Whether steps do all that was planned, in its order, and are told as much or more; `does` is what a tool does."""
    rest, told = iter(does(tool) for tool, _ in steps), [sum(len(said) for _, said in each) for each in (steps, before)]
    return all(does(tool) in rest for tool, _ in before) and told[0] >= told[1]
