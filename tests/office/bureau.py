"""A folder with office files, and calls of tools in it as steps of plan documents, carried out by a session."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aura.capability.machine import NOWHERE, Machine
from aura.contracts.outcome import Preview, RunResult
from aura.runtime.assemble import assemble
from aura.runtime.pipeline import Orchestrator


class Bureau:
    """A folder `desk` of a user; `state` is AURA_HOME."""

    def __init__(self, root: Path, cache: Path) -> None:
        self.root = root
        self.desk = root / "desk"
        for name in ("desk", "home", "state", "share"):
            (root / name).mkdir(parents=True)
        (root / "state" / "cache").symlink_to(cache)
        self.previews: list[Preview] = []

    def path(self, name: str) -> Path:
        """A file of the desk."""
        return self.desk / name

    def put(self, name: str, data: bytes) -> Path:
        """A file that is there already."""
        self.path(name).write_bytes(data)
        return self.path(name)

    def session(self, machine: Machine = NOWHERE) -> Orchestrator:
        """A new session at the desk."""
        environ = {
            "AURA_HOME": str(self.root / "state"),
            "HOME": str(self.root / "home"),
            "XDG_DATA_HOME": str(self.root / "share"),
            "AURA_ENGINE__NAME": "inline",
            "AURA_JOURNAL__SYNCHRONOUS": "NORMAL",
        }
        return assemble(self.desk, environ, machine=machine)

    def run(self, *steps: Mapping[str, Any], machine: Machine = NOWHERE, **more: Any) -> RunResult:
        """Carry out a plan of these steps; nothing that is lost is approved."""
        document = {"target": "a test", "plan": {"steps": [dict(step) for step in steps]}}
        return self.session(machine).run_document(document, approve=self._approve, **more)

    def call(self, tool: str, name: str, **inputs: Any) -> RunResult:
        """Carry out one step on a file of the desk."""
        return self.run(step(tool, path=str(self.path(name)), **inputs))

    def does(self, tool: str, name: str, **inputs: Any) -> dict[str, Any]:
        """Carry out one step that must succeed; what it gives."""
        result = self.call(tool, name, **inputs)
        assert result.status in ("completed", "answered"), result.message
        return dict(result.steps[0].outputs)

    def refuses(self, tool: str, name: str, **inputs: Any) -> str:
        """Carry out one step that must not be done; the sentence that says why. The file stays byte for byte."""
        place = self.path(name)
        before = place.read_bytes() if place.is_file() else None
        beside = sorted(self.desk.iterdir())
        result = self.call(tool, name, **inputs)
        assert result.status in ("failed", "invalid", "refused", "unsupported"), result.status
        assert (place.read_bytes() if place.is_file() else None) == before
        assert sorted(self.desk.iterdir()) == beside
        assert "Traceback" not in result.message
        return result.message

    def _approve(self, preview: Preview) -> bool:
        self.previews.append(preview)
        return not any(step.lost for step in preview.steps)


def step(tool: str, **inputs: Any) -> dict[str, Any]:
    """One step of a plan document."""
    return {"id": tool if "." in tool else f"office.{tool}", "target": "a step", "inputs": inputs}
