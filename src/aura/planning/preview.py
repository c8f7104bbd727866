"""Play a plan over the overlay: what each step would do, what would be lost, or why it cannot be."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen, is_service
from aura.capability.ports import Disk, IdempotencyKey, Opener, Planned, ProposedBy, Stage
from aura.capability.tool import Tool
from aura.contracts.change import WriteFile
from aura.contracts.outcome import Preview, StepPreview
from aura.contracts.plan import PlanDocument, Step, plan_hash
from aura.contracts.problem import Problem
from aura.planning.known import Outputs, known_inputs, needed_steps
from aura.planning.overlay import Overlay, Recorded

Ports = Mapping[Any, Any]
"""The instance for each port that a tool may ask for; Disk is always the overlay."""


class _SilentOpener:
    """Opens nothing, so that a step which opens something can be tried."""

    def open(self, path: str) -> None:
        return None


class _Rehearsal:
    """Says that a step is only played; nobody waits for it."""

    rehearsal = True

    def tell(self, done: int, total: int) -> None:
        return None


STAND_INS: Ports = {Opener: _SilentOpener(), Stage: _Rehearsal()}
"""What stands in for ports that act on the outside world or tell of a run, while a step is only played."""


def play(
    document: PlanDocument,
    order: Sequence[str],
    registry: Mapping[str, Tool],
    overlay: Overlay,
    ports: Ports,
) -> Preview:
    """The preview of a valid plan, its steps played in `order`; an id that is no step's is passed over.

    What cannot be is a problem with the step's JSON path; what depends on it is not played.
    """
    places = {step.step_id or str(index): index for index, step in enumerate(document.plan.steps)}
    outputs: dict[str, Mapping[str, Any]] = {}
    played: list[StepPreview] = []
    problems: list[Problem] = []
    for step_id in filter(places.__contains__, order):
        step = document.plan.steps[places[step_id]]
        needs = needed_steps(step.inputs).union(step.depends_on)
        if not needs <= outputs.keys():
            continue
        seen = play_step(step, registry, overlay, ports, outputs, step_id=step_id)
        if isinstance(seen, Problem):
            problems.append(Problem(seen.code, seen.message, f"$.plan.steps[{places[step_id]}]"))
        else:
            outputs[step_id] = seen.outputs
            played.append(seen)
    return Preview(plan_hash(document), tuple(played), tuple(problems))


def play_step(
    step: Step,
    registry: Mapping[str, Tool],
    overlay: Overlay,
    ports: Ports,
    outputs: Outputs | None = None,
    *,
    step_id: str = "",
) -> StepPreview | Problem:
    """One step played over the overlay, which then shows its effects; a Problem leaves it as it was.

    `outputs` is what earlier steps are known to give. A tool that asks for the Disk is really run; one that
    is not, or whose inputs are only known later, gives no outputs yet and is `deferred`.
    """
    tool = registry.get(step.id)
    if tool is None:
        return Problem("UNKNOWN_ATOM_ID", f"There is no tool {step.id}.")
    inputs, later = known_inputs(step.inputs, outputs or {})
    seen = StepPreview(
        step_id=step_id or step.step_id,
        atom_id=step.id,
        target=step.target,
        effect=tool.effect.value,
        inputs=inputs,
        deferred=bool(later),
    )
    if not _can_be_played(tool, later, ports):
        return seen if later else _foreseen(seen, tool, ports)
    return _played(seen, tool, overlay, ports, step.inputs)


def _can_be_played(tool: Tool, later: frozenset[str], ports: Ports) -> bool:
    """Whether the tool has what it needs here, only reads and records, and what comes later is text that it keeps."""
    needed = set(tool.ports.values())
    if Disk not in needed or any(is_service(port) and port not in ports for port in needed):
        return False
    if tool.effect is Effect.ACTS and not needed <= {Disk, Planned, *STAND_INS}:
        return False
    return all(name in tool.inputs and tool.inputs[name].semantic == "text" for name in later)


def _played(
    seen: StepPreview, tool: Tool, overlay: Overlay, ports: Ports, planned: Mapping[str, Any]
) -> StepPreview | Problem:
    own: dict[Any, Any] = {Disk: overlay, Planned: planned}
    try:
        result = (tool.rehearse or tool.call)(
            **seen.inputs,
            **_filled(tool, ChainMap(own, STAND_INS, ports), seen.step_id),  # type: ignore[arg-type]
        )
    except ToolError as error:
        overlay.drop()
        if error.code == "NOT_KNOWN_YET":
            return msgspec.structs.replace(seen, deferred=True)
        return Problem(error.code, error.message)
    except Exception as error:  # A tool that breaks while it is tried is an answer, before anything is done.
        overlay.drop()
        return _broken(tool, error)
    return _with_record(seen, tool, overlay.take(), result)


def _with_record(seen: StepPreview, tool: Tool, recorded: Recorded, result: Any) -> StepPreview:
    destroys = tool.effect is Effect.WRITES and recorded.losses
    written = {change.path for change in recorded.changes if isinstance(change, WriteFile)}
    return msgspec.structs.replace(
        seen,
        effect=Effect.DESTROYS.value if destroys else seen.effect,
        changes=recorded.changes,
        lost=tuple(loss.path for loss in recorded.losses),
        lost_count=sum(loss.count for loss in recorded.losses),
        outputs={} if result is None else msgspec.to_builtins(result),
        fingerprints={loss.path: loss.fingerprint for loss in recorded.losses if loss.fingerprint},
        sizes={loss.path: loss.size for loss in recorded.losses if loss.size is not None and loss.path in written},
    )


def _foreseen(seen: StepPreview, tool: Tool, ports: Ports) -> StepPreview | Problem:
    """What a tool that is not played would do here, and what one that destroys would lose.

    Its ports are looked for now, so that what this computer lacks is said before anything is done. What would be lost
    is what a tool captures for its undo, one name an item.
    """
    loses = tool.effect is Effect.DESTROYS and tool.capture is not None
    services = [port for port in tool.ports.values() if is_service(port)]
    if (tool.foresee is None and not loses and not services) or any(port not in ports for port in services):
        return seen
    try:
        given = {**seen.inputs, **_filled(tool, ports, seen.step_id)}
        told = tool.foresee(**given) if tool.foresee is not None else Foreseen()
        captured = tool.capture(**given) if loses and tool.capture is not None else []
    except ToolError as error:
        return Problem(error.code, error.message)
    except Exception as error:  # As above.
        return _broken(tool, error)
    items = captured if isinstance(captured, list) else []
    lost = tuple(str(item.get("text", "")) if isinstance(item, dict) else str(item) for item in items)
    return msgspec.structs.replace(
        seen, lost=lost, lost_count=len(lost), foreseen=told.says, warning=told.warning, hopeless=told.hopeless
    )


def _broken(tool: Tool, error: Exception) -> Problem:
    what = f"{type(error).__name__}: {error}"
    return Problem("STEP_EXECUTION_ERROR", f"{tool.id} broke when it was tried ({what}); nothing was done.")


def _filled(tool: Tool, ports: Ports, step_id: str) -> dict[str, Any]:
    own = {IdempotencyKey: IdempotencyKey(f"preview:{step_id}"), ProposedBy: ProposedBy("")}
    given = ChainMap(own, ports)  # type: ignore[arg-type]
    return {name: given[port] for name, port in tool.ports.items()}
