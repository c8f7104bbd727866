"""Power: what reaches a mocked logind; the real one is never asked."""

from __future__ import annotations

import time

import pytest
from mocked import Mocked
from seat import Desk

LOGIND, MANAGER = "/org/freedesktop/login1", "org.freedesktop.login1.Manager"
MOCK = "org.freedesktop.DBus.Mock"
POWER = ("PowerOff", "Reboot", "Suspend", "ScheduleShutdown", "CancelScheduledShutdown", "LockSession")


def asked(logind: Mocked) -> list[str]:
    return [call for call in logind.calls if call.startswith(POWER)]


@pytest.fixture
def logind(desk: Desk) -> Mocked:
    """A logind with a user at the screen, which also does things later."""
    mocked = desk.mock("logind")
    user = ("string:c7", "string:seat0", "uint32:0", "string:root", "boolean:true")
    mocked.call(LOGIND, f"{MOCK}.AddSession", *user)
    mocked.call(LOGIND, f"{MOCK}.AddProperty", f"string:{MANAGER}", "string:ScheduledShutdown", "variant:string:")
    nothing = f"self.props[{MANAGER!r}]['ScheduledShutdown'] = dbus.Struct(('', dbus.UInt64(0)))"
    later = f"self.props[{MANAGER!r}]['ScheduledShutdown'] = dbus.Struct((args[0], args[1]))"
    add(mocked, "ScheduleShutdown", "st", later)
    add(mocked, "CancelScheduledShutdown", "", nothing)
    mocked.call(LOGIND, f"{MANAGER}.CancelScheduledShutdown")
    return mocked


def add(mocked: Mocked, method: str, takes: str, does: str) -> None:
    what = (f"string:{MANAGER}", f"string:{method}", f"string:{takes}", "string:", f"string:{does}")
    mocked.call(LOGIND, f"{MOCK}.AddMethod", *what)


@pytest.mark.parametrize(
    ("sentence", "call"),
    [
        ("shut down the computer", "PowerOff True"),
        ("restart the computer", "Reboot True"),
        ("go to sleep", "Suspend True"),
        ("lock the screen", 'LockSession "c7"'),
    ],
)
def test_logind_is_asked_for_what_was_said(desk: Desk, logind: Mocked, sentence: str, call: str) -> None:
    done = desk.say(sentence)
    assert done.status == "completed", done.message
    assert asked(logind)[1:] == [call]


@pytest.mark.parametrize("sentence", ["shut down", "restart the computer", "put the laptop to sleep"])
def test_without_a_yes_nothing_is_asked(desk: Desk, logind: Mocked, sentence: str) -> None:
    seen: list[str] = []
    said = desk.say(sentence, approve=lambda preview: seen.append(preview.steps[0].effect))  # type: ignore[func-returns-value,return-value]
    assert (said.status, seen) == ("confirmation", ["D"])
    assert asked(logind)[1:] == []


def test_a_shutdown_later_can_be_cancelled_and_undone(desk: Desk, logind: Mocked) -> None:
    for takes_back in (lambda: desk.say("cancel the shutdown"), desk.undo):
        before = time.time()
        assert desk.say("shut down in ten minutes").status == "completed"
        method, what, at = asked(logind)[-1].split()
        assert (method, what) == ("ScheduleShutdown", '"poweroff"')
        assert before + 595 < int(at) / 1_000_000 < time.time() + 605
        taken = takes_back()
        assert taken.status == "completed", taken.message
        assert asked(logind)[-1].strip() == "CancelScheduledShutdown"


@pytest.mark.parametrize(
    "sentence",
    ["don't shut down", "what does shutdown do", "if the battery is low shut down", "he shut down the computer"],
)
def test_what_is_no_command_asks_nothing(desk: Desk, logind: Mocked, sentence: str) -> None:
    desk.say(sentence)
    assert asked(logind)[1:] == []


def test_what_the_system_forbids_or_cannot_is_one_sentence(desk: Desk) -> None:
    logind = desk.mock("logind", CanPowerOff="no", CanSuspend="na")
    forbidden = desk.say("shut down")
    assert (forbidden.status, forbidden.message.count(".")) == ("failed", 1)
    assert "You may not do this on this computer" in forbidden.message
    unable = desk.say("go to sleep")
    assert unable.status == "unsupported"
    assert asked(logind) == []


def test_a_refusal_when_it_is_done_is_one_sentence(desk: Desk, logind: Mocked) -> None:
    add(logind, "PowerOff", "b", f"raise dbus.exceptions.DBusException('Not authorized', name={DENIED!r})")
    refused = desk.say("shut down")
    assert refused.status == "failed"
    assert "You may not do this here without an administrator (Not authorized)" in refused.message
    assert "Traceback" not in refused.message


def test_without_logind_and_without_a_session_it_is_said(desk: Desk) -> None:
    assert desk.say("shut down").status == "unsupported"
    desk.mock("logind")
    nobody = desk.say("lock the screen")
    assert nobody.status == "unsupported"
    assert "Nobody is logged in" in nobody.message


DENIED = "org.freedesktop.PolicyKit1.Error.NotAuthorized"
