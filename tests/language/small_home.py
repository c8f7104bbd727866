"""A small home in Home Assistant's format, with every kind of slot, for tests of loaded domains."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import aura.language
import aura.tools
from aura.language.decoding.decode import Decoded, decode
from aura.language.grammar.grammar import Grammar, TemplateFiles
from aura.language.grammar.lists import read_lists
from aura.language.grammar.loading import load_grammar
from aura.language.utterance.values import Values

SOURCES = (Path(aura.language.__path__[0]), Path(aura.tools.__path__[0]))
HOME: dict[str, Any] = {
    "language": "en",
    "skip_words": ["would you kindly"],
    "intents": {
        "TurnOn": {
            "data": [
                {"sentences": ["<switch> on [<the>] {name}", "<switch> [<the>] {name} on"]},
                {"sentences": ["<switch> on [all] [<the>] light[s]"], "slots": {"kind": "light"},
                 "requires_context": {"area": {"slot": True}}},
                {"sentences": ["<switch> on [all] [<the>] {area} light[s]"], "slots": {"kind": "light"}},
            ]
        },
        "TurnOff": {"data": [{"sentences": ["<switch> off [<the>] {name}", "<switch> [<the>] {name} off"]}]},
        "Lock": {"data": [{"sentences": ["lock [<the>] {name}"], "requires_context": {"domain": ["lock"]}}]},
        "Unlock": {"data": [{"sentences": ["unlock [<the>] {name}"], "requires_context": {"domain": "lock"}}]},
        "Open": {"data": [{"sentences": ["open [<the>] {name}"], "excludes_context": {"domain": "lock"}}]},
        "Dim": {
            "data": [
                {
                    "sentences": ["(dim;[<the>] {name}) to {level}[%| percent]"],
                    "lists": {"level": {"range": {"from": 0, "to": 100, "multiplier": 2}}},
                }
            ]
        },
        "Warm": {"data": [{"sentences": ["set [<the>] {area}['s] heat[ing] to {heat}[([ ]°)| degrees]"]}]},
        "Paint": {"data": [{"sentences": ["(make|turn) [<the>] {name} {color}"]}]},
        "Timer": {"data": [{"sentences": ["(start|set) a {count:minutes}( |-)minute[s] timer [(called|for) {what}]"]}]},
        "Say": {"data": [{"sentences": ["announce {what:message} [(in|to) [<the>] {area}]"]}]},
    },
    "expansion_rules": {"switch": "(turn|switch)", "the": "(the|my)"},
    "lists": {
        "heat": {"range": {"from": 5, "to": 30, "fractions": "halves"}},
        "count": {"range": {"from": 1, "to": 100}},
        "color": {"values": [{"in": "(deep|dark) red", "out": "crimson"}, "green"]},
        "what": {"wildcard": True},
    },
}  # fmt: skip
GIVEN = {
    "lists": {
        "name": {
            "values": [
                {"in": "kitchen lamp", "out": "light.kitchen", "context": {"domain": "light"}},
                {"in": "front door", "out": "lock.front", "context": {"domain": "lock"}},
                "fan",
            ]
        },
        "area": {"values": ["kitchen", "living room"]},
    }
}


def files(domain: str = "home", **changes: object) -> TemplateFiles:
    """The domain as a file, under any name and with any part of it changed."""
    return TemplateFiles(domain, ((f"{domain}.json", json.dumps({**HOME, **changes}).encode()),))


@cache
def home(built_in: bool = False) -> tuple[Grammar, Values]:
    """The domain alone, or beside the built-in ones."""
    grammar = load_grammar(SOURCES if built_in else SOURCES[:1], loaded=(files(),))
    return grammar, Values(grammar, read_lists("home", [GIVEN]), {"area": "hall"})


def read(said: str, built_in: bool = False) -> Decoded:
    """The readings of a sentence."""
    grammar, values = home(built_in)
    return decode(grammar, said, None, values)
