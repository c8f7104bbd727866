"""Recent commands as later ones may refer to them: what they were about, followed to where it is now."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from aura.capability.ports import Past
from aura.contracts.change import Change, Copy, MakeFolder, Move, Trash, WriteFile
from aura.contracts.reference import is_reference
from aura.contracts.talk import Mention, Recall, Talk
from aura.execution.rows import RunRow, StepRow
from aura.planning.known import known_inputs
from aura.planning.overlay import Overlay
from aura.runtime.context import AmbientMemory
from aura.runtime.house import House
from aura.understanding.earlier import Earlier, Memory

LOOKED_BACK = 20
PATH, KNOWN = "path", "known"
TAKEN_BACK = ("undoing", "undone")
WHOLE = ("completed", "answered")
FRUITLESS = ("failed", "refused", "confirmation", "clarification", "cancelled")


def earlier_commands(house: House, own: str) -> Earlier:
    """What the commands that have not expired were about, but for one's own run; read only when a word asks for it."""
    return Earlier(lambda: _recalls(house, own), house.paths.relative)


def _recalls(house: House, own: str) -> Memory:
    """The commands of the last minutes, newest first; what was taken back is none of them.

    What came before a search in vain, or before a command that came to nothing, is not meant, and only offered.
    """
    overlay, since, found, meant = house.overlay(), list[Change](), list[Recall](), -1
    for run in alive(house):
        if run.undo in TAKEN_BACK or run.run_id == own:
            continue
        steps, talk = house.journal.steps(run.run_id), house.journal.talk_of(run.run_id)
        if talk is not None:
            talk = _followed(_known_now(talk, steps), since, overlay, run.status in WHOLE)
            found.append(Recall(talk, _text(talk, steps)))
        if meant < 0 and (run.status in FRUITLESS or (talk is not None and talk.in_vain)):
            meant = len(found)
        since[:0] = (record.change for step in steps for record in step.records[: step.done])
    meant = len(found) if meant < 0 else meant
    return tuple(found[:meant]), tuple(found[meant:])


def alive(house: House) -> list[RunRow]:
    """The runs that have not expired by when they ended, the one that ended last first; none where none is kept."""
    if not (house.home / "journal.db").exists():
        return []
    runs = {run.run_id: run for run in house.journal.runs(LOOKED_BACK)}
    ended = [Past(run.run_id, run.utterance, run.status, run.finished or run.started) for run in runs.values()]
    memory = AmbientMemory(ended, house.settings.context.pronoun_expiry_seconds)
    kept = memory.snapshot(house.now()).recent
    return [runs[past.run_id] for past in sorted(kept, key=lambda past: past.started, reverse=True)]


def _text(talk: Talk, steps: Sequence[StepRow]) -> str | None:
    """The text that a command gave; what says that nothing is known is none."""
    step_id, output = talk.text or ("", "")
    outputs = next((step.outputs for step in steps if step.step_id == step_id), {})
    text = outputs.get(output) if outputs.get(KNOWN, True) else None
    return text if isinstance(text, str) else None


def _known_now(talk: Talk, steps: Sequence[StepRow]) -> Talk:
    """A talk with the paths that only the run told; what it never told is left out."""
    outputs = {step.step_id: step.outputs for step in steps}

    def told(things: Sequence[Mention]) -> tuple[Mention, ...]:
        known = [(thing, known_inputs({PATH: thing.path}, outputs)[0][PATH]) for thing in things]
        return tuple(msgspec.structs.replace(thing, path=path) for thing, path in known if isinstance(path, str))

    if not any(is_reference(thing.path) for thing in (*talk.things, *talk.listed)):
        return talk
    return msgspec.structs.replace(
        talk, things=told(talk.things), originals=told(talk.originals), listed=told(talk.listed)
    )


def _followed(talk: Talk, since: Sequence[Change], overlay: Overlay, whole: bool) -> Talk:
    """A talk as it is now; of a command that was not done to its end, only what it came to."""

    def now(things: Sequence[Mention]) -> tuple[Mention, ...]:
        found = (_now(thing, since, overlay) for thing in things)
        return tuple(thing for thing in found if whole or not thing.gone)

    def folder(path: str) -> str:
        there = _now(Mention(path, "folder"), since, overlay) if path else None
        return "" if there is None or there.gone else there.path

    return msgspec.structs.replace(
        talk,
        things=now(talk.things),
        originals=now(talk.originals),
        listed=now(talk.listed),
        container=folder(talk.container),
        place=folder(talk.place),
    )


def _now(thing: Mention, since: Sequence[Change], overlay: Overlay) -> Mention:
    """Where a thing is after later changes; gone if it is not there, or what is there is of another kind."""
    path, gone = thing.path, thing.gone
    for change in since:
        match change:
            case Move(source, destination) if _is_in(path, source) and not gone:
                path = destination + path[len(source) :]
            case Trash(place) if _is_in(path, place):
                gone = True
            case MakeFolder(place) | WriteFile(place) | Copy(_, place) if place == path:
                gone = False
    kind = overlay.kind(path)
    other = kind is None or (thing.kind != "" and (kind == "folder") != (thing.kind == "folder"))
    return msgspec.structs.replace(thing, path=path, gone=gone or other)


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith((f"{folder}/", f"{folder}\\"))
