"""What a page says: its main part as clean text."""

from __future__ import annotations

import re
from typing import Any

from aura.machine.browser.port import Article

MOST = 200_000
"""Characters of a page that are read."""
CUT = "…"
SCRIPT = """(most) => {
  const said = (element) => (element && element.innerText || '').trim();
  const parts = [...document.querySelectorAll('main, [role=main], article')].map(said);
  const whole = said(document.body);
  const longest = parts.reduce((best, part) => part.length > best.length ? part : best, '');
  const text = longest.length >= Math.min(200, whole.length / 3) && longest ? longest : whole;
  return {title: document.title, url: location.href, text: text.slice(0, most + 1)};
}"""
SPACES, EMPTY_LINES = re.compile(r"[^\S\n]+"), re.compile(r"\n\s*\n+")


def article_of(found: dict[str, Any]) -> Article:
    """The title, address and text of a page, from what the script told of it."""
    return Article(str(found["title"]).strip(), str(found["url"]), clean(str(found["text"])))


def clean(text: str) -> str:
    """A text without more than one empty line or space in a row, and no longer than may be read."""
    text = EMPTY_LINES.sub("\n\n", SPACES.sub(" ", text.replace("\u00a0", " ").replace("\u200b", ""))).strip()
    text = "\n".join(line.strip() for line in text.split("\n"))
    return text if len(text) <= MOST else text[:MOST] + CUT
