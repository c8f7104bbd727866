"""What PathResolver.check refuses: protected directories and extensions, links out, devices."""

from __future__ import annotations

import os
import sys
from pathlib import Path, PureWindowsPath

import pytest

from aura.config.load import load_settings
from aura.config.settings import Settings
from aura.contracts.problem import Problem
from aura.understanding.path_guard import Action, Machine
from aura.understanding.paths import PathResolver, kind_on_disk, real_on_disk

if sys.platform == "win32":
    pytest.skip("the disk of these tests is a POSIX one", allow_module_level=True)


class House:
    """A real tree: a workspace, a home with a desktop, AURA's own folder and a mapped drive."""

    def __init__(self, root: Path, **places: Path) -> None:
        self.work = root / "work"
        self.home = root / "ada"
        self.desktop = self.home / "Desktop"
        self.own = root / "aura"
        for folder in (self.work, self.desktop, self.own, root / "d"):
            folder.mkdir(parents=True)
        settings = load_settings(self.own, {})
        assert isinstance(settings, Settings)
        anchors = {"WORKSPACE": self.work, "HOME": self.home, "DESKTOP": self.desktop, "DRIVE_D": root / "d"}
        named = {name: str(folder) for name, folder in {**anchors, **places}.items()}
        machine = Machine(type(_pure(root)), kind_on_disk, real_on_disk, True)  # type: ignore[arg-type]
        self.paths = PathResolver(settings, named, machine)

    def refusal(self, path: Path | str, action: Action) -> str:
        problem = self.paths.check(str(path), action)
        assert problem is None or (problem.message.endswith(".") and problem.path == str(path))
        return "" if problem is None else problem.code


def _pure(path: Path) -> object:
    from pathlib import PurePosixPath

    return PurePosixPath(path)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_files_in_the_users_places_may_be_read_written_moved_and_deleted(house: House) -> None:
    for folder in (house.work, house.home, house.desktop, house.home / "new" / "folders"):
        for action in ("read", "write", "move", "replace", "delete"):
            assert house.refusal(folder / "notes.txt", action) == ""


@pytest.mark.parametrize("path", ["/etc/hosts", "/usr/bin/x", "/ETC/x", "/proc/1/mem", "/System/x", "/boot/a/b"])
def test_system_directories_are_never_changed(house: House, path: str) -> None:
    for action in ("write", "move", "replace", "delete"):
        assert house.refusal(path, action) == "PROTECTED_DIRECTORY"


@pytest.mark.parametrize("path", ["/", "/usr", "/home", "/tmp", "/var"])
def test_what_holds_the_system_is_never_removed(house: House, path: str) -> None:
    assert house.refusal(path, "delete") == "PROTECTED_DIRECTORY"


def test_system_files_may_be_read(house: House) -> None:
    assert house.refusal("/etc/hostname", "read") == ""


def test_places_inside_system_directories_that_are_the_users_are_usable(house: House) -> None:
    assert house.refusal("/run/media/ada/stick/a.txt", "write") == ""
    assert house.refusal("/run/lock/a", "write") == "PROTECTED_DIRECTORY"


def test_the_users_places_and_all_above_them_are_never_removed(house: House) -> None:
    for folder in (house.work, house.home, house.desktop, house.own, house.work.parent):
        for action in ("delete", "move", "replace"):
            assert house.refusal(folder, action) == "PROTECTED_DIRECTORY"


def test_auras_own_records_are_never_touched(house: House) -> None:
    for action in ("write", "delete"):
        assert house.refusal(house.own / "journal.sqlite", action) == "PROTECTED_DIRECTORY"


def test_a_workspace_inside_auras_folder_is_still_the_users(tmp_path: Path) -> None:
    inner = tmp_path / "aura" / "work"
    house = House(tmp_path, WORKSPACE=inner)
    inner.mkdir()
    assert house.refusal(inner / "a.txt", "write") == ""
    assert house.refusal(house.own / "journal.sqlite", "write") == "PROTECTED_DIRECTORY"


def test_protected_extensions_are_not_deleted_but_may_be_moved_and_read(house: House) -> None:
    program = house.work / "Setup.EXE"
    program.write_bytes(b"MZ")
    assert house.refusal(program, "delete") == "PROTECTED_EXTENSION"
    assert house.refusal(program, "replace") == "PROTECTED_EXTENSION"
    assert house.refusal(program, "move") == house.refusal(program, "read") == ""
    (house.work / "folder.exe").mkdir()
    assert house.refusal(house.work / "folder.exe", "delete") == ""


ODD_NAMES = (
    "", ".", "..", "a.txt", "new.txt", "Setup.exe", ".exe", "con", "aux.txt", "a:b", "dot.", "space ", "\x01", "\x00",
    "\ud800", "\udcff", "x" * 300, "é" * 100, "é" * 200, "Desktop", "desktop", "aura", "out", "pipe", "hosts", "usr",
)  # fmt: skip


def test_what_a_guard_remembers_of_a_folder_never_changes_its_verdict(house: House, tmp_path: Path) -> None:
    (house.work / "a.txt").write_text("a")
    (house.work / "Setup.exe").write_text("MZ")
    (house.work / "out").symlink_to("/etc")
    os.mkfifo(house.work / "pipe")
    folders = [
        house.work,
        house.home,
        house.own,
        tmp_path,
        Path("/"),
        Path("/etc"),
        house.work / "out",
        house.work / "n",
    ]
    for folder in map(str, folders):
        warm = house.paths.guard()
        warm(f"{folder}/first.txt", "read")
        for name in ODD_NAMES:
            path = f"{folder}/{name}"
            for action in ("read", "write", "move", "replace", "delete"):
                assert warm(path, action) == house.paths.check(path, action), (path, action)
            if warm.clears(folder, [name]) and kind_on_disk(path) in (None, "file"):
                assert not any(house.refusal(path, action) for action in ("read", "write", "move")), path


def test_ordinary_names_in_a_folder_of_the_users_are_cleared_at_once(house: House) -> None:
    names = [f"photo-{number}.jpg" for number in range(50)]
    assert house.paths.guard().clears(str(house.work), names)
    for odd in ("Desktop", "con.txt", "a?b", "x" * 300):
        assert not house.paths.guard().clears(str(house.home), [*names, odd])
    assert not house.paths.guard().clears("/etc", names)


def test_a_link_that_leads_out_is_not_followed_but_may_itself_be_removed(house: House) -> None:
    outside = house.work.parent / "elsewhere"
    outside.mkdir()
    (outside / "secret").write_text("s")
    (house.work / "out").symlink_to(outside)
    (house.work / "file").symlink_to(outside / "secret")
    for action in ("read", "write", "delete"):
        assert house.refusal(house.work / "out" / "secret", action) == "LINK_LEAVES_PLACE"
    assert house.refusal(house.work / "out" / "deep" / "new", "write") == "LINK_LEAVES_PLACE"
    assert house.refusal(house.work / "file", "read") == "LINK_LEAVES_PLACE"
    assert house.refusal(house.work / "file", "delete") == house.refusal(house.work / "out", "move") == ""


def test_a_link_that_stays_inside_may_be_followed(house: House) -> None:
    (house.work / "real").mkdir()
    (house.work / "in").symlink_to(house.work / "real")
    assert house.refusal(house.work / "in" / "a.txt", "write") == ""


def test_a_link_into_a_system_directory_is_refused_wherever_it_stands(house: House) -> None:
    loose = house.work.parent / "loose"
    loose.mkdir()
    (loose / "sys").symlink_to("/etc")
    assert house.refusal(loose / "sys" / "hosts", "write") == "PROTECTED_DIRECTORY"


def test_a_place_that_is_itself_a_link_is_the_users_own(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "docs").symlink_to(tmp_path / "data")
    house = House(tmp_path, DOCUMENTS=tmp_path / "docs")
    assert house.refusal(tmp_path / "docs" / "a.txt", "write") == ""
    assert house.refusal(tmp_path / "docs", "delete") == "PROTECTED_DIRECTORY"
    assert house.refusal(tmp_path / "data", "delete") == "PROTECTED_DIRECTORY"


def test_links_in_a_circle_are_no_trouble(house: House) -> None:
    (house.work / "a").symlink_to(house.work / "b")
    (house.work / "b").symlink_to(house.work / "a")
    assert house.refusal(house.work / "a" / "x", "write") in ("", "LINK_LEAVES_PLACE")
    assert house.refusal(house.work / "a", "delete") == ""


def test_devices_pipes_and_sockets_are_not_touched(house: House) -> None:
    os.mkfifo(house.work / "pipe")
    for action in ("read", "write", "delete"):
        assert house.refusal(house.work / "pipe", action) == "DEVICE_FILE"
    assert house.refusal("/dev/null", "read") == "DEVICE_FILE"


def test_what_is_no_whole_path_is_refused(house: House) -> None:
    assert house.refusal("notes.txt", "read") == "NOT_ABSOLUTE"
    assert house.refusal(f"{house.work}/../x", "write") == "PATH_ESCAPES"
    assert house.refusal(f"{house.work}/a\0b", "write") == "FORBIDDEN_NAME"


def test_windows_directories_are_protected_on_every_drive_in_any_case(tmp_path: Path) -> None:
    settings = load_settings(tmp_path, {})
    assert isinstance(settings, Settings)
    machine = Machine(PureWindowsPath, lambda path: None, lambda path: path, False)
    anchors = {"WORKSPACE": "C:\\Users\\Ada\\work", "HOME": "C:\\Users\\Ada"}
    paths = PathResolver(settings, anchors, machine)
    for path in ("C:\\Windows\\x", "d:\\WINDOWS\\System32\\a.dll", "C:\\Program Files\\App\\a.txt"):
        problem = paths.check(path, "write")
        assert isinstance(problem, Problem) and problem.code == "PROTECTED_DIRECTORY"
    for path in ("C:\\", "c:\\users", "C:\\Users\\ADA", "C:\\users\\ada\\WORK"):
        problem = paths.check(path, "delete")
        assert isinstance(problem, Problem) and problem.code == "PROTECTED_DIRECTORY", path
    assert paths.check("D:\\galaxy\\a.txt", "delete") is None
    for path in ("C:\\Windows.\\x", "C:\\work\\a.txt:stream", "C:\\work\\NUL"):
        problem = paths.check(path, "read")
        assert isinstance(problem, Problem) and problem.code == "FORBIDDEN_NAME", path


def test_one_guard_answers_for_many_files_as_single_checks_do(house: House) -> None:
    guard = house.paths.guard()
    for path in (
        house.work / "a",
        house.work / "b",
        house.own / "j",
        Path("/etc/a"),
        Path("/etc"),
        house.work,
    ):
        for action in ("read", "write", "delete"):
            assert guard(str(path), action) == house.paths.check(str(path), action)
