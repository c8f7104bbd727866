"""Where the words of a clause were written: the file, the frame or intent in it, and the template that matched.

The compiled grammar does not say, since templates are merged in it; so the few that one frame or intent has are
compiled again, each with its own label. Made for `aura explain` only.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import yaml
from msgspec import Struct

from aura.language.grammar.asking import rules_of
from aura.language.grammar.automaton import Automaton
from aura.language.grammar.compile import frame_entries
from aura.language.grammar.constructions import in_any_order
from aura.language.grammar.grammar import EXAMPLES, LOADED, PHRASES, Grammar
from aura.language.grammar.templates import Entry, compile_templates, plain_dialect
from aura.language.slots.parts import Clause
from aura.language.utterance.lattice import Lattice


class Origin(Struct, frozen=True):
    """A file of sentences, the frame or intent in it, its goal, and the template whose words were said.

    No template where the words are not one: a verb that was carried over, or left out.
    """

    file: str
    domain: str
    entry: str
    goal: str
    template: str = ""


class Origins:
    """The sentence files of a language below some folders, read when they are first asked about."""

    def __init__(self, grammar: Grammar, roots: Sequence[Path], language: str = "en") -> None:
        self._grammar = grammar
        self._roots = roots
        self._language = language

    @cached_property
    def _documents(self) -> list[tuple[str, dict[str, Any]]]:
        written = ((root, path) for root in self._roots for path in sorted(root.rglob(f"*.{self._language}.yaml")))
        paths = [(root, path) for root, path in written if not path.name.startswith(EXAMPLES)]
        loader = yaml.CSafeLoader
        loaded = [
            (path.relative_to(root.parent).as_posix(), yaml.load(path.read_bytes(), Loader=loader))
            for root, path in paths
        ]
        return [(name, document) for name, document in loaded if isinstance(document, dict)]

    @cached_property
    def _lexicon(self) -> dict[str, Any]:
        return next(document for _, document in self._documents if "irregular" in document)

    def of(self, clause: Clause, lattice: Lattice) -> Origin:
        """Where a clause's frame or fixed phrase was written."""
        kind = "frames" if clause.intent < 0 else "intents" if clause.template >= 0 else "topics"
        intent = self._grammar.intents[clause.intent] if clause.intent >= 0 else None
        row = intent or self._grammar.frames[clause.frame]
        written, _, name = ("", "", clause.frame) if intent is None else intent.source.rpartition(": ")
        sentences = () if intent is None else intent.sentences
        said = sentences[clause.template] if 0 <= clause.template < len(sentences) else ""
        for file, document in self._documents:
            if document.get("domain") == row.domain and name in document.get(kind, {}):
                if intent is None and clause.verb:
                    said = self._template(clause.verb, lattice, name, document[kind][name])
                elif intent is not None and clause.template == len(sentences):
                    said = in_any_order(document[kind][name])
                return Origin(file, row.domain, name, row.goal, said)
        return Origin(written, row.domain, name, row.goal, said)

    def _template(self, verb: tuple[int, int], lattice: Lattice, name: str, entry: dict[str, Any]) -> str:
        """The template of a frame's verb that was said."""
        start, end = verb
        templates = [template for template, _ in frame_entries({"frames": {name: entry}}, self._lexicon["irregular"])]
        plain = plain_dialect(rules_of(document for _, document in self._documents))
        labelled = (Entry(said, ("verb", str(number)), PHRASES, plain) for number, said in enumerate(templates))
        only = msgspec.structs.replace(self._grammar, automaton=Automaton.of(compile_templates(labelled, LOADED + 1)))
        hits = Lattice(only, lattice.text, lattice.tokens, lattice.known).at(start, "verb")
        found = [(cost, int(value)) for stop, cost, value in hits if stop == end]
        return templates[min(found)[1]] if found else ""
