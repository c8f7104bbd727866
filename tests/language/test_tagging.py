"""Which words are beside a command: the laws of the chain, and what the learned weights say of new sentences."""

from __future__ import annotations

import itertools
import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aura.language.grammar.grammar import Grammar
from aura.language.tagging.learn import BUCKETS, learn, lesson_of, unmarked
from aura.language.tagging.tagger import BESIDE, COMMAND, PAIRS, Scores, likeliest, taggings, total
from aura.language.utterance.lattice import lattice_of

WEIGHT = st.floats(-4, 4)
SCORES = st.lists(st.lists(WEIGHT, min_size=PAIRS, max_size=PAIRS), min_size=1, max_size=7)

BESIDE_A_COMMAND = [
    ("mute the sound, my parrot is learning to swear again", ["my parrot is learning to swear again"]),
    (
        "our heating broke down so turn the brightness up and open excel",
        ["our heating broke down so"],
    ),
    (
        "lock the screen i am off to feed the hamster",
        ["i am off to feed the hamster"],
    ),
    (
        "Copy plan.docx to the D drive, our server has a mind of its own.",
        ["our server has a mind of its own."],
    ),
]
NOTHING_BESIDE = [
    "delete a.txt and rename b.txt to c.txt",
    "copy every pdf except the one from march to the folder taxes",
    "move the reports that mention Lyon to the archive",
    "if nobody has touched it since june delete old.log",
    "write in diary.txt that the train was late because of the snow",
]


def weight_of(scores: Scores, tags: tuple[int, ...]) -> float:
    return sum(
        pairs[2 * old + new] for pairs, (old, new) in zip(scores, itertools.pairwise((COMMAND, *tags)), strict=True)
    )


@given(SCORES)
def test_all_taggings_together_are_certain(scores: Scores) -> None:
    every = itertools.product((COMMAND, BESIDE), repeat=len(scores))
    whole = total(scores)
    assert sum(math.exp(weight_of(scores, tags) - whole) for tags in every) == pytest.approx(1.0)


@given(SCORES, st.integers(1, 9))
def test_the_likeliest_taggings_are_the_heaviest_of_all(scores: Scores, most: int) -> None:
    every = [weight_of(scores, tags) for tags in itertools.product((COMMAND, BESIDE), repeat=len(scores))]
    found = likeliest(scores, most)
    assert [score for score, _ in found] == pytest.approx(sorted(every, reverse=True)[:most])
    assert [weight_of(scores, tags) for _, tags in found] == pytest.approx([score for score, _ in found])


def test_brackets_mark_what_is_beside_and_are_no_part_of_the_sentence() -> None:
    plain, spans = unmarked("[[so]] mute it[[, it hurts]]\n")
    assert plain == "so mute it, it hurts"
    assert [plain[start:end] for start, end in spans] == ["so", ", it hurts"]


def test_marks_at_the_edge_of_what_is_beside_are_no_part_of_it(grammar: Grammar) -> None:
    lesson = lesson_of(grammar, "[[it hurts, really, ]]mute it")
    assert lesson.tags == [BESIDE, BESIDE, BESIDE, BESIDE, COMMAND, COMMAND, COMMAND]


def test_what_was_learned_is_found_again(grammar: Grammar) -> None:
    lessons = [
        lesson_of(grammar, said) for said in ("mute it [[because grandma sleeps]]", "[[grandma sleeps so]] mute it")
    ]
    weights = learn(lessons, rounds=40)
    lattice = lattice_of(grammar, "mute it because grandma sleeps")
    assert len(weights.table) == BUCKETS * PAIRS
    assert weights.taggings(lattice, 1)[0].stretches == ((2, 5),)


@pytest.mark.parametrize(("said", "beside"), BESIDE_A_COMMAND)
def test_what_was_never_seen_is_known_as_a_remark(grammar: Grammar, said: str, beside: list[str]) -> None:
    lattice = lattice_of(grammar, said)
    likely = taggings(lattice, 1)[0]
    assert [lattice.text_of(*stretch).rstrip(".") for stretch in likely.stretches] == [
        each.rstrip(".") for each in beside
    ]
    assert likely.probability > 0.4


@pytest.mark.parametrize("said", NOTHING_BESIDE)
def test_what_belongs_to_a_command_is_not_beside_it(grammar: Grammar, said: str) -> None:
    assert all(tagging.probability < 0.5 for tagging in taggings(lattice_of(grammar, said), 8))


@pytest.mark.parametrize("said", ["", "?", "🦊", "[[", "x" * 5000, "so so so so"])
def test_anything_at_all_has_taggings_or_none(grammar: Grammar, said: str) -> None:
    assert all(0 < tagging.probability <= 1 for tagging in taggings(lattice_of(grammar, said), 4))


def test_the_weights_were_learned_from_the_sentences_as_they_are() -> None:
    check = [sys.executable, "-m", "aura.language.tagging.learn", "--check"]
    done = subprocess.run(check, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")
