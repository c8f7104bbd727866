"""The names of Flowmind's core, as a Python program uses them: from a folder of atoms to what a plan gave."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "atoms"))
sys.path.insert(0, str(Path(__file__).parents[1] / "providers"))
from folders import atom, folder_of
from spoken_server import KEY, Reply, SpokenServer, chat, serving

from aura.atoms.code import Code
from aura.contracts.outcome import Preview
from aura.flows import AtomsRegistry, LLMProvider, execute, load_atoms_registry, plan, validate_plan

CODE = """
import asyncio
DONE = []
def greet(name):
    DONE.append(name)
    return f"hello {name}"
def split(text):
    first, _, rest = text.partition(" ")
    return {"first": first, "rest": rest, "more": 1}
async def twice(count):
    await asyncio.sleep(0)
    return 2 * count
def fail(): raise ValueError("boom")
def wrong(): return "no number"
def nothing(): return 3
def wipe(): DONE.append("wiped")
class Thing:
    def __str__(self): return "a thing"
class Broken:
    def __str__(self): raise OSError("no words")
THINGS = {"thing": Thing(), "set": {1, 2}, "pair": (1, 2), "huge": 10 ** 30, "bytes": b"b", "broken": Broken()}
def same(value): return value
def find(name): return THINGS[name]
"""
TEXT, COUNT = {"type": "string", "required": True}, {"type": "integer", "required": True}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return folder_of(
        tmp_path / "atoms",
        atom("talk.words.greet", {"name": TEXT}, {"greeting": "string"}),
        atom("talk.words.split", {"text": TEXT}, {"first": "string", "rest": "string"}, effect="R"),
        atom("talk.words.twice", {"count": COUNT}, {"count": "integer"}, effect="R"),
        atom("talk.words.fail"),
        atom("talk.words.wrong", {}, {"count": "integer"}, effect="R"),
        atom("talk.words.nothing"),
        atom("talk.words.wipe", effect="D"),
        atom("talk.words.find", {"name": TEXT}, {"found": {}}, effect="R"),
        atom("talk.words.same", {"value": {}}, {"value": {}}, effect="R"),
        atom("talk.gone.x", {}, {"x": "string"}),
        talk__words=CODE,
    )


@pytest.fixture
def registry(folder: Path) -> AtomsRegistry:
    return load_atoms_registry(folder)


def step(step_id: str, action: str, *after: str, **inputs: Any) -> dict[str, Any]:
    atom_id = action if "." in action else f"talk.words.{action}"
    return {"id": atom_id, "step_id": step_id, "target": action, "inputs": inputs, "depends_on": list(after)}


def response(registry: Any, *steps: dict[str, Any], **outputs: Any) -> dict[str, Any]:
    document = {"target": "a test", "plan": {"steps": list(steps), "outputs": outputs}}
    return {**document, "validation": validate_plan(document, registry)}


def done(registry: Any) -> list[str]:
    """What the atoms noted that they did."""
    return list(in_words(registry)["DONE"])


def things(registry: Any) -> dict[str, Any]:
    """What `find` gives, by name."""
    return dict(in_words(registry)["THINGS"])


def in_words(registry: Any) -> Any:
    """What the module of the atoms holds."""
    return Code(registry.folder).function_of("talk.words.greet").__globals__


def test_a_folder_becomes_a_registry_of_definitions(folder: Path, registry: AtomsRegistry) -> None:
    assert registry["talk.words.split"] == atom(
        "talk.words.split", {"text": TEXT}, {"first": "string", "rest": "string"}, effect="R"
    )
    assert registry.problems == () and "files.move" not in registry
    (folder / "bad.json").write_text("{", "utf-8")
    again = load_atoms_registry(str(folder))
    assert dict(again) == dict(registry) and again.problems[0].path == f"{folder / 'bad.json'}:1"
    assert {"files.move", "talk.words.greet"} <= set(load_atoms_registry(folder, tools=True))


def test_a_plan_is_carried_out_and_its_outputs_are_there(registry: AtomsRegistry) -> None:
    answered = execute(
        response(
            registry,
            step("a", "greet", name="Ada"),
            step("b", "split", text="${a.outputs.greeting}!"),
            step("c", "twice", count=4),
            said="${b.outputs.first}", all="${b.outputs}", count="${c.outputs.count}",
        ),
        registry,
    )  # fmt: skip
    assert answered["success"] is True and answered["error"] is None
    assert answered["step_results"] == [
        {"step_id": "a", "atom_id": "talk.words.greet", "status": "completed", "outputs": {"greeting": "hello Ada"},
         "error": None},
        {"step_id": "b", "atom_id": "talk.words.split", "status": "completed",
         "outputs": {"first": "hello", "rest": "Ada!"}, "error": None},
        {"step_id": "c", "atom_id": "talk.words.twice", "status": "completed", "outputs": {"count": 8}, "error": None},
    ]  # fmt: skip
    assert answered["outputs"] == {"said": "hello", "all": {"first": "hello", "rest": "Ada!"}, "count": 8}
    assert done(registry) == ["Ada"]


def test_steps_without_outputs_or_ids_and_an_atom_that_declares_none(registry: AtomsRegistry) -> None:
    plain = {"id": "talk.words.nothing", "target": "", "inputs": {}}
    answered = execute(response(registry, plain), registry)
    assert answered["step_results"][0]["step_id"] == "0" and answered["step_results"][0]["outputs"] == {}


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ([step("a", "fail")], "STEP_EXECUTION_ERROR"),
        ([step("a", "talk.gone.x")], "UNRESOLVED_ATOM"),
        ([step("a", "wrong")], "INVALID_OUTPUT"),
    ],
)
def test_a_step_that_fails_says_why_and_stops_what_needs_it(
    registry: AtomsRegistry, steps: list[Any], code: str
) -> None:
    answered = execute(response(registry, *steps, step("b", "greet", "a", name="Ada")), registry)
    assert answered["success"] is False and f"[{code}]" in answered["error"]
    first, second = answered["step_results"]
    assert first["status"] == "failed" and first["error"].startswith(f"[{code}] ") and first["outputs"] == {}
    assert second["status"] == "skipped" and done(registry) == []


@pytest.mark.parametrize("name", ["thing", "set", "pair", "huge", "bytes", "broken"])
def test_what_an_atom_gives_is_passed_on_as_it_is(registry: AtomsRegistry, name: str) -> None:
    steps = [step("a", "find", name=name), step("b", "same", value="${a.outputs.found}")]
    answered = execute(response(registry, *steps, all="${b.outputs}"), registry)
    given = things(registry)[name]
    first, second = answered["step_results"]
    assert answered["success"] is True and first["outputs"]["found"] is given
    assert second["outputs"]["value"] is given and answered["outputs"]["all"]["value"] is given
    assert type(first) is dict and list(first) == ["step_id", "atom_id", "status", "outputs", "error"]


@pytest.mark.parametrize(
    ("name", "text"), [("thing", "a thing"), ("huge", str(10**30)), ("pair", "[1,2]"), ("broken", None)]
)
def test_what_an_atom_gives_goes_into_a_text_as_python_writes_it(
    registry: AtomsRegistry, name: str, text: str | None
) -> None:
    steps = [step("a", "find", name=name), step("b", "greet", "a", name="${a.outputs.found}!")]
    answered = execute(response(registry, *steps, said="see ${a.outputs.found}"), registry)
    if text is None:
        assert "no words" in answered["error"] and done(registry) == []
        only = execute(response(registry, steps[0], said="see ${a.outputs.found}"), registry)
        assert only["success"] is False and "no words" in only["error"]
    else:
        assert answered["outputs"] == {"said": f"see {text}"} and done(registry) == [f"{text}!"]


@pytest.mark.parametrize("kept", [True, False])
def test_a_plan_that_is_no_json_is_neither_shown_nor_kept(
    registry: AtomsRegistry, tmp_path: Path, monkeypatch: Any, kept: bool
) -> None:
    monkeypatch.setenv("AURA_HOME", str(tmp_path / "home"))
    plain = {"target": "", "plan": {"steps": [step("a", "same", value=object())]}, "validation": forged("a")}
    given: dict[str, Any] = {"home": tmp_path / "home"} if kept else {"approve": lambda preview: True}
    answered = execute(plain, registry, **given)
    assert answered["success"] is False and "JSON" in answered["error"]
    assert execute(plain, registry)["success"] is True


def forged(*order: str) -> dict[str, Any]:
    return {"valid": True, "warnings": [], "execution_order": list(order)}


def test_what_a_wrong_verdict_lets_through_is_caught_step_by_step(registry: AtomsRegistry) -> None:
    steps = [step("a", "greet", name="${z.outputs.x}"), step("b", "talk.words.unknown"), step("c", "greet", name="Ada")]
    plain = {"target": "", "plan": {"steps": steps}, "validation": forged("a", "missing", "b", "c")}
    found = {result["step_id"]: result["error"] for result in execute(plain, registry)["step_results"]}
    codes = {step_id: error and error.partition("]")[0].strip("[") for step_id, error in found.items()}
    assert codes == {"a": "UNRESOLVED_REF", "missing": "STEP_NOT_FOUND", "b": "UNRESOLVED_ATOM", "c": None}


APPROVERS: list[Any] = [None, lambda preview: True]


@pytest.mark.parametrize("approve", APPROVERS, ids=["not asked", "asked"])
@pytest.mark.parametrize("order", [["ok", "a", "a"], ["a"], ["b", "c"], ["a", "ok"]], ids=str)
def test_an_order_that_leaves_out_a_need_or_repeats_a_step_is_refused(
    registry: AtomsRegistry, order: list[str], approve: Any, monkeypatch: Any, tmp_path: Path
) -> None:
    monkeypatch.setenv("AURA_HOME", str(tmp_path / "home"))
    asking = {"id": "flow.approval", "step_id": "ok", "target": "", "inputs": {"subject": "it"}}
    steps = [asking, step("a", "greet", "ok", name="Ada"), step("b", "greet", "c", name="B"),
             step("c", "greet", "b", name="C")]  # fmt: skip
    tools = AtomsRegistry({**load_atoms_registry(registry.folder, tools=True)}, (), registry.folder)
    answered = execute({"target": "", "plan": {"steps": steps}, "validation": forged(*order)}, tools, approve)
    assert answered["success"] is False and answered["step_results"] == [] and done(registry) == []
    assert "validate the plan again" in answered["error"]


@pytest.mark.parametrize("approve", APPROVERS, ids=["not asked", "asked"])
def test_an_id_in_the_order_that_no_step_has_is_not_found(
    registry: AtomsRegistry, approve: Any, monkeypatch: Any, tmp_path: Path
) -> None:
    monkeypatch.setenv("AURA_HOME", str(tmp_path / "home"))
    plain = {"target": "", "plan": {"steps": [step("a", "greet", name="Ada")]}, "validation": forged("a", "ghost")}
    first, second = execute(plain, registry, approve)["step_results"]
    assert first["status"] == "completed" and second["error"].startswith("[STEP_NOT_FOUND] ")


@pytest.mark.parametrize(
    "given",
    [
        {}, {"plan": {"steps": []}}, {"validation": {"valid": False, "errors": []}}, {"validation": {"valid": "true"}},
        {"plan": 3, "validation": forged()}, {"plan": {"steps": [3]}, "validation": forged("0")}, None, [],
    ],
    ids=str,
)  # fmt: skip
def test_what_is_not_valid_is_refused(registry: AtomsRegistry, given: Any) -> None:
    answered = execute(given, registry)
    assert answered["success"] is False and answered["step_results"] == [] and "INVALID_PLAN" in answered["error"]


def test_what_destroys_needs_an_approval_that_saw_it(registry: AtomsRegistry, monkeypatch: Any, tmp_path: Path) -> None:
    monkeypatch.setenv("AURA_HOME", str(tmp_path / "home"))
    wiping = response(registry, step("a", "wipe"))
    assert "NOT_APPROVED" in execute(wiping, registry)["error"]
    assert "NOT_APPROVED" in execute(wiping, registry, lambda preview: False)["error"]
    assert done(registry) == []
    seen: list[Preview] = []
    assert execute(wiping, registry, lambda preview: not seen.append(preview))["success"] is True  # type: ignore[func-returns-value]
    assert [one.atom_id for one in seen[0].steps] == ["talk.words.wipe"] and done(registry) == ["wiped"]


def test_a_fallback_is_marked_and_never_carried_out_unapproved(
    registry: AtomsRegistry, monkeypatch: Any, tmp_path: Path
) -> None:
    monkeypatch.setenv("AURA_HOME", str(tmp_path / "home"))
    proposed = plan("greet 'Ada'", registry)
    assert proposed["fallback"] is True and proposed["validation"]["valid"] is True
    assert proposed["plan"]["steps"][0]["inputs"] == {"name": "Ada"}
    whole = json.loads(json.dumps(proposed))
    nameless = {name: part for name, part in whole.items() if name != "proposed_by"}
    for given in (whole, nameless):
        assert "NOT_APPROVED" in execute(given, registry)["error"] and done(registry) == []
        assert "NOT_APPROVED" in execute(given, registry, lambda preview: False)["error"] and done(registry) == []
    assert execute(whole, registry, lambda preview: True)["success"] is True and done(registry) == ["Ada"]


def test_an_intent_that_no_atom_fits_is_an_empty_plan_with_a_verdict(registry: AtomsRegistry) -> None:
    proposed = plan("paint the fence", registry)
    assert proposed["plan"]["steps"] == [] and proposed["target"] == "paint the fence"
    assert [error["code"] for error in proposed["validation"]["errors"]] == ["EMPTY_STEPS"]
    assert execute(proposed, registry)["success"] is False


def test_a_run_with_a_home_is_in_its_journal(registry: AtomsRegistry, tmp_path: Path) -> None:
    from aura.runtime.assemble import assemble

    home = tmp_path / "home"
    answered = execute(response(registry, step("a", "greet", name="Ada")), registry, home=home)
    shown = assemble(tmp_path, {"AURA_HOME": str(home)}).show(answered["run_id"])
    assert answered["success"] and [one["atom_id"] for one in shown["steps"]] == ["talk.words.greet"]
    assert not (tmp_path / "other").exists()


def test_built_in_tools_are_atoms_of_the_same_registry(folder: Path, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("AURA_HOME", str(tmp_path / "home"))
    both = load_atoms_registry(folder, tools=True)
    made = str(tmp_path / "x.txt")
    answered = execute(
        response(
            both,
            step("a", "greet", name="Ada"),
            step("b", "files.create_file", path=made, content="${a.outputs.greeting}"),
        ),
        both,
    )  # fmt: skip
    assert answered["success"], answered["error"]
    assert Path(made).read_text("utf-8") == "hello Ada"


def test_a_plain_dict_takes_its_functions_from_python_itself(tmp_path: Path, monkeypatch: Any) -> None:
    folder_of(tmp_path / "atoms", pack__domain="def act(x): return {'a': x, 'b': [x]}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    plain = {
        "pack.domain.act": {"inputs": {"x": TEXT}, "outputs": {"a": {"type": "string"}, "b": {"type": "array"}}},
        "pack.domain.gone": {"inputs": {}, "outputs": {}},
    }
    answered = execute(response(plain, step("a", "pack.domain.act", x="1"), step("b", "pack.domain.gone")), plain)
    first, second = answered["step_results"]
    assert first["outputs"] == {"a": "1", "b": ["1"]} and second["error"].startswith("[UNRESOLVED_ATOM]")


@pytest.mark.parametrize("definition", [None, 3, [], "x", {"inputs": 3}, {"effect": "maybe"}], ids=str)
def test_a_definition_that_is_none_is_an_atom_that_nobody_can_call(definition: Any) -> None:
    broken = {"target": "", "plan": {"steps": [step("a", "x.y.z")]}, "validation": forged("a")}
    (failed,) = execute(broken, {"x.y.z": definition})["step_results"]
    assert failed["status"] == "failed" and failed["error"].startswith("[UNRESOLVED_ATOM]")


# -- planning with a model

PROPOSED = {
    "target": "greet",
    "plan": {"steps": [{"step_id": "s", "id": "talk.words.greet", "target": "", "inputs": {"name": "Bo"}}]},
}


def provider(server: SpokenServer, tmp_path: Path) -> LLMProvider:
    environ = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": server.url, "AURA_HOME": str(tmp_path / "home")}
    return LLMProvider(environ=environ, retries=0, timeout=20)


def test_a_model_over_http_plans_once_for_the_same_intent(registry: AtomsRegistry, tmp_path: Path) -> None:
    with serving(chat(json.dumps(PROPOSED))) as server:
        proposed = plan("greet Bo, would you", registry, provider(server, tmp_path))
        again = plan("greet Bo, would you", registry, provider(server, tmp_path))
    assert proposed == again and len(server.asked) == 1 and "fallback" not in proposed
    asked = server.asked[0]
    assert asked["temperature"] == 0.3 and asked["response_format"]["json_schema"]["strict"] is True
    assert "talk.words.greet" in json.dumps(asked["response_format"]["json_schema"]["schema"])
    assert proposed["validation"]["execution_order"] == ["s"]
    assert execute(proposed, registry)["step_results"][0]["outputs"] == {"greeting": "hello Bo"}


@pytest.mark.parametrize(
    "reply", [Reply("{}", 500), Reply("{no"), chat("no plan"), chat(None), Reply("", 401)], ids=range(5)
)
def test_a_server_that_fails_or_babbles_ends_in_the_fallback(
    registry: AtomsRegistry, tmp_path: Path, reply: Reply
) -> None:
    with serving(reply) as server:
        proposed = plan("greet 'Bo'", registry, provider(server, tmp_path))
    assert proposed["fallback"] is True and proposed["trouble"] and KEY not in json.dumps(proposed)
    assert proposed["plan"]["steps"][0]["inputs"] == {"name": "Bo"}


class Calling:
    """What a program of its own may have for a provider."""

    def __init__(self, reply: object) -> None:
        self.reply = reply
        self.prompts: list[str] = []

    def call(self, prompt: str, system_prompt: str) -> object:
        self.prompts.append(f"{system_prompt}\n{prompt}")
        if isinstance(self.reply, Exception):
            raise self.reply
        return self.reply


def test_anything_with_a_call_is_a_provider(registry: AtomsRegistry) -> None:
    calling = Calling(json.dumps(PROPOSED))
    assert "fallback" not in plan("greet Bo", registry, calling)
    assert "talk.words.greet" in calling.prompts[0] and "greet Bo" in calling.prompts[0]
    for trouble in (RuntimeError(KEY), None, 3, "nothing"):
        proposed = plan("greet 'Bo'", registry, Calling(trouble))
        assert proposed["fallback"] is True and KEY not in json.dumps(proposed)
