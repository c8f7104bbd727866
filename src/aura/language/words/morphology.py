"""The forms of English verbs, derived from their base form and a table of the irregular ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

VOWELS, SHORTEST_STEM = "aeiou", 3
Irregular = Mapping[str, Any]
"""From the lexicon: `participle` of verbs, `past` where that is another, verbs whose last letter is `doubled`,
verbs that are also `states`."""


def gerund(verb: str, irregular: Irregular) -> str:
    """ "deleting", "writing down"."""
    return _of_head(verb, _gerund, irregular)


def participle(verb: str, irregular: Irregular) -> str:
    """ "deleted", "written down"."""
    return _of_head(verb, _participle, irregular)


def past(verb: str, irregular: Irregular) -> str:
    """A verb as one tells what was done with it: "deleted", "took"."""
    return str(irregular["past"].get(verb) or _participle(verb, irregular))


def third(verb: str, irregular: Irregular) -> str:
    """A verb as one tells of others: "deletes", "writes down"."""
    return _of_head(verb, _third, irregular)


def bases(form: str, ending: str) -> tuple[str, ...]:
    """The words of which a form with an ending may be, as "making" is of "make", "mak" or "ma"; none of a short one."""
    stem = form.removesuffix(ending)
    return (stem, f"{stem}e", stem[:-1]) if SHORTEST_STEM <= len(stem) < len(form) else ()


def _of_head(verb: str, form: Callable[[str, Irregular], str], irregular: Irregular) -> str:
    head, space, rest = verb.partition(" ")
    return form(head, irregular) + space + rest


def _gerund(verb: str, irregular: Irregular) -> str:
    if verb in irregular["doubled"]:
        return verb + verb[-1] + "ing"
    return (verb[:-1] if verb.endswith("e") and not verb.endswith("ee") else verb) + "ing"


def _participle(verb: str, irregular: Irregular) -> str:
    if verb in irregular["participle"]:
        return str(irregular["participle"][verb])
    if verb in irregular["doubled"]:
        return verb + verb[-1] + "ed"
    if verb.endswith("y") and verb[-2] not in VOWELS:
        return verb[:-1] + "ied"
    return verb + ("d" if verb.endswith("e") else "ed")


def _third(verb: str, _irregular: Irregular) -> str:
    if verb.endswith("y") and verb[-2] not in VOWELS:
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")
