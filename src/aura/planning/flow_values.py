"""Values that stand in an intent, and which input of an atom each is for: said, or not there at all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from aura.capability.fitting import fragment, misfits, types_of
from aura.planning.flow_ranking import flow_words, slots, stem, stems

VALUE = re.compile(
    r"""(?P<quoted>"[^"]+"|“[^”]+”|(?<!\w)'[^']+'(?!\w))
      | (?P<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)
      | (?P<url>https?://\S+)
      | (?P<date>\b\d{4}-\d{2}-\d{2}(?:T[\d:.+Z-]+)?)
      | (?P<number>(?<![\w.])[-+]?\d+(?:,\d{3})*(?:\.\d+)?(?![\w.]*\w))
      | (?P<file>(?<!\w)(?:[\w-]*[\\/.])+[\w-]+(?:\.\w+)?|\b\w*\d\w*[-\w]*)
      | (?P<name>\b[^\W\d_a-z]\w*(?:[ ][^\W\d_a-z]\w*)*)""",
    re.VERBOSE,
)
WORDLY = re.compile(r"(?P<word>[^\W\d_]\w*)")
WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
NUMERIC = frozenset(("integer", "number"))
NAMED, MARKED, OF_KIND = 3, 2, 2
REACH = 2
BOOLEAN, ARRAY = frozenset(("boolean",)), frozenset(("array",))
FORMATS = {"date": "date", "date-time": "date", "email": "email", "uri": "url"}


class Value(Struct, frozen=True):
    """A value in a clause: what it looks like, the value, and the words around it as stems and as they are."""

    kind: str
    value: Any
    before: tuple[str, ...]
    after: tuple[str, ...]
    marker: str


def values_in(clause: str, vocabulary: frozenset[str] = frozenset()) -> list[Value]:
    """Every value in a clause, in order; a capital on a word of the vocabulary makes no name of it."""
    found = []
    for match in sorted((*VALUE.finditer(clause), *_called(clause)), key=lambda match: match.start()):
        kind = str(match.lastgroup)
        if kind == "name" and (not match.start() or set(stems(match[0])) <= vocabulary):
            continue
        before = [word.lower() for word in WORD.findall(clause[: match.start()])]
        after = [word.lower() for word in WORD.findall(clause[match.end() :])]
        found.append(
            Value(kind, _read(kind, match[0]), _near(reversed(before)), _near(after[:1]), _marker(before))
        )  # fmt: skip
    return found


def _called(clause: str) -> Iterator[re.Match[str]]:
    """Words that can only be a name, whatever they look like: behind "by", "called" and the like."""
    taken = {at for match in VALUE.finditer(clause) for at in range(*match.span())}
    lead = "|".join(flow_words().calling)
    for match in re.finditer(rf"\b(?:{lead})\s+(?P<word>[^\W\d_]\w*)", clause, re.IGNORECASE):
        word = WORDLY.match(clause, match.start("word"))
        if word is not None and word.start() not in taken and word[0].lower() not in flow_words().empty:
            yield word


def bare_words(part: str) -> str:
    """A part of an intent without the values in it."""
    plain = part[:1].lower() + part[1:]
    for match in _called(plain):
        plain = f"{plain[: match.start()]}{' ' * len(match[0])}{plain[match.end() :]}"
    return VALUE.sub(" ", plain)


def filled(
    clause: str, definition: Mapping[str, Any], vocabulary: frozenset[str] = frozenset()
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a clause says for an atom's inputs by name or by its place, and what then can only be for one of them."""
    inputs = {name: schema for name, schema in slots(definition, "inputs").items() if isinstance(schema, Mapping)}
    said = _chosen_words(clause, inputs)
    values = values_in(clause, vocabulary)
    pairs = sorted(
        ((-_score(value, name, schema), at, name) for at, value in enumerate(values)
         for name, schema in inputs.items() if name not in said and _may_be(value, schema)),
    )  # fmt: skip
    used: set[int] = set()
    for score, at, name in pairs:
        if score and at not in used and name not in said:
            said[name] = _fitted(values[at], inputs[name])
            used.add(at)
    rest = [value for at, value in enumerate(values) if at not in used]
    open_inputs = {
        name: schema for name, schema in inputs.items() if name not in said and schema.get("required") is True
    }
    return said, _only_ones(rest, open_inputs)


def _only_ones(values: Sequence[Value], inputs: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Values that one input alone can take, where it could take no other."""
    if values and len(values) == len(inputs) and len({types_of(schema) for schema in inputs.values()}) == 1:
        pairs = zip(values, inputs.items(), strict=True)  # all alike, so they come in the order in which they are said
        return {name: _fitted(value, schema) for value, (name, schema) in pairs if _may_be(value, schema)}
    found: dict[str, Any] = {}
    for name, schema in inputs.items():
        fitting = [value for value in values if _may_be(value, schema)]
        if "array" in (types_of(schema) or ()) and fitting and len(inputs) == 1:
            found[name] = [value.value for value in fitting]
        elif len(fitting) == 1 and sum(_may_be(fitting[0], other) for other in inputs.values()) == 1:
            found[name] = _fitted(fitting[0], schema)
    return found


def _chosen_words(clause: str, inputs: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Inputs whose value is a word of their own: one of a choice, or their name where they are true or false."""
    words = [word.lower() for word in WORD.findall(clause)]
    text = f" {' '.join(words)} "
    found: dict[str, Any] = {}
    for name, schema in inputs.items():
        choices = schema.get("enum")
        if isinstance(choices, list):
            said = [one for one in choices if isinstance(one, str) and f" {_plain(one)} " in text]
            if len(said) == 1:
                found[name] = said[0]
        elif types_of(schema) == BOOLEAN and (at := _place_of(name, words)) is not None:
            found[name] = not set(words[max(0, at - REACH) : at]) & set(flow_words().negations)
    return found


def _place_of(name: str, words: Sequence[str]) -> int | None:
    wanted = stems(name)
    return next((at for at, word in enumerate(words) if wanted and stem(word) == wanted[-1]), None)


def _score(value: Value, name: str, schema: Mapping[str, Any]) -> int:
    """How surely a value is for an input: by the input's name beside it, by its preposition, by what it looks like."""
    own = set(stems(name))
    if own & {*value.before, *value.after}:
        return NAMED
    marked = {stem(word) for word in flow_words().markers.get(value.marker, ())} & {*own, stem(name)}
    if (marked or value.marker == name) and (value.kind != "number" or NUMERIC & (types_of(schema) or NUMERIC)):
        return MARKED
    wanted = FORMATS.get(str(schema.get("format", ""))) or next((kind for kind in FORMATS.values() if kind in own), "")
    return OF_KIND if wanted and wanted == value.kind else 0


def _may_be(value: Value, schema: Mapping[str, Any]) -> bool:
    """Whether a value as it stands fits an input; a number is no text, unless the text is a name of something."""
    if isinstance(schema.get("enum"), list) or types_of(schema) == BOOLEAN:
        return False
    if "array" in (types_of(schema) or ()):
        return True
    if value.kind == "date" and str(schema.get("format", "date")) not in FORMATS:
        return False
    return not misfits(_fitted(value, schema), fragment(dict(schema)))


def _fitted(value: Value, schema: Mapping[str, Any]) -> Any:
    types = types_of(schema)
    if value.kind == "number" and types is not None and not types & NUMERIC and "string" in types:
        return str(value.value)
    return [value.value] if types == ARRAY else value.value


def _read(kind: str, text: str) -> Any:
    if kind == "quoted":
        return text[1:-1]
    if kind != "number":
        return text.rstrip(".,;:!?") if kind == "url" else text
    plain = text.replace(",", "")
    return float(plain) if "." in plain else int(plain)


def _near(words: Iterable[str]) -> tuple[str, ...]:
    """The stems of the next few words that have weight."""
    weighty = (stem(word) for word in words if word not in flow_words().empty)
    return tuple(word for _, word in zip(range(1), weighty, strict=False))


def _marker(before: Sequence[str]) -> str:
    """The preposition, of one or two words, that leads to a value; an article between them says nothing."""
    words = [word for word in before[-3:] if word not in ("the", "a", "an")]
    both = " ".join(words[-2:])
    return both if both in flow_words().markers else words[-1] if words else ""


def _plain(text: str) -> str:
    return " ".join(WORD.findall(text.replace("_", " ").lower()))


def parts_of(intent: str, verbs: frozenset[str]) -> Iterator[str]:
    """An intent in its parts, each about one thing to do; what stands in quotes is never parted."""
    words = flow_words()
    quotes = [match.span() for match in VALUE.finditer(intent) if match.lastgroup == "quoted"]
    strong = "|".join(re.escape(joint) for joint in sorted(words.joints, key=len, reverse=True))
    weak = "|".join(words.weak_joints)
    joint = re.compile(
        rf"(?P<strong>;|[.!?](?=\s|$)|(?:,\s*)?\b(?:{strong})\b,?)|(?P<weak>,(?:\s*\b(?:{weak})\b)?|\b(?:{weak})\b)",
        re.I,
    )
    start = 0
    for match in joint.finditer(intent):
        if any(first <= match.start() < last for first, last in quotes):
            continue
        if match["weak"] and not _begins_with(intent[match.end() :], verbs):
            continue
        yield intent[start : match.start()].strip(" ,")
        start = match.end()
    yield intent[start:].strip(" ,.;!?")


def _begins_with(text: str, verbs: frozenset[str]) -> bool:
    """Whether the first words of a text are what an atom does."""
    first = stems(" ".join(WORD.findall(text)[:REACH]))
    return bool(first) and first[0] in verbs
