"""Everything that a session is wired from, made once by `assemble` and handed to the stages."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aura.capability.errors import ToolError
from aura.capability.machine import NOWHERE, Machine
from aura.capability.registry import Registry
from aura.capability.tool import Tool
from aura.config.settings import Settings
from aura.contracts.reference import put_in
from aura.execution.changes import Changer
from aura.execution.engines.engine import INLINE, Engine
from aura.execution.executor import ToolExecutor
from aura.execution.journal import Clock, Journal, now
from aura.execution.secrets import Secrets
from aura.language.annotating.annotation import Annotator
from aura.language.annotating.estimates import ByEncoder
from aura.language.grammar.actions import Actions, load_actions
from aura.language.grammar.grammar import Grammar, GrammarError, SlotList
from aura.language.grammar.lists import given_lists, template_files
from aura.language.grammar.loading import load_grammar
from aura.language.utterance.values import Values
from aura.planning.overlay import Overlay
from aura.planning.tree import Tree
from aura.planning.world import World
from aura.runtime.context import SessionContext
from aura.runtime.engines import Engines
from aura.runtime.listed import Listed, values_of
from aura.understanding.meaning import Meaning
from aura.understanding.path_guard import Guard
from aura.understanding.paths import PathResolver

if TYPE_CHECKING:
    from aura.atoms.load import Atoms

TOOLS = "aura.tools"
THE_RESULT = "the result"
"""How a message names what an earlier step of the plan has yet to give."""


class House:
    """The parts of one session; what a command does not need is not made. `now` is its clock, in UTC."""

    def __init__(
        self,
        settings: Settings,
        context: SessionContext,
        registry: Registry,
        paths: PathResolver,
        ports: Mapping[Any, Any],
        sources: tuple[Path, ...],
        trash_home: str,
        clock: Clock = now,
        meaning: Callable[[], Meaning | None] = lambda: None,
        annotator: Callable[[], Annotator | None] = lambda: None,
        atoms: Atoms | None = None,
        atom_folders: Sequence[Path] = (),
        engines: Engines | None = None,
        machine: Machine = NOWHERE,
    ) -> None:
        self._moment: ContextVar[tuple[World, Guard] | None] = ContextVar("moment", default=None)
        self.settings = settings
        self.context = context
        self.registry = registry
        self.atoms = atoms
        self.atom_folders = tuple(atom_folders)
        self.engines = engines or Engines(self.home, settings.engine, {})
        self.paths = paths
        self.ports = ports
        self.sources = sources
        self._trash_home = trash_home
        self.now = clock
        self._meaning = meaning
        self._annotator = annotator
        self.machine = machine
        self._values: tuple[list[object], Values] | None = None

    @property
    def home(self) -> Path:
        """AURA_HOME."""
        return Path(self.settings.home)

    @cached_property
    def grammar(self) -> Grammar:
        """The compiled grammar of every domain."""
        try:
            loaded = [template_files(name, _path(domain.intents)) for name, domain in self.settings.domains.items()]
            return load_grammar(self.sources, self.home / "cache", loaded=loaded)
        except GrammarError as error:
            raise ToolError("SENTENCES_UNUSABLE", str(error)) from error

    @cached_property
    def actions(self) -> Actions:
        """The table of actions of every domain, read when a helper is to be asked."""
        return load_actions(self.sources, self.home / "cache")

    @cached_property
    def meaning(self) -> Meaning | None:
        """What the sentence encoder makes of sentences, where there is one."""
        return self._meaning()

    @cached_property
    def estimates(self) -> ByEncoder:
        """What was learned of how people talk, by the sentence encoder where there is one."""
        return ByEncoder(self._annotator)

    @property
    def values(self) -> Values:
        """What the lists of all domains hold on this computer, and the context that files of loaded ones give.

        They are looked at again when a source whose values come and go says so.
        """
        stamps = [stamp(self.settings) for stamp in self._stamps]
        if self._values is None or self._values[0] != stamps:
            self._values = stamps, self._values_now()
        return self._values[1]

    @contextmanager
    def knowing(self, word: str) -> Iterator[None]:
        """Inside, a word is known here as what may be in an open list: a program."""
        before = [stamp(self.settings) for stamp in self._stamps], self.values
        self._values = before[0], before[1].knowing(word)
        try:
            yield
        finally:
            self._values = before

    @cached_property
    def _stamps(self) -> list[Callable[[Settings], object]]:
        """What says, of each source that has it, whether its values may be others by now."""
        named = {entry.source for entry in self.grammar.templates.lists.values() if entry.source}
        modules = (importlib.import_module(f"{TOOLS}.{name}") for name in sorted(named))
        return [module.stamp for module in modules if hasattr(module, "stamp")]

    def _values_now(self) -> Values:
        sourced = ((name, entry.source) for name, entry in self.grammar.templates.lists.items() if entry.source)
        given = {name: self._here(source) for name, source in sourced}
        lists: dict[str, SlotList] = {}
        context: dict[str, Any] = {}
        try:
            for name, domain in self.settings.domains.items():
                if domain.lists:
                    own, known = given_lists(name, _path(domain.lists))
                    lists |= own
                    context |= known
        except GrammarError as error:
            raise ToolError("SENTENCES_UNUSABLE", str(error)) from error
        return values_of(self.grammar, Listed(given, lists, context))

    def _here(self, source: str) -> list[tuple[str, Any]]:
        """What a source of values gives on this computer: the words of each, and what a slot gets."""
        module = importlib.import_module(f"{TOOLS}.{source}")
        return list(module.values(self.machine, self.settings, self.home / "cache"))

    @cached_property
    def journal(self) -> Journal:
        """The journal, opened when something is to be written down."""
        synchronous = self.settings.journal.synchronous
        return Journal(self.home, synchronous=synchronous, clock=self.now, workspace=self.paths.workspace)

    @cached_property
    def changer(self) -> Changer:
        """The only hand on the user's disk."""
        bases = [
            self.context.cwd,
            *(found for name in self.settings.places if isinstance(found := self.paths.anchor(name), str)),
        ]
        bases += [found for name in self.settings.anchors if isinstance(found := self.paths.anchor(name), str)]
        return Changer(str(self.home), self._trash_home, tuple(dict.fromkeys(bases)))

    def in_the_name_of(self, by: str) -> AbstractContextManager[None]:
        """What is begun inside is written down as begun by this person; by nobody in particular where none is named."""
        return self.journal.in_the_name_of(by) if by else nullcontext()

    def overlay(self) -> Overlay:
        """A fresh view of the disk that records and never writes."""
        world, guard = self._moment.get() or self._as_it_is()
        return Overlay(guard, Tree(world), guard.clears)

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """While nothing is done: every view of the disk is of how it was first seen."""
        token = self._moment.set(self._moment.get() or self._as_it_is())
        try:
            yield
        finally:
            self._moment.reset(token)

    def _as_it_is(self) -> tuple[World, Guard]:
        world = World()
        return world, self.paths.over(world.kind).guard()

    def executor(self, tools: Mapping[str, Tool], journal: Journal | None, engine: Engine = INLINE) -> ToolExecutor:
        """What runs one plan over these tools, here; without a journal nothing of it is kept."""
        return ToolExecutor(
            tools,
            self.ports,
            disk_factory=self.overlay,
            changer=self.changer,
            journal=journal,
            secrets=Secrets(self.settings.home),
            engine=engine,
        )

    def words(self, value: object) -> str:
        """A value as a message shows it: paths relative to their place, lists by their length, no references."""
        if isinstance(value, list):
            return f"{len(value)} things" if len(value) != 1 else self.words(value[0])
        text = str(put_in(value, lambda reference: THE_RESULT))
        if text == self.paths.workspace:
            return "this folder"
        return self.paths.relative(text) if self.paths.flavour(text).is_absolute() else f'"{text}"'


def _path(text: str) -> Path:
    return Path(text).expanduser()
