"""What could be done and was hardly meant, as its texts and its steps show.

Such a plan is none, so that another reading may be tried; where there is none, what it lacks is said.
"""

from __future__ import annotations

from collections.abc import Container
from itertools import chain

from aura.contracts.problem import Problem
from aura.language.utterance.lattice import Lattice
from aura.runtime.trial import Planned
from aura.runtime.vain import clauses, more, parts, questions, steps, texts, typed

ROOMS = (clauses, texts, more, parts, steps, typed, questions)


def done_in_vain(planned: Planned, lattice: Lattice, names: Container[str]) -> Problem | None:
    """Why what a plan would do is not what was said; nothing where nothing shows that.

    `names` are the words of what programs, sites and the like are called.
    """
    checks = chain.from_iterable(room.CHECKS for room in ROOMS)
    why = next((why for check in checks if (why := check(planned, lattice)) is not None), None)
    named = (check(planned, lattice, names) for check in steps.CHECKS_OF_NAMES)
    return why or next((why for why in named if why is not None), None)
