"""Somebody who surfs: a home with a browser of its own, where sentences are said and tools are run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import psutil

from aura.capability.machine import Machine
from aura.config.load import load_settings
from aura.config.settings import Settings
from aura.contracts.outcome import RunResult
from aura.machine.browser.port import Browser
from aura.runtime.assemble import assemble, machine_of
from aura.runtime.pipeline import Orchestrator

CHROME = "browsers.chrome."
CHROMIUM = "chromium"
STARTED_WITH = {
    CHROMIUM: {"AURA_BROWSER__ARGUMENTS": '["--no-sandbox"]'},
    "firefox": {"AURA_BROWSER__NAME": "firefox"},
}
PATIENCE = "8"
"""Seconds that a page may take: short, for those that never answer, and long enough for a machine that is busy."""


class Surfer:
    """A home and a workspace; the browser in them is ended with `leave`. `more` are variables of the environment."""

    def __init__(self, root: Path, compiled: Path, path: str, kind: str = CHROMIUM, **more: str) -> None:
        self.home, self.workspace, self.state = (root / name for name in ("home", "work", "state"))
        for folder in (self.home / "Downloads", self.home / "Pictures", self.workspace, self.state):
            folder.mkdir(parents=True)
        (self.state / "cache").symlink_to(compiled)
        self.environ = {
            "PATH": path,
            "HOME": str(self.home),
            "AURA_HOME": str(self.state),
            "AURA_ENGINE__NAME": "inline",
            "AURA_JOURNAL__SYNCHRONOUS": "NORMAL",
            "AURA_BROWSER__HEADLESS": "true",
            **STARTED_WITH[kind],
            "AURA_BROWSER__TIMEOUT": PATIENCE,
            **more,
        }
        self.kind = kind
        self._session: Orchestrator | None = None

    # -- AURA

    @property
    def session(self) -> Orchestrator:
        """The session of this process."""
        if self._session is None:
            self._session = self.another()
        return self._session

    def another(self) -> Orchestrator:
        """A session that knows nothing of others, as another process would have."""
        return assemble(self.workspace, self.environ)

    def machine(self) -> Machine:
        """This computer, as a port's backends get it."""
        settings = load_settings(self.state, self.environ)
        assert isinstance(settings, Settings), settings
        return machine_of(settings, self.environ)

    def say(self, sentence: str) -> RunResult:
        """Say a sentence; its preview is approved."""
        return self.session.process(sentence, approve=lambda _: True)

    def run(self, *steps: tuple[str, dict[str, Any]], by: str = "") -> RunResult:
        """Run a plan of steps, each a tool of the browser and its inputs."""
        return self.session.run_document(plan_of(*steps), approve=lambda _: True, proposed_by=by)

    def do(self, tool: str, **inputs: Any) -> dict[str, Any]:
        """What one tool gives, that must succeed."""
        result = self.run((tool, inputs))
        assert result.status in ("completed", "answered"), result.message
        return dict(msgspec.to_builtins(result.steps[-1].outputs))

    def refused(self, tool: str, *, by: str = "", **inputs: Any) -> tuple[str, str]:
        """The code and the sentence of a tool that must fail."""
        result = self.run((tool, inputs), by=by)
        assert result.status not in ("completed", "answered"), result
        return told_by(result)

    def command(self, *words: str) -> subprocess.CompletedProcess[str]:
        """The real command line, with nobody at the terminal."""
        started = self.start(*words)
        out, err = started.communicate(timeout=60)
        return subprocess.CompletedProcess(words, started.returncode, out, err)

    def start(self, *words: str) -> subprocess.Popen[str]:
        """The real command line, not waited for."""
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "aura", *words],
            cwd=self.workspace,
            env={**self.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def written(self, *steps: tuple[str, dict[str, Any]]) -> str:
        """A plan as a file for the command line."""
        file = self.workspace / "plan.json"
        file.write_text(json.dumps(plan_of(*steps)), encoding="utf-8")
        return str(file)

    # -- the browser

    def browsers(self) -> list[psutil.Process]:
        """The browsers of this home that run: only those that were started, not what they started."""
        folder = self.state / "browser"
        marks = {f"--user-data-dir={folder / 'profile'}", str(folder / "firefox")}
        return [
            process
            for process in psutil.process_iter(["cmdline", "status"])
            if not marks.isdisjoint(process.info["cmdline"] or ())
            and not any(word.startswith("--type=") for word in process.info["cmdline"])
            and process.info["status"] != psutil.STATUS_ZOMBIE
        ]

    def port(self) -> Browser:
        """The browser as a port, apart from the session's."""
        from aura.capability.machine import serving

        found: Browser = serving(Browser, self.machine())
        return found

    def leave(self) -> None:
        """End the browser and all that it started."""
        for process in self.browsers():
            family = [process, *process.children(recursive=True)]
            for each in family:
                try:
                    each.kill()
                except psutil.Error:
                    continue
            psutil.wait_procs(family, timeout=5)


def plan_of(*steps: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    """A plan document of steps, one after the other."""
    return {
        "target": "surf",
        "plan": {
            "steps": [
                {
                    "id": CHROME + tool,
                    "step_id": f"s{at}",
                    "target": tool,
                    "inputs": inputs,
                    "depends_on": [f"s{at - 1}"] if at else [],
                }
                for at, (tool, inputs) in enumerate(steps)
            ]
        },
    }


def told_by(result: RunResult) -> tuple[str, str]:
    """The code and the sentence of what failed."""
    error = next((step.error for step in result.steps if step.status == "failed" and step.error), None)
    if error is None:
        return "", result.message
    code, _, sentence = error.partition("] ")
    return code.strip("["), sentence
