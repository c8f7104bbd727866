"""The OpenAPI document is true: what it says may be sent is answered as it says, and nothing breaks the server."""

from __future__ import annotations

import json

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from served import Served

from aura.surfaces.http.documents import openapi

TRUE = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
DOCUMENT = json.loads(json.dumps(openapi()))
OPERATIONS = {
    found.ok().label: found.ok()
    for found in schemathesis.openapi.from_dict(DOCUMENT).get_all_operations()
    if "events" not in found.ok().path
}
EXAMPLES = 25


def test_the_document_is_what_the_server_gives(server: Served) -> None:
    assert server.get("/openapi.json").body == DOCUMENT


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("name", OPERATIONS)
def test_no_request_breaks_the_server_nor_the_document(server: Served, name: str, mode: GenerationMode) -> None:
    headers = {"Authorization": f"Bearer {server.token}"}

    @seed(20261122)
    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=OPERATIONS[name].as_strategy(generation_mode=mode))
    def ask(case: Case) -> None:
        answer = case.call(base_url=f"http://127.0.0.1:{server.port}", headers=headers, timeout=30)
        case.validate_response(answer, checks=TRUE)
        assert b"Traceback" not in answer.content

    ask()


def test_every_example_of_the_document_is_taken(server: Served) -> None:
    for path, methods in DOCUMENT["paths"].items():
        content = methods.get("post", {}).get("requestBody", {}).get("content", {}).get("application/json", {})
        schema = content.get("schema", {})
        named = DOCUMENT["components"]["schemas"].get(schema.get("$ref", "").rpartition("/")[2], schema)
        for example in named.get("examples", ()):
            reply = server.post(path.replace("{run_id}", "zzzzz"), example)
            assert reply.status in ((404,) if "{run_id}" in path else (200, 202)), (path, reply)
