"""The FastAPI application: one short function a route, which asks the runtime on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Body, Depends, FastAPI, Header, Path, Query, Request, Security
from fastapi.exceptions import RequestValidationError
from fastapi.security import HTTPBearer
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response

import aura
from aura.contracts.outcome import RunResult
from aura.contracts.proposal import proposer_of
from aura.surfaces.http import shapes
from aura.surfaces.http.gate import HEALTH, Gate
from aura.surfaces.http.problems import MEDIA_TYPE, Refused
from aura.surfaces.http.replies import json_reply, run_reply
from aura.surfaces.http.service import Orchestrator
from aura.surfaces.http.streams import Streams
from aura.surfaces.http.workers import Workers

ABOUT = """
Plans, runs and approvals of one AURA, for programs and people.

Every request needs the header `Authorization: Bearer TOKEN`. The owner's token is in `http/token` in AURA_HOME;
`aura serve --person NAME` makes one for somebody else. Every error is a problem document (RFC 9457) with a `code`.
"""
REFERENCE = "#/components/schemas/{model}"
PROBLEM: dict[str, Any] = {
    "description": "Why it was not done.",
    "content": {MEDIA_TYPE: {"schema": {"$ref": REFERENCE.format(model="Problem")}}},
}
LATER = {"model": shapes.Run, "description": "Not done yet: it is under way, or waits for a person."}
ASYNC = "respond-async"
MOST_LISTED = 200


async def caller(request: Request) -> str:
    """Whose token the request came with; the gate has looked."""
    return str(request.state.by)


By = Annotated[str, Depends(caller)]
RunId = Annotated[str, Path(pattern="^[0-9a-z]{5,32}$", description="The run's id.", examples=["dnnej"])]


class Api(FastAPI):
    """A FastAPI application whose errors are problem documents, in its OpenAPI document too."""

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI document."""
        if self.openapi_schema is None:
            problem = shapes.Problem.model_json_schema(ref_template=REFERENCE)
            schemas = super().openapi()["components"]["schemas"]
            schemas |= problem.pop("$defs") | {"Problem": problem}
        return super().openapi()


def application(workers: Workers, lookers: Workers, streams: Streams, gate: Callable[..., Gate]) -> FastAPI:
    """The application; `workers` do what takes its time, `lookers` only look, `gate` is what all must pass."""
    app = Api(
        title="AURA",
        version=aura.__version__,
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        responses={"default": PROBLEM},
        middleware=[Middleware(gate)],
        dependencies=[Security(HTTPBearer(auto_error=False, description="The token of a person."))],
    )
    app.add_exception_handler(HTTPException, _of_http)
    app.add_exception_handler(RequestValidationError, _of_form)
    _add_health(app)
    _add_plans(app, workers, lookers)
    _add_looking(app, lookers, streams)
    _add_going_on(app, workers, lookers)
    return app


def _add_health(app: FastAPI) -> None:
    @app.get(
        HEALTH,
        response_model=shapes.Health,
        tags=["server"],
        summary="Whether the server answers",
        openapi_extra={"security": []},
    )
    async def health() -> Response:
        """Needs no token, and tells nothing else."""
        return json_reply({"status": "ok"})


def _add_plans(app: FastAPI, workers: Workers, lookers: Workers) -> None:
    @app.post("/plan", response_model=shapes.Planned, tags=["plans"], summary="Make a plan for an intent")
    async def plan(wanted: shapes.Wanted) -> Response:
        """Nothing is done. The answer is what `POST /execute` takes, and says who proposed it."""
        found = await workers.do(lambda runtime: runtime.flow(wanted.intent, atoms=wanted.atoms or None))
        return json_reply(_planned(found))

    @app.post("/validate", response_model=shapes.Verdict, tags=["plans"], summary="Check a plan document")
    async def validate(document: Annotated[Any, Body(examples=[shapes.PLAN])] = None) -> Response:
        """Anything gets a verdict: an order of execution, or every error at once."""
        return json_reply(await lookers.do(lambda runtime: runtime.validate_document(document).as_json()))

    @app.post("/execute", response_model=shapes.Run, responses={202: LATER}, tags=["plans"], summary="Run a plan")
    async def execute(
        planned: Annotated[dict[str, Any], Body(examples=[shapes.PLANNED])],
        by: By,
        wait: Annotated[bool, Query(description="Whether to answer only when it is done.")] = True,
        prefer: Annotated[str, Header(description=f"`{ASYNC}` is the same as `wait=false`.")] = "",
    ) -> Response:
        """Takes the answer of `POST /plan` whole. What would lose something, or what a planner made, waits for a yes.

        A plan that is not valid is refused with every error.
        """
        document, proposed_by = _document(planned), proposer_of(planned)
        if wait and ASYNC not in prefer.lower():
            done = await workers.do(
                lambda runtime: runtime.run_document(document, stop=workers.stop, proposed_by=proposed_by, by=by)
            )
            return run_reply(_sound(done))
        accepted = await lookers.do(lambda runtime: runtime.accept(document, proposed_by=proposed_by, by=by))
        if _sound(accepted).status == "accepted":
            workers.leave(lambda runtime: runtime.approve(accepted.run_id, by=by, stop=workers.stop))
        return run_reply(accepted)

    @app.post(
        "/do", response_model=shapes.Run, responses={202: LATER}, tags=["plans"], summary="Do what a sentence says"
    )
    async def do(said: shapes.Said, by: By) -> Response:
        """The same as `aura do`, with nobody at a terminal: what needs a yes or an answer waits for it."""
        return run_reply(await workers.do(lambda runtime: runtime.process(said.utterance, stop=workers.stop, by=by)))


def _add_looking(app: FastAPI, lookers: Workers, streams: Streams) -> None:
    @app.get("/runs", response_model=shapes.Runs, tags=["runs"], summary="List earlier runs")
    async def runs(
        count: Annotated[int, Query(ge=1, le=MOST_LISTED, description="How many at most.")] = 20,
    ) -> Response:
        """The newest first."""
        found = await lookers.do(lambda runtime: runtime.standing(count))
        names = tuple(shapes.RunRow.model_fields)
        return json_reply({"runs": [{name: getattr(run, name) for name in names} for run in found]})

    @app.get("/runs/{run_id}", response_model=shapes.RunShown, tags=["runs"], summary="Show one run")
    async def run(run_id: RunId) -> Response:
        """Its steps, its plan, and what it waits for with the `approval` that a yes names."""
        return json_reply(await lookers.do(lambda runtime: runtime.look(run_id)))

    @app.get(
        "/runs/{run_id}/events",
        tags=["runs"],
        summary="Follow a run",
        response_class=Response,
        responses={200: {"description": "Server-sent events.", "content": {"text/event-stream": {}}}},
    )
    async def events(
        run_id: RunId, last_event_id: Annotated[str, Header(description="Go on after this event.")] = ""
    ) -> Response:
        """Events `run`, `step` and `end`, until the run ends; they are the same whoever works on it."""
        return await streams.follow(run_id, last_event_id)

    @app.get("/atoms", response_model=shapes.Atoms, tags=["plans"], summary="List what can be done")
    async def atoms() -> Response:
        """Every atom with its inputs and outputs as JSON Schema."""
        return json_reply(await lookers.do(lambda runtime: {"atoms": list(runtime.tools().atoms().values())}))


def _add_going_on(app: FastAPI, workers: Workers, lookers: Workers) -> None:
    shape: dict[str, Any] = {"response_model": shapes.Run, "responses": {202: LATER}, "tags": ["runs"]}

    @app.post("/runs/{run_id}/approve", summary="Say yes to a run that waits for it", **shape)
    async def approve(run_id: RunId, yes: shapes.Yes, by: By) -> Response:
        """A yes to what has this `approval`; where a step names who approves, nobody else's counts."""
        shown = await lookers.do(lambda runtime: runtime.look(run_id))
        if shown["status"] != "confirmation":
            raise Refused(409, "NOTHING_TO_APPROVE", f"Run {run_id} is {shown['status']}: there is nothing to approve.")
        _check_who(shown, by)
        named = yes.approval
        return run_reply(
            await workers.do(lambda runtime: runtime.approve(run_id, by=by, named=named, stop=workers.stop))
        )

    @app.post("/runs/{run_id}/answer", summary="Answer the question of a run", **shape)
    async def answer(run_id: RunId, reply: shapes.Reply, by: By) -> Response:
        """The run goes on with it; a no to what waits for a yes is said here too."""
        shown = await lookers.do(lambda runtime: runtime.look(run_id))
        if "question" not in shown:
            raise Refused(409, "NOTHING_TO_ANSWER", f"Run {run_id} asks nothing.")
        _check_who(shown, by)
        return run_reply(await workers.do(lambda runtime: runtime.answer(reply.text, run_id, by=by, stop=workers.stop)))

    @app.post("/runs/{run_id}/cancel", summary="Stop a run", **shape)
    async def cancel(run_id: RunId) -> Response:
        """Between two steps where it is under way, at once where it only waits; resume goes on with it."""
        return run_reply(await _on_known(lookers, run_id, lambda runtime: runtime.cancel(run_id)))

    @app.post("/runs/{run_id}/resume", summary="Finish a run that was stopped", **shape)
    async def resume(run_id: RunId) -> Response:
        """No finished step runs again."""
        return run_reply(await _on_known(workers, run_id, lambda runtime: runtime.resume(run_id, stop=workers.stop)))

    @app.post("/runs/{run_id}/undo", summary="Take a run back", **shape)
    async def undo(run_id: RunId) -> Response:
        """What was changed since is left as it is, and named."""
        return run_reply(await _on_known(workers, run_id, lambda runtime: runtime.undo(run_id)))


async def _on_known(workers: Workers, run_id: str, job: Callable[[Orchestrator], RunResult]) -> RunResult:
    """A job on a run that is there; raises Refused `UNKNOWN_RUN` else."""

    def done(runtime: Orchestrator) -> RunResult:
        runtime.progress(run_id)
        return job(runtime)

    return await workers.do(done)


def _check_who(shown: dict[str, Any], by: str) -> None:
    """Raise Refused `NOT_YOURS` where a run waits for somebody else."""
    approver = shown.get("approver", "")
    if approver and approver.casefold() != by.casefold():
        raise Refused(403, "NOT_YOURS", f"Run {shown['run_id']} waits for {approver}, and nobody else's word counts.")


def _planned(found: RunResult) -> dict[str, Any]:
    """A plan with its verdict and who proposed it; raises Refused where there is none."""
    if found.plan is None or found.validation is None:
        raise Refused(422, "NO_PLAN_FOUND", found.message)
    planned = {"target": found.target, "plan": found.plan, "validation": found.validation}
    return planned | (found.planned_by.as_json() if found.planned_by is not None else {})


def _document(planned: dict[str, Any]) -> dict[str, Any]:
    """The plan document in what `POST /plan` gave; one that was found invalid is refused at once."""
    verdict = planned.get("validation", {})
    if not isinstance(verdict, dict) or verdict.get("valid", True) is not True:
        detail = "The plan was found invalid when it was made, so nothing was done."
        raise Refused(422, "INVALID_PLAN", detail)
    return {name: planned[name] for name in ("target", "plan") if name in planned}


def _sound(result: RunResult) -> RunResult:
    """A result whose plan is valid; raises Refused with every error else."""
    if result.validation is not None and not result.validation.get("valid", True):
        raise Refused(422, "INVALID_PLAN", result.message, errors=result.validation.get("errors", ()))
    return result


async def _of_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    codes = {404: ("NOT_FOUND", "There is nothing here."), 405: ("WRONG_METHOD", "This cannot be asked in that way.")}
    code, detail = codes.get(error.status_code, ("BAD_REQUEST", str(error.detail)))
    return _problem(Refused(error.status_code, code, detail, headers=error.headers))


async def _of_form(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    faults = [
        {
            "code": "INVALID_VALUE",
            "message": str(fault["msg"]),
            "path": ".".join(("$", *(str(part) for part in fault["loc"][1:]))),
        }
        for fault in error.errors()
    ]
    return _problem(Refused(422, "INVALID_REQUEST", "The request is not of the form that this needs.", errors=faults))


def _problem(refused: Refused) -> Response:
    return Response(refused.body, refused.status, refused.headers, MEDIA_TYPE)
