"""Errors as RFC 9457 problem documents, with the code that says which it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import msgspec

from aura.capability.errors import ToolError

MEDIA_TYPE = "application/problem+json"

STATUS_OF_CODE: Mapping[str, int] = {
    "UNKNOWN_RUN": 404,
    "RUN_IN_USE": 409,
    "NOTHING_TO_RESUME": 409,
    "NOTHING_TO_CANCEL": 409,
    "NOTHING_TO_APPROVE": 409,
    "NOTHING_TO_ANSWER": 409,
    "OTHER_PLAN": 409,
    "NOT_YOURS": 403,
    "NO_PLAN": 409,
    "JOURNAL_UNUSABLE": 503,
    "JOURNAL_VERSION": 503,
}
"""What each code of the runtime is in HTTP; any other is something that cannot be done with what was sent."""


class Refused(Exception):  # noqa: N818  (most are no errors of ours)
    """A request that is not carried out: why, as a status, a code and one plain sentence.

    `errors` has one entry for each thing wrong with a plan; `headers` go with the answer.
    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        errors: Sequence[Mapping[str, Any]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.errors = tuple(errors)
        self.headers = dict(headers or {})

    @property
    def body(self) -> bytes:
        """The problem document."""
        document: dict[str, Any] = {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
        }
        if self.errors:
            document["errors"] = list(self.errors)
        return msgspec.json.encode(document)


def of_tool_error(error: ToolError) -> Refused:
    """What the runtime could not do, as an answer."""
    return Refused(STATUS_OF_CODE.get(error.code, 422), error.code, error.message)
