"""What goes in and what comes out, as the OpenAPI document says it, with examples."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

STEP: dict[str, Any] = {
    "id": "knowledge.calculate",
    "step_id": "sum",
    "target": "Add it up",
    "inputs": {"expression": "19 + 23"},
    "depends_on": [],
}
PLAN: dict[str, Any] = {
    "target": "Add two numbers",
    "plan": {"steps": [STEP], "outputs": {"sum": "${sum.outputs.value}"}},
}
VALID: dict[str, Any] = {"valid": True, "warnings": [], "execution_order": ["sum"]}
PLANNED: dict[str, Any] = {**PLAN, "validation": VALID}
HASH = "8c9028d77e4433e00067c238b77327688885fa66a4d3d85faf52ebcd31193ef6"


class Open(BaseModel):
    """An object that may have more in it than is named here."""

    model_config = ConfigDict(extra="allow")


class Closed(BaseModel):
    """An object that has nothing in it but what is named here."""

    model_config = ConfigDict(extra="forbid")


class Wanted(Closed):
    """What a plan is wanted for."""

    intent: Annotated[str, Field(min_length=1, max_length=10_000, description="What is wanted, in plain words.")]
    atoms: Annotated[
        list[str], Field(max_length=10_000, description="The ids of the atoms that may be used; all of them if empty.")
    ] = []

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"intent": "What is 19 plus 23?"}]},
    )


class Said(Closed):
    """A sentence to be carried out."""

    utterance: Annotated[str, Field(min_length=1, max_length=10_000, description="What is to be done.")]

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"utterance": "create a folder plans"}]})


class Yes(Closed):
    """A yes to what was shown, and to nothing else: its plan with what that would lose, or the question of a step."""

    approval: Annotated[
        str, Field(pattern="^[0-9a-f]{16}$", description="The `approval` of the run as it was shown, and is approved.")
    ]

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"approval": HASH[:16]}]})


class Reply(Closed):
    """An answer to the question that a run waits with."""

    text: Annotated[
        str, Field(min_length=1, max_length=10_000, description="The answer, or the number of a candidate.")
    ]

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"text": "weekly plan"}]})


class Fault(Open):
    """One thing that is wrong: its code, a sentence, and where it is."""

    code: str
    message: str
    path: str


class Problem(Open):
    """A problem document (RFC 9457); `code` says which problem it is, `errors` what is wrong in a plan."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    errors: list[Fault] = []

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={
            "examples": [
                {
                    "type": "about:blank",
                    "title": "Unauthorized",
                    "status": 401,
                    "code": "NO_TOKEN",
                    "detail": "This needs a token: send the header Authorization: Bearer TOKEN.",
                }
            ]
        },
    )


class Verdict(Open):
    """Whether a plan is valid: then in which order its steps run, else everything that is wrong with it."""

    valid: bool
    warnings: list[Fault] = []
    execution_order: list[str] = []
    errors: list[Fault] = []

    model_config = ConfigDict(extra="allow", json_schema_extra={"examples": [VALID]})


class Planned(Open):
    """A plan and the verdict on it: what `POST /execute` takes whole.

    `proposed_by` is the planner, `fallback` is true where no model made it, `unread` are words that have no part in it.
    """

    target: str
    plan: dict[str, Any]
    validation: Verdict
    proposed_by: str = ""
    fallback: bool = False
    unread: list[str] = []
    trouble: str = ""

    model_config = ConfigDict(extra="allow", json_schema_extra={"examples": [PLANNED]})


class Question(Open):
    """What a run waits to be told."""

    text: str
    candidates: list[str] = []


class StepDone(Open):
    """What came of one step; `error` is `[CODE] message`."""

    step_id: str
    atom_id: str
    status: str
    outputs: dict[str, Any] = {}
    error: str | None = None


class Run(Open):
    """What came of a command or a plan: the object of `aura --json`, and `preview` with the `approval`
    that a yes must name where it waits for one."""

    status: str
    message: str
    plan_hash: str
    steps: list[StepDone]
    approval: str = ""
    run_id: str | None = None
    question: Question | None = None
    outputs: dict[str, Any] = {}

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={
            "examples": [
                {
                    "status": "answered",
                    "message": "42",
                    "utterance": "Add two numbers",
                    "target": "Add two numbers",
                    "plan": PLAN["plan"],
                    "validation": VALID,
                    "plan_hash": HASH,
                    "steps": [
                        {
                            "step_id": "sum",
                            "atom_id": "knowledge.calculate",
                            "status": "completed",
                            "outputs": {"value": 42, "text": "42"},
                            "error": None,
                        }
                    ],
                    "outputs": {"sum": 42},
                    "run_id": "dnnej",
                }
            ]
        },
    )


class RunRow(Open):
    """One run in the list."""

    run_id: str
    utterance: str
    status: str
    message: str
    started: str
    finished: str
    undo: str
    started_by: str
    approved_by: str


class Runs(Open):
    """Earlier runs, newest first."""

    runs: list[RunRow]


class RunShown(Open):
    """One run as the journal has it: `aura show --json`, its plan, and what it waits for."""

    run_id: str
    utterance: str
    status: str
    message: str
    started: str
    finished: str
    undo: str
    started_by: str
    approved_by: str
    steps: list[dict[str, Any]]
    target: str | None = None
    plan: dict[str, Any] | None = None
    plan_hash: str | None = None
    approval: str = ""
    approver: str = ""
    preview: list[dict[str, Any]] | None = None
    question: Question | None = None


class Atom(Open):
    """One thing that can be done."""

    id: str
    description: str
    inputs: dict[str, Any]
    outputs: dict[str, Any]


class Atoms(Open):
    """Everything that can be done."""

    atoms: list[Atom]


class Health(Open):
    """The server answers."""

    status: str

    model_config = ConfigDict(extra="allow", json_schema_extra={"examples": [{"status": "ok"}]})
