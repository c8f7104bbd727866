"""An utterance whose topic stands before what is said of it is the command that holds it: "vlc: close".

That is so where it came to nothing as it stands, or to less, and where every such command that can be done does the
same, is read whole, and takes the topic as a thing or a place, and not into a text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice

import msgspec

from aura.contracts.change import Copy, MakeFolder, Move
from aura.language.decoding.decode import Decoded
from aura.language.hearing.beside.setting_aside import ASKED
from aura.language.hearing.told.topics_first import TopicFirst, may_say_more, topics_first
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import is_out_of_order
from aura.runtime.choosing.alone import PLANNED, UNDONE, Alone, Said, Understand
from aura.runtime.choosing.choose import TOLD
from aura.runtime.choosing.trial import Planned
from aura.runtime.doubts.doubtful_texts import BEGUN, EARLIER, SUM
from aura.runtime.doubts.misgivings import NOW
from aura.runtime.house import House
from aura.runtime.parted.asking import Steps
from aura.runtime.parted.halves import (
    steps_in,
)
from aura.runtime.vain.both import done_to_fewer
from aura.runtime.vain.view import REFERENCE, TEXTUAL, View

MOST, MOST_PLANNED = 24, 6
"""Commands that are read, and those that are planned."""
LONGEST = 40
PAUSES = re.compile(r"[,?;] | [-—] ")
"""Marks behind which something may be said beside a command."""
WORDS = re.compile(r"[^\W_]+")


class TopicsFirst:
    """Looks at an utterance with its topic put where it belongs; `understand` plans a text, `decode` reads it."""

    def __init__(self, house: House, decode: Callable[[str], Decoded], understand: Understand) -> None:
        self._house, self._decode, self._understand = house, decode, understand

    def of(self, found: Alone, said: Said) -> Alone | None:
        """What the commands come to that hold the topic, if they do the same; None where none of them is done."""
        before = steps_in(found.result)
        if not _may_be_heard_otherwise(found, before) or said().size > LONGEST:
            return None
        if is_out_of_order(said()) or (before is not None and not may_say_more(said())):
            return None
        ways = [one for one in islice(topics_first(said()), MOST) if self._is_read(one)]
        meant = list[Alone]()
        for way in ways[:MOST_PLANNED]:
            alone = self._understand(way.text, {})
            if not meant and alone.result.question is not None and alone.result.question.key == NOW:
                return None  # It may say more than the ways behind it do.
            if _takes(alone, way) and (before is None or _goes_further(alone, before)):
                meant.append(alone)
        if not meant or any(steps_in(one.result) != steps_in(meant[0].result) for one in meant):
            return None
        planned = meant[0].planned
        if _is_only_asked(meant[0], said()) or (planned is not None and done_to_fewer(View(planned, said()))):
            return None
        result = found.result
        told = msgspec.structs.replace(meant[0].result, utterance=result.utterance, run_id=result.run_id)
        return meant[0]._replace(result=told)

    def _is_read(self, way: TopicFirst) -> bool:
        """Whether a command is read, with what is said beside it behind a mark or not."""
        marks = (mark.start() for mark in PAUSES.finditer(way.text, way.text.find(way.topic) + len(way.topic)))
        ends = (len(way.text), *marks)
        return any(self._decode(way.text[:end]).readings for end in ends)


def _may_be_heard_otherwise(found: Alone, before: Steps | None) -> bool:
    """Whether an utterance came to nothing, or to what asks nothing of any text and may be only a part of it."""
    result = found.result
    if result.status == "clarification":
        return result.question is None or result.question.key not in (NOW, SUM, BEGUN, EARLIER)
    if before is not None and result.status == PLANNED:
        return not any(name in inputs for _, inputs in before for name in (*TEXTUAL, "query", "question"))
    return result.status in UNDONE


def _takes(alone: Alone, way: TopicFirst) -> bool:
    """Whether a command is planned that takes its topic, and none of it beside what it does or into a text."""
    decoded, planned, result = alone.decoded, alone.planned, alone.result
    if result.status != PLANNED or result.when is not None or decoded is None or planned is None:
        return False
    if not way.ordered and _carries_to_what_is_new(planned):
        return False
    lattice, topic = decoded.lattice, WORDS.findall(way.topic.lower())
    beside = [lattice.text_of(start, end) for kind, start, end in planned.reading.notes if kind in TOLD]
    left = [] if result.understood is None else [_less(way.text, result.understood.command)]
    texts = [str(step.inputs[name]) for step in planned.steps for name in TEXTUAL if name in step.inputs]
    if not topic:  # What is written or said was read with its colon before.
        return all(text.startswith(REFERENCE) for text in texts)
    spoken = {word for text in (*beside, *left, *texts) for word in WORDS.findall(text.lower())}
    return not spoken.issuperset(topic)


def _carries_to_what_is_new(planned: Planned) -> bool:
    """Whether a predicate would make the place where it carries its topic: "photo.jpg, *in my opinion* it's good"."""
    changes = [change for seen in planned.previews for change in seen.changes]
    carries = any(isinstance(change, Move | Copy) for change in changes)
    return carries and any(isinstance(change, MakeFolder) for change in changes)


def _is_only_asked(alone: Alone, lattice: Lattice) -> bool:
    """Whether what would change something is only asked, without an order: "notes.txt in archive?"."""
    planned = alone.planned
    return planned is not None and not planned.only_reads and lattice.text.rstrip().endswith(ASKED)


def _less(text: str, command: str) -> str:
    """The words of a text that are none of a command."""
    kept = {*WORDS.findall(command.lower())}
    return " ".join(word for word in WORDS.findall(text.lower()) if word not in kept)


def _goes_further(alone: Alone, before: Steps) -> bool:
    """Whether a command does all that was planned before, and more."""
    steps = steps_in(alone.result) or []
    return len(steps) > len(before) and steps[: len(before)] == before
