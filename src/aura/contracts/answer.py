"""A result as the one JSON object that every door gives; names and order are a public contract."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from msgspec.structs import replace

from aura.contracts.change import Change, WriteFile
from aura.contracts.goal import Goal
from aura.contracts.outcome import Preview, RunResult


def as_json(result: RunResult) -> dict[str, Any]:
    """The object, keys in the contract's order; from `proposed_by` on only what there is."""
    plain: dict[str, Any] = {
        "status": result.status,
        "message": result.message,
        "utterance": result.utterance,
        "classification": result.classification,
        "mode": result.mode,
        "intent": msgspec.to_builtins(result.intent),
        "goals": [_goal(goal) for goal in result.goals],
        "dependencies": msgspec.to_builtins(result.dependencies),
        "target": result.target,
        "plan": result.plan,
        "validation": result.validation,
        "plan_hash": result.plan_hash,
        "steps": msgspec.to_builtins(result.steps),
    }
    if result.planned_by is not None:
        plain |= result.planned_by.as_json()
    if result.outputs:
        plain["outputs"] = result.outputs
    if result.understood is not None:
        plain["understood"] = msgspec.to_builtins(result.understood)
    if result.question is not None:
        plain["question"] = {
            "text": result.question.text,
            "candidates": list(result.question.candidates),
        }
    if result.when is not None:
        plain["when"] = msgspec.to_builtins(result.when)
    if result.run_id:
        plain["run_id"] = result.run_id
    return plain


def preview_as_json(preview: Preview) -> list[dict[str, Any]]:
    """What each step would do, for whoever is to say yes to it; contents are in the inputs and not told twice."""
    return [
        {
            "step_id": step.step_id,
            "atom_id": step.atom_id,
            "target": step.target,
            "effect": step.effect,
            "inputs": step.inputs,
            "changes": [_change(change) for change in step.changes],
            "lost": list(step.lost),
            "lost_count": step.lost_count,
            "deferred": step.deferred,
        }
        for step in preview.steps
    ]


def encode(value: object, encoding: str | None, *, indent: int | None = 2) -> str:
    """JSON text that `encoding` can hold: characters as they are, or escaped where they do not fit."""
    plain = msgspec.to_builtins(value, str_keys=True, enc_hook=str)
    try:
        text = json.dumps(plain, ensure_ascii=False, indent=indent, allow_nan=False)
    except ValueError:  # JSON has no NaN and no infinity
        plain = msgspec.json.decode(msgspec.json.encode(plain))
        text = json.dumps(plain, ensure_ascii=False, indent=indent)
    try:
        text.encode(encoding or "ascii")
    except UnicodeEncodeError:
        return json.dumps(plain, indent=indent)
    return text


def _change(change: Change) -> dict[str, Any]:
    if isinstance(change, WriteFile):
        change = replace(change, content=None)
    plain: dict[str, Any] = msgspec.to_builtins(change)
    plain.pop("content", None)
    return plain


def _goal(goal: Goal) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(goal)
    return {key: value for key, value in plain.items() if value is not None or key not in _OPTIONAL}


_OPTIONAL = ("base_anchor", "resolved_path")
