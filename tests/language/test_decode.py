"""Laws of the decoder, over the whole product's grammar: steady, in order, and careful with quotes."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from aura.language.decoding.decode import Decoded, decode
from aura.language.grammar.grammar import Grammar
from aura.language.slots.parts import Name, Part, Place, Reading, Span
from aura.language.utterance.known import KnownNames

SLACK = 3.0
"""How far below zero a clause may go: a few combinations are cheaper than their parts."""

SENTENCES = (
    "create a folder space and a file notes.txt inside it",
    "move every .log file from downloads to archive in documents",
    'write "hello, you" to greeting.txt and then read it',
    "delete everything in src except main.py",
    "rename old.txt to new.txt, then copy it to the desktop",
    "create folders a, b and c in the d drive",
    "could you please make me a word document about cats?",
    "what time is it",
    "convert 10 km to miles",
    "create folder one inside folder two inside folder three",
)
WORDS = sorted(
    {word for said in SENTENCES for word in said.split()}
    | {"it", "them", "called", "all", "not", "two", ",", ".", '"a b"', "x"}
)
KNOWN = KnownNames(frozenset(("archive", "src")), frozenset(("old.txt", "main.py")))

sentences = st.one_of(
    st.sampled_from(SENTENCES),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=10).map(" ".join),
    st.tuples(st.sampled_from(SENTENCES), st.randoms(use_true_random=False)).map(lambda pair: shuffled(*pair)),
)
lawful = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def free_names(part: Part) -> list[Name]:
    """Every name that a part rests on, places included."""
    if part.value is None or isinstance(part.value, Span):
        return []
    found: list[Name] = []
    for item in part.value:
        if isinstance(item, Name):
            found.append(item)
            continue
        places = [item] if isinstance(item, Place) else [item.place] if item.place is not None else []
        found.extend(step.name for place in places for step in place.parts if step.name is not None)
        if not isinstance(item, Place) and item.name is not None:
            found.append(item.name)
    return found


def shuffled(said: str, rng: object) -> str:
    words = said.split()
    rng.shuffle(words)  # type: ignore[attr-defined]
    return " ".join(words)


def names_in(part: Part) -> list[Name]:
    return list(free_names(part))


@lawful
@given(sentences)
def test_the_same_words_are_read_the_same(grammar: Grammar, said: str) -> None:
    assert decode(grammar, said, KNOWN).readings == decode(grammar, said, KNOWN).readings


@lawful
@given(sentences)
def test_readings_come_cheapest_first_and_never_cost_less_than_nothing(grammar: Grammar, said: str) -> None:
    readings = decode(grammar, said, KNOWN).readings
    costs = [reading.cost for reading in readings]
    assert costs == sorted(costs)
    assert all(reading.cost >= -SLACK * len(reading.clauses) for reading in readings)


@lawful
@given(sentences)
def test_clauses_and_their_parts_stand_in_order_and_apart(grammar: Grammar, said: str) -> None:
    decoded = decode(grammar, said, KNOWN)
    for reading in decoded.readings:
        check_order(reading, decoded)


def check_order(reading: Reading, decoded: Decoded) -> None:
    end = 0
    for clause in reading.clauses:
        assert end <= clause.start <= clause.end
        spans = sorted([(part.start, part.end) for part in clause.parts] + ([clause.verb] if clause.verb else []))
        for start, stop in spans:
            assert end <= start <= stop <= decoded.lattice.size, (clause, spans)
            end = stop


@lawful
@given(sentences)
def test_every_token_is_in_a_clause_or_has_been_passed_over(grammar: Grammar, said: str) -> None:
    decoded = decode(grammar, said, KNOWN)
    for reading in decoded.readings:
        held = {at for c in reading.clauses for p in c.parts for at in range(p.start, p.end)}
        held |= {at for c in reading.clauses if c.verb for at in range(*c.verb)}
        held |= {at for _, start, end in reading.notes for at in range(start, end)}
        for at in set(range(decoded.lattice.size)) - held:
            assert decoded.lattice.tokens[at].shape in ("word", "mark"), (said, at)


@lawful
@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=30), st.sampled_from(SENTENCES))
def test_a_quoted_name_is_one_name_unchanged(grammar: Grammar, name: str, tail: str) -> None:
    assume(name.strip() and not set(name) & set("\"“”«»`'‘’"))
    decoded = decode(grammar, f'create a folder "{name}" and then {tail}')
    for reading in decoded.readings:
        (first,) = [token for token in decoded.lattice.tokens if token.start == 16]
        assert first.text == name.strip()
        quoted = [n for c in reading.clauses for p in c.parts for n in names_in(p) if n.start == 3]
        assert all(n.text == name.strip() and (n.shape, n.end) == ("quoted", 4) for n in quoted), quoted
        assert quoted or any(p.start == 3 and isinstance(p.value, Span) for c in reading.clauses for p in c.parts)


@lawful
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6))
def test_quoted_words_do_nothing(grammar: Grammar, said: list[str]) -> None:
    inside = " ".join(word for word in said if '"' not in word)
    assume(inside.strip(" ,."))
    decoded = decode(grammar, f'create a folder called "{inside}"')
    assert decoded.readings
    (clause,) = decoded.readings[0].clauses
    (thing,) = clause.things()
    assert thing.kind == "folder" and thing.name is not None
    assert thing.name.text == inside.strip()


def test_more_than_anybody_says_is_not_read(grammar: Grammar) -> None:
    assert decode(grammar, "create a folder x and " * 200).readings == []


@pytest.mark.parametrize("said", ["why do we say and", "who invented the plugs"])
def test_a_question_may_end_in_what_joins_clauses(grammar: Grammar, said: str) -> None:
    assert [clause.intent >= 0 for clause in decode(grammar, said).readings[0].clauses] == [True]


HARD = [
    "calculate " + "x and " * 60,
    "copy " + " in the ".join(["the folder x"] * 30),
    "create a folder " + " in folder ".join("abc" * 15),
    "create x" + " inside x" * 60,
    "delete " + "ab" * 20_000,
    "put " + "x and " * 60,
    "create folders " + ", ".join(f"n{number}" for number in range(75)),
    "move " + "a.txt and " * 60 + "b.txt to docs",
    "write " + '"a" and ' * 70 + "to b.txt",
    '"' * 5000,
    "(" * 5000,
    "delete file " * 50,
    "all the files of the folder in " * 20,
]


@pytest.mark.parametrize("said", HARD, ids=lambda said: said[:30])
def test_what_is_hard_to_read_is_read_in_bounded_time(grammar: Grammar, said: str) -> None:
    started = time.process_time()
    decode(grammar, said)
    assert time.process_time() - started < 4
