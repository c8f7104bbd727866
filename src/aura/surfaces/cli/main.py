"""The entry point: arguments in, exit code out; the one place that catches what nobody expected."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

from aura.capability.errors import DeclarationError, ToolError
from aura.contracts.outcome import EXIT_CODES, RunResult
from aura.surfaces.cli.arguments import Help, Invocation, UsageError, parse
from aura.surfaces.cli.terminal import Terminal, standard

USAGE = 2
JSON_FLAG = "--json"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line; returns the exit code of TOOLS.md, 2 for usage."""
    environ = os.environ
    terminal = standard(environ)
    given = sys.argv[1:] if arguments is None else arguments
    try:
        return _answer(given, terminal, environ)
    except (ToolError, DeclarationError) as error:
        return _fail(given, terminal, str(error))
    except KeyboardInterrupt:
        terminal.complain("Stopped; nothing more was done.")
        return EXIT_CODES["cancelled"]
    except Exception as error:
        return _fail(given, terminal, _unexpected(error, environ))


def _answer(given: Sequence[str], terminal: Terminal, environ: Mapping[str, str]) -> int:
    try:
        return _run(parse(given), terminal, environ)
    except Help as page:
        terminal.say(str(page))
        return EXIT_CODES["answered"]
    except UsageError as error:
        terminal.complain(f"aura: {error}")
        return USAGE


def _run(asked: Invocation, terminal: Terminal, environ: Mapping[str, str]) -> int:
    from aura.surfaces.cli import commands
    from aura.surfaces.cli.session import Session

    return commands.COMMANDS.get(asked.command, commands.later)(Session(asked, terminal, environ))


def _fail(arguments: Sequence[str], terminal: Terminal, sentence: str) -> int:
    if JSON_FLAG in arguments:
        from aura.surfaces.cli.answer import as_json, encode

        result = as_json(RunResult("failed", sentence))
        try:
            terminal.say(encode(result, terminal.stdout.encoding))
        except ToolError:  # stdout is what failed, so the sentence goes the other way
            terminal.complain(sentence)
    else:
        terminal.complain(sentence)
    return EXIT_CODES["failed"]


def _unexpected(error: Exception, environ: Mapping[str, str]) -> str:
    """One sentence for the user; the traceback goes to a file under AURA_HOME."""
    import tempfile
    import time
    import traceback
    from pathlib import Path

    details = "".join(traceback.format_exception(error))
    try:
        from aura.config.load import default_home

        folder = default_home(environ) / "log"
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir())
    file = folder / f"{time.strftime('%Y%m%dT%H%M%S')}-{os.getpid()}.txt"
    try:
        file.write_text(details, encoding="utf-8", errors="replace")
    except OSError:
        return f"Something unexpected went wrong ({type(error).__name__}), and no log could be written."
    return f"Something unexpected went wrong ({type(error).__name__}); the details are in {file}."
