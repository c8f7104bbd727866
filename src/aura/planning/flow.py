"""FlowPlanner: an intent and atoms become a plan document, by a language model or by the intent's own words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from aura.capability.ports import Model
from aura.contracts.plan import Validation
from aura.contracts.problem import Problem
from aura.contracts.proposal import PlannedBy
from aura.contracts.reference import MARKED, SECRET
from aura.planning.flow_fallback import ASK, NO_RULES, Rules, plan_by_words, with_questions
from aura.planning.flow_prompt import correction, messages_of, reply_schema, shown
from aura.planning.flow_ranking import Definitions, Ranking, slots
from aura.planning.validate import validate

CORRECTIONS = 2
NO_PLAN = "NO_PLAN"
BY_WORDS = "the words of the intent"
STEP_FIELDS = ("id", "step_id", "target", "inputs", "depends_on")


class FlowSettings(Struct, frozen=True):
    """How a model is asked: how freely it answers, and how many atoms in how many characters it is shown."""

    temperature: float = 0.3
    atoms: int = 24
    characters: int = 6000


AS_DOCUMENTED = FlowSettings()


class FlowPlan(Struct, frozen=True):
    """A proposed plan document with its verdict, and where it comes from.

    `commands` is false for a fallback where a part of the intent may be no command at all.
    """

    document: dict[str, Any]
    validation: Validation
    origin: PlannedBy
    commands: bool = True

    @property
    def fallback(self) -> bool:
        """Whether no model made it."""
        return self.origin.fallback

    def as_json(self) -> dict[str, Any]:
        """The response: `{target, plan, validation, proposed_by}`, and what makes it a fallback."""
        return {**self.document, "validation": self.validation.as_json(), **self.origin.as_json()}


class FlowPlanner:
    """Plans over the atoms of one registry; the model only proposes, and what it says is checked like anything.

    `known` are all atoms that a plan may have, those that the rules use too.
    """

    def __init__(
        self,
        atoms: Definitions,
        model: Model | None = None,
        settings: FlowSettings = AS_DOCUMENTED,
        rules: Rules = NO_RULES,
        known: Definitions | None = None,
    ) -> None:
        self._atoms = atoms
        self._known = atoms if known is None else known
        self._model = model
        self._settings = settings
        self._rules = rules
        self._ranking = Ranking({atom_id: atom for atom_id, atom in atoms.items() if atom_id != ASK})

    def over(self, only: Collection[str]) -> FlowPlanner:
        """The same planner with only some of its atoms; a person can still be asked, and the rules know nothing."""
        atoms = {atom_id: atom for atom_id, atom in self._atoms.items() if atom_id in only or atom_id == ASK}
        return FlowPlanner(atoms, self._model, self._settings)

    def plan(self, intent: str) -> FlowPlan | Problem:
        """The plan of a model, else the deterministic one; a Problem `NO_PLAN` where nothing here does that."""
        if self._model is None or not self._model.configured:
            return self._by_words(intent, "")
        found = self._by_model(self._model, intent)
        if isinstance(found, Problem) and found.code != NO_PLAN:
            return self._by_words(intent, found.message)
        return found

    def _by_words(self, intent: str, trouble: str) -> FlowPlan | Problem:
        worded = plan_by_words(intent, self._ranking, self._rules, asks=ASK in self._atoms)
        if worded is None:
            why = f" {trouble}" if trouble else ""
            return Problem(NO_PLAN, f"No atom here does that, so there is no plan.{why}")
        verdict = validate(worded.document, self._known)
        return FlowPlan(worded.document, verdict, PlannedBy(BY_WORDS, True, worded.unread, trouble), worded.commands)

    def _by_model(self, model: Model, intent: str) -> FlowPlan | Problem:
        """What a model proposes, told at most twice what is wrong with it."""
        chosen = self._shown(intent)
        schema = reply_schema(chosen, asks=ASK in self._atoms)
        messages = messages_of(intent, chosen)
        fault = ""
        for _ in range(1 + CORRECTIONS):
            reply = model.complete(messages, schema, temperature=self._settings.temperature)
            if isinstance(reply, Problem):
                return reply
            found = self._judged(reply, intent, chosen, model.name)
            if isinstance(found, FlowPlan | Problem):
                return found
            fault = f"[{found[0].code}] {found[0].message}"
            messages = [*messages, *correction(reply, found)]
        return Problem("MODEL_INVALID_PLAN", f"{_capital(model.name)} made no valid plan: {fault}")

    def _judged(self, reply: str, intent: str, chosen: Definitions, by: str) -> FlowPlan | Problem | Sequence[Problem]:
        """The plan in a reply, with a question for each value that it leaves open; or everything that is wrong."""
        document = read_reply(reply, intent, chosen)
        if isinstance(document, Problem):
            return [document]
        plan = document["plan"]
        if not plan["steps"]:
            return Problem(NO_PLAN, f"{_capital(by)} found no atom here that does that.")
        if ASK in self._atoms:
            plan["steps"] = with_questions(plan["steps"], chosen)
            chosen = {**chosen, ASK: self._atoms[ASK]}
        leaked = set(SECRET.findall(str(plan))) - set(SECRET.findall(intent))
        if leaked:
            message = f"The plan names the secret {min(leaked)}, of which the user did not speak: leave it out."
            return [Problem("INVALID_REF", message, "$.plan.steps")]
        validation = validate(document, chosen)
        return FlowPlan(document, validation, PlannedBy(by)) if validation.valid else validation.errors

    def _shown(self, intent: str) -> dict[str, Mapping[str, Any]]:
        """The atoms that a model is shown: those that can matter, as far as there is room."""
        left = self._settings.characters
        found: dict[str, Mapping[str, Any]] = {}
        for atom_id in self._ranking.best(intent, self._settings.atoms):
            left -= len(shown(atom_id, self._atoms[atom_id]))
            if left < 0 and found:
                break
            found[atom_id] = self._atoms[atom_id]
        return found


def read_reply(reply: str, intent: str, atoms: Definitions) -> dict[str, Any] | Problem:
    """A model's reply as a plan document in its one form; a Problem in words that the model is told."""
    start, end = reply.find("{"), reply.rfind("}")
    try:
        plain = msgspec.json.decode(reply[start : end + 1]) if start >= 0 else None
    except (msgspec.DecodeError, RecursionError) as error:
        return Problem("INVALID_JSON", f"The reply is no JSON ({error}).", "$")
    plain = plain if isinstance(plain, dict) else {}
    plan = plain["plan"] if isinstance(plain.get("plan"), dict) else {}
    steps = plan.get("steps")
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        return Problem("INVALID_TYPE", "The reply has no list of steps in plan.steps.", "$.plan.steps")
    target = plain.get("target")
    outputs = plan.get("outputs")
    return {
        "target": target if isinstance(target, str) and target else intent,
        "plan": {
            "steps": [_step(step, steps, atoms) for step in steps],
            "outputs": outputs if isinstance(outputs, dict) else {},
        },
    }


def _step(step: Mapping[str, Any], steps: Sequence[Mapping[str, Any]], atoms: Definitions) -> dict[str, Any]:
    """A step without what says nothing, its references written in full."""
    plain = {name: step[name] for name in STEP_FIELDS if step.get(name) not in (None, "", [])}
    plain.setdefault("target", "")
    inputs = step.get("inputs")
    if isinstance(inputs, dict):
        short = _shorthand(steps, atoms)
        plain["inputs"] = {name: _in_full(value, short) for name, value in inputs.items() if value is not None}
    return plain


def _shorthand(steps: Sequence[Mapping[str, Any]], atoms: Definitions) -> dict[str, str]:
    """`${step.name}` for every output of every step, and what is meant by it."""
    return {
        f"${{{step.get('step_id')}.{name}}}": f"${{{step.get('step_id')}.outputs.{name}}}"
        for step in steps
        for name in slots(atoms.get(str(step.get("id")), {}), "outputs")
    }


def _in_full(value: Any, short: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return MARKED.sub(lambda found: short.get(found[0], found[0]), value)
    if isinstance(value, dict):
        return {key: _in_full(part, short) for key, part in value.items()}
    return [_in_full(part, short) for part in value] if isinstance(value, list) else value


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
