"""A state of things that is told with a question mark, and may only be asked about: "budget.xlsx: B4 = 20?"."""

from __future__ import annotations

from aura.language.hearing.beside.setting_aside import ASKED
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import requests
from aura.language.utterance.verbs import orders_at
from aura.runtime.choosing.trial import Planned


def asks_whether(planned: Planned, lattice: Lattice) -> bool:
    """Whether a change of files is only told, and asked about: "*the food in budget.xlsx should be 300?*".

    What holds an order or a request asks for it, with a question mark or without: "B4 = 20, write that?".
    """
    written = any(seen.changes for seen in planned.previews)
    if not written or not lattice.text.rstrip().endswith(ASKED):
        return False
    asked = (orders_at(lattice, at) or requests(lattice, at) for at in range(lattice.size))
    return not any(asked) and not any(lattice.in_set(at, "polite") for at in range(lattice.size))
