"""One declaration a tool: the signature is the schema, the docstring the help, the module the domain."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from aura.capability.conduct import ALONE, Conduct
from aura.capability.effect import Effect
from aura.capability.errors import DeclarationError, ToolError
from aura.capability.machine import Foreseen, is_service, is_session
from aura.capability.ports import PORTS, Disk
from aura.capability.semantic import Semantic

TOOLS_PACKAGE = "aura.tools."
UNDECLARED = object()


class Slot(Struct, frozen=True):
    """One input or output: its JSON Schema fragment, its meaning, and whether it must be there.

    The default of one that may be left out is UNSET where only the tool itself knows it.
    """

    name: str
    schema: dict[str, Any]
    description: str
    semantic: str = ""
    required: bool = True
    default: Any = None

    @property
    def has_default(self) -> bool:
        """Whether it is known what holds where it is left out."""
        return not self.required and self.default is not msgspec.UNSET

    @property
    def described(self) -> dict[str, str]:
        """Its description as a part of a JSON Schema, if it has one."""
        return {"description": self.description} if self.description else {}


class Tool(Struct, frozen=True):
    """A typed capability, which is the same thing as a Flowmind atom.

    `call` takes inputs and ports by keyword and returns a Struct whose fields are the outputs, or None.
    `capture(**inputs, **ports)` returns the JSON state that is journalled before a call, and
    `undo(before, **inputs, **ports)` restores it; tools that ask for the Disk need neither, since every
    change is journalled with its inverse. `observe(outputs, **inputs, **ports)` returns whether the effect
    is seen to hold. `foresee(**inputs, **ports)` says at the preview what a call would do here. `rehearse` stands for
    `call` at the preview of a tool that asks for the Disk, where the call itself would look at or take something.
    One that `ends` something closes what its user may be working in, though nothing that is on disk is lost. What one
    that `lasts` does stays so until it is done otherwise, so that it is begun before its user leaves.
    `settles` names the inputs that a plan has as its preview finds them (input → output), where that output is not
    empty. A `locked` tool is used only where the user's own words ask for it. One that `requires_session` has its
    session held by the plan.
    """

    id: str
    domain: str
    verb: str
    object: str
    effect: Effect
    description: str
    inputs: dict[str, Slot]
    outputs: dict[str, Slot]
    ports: Mapping[str, Any]
    call: Callable[..., Any]
    capture: Callable[..., Any] | None = None
    undo: Callable[..., None] | None = None
    observe: Callable[..., bool] | None = None
    foresee: Callable[..., Foreseen] | None = None
    rehearse: Callable[..., Any] | None = None
    settles: Mapping[str, str] = {}
    locked: bool = False
    ends: bool = False
    lasts: bool = False
    requires_session: bool = False
    conduct: Conduct = ALONE

    def as_atom(self) -> dict[str, Any]:
        """The tool as a Flowmind atom definition: id, description, inputs, outputs, effect."""
        return {
            "id": self.id,
            "description": self.description,
            "effect": self.effect.value,
            "inputs": {
                slot.name: {
                    **slot.schema,
                    "required": slot.required,
                    **slot.described,
                    **({"default": slot.default} if slot.has_default else {}),
                }
                for slot in self.inputs.values()
            },
            "outputs": {slot.name: {**slot.schema, **slot.described} for slot in self.outputs.values()},
            **self.conduct.as_json(),
        }


def is_async(tool: Tool) -> bool:
    """Whether a call of a tool gives a coroutine; the function of an atom is imported to know."""
    try:
        return inspect.iscoroutinefunction(inspect.unwrap(tool.call))
    except ToolError:  # It has no function, which its call will say.
        return False


def tool(
    *,
    verb: str,
    object: str = "",
    effect: Effect,
    capture: Callable[..., Any] | None = None,
    undo: Callable[..., None] | None = None,
    observe: Callable[..., bool] | None = None,
    foresee: Callable[..., Foreseen] | None = None,
    rehearse: Callable[..., Any] | None = None,
    settles: Mapping[str, str] | None = None,
    locked: bool = False,
    ends: bool = False,
    lasts: bool = False,
    requires_session: bool = False,
    conduct: Conduct = ALONE,
) -> Callable[[Callable[..., Any]], Tool]:
    """Declare a function under `aura.tools.<domain>` as a tool; raises DeclarationError if incomplete.

    The id is the domain's path and the function's name without a trailing underscore.
    """

    def declare(function: Callable[..., Any]) -> Tool:
        domain = _domain_of(function)
        identity = f"{domain}.{function.__name__.rstrip('_')}"
        inputs, ports = _inputs_and_ports(identity, function)
        description = inspect.getdoc(function)
        if not description:
            raise DeclarationError(f"Tool {identity} has no docstring, which is its help.")
        made = Tool(
            id=identity,
            domain=domain,
            verb=verb,
            object=object,
            effect=effect,
            description=description.partition("\n")[0],
            inputs=inputs,
            outputs=_outputs(identity, function),
            ports=ports,
            call=function,
            capture=capture,
            undo=undo,
            observe=observe,
            foresee=foresee,
            rehearse=rehearse,
            settles=settles or {},
            locked=locked,
            ends=ends,
            lasts=lasts,
            requires_session=requires_session,
            conduct=conduct,
        )
        _refuse_incomplete(made)
        return made

    return declare


def _refuse_incomplete(made: Tool) -> None:
    """Raise DeclarationError where what a tool says of itself does not go together."""
    if made.effect is Effect.WRITES and made.undo is None and Disk not in made.ports.values():
        raise DeclarationError(
            f"Tool {made.id} writes, so it needs `undo=` or a Disk parameter that journals its changes."
        )
    if not made.conduct.beside and (inspect.iscoroutinefunction(made.call) or made.conduct.limits):
        raise DeclarationError(f"Tool {made.id} has a time, attempts or a coroutine, so it must run `beside` others.")
    if made.requires_session and not any(map(is_session, made.ports.values())):
        raise DeclarationError(f"Tool {made.id} requires a session, so it must ask for the port of one.")
    if made.undo is not None and made.capture is None:
        raise DeclarationError(f"Tool {made.id} has `undo=` but no `capture=` for the state to restore.")


def _domain_of(function: Callable[..., Any]) -> str:
    module = function.__module__
    if not module.startswith(TOOLS_PACKAGE):
        raise DeclarationError(f"Tool {module}.{function.__name__} is not under {TOOLS_PACKAGE[:-1]}.")
    return module.removeprefix(TOOLS_PACKAGE).rpartition(".")[0]


def _inputs_and_ports(identity: str, function: Callable[..., Any]) -> tuple[dict[str, Slot], dict[str, Any]]:
    hints = typing.get_type_hints(function, include_extras=True)
    inputs: dict[str, Slot] = {}
    ports: dict[str, Any] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        hint = hints.get(name, UNDECLARED)
        if hint is UNDECLARED:
            raise DeclarationError(f"Tool {identity}: parameter {name!r} has no type.")
        if is_service(hint) or any(hint is port for port in PORTS):
            ports[name] = hint
            continue
        required = parameter.default is inspect.Parameter.empty
        inputs[name] = _slot(identity, name, hint, required, None if required else parameter.default)
    return inputs, ports


def _outputs(identity: str, function: Callable[..., Any]) -> dict[str, Slot]:
    returned = typing.get_type_hints(function).get("return", UNDECLARED)
    if returned is UNDECLARED:
        raise DeclarationError(f"Tool {identity} does not declare what it returns.")
    if returned is type(None):
        return {}
    if not (isinstance(returned, type) and issubclass(returned, Struct)):
        raise DeclarationError(f"Tool {identity} must return a Struct with named outputs, or None.")
    hints = typing.get_type_hints(returned, include_extras=True)
    return {name: _slot(identity, name, hints[name], True, None) for name in returned.__struct_fields__}


def _slot(identity: str, name: str, hint: Any, required: bool, default: Any) -> Slot:
    metadata = getattr(hint, "__metadata__", ())
    description = next((item for item in metadata if isinstance(item, str)), "")
    if not description:
        raise DeclarationError(f'Tool {identity}: {name!r} has no description (`Annotated[type, "what it is"]`).')
    semantic = _semantic(hint)
    return Slot(name, _schema(hint), description, semantic, required, default)


def _semantic(hint: Any) -> str:
    """The first semantic type in a hint, looked for in unions and lists too."""
    for item in getattr(hint, "__metadata__", ()):
        if isinstance(item, Semantic):
            return item.name
    return next((found for part in typing.get_args(hint) if (found := _semantic(part))), "")


def _schema(hint: Any) -> dict[str, Any]:
    schema = msgspec.json.schema(_plain(hint))
    inlined: dict[str, Any] = _inlined(schema, schema.pop("$defs", {}))
    return inlined


def _inlined(schema: Any, definitions: dict[str, Any]) -> Any:
    """A schema that stands alone: every `$ref` replaced by what it refers to."""
    if isinstance(schema, list):
        return [_inlined(part, definitions) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _inlined(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    return {key: _inlined(part, definitions) for key, part in schema.items()}


def _plain(hint: Any) -> Any:
    """A hint without metadata that is not msgspec's own."""
    if hasattr(hint, "__metadata__"):
        return _plain(hint.__origin__)
    arguments = typing.get_args(hint)
    if not arguments or typing.get_origin(hint) is typing.Literal:
        return hint
    origin = typing.get_origin(hint)
    plain = tuple(_plain(part) for part in arguments)
    return typing.Union[plain] if origin is typing.Union or _is_pipe(hint) else origin[plain]  # noqa: UP007  a union made of parts


def _is_pipe(hint: Any) -> bool:
    return type(hint).__name__ == "UnionType"
