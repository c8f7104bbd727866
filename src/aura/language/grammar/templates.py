"""Sentence templates in Home Assistant's syntax, put into a net from which one automaton is made.

hassil parses a template; its parts become arcs of the net. A list reference stays one symbol, `{list:slot}`,
so that its values can change without a rebuild.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, Protocol

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

from aura.language.grammar.grammar import GrammarError
from aura.language.grammar.net import SPACE, Label, Net, WordNet
from aura.language.words.tokens import tokenize

SEMICOLON = "\ue000"


class TemplateError(GrammarError):
    """A sentence template is not in the template syntax; the sentence shows it."""


class Dialect:
    """What the templates of one source share: rules, how text is cut into pieces, and how slots are called."""

    def __init__(
        self, rules: Mapping[str, str], cut: Callable[[str], Sequence[str]], slot: Callable[[ListReference], str]
    ) -> None:
        self.cut = cut
        self.slot = slot
        self._rules = rules
        self._known: dict[str, Expression] = {}

    def rule(self, name: str) -> Expression:
        """What a rule stands for."""
        if name not in self._rules:
            raise TemplateError(f"There is no rule <{name}>, which a template uses: add it or correct the template.")
        if name not in self._known:
            self._known[name] = parse_template(self._rules[name])
        return self._known[name]


class Laid(Protocol):
    """What is more than one template and puts itself into a net."""

    def lay(self, builder: Builder, start: int) -> int:
        """Add all of it after a state; returns the state after it."""
        ...


class Entry(NamedTuple):
    """A template, the label of its end, the start that it is reached from, and its dialect."""

    template: str | Laid
    label: Label
    start: int
    dialect: Dialect


def compile_templates(entries: Iterable[Entry], starts: int) -> WordNet:
    """All templates as one net over words."""
    net = Net(starts)
    for entry in entries:
        builder, template = Builder(net, entry.dialect), entry.template
        last = builder.said(template, entry.start) if isinstance(template, str) else template.lay(builder, entry.start)
        net.labels.setdefault(net.arc(last, SPACE), set()).add(entry.label)
    return net.of_words()


class Builder:
    """Puts templates and their parts into a net."""

    def __init__(self, net: Net, dialect: Dialect) -> None:
        self._net = net
        self._dialect = dialect
        self._open: list[str] = []

    def said(self, template: str, start: int) -> int:
        """Add a template after `start`, as words of their own; returns the state after it."""
        return self.build(parse_template(template), self._net.arc(start, SPACE))

    def state(self) -> int:
        """A new state, to which others can be joined."""
        return self._net.state()

    def join(self, start: int, end: int) -> None:
        """Let a word that ends at one state go on at another."""
        self._net.arcs[start].append((SPACE, end))

    def build(self, part: Expression, start: int) -> int:
        """Add a part after `start`; returns the state after it."""
        match part:
            case TextChunk():
                return self._text(part.original_text, start)
            case ListReference():
                return self._net.arc(start, self._dialect.slot(part))
            case RuleReference():
                return self._within_rule(part.rule_name, start)
            case Permutation():
                return self._permutation(tuple(part.items), start)
            case Alternative():
                end = self._net.state()
                for item in part.items:
                    self._net.arcs[self.build(item, start)].append(("", end))
                return end
            case Group():
                for item in part.items:
                    start = self.build(item, start)
                return start
        raise TypeError(f"A template part that is not understood: {part!r}")

    def _within_rule(self, name: str, start: int) -> int:
        if name in self._open:
            raise TemplateError(f"The rule <{name}> uses itself, so it has no end: correct it.")
        self._open.append(name)
        end = self.build(self._dialect.rule(name), start)
        self._open.pop()
        return end

    def _permutation(self, items: tuple[Expression, ...], start: int) -> int:
        if not items:
            return start
        end = self._net.state()
        for position, item in enumerate(items):
            rest = items[:position] + items[position + 1 :]
            self._net.arcs[self._permutation(rest, self.build(item, start))].append(("", end))
        return end

    def _text(self, text: str, start: int) -> int:
        for piece in self._dialect.cut(text):
            start = self._net.arc(start, piece)
        return start


@cache
def parse_template(template: str) -> Expression:
    """The parts of a template; kept, as constructions say the same ones at many places."""
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


def plain_dialect(rules: Mapping[str, str]) -> Dialect:
    """How the lexicon and the sentences of built-in domains are written: cut as an utterance is."""
    return Dialect(rules, _pieces, lambda part: "{" + part.list_name + ":" + part.slot_name + "}")


@cache
def _pieces(text: str) -> Sequence[str]:
    """The words of a text chunk; spaces are boundaries of their own, and marks stand alone.

    Kept, since a rule is built anew wherever it stands, and its words are cut each time.
    """
    pieces = [SPACE] if text.startswith(SPACE) else []
    for position, piece in enumerate(tokenize_template(text)):
        pieces += [SPACE, piece] if position else [piece]
    return [*pieces, SPACE] if text.strip() and text.endswith(SPACE) else pieces


def tokenize_template(text: str) -> list[str]:
    """The words of a template's text chunk, cut as an utterance is; word pieces such as the `s` of fan[s] survive."""
    text = text.replace(SEMICOLON, ";")
    marks_at_the_end = [mark for mark in text.split() if not any(map(str.isalnum, mark))]
    return [token.text.lower() for token in tokenize("x " + text)][1:] or marks_at_the_end or text.split()
