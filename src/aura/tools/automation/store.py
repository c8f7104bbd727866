"""The user's macros as files of one folder below AURA_HOME: named, found, read and put there."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

from aura.capability.errors import ToolError

FOLDER = "macros"
ENDING = ".yaml"
LONGEST = 80
Stamp = list[tuple[str, int, int]]
"""Name, time of change in nanoseconds and size of every file."""
NOT_IN_A_NAME = frozenset('<>:"/\\|?*')
ALIKE = 0.75
MOST_NAMED, MOST_NEAR = 12, 3


class MacroStore:
    """The macros of one AURA_HOME."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER

    def file(self, name: str) -> Path:
        """Where a macro is kept."""
        return self._folder / f"{name}{ENDING}"

    def names(self) -> list[str]:
        """All names, in order."""
        if not self._folder.is_dir():
            return []
        files = (each for each in self._folder.iterdir() if each.suffix == ENDING and each.is_file())
        return sorted((each.stem for each in files if not each.name.startswith(".")), key=str.casefold)

    def named(self, name: str) -> str:
        """A name as it is kept."""
        names = self.names()
        found = next((known for known in names if _same(known) == _same(name)), None)
        if found is not None:
            return found
        raise ToolError("NOT_FOUND", f'There is no macro "{name}"; {_instead(name, names)}.')

    def near(self, name: str) -> list[str]:
        """The names that are spelled much like one that is not there."""
        return _near(name, self.names())

    def free(self, name: str) -> str:
        """A new name as it will be kept."""
        plain = unicodedata.normalize("NFC", " ".join(name.split()))
        flaw = NOT_IN_A_NAME.intersection(plain) or {each for each in plain if not each.isprintable()}
        if flaw or not plain.strip(". ") or plain.startswith(".") or len(plain) > LONGEST:
            message = f'"{name}" cannot be the name of a macro; use up to {LONGEST} letters, digits and spaces.'
            raise ToolError("INVALID_NAME", message)
        known = next((known for known in self.names() if _same(known) == _same(plain)), None)
        if known is not None:
            raise ToolError("ALREADY_EXISTS", f'There is a macro "{known}" already; choose another name.')
        return plain

    def text(self, name: str) -> str:
        """The text of a macro."""
        try:
            return self.file(self.named(name)).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ToolError(
                "NOT_READABLE", f'The macro "{name}" cannot be read ({error}); correct the file.'
            ) from error

    def put(self, name: str, text: str | None) -> None:
        """Keep a text under a name, whole or not at all; or nothing any more."""
        file = self.file(name)
        draft = file.with_name(f".{os.getpid()}.draft")
        try:
            if text is None:
                file.unlink(missing_ok=True)
                return
            self._folder.mkdir(parents=True, exist_ok=True)
            draft.write_text(text, encoding="utf-8", newline="\n")
            draft.replace(file)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise ToolError("NOT_WRITABLE", f'The macro "{name}" cannot be kept: {error.strerror}.') from error


def stamp_of(home: Path) -> Stamp:
    """What is another when a macro was kept, edited or taken away; nothing where there are none."""
    try:
        with os.scandir(home / FOLDER) as entries:
            looks = [(entry.name, entry.stat()) for entry in entries]
    except OSError:
        return []
    return sorted((name, look.st_mtime_ns, look.st_size) for name, look in looks)


def _same(name: str) -> str:
    """A name in the form in which names are compared."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().replace("_", " ").split())


def _instead(name: str, names: list[str]) -> str:
    """Which names there are: those near first, else the first of all."""
    if not names:
        return "none is kept yet; after a command, say: save that as a macro called, and its name"
    near = _near(name, names)
    shown = near or names[:MOST_NAMED]
    more = ", …" if not near and len(names) > MOST_NAMED else ""
    return f"there {'is' if len(shown) == 1 else 'are'} {', '.join(shown)}{more}"


def _near(name: str, names: list[str]) -> list[str]:
    """The names of as many words that are spelled much like one."""
    import difflib

    words = len(name.split())
    as_long = [_same(known) for known in names if len(known.split()) == words]
    near = difflib.get_close_matches(_same(name), as_long, MOST_NEAR, ALIKE)
    return [known for known in names if _same(known) in near]
