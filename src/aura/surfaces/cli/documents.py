"""Writes `docs/cli.md` from the table of commands, or with `--check` says that it is out of date.

`python -m aura.surfaces.cli.documents [--check]`, run at the top of the source.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from aura.contracts.outcome import EXIT_CODES
from aura.surfaces.cli.arguments import COMMANDS, GLOBAL_OPTIONS, Command, Option, usage

PAGE = Path("docs", "cli.md")
HOW = "sh .ci/documents"


def page() -> str:
    """The reference of the command line in Markdown."""
    commands = [line for row in COMMANDS.values() if row.in_version for line in _command(row)]
    codes = [f"| `{status}` | {code} |" for status, code in EXIT_CODES.items()]
    lines = [
        "# Command line",
        "",
        f"Made by `{HOW}` from the table of commands; change that, not this page.",
        "",
        '`aura "UTTERANCE"` is the same as `aura do "UTTERANCE"`. With every command, before or after it:',
        "",
        *_options(GLOBAL_OPTIONS),
        "",
        *commands,
        "## Exit codes",
        "",
        "| status | exit code |",
        "|---|---|",
        *codes,
        "| wrong usage | 2 |",
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the page, or check it; 1 if it is out of date."""
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(page(), encoding="utf-8", newline="\n")
        return 0
    if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == page():
        return 0
    print(f"{PAGE} is out of date; run `{HOW}`.", file=sys.stderr)
    return 1


def _command(row: Command) -> Iterator[str]:
    yield from (f"## `{usage(row)}`", "", f"{row.help[:1].upper()}{row.help[1:]}.", "")
    if row.options:
        yield from (*_options(row.options), "")


def _options(options: tuple[Option, ...]) -> Iterator[str]:
    yield from ("| option | meaning |", "|---|---|")
    for option in options:
        value = str(option.settings.get("metavar", "")).replace("|", "\\|")
        yield f"| `{' '.join(filter(None, (option.name, value)))}` | {option.help} |"


if __name__ == "__main__":
    sys.exit(main())
