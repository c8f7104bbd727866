"""Which of the things on a page, choices of a list or tabs is meant by what was said."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from aura.capability.errors import ToolError
from aura.machine.browser.elements import Found
from aura.machine.browser.port import Tab

NEAR = 85.0
MOST_SHOWN = 8
BETWEEN_WORDS = re.compile(r"[\s_-]+")
BESIDE = re.compile(r"^[^\w]+|[^\w]+$")
NEXT, PREVIOUS, FIRST, LAST = "next", "previous", "first", "last"


def folded(text: str) -> str:
    """A name as it is compared: small letters, words apart by one space, no marks around it."""
    return BESIDE.sub("", BETWEEN_WORDS.sub(" ", text.casefold()))


def the_one(said: str, number: int, found: Sequence[Found]) -> Found:
    """The element that is meant: by its exact name, else by one that has the words, else by one that is near.

    Raises ToolError `NOT_ON_PAGE`, or `SEVERAL` with the names and numbers of those that may be meant.
    """
    if not folded(said):
        raise ToolError("NOTHING_NAMED", "It was not said what on the page is meant; say its text.")
    meant = _meant(said, found)
    if not meant:
        shown = ", ".join(dict.fromkeys(f'"{each.title}"' for each in found[:MOST_SHOWN]))
        there = f"; there are {shown}" if shown else ""
        raise ToolError("NOT_ON_PAGE", f'There is no "{said}" on the page{there}.')
    distinct = _distinct(meant)
    if number:
        if number > len(distinct):
            raise ToolError("NOT_ON_PAGE", f'There are only {len(distinct)} "{said}" on the page, not {number}.')
        return distinct[number - 1]
    if len(distinct) > 1:
        shown = ", ".join(f'{at}: "{each.title}"' for at, each in enumerate(distinct[:MOST_SHOWN], 1))
        raise ToolError("SEVERAL", f'There are {len(distinct)} things for "{said}" on the page ({shown}); say which.')
    return distinct[0]


def _meant(said: str, found: Sequence[Found]) -> list[Found]:
    asked = folded(said)
    words = set(asked.split())
    ways: tuple[Callable[[str], bool], ...] = (
        lambda name: name == asked,
        lambda name: words <= set(name.split()),
        lambda name: _is_near(asked, name),
    )
    for way in ways:
        if meant := [each for each in found if any(way(folded(name)) for name in each.names)]:
            return meant
    return []


def _is_near(asked: str, name: str) -> bool:
    from rapidfuzz import fuzz

    return fuzz.ratio(asked, name) >= NEAR


def _distinct(meant: Sequence[Found]) -> list[Found]:
    """Without what leads to the same place as one before, and without the label of a box that is there itself."""
    kept: list[Found] = []
    places: set[str] = set()
    inputs = {name for each in meant if each.tag == "input" for name in map(folded, each.names)}
    for each in meant:
        if each.tag == "label" and not inputs.isdisjoint(map(folded, each.names)):
            continue
        if each.href and each.href in places:
            continue
        places.add(each.href)
        kept.append(each)
    return kept


def choice_meant(said: str, choices: Sequence[str], title: str) -> int:
    """The place of the choice that is meant; raises ToolError `NO_CHOICE` with those that there are."""
    asked = folded(said)
    for way in (lambda name: name == asked, lambda name: asked in name, lambda name: _is_near(asked, name)):
        meant = [at for at, choice in enumerate(choices) if way(folded(choice))]
        if len(meant) == 1 or (meant and len({folded(choices[at]) for at in meant}) == 1):
            return meant[0]
        if meant:
            break
    shown = ", ".join(f'"{choice}"' for choice in choices[:MOST_SHOWN])
    raise ToolError("NO_CHOICE", f'"{title}" has no one choice "{said}"; there are {shown}.')


def tab_meant(said: str, tabs: Sequence[Tab]) -> int:
    """The place of the tab that is meant: a number, a place in the row, or a part of its title or address."""
    asked, count = folded(said), len(tabs)
    now = next((at for at, tab in enumerate(tabs) if tab.current), 0)
    by_place = {NEXT: (now + 1) % count, PREVIOUS: (now - 1) % count, FIRST: 0, LAST: count - 1}
    if asked in by_place:
        return by_place[asked]
    if asked.isdecimal():
        if not 1 <= int(asked) <= count:
            raise ToolError("NO_TAB", f"There is no tab {said}; there are {count}.")
        return int(asked) - 1
    meant = [at for at, tab in enumerate(tabs) if asked in folded(tab.title) or asked in tab.url.casefold()]
    if len(meant) != 1:
        shown = ", ".join(f'{tab.number}: "{tab.title or tab.url}"' for tab in tabs[:MOST_SHOWN])
        found = "no tab" if not meant else f"{len(meant)} tabs"
        raise ToolError(
            "NO_TAB", f'There {"is" if not meant else "are"} {found} for "{said}" ({shown}); say its number.'
        )
    return meant[0]
