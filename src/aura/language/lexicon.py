"""The words of a language's lexicon (YAML) as sets and classes that a compiled grammar keeps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from aura.language.grammar import WordClass


def classes(lexicon: dict[str, Any]) -> dict[str, WordClass]:
    found: dict[str, WordClass] = {}
    for name, entry in lexicon["classes"].items():
        for word in _texts(entry["words"]):
            found.setdefault(word, WordClass(entry["price"], entry["edge"], name))
    return found


def stands_apart(word: str, found: WordClass, definite: dict[str, int]) -> bool:
    """Whether a spoken dot after the word begins an extension: "the dot txt files", and not "a dot txt"."""
    if found.name == "article":
        return word in definite
    return (found.edge and found.name != "filler") or found.name == "quantifier"


def signs_of_several(several: dict[str, Any]) -> dict[str, dict[str, int]]:
    """What tells one thing from several in a sentence that is not read: words by what they do, by sign, by kind."""
    kept = {f"several_{name}": words for name, words in several["words"].items()}
    kept |= {f"several {sign}": words for sign, words in several["signs"].items()}
    kept |= {f"several kind {kind}": words for kind, words in several["kinds"].items()}
    kept |= {"several_verb": several["verbs"], "several_sign": several["signs"], "several_kind": several["kinds"]}
    return {name: dict.fromkeys(_texts(words), 1) for name, words in kept.items()}


def word_sets(lexicon: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Plain word sets as dicts (quick to load and to look up); numbers carry their value."""
    determiners, answers = lexicon["determiners"], lexicon["answers"]
    return {
        "determiner": dict.fromkeys(_texts([*determiners["definite"], *determiners["indefinite"]]), 1),
        "indefinite": dict.fromkeys(_texts(determiners["indefinite"]), 1),
        "definite": dict.fromkeys(_texts(determiners["definite"]), 1),
        "quality": dict.fromkeys(_texts(lexicon["qualities"]), 1),
        "singling": dict.fromkeys(_texts(lexicon["singling"]), 1),
        "possessive": dict.fromkeys(_texts(determiners["possessive"]), 1),
        "adjective": dict.fromkeys(_texts(determiners["adjective"]), 1),
        "number": {str(word): value for word, value in lexicon["numbers"].items()},
        "description_lead": dict.fromkeys(_texts(lexicon["descriptions"]["lead"]), 1),
        "file_noun": dict.fromkeys(_texts(lexicon["file_nouns"]), 1),
        "file_nouns": dict.fromkeys(_texts(lexicon["file_nouns_plural"]), 1),
        "hesitation": dict.fromkeys(_texts(lexicon["hesitations"]), 1),
        "top_level": dict.fromkeys(_texts(lexicon["top_level"]), 1),
        "dictated_host": dict.fromkeys(_dictated_hosts(lexicon), 1),
        "at_sign": dict.fromkeys(_texts(lexicon["at_sign"]), 1),
        "extension": dict.fromkeys(_texts(lexicon["extensions"]), 1),
        "one_of": dict.fromkeys(_texts(lexicon["one_of"]), 1),
        "made_of": dict.fromkeys(_texts(lexicon["made_of"]), 1),
        "text_intro": dict.fromkeys(_texts(lexicon["text_intro"]), 1),
        "polite": dict.fromkeys(_texts(lexicon["polite"]), 1),
        "statement_verb": dict.fromkeys(_texts(lexicon["statements"]["verbs"]), 1),
        "statement_opening": dict.fromkeys(_texts(lexicon["statements"]["openings"]), 1),
        "consequence_verb": dict.fromkeys(_texts(lexicon["statements"]["consequences"]), 1),
        "revoking": dict.fromkeys(_texts(lexicon["statements"]["revoking"]), 1),
        "reporting": dict.fromkeys(_texts(lexicon["statements"]["reporting"]), 1),
        "clock_ending": dict.fromkeys(_texts(lexicon["clock_endings"]), 1),
        "inside": dict.fromkeys(_texts([*lexicon["polite"], *lexicon["adverbs"]]), 1),
        "unasked": dict.fromkeys(_texts(lexicon["unasked"]), 1),
        "more": dict.fromkeys(_texts(lexicon["determiners"]["more"]), 1),
        **{f"{name}_ending": dict.fromkeys(_texts(ends), 1) for name, ends in lexicon["endings"].items()},
        "wanting": dict.fromkeys(_texts(lexicon["wanting"]), 1),
        "minding": dict.fromkeys(_texts(lexicon["minding"]), 1),
        "infinitive": dict.fromkeys(_texts(lexicon["infinitive"]), 1),
        "cancel": dict.fromkeys(_texts(lexicon["cancel"]), 1),
        "when": dict.fromkeys(_texts(lexicon["when"]), 1),
        "restricting": dict.fromkeys(_texts(lexicon["restricting"]), 1),
        "cells_between": dict.fromkeys(_texts(lexicon["cells_between"]), 1),
        "whole_column": dict.fromkeys(_texts(lexicon["whole_column"]), 1),
        "before_figure": dict.fromkeys(_texts(lexicon["before_figure"]), 1),
        "untold": dict.fromkeys(_texts(lexicon["untold"]), 1),
        "states": dict.fromkeys(_texts(lexicon["states"]), 1),
        "contrasting": dict.fromkeys(_texts(lexicon["contrasting"]), 1),
        "denying": dict.fromkeys(_texts(lexicon["denying"]), 1),
        "ringing": dict.fromkeys(_texts(lexicon["ringing"]), 1),
        "subjectless": dict.fromkeys(_texts(lexicon["subjectless"]), 1),
        "unfinished": dict.fromkeys(_texts(lexicon["unfinished"]), 1),
        "musing": dict.fromkeys(_texts(lexicon["musing"]), 1),
        "speaker": dict.fromkeys(_texts(lexicon["speakers"]), 1),
        "aside": dict.fromkeys(_texts(lexicon["asides"]), 1),
        "yes": dict.fromkeys(_said(answers["yes"]), 1),
        "no": dict.fromkeys(_said(answers["no"]), 1),
        "rather": dict.fromkeys(_said(answers["rather"]), 1),
        "ordinal": {str(word): value for word, value in answers["ordinals"].items()},
        "choice_lead": dict.fromkeys(_said(answers["lead"]), 1),
        "choice_tail": dict.fromkeys(_said(answers["tail"]), 1),
        "common": dict.fromkeys(_texts(lexicon["common"]), 1),
        "real": dict.fromkeys(_texts(lexicon["real"]), 1),
    }


def opposites(pairs: Iterable[list[object]]) -> dict[str, list[str]]:
    """Each word of a pair to those that mean the opposite."""
    found: dict[str, list[str]] = {}
    for one, other in map(_texts, pairs):
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return found


def _dictated_hosts(lexicon: dict[str, Any]) -> list[str]:
    """With what the names of hosts end that are dictated; an ordinary word behind a dot is none."""
    ordinary = set(_texts(lexicon["ordinary_top_level"]))
    return [ending for ending in _texts(lexicon["top_level"]) if ending not in ordinary]


def _texts(words: Iterable[object]) -> list[str]:
    """YAML reads on, off, yes and no as truth values; here they are words."""
    return [{True: "on", False: "off"}.get(word, str(word)) if isinstance(word, bool) else str(word) for word in words]


def _said(words: Iterable[object]) -> list[str]:
    """Words of replies, in lower case; all are texts."""
    return [str(word).lower() for word in words]
