"""An utterance with a word that nobody knows, a slip away from one that makes it clear, is what it is with that one.

"*Remembelr* to water the plants", "a word document *clled* regrets".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from aura.capability.effect import Effect
from aura.contracts.outcome import RunResult
from aura.language.decoding.account import free_tokens
from aura.language.grammar.grammar import Grammar
from aura.language.hearing.misheard.respelling import Respelled, respellings
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.providers.known_words import SHORTEST, is_anybodys, is_hardly
from aura.runtime.choosing.alone import PLANNED, Alone, Said, Understand
from aura.runtime.choosing.choose import MARGIN, TOLD
from aura.runtime.doubts.objections import takes_away
from aura.runtime.heard.hearings import looks_at
from aura.runtime.heard.respelled import COUNTED, accounted, said_freely
from aura.runtime.house import House
from aura.runtime.vain.sums import leaves_out_of_a_sum
from aura.runtime.vain.view import TEXTUAL, View

REFUSED = "refused"
OPERATOR, REPEATED, LEADS_NAME = "operator", "repeated", "leads_name"
WORDS = re.compile(r"[^\W\d_]+")


class PutRight:
    """Looks at an utterance with its slips put right; `understand` plans a text."""

    def __init__(self, house: House, understand: Understand) -> None:
        self._house = house
        self._understand = understand

    def of(self, found: Alone, said: Said) -> Alone | None:
        """What an utterance comes to with one word of it put right, where that is certain.

        It is where that is done unasked, takes nothing away, and does the same with each other word as near with which
        something is done. What acts, and cannot be taken back, is no order in what else is a text.
        """
        if found.result.status == REFUSED:
            return None
        return self._surely(islice(self._slips(found, said()), looks_at(said())), found, said())

    def _slips(self, found: Alone, lattice: Lattice) -> Iterator[Respelled]:
        """The utterance with one word put right that nobody knows, or hardly anybody means, and that counts nothing.

        Where something is done as it stands, the word right behind "called" is a name: "a folder called *chem* lab".
        """
        for one in respellings(lattice, (), self._house.values.words):
            said = lattice.low[one.position]
            known = is_anybodys(said)
            strange = len(said) >= SHORTEST and (
                not known or (is_hardly(said, one.word) and not (one.short or one.far))
            )
            named = found.result.status == PLANNED and lattice.in_set(max(one.position - 1, 0), LEADS_NAME)
            if (
                strange
                and not named
                and not _counts(one, lattice.grammar)
                and _taken_for(found, lattice, one.position) in (None, one.word)
            ):
                yield one

    def _surely(self, slips: Iterable[Respelled], found: Alone, lattice: Lattice) -> Alone | None:
        """What is done unasked where a word is put right, if it is the same for all that are as likely."""
        meant: list[tuple[float, Alone]] = []
        for one in slips:
            if meant and one.cost > meant[0][0] + MARGIN:
                break
            alone = self._understand(one.text, {})
            if alone.result.status == REFUSED or alone.result.when is not None:
                return None
            if alone.result.status == PLANNED and alone.planned is not None and _is_needed(alone, one):
                meant.append((one.cost, alone))
        if not meant:
            return None
        alone, plans = meant[0][1], [_steps(each.result) for _, each in meant]
        planned = alone.planned
        if planned is None or takes_away(planned, self._house.registry) or any(one != plans[0] for one in plans):
            return None
        if leaves_out_of_a_sum(View(planned, lattice)) or self._orders_in_a_text(alone):
            return None
        said = msgspec.structs.replace(alone.result, utterance=found.result.utterance)
        return alone._replace(result=said)

    def _orders_in_a_text(self, alone: Alone) -> bool:
        """Whether something is done elsewhere right behind a text: "type git push and *pess* enter"."""
        decoded, planned = alone.decoded, alone.planned
        if decoded is None or planned is None:
            return False
        lattice, free = decoded.lattice, free_tokens(planned.reading, decoded.lattice)
        written = " ".join(text.value.lower() for text in View(planned, lattice).texts if text.fills(*TEXTUAL))
        lasts = [max((at for at in free if at < one.start), default=-1) for one in planned.reading.clauses[1:]]
        behind = any(at >= 0 and lattice.low[at] in written.split() for at in lasts)
        return behind and any(self._house.registry[step.id].effect == Effect.ACTS for step in planned.steps[1:])


def _counts(one: Respelled, grammar: Grammar) -> bool:
    """Whether the word put right says how many or how often, or is one of a sum: no slip decides that."""
    counted = any(one.word in grammar.words[name] for name in (*COUNTED, REPEATED))
    return counted or bool(lattice_of(grammar, one.text).at(one.position, OPERATOR))


def _is_needed(alone: Alone, one: Respelled) -> bool:
    """Whether the word put right is one of the language where it stands, and of no name, text, question or remark."""
    decoded, planned = alone.decoded, alone.planned
    if decoded is None or planned is None:
        return False
    low = [token.text.lower() for token in decoded.lattice.tokens]
    if alone.result.understood is not None and one.word not in low:
        return False  # It was left out, with what is around it.
    named = {*WORDS.findall(" ".join(low[at] for at in free_tokens(planned.reading, decoded.lattice)))}
    asked = {*WORDS.findall(" ".join(low[at] for at in said_freely(decoded, planned.reading)))}
    beside = {low[at] for kind, *span in planned.reading.notes if kind in TOLD for at in range(*span) if at < len(low)}
    told = WORDS.findall(str([step.inputs for step in planned.steps]).lower())
    return one.word not in named | beside | asked.intersection(told)


def _taken_for(found: Alone, said: Lattice, position: int) -> str | None:
    """The word of the language that what was found, and is done, takes a word for already; "" for one of several."""
    decoded, planned = found.decoded, found.planned
    if found.result.status != PLANNED or decoded is None or planned is None:
        return None
    unlike = [at for at, (one, other) in enumerate(zip(decoded.lattice.low, said.low, strict=False)) if one != other]
    if decoded.lattice.size == said.size and unlike == [position]:
        return decoded.lattice.low[position]
    free = said_freely(decoded, planned.reading) | accounted(decoded, planned.reading)
    stands = [at for at, low in enumerate(decoded.lattice.low) if low == said.low[position] and at not in free]
    near = decoded.lattice.corrected(stands[0]) if stands else []
    nearest = [word for word, price in near if price == min(cost for _, cost in near)]
    return None if not nearest else nearest[0] if len(nearest) == 1 else ""


def _steps(result: RunResult) -> Any:
    return None if result.plan is None else [(step["id"], step["inputs"]) for step in result.plan["steps"]]
