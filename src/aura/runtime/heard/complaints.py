"""What is ordered of a program that gives trouble is done, whatever is told of it: "*zoom lost my mic*, close it and
start it again".

Who has a program ended and started again, or killed as it hangs, tells why, and that is no reason against it. Who hears
or sees one may have it shown: "I can hear *teams* but it's lost under all this, bring it to the front".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import msgspec

from aura.capability.effect import Effect
from aura.language.decoding.phrases import Phrases
from aura.language.grammar.pieces import POSSESSIVE
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import Predicates
from aura.language.utterance.stretches import beyond, may_order, past, stretches_of
from aura.runtime.choosing.alone import UNDONE, Alone, Said, Understand, steps_of
from aura.runtime.house import House

UNSETTLED = (*UNDONE, "clarification", "refused")
LEADING = ("filler", "joint", "conclusion", "exclaimed")
"""What may stand between what is told and the order."""
UNTOLD = ("asks", "forbidden", "request")
"""What makes more of words than what is told: they ask, forbid or order."""
LATER, NEGATION, PREPOSITION, ARTICLE, MARK, VERB = "later", "negation", "preposition", "article", "mark", "verb"
ENDED, STARTED_AGAIN, KEPT = [True], [True, False], [False]
"""Which steps of a plan end something."""
MOST_TRIED, LONGEST = 4, 40


class Order(NamedTuple):
    """An order with its program named in it, that program, and whether it is killed as it hangs, or was perceived."""

    text: str
    app: str
    killed: bool = False
    perceived: bool = False


class Complaints:
    """Looks at an order without what is told around it of its program; `understand` plans a text."""

    def __init__(self, house: House, understand: Understand) -> None:
        self._house = house
        self._understand = understand

    def of(self, found: Alone, said: Said) -> Alone | None:
        """What the order alone comes to, if it ends a program that is started again, or hangs, or shows one."""
        lattice = said()
        ended = ends_of(found, self._house) in (ENDED, STARTED_AGAIN)
        if lattice.size > LONGEST or not (ended or found.result.status in UNSETTLED):
            return None
        for order in islice(self._orders(lattice), MOST_TRIED):
            again = self._understand(order.text, {})
            if self._is_meant(again, order):
                result = msgspec.structs.replace(again.result, utterance=found.result.utterance)
                return again._replace(result=result)
        return None

    def _is_meant(self, again: Alone, order: Order) -> bool:
        """Whether a plan ends the program and starts it again, ends it as it hangs, or only shows it."""
        if again.result.when is not None or not all(order.app in step["inputs"].values() for step in steps_of(again)):
            return False
        ends = ends_of(again, self._house)
        return ends == STARTED_AGAIN or (order.killed and ends == ENDED) or (order.perceived and ends == KEPT)

    def _orders(self, lattice: Lattice) -> Iterator[Order]:
        """The orders of which an utterance tells only why around them: "zoom lost my mic, *close it and …*"."""
        for at in range(lattice.size - 1):
            told = _told_until(lattice, at)
            if told is None:
                continue
            pointed = past(lattice, at + 1, "it")
            app = self._app(lattice.low[at + 1]) if pointed == at + 1 else self._told_of(lattice, told)
            perceived = any(self._app(lattice.low[word]) and _is_perceived(lattice, word) for word in range(1, told))
            for end in _ends_of(lattice, at) if app else ():
                hangs = any(
                    lattice.in_set(word, "hanging") and not lattice.in_set(word + 1, "inwards") for word in range(told)
                )
                if pointed == at + 1:
                    yield Order(lattice.text_of(at, end), app)
                else:
                    killed = lattice.in_set(at, "killing")
                    verb = next(iter(lattice.grammar.words["killing_surely"])) if killed else lattice.tokens[at].text
                    yield Order(f"{verb} {app} {lattice.text_of(pointed, end)}", app, killed and hangs, perceived)

    def _told_of(self, lattice: Lattice, end: int) -> str:
        """The one program of which something is told before a token; nothing where there is none, or several."""
        found = [(at, app) for at in range(end) if (app := self._app(lattice.low[at]))]
        if len({app for _, app in found}) != 1:
            return ""
        at, app = found[0]
        return app if _is_told_of(lattice, at, end) else ""

    def _app(self, word: str) -> str:
        """What the program is called that a word names; nothing where it names none."""
        values = self._house.values
        return next((str(out) for name, out in values.named_in([word]) if name in values.open), "")


def ends_of(alone: Alone, house: House) -> list[bool]:
    """Which steps of a plan end something, or lose what was not saved in it."""
    tools = (house.registry[step["id"]] for step in steps_of(alone))
    return [tool.ends or tool.effect == Effect.DESTROYS for tool in tools]


def _told_until(lattice: Lattice, at: int) -> int | None:
    """Where what is told ends before an order that begins at a token; None where more than that stands before it.

    The second word of an order begins none: "force *quit* it".
    """
    if not _may_order(lattice, at) or (at and _may_order(lattice, at - 1)):
        return None
    ends = (end for end in range(at, -1, -1) if beyond(lattice, end, *LEADING, marks=True) >= at)
    told = min(ends, default=at)
    return told if _only_tells(lattice, 0, told) else None


def _only_tells(lattice: Lattice, start: int, end: int) -> bool:
    """Whether nothing is ordered, asked or forbidden between two tokens, and nothing waits for what is said there.

    Nor may it be what somebody else says: "*my boss says* zoom is stuck, kill it". An order without a verb is one as
    well: "*full screen*, as it is too small, and close zoom and start it again".
    """
    harmless = Phrases(lattice).remarks.harmless
    if any(start <= at and stop <= end and harmless.is_whole_order(at, stop) for _, at, stop in stretches_of(lattice)):
        return False
    for at in range(start, end):
        begun = at == start or lattice.tokens[at - 1].shape == MARK or bool(lattice.ending(at, "joint"))
        waits = lattice.class_name(at) == LATER or lattice.in_set(at, "conditional") or lattice.in_set(at, "reporting")
        hidden = lattice.in_set(at, "contrasting") and lattice.in_set(at + 3, "perceiving")
        waits = waits and not (hidden and lattice.class_name(at + 2) == NEGATION)  # "*but I can't see* it"
        can = at > 0 and (lattice.in_set(at - 1, "modal") or lattice.class_name(at - 1) == NEGATION)
        ordered = not can and _may_order(lattice, at) and at + 1 < lattice.size and lattice.begins(at + 1, "it")
        begun = begun and not lattice.in_set(at, "speaking")  # "*I've* got a call" orders nothing
        whole = lattice.begins_clause(at) and lattice.class_name(at + 1) == ARTICLE  # "*lower the* brightness"
        if waits or ordered or (begun and (whole or lattice.begins(at, *UNTOLD) or may_order(lattice, at))):
            return False
    return True


def _may_order(lattice: Lattice, at: int) -> bool:
    """Whether a word may be the verb of a command, of whatever domain: "*close* it", but not "is it" or "a *plank*"."""
    if at and lattice.class_name(at - 1) == ARTICLE:
        return False
    verb = lattice.class_name(at) == VERB and lattice.begins(at, VERB)
    fills = (lattice.class_name(at) and not verb) or lattice.begins(at, "filler")
    return lattice.tokens[at].shape == "word" and lattice.begins_clause(at) and not fills


def _ends_of(lattice: Lattice, at: int) -> Iterator[int]:
    """Where an order may end that begins at a token: with the utterance, or where behind it is only told.

    That is at a mark, or where who speaks tells of himself: "kill it and start it *I've got a call in a minute*".
    """
    yield lattice.size
    predicates = Predicates(lattice)
    for end in range(at + 1, lattice.size):
        if lattice.tokens[end].shape == MARK:
            told = end + 1
        elif lattice.in_set(end, "speaking") and predicates.verb(end, lattice.size) is not None:
            told = end
        else:
            continue
        if _only_tells(lattice, told, lattice.size) and (told > end or not _goes_on(lattice, told)):
            yield end


def _goes_on(lattice: Lattice, start: int) -> bool:
    """Whether what is told without a mark may be what is wanted of the same: "start it *I want it back in an hour*"."""
    words = range(start, lattice.size)
    return any(lattice.begins(at, "it") or lattice.in_set(at, "wanting") for at in words)


def _is_perceived(lattice: Lattice, at: int) -> bool:
    """Whether somebody says that he sees or hears what a token names: "I can *hear teams* pinging"."""
    return at > 0 and lattice.in_set(at - 1, "perceiving")


def _is_placed(lattice: Lattice, at: int) -> bool:
    """Whether a token says that what follows is a place: "no picture *on* zoom"."""
    return at >= 0 and lattice.class_name(at) == PREPOSITION


def _is_told_of(lattice: Lattice, at: int, end: int) -> bool:
    """Whether something is told of what a token names: "*Zoom* froze", "zoom*'s* stuck", "no picture *on zoom*"."""
    placed = _is_placed(lattice, at - 1)
    shortened = lattice.low[at].endswith(POSSESSIVE)
    behind = at + 1
    hangs = lattice.in_set(behind, "hanging") or lattice.begins(behind, "filler")
    said = lattice.class_name(behind) in ("being", NEGATION) or lattice.in_set(behind, "states") or hangs
    said = (
        said
        or _is_perceived(lattice, at)
        or lattice.in_set(behind, "never_orders")
        or Predicates(lattice).verb(at, end) == behind
    )
    return said or shortened or placed
