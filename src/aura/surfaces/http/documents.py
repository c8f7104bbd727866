"""Writes `docs/http.md` from the OpenAPI document, or with `--check` says that it is out of date.

`python -m aura.surfaces.http.documents [--check]`, run at the top of the source.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

PAGE = Path("docs", "http.md")
HOW = "sh .ci/documents"
OPENING = f"""# HTTP API

Made by `{HOW}` from the OpenAPI document, which `aura serve` gives at `/openapi.json`; change the routes, not this
page.

    $ aura serve --person dana
    dana's token is in ~/.local/share/aura/http/people/dana; give it to nobody else.
    $ aura serve
    Serving on http://127.0.0.1:8470 (Ctrl-C ends it); the token is in ~/.local/share/aura/http/token.
    $ curl -H "Authorization: Bearer $(cat ~/.local/share/aura/http/token)" -H "Content-Type: application/json" \\
        -d '{{"utterance": "create a folder plans"}}' http://127.0.0.1:8470/do

## Who gets in

- It listens on this machine only, unless `--host` says otherwise; then it says so. Nothing is encrypted: put a proxy
  with TLS before it.
- Every request but `/healthz` needs a token. The owner's is made on first start; each person has one of their own, in
  a file that only the owner of the account can read. Deleting the file shuts that person out at once. Who started and
  who approved a run is in the journal.
- The `Host` must be one of this server's names, an `Origin` its own page: a name that somebody else points here (DNS
  rebinding), and pages of other sites, are turned away. There is no CORS.
- A body must be JSON of a known length (`Content-Length`), of the size and depth that the settings `http` allow. So
  many requests a second are allowed to each person, few to who has no token.

## What waits for a person

A plan that would delete or overwrite something, or that a planner proposed, is kept with the status `confirmation`,
and nothing is done. `GET /runs/{{id}}` shows what it would do and its `approval`, the mark of all that;
`POST /runs/{{id}}/approve` with that mark runs it. If what would be lost has changed since, it is shown again, with
another mark. A step `flow.approval` waits in the
same way, and where it names an `approver` only that person's yes counts. `202` means: not done yet, look at
`Location`.

## Errors

A problem document (RFC 9457, `application/problem+json`) with `type`, `title`, `status`, `code`, `detail`, and
`errors` where a plan has some:

    {{problem}}

A run that was carried out and failed is an answer (`200`, `"status": "failed"`), and no error of the request.
"""


def openapi() -> dict[str, Any]:
    """The OpenAPI document, without a server."""
    from aura.surfaces.http.app import application

    nothing: Any = None
    document: dict[str, Any] = application(nothing, nothing, nothing, nothing).openapi()
    return document


def page() -> str:
    """The reference of the API in Markdown."""
    document = openapi()
    shapes = document["components"]["schemas"]
    problem = json.dumps(shapes["Problem"]["examples"][0])
    lines = [OPENING.replace("{problem}", problem)]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            lines += _operation(f"{method.upper()} {path}", operation, shapes)
    return "\n".join(lines).rstrip() + "\n"


def main() -> int:
    """Write the page, or check it; 1 if it is out of date."""
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(page(), encoding="utf-8", newline="\n")
        return 0
    if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == page():
        return 0
    print(f"{PAGE} is out of date; run `{HOW}`.", file=sys.stderr)
    return 1


def _operation(name: str, operation: Mapping[str, Any], shapes: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"## `{name}`", "", f"{operation['summary']}. {' '.join(operation['description'].split())}", "")
    fields = [*_parameters(operation), *_fields(operation.get("requestBody"), shapes)]
    if fields:
        yield from ("| what | where | type | meaning |", "|---|---|---|---|", *fields, "")
    for what, content in (("takes", operation.get("requestBody")), ("gives", operation["responses"]["200"])):
        example = _example(content, shapes)
        if example is not None:
            yield from (f"It {what}, for example,", "", f"    {json.dumps(example)}", "")


def _parameters(operation: Mapping[str, Any]) -> Iterator[str]:
    for parameter in operation.get("parameters", ()):
        kind = parameter["schema"].get("type", "any")
        yield f"| `{parameter['name']}` | {parameter['in']} | {kind} | {parameter.get('description', '')} |"


def _fields(body: Mapping[str, Any] | None, shapes: Mapping[str, Any]) -> Iterator[str]:
    shape = _shape(body, shapes)
    for name, field in shape.get("properties", {}).items():
        needed = "" if name in shape.get("required", ()) else ", may be left out"
        yield f"| `{name}` | body{needed} | {field.get('type', 'any')} | {field.get('description', '')} |"


def _example(content: Mapping[str, Any] | None, shapes: Mapping[str, Any]) -> Any:
    shape = _shape(content, shapes)
    return shape["examples"][0] if shape.get("examples") else None


def _shape(content: Mapping[str, Any] | None, shapes: Mapping[str, Any]) -> Mapping[str, Any]:
    """The JSON Schema of a body, looked up where it only has a name."""
    schema: Mapping[str, Any] = (content or {}).get("content", {}).get("application/json", {}).get("schema", {})
    named = schema.get("$ref", "").rpartition("/")[2]
    return shapes[named] if named else schema


if __name__ == "__main__":
    sys.exit(main())
