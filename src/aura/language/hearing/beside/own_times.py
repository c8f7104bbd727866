"""Whether the time that is told beside a command is that of what is told, or may be when the command is to be done."""

from __future__ import annotations

from aura.language.asides.harmless import Harmless
from aura.language.asides.statements import Statements
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import POINTING

SHORTENED = "'s"
OPENED = 2
"""Tokens that may stand before what opens an utterance: "right, focus mode: …"."""
LEAD = "remark_lead"
PLANNED_FOR = "planned_for"
NO_EVENTS = ("coming_to_an_end", PLANNED_FOR)
"""Sets of words whose time may be the command's own."""
WISHED = ("ought", "wishing", "conditional")
"""Sets of words by which what is told may be what is wished."""


class OwnTimes:
    """The times in what is told beside the command of one utterance."""

    def __init__(self, lattice: Lattice, harmless: Harmless, statements: Statements) -> None:
        self._lattice = lattice
        self._harmless = harmless
        self._statements = statements

    def delays(self, at: int) -> bool:
        """Whether a time begins at a token."""
        return self._harmless.delays(at) or self._harmless.opens_with_time(at)

    def opens_told(self, begin: int, end: int) -> bool:
        """Whether a time is told of what somebody does then: "*every day* I forget it", "*at ten* comes my boss"."""
        if not is_apart(self._lattice, begin):
            return False
        lattice, slotted = self._lattice, self._harmless.slotted
        behind = (time.end + (lattice.low[time.end] == ",") for time in slotted.times(begin) if time.end < end)
        return any(at < end and (lattice.in_set(at, "own_subject") or _does(lattice, at)) for at in behind)

    def wants_it(self, begin: int, end: int) -> bool:
        """Whether a stretch may say when it is wanted: "*it*'s for tomorrow", "i *want it* tomorrow".

        So may how something is now, where no mark stands before it: "mute it the baby is asleep *in ten minutes*".
        """
        lattice = self._lattice
        if self.is_so_now(begin, end):
            return True
        wished = any(lattice.in_set(at, "wishing") for at in range(begin, end))
        return any(lattice.at(at, "it") for at in (range(begin, end) if wished else (begin,)))

    def is_delayed(self, begin: int, end: int) -> bool:
        """Whether a stretch says when, and that is not the time of what it tells."""
        lattice, statements = self._lattice, self._statements
        if any(lattice.in_set(at, PLANNED_FOR) for at in range(begin, end)):
            return any(lattice.in_set(at, "when") or self.delays(at) for at in range(begin, end))
        time = next((at for at in range(begin, end) if self.delays(at)), None)
        if time is None or self.opens_told(begin, end):
            return False
        verb = statements.verb(begin, end)
        bounded = lattice.is_over(end) or lattice.tokens[end - 1].shape == "mark"
        pointed = any(lattice.in_set(at, "adding") for at in (*range(begin), *range(end, lattice.size)))
        ended = any(lattice.begins(word, "conclusion") for word in range(time + 1, end + 1))
        if verb is None and begin <= OPENED and begin < time and ended and not pointed:
            return False  # It tells why: "client on the phone in a sec, so …".
        if verb is None or not bounded or pointed:
            return True
        return not statements.tells_own_time(begin, verb, end, time)

    def tells_of_event(self, begin: int, end: int) -> bool:
        """Whether a time is of what a stretch names itself: "close slack, *client call in two minutes*".

        What is wished, waits, ends, points at a thing or speaks of what is ordered outside of it may be the command's
        own time: "close slack, *it starts at eight*", "*slack closes at ten*"; not what has lasted: "*rang since six*".
        """
        lattice, verb = self._lattice, self._statements.verb(begin, end)
        no_event = any(lattice.in_set(at, name) for at in range(begin, end) for name in NO_EVENTS)
        if no_event or self.is_so_now(begin, end):
            return False
        time = next((at for at in range(begin, end) if self.delays(at)), end)
        if verb is not None and verb < time < end and self._statements.tells_own_time(begin, verb, end, time):
            return True
        stretch, outside = range(begin, end), {*lattice.low[:begin], *lattice.low[end:]}
        told = [at for at in range(begin, time) if lattice.class_name(at) in ("", "noun")]
        several = lattice.in_set(begin, "several_subjects") and lattice.class_name(begin + 1) != "being"
        pointing = (at for at in stretch if not POINTING.isdisjoint(lattice.hits[at]) and not (several and at == begin))
        if not told or any(pointing) or any(lattice.low[at] in outside for at in told):
            return False
        wished = any(lattice.in_set(at, name) for at in stretch for name in WISHED)
        return not (wished or any(lattice.class_name(at) == "later" for at in stretch) or lattice.begins(begin, "verb"))

    def is_so_now(self, begin: int, end: int) -> bool:
        """Whether a stretch without a mark before it says how something is, and then when: "she's *asleep tonight*"."""
        lattice = self._lattice
        states = (at for at in range(begin + 1, end - 1) if lattice.in_set(at, "condition") and self.delays(at + 1))
        shown = any(lattice.class_name(at - 1) == "being" or lattice.low[at - 1].endswith(SHORTENED) for at in states)
        return shown and not is_apart(lattice, begin)


def is_apart(lattice: Lattice, start: int) -> bool:
    """Whether a mark stands before a stretch, or a word that leads on to a remark: "bc i always forget it"."""
    return start == 0 or lattice.tokens[start - 1].shape == "mark" or bool(lattice.at(start, LEAD))


def _does(lattice: Lattice, at: int) -> bool:
    """Whether a word is what somebody does who follows it: "*comes* my boss"."""
    does = lattice.ends_like(at, "subject") and not lattice.ends_like(at, "no_subject")
    return does and (lattice.in_set(at + 1, "determiner") or lattice.in_set(at + 1, "own_subject"))
