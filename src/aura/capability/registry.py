"""The registry: every tool by its id, domains imported only when one of their tools is asked for."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from aura.capability.errors import DeclarationError
from aura.capability.tool import Tool


class Registry(Mapping[str, Tool]):
    """A mapping from tool id to tool.

    Tools given at once are there from the start; domains are folders of `package` that have a
    `sentences.en.yaml`. A look-up imports only the domain that the id names; iterating imports them all.
    """

    def __init__(self, tools: Mapping[str, Tool] | None = None, package: str = "") -> None:
        self._tools: dict[str, Tool] = dict(tools or {})
        self._package = package
        self._loaded: set[str] = set()

    def __getitem__(self, tool_id: str) -> Tool:
        if tool_id not in self._tools:
            self._load(tool_id.rpartition(".")[0])
        return self._tools[tool_id]

    def __iter__(self) -> Iterator[str]:
        for domain in self.domains:
            self._load(domain)
        return iter(sorted(self._tools))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def find(self, domain: str, verb: str, object: str = "") -> Tool | None:
        """The tool that achieves a goal: exact object first, then the one for any object."""
        same = self.all_for(domain, verb)
        return next((tool for tool in same if tool.object == object), None) or next(
            (tool for tool in same if not tool.object), None
        )

    def all_for(self, domain: str, verb: str) -> list[Tool]:
        """Every tool of a domain that achieves goals of a verb."""
        self._load(domain)
        return [tool for tool in self._tools.values() if tool.domain == domain and tool.verb == verb]

    def atoms(self) -> dict[str, dict[str, Any]]:
        """Every tool as a Flowmind atom definition, by id."""
        return {tool_id: self[tool_id].as_atom() for tool_id in self}

    @cached_property
    def domains(self) -> tuple[str, ...]:
        """Every domain's dotted name below the package."""
        if not self._package:
            return ()
        root = Path(importlib.import_module(self._package).__path__[0])
        folders = sorted(path.parent for path in root.rglob("sentences.en.yaml"))
        return tuple(".".join(folder.relative_to(root).parts) for folder in folders)

    def _load(self, domain: str) -> None:
        if domain in self._loaded or domain not in self.domains:
            return
        self._loaded.add(domain)
        package = importlib.import_module(f"{self._package}.{domain}")
        for module in _modules(package):
            for declared in vars(module).values():
                if isinstance(declared, Tool) and declared.call.__module__ == module.__name__:
                    self._add(declared)

    def _add(self, declared: Tool) -> None:
        if declared.id in self._tools:
            raise DeclarationError(f"Tool {declared.id} is declared twice.")
        self._tools[declared.id] = declared


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.iter_modules(package.__path__):
        if not found.ispkg:
            yield importlib.import_module(f"{package.__name__}.{found.name}")
