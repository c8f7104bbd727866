"""A small world below one folder, and sessions in it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from aura.capability.errors import ToolError
from aura.capability.machine import NOWHERE
from aura.capability.ports import Opener
from aura.runtime.assemble import assemble
from aura.runtime.pipeline import Orchestrator
from aura.runtime.proposed.proposals import Proposer

ANCHORS = {
    "DESKTOP": "home/Desktop",
    "DOCUMENTS": "home/Documents",
    "DOWNLOADS": "home/Downloads",
    "HOME": "home",
    "DRIVE_D": "d",
}
STATE = ("state", "share")


class NoDesktop:
    """Opens nothing, so that no test opens a window."""

    def open(self, path: str) -> None:
        raise ToolError("NO_DESKTOP", f"This computer has no desktop that could open {path}.")


class Scene:
    """A workspace `ws`, the named places and a folder `outside` that nobody names; `state` is AURA_HOME."""

    def __init__(self, root: Path, cache: Path) -> None:
        self.root = root
        for name in ("ws", "outside", "state", *ANCHORS.values()):
            (root / name).mkdir(parents=True, exist_ok=True)
        (root / "state" / "cache").symlink_to(cache)

    def plant(self, **files: str) -> None:
        """Files by name, with `__` for a slash and a last `_` before the ending."""
        for name, content in files.items():
            stem, _, ending = name.replace("__", "/").rpartition("_")
            path = self.root / f"{stem}.{ending}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")

    def session(self, folder: str = "ws", *proposers: Proposer, **more: str) -> Orchestrator:
        """A new session in a folder, as another process would have; `more` are variables of its environment."""
        environ = {f"AURA_ANCHORS__{name}": str(self.root / place) for name, place in ANCHORS.items()}
        environ |= {"AURA_HOME": str(self.root / "state"), "HOME": str(self.root / "home")}
        environ |= {"XDG_DATA_HOME": str(self.root / "share"), "AURA_JOURNAL__SYNCHRONOUS": "NORMAL"}
        environ |= {"AURA_ENGINE__NAME": "inline"}
        orchestrator = assemble(self.root / folder, environ | more, proposers=proposers, machine=NOWHERE)
        ports: Any = orchestrator._house.ports
        ports._makers[Opener] = NoDesktop
        return orchestrator

    def tree(self) -> dict[str, str | None]:
        """What is there: a file's text, None for a folder; the product's own state is left out."""
        found: dict[str, str | None] = {}
        for folder, folders, files in os.walk(self.root):
            if Path(folder) == self.root:
                folders[:] = [name for name in folders if name not in STATE]
            for name in folders + files:
                path = Path(folder, name)
                found[path.relative_to(self.root).as_posix()] = (
                    None if path.is_dir() else path.read_text(encoding="utf-8", errors="replace")
                )
        return found
