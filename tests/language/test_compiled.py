"""Machine code of the decoder: it is optional, reads the same, and never stands before a source that was changed."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from aura.language.compiled import HERE, KEPT, SUFFIX, folder_for
from aura.language.compiling import HOT, written_out

TESTS = Path(__file__).parents[1]
SPOKEN = re.compile(r"^\s*-?\s*say: (.+)$", re.MULTILINE)
READ = """
import json, sys
from pathlib import Path
import aura.language, aura.tools
from aura.language.compiled import build
from aura.language.decoding.decode import decode
from aura.language.grammar.loading import load_grammar
from aura.language.utterance.known import KnownNames
grammar = load_grammar((Path(aura.language.__path__[0]), Path(aura.tools.__path__[0])), Path(sys.argv[1]))
known = KnownNames(frozenset(("archive", "my photos")), frozenset(("notes.txt", "report.docx")))
read = [repr(decode(grammar, said, known)[:3:2]) for said in json.load(sys.stdin)]
print(json.dumps({"build": build(), "read": read}))
"""


def run(package: Path, *arguments: str, told: str = "", switch: str = "") -> subprocess.CompletedProcess[str]:
    """What a Python of its own does with a package."""
    environ = {**os.environ, "PYTHONPATH": str(package), "AURA_COMPILED": switch}
    command = [sys.executable, "-P", *arguments]
    return subprocess.run(command, input=told, env=environ, capture_output=True, encoding="utf-8", timeout=300)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The product's sources in another place, where nothing is compiled."""
    shutil.copytree(HERE.parent, tmp_path / "aura", ignore=shutil.ignore_patterns(KEPT, "__pycache__"))
    return tmp_path


def broken_code_for(sources: Path) -> None:
    """Machine code that cannot be loaded, so that one sees whether it is."""
    folder = folder_for(sources) / "grammar"
    folder.mkdir(parents=True)
    (folder / f"pieces{SUFFIX}").write_bytes(b"none")


def test_machine_code_of_these_very_sources_is_used(package: Path) -> None:
    broken_code_for(package / "aura" / "language")
    assert "ImportError" in run(package, "-c", "import aura.language.grammar.pieces").stderr


def test_machine_code_is_not_used_where_the_environment_says_no(package: Path) -> None:
    broken_code_for(package / "aura" / "language")
    assert run(package, "-c", "import aura.language.grammar.pieces", switch="no").stderr == ""


@pytest.mark.parametrize("changed", ["grammar.pieces", "words.tokens"])
def test_a_source_that_was_changed_is_never_shadowed(package: Path, changed: str) -> None:
    sources = package / "aura" / "language"
    broken_code_for(sources)
    with (sources / f"{changed.replace('.', '/')}.py").open("a", encoding="utf-8") as file:
        file.write("CHANGED = True\n")
    assert run(package, "-c", f"from aura.language.{changed} import CHANGED").stderr == ""


def test_without_the_compiler_it_says_so_in_one_sentence_and_goes_on_as_it_is(package: Path) -> None:
    without = "import sys; sys.modules['mypyc'] = None; from aura.language.compiling import main; sys.exit(main())"
    done = run(package, "-c", without)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "pip install aura[fast]" in done.stderr
    assert not (package / "aura" / "language" / KEPT).exists()


@pytest.mark.parametrize("name", HOT)
def test_no_module_that_is_compiled_holds_what_cannot_be(name: str) -> None:
    source = written_out((HERE / f"{name}.py").read_text(encoding="utf-8"))
    classes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]
    assert not [found.name for found in classes if any(ast.unparse(base) == "Struct" for base in found.bases)]
    assert "@cached_property" not in source


def test_what_is_made_when_first_asked_for_is_made_once_in_machine_code_too() -> None:
    source = (
        "class Counted:\n"
        "    made = 0\n\n"
        "    @cached_property\n"
        "    def number(self) -> int:\n"
        '        """One more each time that it is made."""\n'
        "        self.made += 1\n"
        "        return self.made\n"
    )
    known: dict[str, Any] = {}
    exec(written_out(source), known)
    counted = known["Counted"]()
    assert (counted.number, counted.number, known["Counted"]().number) == (1, 1, 1)


@pytest.fixture(scope="module")
def sentences() -> list[str]:
    """Golden sentences and first shots, each also with two letters swapped."""
    golden = [said for file in sorted((TESTS / "golden").rglob("*.yaml")) for said in SPOKEN.findall(file.read_text())]
    shots = [
        json.loads(line)["say"]
        for file in sorted((TESTS / "first_shots").glob("*.jsonl"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    said = [*(text.strip("\"'") for text in golden), *shots[::4]]
    return [*said, *(text[:4] + text[5:6] + text[4:5] + text[6:] for text in said[::3])]


@pytest.mark.skipif(not folder_for(HERE).is_dir(), reason="nothing is compiled here: python -m aura.language.compiling")
def test_both_builds_read_every_sentence_the_same(sentences: list[str], tmp_path: Path) -> None:
    source, told = HERE.parents[1], json.dumps(sentences)
    plain, compiled = (
        json.loads(run(source, "-c", READ, str(tmp_path), told=told, switch=switch).stdout) for switch in ("no", "")
    )
    assert (plain["build"], compiled["build"]) == ("python", "compiled")
    pairs = zip(sentences, plain["read"], compiled["read"], strict=True)
    assert [said for said, one, other in pairs if one != other] == []
