"""PathResolver: joining, anchoring and naming, for POSIX and Windows on any machine."""

from __future__ import annotations

import os
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aura.capability.ports import NodeKind
from aura.config.load import load_settings
from aura.config.settings import Settings
from aura.contracts.problem import Problem
from aura.understanding.path_guard import Machine
from aura.understanding.paths import PathResolver, resolver_here

POSIX_ANCHORS = {
    "WORKSPACE": "/home/ada/work",
    "HOME": "/home/ada",
    "DESKTOP": "/home/ada/Desktop",
    "DRIVE_D": "/mnt/d",
}
WINDOWS_ANCHORS = {
    "WORKSPACE": "C:\\Users\\Ada\\work",
    "HOME": "C:\\Users\\Ada",
    "DESKTOP": "C:\\Users\\Ada\\Desktop",
}


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return loaded(tmp_path_factory.mktemp("home"))


def loaded(home: Path) -> Settings:
    settings = load_settings(home, {})
    assert isinstance(settings, Settings)
    return settings


def pure(settings: Settings, flavour: type[PurePath], there: dict[str, NodeKind] | None = None) -> PathResolver:
    windows = flavour is PureWindowsPath
    machine = Machine(flavour, (there or {}).get, lambda path: path, not windows)  # type: ignore[arg-type]
    return PathResolver(settings, WINDOWS_ANCHORS if windows else POSIX_ANCHORS, machine)


@pytest.fixture(params=[PurePosixPath, PureWindowsPath])
def either(request: pytest.FixtureRequest, settings: Settings) -> PathResolver:
    return pure(settings, request.param)


def code(answer: object) -> str:
    assert isinstance(answer, Problem), answer
    assert answer.message.endswith(".") and "\n" not in answer.message
    return answer.code


@pytest.mark.parametrize(
    ("said", "path"),
    [
        ("a.txt", "/home/ada/work/a.txt"),
        ("work/2024/a.txt", "/home/ada/work/work/2024/a.txt"),
        ("work\\2024\\a.txt", "/home/ada/work/work/2024/a.txt"),
        ("./a/../b", "/home/ada/work/b"),
        ("my\\ file.txt", "/home/ada/work/my file.txt"),
        ("Übung №5 — naïve.txt", "/home/ada/work/Übung №5 — naïve.txt"),
        ("~", "/home/ada"),
        ("~/a/b", "/home/ada/a/b"),
        ("/srv//x/./y", "/srv/x/y"),
        ("/", "/"),
        ("D:\\galaxy\\a", "/mnt/d/galaxy/a"),
        ("d:/galaxy", "/mnt/d/galaxy"),
        ("D:", "/mnt/d"),
    ],
)
def test_what_a_posix_user_types_is_the_path_meant(settings: Settings, said: str, path: str) -> None:
    assert pure(settings, PurePosixPath).resolve(said) == path


@pytest.mark.parametrize(
    ("said", "path"),
    [
        ("a.txt", "C:\\Users\\Ada\\work\\a.txt"),
        ("x/y\\z", "C:\\Users\\Ada\\work\\x\\y\\z"),
        ("~\\a", "C:\\Users\\Ada\\a"),
        ("\\data\\x", "C:\\data\\x"),
        ("E:\\galaxy", "E:\\galaxy"),
        ("e:/", "E:\\"),
        ("\\\\server\\share\\a", "\\\\server\\share\\a"),
    ],
)
def test_what_a_windows_user_types_is_the_path_meant(settings: Settings, said: str, path: str) -> None:
    assert pure(settings, PureWindowsPath).resolve(said) == path


@pytest.mark.parametrize(
    ("said", "refusal"),
    [
        ("", "EMPTY_NAME"),
        (".", "EMPTY_NAME"),
        ("a/..", "EMPTY_NAME"),
        ("../x", "PATH_ESCAPES"),
        ("a/../../work/x", "PATH_ESCAPES"),
        ("~/../x", "PATH_ESCAPES"),
        ("a\0b", "FORBIDDEN_NAME"),
        ("a\nb", "FORBIDDEN_NAME"),
        ("\ud800", "FORBIDDEN_NAME"),
        ("CON", "FORBIDDEN_NAME"),
        ("nul.txt", "FORBIDDEN_NAME"),
        ("sub/Com1", "FORBIDDEN_NAME"),
        ("end.", "FORBIDDEN_NAME"),
        ("end ", "FORBIDDEN_NAME"),
        ("who?", "FORBIDDEN_NAME"),
        ("a:b", "FORBIDDEN_NAME"),
        ("x" * 256, "NAME_TOO_LONG"),
        ("é" * 128, "NAME_TOO_LONG"),
        ("/".join(["x" * 200] * 30), "PATH_TOO_LONG"),
    ],
)
def test_a_name_that_cannot_be_is_refused_on_every_machine(either: PathResolver, said: str, refusal: str) -> None:
    assert code(either.resolve(said)) == refusal


def test_names_that_only_look_forbidden_are_allowed(either: PathResolver) -> None:
    for name in ("console", "com10.txt", "nullable", ".hidden", "a..b", "x" * 255, "con-fig", "aux1"):
        assert isinstance(either.resolve(name), str), name


def test_a_forbidden_name_that_exists_on_posix_can_be_named(settings: Settings) -> None:
    resolver = pure(settings, PurePosixPath, {"/home/ada/work/what?.txt": "file", "/home/ada/work/a\\b": "file"})
    assert resolver.resolve("what?.txt") == "/home/ada/work/what?.txt"
    assert resolver.resolve("a\\b") == "/home/ada/work/a\\b"
    assert resolver.check("/home/ada/work/what?.txt", "delete") is None
    assert code(resolver.check("/home/ada/work/new?.txt", "write")) == "FORBIDDEN_NAME"


def test_an_unmapped_drive_says_how_to_map_it(settings: Settings) -> None:
    answer = pure(settings, PurePosixPath).resolve("E:\\x")
    assert code(answer) == "UNMAPPED_ANCHOR"
    assert "AURA_ANCHORS__DRIVE_E=/path" in str(answer) and "anchors: {DRIVE_E: /path}" in str(answer)
    assert pure(settings, PureWindowsPath).anchor("DRIVE_E") == "E:\\"


def test_an_unknown_place_and_a_relative_base_are_problems(either: PathResolver) -> None:
    assert code(either.anchor("MARS")) == "UNKNOWN_ANCHOR"
    assert code(either.join("not/whole", "a")) == "NOT_ABSOLUTE"


def test_a_device_path_and_a_share_are_refused(settings: Settings) -> None:
    assert code(pure(settings, PureWindowsPath).resolve("\\\\?\\C:\\x")) == "DEVICE_FILE"
    assert code(pure(settings, PureWindowsPath).resolve("\\\\.\\PhysicalDrive0")) == "DEVICE_FILE"
    assert code(pure(settings, PurePosixPath).resolve("\\\\server\\share")) == "FORBIDDEN_NAME"


def test_paths_are_named_as_the_user_knows_them(settings: Settings) -> None:
    posix = pure(settings, PurePosixPath)
    assert posix.relative("/home/ada/work/a/b.txt") == "a/b.txt"
    assert posix.relative("/home/ada/Desktop/notes.txt") == "Desktop/notes.txt"
    assert posix.relative("/mnt/d/galaxy") == "D:/galaxy"
    assert posix.relative("/home/ada/x") == "~/x"
    assert posix.relative("/srv/x") == "/srv/x"
    assert posix.anchor_of("/home/ada/Desktop/x") == "DESKTOP"
    assert posix.anchor_of("/home/adam") is None
    windows = pure(settings, PureWindowsPath)
    assert windows.relative("c:\\users\\ada\\desktop\\A.txt") == "Desktop/A.txt"
    assert windows.relative("E:\\x\\y") == "E:/x/y"


NAMES = st.text(min_size=1, max_size=12)
PATHS = st.lists(NAMES | st.sampled_from(["..", ".", "a", "b.txt", "~", "C:", "/", "\\"]), max_size=6)
SETTINGS: list[Settings] = []


@given(PATHS, st.sampled_from(["/", "\\"]), st.sampled_from([PurePosixPath, PureWindowsPath]))
def test_join_never_leaves_its_base_unless_a_whole_path_was_said(
    parts: list[str], separator: str, flavour: type[PurePath]
) -> None:
    resolver = pure(law_settings(), flavour)
    base = resolver.workspace
    said = "x" + separator + separator.join(parts)
    answer = resolver.join(base, said)
    if isinstance(answer, str):
        path = flavour(answer)
        assert flavour(base) in path.parents
        assert path.is_absolute() and ".." not in path.parts and str(path) == answer


@given(PATHS, st.sampled_from([PurePosixPath, PureWindowsPath]))
def test_resolving_what_was_resolved_changes_nothing(parts: list[str], flavour: type[PurePath]) -> None:
    resolver = pure(law_settings(), flavour)
    once = resolver.resolve("/".join(parts))
    if isinstance(once, str):
        assert resolver.resolve(once) == once


@given(st.text(max_size=40), st.sampled_from([PurePosixPath, PureWindowsPath]))
def test_any_text_at_all_is_a_path_or_one_plain_sentence(text: str, flavour: type[PurePath]) -> None:
    resolver = pure(law_settings(), flavour)
    answer = resolver.resolve(text)
    if isinstance(answer, Problem):
        code(answer)
    else:
        assert flavour(answer).is_absolute()
    for action in ("read", "write", "move", "replace", "delete"):
        refusal = resolver.check(text, action)  # type: ignore[arg-type]
        assert refusal is None or code(refusal)


def law_settings() -> Settings:
    if not SETTINGS:
        SETTINGS.append(loaded(Path(os.devnull) / "nowhere"))
    return SETTINGS[0]


def test_the_real_machine_is_looked_at_without_following_links(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    resolver = resolver_here(settings, str(tmp_path))
    assert resolver.workspace == str(tmp_path)
    assert resolver.resolve("file") == str(tmp_path / "file")
    assert resolver.relative(str(tmp_path / "file")) == "file"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("/home/ada/work/a.txt exists already.", "a.txt exists already."),
        ("“move /home/ada/work/x” failed: there is no /home/ada/Desktop/y.", "“move x” failed: there is no Desktop/y."),
        ("Nothing in /home/ada/Desktop.", "Nothing in Desktop."),
        ("/home/ada/work is a folder.", "/home/ada/work is a folder."),
        ("/mnt/d/galaxy and '/mnt/d/b c'", "D:/galaxy and 'D:/b c'"),
        ("/home/ada/workshop/x", "Home/workshop/x"),
        ("/srv/home/ada/work/x stays", "/srv/home/ada/work/x stays"),
        ("either/or", "either/or"),
    ],
)
def test_a_message_names_paths_in_words(settings: Settings, text: str, words: str) -> None:
    home = pure(settings, PurePosixPath).relative("/home/ada/x").removesuffix("/x")
    assert pure(settings, PurePosixPath).in_words(text) == words.replace("Home", home)


def test_a_message_names_windows_paths_in_words(settings: Settings) -> None:
    paths = pure(settings, PureWindowsPath)
    assert paths.in_words("C:\\Users\\Ada\\work\\docs\\a.txt is there") == "docs\\a.txt is there"


@given(name=st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1))
def test_a_path_alone_is_in_words_what_it_is_relative(settings: Settings, name: str) -> None:
    paths = pure(settings, PurePosixPath)
    for folder in POSIX_ANCHORS.values():
        assert paths.in_words(f"{folder}/{name}") == paths.relative(f"{folder}/{name}")
