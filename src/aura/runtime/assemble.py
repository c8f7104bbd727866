"""The one composition: settings, registry, ports and paths become an Orchestrator."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from aura.capability.errors import ToolError
from aura.capability.machine import NOWHERE, Machine, is_service, serving
from aura.capability.ports import Facts, History, Macros, Message, Model, Opener, Past, Places
from aura.capability.registry import Registry
from aura.config.folders import AnchorFolders
from aura.config.load import default_home, load_settings
from aura.config.settings import LoadedDomain, ModelSettings, Settings
from aura.contracts.problem import Problem
from aura.contracts.proposal import Proposal, ProposalRequest
from aura.execution.engines.engine import Errand, Timed
from aura.execution.journal import Clock, now
from aura.execution.trash import home_trash
from aura.language.annotating.annotation import Annotator
from aura.providers.endpoint import Endpoint, endpoint_of
from aura.providers.sentence_encoder import SentenceEncoder, installed
from aura.runtime.context import SessionContext
from aura.runtime.engines import EXTRA, Engines
from aura.runtime.house import TOOLS, House
from aura.runtime.pipeline import Orchestrator
from aura.runtime.prepare import sources
from aura.runtime.proposed.found_commands import may_be_guessed, may_be_proposed
from aura.runtime.proposed.proposals import Proposer
from aura.understanding.meaning import Meaning, meaning_by
from aura.understanding.paths import resolver_here

if TYPE_CHECKING:
    from aura.atoms.load import Atoms

REPLIES = Path("cache", "replies.db")
USER = ("LOGNAME", "USER", "USERNAME")
"""Where systems say who the user is."""


class NoModel:
    """Stands where no language model is configured."""

    configured = False
    name = "no language model"

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any], *, temperature: float = 0) -> Problem:
        """Never asked, since nothing is configured."""
        return Problem("NO_MODEL", "No language model is configured.")

    def answer(self, question: str) -> str:
        """Never asked, since nothing is configured."""
        raise ToolError("NO_MODEL", "No language model is configured.")


class LatePorts(Mapping[Any, Any]):
    """Ports that are made when a tool first asks for them; a service of the machine by the backend that serves here."""

    def __init__(self, makers: Mapping[Any, Any], machine: Machine) -> None:
        self._makers = makers
        self._machine = machine
        self._made: dict[Any, Any] = {}

    def __getitem__(self, port: Any) -> Any:
        if port not in self._made:
            served = port not in self._makers and port in self
            self._made[port] = serving(port, self._machine) if served else self._makers[port]()
        return self._made[port]

    def __contains__(self, port: object) -> bool:
        return port in self._makers or (is_service(port) and self._machine is not NOWHERE)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


class _History:
    """The journal's past, opened when it is asked for."""

    def __init__(self, house: House) -> None:
        self._house = house

    def recent(self, count: int) -> list[Past]:
        """The last commands, newest first."""
        return self._house.journal.recent(count)


class LateModel:
    """The language model as a helper, made when it is first asked."""

    def __init__(self, house: House) -> None:
        self._house = house

    def propose(self, request: ProposalRequest) -> Proposal | Problem | None:
        """What the model makes of a sentence."""
        from aura.understanding.model_helper import ModelHelper

        house, table = self._house, self._house.actions.table
        open_to_all = {name: one for name, one in table.items() if may_be_proposed(house.registry, one)}
        actions = msgspec.structs.replace(house.actions, table=open_to_all)
        helper = ModelHelper(house.ports[Model], actions, house.settings.proposals.goals)
        return helper.propose(request)


class LateIndirect:
    """The sentence encoder as a helper, made when it is first asked."""

    def __init__(self, house: House) -> None:
        self._house = house

    def propose(self, request: ProposalRequest) -> Proposal | None:
        """The action that a sentence is most like; nothing where there is no encoder."""
        house = self._house
        if house.meaning is None:
            return None
        from aura.understanding.indirect_helper import IndirectHelper

        return IndirectHelper(house.meaning, house.actions.table, partial(may_be_guessed, house.registry)).propose(
            request
        )


def assemble(
    workspace: Path,
    environ: Mapping[str, str],
    *,
    model: str | None = None,
    proposers: Sequence[Proposer] = (),
    hear: Callable[[str], None] | None = None,
    domains: Mapping[str, LoadedDomain] | None = None,
    atoms: Sequence[Path] = (),
    engine: str | None = None,
    clock: Clock = now,
    machine: Machine | None = None,
) -> Orchestrator:
    """An Orchestrator for one session in a folder, over a house that is furnished as it is said.

    `proposers` are helpers for what the grammar cannot read, asked in order before the language model.
    """
    house = furnish(
        workspace, environ, model=model, hear=hear, domains=domains, atoms=atoms, engine=engine, clock=clock,
        machine=machine,
    )  # fmt: skip
    helpers = (*proposers, *([LateIndirect(house)] if house.settings.semantic.enabled and installed() else ()))
    asked = endpoint_of(house.settings.model, environ, model)
    return Orchestrator(house, helpers if asked is None else (*helpers, LateModel(house)))


def furnish(
    workspace: Path,
    environ: Mapping[str, str],
    *,
    model: str | None = None,
    hear: Callable[[str], None] | None = None,
    domains: Mapping[str, LoadedDomain] | None = None,
    atoms: Sequence[Path] = (),
    engine: str | None = None,
    clock: Clock = now,
    machine: Machine | None = None,
) -> House:
    """The parts of a session in a folder; raises ToolError with the sentence for bad settings.

    `model` names the language model to ask, or "none"; `hear` gets its answer to a question as it comes. `domains`
    are loaded from files of intents beside those that the settings name, `atoms` are folders whose atoms are tools
    too; `engine` names what carries out plans, where the settings are not to say it; `clock` gives the time in UTC;
    `machine` is the computer, where it is not to be this one.
    """
    home = default_home(environ)
    settings = load_settings(home, environ)
    if isinstance(settings, Problem):
        raise ToolError(settings.code, settings.message)
    settings = msgspec.structs.replace(settings, domains={**settings.domains, **(domains or {})})
    context = SessionContext(str(workspace), user_of(environ))
    asked = endpoint_of(settings.model, environ, model)
    makers: dict[Any, Any] = {Model: lambda: _model(settings, asked, hear)}
    machine = machine or machine_of(settings, environ)
    ports = LatePorts(makers, machine)
    loaded = _atoms((*map(Path, settings.flow.folders), *atoms))
    house = House(
        settings,
        context,
        Registry(loaded.tools if loaded is not None else None, package=TOOLS),
        resolver_here(settings, context.cwd),
        ports,
        sources(),
        home_trash(environ, settings.home),
        clock,
        lambda: _meaning(settings),
        lambda: _annotator(settings),
        loaded,
        atoms,
        Engines(Path(settings.home), settings.engine, environ, engine, partial(_session, environ)),
        machine,
    )
    makers |= {Facts: lambda: _facts(house), History: lambda: _History(house), Opener: _opener}
    makers |= {Macros: lambda: _macros(house), Places: lambda: AnchorFolders(settings, context.cwd)}
    return house


def machine_of(settings: Settings, environ: Mapping[str, str]) -> Machine:
    """This computer, with what the settings say of it."""
    return Machine(sys.platform, environ, settings.apps, settings.browser, settings.sites)


def user_of(environ: Mapping[str, str]) -> str:
    """Who the system says the user of this process is; where it does not know, what the environment says."""
    try:
        import pwd

        return pwd.getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError):
        return next((environ[name] for name in USER if environ.get(name)), "")


def named_model(settings: ModelSettings, environ: Mapping[str, str], asked: str | None) -> str:
    """The language model that would be asked, as messages call it; nothing where none would."""
    endpoint = endpoint_of(settings, environ, asked)
    return endpoint.name if endpoint is not None else ""


def _session(environ: Mapping[str, str], told: Errand | Timed) -> Orchestrator:
    """A session like the one that began a run, or kept it for its time."""
    return assemble(Path(told.workspace), environ, atoms=tuple(map(Path, told.atoms)), engine=EXTRA)


def _atoms(folders: Sequence[Path]) -> Atoms | None:
    if not folders:
        return None
    from aura.atoms.load import load_atoms

    return load_atoms(folders, Registry(package=TOOLS))


def _model(settings: Settings, asked: Endpoint | None, hear: Callable[[str], None] | None) -> Model:
    if asked is None:
        return NoModel()
    from aura.providers.kept_replies import KeptReplies
    from aura.providers.openai_compatible import OpenAICompatible

    return OpenAICompatible(asked, settings.model, KeptReplies(Path(settings.home) / REPLIES), hear)


def _meaning(settings: Settings) -> Meaning | None:
    return meaning_by(SentenceEncoder()) if settings.semantic.enabled and installed() else None


def _annotator(settings: Settings) -> Annotator | None:
    if not (settings.semantic.enabled and installed()):
        return None
    from aura.providers.annotator import annotator_here

    return annotator_here()


def _facts(house: House) -> Facts:
    from aura.tools.memory.store import FactStore

    return FactStore(house.home / "memory.db")


def _macros(house: House) -> Macros:
    from aura.runtime.macros.drafts import KeptMacros

    return KeptMacros(house)


def _opener() -> Opener:
    from aura.tools.files.opener import DesktopOpener

    return DesktopOpener()
