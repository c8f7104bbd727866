"""What goes wrong on the web is one sentence, in bounded time, and the next command goes on."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest
from surfer import Surfer
from webserver import Site


@pytest.mark.parametrize(
    ("page", "code", "said"),
    [
        ("/nowhere", "HTTP_404", "404 Not Found"),
        ("/broken", "HTTP_500", "500 Internal Server Error"),
        ("/reset", "NOT_REACHED", "broke the connection off"),
        ("/circle", "REDIRECTS", "sends in circles"),
        ("/files/report.bin", "IS_A_FILE", "is a file and no page"),
    ],
)
def test_a_page_that_cannot_be_shown_is_one_sentence(
    surfer: Surfer, site: Site, page: str, code: str, said: str
) -> None:
    found = surfer.refused("navigate", url=site.url(page))
    assert found[0] == code
    assert said in found[1]


def test_a_page_that_never_answers_is_given_up(surfer: Surfer, site: Site) -> None:
    assert surfer.refused("navigate", url=site.url("/slow"))[0] == "NO_ANSWER"
    assert surfer.do("navigate", url=site.url())["title"] == "Home"


def test_nobody_listens_and_nobody_is_called_so(surfer: Surfer) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert "takes no connection" in surfer.refused("navigate", url=f"http://127.0.0.1:{port}/")[1]
    assert surfer.refused("navigate", url="https://nobody.invalid")[0] == "NOT_REACHED"


def test_an_alert_is_told_and_keeps_nothing_waiting(surfer: Surfer, site: Site) -> None:
    assert surfer.do("navigate", url=site.url("/alert"))["said"] == "Beware"
    assert surfer.do("read_page")["text"] == "After the alert."


def test_what_a_page_asks_is_answered_with_no(surfer: Surfer, site: Site) -> None:
    surfer.do("navigate", url=site.url("/confirm"))
    assert surfer.do("click", text="Ask") == {"title": "No", "url": site.url("/confirm"), "said": "Sure?"}
    assert surfer.do("click", text="Name")["title"] == "got null"


def test_a_page_that_came_to_hang_is_said_and_then_closed(newcomer: Surfer, site: Site) -> None:
    newcomer.do("navigate", url=site.url("/busy"))
    time.sleep(0.6)
    code, said = newcomer.refused("navigate", url=site.url())
    assert "does not answer" in said, (code, said)
    assert newcomer.do("navigate", url=site.url())["title"] == "Home"


@pytest.mark.chromium
def test_a_dialog_that_came_up_between_commands_is_the_users_and_then_closed(newcomer: Surfer, site: Site) -> None:
    newcomer.do("navigate", url=site.url("/late-alert"))
    time.sleep(0.6)
    code, said = newcomer.refused("navigate", url=site.url())
    assert "does not answer" in said, (code, said)
    assert newcomer.do("navigate", url=site.url())["title"] == "Home"


def test_a_page_that_holds_what_was_typed_is_not_left_but_can_be_closed(surfer: Surfer, site: Site) -> None:
    surfer.do("navigate", url=site.url("/holding"))
    surfer.do("fill", field="draft", text="not sent yet")
    code, said = surfer.refused("navigate", url=site.url())
    assert (code, "would be lost" in said) == ("WOULD_LOSE", True)
    assert surfer.do("read_page")["title"] == "Holding"
    assert surfer.do("close_tab")["url"] == "about:blank"


@pytest.mark.chromium
def test_a_click_that_makes_the_page_hang_is_given_up(newcomer: Surfer, site: Site) -> None:
    newcomer.do("navigate", url=site.url("/hanging"))
    assert "not answer" in newcomer.refused("click", text="Hang")[1]
    newcomer.run(("list_tabs", {}))
    assert newcomer.do("navigate", url=site.url())["title"] == "Home"


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "chrome://settings", "ftp://example.org/x"])
def test_what_is_no_page_of_the_web_is_never_opened(surfer: Surfer, url: str) -> None:
    assert surfer.refused("navigate", url=url)[1].endswith("only http and https addresses are.")


def test_a_file_that_the_user_typed_is_opened(surfer: Surfer) -> None:
    page = surfer.workspace / "own.html"
    page.write_text("<title>Own</title>mine", encoding="utf-8")
    assert surfer.do("navigate", url=str(page))["title"] == "Own"
    assert surfer.do("navigate", url=page.as_uri())["title"] == "Own"


@pytest.mark.parametrize("url", ["file:///etc/hostname", "http://localhost/", "http://2130706433/", "http://10.0.0.1/"])
def test_what_a_model_proposes_never_goes_inside(surfer: Surfer, url: str) -> None:
    code, said = surfer.refused("navigate", by="the model x", url=url)
    assert code == "ADDRESS_REFUSED"
    assert "the model x may not go there" in said


def test_what_a_model_proposes_neither_reads_nor_downloads_inside(surfer: Surfer, site: Site) -> None:
    surfer.do("navigate", url=site.url("/second"))
    before = list(site.asked)
    for tool, inputs in (("read_page", {}), ("download", {"url": site.url("/files/report.bin")}), ("refresh", {})):
        assert surfer.refused(tool, by="the model x", **inputs)[0] == "ADDRESS_REFUSED"
    assert site.asked == before


@pytest.mark.chromium
def test_neither_a_redirect_nor_a_name_that_stands_for_it_leads_a_model_inside(
    tmp_path: Path, compiled: Path, path: str, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    mapped = '["--no-sandbox", "--host-resolver-rules=MAP outside.invalid 127.0.0.1"]'
    surfer = Surfer(tmp_path, compiled, path, AURA_BROWSER__ARGUMENTS=mapped)
    monkeypatch.setenv("HOME", str(surfer.home))
    outside = site.url().replace("127.0.0.1", "outside.invalid")
    try:
        site.asked.clear()
        code, said = surfer.refused("navigate", by="the model x", url=f"{outside}moved-inside")
        assert (code, "/second is not on the public internet" in said) == ("ADDRESS_REFUSED", True), said
        assert "/second" not in site.asked
        assert surfer.refused("navigate", by="the model x", url=f"{outside}about")[0] == "ADDRESS_REFUSED"
        assert surfer.do("navigate", url=f"{outside}moved-inside")["title"] == "Second"
    finally:
        surfer.leave()


def test_what_a_page_says_is_no_command(surfer: Surfer, site: Site) -> None:
    surfer.do("navigate", url=site.url("/second"))
    result = surfer.session.process("read the page", approve=lambda _: True)
    assert result.status == "answered"
    assert [step.atom_id for step in result.steps] == ["browsers.chrome.read_page"]
