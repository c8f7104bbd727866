"""The automaton of templates says exactly what hassil says they say; a faulty template is shown."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hassil.expression import Sentence
from hassil.parse_expression import parse_sentence
from hassil.sample import sample_sentence
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from aura.language.grammar.automaton import Automaton
from aura.language.grammar.net import Label, WordNet
from aura.language.grammar.templates import Entry, TemplateError, compile_templates, plain_dialect

RULES = {"r": "(rule|rules of)", "s": "<r> [two]"}
MOST = 400
Language = set[tuple[tuple[str, ...], Label]]

words = st.sampled_from(["fan", "light", "red", "on", "turn"])


def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Larger templates from smaller ones."""
    rows = st.lists(inner, min_size=2, max_size=3)
    return st.one_of(
        rows.map(" ".join),
        inner.map(lambda part: f"[{part}]"),
        rows.map(lambda parts: f"({'|'.join(parts)})"),
        rows.map(lambda parts: f"[{'|'.join(parts)}]"),
        st.lists(words, min_size=2, max_size=3).map(lambda parts: f"({';'.join(parts)})"),
    )


leaves = st.one_of(
    words,
    st.sampled_from(["<r>", "<s>", "{area}", "{name:slot}", "fan[s]", "switch(es|ed)", "[un]lock", "(re|un)do[ing]"]),
)
templates = st.recursive(leaves, grown, max_leaves=6)


def netted(entries: Sequence[tuple[str, Label]], rules: dict[str, str] = RULES) -> WordNet:
    """The net of templates with their labels, all of them from its one start."""
    dialect = plain_dialect(rules)
    return compile_templates([Entry(template, label, 0, dialect) for template, label in entries], 1)


def compiled(entries: Sequence[tuple[str, Label]], rules: dict[str, str] = RULES) -> Automaton:
    """The automaton that walks it."""
    return Automaton.of(netted(entries, rules))


def sampled(template: str) -> set[tuple[str, ...]]:
    """Every word sequence of a template, as hassil expands it."""
    rules = {name: Sentence(expression=parse_sentence(text).expression, text=text) for name, text in RULES.items()}
    said = set()
    for number, text in enumerate(sample_sentence(parse_sentence(template), expansion_rules=rules, expand_lists=False)):
        assume(number < MOST)
        said.add(tuple(_as_slot(word) for word in text.split()))
    return said


def _as_slot(word: str) -> str:
    return {"{area}": "{area:area}", "{name}": "{name:slot}"}.get(word, word)


def accepted(automaton: Automaton) -> Language:
    """Every word sequence that an automaton accepts, with its labels."""
    said: Language = set()
    stack: list[tuple[int, tuple[str, ...]]] = [(0, ())]
    while stack:
        state, path = stack.pop()
        said |= {(path, label) for label in automaton.labels[state]}
        stack.extend((after, (*path, word)) for word, after in automaton.arcs[state].items())
        assume(len(said) < 10 * MOST and len(stack) < 10 * MOST)
    return said


@settings(deadline=None)
@given(st.lists(templates, min_size=1, max_size=3))
def test_the_automaton_accepts_exactly_what_the_templates_say(given_templates: list[str]) -> None:
    wanted = {(path, ("label", str(n))) for n, text in enumerate(given_templates) for path in sampled(text)}
    entries = [(template, ("label", str(number))) for number, template in enumerate(given_templates)]
    assert accepted(compiled(entries)) == wanted


@settings(deadline=None)
@given(st.lists(templates, min_size=1, max_size=3))
def test_merging_keeps_the_language_and_leaves_no_two_states_of_the_net_alike(given_templates: list[str]) -> None:
    net = netted([(t, ("label", str(n))) for n, t in enumerate(given_templates)])
    apart = [compiled([(t, ("label", str(n)))]) for n, t in enumerate(given_templates)]
    assert accepted(Automaton.of(net)) == set().union(*map(accepted, apart))
    assert len(set(zip(net.arcs, net.labels, strict=True))) == len(net.arcs)


@settings(deadline=None)
@given(st.lists(templates, min_size=1, max_size=3), st.randoms())
def test_what_was_walked_before_changes_nothing(given_templates: list[str], rng: random.Random) -> None:
    kept = compiled([(t, ("label", str(n))) for n, t in enumerate(given_templates)])
    walked = Automaton.unpacked(kept.packed)
    state = 0
    while after := list(walked.arcs[state].values()):
        state = rng.choice(after)
    assert accepted(walked) == accepted(kept)


@settings(deadline=None)
@given(st.lists(templates, min_size=2, max_size=3), st.randoms())
def test_the_order_of_templates_does_not_matter(given_templates: list[str], rng: object) -> None:
    entries = [(template, ("label", template)) for template in given_templates]
    assert accepted(compiled(entries)) == accepted(compiled(entries[::-1]))


FAULTY = ["(a", "[a", "a)", "a]", "{a", "a}", "a>", "<a", "", "  ", "()", "[]", "{}", "<>", "((a)"]


@pytest.mark.parametrize("template", FAULTY)
def test_a_faulty_template_is_shown_in_a_sentence(template: str) -> None:
    with pytest.raises(TemplateError, match="cannot be read") as caught:
        compiled([("good one", ("a", "")), (template, ("b", ""))])
    assert repr(template) in str(caught.value)


def test_a_rule_that_is_not_there_is_named() -> None:
    with pytest.raises(TemplateError, match="no rule <nowhere>"):
        compiled([("turn <nowhere>", ("a", ""))])


@pytest.mark.parametrize("rules", [{"x": "a <x>"}, {"x": "a <y>", "y": "[<x>] b"}])
def test_a_rule_that_uses_itself_is_named(rules: dict[str, str]) -> None:
    with pytest.raises(TemplateError, match="<x> uses itself"):
        compiled([("turn <x>", ("a", ""))], rules)
