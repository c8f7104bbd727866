"""What an utterance says of its own command: that it is taken back, or that it only tells what was done."""

from __future__ import annotations

from typing import NamedTuple

from aura.contracts.problem import Problem
from aura.language.decoding.account import free_tokens
from aura.language.decoding.decode import Decoded
from aura.language.decoding.phrases import Phrases
from aura.language.hearing.telling import told_of_itself
from aura.language.hearing.withdrawing import withdrawn
from aura.runtime.choose import NOT_WANTED, WITHDRAWN

TELLS = "only tells of that, so nothing was done; say it without that to have it done."
AROUND = " ,.-"
"""Marks around what is told."""


class CalledOff(NamedTuple):
    """Why nothing is done, and the token behind which it may be said anew, if it may."""

    problem: Problem
    anew: int | None = None


def called_off(decoded: Decoded) -> CalledOff | None:
    """Why nothing that is said is to be done, as it says itself."""
    lattice = decoded.lattice
    taken_back = withdrawn(lattice, lambda: Phrases(lattice).remarks)
    if taken_back is not None:
        return CalledOff(_not_wanted(decoded, taken_back, WITHDRAWN), taken_back[1])
    free = free_tokens(decoded.readings[0], lattice) if decoded.readings else frozenset()
    told = told_of_itself(lattice, free)
    return None if told is None else CalledOff(_not_wanted(decoded, told, TELLS))


def _not_wanted(decoded: Decoded, span: tuple[int, int], why: str) -> Problem:
    return Problem(NOT_WANTED, f'"{decoded.lattice.text_of(*span).strip(AROUND)}" {why}')
