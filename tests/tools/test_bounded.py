"""What does not answer is left in bounded time, and what fails says so."""

from __future__ import annotations

import os
import socket
import threading
from pathlib import Path

import pytest

from aura.capability.errors import ToolError
from aura.machine import bus as buses
from aura.machine.bus import Bus
from aura.machine.patience import within
from aura.machine.programs import told


def test_a_call_that_does_not_end_is_left() -> None:
    never = threading.Event()
    with pytest.raises(ToolError, match=r"The server did not answer within 0\.01 seconds"):
        within(0.01, "The server", never.wait)


def test_what_a_call_gives_or_raises_comes_through() -> None:
    assert within(5, "It", lambda: None) is None
    with pytest.raises(KeyError):
        within(5, "It", lambda: {}["gone"])


def test_a_bus_that_takes_connections_and_says_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buses, "PATIENCE", 0.05)
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "bus"))
        silent.listen()
        with pytest.raises(ToolError) as trouble:
            Bus(f"unix:path={tmp_path}/bus").has("org.example.Service")
    assert (trouble.value.code, "did not answer" in trouble.value.message) == ("NO_ANSWER", True)


@pytest.mark.parametrize("address", ["", "unix:path=/nowhere", "nonsense", "tcp:host=localhost,port=1"])
def test_where_there_is_no_bus_there_is_no_service(address: str) -> None:
    assert Bus(address).has("org.example.Service") is False


def test_a_program_that_fails_or_is_not_there_is_one_sentence() -> None:
    with pytest.raises(ToolError, match=r"^sh could not do it: no such thing\.$"):
        told(["sh", "-c", "echo no such thing >&2; exit 3"], os.environ)
    with pytest.raises(ToolError, match=r"^no-such-program is not on this computer; install it\.$"):
        told(["no-such-program"], os.environ)
