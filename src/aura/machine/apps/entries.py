"""The programs of a Linux desktop: its `.desktop` entries, kept beside what tells whether one has changed."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from aura.machine.apps.catalogue import folded, program_name
from aura.machine.apps.port import App

if TYPE_CHECKING:
    from xdg.DesktopEntry import DesktopEntry

CACHE = "apps.msgpack"
ENTRY = ".desktop"
LANGUAGES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
SHARED = "/usr/local/share:/usr/share"
MORE = ("/var/lib/snapd/desktop", "/var/lib/flatpak/exports/share")
STARTERS = frozenset({"env", "sh", "bash", "flatpak", "snap", "python", "python3"})
"""Programs that only start another."""
DEFAULTS = "Default Applications"

Stamp = tuple[tuple[str, int, int], ...]


def data_folders(environ: Mapping[str, str]) -> list[Path]:
    """The folders of a user's and the system's data, the user's own first."""
    own = environ.get("XDG_DATA_HOME") or str(Path(environ.get("HOME") or Path.home(), ".local/share"))
    shared = (environ.get("XDG_DATA_DIRS") or SHARED).split(":")
    exports = str(Path(own, "flatpak/exports/share"))
    return [Path(folder) for folder in dict.fromkeys((own, *shared, exports, *MORE)) if folder]


def entries(environ: Mapping[str, str], cache: Path) -> list[App]:
    """Every program that a menu would show; what was read before is not read again while the files are the same."""
    files = dict(_files(data_folders(environ)))
    stamp = tuple((str(file), *_changed(file)) for file in files.values())
    language = next((environ[name] for name in LANGUAGES if environ.get(name)), "")
    kept = _kept(cache / CACHE)
    if kept is not None and kept[0] == stamp and kept[1] == language:
        return kept[2]
    apps = sorted(_read(files, language, environ), key=lambda app: (app.title.casefold(), app.id))
    _keep(cache / CACHE, (stamp, language, apps))
    return apps


def _files(folders: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    """The entry files by their ids, which are paths with dashes; of several with one id the first counts."""
    seen: set[str] = set()
    for folder in folders:
        root = folder / "applications"
        for file in sorted(root.rglob(f"*{ENTRY}")) if root.is_dir() else ():
            entry = "-".join(file.relative_to(root).parts).removesuffix(ENTRY)
            if entry not in seen:
                seen.add(entry)
                yield entry, file


def _changed(file: Path) -> tuple[int, int]:
    try:
        status = file.stat()
    except OSError:  # A link to nothing.
        return 0, 0
    return status.st_mtime_ns, status.st_size


def _kept(file: Path) -> tuple[Stamp, str, list[App]] | None:
    try:
        return msgspec.msgpack.decode(file.read_bytes(), type=tuple[Stamp, str, list[App]])
    except (OSError, msgspec.DecodeError):
        return None


def _keep(file: Path, read: tuple[Stamp, str, list[App]]) -> None:
    """Write the cache whole or not at all; where it cannot be written, the entries are read again next time."""
    draft = file.with_suffix(f".{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(msgspec.msgpack.encode(read))
        draft.replace(file)
    except OSError:
        draft.unlink(missing_ok=True)


def _read(files: Mapping[str, Path], language: str, environ: Mapping[str, str]) -> Iterator[App]:
    import xdg.Locale
    from xdg.DesktopEntry import DesktopEntry
    from xdg.Exceptions import Error

    xdg.Locale.update(language or "C")
    for entry_id, file in files.items():
        try:
            entry = DesktopEntry(str(file))
            app = _app_of(entry_id, entry) if _is_for_people(entry, environ) else None
        except (Error, OSError, ValueError):  # One that is broken hides no other.
            continue
        if app is not None:
            yield app


def _is_for_people(entry: DesktopEntry, environ: Mapping[str, str]) -> bool:
    """Whether a menu of this desktop would show an entry, and its program is there."""
    if entry.getType() != "Application" or entry.getHidden() or entry.getNoDisplay():
        return False
    desktops = {name for name in environ.get("XDG_CURRENT_DESKTOP", "").split(":") if name}
    only, never = set(entry.getOnlyShowIn()), set(entry.getNotShowIn())
    if (only and desktops and not only & desktops) or never & desktops:
        return False
    needed = entry.getTryExec()
    return not needed or shutil.which(needed, path=environ.get("PATH")) is not None


def _app_of(entry_id: str, entry: DesktopEntry) -> App | None:
    """The program of an entry; None where it has no command."""
    command = tuple(shlex.split(entry.getExec()))
    if not command:
        return None
    short, program = entry_id.rpartition(".")[2], started_by(command)
    is_whole = all(word.startswith("%") for word in command[1:])
    called = program if is_whole else ""
    names = (entry.getName(), entry.get("Name"), short, called)
    marks = (called, entry.getStartupWMClass(), entry_id, short)
    return App(
        id=entry_id,
        title=entry.getName(),
        names=tuple(dict.fromkeys(folded(name) for name in names if name)),
        marks=tuple(dict.fromkeys(folded(mark) for mark in marks if mark)),
        command=command,
        opens=tuple(entry.getMimeTypes()),
        categories=tuple(entry.getCategories()),
        terminal=entry.getTerminal(),
    )


def started_by(command: tuple[str, ...]) -> str:
    """The name of the program that a command starts, past what only starts another."""
    words = [word for word in command if not word.startswith(("-", "%")) and "=" not in word]
    return next((name for word in words if (name := program_name(word)) not in STARTERS and name != "run"), "")


def filled(command: Iterable[str], arguments: Iterable[str]) -> list[str]:
    """The command of an entry with its field codes: files and addresses stand where it says, else at the end."""
    given, words = list(arguments), list[str]()
    taken = False
    for word in command:
        if word in ("%f", "%F", "%u", "%U"):
            words += [] if taken else given
            taken = True
        elif word not in ("%i", "%c", "%k", "%d", "%D", "%n", "%N", "%v", "%m"):
            words.append(word.replace("%%", "%"))
    return words if taken else words + given


def default_for(kind: str, environ: Mapping[str, str]) -> str:
    """The id of the program that this user opens a kind of thing with, as the lists of defaults say."""
    home = environ.get("XDG_CONFIG_HOME") or str(Path(environ.get("HOME") or Path.home(), ".config"))
    shared = (environ.get("XDG_CONFIG_DIRS") or "/etc/xdg").split(":")
    folders = [Path(home), *map(Path, shared), *(folder / "applications" for folder in data_folders(environ))]
    desktops = [f"{name.lower()}-" for name in environ.get("XDG_CURRENT_DESKTOP", "").split(":") if name]
    for folder in folders:
        for desktop in (*desktops, ""):
            found = _listed(folder / f"{desktop}mimeapps.list", kind)
            if found:
                return found.removesuffix(ENTRY)
    return ""


def _listed(file: Path, kind: str) -> str:
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    section = ""
    for line in lines:
        if line.startswith("["):
            section = line.strip("[] ")
        elif section == DEFAULTS and line.partition("=")[0].strip() == kind:
            return line.partition("=")[2].split(";")[0].strip()
    return ""
