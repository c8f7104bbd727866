"""IntentAgent: the one classification of an utterance, made once and passed on."""

from __future__ import annotations

from aura.contracts.goal import Decision, Intent
from aura.language.grammar import Grammar
from aura.language.parts import Reading

CATEGORIES = (
    "information_query",
    "application_launch",
    "application_control",
    "window_management",
    "system_query",
    "system_control",
    "screen_capture",
    "screen_perception",
    "input_control",
    "file_operation",
    "browser_control",
    "office_operation",
    "clipboard_operation",
    "memory_recall",
    "unknown",
)
"""The closed set of `aura_architecture.md`."""

SURE_UP_TO = 10.0
HALF_SURE_AT = 60.0


def intent_of(grammar: Grammar, reading: Reading | None, decision: Decision) -> Intent:
    """The category of a reading's first acting clause; the dearer the reading, the lower the confidence."""
    if reading is None:
        return Intent("unknown", 0.0, "ask")
    for clause in reading.clauses:
        if clause.intent >= 0:
            return Intent(grammar.intents[clause.intent].category, confidence(reading.cost), decision)
        if grammar.frames[clause.frame].goal:
            return Intent(grammar.frames[clause.frame].category, confidence(reading.cost), decision)
    return Intent("unknown", 0.0, "ask")


def confidence(cost: float) -> float:
    """A reading's cost as a number from 0 to 1, two decimals; 0.5 at HALF_SURE_AT."""
    beyond = max(0.0, cost - SURE_UP_TO)
    return round(1.0 / (1.0 + beyond / (HALF_SURE_AT - SURE_UP_TO)), 2)
