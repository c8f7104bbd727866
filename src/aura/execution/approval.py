"""The approval: the preview that was seen, held against what a step would do now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.contracts.change import Change, Copy, MakeFolder, Move, Trash, WriteFile
from aura.contracts.outcome import Preview, StepPreview
from aura.execution.records import changed

Shape = tuple[str, ...]


class Approval:
    """What was approved, step by step. Without a preview everything is approved but what destroys."""

    def __init__(self, preview: Preview | None) -> None:
        self._steps = {step.step_id: step for step in preview.steps} if preview else None

    def check(
        self,
        step_id: str,
        changes: tuple[Change, ...],
        fingerprints: Mapping[str, str],
        touched: Callable[[], Collection[str]],
    ) -> None:
        """Compare what a step would do now with what was approved; nothing may be touched before.

        `fingerprints` identify what would be lost as it is now; `touched` gives the paths that earlier steps
        of this run changed, whose fingerprints are not as previewed.
        Raises ToolError `NOT_APPROVED` for an unapproved loss, `WORLD_CHANGED` for a difference.
        """
        if self._steps is None:
            refuse_loss(changes)
            return
        approved = self._steps.get(step_id)
        if approved is None:
            refuse_loss(changes)
        elif approved.deferred:
            _compare(_losses(approved.changes), _losses(changes), only_new=True)
        else:
            _compare(approved.changes, changes, only_new=False)
        if approved is not None and approved.fingerprints:
            _compare_fingerprints(approved, fingerprints, touched())

    def check_act(self, step_id: str, effect: str) -> None:
        """Refuse a tool that destroys by itself unless its step was seen; raises ToolError `NOT_APPROVED`."""
        if effect == Effect.DESTROYS and (self._steps is None or step_id not in self._steps):
            raise ToolError(
                "NOT_APPROVED",
                f"Step {step_id} cannot be taken back, and nobody approved it; approve its preview.",
            )


def refuse_loss(changes: Iterable[Change]) -> None:
    """Raise ToolError `NOT_APPROVED` for the first change that would lose something."""
    lost = next(_losses(changes), None)
    if lost is not None:
        raise ToolError(
            "NOT_APPROVED",
            f"{path_of(lost)} would be replaced or deleted, and nobody approved that; approve the preview.",
        )


def destroys(change: Change) -> bool:
    """Whether something that exists would be lost without the journal."""
    return isinstance(change, Trash) or (not isinstance(change, MakeFolder) and change.replaces)


def path_of(change: Change) -> str:
    """The path that a change is about: where its effect is."""
    return change.destination if isinstance(change, Move | Copy) else change.path


def _losses(changes: Iterable[Change]) -> Iterator[Change]:
    return (change for change in changes if destroys(change))


def _shape(change: Change) -> Shape:
    """Kind, paths and whether it replaces; not the content."""
    name = type(change).__name__
    match change:
        case Move(source, destination, replaces) | Copy(source, destination, replaces):
            return name, source, destination, str(replaces)
        case WriteFile(path, _, replaces):
            return name, path, str(replaces)
        case MakeFolder(path) | Trash(path):
            return name, path


def _compare(approved: Iterable[Change], now: Iterable[Change], *, only_new: bool) -> None:
    approved, now = tuple(approved), tuple(now)
    if approved == now:
        return
    expected = Counter(map(_shape, approved))
    for change in now:
        shape = _shape(change)
        if not expected[shape]:
            raise changed(path_of(change), _difference(shape, expected))
        expected[shape] -= 1
    if not only_new:
        left = next(iter(expected.elements()), None)
        if left is not None:
            raise changed(left[1], "is not as it was at the preview")


def _compare_fingerprints(approved: StepPreview, now: Mapping[str, str], touched: Collection[str]) -> None:
    for path, seen in approved.fingerprints.items():
        if path not in touched and now.get(path) != seen:
            raise changed(path, "was changed after the preview")


def _difference(shape: Shape, expected: Counter[Shape]) -> str:
    return (
        "would be replaced or deleted now"
        if shape[-1] == "True" or shape[0] == "Trash"
        else ("is not as it was at the preview")
    )
