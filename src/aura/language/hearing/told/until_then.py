"""What is ordered for the end of a time that is told before it: "mute it, she sleeps *until three* then unmute it"."""

from __future__ import annotations

from aura.language.decoding.phrases import Phrases
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import next_mark, past_mark
from aura.language.utterance.numbers import Numbers


def until_then(lattice: Lattice) -> tuple[int, int] | None:
    """The time until which something is told to last, where what points back is ordered for then; None without one."""
    until = (at for at in range(1, lattice.size - 2) if lattice.in_set(at, "lasting_until"))
    times = ((at, _end_of_time(lattice, at)) for at in until)
    return next(((at, end) for at, end in times if end > at and _is_done_then(lattice, end)), None)


def _end_of_time(lattice: Lattice, at: int) -> int:
    """Where a time ends until which something lasts; the token itself where there is none."""
    number = Numbers(lattice).at(at + 1)
    times = (time.end for time in Phrases(lattice).slotted.times(at))
    return max([number[0] if number is not None else at, *times])


def _is_done_then(lattice: Lattice, time: int) -> bool:
    """Whether what is ordered behind a time points back and is done then: "*then* unmute it", "unmute it *then*"."""
    then = past_mark(lattice, time)
    while then < lattice.size and (lattice.class_name(then) == "joint" or lattice.in_set(then, "following")):
        then += 1
    led = any(lattice.in_set(at, "following") for at in range(time - 1, then))
    while then < lattice.size and (lattice.in_set(then, "own_subject") or lattice.in_set(then, "modal")):
        then += 1
    stop = next_mark(lattice, then)
    ends = stop > then and lattice.in_set(stop - 1, "following")
    pointed = any(lattice.class_name(at) == "pronoun" and lattice.begins(at, "it") for at in range(then, stop))
    return (led or ends) and pointed and lattice.begins_clause(then)
