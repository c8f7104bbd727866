"""Answers as bytes: JSON of anything the runtime gives, with the status that says whether it is done."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import Response

from aura.contracts.answer import as_json, encode, preview_as_json
from aura.contracts.approval import approval_of
from aura.contracts.outcome import RunResult

UNDONE = frozenset(("accepted", "confirmation", "clarification"))
"""What the status is of a run that goes on later: by itself, after a yes, or after an answer."""


def json_reply(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A value as JSON; names that are no text are escaped."""
    content = encode(value, "utf-8", indent=None).encode()
    return Response(content, status, headers, "application/json")


def run_reply(result: RunResult) -> Response:
    """What came of a run: 200 where that is all, 202 with the place to look at where it goes on later."""
    told = as_json(result)
    if result.preview is not None and result.status == "confirmation":
        told["preview"] = preview_as_json(result.preview)
    if result.status == "confirmation":
        told["approval"] = approval_of(result.plan_hash, result.preview, result.question)
    headers = {"location": f"/runs/{result.run_id}"} if result.run_id else {}
    return json_reply(told, 202 if result.status in UNDONE else 200, headers)
