"""One call of the command line: arguments, terminal and runtime; it asks and reports, and decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from aura.contracts.goal import Question
from aura.contracts.outcome import Preview, RunResult
from aura.contracts.problem import Problem
from aura.contracts.proposal import Understood
from aura.surfaces.cli.arguments import Invocation, UsageError
from aura.surfaces.cli.interrupt import Interrupt
from aura.surfaces.cli.service import Door, Orchestrator, open_orchestrator
from aura.surfaces.cli.terminal import Terminal

NO_TROUBLE = ("completed", "answered", "planned", "clarification")
SHOWS_PLAN = ("planned", "confirmation")
TEXT_OUTPUTS = ("text", "content")


class Session:
    """What every command gets."""

    def __init__(
        self,
        asked: Invocation,
        terminal: Terminal,
        environ: Mapping[str, str],
        doors: Mapping[str, Door] | None = None,
    ) -> None:
        self.asked = asked
        self.terminal = terminal
        self.environ = environ
        self.doors = doors or {}
        self.interrupt = Interrupt()
        self._seen: list[object] = []

    @cached_property
    def orchestrator(self) -> Orchestrator:
        """The runtime for the workspace; wired when first needed."""
        for folder in self.asked.atoms:
            if not folder.is_dir():
                raise UsageError(f"The folder of atoms {folder} is not a folder; name one that exists.")
        hear = self.terminal.hear if self.terminal.is_watched and not self.asked.json else None
        orchestrator = open_orchestrator(self.workspace, self.environ, self.asked, hear)
        self.complain(orchestrator.atom_problems())
        return orchestrator

    @cached_property
    def workspace(self) -> Path:
        """The folder to work in; raises UsageError where there is none."""
        folder = self.asked.workspace or Path()
        if not folder.is_dir():
            raise UsageError(f"The workspace {folder} is not a folder; name one that exists.")
        return folder.absolute()

    @property
    def approve(self) -> Callable[[Preview], bool | None] | None:
        """How a preview is approved: by `--yes`, by a person at the terminal, or not at all."""
        if self.asked.yes:
            return self._approve_ahead
        return self._approve if self._can_ask else None

    def _approve_ahead(self, preview: Preview) -> bool | None:
        """What `--yes` says: yes, but to what only a person may approve nothing, where none is there."""
        if not preview.needs_person:
            return True
        return self._approve(preview) if self._can_ask else None

    @property
    def answer(self) -> Callable[[Question], str | None] | None:
        """How a question is answered: by a person at the terminal, or not at all."""
        return self._answer if self._can_ask else None

    @property
    def _can_ask(self) -> bool:
        return self.terminal.can_ask and not self.asked.json

    def finish(self, result: RunResult) -> int:
        """Report a result in the form asked for; returns the exit code.

        As JSON the one object says everything, trouble too, so that both streams together are still that object.
        """
        if self.asked.json:
            from aura.contracts.answer import as_json

            self.json(as_json(result))
        else:
            self._report(result)
        if result.status not in NO_TROUBLE and not self.asked.json:
            self.terminal.complain(result.message)
        return result.exit_code

    def complain(self, problems: Sequence[Problem]) -> None:
        """Say what is wrong beside the answer, a line each and none twice; as JSON the answer stands alone."""
        for problem in problems:
            if not self.asked.json and problem not in self._seen:
                self._seen.append(problem)
                self.terminal.complain(problem.message)

    def json(self, value: object) -> None:
        """Print one JSON object."""
        from aura.contracts.answer import encode

        self.terminal.say(encode(value, self.terminal.stdout.encoding))

    def _report(self, result: RunResult) -> None:
        heard = self.terminal.end_hearing()
        preview = result.preview if result.status in SHOWS_PLAN else None
        if preview is not None and preview not in self._seen:
            self._show_preview(preview)
        self._say_who_understood(result)
        if result.question is not None:
            from aura.surfaces.cli.preview import quoted

            if result.question not in self._seen:
                self._put(result.question)
            if result.run_id:
                more = "".join(f" --atoms {quoted(str(folder))}" for folder in self.asked.atoms)
                self.terminal.say(f"Answer with: aura answer TEXT --run {result.run_id}{more}")
        elif result.status in NO_TROUBLE:
            shown = _read(result)
            lines = shown if shown and result.status == "answered" else [result.message, *shown]
            lines += [f"{name}: {_plain(value)}" for name, value in result.outputs.items()]
            if lines != [heard]:
                self.terminal.say("\n".join(lines))

    def _say_who_understood(self, result: RunResult) -> None:
        """What only a helper understood is said beside the answer, on the other stream."""
        if result.understood is not None and result.understood not in self._seen:
            self._seen.append(result.understood)
            self.terminal.complain(understood_text(result.understood))

    def _show_preview(self, preview: Preview) -> None:
        from aura.surfaces.cli.preview import preview_tree

        self._seen.append(preview)
        if preview.because:
            self.terminal.say(preview.because)
        if preview.proposed_by:
            self.terminal.say(f"Proposed by {preview.proposed_by}:")
        if preview.understood is not None:
            self._seen.append(preview.understood)
            self.terminal.say(understood_text(preview.understood))
        self.terminal.show(preview_tree(preview))

    def _put(self, question: Question) -> None:
        self._seen.append(question)
        self.terminal.say(question_text(question))

    def _approve(self, preview: Preview) -> bool:
        if not preview.needs_yes:
            return True
        self._show_preview(preview)
        with self.interrupt.asking():
            said = self.terminal.ask("Do it? [y/N] ")
        return (said or "").lower() in ("y", "yes")

    def _answer(self, question: Question) -> str | None:
        self._put(question)
        with self.interrupt.asking():
            said = self.terminal.ask("> ")
        return chosen(said, question.candidates)


def understood_text(understood: Understood) -> str:
    """Who understood a sentence that the grammar could not read, and as what."""
    return f"Understood by {understood.by} as: {understood.command}"


def question_text(question: Question) -> str:
    """The question, below it the candidates with their numbers."""
    numbered = (f"  {number}. {candidate}" for number, candidate in enumerate(question.candidates, 1))
    return "\n".join((question.text, *numbered))


def chosen(said: str | None, candidates: tuple[str, ...]) -> str | None:
    """The candidate that a number names, else what was said; None where nothing was."""
    if said and said.isdecimal() and 1 <= int(said) <= len(candidates):
        return candidates[int(said) - 1]
    return said or None


def _plain(value: object) -> str:
    """A value that a plan gave, on one line: text as it is, anything else as JSON."""
    from aura.contracts.reference import as_text

    return as_text(value)


def _read(result: RunResult) -> list[str]:
    """What was read, where it is not the message itself: texts as they are, other values by name."""
    every = result.status == "answered"
    found = [said for step in result.steps if (said := _said(step.outputs, every))]
    return [] if found == [result.message] else found


def _said(outputs: Mapping[str, Any], every: bool) -> str:
    texts = [outputs[name] for name in TEXT_OUTPUTS if isinstance(outputs.get(name), str)]
    if texts:
        return str(texts[0])
    if not every:
        return ""
    from aura.surfaces.cli.preview import quoted

    return "\n".join(f"{name}: {quoted(value)}" for name, value in outputs.items())
