"""Whether what the first half asks may go on with the second one."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import STOPS
from aura.runtime.choosing.questions import may_go_on_with_order
from aura.runtime.parted.halves import Halves


def question_goes_on(halves: Halves) -> bool:
    """Whether a question in free words may go on with the order behind it: "how do I open it *and lock the screen*".

    Behind a mark alone it does so only in a list: "how do I open it, *lock the screen and mute it*".
    """
    one, two = halves.one, halves.two
    if not one.asks or two.planned.only_reads:
        return False
    said = two.decoded.lattice
    listed = any(said.in_set(at, "coordinating") for at in range(said.size))
    return may_go_on_with_order(one.decoded.lattice) and (listed or not halves.apart)


def stands_apart(utterance: Lattice, end: int, begin: int) -> bool:
    """Whether a full stop stands between two tokens, or a mark and no word that joins: "what is it*,* mute it"."""
    stopped = any(utterance.low[at] in STOPS for at in range(end, begin))
    return stopped or not any(utterance.in_set(at, "coordinating") for at in range(end, begin + 1))
