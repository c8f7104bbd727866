"""The entry point: arguments in, exit code out; the one place that catches what nobody expected."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

from aura.capability.errors import DeclarationError, ToolError
from aura.contracts.outcome import EXIT_CODES, RunResult
from aura.surfaces.cli.arguments import Help, Invocation, UsageError, parse
from aura.surfaces.cli.service import Door
from aura.surfaces.cli.terminal import Terminal, standard

USAGE = 2
JSON_FLAG = "--json"


def main(arguments: Sequence[str] | None = None, doors: Mapping[str, Door] | None = None) -> int:
    """Run one command line; returns the exit code of its status, 2 for usage. `doors` are the other ones, by name."""
    environ = os.environ
    terminal = standard(environ)
    given = sys.argv[1:] if arguments is None else arguments
    try:
        return _answer(given, terminal, environ, doors or {})
    except (ToolError, DeclarationError) as error:
        return _fail(given, terminal, str(error))
    except KeyboardInterrupt:
        terminal.complain("Stopped; nothing more was done.")
        return EXIT_CODES["cancelled"]
    except Exception as error:
        from aura.runtime.unexpected import written_down

        return _fail(given, terminal, written_down(error, environ))


def _answer(given: Sequence[str], terminal: Terminal, environ: Mapping[str, str], doors: Mapping[str, Door]) -> int:
    try:
        return _run(parse(given), terminal, environ, doors)
    except Help as page:
        terminal.say(str(page))
        return EXIT_CODES["answered"]
    except UsageError as error:
        terminal.complain(f"aura: {error}")
        return USAGE


def _run(asked: Invocation, terminal: Terminal, environ: Mapping[str, str], doors: Mapping[str, Door]) -> int:
    from aura.surfaces.cli import commands
    from aura.surfaces.cli.session import Session

    return commands.COMMANDS.get(asked.command, commands.later)(Session(asked, terminal, environ, doors))


def _fail(arguments: Sequence[str], terminal: Terminal, sentence: str) -> int:
    if JSON_FLAG in arguments:
        from aura.contracts.answer import as_json, encode

        result = as_json(RunResult("failed", sentence))
        try:
            terminal.say(encode(result, terminal.stdout.encoding))
        except ToolError:  # stdout is what failed, so the sentence goes the other way
            terminal.complain(sentence)
    else:
        terminal.complain(sentence)
    return EXIT_CODES["failed"]
