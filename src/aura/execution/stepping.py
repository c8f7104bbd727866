"""One step: its tool is called, its changes are held against the approval, journalled, made and observed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.ports import Disk, IdempotencyKey, Notebook, Person, Planned, ProposedBy, Reply, Stage
from aura.capability.tool import Tool
from aura.contracts.change import Change, Copy, Move, WriteFile
from aura.contracts.reference import has_secret
from aura.execution.approval import Approval, path_of
from aura.execution.changes import Changer
from aura.execution.events import Event, Listener
from aura.execution.inverses import abandon
from aura.execution.journal import Journal
from aura.execution.notes import Notes
from aura.execution.outputs import outputs_of
from aura.execution.person import Asked
from aura.execution.places import parent_of
from aura.execution.records import Recorder
from aura.execution.references import Outputs, resolve
from aura.execution.rows import StepRow
from aura.execution.secrets import Secrets, redact
from aura.execution.trash import NameTaken

PROGRESS_EVERY = 100
NO_PORTS: dict[str, Any] = {}


class RecordingDisk(Disk, Protocol):
    """A Disk that gives back what was recorded on it, in order."""

    @property
    def changes(self) -> Sequence[Change]:
        """The changes recorded so far."""
        ...

    def fingerprints(self) -> Mapping[str, str]:
        """Opaque text for everything that the changes would lose, by path."""
        ...


DiskFactory = Callable[[], RecordingDisk]


class Begun(Struct, frozen=True):
    """A step that may now be done: its tool, its row, and what its call takes, secrets put in."""

    tool: Tool
    row: StepRow
    given: dict[str, Any]
    ports: dict[str, Any]
    secrets: tuple[str, ...] = ()

    def call(self) -> Any:
        """Call the tool; raises what it raises."""
        return self.tool.call(**self.given, **self.ports)


class Workshop:
    """What every step of one run needs: tools' ports, the disk, the journal, the approval, secrets, answers."""

    def __init__(
        self,
        ports: Mapping[Any, Any],
        disk_factory: DiskFactory,
        changer: Changer,
        journal: Journal | None,
        approval: Approval,
        run_id: str,
        listener: Listener,
        secrets: Secrets,
        replies: Mapping[str, Reply],
        proposed_by: str = "",
    ) -> None:
        self._proposed_by = ProposedBy(proposed_by)
        self._ports = ports
        self._disk_factory = disk_factory
        self._changer = changer
        self._journal = journal
        self._approval = approval
        self._run_id = run_id
        self._listener = listener
        self._secrets = secrets
        self._replies = replies
        self._touched: set[str] = set()
        self._past: list[StepRow] = []

    def begin(self, tool: Tool, row: StepRow, inputs: Mapping[str, Any], outputs: Outputs) -> Begun:
        """Make a step ready to be called: written ahead where the call itself has an effect.

        `inputs` are those of the plan; a secret that they name, and none that an earlier step gave, is put in.
        """
        ports = self.ports_of(tool, row.step_id, inputs, row) if tool.ports else NO_PORTS
        given, used = self._with_secrets(tool, inputs, outputs) if has_secret(inputs) else (row.inputs, ())
        if acts(tool):
            row = self._announce(tool, row, ports)
        return Begun(tool, row, given, ports, used)

    def _with_secrets(
        self, tool: Tool, inputs: Mapping[str, Any], outputs: Outputs
    ) -> tuple[dict[str, Any], tuple[str, ...]]:
        if not tool.conduct.secrets:
            raise ToolError("SECRET_REFUSED", f"{tool.id} may be told no secret, since it could be kept; use an atom.")
        used: list[str] = []

        def secret(name: str) -> str:
            used.append(self._secrets.value(name))
            return used[-1]

        given = resolve(inputs, outputs, secret)
        return given, tuple(used)

    def conclude(self, begun: Begun, value: Any) -> StepRow:
        """Check, journal, make and observe what a call gave; returns the completed row."""
        tool, row = begun.tool, begun.row
        outputs = outputs_of(tool, value)
        if begun.secrets:
            outputs = redact(outputs, begun.secrets)
        if not begun.ports and tool.observe is None:
            return self._complete(row, outputs)
        row = replace(row, outputs=outputs)
        changes, fingerprints = _recorded(tool, begun.ports)
        self._approval.check(row.step_id, changes, fingerprints, self._all_touched)
        if changes:
            row = self._record(row, changes)
            row = self.make(row, 0)
        self._observe(tool, row)
        return self._complete(row, outputs)

    def make(self, row: StepRow, first: int) -> StepRow:
        """Make the changes of a recorded step from number `first` on; a failure leaves how far it came."""
        records, seen, done = list(row.records), dict(row.seen), first
        try:
            while done < len(records):
                try:
                    found = self._changer.apply(records[done], row.contents[done])
                except NameTaken:
                    records[done] = self._changer.rename_in_trash(records[done])
                    row = self._write_ahead(replace(row, records=tuple(records)))
                    continue
                if found is not None:
                    seen[done] = found
                done += 1
                self._tell(row, done)
        except Exception as error:
            for record in records[done:]:
                abandon(self._changer, record)
            raise StepError(replace(row, done=done, seen=seen, contents=())) from error
        finally:
            self._changer.places.forget()
        return replace(row, done=done, seen=seen, contents=())

    def _tell(self, row: StepRow, done: int) -> None:
        if done % PROGRESS_EVERY == 0 or done == len(row.records):
            self._listener(Event("progress", row.step_id, row.atom_id, done, len(row.records)))

    def _write_ahead(self, row: StepRow) -> StepRow:
        if self._journal is not None:
            self._journal.put_step(self._run_id, row, durable=True)
        return row

    def complete(self, tool: Tool, row: StepRow) -> StepRow:
        """Observe and write down a step whose changes are all made."""
        self._observe(tool, row)
        return self._complete(row, row.outputs)

    def accept(self, row: StepRow) -> StepRow:
        """Count a step as done because the user says so."""
        return self._complete(replace(row, done=len(row.records)), row.outputs)

    def touch(self, row: StepRow) -> None:
        """Remember what a step changed, so that the approval's fingerprints of it no longer count."""
        self._past.append(row)

    def fail(self, row: StepRow, error: str) -> StepRow:
        """Write down a step that failed."""
        failed = replace(row, status="failed", error=error, contents=())
        if self._journal is not None:
            self._journal.put_step(self._run_id, failed, durable=bool(row.records or row.acts))
        return failed

    def ports_of(
        self, tool: Tool, step_id: str, planned: Mapping[str, Any] = NO_PORTS, row: StepRow | None = None
    ) -> dict[str, Any]:
        """What is injected into a tool, by parameter name; raises ToolError `PORT_MISSING`."""
        return {name: self._port(tool, port, step_id, planned, row) for name, port in tool.ports.items()}

    def _port(self, tool: Tool, port: Any, step_id: str, planned: Mapping[str, Any], row: StepRow | None) -> Any:
        if port is Disk:
            return self._disk_factory()
        if port is IdempotencyKey:
            return IdempotencyKey(f"{self._run_id}:{step_id}")
        if port is ProposedBy:
            return self._proposed_by
        if port is Person:
            return Asked(step_id, self._replies.get(step_id))
        if port is Notebook and row is not None:
            return Notes(row, self._write_ahead)
        if port is Planned:
            return Planned(planned)
        if port is Stage:
            return _OnStage(self._listener, step_id, tool.id)
        if port not in self._ports:
            raise ToolError("PORT_MISSING", f"{tool.id} needs {port.__name__}, which is not available here.")
        return self._ports[port]

    def _announce(self, tool: Tool, row: StepRow, ports: dict[str, Any]) -> StepRow:
        """Write down that a tool is about to act by itself, with the state that undoing it restores."""
        self._approval.check_act(row.step_id, tool.effect)
        before = tool.capture(**row.inputs, **ports) if tool.capture else None
        return self._write_ahead(replace(row, acts=True, before=before))

    def _record(self, row: StepRow, changes: tuple[Change, ...]) -> StepRow:
        """Write down all changes of a step with their inverses, at once, before the first is made."""
        run_id = self._run_id or "direct"
        keep = f"{self._changer.keep_folder(run_id)}/{row.position}"
        recorder = Recorder(self._changer.places, self._changer.trash, keep, f"{run_id}-{row.position}")
        contents = tuple(change.content if isinstance(change, WriteFile) else None for change in changes)
        return self._write_ahead(replace(row, records=tuple(recorder.record(changes)), contents=contents))

    def _observe(self, tool: Tool, row: StepRow) -> None:
        if tool.observe is None:
            return
        ports = self.ports_of(tool, row.step_id)
        if not tool.observe(_Named(row.outputs), **row.inputs, **ports):
            raise StepError(row) from ToolError(
                "NOT_OBSERVED",
                f"{tool.id} ended, but its effect is not to be seen; check before trying again.",
            )

    def _complete(self, row: StepRow, outputs: dict[str, Any]) -> StepRow:
        row = replace(row, status="completed", outputs=outputs, contents=())
        if row.records:
            self.touch(row)
        if self._journal is not None:
            # What was recorded is in the journal already; a tool that acts has outputs that are not.
            write = self._journal.put_step if row.acts or not row.records else self._journal.end_step
            write(self._run_id, row, durable=row.acts)
        return row

    def _all_touched(self) -> set[str]:
        """Every path that the steps so far changed something at or below; found out only where a step asks."""
        for row in self._past:
            for record in row.records:
                self._touch(record.change)
        self._past.clear()
        return self._touched

    def _touch(self, change: Change) -> None:
        paths = [path_of(change), change.source] if isinstance(change, Move | Copy) else [path_of(change)]
        for path in paths:
            while path not in self._touched:
                self._touched.add(path)
                path = parent_of(path)


class StepError(Exception):
    """A step stopped on its way; carries the row that says how far it came, the cause says why."""

    def __init__(self, row: StepRow) -> None:
        super().__init__(row.step_id)
        self.row = row


class _OnStage:
    """Tells whoever listens to the run how far a call is."""

    rehearsal = False

    def __init__(self, listener: Listener, step_id: str, atom_id: str) -> None:
        self._listener = listener
        self._step_id = step_id
        self._atom_id = atom_id

    def tell(self, done: int, total: int) -> None:
        self._listener(Event("progress", self._step_id, self._atom_id, done, total))


class _Named:
    """Outputs by attribute, as the Struct that a tool returned had them."""

    def __init__(self, outputs: Mapping[str, Any]) -> None:
        self.__dict__.update(outputs)


def acts(tool: Tool) -> bool:
    """Whether a call itself has an effect, instead of recording changes on the Disk."""
    if tool.effect is Effect.READS:
        return False
    return tool.effect is Effect.ACTS or Disk not in tool.ports.values()


def _recorded(tool: Tool, ports: Mapping[str, Any]) -> tuple[tuple[Change, ...], dict[str, str]]:
    """The changes that a tool recorded, and fingerprints of what they would lose."""
    disk = next((ports[name] for name, port in tool.ports.items() if port is Disk), None)
    if disk is None or not disk.changes:
        return (), {}
    return tuple(disk.changes), disk.fingerprints()
