"""The functions of atoms: only what is below the named folder, and nothing before it is called."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from inspect import iscoroutinefunction, unwrap
from pathlib import Path

import pytest
from folders import atom, folder_of

from aura.atoms.code import Importable
from aura.atoms.load import Atoms, load_atoms
from aura.capability.errors import ToolError
from aura.capability.ports import IdempotencyKey

RUN = "from pathlib import Path\nPath(__file__).with_name('was_run').touch()\n"


@pytest.fixture(autouse=True)
def no_atoms_of_other_tests() -> Iterator[None]:
    before = [name for name in sys.modules if name == "atoms" or name.startswith("atoms.")]
    for name in before:
        del sys.modules[name]
    yield


def unresolved(atoms: Atoms, atom_id: str) -> str:
    with pytest.raises(ToolError) as raised:
        atoms.tools[atom_id].call()
    assert raised.value.code == "UNRESOLVED_ATOM" and atom_id in raised.value.message
    return raised.value.message


def test_an_atom_calls_its_function_whatever_the_folder_is_called(tmp_path: Path) -> None:
    folder = folder_of(
        tmp_path / "of any name", atom("shop.stock.count"), atom("Shop.size"), atom("alone"),
        shop__stock="from atoms.shop.numbers import N\ndef count(of): return N * of\n",
        shop__numbers="N = 21\n", Shop="def size(): return 1\n", __init__="",
    )  # fmt: skip
    (folder / "__init__.py").write_text("def alone(): return 'alone'\n", "utf-8")
    tools = load_atoms([folder]).tools
    assert tools["shop.stock.count"].call(of=2) == 42
    assert tools["Shop.size"].call() == 1 and tools["alone"].call() == "alone"


def test_what_a_function_changes_in_its_inputs_is_its_own(tmp_path: Path) -> None:
    folder = folder_of(
        tmp_path, atom("lists.sorted", {"items": "array"}, {"items": "array"}),
        lists="def sorted(items):\n    items[1].sort()\n    items[0]['seen'] = True\n    return items\n",
    )  # fmt: skip
    given = [{"seen": False}, [3, 1, 2]]
    assert load_atoms([folder]).tools["lists.sorted"].call(items=given) == [{"seen": True}, [1, 2, 3]]
    assert given == [{"seen": False}, [3, 1, 2]]


def test_nothing_is_run_before_the_call(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, atom("a.b"), a=RUN + "def b(idempotency_key): return 1\n")
    atoms = load_atoms([folder])
    tool = atoms.tools["a.b"]
    assert atoms.unresolved() == () and dict(tool.ports) == {"idempotency_key": IdempotencyKey}
    assert not (folder / "was_run").exists()
    assert tool.call(idempotency_key="k") == 1 and (folder / "was_run").exists()


def test_a_key_is_given_only_to_a_function_that_takes_it_and_declares_no_such_input(tmp_path: Path) -> None:
    both = "def one(x): ...\ndef two(idempotency_key): ...\ndef three(x, *, idempotency_key=''): ...\n"
    folder = folder_of(
        tmp_path, atom("a.one"), atom("a.two", {"idempotency_key": "string"}), atom("a.three"), a=both
    )  # fmt: skip
    tools = load_atoms([folder]).tools
    assert [list(tools[f"a.{name}"].ports) for name in ("one", "two", "three")] == [[], [], ["idempotency_key"]]


def test_an_async_function_is_seen_as_one(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, atom("a.wait"), atom("a.go"), a="async def wait(): return 3\ndef go(): ...\n")
    tools = load_atoms([folder]).tools
    assert iscoroutinefunction(unwrap(tools["a.wait"].call)) and not iscoroutinefunction(unwrap(tools["a.go"].call))


@pytest.mark.parametrize(
    ("atom_id", "words"),
    [
        ("a.missing", "no function missing"),
        ("nowhere.x", "no nowhere.py"),
        ("a.b.c.d", "no a/b/c.py"),
        ("broken.x", "line 1"),
        ("..secret.x", "not made of names"),
        ("os.path.join", "no os/path.py"),
        ("out.steal", "leads out"),
        ("away.inside.steal", "leads out"),
        (f"{'long' * 100}.x", "cannot be looked for"),
    ],
)
def test_what_has_no_function_below_the_folder_is_said_and_not_run(tmp_path: Path, atom_id: str, words: str) -> None:
    elsewhere = folder_of(tmp_path / "elsewhere", inside=RUN + "def steal(): ...\n")
    folder = folder_of(tmp_path / "atoms", atom(atom_id), a="def there(): ...\n", broken="def x(:\n")
    (tmp_path / "secret.py").write_text(RUN, "utf-8")
    (folder / "out.py").symlink_to(elsewhere / "inside.py")
    (folder / "away").symlink_to(elsewhere)
    atoms = load_atoms([folder])
    assert words in unresolved(atoms, atom_id)
    (problem,) = atoms.unresolved()
    assert problem.code == "UNRESOLVED_ATOM" and words in problem.message
    assert problem.path == f"{folder / 'all.json'}:$.atoms[0]"
    assert not list(tmp_path.rglob("was_run"))


def test_an_import_through_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    elsewhere = folder_of(tmp_path / "elsewhere", inside=RUN)
    folder = folder_of(tmp_path / "atoms", atom("a.go"), a="import atoms.linked\ndef go(): ...\n")
    (folder / "linked.py").symlink_to(elsewhere / "inside.py")
    assert "leads out" in unresolved(load_atoms([folder]), "a.go")
    assert not list(tmp_path.rglob("was_run"))


def test_a_file_that_breaks_while_it_is_imported_is_one_sentence(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, atom("a.x"), atom("b.x"), a="1 / 0\nx = 1\n", b="raise SystemExit(3)\ndef x(): ...\n")
    atoms = load_atoms([folder])
    assert "ZeroDivisionError" in unresolved(atoms, "a.x") and "SystemExit" in unresolved(atoms, "b.x")


def test_two_folders_with_files_of_one_name_stay_apart_and_keep_their_state(tmp_path: Path) -> None:
    counting = "count = {}\ndef more():\n    global count\n    count += 1\n    return count\n"
    one = folder_of(tmp_path / "one", atom("a.more"), a=counting.format(0))
    two = folder_of(tmp_path / "two", atom("a.more"), a=counting.format(100))
    first, second = (load_atoms([folder]).tools["a.more"] for folder in (one, two))
    assert [first.call(), second.call(), first.call()] == [1, 101, 2]
    assert load_atoms([one]).tools["a.more"].call() == 3 and load_atoms([two]).tools["a.more"].call() == 102


LATE = """
def late():
    from atoms import helper
    import atoms.deep.helper
    import atoms.deep.helper as named
    from atoms.deep import helper as again
    assert atoms.deep.helper is named is again
    return helper.NAME + named.NAME
async def soon(): return late()
"""


def test_a_late_import_is_one_of_the_folder_that_it_stands_in(tmp_path: Path) -> None:
    tools = {}
    for name in "ab":
        helper = f"NAME = '{name}'\n"
        folder = folder_of(
            tmp_path / name, atom("m.late"), atom("m.soon"), m=LATE, helper=helper, deep__helper=helper
        )  # fmt: skip
        tools[name] = load_atoms([folder]).tools
    assert [tools[name]["m.late"].call() for name in "baab"] == ["bb", "aa", "aa", "bb"]
    with ThreadPoolExecutor(4) as threads:
        called = list(threads.map(lambda name: tools[name]["m.late"].call(), "ab" * 100))
    assert called == ["aa", "bb"] * 100
    soon = [tools[name]["m.soon"].call() for name in "ab"]
    assert [asyncio.run(call) for call in soon] == ["aa", "bb"]


def test_what_a_folder_is_called_by_the_process_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = folder_of(tmp_path / "named", atom("m.get"), m="import atoms.n\ndef get(): return atoms.n.N\n", n="N = 1\n")
    folder_of(tmp_path / "atoms", m="", n="N = 2\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    import atoms.n

    assert load_atoms([named]).tools["m.get"].call() == 1
    assert sys.modules["atoms"] is atoms and atoms.n.N == 2


def test_a_module_that_the_process_imported_itself_is_shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_of(tmp_path / "atoms", atom("pack.own.get"), pack__own="STATE = 1\ndef get(): return STATE\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    import atoms.pack.own  # type: ignore[import-not-found]

    atoms.pack.own.STATE = 7
    assert load_atoms([folder]).tools["pack.own.get"].call() == 7


def test_without_a_folder_python_finds_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = folder_of(tmp_path / "named", atom("pack.own.get"), pack__own="def get(): return 'named'\n")
    assert load_atoms([named]).tools["pack.own.get"].call() == "named"
    folder_of(tmp_path / "atoms", pack__own="def get(): return 'found'\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert Importable().function_of("pack.own.get")() == "found"
    assert load_atoms([named]).tools["pack.own.get"].call() == "named"
    with pytest.raises(ToolError, match="no function"):
        Importable().function_of("pack.other.get")
