"""Random, broken and hostile input through the whole product: no exception, nothing strays, bounded time."""

from __future__ import annotations

import gc
import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "bench"))

import hostile
from aura.contracts.outcome import EXIT_CODES
from aura.runtime.pipeline import Orchestrator
from hostile_inputs import SEEDS, Documents, Sentences

SENTENCES, DOCUMENTS, COMMANDS, JOINED = 480, 480, 170, 48
PLAIN = "create a folder called reports"
MOST_TIMES_PLAIN = 500  # the cost of a hostile sentence, in plain ones planned at the same time on the same machine


class Ground:
    """A planted tree with a session in it, and sources of input for it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        hostile.plant(folder)
        self.session: Orchestrator = hostile.session(folder)
        self.sentences: Sentences = hostile.sentences(self.session)
        self.documents: Documents = hostile.documents(self.session, folder)
        self.before = hostile.snapshot(folder)
        self.most_seconds = MOST_TIMES_PLAIN * statistics.median(self._plain() for _ in range(9))

    def _plain(self) -> float:
        """The seconds of processor time that a plain sentence takes here and now."""
        started = time.thread_time()
        assert self.session.plan(PLAIN).status == "planned"
        return time.thread_time() - started

    def replant(self) -> None:
        """The tree as it was, for the next command."""
        hostile.clear(self.folder)
        hostile.plant(self.folder)
        self.before = hostile.snapshot(self.folder)


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    """A ground of its own; the collector leaves alone what other tests of this process have left behind."""
    folder = tmp_path_factory.mktemp("hostile")
    gc.collect()
    gc.freeze()
    yield Ground(folder)
    gc.unfreeze()


def numbered(count: int) -> Iterator[random.Random]:
    for number in range(count):
        yield random.Random(f"test/{number}")


def test_no_sentence_breaks_the_plan_or_touches_the_tree(ground: Ground) -> None:
    for rng in numbered(SENTENCES):
        kind, said = ground.sentences.one(rng)
        started = time.thread_time()
        result = ground.session.plan(said)
        assert time.thread_time() - started < ground.most_seconds, (kind, said[:200])
        assert result.status in EXIT_CODES and result.message, (kind, said[:200])
        assert result.steps == () and "Traceback" not in result.message
    assert hostile.snapshot(ground.folder) == ground.before


def test_every_plan_of_a_hostile_sentence_is_valid(ground: Ground) -> None:
    for rng in numbered(SENTENCES // 2):
        result = ground.session.plan(ground.sentences.mutated(rng))
        if result.status == "planned":
            assert result.plan is not None and result.preview is not None
            document = {"target": result.target, "plan": result.plan}
            assert ground.session.validate_document(document).valid
            assert len(result.preview.steps) == len(result.plan["steps"])


def test_no_document_breaks_the_runner_and_a_bad_one_does_nothing(ground: Ground) -> None:
    for rng in numbered(DOCUMENTS):
        _, document = ground.documents.one(rng)
        started = time.thread_time()
        valid = ground.session.validate_document(document).valid
        result = ground.session.run_document(document)
        assert time.thread_time() - started < ground.most_seconds, hostile.shown(document)[:200]
        assert result.status in EXIT_CODES and result.message
        now = hostile.snapshot(ground.folder)
        if not valid or result.status in ("confirmation", "refused", "answered"):
            assert now == ground.before, hostile.shown(document)[:400]
        elif now != ground.before:
            assert hostile.astray(ground.before, now) == ([], [])
            ground.replant()


def test_nothing_outside_the_places_is_touched_though_everything_is_approved(ground: Ground) -> None:
    for rng in numbered(COMMANDS):
        said = rng.choice((ground.sentences.words, ground.sentences.sensible, ground.sentences.mutated))(rng)
        result = ground.session.process(said, approve=lambda preview: True)
        assert result.status in EXIT_CODES and result.message, said
        now = hostile.snapshot(ground.folder)
        if now != ground.before:
            assert result.status in ("completed", "failed"), (said, result.status)
            assert hostile.astray(ground.before, now)[1] == [], said
            ground.replant()


def test_what_a_hostile_command_did_is_taken_back(ground: Ground) -> None:
    ground.replant()
    before = hostile.contents(ground.folder)
    for rng in numbered(COMMANDS // 2):
        said = ground.sentences.sensible(rng)
        result = ground.session.process(said, approve=lambda preview: True)
        if hostile.contents(ground.folder) != before:
            undone = ground.session.undo(result.run_id)
            assert undone.status == "completed", (said, undone.message)
            assert hostile.contents(ground.folder) == before, said


@pytest.mark.parametrize("joint", [" and then ", ". ", "; "])
def test_joining_many_real_sentences_is_safe(ground: Ground, joint: str) -> None:
    for rng in numbered(JOINED // 3):
        said = joint.join(rng.sample(SEEDS, 4))
        started = time.thread_time()
        assert ground.session.plan(said).status in EXIT_CODES
        assert time.thread_time() - started < ground.most_seconds, said
