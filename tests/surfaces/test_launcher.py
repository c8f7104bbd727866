"""`./aura` on a machine that lacks something, and from anywhere on one that lacks nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEEDED = ("sh", "cat", "cmp", "ln", "readlink", "rm", "mv", "sleep", "grep")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the launcher of POSIX")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What the launcher needs of the source, in a folder whose name has a space."""
    copy = tmp_path / "a clone"
    (copy / ".ci").mkdir(parents=True)
    (copy / "src").mkdir()
    for name in ("aura", ".ci/environment", "constraints.txt", "pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, copy / name)
    shutil.copytree(ROOT / "src" / "aura", copy / "src" / "aura", ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.fixture
def bare_path(tmp_path: Path) -> Path:
    """A PATH with the tools that every POSIX machine has, and no Python."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in NEEDED:
        found = shutil.which(name)
        assert found
        (folder / name).symlink_to(found)
    return folder


def launch(clone: Path, path: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(clone / "aura"), "doctor"],
        env={"PATH": str(path), "HOME": str(path), **environ},
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_without_python_it_says_what_to_install(clone: Path, bare_path: Path) -> None:
    answer = launch(clone, bare_path)
    assert answer.returncode == 1
    assert "Python 3.11 or newer was not found" in answer.stderr
    assert not (clone / ".venv.lock").is_symlink()


def test_without_the_venv_module_it_says_so(clone: Path, bare_path: Path) -> None:
    fake = bare_path / "python3"
    fake.write_text("#!/bin/sh\ncase $2 in *version_info*) exit 0 ;; esac\nexit 1\n")
    fake.chmod(0o755)
    answer = launch(clone, bare_path)
    assert answer.returncode == 1
    assert "python3 has no venv module" in answer.stderr


def test_offline_it_says_so_and_the_next_call_builds_anew(clone: Path, bare_path: Path) -> None:
    (bare_path / "python3").symlink_to(sys.base_exec_prefix + "/bin/python3")
    offline = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "0"}
    answer = launch(clone, bare_path, **offline)
    assert answer.returncode == 1
    assert "connect to the internet" in answer.stderr
    assert (clone / ".venv" / ".unfinished").exists()
    assert "Setting up AURA" in launch(clone, bare_path, **offline).stderr


def test_a_lock_left_by_a_dead_process_is_taken_over(clone: Path, bare_path: Path) -> None:
    ended = subprocess.Popen(["sh", "-c", "exit 0"])
    ended.wait()
    (clone / ".venv.lock").symlink_to(str(ended.pid))
    assert "Python 3.11 or newer was not found" in launch(clone, bare_path).stderr


@pytest.mark.skipif(not (ROOT / ".venv" / ".built-base").exists(), reason="the environment was not built by ./aura")
def test_through_a_link_and_from_another_folder_modules_there_are_not_taken(tmp_path: Path) -> None:
    (tmp_path / "go").symlink_to(ROOT / "aura")
    (tmp_path / "json.py").write_text("raise SystemExit('taken')")
    (tmp_path / "msgspec.py").write_text("raise SystemExit('taken')")
    answer = subprocess.run(
        ["./go", "doctor", "--json"],
        cwd=tmp_path,
        env={**os.environ, "AURA_HOME": str(tmp_path / "home"), "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert answer.returncode == 0, answer.stderr
    assert f'"{tmp_path}"' in answer.stdout
