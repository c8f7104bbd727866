"""The words after `aura` as one frozen value; every command is a row of `COMMANDS`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from msgspec import Struct, field

import aura

EXAMPLE = 'aura "create a folder notes"'
ENGINES = ("inline", "dbos")
TAKES_FILE = ("run", "validate")


class UsageError(Exception):
    """The words after `aura` mean nothing; the message is one plain sentence."""


class Help(Exception):  # noqa: N818  (it is no error)
    """Help was asked for; the message is the text to print."""


class Option(Struct, frozen=True):
    """One option: how it is spelled, and how argparse is to take it."""

    name: str
    help: str
    settings: dict[str, Any] = field(default_factory=dict)


class Command(Struct, frozen=True):
    """One command: what follows it (`least` to `most` words; no `most` means a sentence), and its options."""

    name: str
    follows: str
    help: str
    least: int = 0
    most: int | None = 0
    options: tuple[Option, ...] = ()
    in_version: bool = True


class Invocation(Struct, frozen=True):
    """What was asked of the command line, checked for form only. `workspace` is None where none was given."""

    command: str
    words: tuple[str, ...] = ()
    yes: bool = False
    json: bool = False
    workspace: Path | None = None
    dry_run: bool = False
    engine: str | None = None
    model: str | None = None
    run: str | None = None
    atoms: tuple[Path, ...] = ()
    carry_out: bool = False
    golden: Path | None = None
    intents: Path | None = None
    lists: Path | None = None
    host: str | None = None
    port: int | None = None
    person: str | None = None
    given: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All words as one sentence."""
        return " ".join(self.words).strip()

    @property
    def word(self) -> str | None:
        """The one word after the command, if there is one."""
        return self.words[0] if self.words else None


GLOBAL_OPTIONS = (
    Option(
        "--yes",
        "approve the preview, also of what it deletes or replaces; answers no question",
        {"action": "store_true"},
    ),
    Option("--json", "print one JSON object", {"action": "store_true"}),
    Option("--workspace", "the folder to work in (default: the current one)", {"metavar": "DIR", "type": Path}),
)
DRY_RUN = Option("--dry-run", "show what would be done, and do nothing", {"action": "store_true"})
ENGINE = Option(
    "--engine",
    "what carries out the plan (default: what the settings say)",
    {"metavar": "inline|dbos", "choices": ENGINES},
)
MODEL = Option("--model", "the language model to ask, or none", {"metavar": "NAME|none"})
RUN = Option("--run", "the command whose question this answers (default: the last)", {"metavar": "RUN"})
INTENTS = Option(
    "--intents", "more sentences: a file or folder in Home Assistant's format", {"metavar": "PATH", "type": Path}
)
LISTS = Option("--lists", "what the lists of those sentences hold", {"metavar": "FILE", "type": Path})
SENTENCES = (INTENTS, LISTS)
ATOMS = Option("--atoms", "folders with more atoms", {"metavar": "DIR", "type": Path, "nargs": "+", "action": "extend"})
HOST = Option("--host", "the address to listen on (default: 127.0.0.1, this machine only)", {"metavar": "HOST"})
PORT = Option("--port", "the port to listen on (default: 8470; 0 takes a free one)", {"metavar": "N", "type": int})
PERSON = Option("--person", "make a token for one more person, and serve nothing", {"metavar": "NAME"})
SERVING = (HOST, PORT, ATOMS, PERSON, MODEL)
CARRY_OUT = Option("--run", "also approve and run the plan", {"action": "store_true", "dest": "carry_out"})
SET = Option(
    "--set",
    "give a parameter of a macro another value than its own",
    {"metavar": "NAME=VALUE", "dest": "given", "action": "append"},
)
GOLDEN = Option("--golden", "save it as a golden case at the end of this file", {"metavar": "FILE", "type": Path})

COMMANDS: Mapping[str, Command] = {
    command.name: command
    for command in (
        Command("do", "UTTERANCE", "do what the sentence says", 1, None, (DRY_RUN, ENGINE, MODEL, ATOMS, *SENTENCES)),
        Command(
            "plan", "UTTERANCE", "show the plan, resolved and checked; do nothing", 1, None, (MODEL, ATOMS, *SENTENCES)
        ),
        Command("answer", "TEXT", "answer the question that a command asked", 1, None, (RUN, ATOMS, ENGINE)),
        Command("explain", "UTTERANCE", "show how a sentence is understood", 1, None, (MODEL, *SENTENCES)),
        Command(
            "run",
            "PLAN.json",
            "check, show, approve and run a plan document, or a macro in YAML",
            1,
            1,
            (SET, ATOMS, ENGINE),
        ),
        Command(
            "validate", "PLAN.json", "check a plan document, or a macro; exit 1 if it is invalid", 1, 1, (SET, ATOMS)
        ),
        Command(
            "flow",
            "INTENT",
            "plan an intent over atoms, by a model or its own words",
            1,
            None,
            (ATOMS, CARRY_OUT, MODEL, ENGINE),
        ),
        Command("history", "", "list earlier commands"),
        Command("show", "[RUN]", "show the last command, or the one named, step by step", 0, 1, (GOLDEN,)),
        Command("golden", "FILE", "replay the golden cases of a file or folder; exit 1 if one fails", 1, 1),
        Command("undo", "[RUN]", "take back the last command, or the one named", 0, 1, (ATOMS,)),
        Command("cancel", "RUN", "stop a command that is under way elsewhere, or that waits", 1, 1),
        Command("resume", "[RUN]", "finish a command that was stopped", 0, 1, (ATOMS, ENGINE)),
        Command("schedule", "list|cancel [ID]", "list what is to be done later, or drop it", 1, 2),
        Command("worker", "", "carry out what is handed over, and what processes that died have left", 0, 0, (ATOMS,)),
        Command("macros", "", "list the plans that have names, with what can be given anew when they are run"),
        Command("tools", "[ID]", "list what can be done, or show one tool", 0, 1, (ATOMS,)),
        Command(
            "atoms", "", "print every tool as an atom definition, in JSON; exit 1 if an atom is faulty", 0, 0, (ATOMS,)
        ),
        Command("browser", "close", "end the session of the browser that AURA drives", 1, 1),
        Command("doctor", "", "check that everything is in place", 0, 0, (ATOMS,)),
        Command("chat", "", "talk", 0, None, in_version=False),
        Command("serve", "", "serve the HTTP API", options=SERVING),
        Command("mcp", "", "serve the Model Context Protocol", 0, None, in_version=False),
    )
}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(_sentence(message))

    def print_help(self, file: object = None) -> NoReturn:
        raise Help(self.format_help().rstrip())


def parse(arguments: Sequence[str]) -> Invocation:
    """Read the arguments; raises UsageError, or Help where that was asked for."""
    before, after = _split(list(arguments))
    command, rest = _command_of(before)
    if command is None and rest[:1] in (["-h"], ["--help"]):
        raise Help(overview())
    if command is None and rest[:1] == ["--version"]:
        raise Help(f"aura {aura.__version__}")
    row = COMMANDS[command or "do"]
    if not row.in_version:
        return Invocation(row.name, json="--json" in rest)
    named = vars(parser_for(row).parse_intermixed_args(rest))
    words = [*named.pop("words"), *after]
    anew = tuple(named.pop("given", None) or ())
    atoms = list(named.pop("atoms", None) or ())
    while atoms and not atoms[-1].is_dir() and _takes_another(row, words):
        words.insert(0, str(atoms.pop()))
    _check(row, words)
    if not all(part.partition("=")[0].strip() and "=" in part for part in anew):
        raise UsageError("What follows --set is NAME=VALUE, for example: --set volume=20.")
    given = {name: value for name, value in named.items() if value is not None}
    return Invocation(row.name, tuple(words), atoms=tuple(atoms), given=anew, **given)


def parser_for(command: Command) -> argparse.ArgumentParser:
    """The argparse parser of one command, with the options that every command has."""
    parser = _Parser(prog=f"aura {command.name}", description=_capital(command.help), allow_abbrev=False)
    parser.add_argument("words", nargs="*", metavar=command.follows.strip("[]") or "nothing")
    parser.usage = usage(command)
    for option in (*command.options, *GLOBAL_OPTIONS):
        parser.add_argument(option.name, help=option.help, **option.settings)
    return parser


def usage(command: Command) -> str:
    """One line that says how a command is written."""
    follows = f'"{command.follows}"' if command.most is None and command.follows != "TEXT" else command.follows
    options = [f"[{option.name}{_value(option)}]" for option in command.options]
    return " ".join(part for part in ("aura", command.name, follows, *options) if part)


def overview() -> str:
    """The help page: every command and the options that all of them have."""
    width = max(len(f"{row.name} {row.follows}") for row in COMMANDS.values()) + 2
    commands = [
        f"  {row.name + ' ' + row.follows:<{width}}{_capital(row.help)}." for row in COMMANDS.values() if row.in_version
    ]
    options = [f"  {option.name + _value(option):<{width}}{_capital(option.help)}." for option in GLOBAL_OPTIONS]
    same = 'aura "UTTERANCE"    the same as: aura do "UTTERANCE"'
    more = "aura COMMAND --help says more about one command; aura --version says which this is."
    return "\n".join([same, "", "Commands:", *commands, "", "With every command:", *options, "", more])


def _split(arguments: list[str]) -> tuple[list[str], list[str]]:
    """What stands before and after `--`; nothing after it is an option or a command."""
    if "--" not in arguments:
        return arguments, []
    place = arguments.index("--")
    return arguments[:place], arguments[place + 1 :]


def _command_of(arguments: list[str]) -> tuple[str | None, list[str]]:
    """The command's name and the arguments without it; None where the first word is no command."""
    takes_value = {
        option.name
        for option in (*GLOBAL_OPTIONS, ENGINE, RUN, *SENTENCES, *SERVING, GOLDEN, SET)
        if option.settings.get("action") != "store_true"
    }
    skip = False
    for place, argument in enumerate(arguments):
        if skip or argument.startswith("-"):
            skip = not skip and argument in takes_value
            continue
        if argument in COMMANDS:
            return argument, arguments[:place] + arguments[place + 1 :]
        break
    return None, arguments


def _takes_another(command: Command, words: list[str]) -> bool:
    """Whether one more word may follow a command, so that a list of folders before it may have swallowed it."""
    return command.most is None or len(words) < command.most


def _check(command: Command, words: list[str]) -> None:
    if command.name not in TAKES_FILE and any(map(_is_no_text, words)):
        raise UsageError("The words hold bytes that are no text in this terminal's encoding; type them anew.")
    if len(words) < command.least or (command.least and not "".join(words).strip()):
        if command.most is None:
            raise UsageError(f"Say what to {command.name}, for example: {EXAMPLE} (`aura --help` shows all).")
        raise UsageError(f"`aura {command.name}` needs {command.follows}: {usage(command)}.")
    if command.most is not None and len(words) > command.most:
        takes = f"takes one {command.follows.strip('[]')}" if command.most else "takes nothing more"
        sentence = " ".join([command.name, *words])
        raise UsageError(f'`aura {command.name}` {takes}; a sentence goes in quotes: aura "{sentence}".')


def _is_no_text(word: str) -> bool:
    """Whether a word holds what Python makes of bytes that it cannot decode."""
    return any("\ud800" <= character <= "\udfff" for character in word)


def _sentence(message: str) -> str:
    kind, colon, rest = message.partition(": ")
    if kind == "unrecognized arguments":
        return f"There is no option {rest.split()[0]}; a sentence goes in quotes, and `aura --help` shows all."
    return f"{_capital(kind)}{colon}{rest} (`aura --help` shows all)."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _value(option: Option) -> str:
    return f" {option.settings['metavar']}" if "metavar" in option.settings else ""
