"""Intents over atoms: a plan that no rule made, checked and previewed like any other, and always shown first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from aura.capability.ports import Disk, Model
from aura.capability.tool import Tool
from aura.contracts.outcome import RunResult
from aura.contracts.problem import Problem
from aura.language.decoding.decode import Decoded
from aura.planning.flow import FlowPlan, FlowPlanner, FlowSettings
from aura.planning.flow_fallback import Rules
from aura.runtime.choosing.documents import prepared
from aura.runtime.house import House
from aura.understanding.spoken import Spoken

LOOK = "look at it with `aura flow`, and run what is right with `aura run`."

ByRules = Callable[[str], RunResult]
"""The plan that the grammar and the rules make of a sentence; no helper is asked."""


class Flows:
    """What the planner makes of intents in one session."""

    def __init__(self, house: House, by_rules: ByRules) -> None:
        self._house = house
        self._by_rules = by_rules

    def plan(self, base: RunResult, only: Collection[str] | None = None, *, whole: bool = False) -> RunResult:
        """The plan of an intent, over `only` some atoms if they are named; `unsupported` where none does it.

        One that the words alone make is `whole` if each part is a command and every word has a place.
        """
        planner = self._planner if only is None else self._planner.over(only)
        found = planner.plan(base.utterance)
        if isinstance(found, Problem):
            return msgspec.structs.replace(base, status="unsupported", message=found.message)
        planned = self._checked(base, found)
        if whole and planned.status == "planned" and not _is_whole(found):
            unread = f" (it has no place for {', '.join(found.origin.unread)})" if found.origin.unread else ""
            message = f"The words of the intent make a plan only in part{unread}, so nothing was done; {LOOK}"
            return msgspec.structs.replace(planned, status="unsupported", message=message)
        return planned

    def instead(self, offline: RunResult, decoded: Decoded) -> RunResult:
        """A plan over atoms for a sentence that no rule covers, if atoms are loaded and it asks for something.

        One that the words alone make must have a place for all of them, and each part must be a command.
        """
        atoms = self._house.atoms
        if atoms is None or not atoms.tools or offline.back or not Spoken(decoded.lattice).is_request():
            return offline
        found = self._planner.plan(offline.utterance)
        if isinstance(found, Problem) or not _is_whole(found):
            return offline
        return self._checked(offline, found)

    def _checked(self, base: RunResult, found: FlowPlan) -> RunResult:
        """The plan with its preview, or what stands in its way."""
        origin, document = found.origin, found.document
        result = prepared(self._house, document, origin.by)
        planned = result.status == "planned"
        if result.plan_hash:
            self._house.journal.propose(result.plan_hash, origin.by)
        return msgspec.structs.replace(
            result,
            message=origin.told(len(document["plan"]["steps"])) if planned else result.message,
            utterance=base.utterance,
            classification=base.classification,
            intent=base.intent,
            run_id=base.run_id,
            plan=result.plan or document["plan"],
            planned_by=origin,
        )

    @cached_property
    def _planner(self) -> FlowPlanner:
        house = self._house
        shown = {tool.id: tool.as_atom() for tool in house.registry.values() if _may_be_planned(tool)}
        asked = house.settings.flow
        settings = FlowSettings(asked.temperature, asked.atoms, asked.characters)
        known = {tool.id: tool.verb for tool in house.registry.values() if tool.verb}
        rules = Rules(self._table, frozenset(known.values()), frozenset(known))
        return FlowPlanner(shown, house.ports[Model], settings, rules, _Definitions(house.registry))

    def _table(self, part: str) -> Sequence[Mapping[str, Any]] | None:
        """The steps of the rules for a part of an intent, or None."""
        done = self._by_rules(part)
        if done.status != "planned" or done.plan is None:
            return None
        return list(done.plan["steps"])


def _is_whole(found: FlowPlan) -> bool:
    return not found.origin.fallback or (not found.origin.unread and found.commands)


class _Definitions(Mapping[str, Mapping[str, Any]]):
    """Every tool of a registry as an atom, made when it is asked for."""

    def __init__(self, registry: Mapping[str, Tool]) -> None:
        self._registry = registry

    def __getitem__(self, atom_id: str) -> Mapping[str, Any]:
        return self._registry[atom_id].as_atom()

    def __iter__(self) -> Iterator[str]:
        return iter(self._registry)

    def __len__(self) -> int:
        return len(self._registry)


def _may_be_planned(tool: Tool) -> bool:
    """Whether nothing but a plan is needed to call it: places on the disk only the path resolver may name.

    What is locked waits for the user's own words.
    """
    if tool.locked:
        return False
    return Disk not in tool.ports.values() and not any(slot.semantic.endswith("_path") for slot in tool.inputs.values())
