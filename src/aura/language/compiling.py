"""`python -m aura.language.compiling`: the hot modules of these rooms as machine code, with mypyc and a C compiler.

The sources stay as they are, and everything works without. It takes about two minutes.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

from aura.language.compiled import HERE, KEPT, LIBRARY, ROOM, SUFFIX, folder_for

HOT = (
    "asides/background", "asides/harmless", "asides/remarks", "asides/statements",
    "decoding/chart", "decoding/decode", "decoding/decoder", "decoding/fit", "decoding/menu",
    "decoding/passing", "decoding/phrases", "decoding/questions", "decoding/said", "decoding/strangers",
    "decoding/trace", "decoding/verbatim",
    "grammar/pieces",
    "slots/ahead", "slots/coined", "slots/corrections", "slots/doubts", "slots/fillers", "slots/kinds",
    "slots/names", "slots/places",
    "slots/sentences", "slots/sought", "slots/text_ends", "slots/texts", "slots/things", "slots/topics",
    "utterance/lattice", "utterance/numbers", "utterance/predicates", "utterance/values",
    "words/spelling",
)  # fmt: skip
"""What runs while a sentence is read. None of them has values of msgspec, which cannot be made of machine code."""
CACHED = re.compile(r"    @cached_property\n    def (\w+)\(self\) -> (.+):\n")
WRITTEN_OUT = r"""    made_\1: \2 | None = None

    @property
    def \1(self) -> \2:
        if self.made_\1 is None:
            self.made_\1 = self.make_\1()
        return self.made_\1

    def make_\1(self) -> \2:
"""


def main() -> int:
    """Compile unless it is done; 1, with one sentence, where that cannot be."""
    folder = folder_for(HERE)
    if folder.is_dir():
        print(f"{ROOM} is compiled already.")
        return 0
    try:
        compile_into(folder)
    except ImportError as error:
        return _failed(f"{error.name} is not installed: pip install aura[fast]")
    except (OSError, SystemExit) as error:
        return _failed(f"the compiler failed ({error})")
    print(f"{ROOM} is compiled.")
    return 0


def _failed(why: str) -> int:
    print(f"{ROOM} was not compiled and runs as plain Python: {why}.", file=sys.stderr)
    return 1


def compile_into(folder: Path) -> None:
    """Compile in a folder of its own, then put it in its place whole; what was made of other sources goes."""
    with tempfile.TemporaryDirectory() as made:
        with contextlib.chdir(made):
            _compile(Path(made))
        shutil.rmtree(folder.parent, ignore_errors=True)
        folder.parent.mkdir()
        beside = folder.with_name("unfinished")
        beside.mkdir()
        for library in Path(made).glob(f"*{SUFFIX}"):
            shutil.copy(library, beside)
        rooms = Path(made, *ROOM.split("."))
        for library in rooms.rglob(f"*{SUFFIX}"):
            kept = beside / library.relative_to(rooms)
            kept.parent.mkdir(exist_ok=True)
            shutil.copy(library, kept)
        beside.rename(folder)


def _compile(work: Path) -> None:
    from mypyc.build import mypycify
    from setuptools import setup

    package = HERE.parent
    shutil.copytree(package, work / package.name, ignore=shutil.ignore_patterns(KEPT, "__pycache__"))
    files = [Path(*ROOM.split("."), f"{name}.py") for name in HOT]
    for file in files:
        file.write_text(written_out(file.read_text(encoding="utf-8")), encoding="utf-8")
    os.environ["MYPYPATH"] = str(work)
    options = ["--config-file=", "--follow-imports=silent", "--ignore-missing-imports"]
    extensions = mypycify([*options, *map(str, files)], debug_level="0", multi_file=True, group_name=LIBRARY)
    setup(name="aura-compiled", packages=[], ext_modules=extensions, script_args=["--quiet", "build_ext", "--inplace"])


def written_out(source: str) -> str:
    """A module that says itself how a `cached_property` is kept: the compiler would take it for one made anew."""
    return CACHED.sub(WRITTEN_OUT, source)


if __name__ == "__main__":
    sys.exit(main())
