"""The functions of atoms: found by name below one folder, never run before they are called."""

from __future__ import annotations

import importlib
import symtable
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from inspect import signature
from pathlib import Path
from typing import Any, Protocol

from aura.atoms.package import INIT, PACKAGE, module_of
from aura.capability.errors import ToolError
from aura.capability.fitting import fragment, read_as
from aura.capability.ports import IdempotencyKey
from aura.capability.tool import Slot

KEY = "idempotency_key"
UNRESOLVED = "UNRESOLVED_ATOM"


class Code:
    """The Python files of one folder, which is the package `atoms`, whatever it is called.

    The last part of an atom's id is a function, the parts before it are the module. Nothing outside the folder
    is taken for it, nor through a link that leads out.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    def fault_of(self, atom_id: str) -> str:
        """Why an atom has no function, or nothing; its file is read and not run."""
        try:
            self._table(atom_id)
        except ToolError as error:
            return error.message
        return ""

    def takes_key(self, atom_id: str) -> bool:
        """Whether the function takes an idempotency key; its file is read and not run."""
        try:
            found = self._table(atom_id).lookup(_action(atom_id))
        except ToolError:
            return False
        spaces = found.get_namespaces()
        return any(KEY in space.get_parameters() for space in spaces if isinstance(space, symtable.Function))

    def function_of(self, atom_id: str) -> Callable[..., Any]:
        """The function, its module imported; raises ToolError `UNRESOLVED_ATOM`."""
        self._file(atom_id)
        name = ".".join((PACKAGE, *_module(atom_id)))
        try:
            module = module_of(self.folder, name)
        except (Exception, SystemExit) as error:  # Code of the user's own, which may raise anything.
            raise _unresolved(atom_id, f"{name} cannot be imported ({type(error).__name__}: {error})") from error
        file = getattr(module, "__file__", None)
        if file is None or not Path(file).resolve().is_relative_to(self.folder):
            raise _unresolved(atom_id, f"{name} is not below {self.folder}")
        found = getattr(module, _action(atom_id), None)
        if not callable(found):
            raise _unresolved(atom_id, f"{file} has no function {_action(atom_id)}")
        function: Callable[..., Any] = found
        return function

    def _file(self, atom_id: str) -> Path:
        """The file of an atom's module."""
        parts = _module(atom_id)
        if not all(part.isidentifier() for part in (*parts, _action(atom_id))):
            raise _unresolved(atom_id, "its id is not made of names with dots between them")
        place = self.folder.joinpath(*parts)
        files = [place / INIT, *([place.with_name(f"{place.name}.py")] if parts else [])]
        try:
            file = next((file for file in files if file.is_file()), None)
        except OSError as error:
            raise _unresolved(atom_id, f"its file cannot be looked for ({error.strerror})") from error
        if file is None:
            raise _unresolved(atom_id, f"there is no {files[-1].relative_to(self.folder)} in {self.folder}")
        if not file.resolve().is_relative_to(self.folder):
            raise _unresolved(atom_id, f"{file} is a link that leads out of {self.folder}")
        return file

    def _table(self, atom_id: str) -> symtable.SymbolTable:
        """The names that an atom's module gives something to, the atom's own among them."""
        file = self._file(atom_id)
        try:
            table = symtable.symtable(file.read_text(encoding="utf-8"), str(file), "exec")
        except (SyntaxError, ValueError, OSError, RecursionError) as error:
            raise _unresolved(atom_id, f"{file} cannot be read ({error})") from error
        if _action(atom_id) not in table.get_identifiers():
            raise _unresolved(atom_id, f"{file} has no function {_action(atom_id)}")
        return table


class Functions(Protocol):
    """Where the functions of atoms are."""

    def takes_key(self, atom_id: str) -> bool: ...

    def function_of(self, atom_id: str) -> Callable[..., Any]: ...


class AtomCall:
    """An atom's function, imported when it is first called; text that a person gave for a number is read as one."""

    def __init__(self, code: Functions, atom_id: str, inputs: Mapping[str, Slot]) -> None:
        self._code = code
        self._atom_id = atom_id
        self._wanted = {name: fragment(slot.schema) for name, slot in inputs.items()}

    @cached_property
    def __wrapped__(self) -> Callable[..., Any]:
        return self._code.function_of(self._atom_id)

    def __call__(self, **given: Any) -> Any:
        read = {name: read_as(_own(value), self._wanted.get(name)) for name, value in given.items()}
        return self.__wrapped__(**read)


def _own(value: Any) -> Any:
    """A value with lists and dicts of its own: a function may change what it gets, and the plan must not change."""
    if type(value) is list:
        return list(map(_own, value))
    return {key: _own(part) for key, part in value.items()} if type(value) is dict else value


class AtomPorts(Mapping[str, Any]):
    """What an atom's function takes beside its inputs: an idempotency key, if it names one."""

    def __init__(self, code: Functions, atom_id: str) -> None:
        self._code = code
        self._atom_id = atom_id

    @cached_property
    def _ports(self) -> dict[str, Any]:
        return {KEY: IdempotencyKey} if self._code.takes_key(self._atom_id) else {}

    def __getitem__(self, name: str) -> Any:
        return self._ports[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._ports)

    def __len__(self) -> int:
        return len(self._ports)


class Importable:
    """The package `atoms` where Python finds one: the functions of atoms that no folder declares."""

    def takes_key(self, atom_id: str) -> bool:
        """Whether the function takes an idempotency key; its module is imported for it."""
        try:
            return KEY in signature(self.function_of(atom_id)).parameters
        except (ToolError, TypeError, ValueError):
            return False

    def function_of(self, atom_id: str) -> Callable[..., Any]:
        """The function, its module imported; raises ToolError `UNRESOLVED_ATOM`."""
        name = ".".join((PACKAGE, *_module(atom_id)))
        try:
            function: Callable[..., Any] = getattr(importlib.import_module(name), _action(atom_id))
        except (Exception, SystemExit) as error:  # As above.
            raise _unresolved(atom_id, f"{name} does not give it ({type(error).__name__}: {error})") from error
        return function


def _module(atom_id: str) -> list[str]:
    return atom_id.split(".")[:-1]


def _action(atom_id: str) -> str:
    return atom_id.rpartition(".")[2]


def _unresolved(atom_id: str, reason: str) -> ToolError:
    return ToolError(UNRESOLVED, f"The atom {atom_id} has no function: {reason}.")
