"""A shell of a few commands as atoms: where it stands is kept from call to call, files are below `world` beside it."""

from __future__ import annotations

import difflib
import shutil
from pathlib import Path

WORLD = Path(__file__).with_name("world")
_at = [WORLD]


def cat(file_name):
    return _here(file_name).read_text("utf-8")


def cd(folder):
    place = (_at[0] / folder).resolve()
    if not place.is_relative_to(WORLD.resolve()) or not place.is_dir():
        raise FileNotFoundError(f"there is no folder {folder}")
    _at[0] = place
    return place.name


def cp(source, destination):
    return _put(shutil.copytree if _here(source).is_dir() else shutil.copy, source, destination)


def diff(file_name1, file_name2):
    first, second = (_here(name).read_text("utf-8").splitlines() for name in (file_name1, file_name2))
    return "\n".join(difflib.unified_diff(first, second, lineterm="", n=0))


def du(human_readable=False):
    size = sum(file.stat().st_size for file in _at[0].rglob("*") if file.is_file())
    return f"{size} bytes" if human_readable else str(size)


def echo(content, file_name=None):
    if file_name is None:
        return content
    _here(file_name).write_text(content, "utf-8")
    return ""


def find(path=".", name=""):
    return sorted(str(found.relative_to(_at[0])) for found in _here(path).rglob("*") if name in found.name)


def grep(file_name, pattern):
    return [line for line in cat(file_name).splitlines() if pattern in line]


def ls(a=False):
    return sorted(found.name for found in _at[0].iterdir() if a or not found.name.startswith("."))


def mkdir(dir_name):
    _here(dir_name).mkdir()


def mv(source, destination):
    return _put(shutil.move, source, destination)


def pwd():
    return str(_at[0])


def rm(file_name):
    place = _here(file_name)
    shutil.rmtree(place) if place.is_dir() else place.unlink()
    return f"{file_name} is gone"


def rmdir(dir_name):
    _here(dir_name).rmdir()
    return f"{dir_name} is gone"


def sort(file_name):
    return "\n".join(sorted(cat(file_name).splitlines()))


def tail(file_name, lines=10):
    return "\n".join(cat(file_name).splitlines()[-lines:])


def touch(file_name):
    _here(file_name).touch()


def wc(file_name, mode="l"):
    text = cat(file_name)
    counts = {"l": len(text.splitlines()), "w": len(text.split()), "c": len(text)}
    return {"count": counts[mode], "type": {"l": "lines", "w": "words", "c": "characters"}[mode]}


def _here(name):
    return _at[0] / name


def _put(how, source, destination):
    target = _here(destination)
    target = target / Path(source).name if target.is_dir() else target
    how(_here(source), target)
    return f"{source} is at {target.name}"
