"""What is another matter in Firefox: its protocol takes one session, and goes another way out for a model."""

from __future__ import annotations

import json
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from surfer import Surfer, told_by
from webserver import Site

from aura.capability.machine import Machine
from aura.config.settings import BrowserSettings
from aura.machine.browser import outside
from aura.machine.browser.programs import known_browsers, program_of

OUTSIDE = "outside.invalid"
FIREFOX = pytest.mark.firefox


@pytest.fixture
def way() -> Iterator[outside.WayOutside]:
    """A way outside that no browser takes."""
    made = outside.WayOutside(5.0)
    yield made
    made.close()


@pytest.fixture
def misled(newcomer: Surfer, monkeypatch: pytest.MonkeyPatch) -> Surfer:
    """Somebody whose Firefox takes a name for this computer's that is nobody's, or is another's, to everybody else."""
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        newcomer.environ.pop(name, None)
    profile = newcomer.state / "browser" / "firefox"
    profile.mkdir(parents=True)
    (profile / "prefs.js").write_text(f'user_pref("network.dns.localDomains", "{OUTSIDE}");\n', encoding="utf-8")
    return newcomer


def test_which_kind_a_program_is_follows_from_how_it_is_called() -> None:
    known = known_browsers()
    assert known.kind_of("/opt/firefox/firefox") == known.kind_of(r"C:\Programs\Firefox.EXE") == "firefox"
    assert known.kind_of("/usr/bin/brave-browser") == known.kind_of("/opt/another/browser") == "chromium"


def test_firefox_is_taken_when_it_is_named_or_there_is_nothing_else(tmp_path: Path) -> None:
    for name in ("firefox-esr", "chromium"):
        (tmp_path / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    machine = Machine("linux", {"PATH": str(tmp_path)})
    found = [program_of(machine), program_of(Machine("linux", machine.environ, browser=BrowserSettings("Firefox")))]
    assert [program.kind for program in found if program] == ["chromium", "firefox"]
    (tmp_path / "chromium").unlink()
    alone = program_of(machine)
    assert alone is not None
    assert alone.kind == "firefox"


@FIREFOX
def test_a_dialog_that_came_up_between_commands_is_answered_with_no(surfer: Surfer, site: Site) -> None:
    surfer.do("navigate", url=site.url("/late-alert"))
    time.sleep(0.6)
    assert surfer.do("read_page")["text"] == "Later."
    assert surfer.do("navigate", url=site.url())["title"] == "Home"


@FIREFOX
def test_a_password_that_a_server_asks_for_is_not_waited_for(surfer: Surfer, site: Site) -> None:
    assert surfer.refused("navigate", url=site.url("/locked"))[0] == "HTTP_401"
    assert surfer.do("navigate", url=site.url())["title"] == "Home"


@FIREFOX
def test_two_commands_at_once_take_their_turns_in_one_browser(newcomer: Surfer, site: Site) -> None:
    plan = newcomer.written(("new_tab", {"url": site.url("/about")}), ("read_page", {}))
    both = [newcomer.start("run", plan, "--yes", "--json") for _ in range(2)]
    for process in both:
        out, _ = process.communicate(timeout=60)
        assert process.returncode == 0, out
        assert json.loads(out)["steps"][-1]["outputs"]["title"] == "About us"
    assert len(newcomer.browsers()) == 1


@FIREFOX
def test_what_a_killed_command_left_is_started_anew_with_its_tabs(newcomer: Surfer, site: Site) -> None:
    newcomer.do("navigate", url=site.url("/second"))
    (first,) = newcomer.browsers()
    recovery = newcomer.state / "browser" / "firefox" / "sessionstore-backups" / "recovery.jsonlz4"
    _wait_for(lambda: recovery.exists() and site.url("/second").rpartition("/")[2].encode() in recovery.read_bytes())
    command = newcomer.start("run", newcomer.written(("navigate", {"url": site.url("/slow")})), "--yes")
    _wait_for(lambda: "/slow" in site.asked)
    command.send_signal(signal.SIGKILL)
    command.communicate(timeout=10)
    assert newcomer.do("navigate", url=site.url("/about"))["title"] == "About us"
    (second,) = newcomer.browsers()
    assert second.pid != first.pid
    assert newcomer.do("back")["title"] == "Second"


@FIREFOX
def test_by_no_name_is_a_model_led_inside(misled: Surfer, site: Site) -> None:
    url = site.url("/second").replace("127.0.0.1", OUTSIDE)
    assert misled.do("navigate", url=url)["title"] == "Second"
    misled.do("navigate", url="about:blank")
    site.asked.clear()
    assert misled.refused("navigate", by="the model x", url=url)[0] in ("NOT_REACHED", "ADDRESS_REFUSED")
    assert site.asked == []
    assert misled.do("navigate", url=url)["title"] == "Second"


@FIREFOX
def test_no_redirect_leads_a_model_inside(misled: Surfer, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = outside.public_numbers
    monkeypatch.setattr(outside, "public_numbers", lambda host: ["127.0.0.1"] if host == OUTSIDE else numbers(host))
    there = site.url().replace("127.0.0.1", OUTSIDE)
    result = misled.run(("navigate", {"url": f"{there}about"}), ("read_page", {}), by="the model x")
    assert result.status in ("completed", "answered"), result.message
    site.asked.clear()
    result = misled.run(("navigate", {"url": f"{there}moved-inside"}), by="the model x")
    code, said = told_by(result)
    assert (code, "/second is not on the public internet" in said) == ("ADDRESS_REFUSED", True), said
    assert "/second" not in site.asked


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "10.0.0.1", "printer.local"])
def test_the_way_outside_leads_nowhere_else(way: outside.WayOutside, site: Site, host: str) -> None:
    site.asked.clear()
    with socket.create_connection(("127.0.0.1", way.port), timeout=5) as asking:
        asking.sendall(b"\x05\x01\x00")
        assert asking.recv(2) == b"\x05\x00"
        port = site.server_port.to_bytes(2, "big")
        asking.sendall(b"\x05\x01\x00\x03" + bytes([len(host)]) + host.encode() + port)
        assert asking.recv(2) == bytes([5, outside.FORBIDDEN])
    assert way.refused == [host]
    assert site.asked == []


@FIREFOX
def test_nothing_in_a_page_leads_a_model_inside(misled: Surfer, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = outside.public_numbers
    monkeypatch.setattr(outside, "public_numbers", lambda host: ["127.0.0.1"] if host == OUTSIDE else numbers(host))
    page = site.url("/framing").replace("127.0.0.1", OUTSIDE)
    site.asked.clear()
    result = misled.run(("navigate", {"url": page}), ("read_page", {}), by="the model x")
    assert result.status in ("completed", "answered"), result.message
    assert set(site.asked) <= {"/framing", "/favicon.ico"}
    assert misled.do("navigate", url=page)["title"] == "Framing"
    _wait_for(lambda: {"/second", "/about", "/window"} <= set(site.asked))


def _wait_for(come: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not come():
        assert time.monotonic() < end
        time.sleep(0.1)
