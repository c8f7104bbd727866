"""Two things that are opened at once: "open a.org and b.org" → "open a.org and open b.org in a new tab".

In the same tab the second would take the place of the first.
"""

from __future__ import annotations

from aura.language.hearing.said_anew import SaidAnew
from aura.language.utterance.addresses import Addresses
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import is_ended, may_order

ANOTHER, JOINED = "another_address", "item_separator"
LONGEST = 6
"""Tokens of what is opened in another one, and what leads to that."""


def each_in_its_tab(lattice: Lattice) -> str | None:
    """The utterance with its second address opened in a tab of its own; None without two, or where a tab was said."""
    addresses = Addresses(lattice)
    pane = next((at for at in range(lattice.size) if lattice.in_set(at, "panes")), lattice.size)
    for begin in lattice.beginnings.get(ANOTHER, ()):
        for end, cost, said in lattice.at(begin, ANOTHER):
            ended = lattice.is_over(end + 1) or any(map(lattice.begins_clause, lattice.ends(end + 1, "joint")))
            both = (begin - 1, end) if begin > 1 and end < lattice.size else ()
            beside = bool(both) and all(addresses.web(at) and lattice.low[at] not in lattice.known.files for at in both)
            if not cost and begin <= pane and beside and ended and lattice.ending(begin - 1, "opens_address"):
                first, second = lattice.tokens[begin - 1], lattice.tokens[end]
                return f"{lattice.text[: first.end]} {said.format(second.text)}{lattice.text[second.end :]}"
    return None


def in_another(lattice: Lattice) -> SaidAnew | None:
    """What is opened in another tab or window said with its verb: "open a in a new tab and *b in another one*"."""
    for joint in lattice.beginnings.get(JOINED, ()):
        place = next((at for at in range(joint - 2, 0, -1) if lattice.class_name(at) == "preposition"), 0)
        verb = next((at for at in range(place) if may_order(lattice, at)), place)
        if verb == place or not lattice.in_set(joint - 1, "panes"):
            continue
        for second in lattice.ends(joint, JOINED):
            behind = range(second + 1, min(second + LONGEST, lattice.size - 1))
            again = next((at for at in behind if lattice.low[at] == lattice.low[place]), 0)
            end = again + 2 + any(lattice.in_set(again + 2, name) for name in ("noun_again", "panes"))
            other = again and lattice.in_set(again + 1, "kinds_of_panes") and is_ended(lattice, end)
            if other and not any(may_order(lattice, at) for at in range(second, again)):
                said = (lattice.text_of(*span) for span in ((verb, verb + 1), (second, again), (place, joint)))
                return SaidAnew(
                    " ".join((lattice.text_of(0, second), *said, lattice.text_of(end, lattice.size))), joint
                )
    return None
