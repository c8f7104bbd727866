"""Compile sentence templates in Home Assistant's syntax into one deterministic word automaton.

hassil parses a template; its parts become a character-piece NFA; from every word boundary the words that can
be spelled there (`fan[s]` spells fan and fans) are the arcs of a word NFA, which is determinised and then
minimised bottom-up. A list reference stays one symbol, `{name}`, so that its values can change without a rebuild.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hassil.expression import (
    Alternative,
    Expression,
    Group,
    ListReference,
    Permutation,
    RuleReference,
    TextChunk,
)
from hassil.parse_expression import parse_sentence
from hassil.parser import ParseError

from aura.language.grammar import GrammarError
from aura.language.tokens import tokenize

Label = tuple[str, str]
SPACE = " "
SEMICOLON = "\ue000"


class TemplateError(GrammarError):
    """A sentence template is not in the template syntax; the sentence shows it."""


class WordNet:
    """A nondeterministic automaton under construction: arcs are pieces of text, spaces, slots or nothing."""

    def __init__(self, rules: Mapping[str, str]) -> None:
        self.arcs: list[list[tuple[str, int]]] = [[]]
        self.labels: dict[int, set[Label]] = {}
        self._rules = rules
        self._known: dict[str, Expression] = {}
        self._open: list[str] = []

    def add(self, template: str, label: Label) -> None:
        """Add one template, from the start to an end that carries the label."""
        last = self._build(_parse(template), 0)
        end = self._state()
        self.arcs[last].append((SPACE, end))
        self.labels.setdefault(end, set()).add(label)

    def _state(self) -> int:
        self.arcs.append([])
        return len(self.arcs) - 1

    def _build(self, part: Expression, start: int) -> int:
        """Add a part after `start`; returns the state after it."""
        match part:
            case TextChunk():
                return self._text(part.original_text, start)
            case ListReference():
                return self._arc(start, "{" + part.list_name + ":" + part.slot_name + "}")
            case RuleReference():
                return self._within_rule(part.rule_name, start)
            case Permutation():
                return self._permutation(tuple(part.items), start)
            case Alternative():
                end = self._state()
                for item in part.items:
                    self.arcs[self._build(item, start)].append(("", end))
                return end
            case Group():
                for item in part.items:
                    start = self._build(item, start)
                return start
        raise TypeError(f"A template part that is not understood: {part!r}")

    def _within_rule(self, name: str, start: int) -> int:
        if name in self._open:
            raise TemplateError(f"The rule <{name}> uses itself, so it has no end: correct it.")
        self._open.append(name)
        end = self._build(self._rule(name), start)
        self._open.pop()
        return end

    def _rule(self, name: str) -> Expression:
        if name not in self._rules:
            raise TemplateError(f"There is no rule <{name}>, which a template uses: add it or correct the template.")
        if name not in self._known:
            self._known[name] = _parse(self._rules[name])
        return self._known[name]

    def _permutation(self, items: tuple[Expression, ...], start: int) -> int:
        if not items:
            return start
        end = self._state()
        for position, item in enumerate(items):
            rest = items[:position] + items[position + 1 :]
            self.arcs[self._permutation(rest, self._build(item, start))].append(("", end))
        return end

    def _text(self, text: str, start: int) -> int:
        """Spaces are boundaries of their own; marks stand alone as the tokenizer cuts them."""
        if text.startswith(SPACE):
            start = self._arc(start, SPACE)
        pieces = tokenize_template(text)
        for position, piece in enumerate(pieces):
            if position:
                start = self._arc(start, SPACE)
            start = self._arc(start, piece)
        if text.strip() and text.endswith(SPACE):
            start = self._arc(start, SPACE)
        return start

    def _arc(self, start: int, symbol: str) -> int:
        end = self._state()
        self.arcs[start].append((symbol, end))
        return end

    def word_arcs(self, states: Iterable[int]) -> tuple[dict[str, set[int]], set[Label]]:
        """The words and slots that can follow a word boundary, with the states after them, and the labels met."""
        words: dict[str, set[int]] = {}
        labels: set[Label] = set()
        stack = [(state, "") for state in states]
        seen = set(stack)
        while stack:
            state, spelled = stack.pop()
            if not spelled:
                labels |= self.labels.get(state, set())
            for symbol, after in self.arcs[state]:
                if symbol == SPACE and spelled:
                    words.setdefault(spelled, set()).add(after)
                    continue
                if symbol.startswith("{"):
                    words.setdefault(symbol, set()).add(after)
                    continue
                step = (after, spelled + symbol.strip())
                if step not in seen:
                    seen.add(step)
                    stack.append(step)
        return words, labels


def _parse(template: str) -> Expression:
    try:
        return parse_sentence(_literal_semicolons(template)).expression
    except (ParseError, AssertionError) as trouble:
        raise TemplateError(f"The template {template!r} cannot be read: {trouble}.") from trouble


def _literal_semicolons(template: str) -> str:
    """Outside brackets a semicolon is a mark like any other; inside them it joins the parts of a permutation."""
    depth, characters = 0, []
    for character in template:
        depth += (character in "([") - (character in ")]")
        characters.append(SEMICOLON if character == ";" and depth == 0 else character)
    return "".join(characters)


def tokenize_template(text: str) -> list[str]:
    """The words of a template's text chunk, cut as an utterance is; word pieces such as the `s` of fan[s] survive."""
    text = text.replace(SEMICOLON, ";")
    marks_at_the_end = [mark for mark in text.split() if not any(map(str.isalnum, mark))]
    return [token.text.lower() for token in tokenize("x " + text)][1:] or marks_at_the_end or text.split()


def compile_templates(
    entries: Iterable[tuple[str, Label]], rules: Mapping[str, str]
) -> tuple[list[dict[str, int]], list[list[Label]]]:
    """All templates as one minimal automaton: arcs a state, labels a state; state 0 is the start."""
    net = WordNet(rules)
    for template, label in entries:
        net.add(template, label)
    return _minimise(*_determinise(net))


def _determinise(net: WordNet) -> tuple[list[dict[str, int]], list[frozenset[Label]]]:
    start = frozenset((0,))
    numbers = {start: 0}
    queue = [start]
    arcs: list[dict[str, int]] = []
    labels: list[frozenset[Label]] = []
    for states in queue:
        words, met = net.word_arcs(states)
        row: dict[str, int] = {}
        for word in sorted(words):
            target = frozenset(words[word])
            if target not in numbers:
                numbers[target] = len(numbers)
                queue.append(target)
            row[word] = numbers[target]
        arcs.append(row)
        labels.append(frozenset(met))
    return arcs, labels


def _minimise(
    arcs: list[dict[str, int]], labels: list[frozenset[Label]]
) -> tuple[list[dict[str, int]], list[list[Label]]]:
    """Merge states with the same future, deepest first; the automaton has no cycles."""
    order: list[int] = []
    seen: set[int] = set()
    stack = [(0, False)]
    while stack:
        state, done = stack.pop()
        if done:
            order.append(state)
        elif state not in seen:
            seen.add(state)
            stack.append((state, True))
            stack.extend((after, False) for after in arcs[state].values())
    merged: dict[int, int] = {}
    classes: dict[tuple[frozenset[tuple[str, int]], frozenset[Label]], int] = {}
    for state in order:
        signature = (frozenset((word, merged[after]) for word, after in arcs[state].items()), labels[state])
        merged[state] = classes.setdefault(signature, len(classes))
    top = merged[0]
    swap = {top: 0, 0: top}
    new_arcs: list[dict[str, int]] = [{} for _ in classes]
    new_labels: list[list[Label]] = [[] for _ in classes]
    for state in order:
        place = swap.get(merged[state], merged[state])
        new_arcs[place] = {w: swap.get(merged[after], merged[after]) for w, after in arcs[state].items()}
        new_labels[place] = sorted(labels[state])
    return new_arcs, new_labels
