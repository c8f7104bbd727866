"""Learns the annotator's adapter and heads from marked sentences and writes them beside this module.

`python -m aura.providers.adapting` learns and writes, which takes thirty minutes to an hour and the extra `learn`; with
`--further` what is there is only taught one round more where lessons have changed, in a third of that time.
`--check` only says whether what is written is up to date, and needs nothing. The digest is that of the lessons:
learning takes too long for it to be done again whenever a word of this file changes.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from aura.language.grammar.loading import load_grammar
from aura.providers.annotator import KEPT, Adapter
from aura.providers.lessons import SOURCES, commands, lessons, names_of

FURTHER = "--further"
LEARNING = 6
"""Counts the ways of learning: another one makes what was learned out of date, which no other change of code does."""


def digest_of() -> str:
    """What the weights depend on, as one digest."""
    read = (file.read_bytes() for file in SOURCES)
    return hashlib.sha256(b"\0".join((str(LEARNING).encode(), *read))).hexdigest()


def adapter(before: Adapter | None = None) -> Adapter:
    """The adapter and heads from all lessons, or those from `before` taught further."""
    from aura.providers.adapter_network import learned

    grammar, marked = load_grammar([Path(__file__).parents[1]]), commands()
    names = names_of(marked)
    return learned(list(lessons(grammar, names, marked)), names, before)


def main(arguments: Sequence[str]) -> int:
    """Learn, or check; 1 where the weights are out of date."""
    learn = partial(adapter, KEPT.value if FURTHER in arguments else None)
    return KEPT.kept_up(arguments, "the annotator", "aura.providers.adapting", digest_of(), learn)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
