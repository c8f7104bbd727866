"""Ctrl-C: first between steps, then at once."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

CHILD = """
import sys, time
from aura.surfaces.cli.interrupt import Interrupt
interrupt = Interrupt()
with interrupt.watching():
    print("ready", flush=True)
    while not (interrupt.wanted.is_set() and sys.argv[1] == "polite"):
        time.sleep(0.01)
print("finished the step", flush=True)
"""


def child(manner: str) -> subprocess.Popen[str]:
    started = subprocess.Popen(
        [sys.executable, "-c", CHILD, manner], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert started.stdout is not None and started.stdout.readline() == "ready\n"
    return started


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_lets_the_step_finish(number: signal.Signals) -> None:
    started = child("polite")
    started.send_signal(number)
    said, complained = started.communicate(timeout=30)
    assert (started.returncode, said) == (0, "finished the step\n")
    assert complained == "Stopping after this step; press Ctrl-C again to stop at once.\n"


def test_the_second_signal_ends_at_once_and_says_how_to_go_on() -> None:
    started = child("deaf")
    started.send_signal(signal.SIGINT)
    assert started.stderr is not None and started.stderr.readline().startswith("Stopping after this step")
    started.send_signal(signal.SIGINT)
    said, complained = started.communicate(timeout=30)
    assert (started.returncode, said) == (7, "")
    assert "aura resume" in complained
