"""There is one session of the browser: found again by any process, noticed when it is gone, and ended when told."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import psutil
import pytest
from surfer import Surfer
from webserver import Site

from aura.capability.machine import Machine, is_session, serving
from aura.config.load import load_settings
from aura.config.settings import BrowserSettings, Settings
from aura.machine.browser.port import Browser
from aura.machine.browser.programs import program_of


def test_the_next_process_finds_the_browser_and_its_page(newcomer: Surfer, site: Site) -> None:
    newcomer.do("navigate", url=site.url("/second"))
    (first,) = newcomer.browsers()
    done = newcomer.command("run", newcomer.written(("read_page", {})), "--yes", "--json")
    assert json.loads(done.stdout)["steps"][0]["outputs"]["title"] == "Second", done.stdout
    assert [process.pid for process in newcomer.browsers()] == [first.pid]
    assert done.stderr == ""


@pytest.mark.chromium
def test_two_processes_at_once_start_one_browser(newcomer: Surfer, site: Site) -> None:
    plan = newcomer.written(("new_tab", {"url": site.url("/about")}), ("read_page", {}))
    both = [newcomer.start("run", plan, "--yes", "--json") for _ in range(2)]
    for process in both:
        out, _ = process.communicate(timeout=60)
        assert process.returncode == 0, out
    assert len(newcomer.browsers()) == 1
    titles = [tab["title"] for tab in newcomer.do("list_tabs")["tabs"]]
    assert titles.count("About us") == 2


@pytest.mark.chromium
def test_a_tab_that_another_process_opens_is_not_taken_for_ones_own(newcomer: Surfer, site: Site) -> None:
    ours, others = newcomer.port(), newcomer.port()
    ours.hold()
    ours.pages("").open_tab(site.url("/about"))
    others.hold()
    others.pages("").open_tab(site.url("/second"))
    end = time.monotonic() + 10
    while len(ours.pages("").tabs()) < 3:
        assert time.monotonic() < end
    assert ours.pages("").read().title == "About us"
    for port in (others, ours):
        port.let_go()


def test_it_goes_on_when_the_command_has_ended_and_is_closed_when_told(newcomer: Surfer, site: Site) -> None:
    assert newcomer.command("run", newcomer.written(("navigate", {"url": site.url()})), "--yes").returncode == 0
    assert len(newcomer.browsers()) == 1
    done = newcomer.command("browser", "close")
    assert done.returncode == 0, done.stderr
    assert newcomer.browsers() == []
    again = newcomer.command("browser", "close")
    assert (again.returncode, again.stderr or again.stdout) == (1, again.stderr or again.stdout)
    assert "nothing to close" in again.stdout + again.stderr
    assert newcomer.command("browser", "open").returncode == 2


def test_cookies_stay_from_session_to_session(newcomer: Surfer, site: Site) -> None:
    newcomer.do("navigate", url=site.url("/cookie"))
    newcomer.port().close()
    assert newcomer.do("navigate", url=site.url("/cookie"))["title"] == "taste=plain"


def test_a_browser_that_was_killed_is_started_anew(newcomer: Surfer, site: Site) -> None:
    newcomer.do("navigate", url=site.url("/second"))
    (first,) = newcomer.browsers()
    first.kill()
    first.wait(5)
    assert newcomer.do("navigate", url=site.url("/about"))["title"] == "About us"
    (second,) = newcomer.browsers()
    assert second.pid != first.pid


@pytest.mark.chromium
def test_a_browser_that_dies_in_the_middle_is_one_sentence(newcomer: Surfer, site: Site) -> None:
    newcomer.do("navigate", url=site.url())
    (first,) = newcomer.browsers()
    port = newcomer.port()
    port.hold()
    first.kill()
    first.wait(5)
    with pytest.raises(Exception, match="say it again") as raised:
        port.pages("").navigate(site.url())
    assert raised.value.code == "BROWSER_GONE"
    port.let_go()
    assert newcomer.do("navigate", url=site.url())["title"] == "Home"


@pytest.mark.chromium
def test_a_browser_that_hangs_is_said_and_the_next_command_has_a_new_one(newcomer: Surfer, site: Site) -> None:
    newcomer.do("navigate", url=site.url())
    (first,) = newcomer.browsers()
    first.suspend()
    try:
        began = time.monotonic()
        result = newcomer.run(("navigate", {"url": site.url("/second")}))
        assert "does not answer" in result.message
        assert time.monotonic() - began < 30
        assert newcomer.do("navigate", url=site.url("/second"))["title"] == "Second"
    finally:
        if first.is_running():
            first.send_signal(signal.SIGCONT)
    assert [process.pid for process in newcomer.browsers()] != [first.pid]


@pytest.mark.chromium
def test_what_a_dead_browser_left_is_not_trusted(newcomer: Surfer, site: Site) -> None:
    newcomer.do("navigate", url=site.url())
    notes = newcomer.state / "browser" / "session.json"
    left = json.loads(notes.read_text(encoding="utf-8"))
    newcomer.leave()
    notes.write_text(json.dumps({**left, "pid": psutil.Process().pid, "port": site.server_port}), encoding="utf-8")
    assert newcomer.do("navigate", url=site.url("/about"))["title"] == "About us"


@pytest.mark.chromium
def test_a_browser_of_this_home_that_nobody_knows_of_any_more_is_ended_first(newcomer: Surfer, site: Site) -> None:
    newcomer.do("navigate", url=site.url())
    (newcomer.state / "browser" / "session.json").unlink()
    assert newcomer.do("navigate", url=site.url("/about"))["title"] == "About us"
    assert len(newcomer.browsers()) == 1


@pytest.mark.chromium
def test_without_a_browser_nothing_is_done_and_it_is_said(tmp_path: Path, compiled: Path, path: str) -> None:
    surfer = Surfer(tmp_path, compiled, str(tmp_path))
    result = surfer.say("create a folder called first and go to github.com")
    assert result.status == "unsupported", result.message
    assert "install chromium" in result.message
    assert list(surfer.workspace.iterdir()) == []


@pytest.mark.chromium
def test_a_browser_that_cannot_start_is_said_before_anything_is_done(tmp_path: Path, compiled: Path, path: str) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\necho 'no such display' >&2\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    surfer = Surfer(tmp_path / "one", compiled, path, AURA_BROWSER__NAME=str(broken))
    result = surfer.say("create a folder called first and go to github.com")
    assert result.status == "failed", result.message
    assert "broken ended at once: no such display" in result.message
    assert list(surfer.workspace.iterdir()) == []


def test_a_browser_may_take_longer_to_start_than_a_page_to_answer(
    tmp_path: Path, compiled: Path, path: str, kind: str
) -> None:
    named = BrowserSettings(name="firefox" if kind == "firefox" else "")
    program = program_of(Machine("linux", {"PATH": path}, browser=named))
    assert program is not None
    slow = tmp_path / Path(program.path).name
    slow.write_text(f'#!/bin/sh\nsleep 6\nexec "{program.path}" "$@"\n', encoding="utf-8")
    slow.chmod(0o755)
    more = {"AURA_BROWSER__NAME": str(slow), "AURA_BROWSER__TIMEOUT": "5"}
    surfer = Surfer(tmp_path / "one", compiled, path, kind=kind, **more)
    try:
        assert len(surfer.do("list_tabs")["tabs"]) == 1
    finally:
        surfer.leave()


@pytest.mark.chromium
def test_what_the_sandbox_needs_is_said(tmp_path: Path, compiled: Path, path: str) -> None:
    import os

    if os.geteuid():
        pytest.skip("only root cannot have the sandbox")
    surfer = Surfer(tmp_path, compiled, path, AURA_BROWSER__ARGUMENTS="[]")
    result = surfer.run(("list_tabs", {}))
    assert 'AURA_BROWSER__ARGUMENTS=["--no-sandbox"]' in result.message


def test_the_settings_in_the_file_are_those_that_hold_without_one(tmp_path: Path) -> None:
    settings = load_settings(tmp_path, {})
    assert isinstance(settings, Settings)
    assert settings.browser == BrowserSettings()


def test_its_tools_hold_the_session_and_its_port_is_one(tmp_path: Path) -> None:
    assert is_session(Browser)
    with pytest.raises(Exception, match="install chromium"):
        serving(Browser, Machine("linux", {"PATH": str(tmp_path)}))


def test_the_doctor_names_the_browser(newcomer: Surfer) -> None:
    done = newcomer.command("doctor", "--json")
    checks = [check for check in json.loads(done.stdout)["checks"] if check["name"] == "browsers.chrome"]
    assert [check["ok"] for check in checks] == [True]
    assert "is there, and is started when it is needed" in checks[0]["detail"]
    assert newcomer.browsers() == []
