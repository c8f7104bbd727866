"""What a name of a file or folder may be, so that it means the same on every system."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from pathlib import PurePath

from aura.config.settings import Policy
from aura.contracts.problem import Problem

EMPTY_NAME = "EMPTY_NAME"
FORBIDDEN_NAME = "FORBIDDEN_NAME"
NAME_TOO_LONG = "NAME_TOO_LONG"
PATH_TOO_LONG = "PATH_TOO_LONG"
PATH_ESCAPES = "PATH_ESCAPES"

INVISIBLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
IMPOSSIBLE = re.compile(r"[\x00\ud800-\udc7f\udd00-\udfff]")
BETWEEN_WORDS = re.compile(r"[\s_-]+")
BEFORE_NUMBER = re.compile(r"(?<=[^\W\d]) (?=\d)")
SHOWN = 60


class NameRules:
    """The rules of one policy for one component of a path; every refusal is a Problem about `path`."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._forbidden = re.compile(f"[{re.escape(policy.forbidden_characters)}]")
        devices = "|".join(re.escape(name) for name in policy.device_names)
        self._device = re.compile(rf"(?:{devices}) *(?:\..*)?", re.IGNORECASE | re.DOTALL)

    def check(self, name: str, path: str) -> Problem | None:
        """Why `name` cannot be given to anything, or None."""
        return self.check_possible(name, path) or self._check_portable(name, path)

    def check_possible(self, name: str, path: str) -> Problem | None:
        """Why nothing can have this name on any system, or None."""
        if found := IMPOSSIBLE.search(name):
            return _invisible(name, path, found[0])
        if _bytes(name) > self._policy.longest_name:
            longest = self._policy.longest_name
            message = f"The name {shown(name)} is longer than {longest} bytes: choose a shorter one."
            return Problem(NAME_TOO_LONG, message, path)
        return None

    def are_short(self, name: str, path: str) -> bool:
        """Whether a name, the last of a path, is possible, and both are short enough in any encoding."""
        longest = self._policy.longest_name
        short = len(name) * 4 <= longest or (len(name) <= longest and name.isascii())
        return short and len(path) * 4 <= self._policy.longest_path and IMPOSSIBLE.search(name) is None

    def are_portable(self, names: Sequence[str], folder: str) -> bool:
        """Whether all of many names in a folder are short and pass `check`; False when in doubt."""
        longest = max(map(len, names))
        if longest * 4 > self._policy.longest_name or (len(folder) + 1 + longest) * 4 > self._policy.longest_path:
            return False
        together = "".join(names)
        if IMPOSSIBLE.search(together) or INVISIBLE.search(together) or self._forbidden.search(together):
            return False
        if any(not name or name[-1] in ". " for name in names):
            return False
        return not any(map(self._device.fullmatch, names))

    def check_possible_path(self, pure: PurePath, path: str) -> Problem | None:
        """Why no path of any system can have these names, or None."""
        if IMPOSSIBLE.search(path) is None and len(path) * 4 <= self._policy.longest_name:
            return None
        return first_problem([self.check_possible(name, path) for name in pure.parts])

    def check_length(self, path: str) -> Problem | None:
        """Why the whole path is too long, or None."""
        if len(path) * 4 <= self._policy.longest_path or _bytes(path) <= self._policy.longest_path:
            return None
        message = f"The path {shown(path)} is longer than {self._policy.longest_path} bytes: use fewer folders."
        return Problem(PATH_TOO_LONG, message, path)

    def _check_portable(self, name: str, path: str) -> Problem | None:
        if found := INVISIBLE.search(name):
            return _invisible(name, path, found[0])
        if found := self._forbidden.search(name):
            return _forbidden(name, path, f"Windows forbids {found[0]!r} in names", "choose another name")
        if name[-1:] in (".", " "):
            end = "dot" if name.endswith(".") else "space"
            return _forbidden(name, path, f"Windows forbids a {end} at the end of a name", "leave it out")
        if self._device.fullmatch(name):
            return _forbidden(name, path, "Windows keeps that name for a device", "choose another name")
        return None


def spelled(name: str) -> str:
    """A name as it is compared: whatever its case, and whichever way its accents are written."""
    return name.lower() if name.isascii() else unicodedata.normalize("NFC", name.lower())


def spoken(name: str) -> str:
    """A name as it is said aloud, whatever stands between its words: "theatre_list.pdf" is "theatre list.pdf"."""
    return BETWEEN_WORDS.sub(" ", spelled(name)).strip()


def numbered(name: str) -> str:
    """A name as it is said aloud with its numbers right behind its words: "scan 004.pdf" is "scan004.pdf"."""
    return BEFORE_NUMBER.sub("", spoken(name))


def is_said(name: str, said: str) -> bool:
    """Whether what was said is a name on disk, in words of which each stands alone or as it is spelled."""
    return spelled(name) == spelled(said) or (" " in said and spoken(name) == spoken(said))


def names_in_part(said: str, name: str) -> bool:
    """Whether what was said without an extension is some of the words of a file's name: "tide" of "tide_log.txt"."""
    stem, dot, _ = spoken(name).rpartition(".")
    return bool(dot) and "." not in said and f" {spoken(said)} " in f" {stem} "


def split_below(text: str, path: str) -> tuple[str, ...] | Problem:
    """A relative text as components, `.` and inner `..` worked out; a Problem if it leaves or names nothing.

    Both `/` and `\\` separate.
    """
    kept: list[str] = []
    for part in re.split(r"[/\\]+", text):
        if part == ".." and not kept:
            message = f"{shown(text)} leads out of {path} with '..': name a place inside it, or the whole path."
            return Problem(PATH_ESCAPES, message, text)
        if part == "..":
            kept.pop()
        elif part not in ("", "."):
            kept.append(part)
    if not kept:
        return Problem(EMPTY_NAME, f"{shown(text)} names nothing in {path}: say a name.", text)
    return tuple(kept)


def first_problem(problems: Sequence[Problem | None]) -> Problem | None:
    """The first that is one."""
    return next((problem for problem in problems if problem is not None), None)


@lru_cache(maxsize=256)
def shown(text: str) -> str:
    """A text for a message: in quotes, invisible characters escaped, the middle of a long one left out."""
    short = text if len(text) <= SHOWN else f"{text[: SHOWN // 2]}…{text[-SHOWN // 2 :]}"
    return "'" + INVISIBLE.sub(lambda found: f"\\u{ord(found[0]):04x}", short) + "'"


def _forbidden(name: str, path: str, reason: str, advice: str) -> Problem:
    return Problem(FORBIDDEN_NAME, f"{shown(name)} cannot be a name, because {reason}: {advice}.", path)


def _invisible(name: str, path: str, character: str) -> Problem:
    return _forbidden(name, path, f"it has the invisible character U+{ord(character):04X}", "leave it out")


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
