"""What the browser's tools take beyond playwright itself: a page of loopback gone to and read, warm, turn by turn.

    python bench/browser_office/browser.py [--rounds N]

Milliseconds, medians of so many rounds. `bare` is playwright's `goto`, `title` and `innerText` on a browser of the same
kind that it is connected to in the same way; `tools` are the calls of `navigate` and `read_page` in a session that is
held; `plan` is a plan of both in a session of AURA that has started, with its preview and its journal, and the session
found again. `ratio` is the median of tools ÷ bare of each round; `at most` is what it may be. One JSON object.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from surfer import Surfer  # noqa: E402
from webserver import Site  # noqa: E402

from aura.machine.browser.programs import program_of  # noqa: E402
from aura.tools.browsers.chrome.pages import navigate  # noqa: E402
from aura.tools.browsers.chrome.reading import read_page  # noqa: E402

AT_MOST = 1.2
WARMING = 5


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--json", action="store_true", help="one object, which is what is always printed")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "compiled").mkdir()
        users = [Surfer(Path(folder) / name, Path(folder) / "compiled", os.environ["PATH"]) for name in ("a", "b")]
        if program_of(users[0].machine()) is None:
            print(json.dumps({"skipped": "There is no browser here."}))
            return
        site = Site()
        try:
            print(json.dumps(figures(*users, site, asked.rounds), indent=2))
        finally:
            for user in users:
                user.leave()
            site.close()


def figures(user: Surfer, other: Surfer, site: Site, rounds: int) -> dict[str, Any]:
    """Everything measured; the bare library drives the browser of the other user, which AURA only started."""
    from playwright.sync_api import sync_playwright

    other.do("navigate", url="about:blank")
    notes = json.loads((other.state / "browser" / "session.json").read_text(encoding="utf-8"))
    port = user.port()
    port.hold()
    with sync_playwright() as library:
        page = library.chromium.connect_over_cdp(f"ws://127.0.0.1:{notes['port']}{notes['path']}").contexts[0].pages[0]
        urls = [site.url(), site.url("/second")]

        def bare(url: str) -> None:
            page.goto(url)
            page.title()
            page.evaluate("document.body.innerText")

        def tools(url: str) -> None:
            navigate.call(browser=port, proposed_by="", url=url)
            read_page.call(browser=port, proposed_by="")

        pairs = [both(bare, tools, urls[at % 2], at % 4 < 2) for at in range(rounds + WARMING)][WARMING:]
    port.let_go()
    plans = [
        took(lambda url: user.run(("navigate", {"url": url}), ("read_page", {})), urls[at % 2]) for at in range(15)
    ]
    ratio = statistics.median(after / before for before, after in pairs)
    return {
        "rounds": rounds,
        "bare": round(statistics.median(before for before, _ in pairs), 2),
        "tools": round(statistics.median(after for _, after in pairs), 2),
        "ratio": round(ratio, 3),
        "at most": AT_MOST,
        "met": ratio <= AT_MOST,
        "plan": round(statistics.median(plans[3:]), 1),
    }


def both(bare: Callable[[str], object], tools: Callable[[str], object], url: str, turned: bool) -> tuple[float, float]:
    """Milliseconds of both, the one or the other first."""
    if turned:
        after = took(tools, url)
        return took(bare, url), after
    return took(bare, url), took(tools, url)


def took(call: Callable[[str], object], url: str) -> float:
    """Milliseconds of a call."""
    began = time.perf_counter()
    call(url)
    return 1000 * (time.perf_counter() - began)


if __name__ == "__main__":
    main()
