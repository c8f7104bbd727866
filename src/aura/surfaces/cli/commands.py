"""Each command as one function from a session to an exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from aura.contracts.outcome import EXIT_CODES, RunResult
from aura.contracts.plan import Validation
from aura.contracts.problem import Problem
from aura.surfaces.cli.arguments import COMMANDS as ARGUMENTS
from aura.surfaces.cli.arguments import UsageError
from aura.surfaces.cli.progress import Progress
from aura.surfaces.cli.session import Session

HISTORY_COUNT = 20
STANDARD_INPUT = "-"
SESSION = "session"
MACRO_ENDINGS = (".yaml", ".yml")


def do(session: Session) -> int:
    """Do what a sentence says."""
    asked = session.asked
    with session.interrupt.watching(), Progress(session.terminal) as progress:
        result = session.orchestrator.process(
            asked.text,
            approve=session.approve,
            answer=session.answer,
            dry_run=asked.dry_run,
            on_event=progress.on_event,
            stop=session.interrupt.wanted,
        )
    return session.finish(result)


def plan(session: Session) -> int:
    """Show what a sentence would do."""
    return session.finish(session.orchestrator.plan(session.asked.text))


def answer(session: Session) -> int:
    """Answer the pending question and go on."""
    with session.interrupt.watching(), Progress(session.terminal) as progress:
        result = session.orchestrator.answer(
            session.asked.text,
            session.asked.run,
            approve=session.approve,
            answer=session.answer,
            on_event=progress.on_event,
            stop=session.interrupt.wanted,
        )
    return session.finish(result)


def explain(session: Session) -> int:
    """Show how a sentence is understood."""
    explained = session.orchestrator.explain(session.asked.text)
    if session.asked.json:
        session.json(explained)
    else:
        from aura.surfaces.cli.explained import explained_tree

        session.terminal.show(explained_tree(explained))
    return EXIT_CODES["answered"]


def run(session: Session) -> int:
    """Check, show, approve and run a plan document."""
    document = _document(session)
    if isinstance(document, Problem):
        return session.finish(RunResult("failed", document.message))
    with session.interrupt.watching(), Progress(session.terminal) as progress:
        result = session.orchestrator.run_document(
            document,
            approve=session.approve,
            answer=session.answer,
            on_event=progress.on_event,
            stop=session.interrupt.wanted,
        )
    return session.finish(result)


def validate(session: Session) -> int:
    """Check a plan document."""
    document = _document(session)
    if isinstance(document, Problem):
        verdict = Validation(valid=False, errors=(document,))
    else:
        verdict = session.orchestrator.validate_document(document)
    if session.asked.json:
        session.json(verdict.as_json())
    else:
        _report_verdict(session, verdict)
    return EXIT_CODES["answered" if verdict.valid else "failed"]


def flow(session: Session) -> int:
    """Plan an intent over atoms, and run the plan where that is asked for."""
    asked = session.asked
    with session.interrupt.watching(), Progress(session.terminal) as progress:
        result = session.orchestrator.flow(
            asked.text,
            run=asked.carry_out,
            approve=session.approve,
            answer=session.answer,
            on_event=progress.on_event,
            stop=session.interrupt.wanted,
        )
    return session.finish(result)


def history(session: Session) -> int:
    """List earlier commands, newest first."""
    past = session.orchestrator.history(HISTORY_COUNT)
    return _listed(session, "history", past, "There are no commands yet.")


def _listed(session: Session, name: str, rows: Sequence[Any], none: str) -> int:
    """Show rows as JSON under a name, as the table of that name, or a sentence where there are none."""
    if session.asked.json:
        session.json({name: rows})
    elif not rows:
        session.terminal.say(none)
    else:
        from aura.surfaces.cli.tables import TABLES

        session.terminal.show(TABLES[name](rows))
    return EXIT_CODES["answered"]


def show(session: Session) -> int:
    """Show one earlier command, or save it as a golden case."""
    last = session.orchestrator.history(1)
    run_id = session.asked.word or (last[0].run_id if last else "")
    if not run_id:
        return session.finish(RunResult("failed", "There are no commands yet."))
    if session.asked.golden is not None:
        from aura.surfaces.cli.service import keep_golden

        return session.finish(RunResult("answered", keep_golden(session.orchestrator, run_id, session.asked.golden)))
    shown = session.orchestrator.show(run_id)
    if session.asked.json:
        session.json(shown)
    else:
        from aura.surfaces.cli.tables import run_tree

        session.terminal.show(run_tree(shown))
    return EXIT_CODES["answered"]


def golden(session: Session) -> int:
    """Replay golden cases and say which fail."""
    from aura.surfaces.cli.service import replay_golden

    outcomes = replay_golden(Path(session.asked.word or ""))
    failed = [outcome for outcome in outcomes if outcome.faults]
    if session.asked.json:
        session.json({"ok": not failed, "cases": outcomes})
    else:
        for outcome in failed:
            session.terminal.say("\n  ".join([f'failed: "{outcome.say}"', *outcome.faults]))
        session.terminal.say(f"{len(outcomes) - len(failed)} of {len(outcomes)} golden cases come out as they say.")
    return EXIT_CODES["failed" if failed else "answered"]


def undo(session: Session) -> int:
    """Take a command back."""
    with session.interrupt.watching():
        result = session.orchestrator.undo(session.asked.word, approve=session.approve, answer=session.answer)
    return session.finish(result)


def cancel(session: Session) -> int:
    """Stop a command that another process works on, or that waits."""
    return session.finish(session.orchestrator.cancel(session.asked.word or ""))


def resume(session: Session) -> int:
    """Finish a command that was stopped."""
    with session.interrupt.watching(), Progress(session.terminal) as progress:
        result = session.orchestrator.resume(
            session.asked.word,
            approve=session.approve,
            on_event=progress.on_event,
            stop=session.interrupt.wanted,
        )
    return session.finish(result)


def schedule(session: Session) -> int:
    """List what waits for its time, or drop it."""
    asked = session.asked
    if asked.words[0] == "cancel" and len(asked.words) > 1:
        return session.finish(session.orchestrator.timing.drop(asked.words[1]))
    if asked.words != ("list",):
        raise UsageError("Say `aura schedule list`, or `aura schedule cancel` and what is to be dropped.")
    kept = session.orchestrator.timing.kept()
    if asked.json:
        session.json({"schedule": kept})
    elif not kept:
        session.terminal.say("Nothing waits for its time.")
    else:
        from aura.surfaces.cli.tables import schedule_table

        session.terminal.show(schedule_table(kept))
    return EXIT_CODES["answered"]


def worker(session: Session) -> int:
    """Be a worker until told to stop."""
    if not session.asked.json:
        session.terminal.say("At work; Ctrl-C ends this when what is under way is done, twice at once.")
    with session.interrupt.watching():
        session.orchestrator.work(session.interrupt.wanted)
    return session.finish(RunResult("answered", "No longer at work."))


def macros(session: Session) -> int:
    """List the macros."""
    kept = session.orchestrator.macros()
    none = 'No macro is kept yet; after a command, say: aura "save that as a macro called NAME".'
    return _listed(session, "macros", kept, none)


def tools(session: Session) -> int:
    """List what can be done, or show one tool."""
    from aura.surfaces.cli import tables

    registry, wanted = session.orchestrator.tools(), session.asked.word
    if wanted is None:
        if session.asked.json:
            session.json({"tools": list(registry.atoms().values())})
        else:
            session.terminal.show(tables.tools_table(registry))
        return EXIT_CODES["answered"]
    if wanted not in registry:
        near = tables.near(wanted, registry)
        raise UsageError(f"There is no tool {wanted}{near}; `aura tools` lists them all.")
    if session.asked.json:
        session.json(registry[wanted].as_atom())
    else:
        session.terminal.show(tables.tool_detail(registry[wanted]))
    return EXIT_CODES["answered"]


def atoms(session: Session) -> int:
    """List every tool as an atom definition, in the shape that atom folders hold."""
    listed = {"atoms": list(session.orchestrator.tools().atoms().values())}
    wrong = session.orchestrator.atom_problems(look=True)
    session.json({**listed, "problems": wrong} if wrong else listed)
    session.complain(wrong)
    return EXIT_CODES["failed" if wrong else "answered"]


def browser(session: Session) -> int:
    """End the session of the browser."""
    wanted = (session.asked.word, SESSION)
    tool = next((tool for tool in session.orchestrator.tools().values() if (tool.verb, tool.object) == wanted), None)
    if tool is None:
        takes = ARGUMENTS[session.asked.command].follows
        raise UsageError(f"`aura {session.asked.command}` takes {takes}, not {session.asked.word}.")
    step = {"id": tool.id, "target": tool.description.rstrip("."), "inputs": {}}
    document = {"target": tool.description, "plan": {"steps": [step]}}
    return session.finish(session.orchestrator.run_document(document, approve=session.approve))


def doctor(session: Session) -> int:
    """Check that everything is in place."""
    from aura.surfaces.cli.doctor import examine

    findings = examine(session)
    broken = [finding for finding in findings if not finding.ok]
    if session.asked.json:
        session.json({"ok": not broken, "checks": findings})
    else:
        from aura.surfaces.cli.tables import findings_table

        session.terminal.show(findings_table(findings))
        for finding in broken:
            session.terminal.complain(f"{finding.name}: {finding.detail}.")
    return EXIT_CODES["failed" if broken else "answered"]


def serve(session: Session) -> int:
    """Open the HTTP door, where it was built in and its packages are there."""
    asked, door = session.asked, session.doors.get("serve")
    if door is None:
        return _not_here(session, "This is the command line alone; `aura serve` needs the whole program.")
    return door(
        session.workspace,
        session.environ,
        host=asked.host,
        port=asked.port,
        atoms=asked.atoms,
        model=asked.model,
        person=asked.person,
        say=session.terminal.say,
    )


def later(session: Session) -> int:
    """Say that a command is not part of this version."""
    return _not_here(session, f"`aura {session.asked.command}` is not part of this version.")


COMMANDS: Mapping[str, Callable[[Session], int]] = {
    "do": do,
    "plan": plan,
    "answer": answer,
    "explain": explain,
    "run": run,
    "validate": validate,
    "flow": flow,
    "history": history,
    "show": show,
    "golden": golden,
    "undo": undo,
    "cancel": cancel,
    "resume": resume,
    "schedule": schedule,
    "worker": worker,
    "macros": macros,
    "tools": tools,
    "atoms": atoms,
    "browser": browser,
    "doctor": doctor,
    "serve": serve,
}


def _not_here(session: Session, sentence: str) -> int:
    return session.finish(RunResult("unsupported", sentence, utterance=session.asked.text))


def _report_verdict(session: Session, verdict: Validation) -> None:
    for problem in (*verdict.errors, *verdict.warnings):
        session.terminal.say(f"{problem.path}: {problem}")
    if verdict.valid:
        order = ", ".join(verdict.execution_order)
        session.terminal.say(f"The plan is valid; its steps run in the order {order}.")
        return
    count = len(verdict.errors)
    errors = "1 error" if count == 1 else f"{count} errors"
    session.terminal.complain(f"The plan has {errors}; correct them and validate again.")


def _document(session: Session) -> object | Problem:
    """The plan document named by the one word; raises UsageError where it cannot be read."""
    name = session.asked.word or STANDARD_INPUT
    try:
        text = sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except OSError as error:
        raise UsageError(f"The plan {name} cannot be read: {error.strerror}.") from error
    given = dict(part.split("=", 1) for part in session.asked.given)
    if given or Path(name).suffix in MACRO_ENDINGS:
        return session.orchestrator.read_document(text.decode(errors="replace"), name, given)
    try:
        document: object = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        return Problem("INVALID_JSON", f"The plan {name} is not JSON ({error}); correct the file.", "$")
    return document
