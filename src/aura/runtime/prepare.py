"""Compiles the grammar of the built-in domains once for every home: `python -m aura.runtime.prepare`.

A home that has none of its own yet would take some seconds for its first command. What is kept is known by a digest of
its sources, so one that was made of other sources is never read.
"""

from __future__ import annotations

from pathlib import Path

import aura.language
import aura.tools
from aura.language.grammar.actions import load_actions
from aura.language.grammar.keeping import PREPARED
from aura.language.grammar.loading import load_grammar


def sources() -> tuple[Path, ...]:
    """The folders that hold the words and sentences of the built-in domains."""
    return Path(aura.language.__path__[0]), Path(aura.tools.__path__[0])


if __name__ == "__main__":
    load_grammar(sources(), PREPARED)
    load_actions(sources(), PREPARED)
