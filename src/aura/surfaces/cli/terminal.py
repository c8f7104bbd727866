"""The three streams: what is said goes to stdout, trouble to stderr, questions only to a person."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from aura.capability.errors import ToolError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

CONTROL = {code: "\ufffd" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"}

UNWRAPPED = 10_000
"""Columns where no line is wrapped: what is piped is searched and cut by programs."""


class Terminal:
    """Writes whatever the encoding can hold and never fails because a reader went away.

    Where the answer cannot be written for another reason, it raises ToolError `OUTPUT_FAILED`.
    """

    def __init__(self, stdin: TextIO, stdout: TextIO, stderr: TextIO, environ: Mapping[str, str]) -> None:
        self.stdin, self.stdout, self.stderr = stdin, stdout, stderr
        self.coloured = stdout.isatty() and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
        self.before_hearing: Callable[[], None] | None = None
        self._heard = ""
        for stream in (stdout, stderr):
            _forgive(stream)

    @property
    def can_ask(self) -> bool:
        """Whether there is a person to ask: stdin and one of the others are a terminal."""
        return _is_terminal(self.stdin) and (_is_terminal(self.stderr) or _is_terminal(self.stdout))

    @property
    def is_watched(self) -> bool:
        """Whether stdout is a terminal, where text may come piece by piece."""
        return _is_terminal(self.stdout)

    def hear(self, text: str) -> None:
        """Print a piece of a longer text as it comes; `end_hearing` ends its line."""
        if not self._heard and self.before_hearing is not None:
            self.before_hearing()
        self._heard += text
        self._write(self.stdout, text, end="")

    def end_hearing(self) -> str:
        """All that came piece by piece, its line ended; nothing where nothing did."""
        heard, self._heard = self._heard.strip(), ""
        if heard:
            self._write(self.stdout, "")
        return heard

    def say(self, text: str) -> None:
        """Print to stdout; control characters that a name may hold do not reach a terminal."""
        self._write(self.stdout, text)

    def complain(self, text: str) -> None:
        """Print one sentence to stderr."""
        self._write(self.stderr, text)

    def ask(self, prompt: str) -> str | None:
        """One line from the person; None at end of input or Ctrl-C."""
        stream = self.stderr if _is_terminal(self.stderr) else self.stdout
        stream.write(prompt)
        stream.flush()
        try:
            line = self.stdin.readline()
        except KeyboardInterrupt:
            line = ""
        if not line:
            self._write(stream, "")
            return None
        return line.strip()

    def show(self, renderable: RenderableType) -> None:
        """Print a table or tree, plain when piped."""
        rich = self._rich()
        with rich.capture() as captured:
            rich.print(renderable)
        lines = (line.rstrip() for line in captured.get().splitlines())
        self._write(self.stdout, "\n".join(lines), trusted=True)

    def _rich(self) -> Console:
        from rich.console import Console

        return Console(
            file=self.stdout,
            force_terminal=self.coloured,
            no_color=not self.coloured,
            width=None if self.stdout.isatty() else UNWRAPPED,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
            safe_box=True,
        )

    def _write(self, stream: TextIO, text: str, *, trusted: bool = False, end: str = "\n") -> None:
        if not trusted and _is_terminal(stream):
            text = text.translate(CONTROL)
        try:
            stream.write(text + end)
            stream.flush()
        except OSError as error:
            _swallow_the_rest(stream)
            if stream is self.stdout and not isinstance(error, BrokenPipeError):
                reason = error.strerror or type(error).__name__
                raise ToolError("OUTPUT_FAILED", f"The answer could not be written: {reason}.") from error


def standard(environ: Mapping[str, str]) -> Terminal:
    """The process's own streams."""
    nowhere = Path(os.devnull)
    return Terminal(
        sys.stdin or nowhere.open(encoding="utf-8"),  # a closed stream is None
        sys.stdout or nowhere.open("w", encoding="utf-8"),
        sys.stderr or nowhere.open("w", encoding="utf-8"),
        environ,
    )


def _forgive(stream: TextIO) -> None:
    """A console that cannot show a character shows a stand-in."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:
        return False


def _swallow_the_rest(stream: TextIO) -> None:
    """Nobody reads on, which is no trouble: point the stream at nothing so that closing it is quiet too."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
