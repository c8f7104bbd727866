"""Pages are gone to, read, clicked and filled in, in a real browser, on a site of this computer."""

from __future__ import annotations

from surfer import Surfer
from webserver import Site


def test_a_page_is_shown_and_read_without_what_stands_around_it(surfer: Surfer, site: Site) -> None:
    assert surfer.do("navigate", url=site.url())["title"] == "Home"
    found = surfer.do("read_page")
    assert (found["title"], found["url"]) == ("Home", site.url())
    assert found["text"].startswith("Welcome\n\nThe first page of the site")
    assert "About us" not in found["text"]


def test_back_forward_and_again(surfer: Surfer, site: Site) -> None:
    surfer.do("navigate", url=site.url("/second"))
    surfer.do("navigate", url=site.url("/about"))
    assert surfer.do("back")["title"] == "Second"
    assert surfer.do("forward")["title"] == "About us"
    before = site.asked.count("/about")
    assert surfer.do("refresh")["title"] == "About us"
    assert site.asked.count("/about") == before + 1
    assert surfer.refused("forward")[0] == "NO_PAGE_AFTER"


def test_a_link_is_clicked_by_its_text_and_leads_on(surfer: Surfer, site: Site) -> None:
    surfer.do("navigate", url=site.url())
    assert surfer.do("click", text="second page")["url"] == site.url("/second")


def test_a_link_is_found_by_a_part_or_a_slip_of_its_text(surfer: Surfer, site: Site) -> None:
    for said in ("about", "abuot us"):
        surfer.do("navigate", url=site.url())
        assert surfer.do("click", text=said)["title"] == "About us"


def test_what_several_things_are_called_is_not_guessed(surfer: Surfer, site: Site) -> None:
    surfer.do("navigate", url=site.url())
    code, said = surfer.refused("click", text="Edit")
    assert code == "SEVERAL"
    assert '1: "Edit", 2: "Edit"' in said
    assert surfer.do("click", text="Edit", number=2)["title"] == "b"


def test_what_is_not_on_the_page_is_said_with_what_is(surfer: Surfer, site: Site) -> None:
    surfer.do("navigate", url=site.url())
    code, said = surfer.refused("click", text="Buy now")
    assert code == "NOT_ON_PAGE"
    assert '"Second page"' in said


def test_a_form_is_filled_in_by_label_placeholder_and_name_and_sent(surfer: Surfer, site: Site) -> None:
    surfer.do("navigate", url=site.url("/form"))
    said = {
        "full name": "Ada Lovelace",
        "email address": "ada@example.org",
        "password": "secret",
        "country": "germany",
        "newsletter": "true",
        "message": "Good day",
        "day": "2026-12-24",
    }
    for field, text in said.items():
        surfer.do("fill", field=field, text=text)
    assert surfer.do("click", text="Send it")["title"] == "Sent"
    assert site.sent[-1] == {
        "name": ["Ada Lovelace"], "mail": ["ada@example.org"], "password": ["secret"], "country": ["Germany"],
        "news": ["on"], "message": ["Good day"], "day": ["2026-12-24"],
    }  # fmt: skip


def test_what_a_field_does_not_take_is_said(surfer: Surfer, site: Site) -> None:
    surfer.do("navigate", url=site.url("/form"))
    assert surfer.refused("fill", field="country", text="Spain")[0] == "NO_CHOICE"
    assert surfer.refused("fill", field="day", text="tomorrow")[0] == "NOT_TAKEN"
    assert surfer.refused("fill", field="newsletter", text="perhaps")[0] == "NOT_TAKEN"
    assert surfer.refused("fill", field="shoe size", text="43")[0] == "NOT_ON_PAGE"


def test_a_secret_is_filled_in_and_in_no_journal(surfer: Surfer, site: Site) -> None:
    (surfer.state / "secrets").mkdir(exist_ok=True)
    (surfer.state / "secrets" / "bank").write_text("tr0ub4dor", encoding="utf-8")
    surfer.do("navigate", url=site.url("/form"))
    surfer.do("fill", field="password", text="${secrets.bank}")
    surfer.do("click", text="Send it")
    assert site.sent[-1]["password"] == ["tr0ub4dor"]
    kept = b"".join(file.read_bytes() for file in surfer.state.glob("*.db*"))
    kept += b"".join(file.read_bytes() for file in surfer.state.glob("*.sqlite*"))
    assert kept
    assert b"tr0ub4dor" not in kept


def test_a_long_page_is_read_up_to_an_end(surfer: Surfer, site: Site) -> None:
    surfer.do("navigate", url=site.url("/long"))
    text = surfer.do("read_page")["text"]
    assert len(text) == 200_001
    assert text.endswith("…")


def test_tabs_are_opened_listed_switched_and_closed(surfer: Surfer, site: Site) -> None:
    surfer.do("navigate", url=site.url())
    surfer.do("new_tab", url=site.url("/second"))
    surfer.do("new_tab", url=site.url("/about"))
    titles = [(tab["title"], tab["current"]) for tab in surfer.do("list_tabs")["tabs"]]
    assert titles == [("Home", False), ("Second", False), ("About us", True)]
    assert surfer.do("switch_tab", tab="next")["title"] == "Home"
    assert surfer.do("switch_tab", tab="2")["title"] == "Second"
    assert surfer.do("switch_tab", tab="about")["title"] == "About us"
    assert surfer.do("close_tab")["title"] == "Second"
    assert surfer.do("close_tab", tab="home")["title"] == "Second"
    assert surfer.refused("switch_tab", tab="7")[0] == "NO_TAB"


def test_the_last_tab_leaves_an_empty_one(surfer: Surfer, site: Site) -> None:
    surfer.do("navigate", url=site.url())
    assert surfer.do("close_tab")["url"] == "about:blank"
    assert len(surfer.do("list_tabs")["tabs"]) == 1


def test_a_window_that_a_page_opens_is_the_current_one(surfer: Surfer, site: Site) -> None:
    surfer.do("navigate", url=site.url())
    assert surfer.do("click", text="In a new window")["title"] == "Window"
    assert surfer.do("read_page")["text"] == "Opened by another."
    surfer.do("navigate", url=site.url("/popup"))
    assert surfer.do("click", text="Open it")["url"] == site.url("/window")
    assert surfer.do("read_page")["title"] == "Window"


def test_a_page_is_kept_as_a_picture_that_can_be_taken_back(surfer: Surfer, site: Site) -> None:
    surfer.do("navigate", url=site.url())
    place = surfer.workspace / "shot.png"
    assert surfer.do("screenshot", path=str(place))["path"] == str(place)
    assert place.read_bytes().startswith(b"\x89PNG")
    surfer.session.undo(approve=lambda _: True)
    assert not place.exists()


def test_a_file_is_brought_by_its_address_and_taken_back(surfer: Surfer, site: Site) -> None:
    folder = surfer.workspace / "brought"
    found = surfer.do("download", url=site.url("/files/moved"), folder=str(folder))
    assert found["path"] == str(folder / "report 2026.bin")
    assert (folder / "report 2026.bin").read_bytes() == b"\x00\x01" * 500
    surfer.session.undo(approve=lambda _: True)
    assert not folder.exists()


def test_a_file_behind_a_link_or_a_button_is_brought(surfer: Surfer, site: Site) -> None:
    surfer.do("navigate", url=site.url())
    first = surfer.do("download", link="annual report", folder=str(surfer.workspace))
    surfer.do("navigate", url=site.url("/button-file"))
    second = surfer.do("download", link="Export", folder=str(surfer.workspace))
    assert second["path"] == str(surfer.workspace / "report 2026 2.bin")
    assert first["size"] == second["size"] == 1000


def test_a_plan_holds_the_session_once_and_what_it_reads_can_be_used(surfer: Surfer, site: Site) -> None:
    result = surfer.run(("navigate", {"url": site.url("/second")}), ("click", {"text": "x"}), ("read_page", {}))
    assert [step.status for step in result.steps] == ["completed", "failed", "skipped"]
    assert surfer.say(f"go to {site.url('/second')}, read the page and write it to second.txt").status == "completed"
    assert (surfer.workspace / "second.txt").read_text(encoding="utf-8").strip() == "The second page."
