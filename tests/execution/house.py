"""A house to run plans in: a workspace, an AURA_HOME and a trash below one folder, and tools."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from aura.capability.effect import Effect
from aura.capability.ports import Disk, IdempotencyKey
from aura.capability.tool import Slot, Tool
from aura.contracts.outcome import Preview
from aura.contracts.plan import PlanBody, PlanDocument, Step, Validation
from aura.execution.changes import Changer
from aura.execution.events import Execution, Listener, ignore
from aura.execution.executor import ToolExecutor
from aura.execution.inflight import Decision
from aura.execution.journal import Journal
from aura.execution.undo import Undo, Undone
from aura.planning.overlay import Overlay
from aura.planning.preview import play

Operation = list[Any]
Tree = dict[str, tuple[str, Any, int, int]]


def record(disk: Disk, operations: list[Operation]) -> None:
    """Record `[name, argument, …]` on the disk, one after the other."""
    for name, *arguments in operations:
        match name:
            case "make_folder" | "trash":
                getattr(disk, name)(*arguments)
            case "write":
                path, text, replace = arguments
                disk.write(path, text.encode(), replace=replace)
            case _:
                source, destination, replace = arguments
                getattr(disk, name)(source, destination, replace=replace)


def tool(
    identity: str,
    call: Callable[..., Any],
    *,
    effect: Effect = Effect.READS,
    outputs: tuple[str, ...] = (),
    ports: Mapping[str, Any] | None = None,
    **more: Any,
) -> Tool:
    """A tool made by hand, as JSON atoms are."""
    slots = {name: Slot(name, {}, name) for name in outputs}
    return Tool(identity, "test", identity, "", effect, identity, {}, slots, dict(ports or {}), call, **more)


TOOLS = {
    "record": tool("record", record, effect=Effect.WRITES, ports={"disk": Disk}),
    "give": tool("give", lambda value: value, outputs=("value",)),
    "nothing": tool("nothing", lambda **_: None),
}


class House:
    """Runs plans for real below one folder; `tools` adds to those that are always there."""

    def __init__(self, root: Path, tools: Mapping[str, Tool] | None = None, ports: Any = None) -> None:
        self.root, self.work, self.home, self.trash = root, root / "work", root / "home", root / "Trash"
        self.work.mkdir(parents=True, exist_ok=True)
        self.tools = {**TOOLS, **(tools or {})}
        self.ports: dict[Any, Any] = dict(ports or {})

    def path(self, name: str) -> str:
        """An absolute path; a name that is one already stays as it is."""
        return str(self.work / name)

    def plant(self, **files: str) -> None:
        """Files by name, with `__` for a slash and `_` before the ending."""
        for name, content in files.items():
            path = self.work / name.replace("__", "/").replace("_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)

    def write(self, name: str, content: str) -> None:
        path = self.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)

    def plan(self, *steps: Step) -> PlanDocument:
        return PlanDocument("a test", PlanBody(steps))

    def recording(self, *operations: Operation, step_id: str = "", after: tuple[str, ...] = ()) -> Step:
        """A step that makes changes; paths are below the workspace."""
        absolute = [self._absolute(operation) for operation in operations]
        return Step("record", f"step {step_id}", {"operations": absolute}, step_id, after)

    def _absolute(self, operation: Operation) -> Operation:
        name, first, *rest = operation
        if name in ("move", "copy"):
            rest[0] = self.path(rest[0])
        if name == "make_folder" or name == "trash":
            return [name, self.path(first)]
        return [name, self.path(first), *([*rest, False] if len(rest) == 1 else rest)]

    def preview(self, document: PlanDocument) -> Preview:
        return play(document, order_of(document), self.tools, Overlay(), self.ports)

    def journal(self) -> Journal:
        return Journal(self.home)

    def executor(self, journal: Journal | None) -> ToolExecutor:
        return ToolExecutor(self.tools, self.ports, disk_factory=Overlay, changer=self.changer(), journal=journal)

    def changer(self) -> Changer:
        return Changer(str(self.home), str(self.trash), (str(self.work),))

    def run(
        self,
        *steps: Step,
        approved: bool = True,
        stop: threading.Event | None = None,
        on_event: Listener = ignore,
        run_id: str = "",
    ) -> Execution:
        document = self.plan(*steps)
        preview = self.preview(document) if approved else None
        return self.execute(document, preview, stop=stop, on_event=on_event, run_id=run_id)

    def execute(
        self,
        document: PlanDocument,
        preview: Preview | None,
        *,
        stop: threading.Event | None = None,
        on_event: Listener = ignore,
        run_id: str = "",
    ) -> Execution:
        journal = self.journal()
        validation = Validation(True, execution_order=order_of(document))
        try:
            return self.executor(journal).execute(
                document,
                validation,
                preview,
                utterance="a test",
                run_id=run_id,
                on_event=on_event,
                stop=stop,
            )
        finally:
            journal.close()

    def resume(self, run_id: str, decision: Decision | None = None) -> Execution:
        journal = self.journal()
        try:
            waiting = [row.step_id for row in journal.steps(run_id) if row.status == "running"]
            return self.executor(journal).resume(run_id, decisions=dict.fromkeys(waiting, decision) if decision else {})
        finally:
            journal.close()

    def undo(self, run_id: str | None = None) -> Undone:
        journal = self.journal()
        try:
            return Undo(self.tools, self.ports, disk_factory=Overlay, changer=self.changer(), journal=journal).undo(
                run_id
            )
        finally:
            journal.close()

    def tree(self) -> Tree:
        """Everything in the workspace: kind, content or target, permissions, and times of files."""
        return tree_of(self.work)

    def names(self) -> list[str]:
        return sorted(self.tree())


def order_of(document: PlanDocument) -> tuple[str, ...]:
    return tuple(step.step_id or str(index) for index, step in enumerate(document.plan.steps))


def tree_of(root: Path) -> Tree:
    found: Tree = {}
    for folder, folders, files in os.walk(root):
        for name in folders + files:
            path = Path(folder, name)
            found[path.relative_to(root).as_posix()] = _described(path)
    return found


def _described(path: Path) -> tuple[str, Any, int, int]:
    status = path.lstat()
    mode = stat.S_IMODE(status.st_mode)
    if path.is_symlink():
        return "link", str(path.readlink()), 0, 0
    if path.is_dir():
        return "folder", None, mode, 0
    if not path.is_file():
        return "other", None, mode, 0
    return "file", path.read_bytes(), mode, status.st_mtime_ns


__all__ = ["House", "IdempotencyKey", "order_of", "tool", "tree_of"]
