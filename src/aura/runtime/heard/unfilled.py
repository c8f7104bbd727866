"""An utterance without what says nothing at its edges, or amid it, is what it comes to: "*my goodness* mute it"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

import msgspec

from aura.contracts.outcome import RunResult
from aura.contracts.problem import Problem
from aura.language.decoding.decode import Decoded
from aura.language.hearing.beside.amid import without_asides
from aura.language.hearing.beside.fillers import Bare, Fillers
from aura.language.hearing.told.telling import predicates_behind, rests
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.providers.known_words import is_anybodys
from aura.runtime.choosing.alone import PLANNED, UNDONE, Alone, Understand
from aura.runtime.choosing.choose import NOT_WANTED, Describe
from aura.runtime.choosing.documents import asking, stopped
from aura.runtime.choosing.trial import Planned
from aura.runtime.doubts.left_out import left_out_in_vain
from aura.runtime.doubts.misgivings import NOW, whether_now
from aura.runtime.doubts.objections import objection_of, takes_away
from aura.runtime.house import House
from aura.runtime.vain.view import TEXTUAL
from aura.understanding.answers import YES


class Unfilled:
    """Looks at an utterance without its edges; `decode` reads a text, `understand` plans it."""

    def __init__(
        self, house: House, decode: Callable[[str], Decoded], understand: Understand, describe: Describe
    ) -> None:
        self._house, self._decode, self._understand, self._describe = house, decode, understand, describe

    def of(self, base: RunResult, decoded: Decoded, replies: Mapping[str, str]) -> Alone | None:
        """What comes of an utterance without them, or the question whether that is to be done; None if nothing does.

        What is answered is the question of the plan that was asked about, so that plan is made without the answer.
        """
        others = {key: said for key, said in replies.items() if key != NOW}
        fillers = Fillers(decoded.lattice, self._house.estimates, self._decode)
        amid = without_asides(decoded.lattice, fillers.harmless, self._decode, surely=bool(decoded.readings))
        whole = ((bare, None, _around(decoded.lattice, bare)) for bare in fillers.bare())
        held = ((Bare(one.text, True, True), one.around, [one.said]) for one in amid)
        for bare, around, left in chain(whole, held):
            if _drops_a_verb(decoded.lattice, bare) or _drops_a_predicate(decoded.lattice, bare):
                continue
            found = self._understand(bare.text, others)
            if around is not None and _holds(found.result, around):
                continue
            if found.result.status in UNDONE or found.result.when is not None:
                if found.result.back is None:
                    continue
            elif found.result.status == PLANNED:
                if found.planned is None or (around is None and self._loses(found.planned, left, decoded.lattice)):
                    continue  # What only its halves come to is found in the whole as well.
                if (against := self._against(found.planned, left)) is not None:
                    return Alone(stopped(self._house, base, against))
                if self._is_unsure(found, bare):
                    return self._asked(base, found, replies)
            elif found.result.question is not None and found.result.question.key == NOW and NOW in replies:
                found = self._understand(bare.text, replies)
            return found._replace(result=_said_as(found.result, base))
        return None

    def _loses(self, planned: Planned, left: Sequence[str], lattice: Lattice) -> bool:
        """Whether what was left out before or behind the words of a plan orders or asks something itself."""
        return left_out_in_vain(left, (), planned, lattice.text, self._house)

    def _against(self, planned: Planned, left: Sequence[str]) -> Problem | None:
        """Why a plan is not carried out, by what was left out around or amid its words: "restart it *my foot*"."""
        grammar, registry = self._house.grammar, self._house.registry
        found = (objection_of(planned, lattice_of(grammar, text), registry) for text in left)
        return next((problem for problem in found if problem is not None), None)

    def _is_unsure(self, found: Alone, bare: Bare) -> bool:
        """Whether what was left out may be somebody who does that, or is only guessed and something would be lost."""
        planned = found.planned
        if planned is None or planned.only_reads:
            return False
        return not bare.surely or (bare.guessed and takes_away(planned, self._house.registry))

    def _asked(self, base: RunResult, found: Alone, replies: Mapping[str, str]) -> Alone:
        """A plan with the question before it, or what its answer makes of it."""
        result = _said_as(found.result, base)
        if replies.get(NOW) == YES or found.planned is None:
            return found._replace(result=result)
        if NOW in replies:
            return Alone(stopped(self._house, base, Problem(NOT_WANTED, "So nothing was done.")))
        told = msgspec.structs.replace(base, intent=result.intent)
        return found._replace(result=asking(told, whether_now(self._describe(found.planned))))


def _around(lattice: Lattice, bare: Bare) -> list[str]:
    """What was left out before and behind words."""
    before, _, behind = lattice.text.partition(bare.text)
    return [text for text in (before, behind) if text.strip()]


def _holds(result: RunResult, around: tuple[str, str]) -> bool:
    """Whether what was left out may be of a value: it stood within one, or behind a text, which may hold anything."""
    values = (each for step in (result.plan or {}).get("steps", ()) for each in step["inputs"].items())
    said = [(name, str(value).lower()) for name, value in values]
    within, before = " ".join(around), around[0]
    return any(within in value or (name in TEXTUAL and value.endswith(before)) for name, value in said)


def _drops_a_verb(lattice: Lattice, bare: Bare) -> bool:
    """Whether a word is left out that nobody knows, and that may be a slip of a verb: "*tykpe* close word"."""
    kept = bare.text.lower().split()
    left = (at for at, token in enumerate(lattice.tokens) if token.shape == "word" and token.low not in kept)
    return any(lattice.at(at, "verb") and not is_anybodys(lattice.low[at]) for at in left)


def _drops_a_predicate(lattice: Lattice, bare: Bare) -> bool:
    """Whether what is left out at the end is told of what stands before it: "set the volume to 90 *woke the baby*"."""
    rested = rests(lattice) is not None
    return rested or any(lattice.text_of(0, at).endswith(bare.text) for at, _ in predicates_behind(lattice))


def _said_as(result: RunResult, base: RunResult) -> RunResult:
    return msgspec.structs.replace(result, utterance=base.utterance, run_id=base.run_id)
