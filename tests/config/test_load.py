"""Settings: defaults, the user's file and the environment, and what is said when one of them is wrong."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from aura.config.folders import AnchorFolders
from aura.config.load import default_home, load_settings
from aura.config.settings import Settings
from aura.contracts.problem import Problem


def good(home: Path, environ: dict[str, str] | None = None) -> Settings:
    settings = load_settings(home, environ or {})
    assert isinstance(settings, Settings), settings
    return settings


def bad(home: Path, environ: dict[str, str] | None = None) -> str:
    problem = load_settings(home, environ or {})
    assert isinstance(problem, Problem) and problem.code == "INVALID_CONFIG"
    return problem.message


def test_the_defaults_are_there_without_any_file(tmp_path: Path) -> None:
    settings = good(tmp_path)
    assert settings.home == str(tmp_path)
    assert settings.journal.synchronous == "FULL"
    assert settings.context.pronoun_expiry_seconds == 600
    assert settings.repair.limit == 2
    assert settings.kinds["document"].extension == "docx"
    assert settings.kinds["spreadsheet"].name == "spreadsheet"
    assert {"jpg", "png", "webp"} <= set(settings.groups["images"].extensions)


def test_every_later_start_gets_the_same_from_what_was_kept(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("anchors: {DRIVE_D: /mnt/d}\n")
    first = good(tmp_path)
    assert (tmp_path / "cache" / "settings.msgpack").exists()
    assert good(tmp_path) == first


def test_a_spoiled_cache_is_read_anew(tmp_path: Path) -> None:
    first = good(tmp_path)
    (tmp_path / "cache" / "settings.msgpack").write_bytes(b"\x93spoiled")
    assert good(tmp_path) == first


def test_a_home_that_cannot_be_written_still_has_settings() -> None:
    assert good(Path(os.devnull) / "nowhere").repair.limit == 2


def test_the_users_file_goes_over_the_defaults_and_the_environment_over_both(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("anchors: {DRIVE_D: /mnt/d, DRIVE_E: /mnt/e}\nrepair: {limit: 1}\n")
    settings = good(tmp_path, {"AURA_ANCHORS__DRIVE_D": "/data/d", "AURA_LIMITS__GOALS": "7", "AURA_HOME": "x"})
    assert settings.anchors == {"DRIVE_D": "/data/d", "DRIVE_E": "/mnt/e"}
    assert (settings.repair.limit, settings.limits.goals) == (1, 7)


def test_a_changed_file_counts_at_once(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    file.write_text("repair: {limit: 1}\n")
    good(tmp_path)
    file.write_text("repair: {limit: 0}\n")
    assert good(tmp_path).repair.limit == 0


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("limits: {golas: 3}", "limits.golas"),
        ("colour: red", "colour"),
        ("home: /elsewhere", "home"),
        ("repair: {limit: many}", "repair.limit"),
        ("journal: {synchronous: SOMETIMES}", "journal.synchronous"),
        ("anchors: {DRIVE_D: mnt/d}", "DRIVE_D"),
        ("policy: {protected_extensions: exe}", "policy.protected_extensions"),
    ],
)
def test_a_wrong_key_or_value_is_one_sentence_with_file_and_key(tmp_path: Path, text: str, key: str) -> None:
    (tmp_path / "config.yaml").write_text(text)
    message = bad(tmp_path)
    assert key in message and str(tmp_path / "config.yaml") in message and "\n" not in message


@pytest.mark.parametrize("text", ["- a\n- b\n", "a: [", "{1: 2}", "a: *nothing", "\x00", "just words"])
def test_a_file_that_is_no_settings_is_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "config.yaml").write_text(text)
    message = bad(tmp_path)
    assert str(tmp_path / "config.yaml") in message and message.endswith(".") and "\n" not in message


@pytest.mark.parametrize("variable", ["AURA_LIMITS__GOLAS", "AURA_COLOURS__RED", "AURA_REPAIR__LIMIT"])
def test_a_wrong_variable_is_named(tmp_path: Path, variable: str) -> None:
    assert variable in bad(tmp_path, {variable: "x"})


def test_variables_of_others_do_not_matter(tmp_path: Path) -> None:
    assert good(tmp_path, {"AURA_HOME": "/x", "AURA_EVAL_DIR": "/y", "PATH": "/bin"}) == good(tmp_path)


def test_home_is_what_the_environment_says_or_the_platforms_folder(tmp_path: Path) -> None:
    assert default_home({"AURA_HOME": str(tmp_path)}) == tmp_path
    assert default_home({}).name == "aura"


def test_places_come_from_the_user_then_from_the_platform(tmp_path: Path) -> None:
    settings = good(tmp_path, {"AURA_ANCHORS__DRIVE_D": "/mnt/d", "AURA_ANCHORS__MUSIC": "/mnt/songs"})
    folders = AnchorFolders(settings, "/w", lambda kind: f"/home/ada/{kind}")
    assert folders["WORKSPACE"] == "/w"
    assert folders["DESKTOP"] == "/home/ada/desktop"
    assert (folders["DRIVE_D"], folders["MUSIC"]) == ("/mnt/d", "/mnt/songs")
    assert set(folders) >= {"WORKSPACE", "HOME", "DRIVE_D"} and len(folders) == len(set(folders))
    assert "DRIVE_Q" not in folders
