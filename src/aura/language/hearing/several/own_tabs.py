"""Two addresses that are opened at once: "open a.org and b.org" → "open a.org and open b.org in a new tab".

In the same tab the second would take the place of the first.
"""

from __future__ import annotations

from aura.language.utterance.addresses import Addresses
from aura.language.utterance.lattice import Lattice

ANOTHER = "another_address"


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
