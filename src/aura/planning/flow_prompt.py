"""What a language model is asked for a plan: the atoms that can matter, the intent, and the form of the reply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from aura.capability.fitting import types_of
from aura.capability.ports import Message
from aura.contracts.problem import Problem
from aura.planning.flow_ranking import Definitions, slots

MOST_STEPS = 20
LONGEST_ABOUT = 240
MOST_CHOICES = 20
TEXT: dict[str, Any] = {"type": "string"}
NUMBERS = ("integer", "number")
ANYTHING = ("string", "number", "boolean")

TASK = """You turn what a user wants into a plan of steps. Reply with JSON only: {"target", "plan": {"steps": [...]}}.
Each step calls one of the atoms: "id" is the atom, "step_id" a short name of your own, "target" says in a few words \
what the step is for, "inputs" are the atom's inputs, "depends_on" the step_ids that must be done before.
An input is a value that the user said, or what an earlier step gives, written ${step_id.outputs.name} with the name \
of one of that step's outputs. Never make up a value, a name or an output: an input for which the user said nothing, \
and which no step gives, is null.
Take as few steps as do all that the user wants, in the order in which they must be done, and nothing that was not \
asked for. Where no atom does it, steps is an empty list."""


def messages_of(intent: str, atoms: Definitions) -> list[Message]:
    """The task, then the atoms a line each, and last the intent."""
    lines = [shown(atom_id, definition) for atom_id, definition in atoms.items()]
    return [Message("system", TASK), Message("user", "\n".join(["Atoms:", *lines, "", f"The user wants: {intent}"]))]


def correction(reply: str, problems: Sequence[Problem]) -> list[Message]:
    """What a model is told of a reply that is no valid plan."""
    faults = "\n".join(f"- {problem.message} (at {problem.path})" for problem in problems[:MOST_CHOICES])
    wrong = f"That plan cannot be used:\n{faults}\nReply with the whole plan, corrected."
    return [Message("assistant", reply), Message("user", wrong)]


def shown(atom_id: str, definition: Mapping[str, Any]) -> str:
    """One atom in one line."""
    about = " ".join(str(definition.get("description", "")).split())
    if len(about) > LONGEST_ABOUT:
        about = f"… {about[-LONGEST_ABOUT:]}"
    takes = ", ".join(_input(name, schema) for name, schema in slots(definition, "inputs").items())
    gives = ", ".join(f"{name} ({_kind(schema)})" for name, schema in slots(definition, "outputs").items())
    return f"- {atom_id}: {about} Inputs: {takes or 'none'}. Outputs: {gives or 'none'}."


def _input(name: str, schema: object) -> str:
    known = schema if isinstance(schema, Mapping) else {}
    about = known.get("description", "")
    may = "" if known.get("required") is True else ", may be left out"
    return f"{name} ({_kind(schema)}{may}{f': {about}' if about else ''})"


def _kind(schema: object) -> str:
    if isinstance(schema, Mapping) and isinstance(schema.get("enum"), list):
        return "one of " + " | ".join(map(str, schema["enum"][:MOST_CHOICES]))
    types = types_of(schema)
    return " or ".join(sorted(types)) if types else "any"


# -- the form of the reply


def reply_schema(atoms: Definitions, *, asks: bool = False) -> dict[str, Any]:
    """The JSON Schema of a plan document whose steps call these atoms, each with inputs of its own.

    Where what is missing will be asked for, any input may be null, else only those that may be left out.
    """
    forms = [_step(atom_id, slots(definition, "inputs"), asks) for atom_id, definition in atoms.items()]
    steps = {"type": "array", "items": {"anyOf": forms}, "maxItems": MOST_STEPS}
    return _closed({"target": TEXT, "plan": _closed({"steps": steps})})


def _step(atom_id: str, inputs: Mapping[str, Any], asks: bool) -> dict[str, Any]:
    values = {
        name: _value(schema, needed=not asks and isinstance(schema, Mapping) and schema.get("required") is True)
        for name, schema in inputs.items()
    }
    return _closed(
        {
            "step_id": TEXT,
            "id": {"type": "string", "enum": [atom_id]},
            "target": TEXT,
            "inputs": _closed(values),
            "depends_on": {"type": "array", "items": TEXT},
        }
    )


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    required = list(properties)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _value(schema: object, *, needed: bool) -> dict[str, Any]:
    """What may stand for an input: a value of its type, or text, which may be a reference."""
    forms = _forms(schema)
    forms += [] if TEXT in forms else [TEXT]
    forms += [] if needed else [{"type": "null"}]
    return forms[0] if len(forms) == 1 else {"anyOf": forms}


def _forms(schema: object) -> list[dict[str, Any]]:
    known = schema if isinstance(schema, Mapping) else {}
    if isinstance(known.get("enum"), list) and all(isinstance(choice, str) for choice in known["enum"]):
        return [{"type": "string", "enum": known["enum"]}]
    return [_form(name, known) for name in sorted(types_of(schema) or ANYTHING) if name != "null"]


def _form(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    if name == "array":
        return {"type": "array", "items": _value(schema.get("items"), needed=True)}
    properties = schema.get("properties")
    if name == "object" and isinstance(properties, Mapping):
        needed = schema.get("required")
        must = needed if isinstance(needed, list) else ()
        return _closed({key: _value(part, needed=key in must) for key, part in properties.items()})
    return {"type": name}
