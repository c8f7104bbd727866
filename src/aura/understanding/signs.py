"""What shows whether a sentence asks for one thing or for several: its requests, joined verbs, joined names, words.

The words are data of the language (`several` in the lexicon); what each sign weighs is learned from sentences.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import chain, pairwise
from typing import NamedTuple

from aura.language.words.tokens import Token, tokenize

STOPS = (".", "?", "!", ";")
OPENING, CLOSING = "'\"‘“", "'\"’”"
OPENED, CLOSED = ("(", "[", "{"), (")", "]", "}")
AMOUNT = tuple("$€£0123456789")
MOST = 4
NEAR, FAR = 5, 9
SHORT = 3
SEQUENCE = "sequence"

Words = Mapping[str, Mapping[str, object]]


class Kind(Enum):
    """What a part of an utterance, up to a full stop, does."""

    QUESTION = "questions"
    PLEASE = "polite requests"
    COMMAND = "commands"
    WISH = "wishes"
    TOLD = "told"


class Part(NamedTuple):
    """A part of an utterance: its tokens, what it does, and where that begins, after "then, please"."""

    tokens: Sequence[Token]
    kind: Kind
    start: int


def signs(words: Words, said: Sequence[Token]) -> dict[str, float]:
    """How much of each sign there is, at most MOST of what is counted."""
    tokens = _outside(tokenize(said[0].text) if len(said) == 1 and said[0].shape == "quoted" else said)
    parts = list(_parts(words, tokens))
    asked = [part for part in parts if part.kind is not Kind.TOLD]
    found = Counter[str]()
    found.update(part.kind.value for part in parts)
    found.update(_in_a_row(words, parts))
    found["one question"] = [part.kind for part in asked] == [Kind.QUESTION]
    for part in asked:
        found["joined questions"] += _asks_again(words, part)
        found.update(_joined(words, part))
        found.update(_named(words, part))
    found["told and"] = sum(_joins(words, token) for part in parts if part.kind is Kind.TOLD for token in part.tokens)
    found.update(_said(words, tokens))
    for name in ("requests", "joined verbs", "ands"):
        found[f"any {name}"] = found[name] > (name == "requests")
    much = {name: float(min(count, MOST)) for name, count in found.items()}
    long = sum(len(part.tokens) for part in asked)
    return much | {"length": math.log(1 + len(tokens)), "length of what is asked": math.log(1 + long)}


def _outside(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without what stands in parentheses, and with a text whose quotation has apostrophes as one."""
    kept: list[Token] = []
    deep = at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.low in OPENED or token.low in CLOSED:
            deep = max(0, deep + (1 if token.low in OPENED else -1))
        elif _opens(tokens, at):
            last = _closing(tokens, at)
            kept.append(Token("", "", "quoted", token.start, tokens[last].end))
            at = last
        elif not deep or token.shape == "file":
            kept.append(token)
        at += 1
    return kept


def _opens(tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    apart = at == 0 or tokens[at - 1].end < token.start
    return token.shape == "mark" and token.low in OPENING and apart and _touches(tokens, at)


def _closing(tokens: Sequence[Token], at: int) -> int:
    """Where a quotation ends: at the last closing mark before the next one begins."""
    later = next((other for other in range(at + 1, len(tokens)) if _opens(tokens, other)), len(tokens))
    return max((end for end in range(at + 1, later) if _closes(tokens, end)), default=at)


def _closes(tokens: Sequence[Token], at: int) -> bool:
    ends = at + 1 == len(tokens) or tokens[at + 1].shape == "mark" or not _touches(tokens, at)
    return tokens[at].shape == "mark" and tokens[at].low in CLOSING and _touches(tokens, at - 1) and ends


def _touches(tokens: Sequence[Token], at: int) -> bool:
    return at + 1 < len(tokens) and tokens[at].end == tokens[at + 1].start


# -- requests


def _parts(words: Words, tokens: Sequence[Token]) -> Iterator[Part]:
    start = 0
    for end in range(len(tokens) + 1):
        if end == len(tokens) or (tokens[end].low in STOPS and not _abbreviates(tokens, end)):
            if part := tokens[start:end]:
                yield _part(words, part, end < len(tokens) and tokens[end].low == "?")
            start = end + 1


def _abbreviates(tokens: Sequence[Token], at: int) -> bool:
    """Whether a full stop belongs to a short word before it: "Acme Inc. shares"."""
    short = at > 0 and tokens[at - 1].text[:1].isupper() and len(tokens[at - 1].text) <= MOST
    return tokens[at].low == "." and short and at + 1 < len(tokens) and tokens[at + 1].text[:1].islower()


def _part(words: Words, tokens: Sequence[Token], asks: bool) -> Part:
    """What a part does: told by how it begins, after words such as "then, please" or "after that,"."""
    at = _past(words, tokens, 0)
    if at < len(tokens) and tokens[at].low in words["several after"]:
        comma = next((end for end in range(at, len(tokens)) if tokens[end].low == ","), at)
        at = _past(words, tokens, comma)
    first, second = (tokens[place].low if place < len(tokens) else "" for place in (at, at + 1))
    if first in words["several_ask"] or (first in words["several_preposition"] and second in words["several_ask"]):
        kind = Kind.QUESTION
    elif first in words["several_may"]:
        kind = Kind.PLEASE if second in words["several_you"] else Kind.QUESTION
    elif first in words["several_person"] and _wishes(words, tokens[at : at + NEAR]):
        kind = Kind.WISH
    elif at < len(tokens) and _is_verb(words, tokens, at):
        kind = Kind.COMMAND
    else:
        kind = Kind.QUESTION if asks else Kind.TOLD
    return Part(tokens, kind, at)


def _past(words: Words, tokens: Sequence[Token], at: int) -> int:
    """The place after the words that may stand before a request, such as "please help me to"."""
    first = at
    while at < len(tokens) and (tokens[at].low in words["several_lead"] or tokens[at].low in (",", ":", "-")):
        at += 1
    return at + (first < at < len(tokens) and tokens[at].low in words["several_to"])


def _wishes(words: Words, tokens: Sequence[Token]) -> bool:
    return any(token.low in words["several_wish"] for token in tokens)


def _in_a_row(words: Words, parts: Sequence[Part]) -> dict[str, int]:
    """How the parts follow each other: commands after commands, an elaboration of a wish, "then …"."""
    asked = [part.kind for part in parts if part.kind is not Kind.TOLD]
    rows = list(pairwise(asked))
    return {
        "requests": len(asked),
        "three requests": len(asked) > 2,
        "questions in a row": sum(one is other is Kind.QUESTION for one, other in rows),
        "wishes in a row": sum(one is other is Kind.WISH for one, other in rows),
        "orders in a row": sum(
            Kind.WISH not in (one, other) and not one is other is Kind.QUESTION for one, other in rows
        ),
        "told first": bool(parts) and parts[0].kind is Kind.TOLD,
        "parts": len(parts),
        "next": sum(_goes_on(words, part) for part in parts[1:] if part.kind is not Kind.TOLD),
    }


def _goes_on(words: Words, part: Part) -> bool:
    """Whether a part begins as what follows: "Then …", "Also …", "After that …"."""
    first = part.tokens[0].low
    return any(first in words[f"several {sign}"] for sign in ("sequence", "addition", "after"))


# -- joined verbs


def _joined(words: Words, part: Part) -> dict[str, int]:
    """The verbs that stand behind a joint or a comma, and what kind of doing they add."""
    tokens, found, seen = part.tokens, Counter[str](), set[int]()
    for at, token in enumerate(tokens):
        if not _joins(words, token) and token.low != ",":
            found.update(_other_doing(words, part, at))
            continue
        verb = at + 1
        while verb < len(tokens) and (tokens[verb].low in words["several_small"] or tokens[verb].low == ","):
            verb += 1
        if verb <= part.start + 1 or verb in seen or verb >= len(tokens) or not _is_verb(words, tokens, verb):
            continue
        seen.add(verb)
        between = [other.low for other in tokens[at:verb]]
        goes_on = any(low in words[f"several {sign}"] for low in between for sign in ("sequence", "addition"))
        if (
            not goes_on
            and any(low in words["several_person"] for low in between)
            and not _has_joint(words, tokens[at:verb])
        ):
            continue
        found["joined verbs" if goes_on else _adds(words, tokens, verb)] += 1
        found[_object(words, tokens, at, verb)] += 1
        found["joined by a comma"] += token.low == ","
        found["joined in order"] += goes_on
    return found


def _asks_again(words: Words, part: Part) -> int:
    """How many questions are joined to what is asked: "who wrote it *and how* long is it"."""
    pairs = pairwise(part.tokens)
    return sum((_joins(words, one) or one.low == ",") and other.low in words["several_ask"] for one, other in pairs)


def _has_joint(words: Words, tokens: Sequence[Token]) -> bool:
    return any(_joins(words, token) for token in tokens)


def _adds(words: Words, tokens: Sequence[Token], verb: int) -> str:
    if any(token.low in words["several_condition"] for token in tokens[verb : verb + 2]):
        return "joined condition"
    return "joined telling" if tokens[verb].low in words["several_telling"] else "joined verbs"


def _object(words: Words, tokens: Sequence[Token], at: int, verb: int) -> str:
    """What a joined verb is done to: what the verb before is ("copy and paste X"), the same, or something else."""
    lead = at < 2 or tokens[at - 2].low in words["several_lead"] or tokens[at - 2].low in words["several_small"]
    if at and lead and tokens[at - 1].low in words["several_verb"]:
        return "joined verbs share"
    after = tokens[verb + 1] if verb + 1 < len(tokens) else None
    if after is None or after.low in words["several_same"]:
        return "joined to the same"
    new = after.shape != "word" or after.low in words["several_new"] or after.text[0].isupper()
    return "joined to another" if new or after.text[0].isdigit() else "joined to something"


def _other_doing(words: Words, part: Part, at: int) -> Iterator[str]:
    """Doing that no joint adds: "before sending", "to print it", "a video explaining", "the translated text"."""
    tokens = part.tokens
    low, before = tokens[at].low, tokens[at - 1].low if at else ""
    after = tokens[at + 1].low if at + 1 < len(tokens) else ""
    if low in words["several_around"] and _ends(words, after, "judged"):
        yield "before or after doing"
    purpose = low in words["several_to"] and before not in words["several_before_to"]
    if purpose and at > part.start and after in words["several_verb"]:
        yield "purpose"
    if tokens[at].shape == "word" and len(low) > NEAR:
        plain = before and not any(before in words[name] for name in ("several_preposition", "several_determiner"))
        doing = plain and not _joins(words, tokens[at - 1]) and tokens[at - 1].shape != "mark"
        done = before in words["several_determiner"] and after not in words["several_preposition"]
        if doing and _ends(words, low, "judged"):
            yield "doing"
        if done and _ends(words, low, "past"):
            yield "done"


def _ends(words: Words, low: str, *sorts: str) -> bool:
    """Whether a word ends as words of one of these sorts do: "send*ing*", "want*ed*"."""
    return low.endswith(tuple(chain.from_iterable(words[f"{sort}_ending"] for sort in sorts)))


def _is_verb(words: Words, tokens: Sequence[Token], at: int) -> bool:
    """Whether a word that stands where a verb may is one: a known verb, or any plain word before an object."""
    token, low = tokens[at], tokens[at].low
    if token.shape != "word":
        return False
    if low in words["several_verb"]:
        return True
    if low in words["several_function"] or not low.isalpha() or (at and token.text[0].isupper()):
        return False
    if _ends(words, low, "adverb", "judged", "past") or at + 1 == len(tokens):
        return False
    after = tokens[at + 1]
    return after.low in words["several_determiner"] or after.shape in ("quoted", "file") or after.text[:1] in AMOUNT


# -- joined names and numbers


def _named(words: Words, part: Part) -> dict[str, int]:
    """What stands on both sides of each "and": names, numbers, things of one shape, prepositions, a list."""
    tokens, found = part.tokens, Counter[str]()
    for at in range(1, len(tokens) - 1):
        if not _joins(words, tokens[at]):
            continue
        before, after = tokens[at - 1], tokens[at + 1]
        span = any(token.low in words["several_span"] for token in tokens[max(0, at - NEAR - 1) : at])
        found["ands"] += 1
        found["and of places"] += after.low in words["several_preposition"]
        found["and of pairs"] += _same_place(words, tokens, at)
        found["and in a list"] += any(token.low == "," for token in tokens[max(0, at - NEAR) : at])
        found["and of shapes"] += before.shape == after.shape != "word"
        if span:
            found["and of a span"] += 1
        elif before.text[:1].isdigit() and after.text[:1].isdigit():
            found["and of numbers"] += 1
        elif before.text[:1].isupper() and after.text[:1].isupper():
            found["and of names"] += 1
        elif _has_number(tokens[max(0, at - NEAR) : at]) and _has_number(tokens[at + 1 : at + NEAR]):
            found["and of amounts"] += 1
    found["commas"] = sum(token.low == "," for token in tokens)
    properties = {
        tokens[at - 1].low
        for at in range(1, len(tokens) - 1)
        if tokens[at].low in words["several_property"] and tokens[at + 1].text[:1] in AMOUNT
    }
    found["properties"] = len(properties)
    return found


def _same_place(words: Words, tokens: Sequence[Token], at: int) -> bool:
    """Whether a preposition of place is said again: "museums in Lyon and parks in Nice"."""
    before, after = (
        {token.low for token in some if token.low in words["several_place"]}
        for some in (tokens[max(0, at - FAR) : at], tokens[at + 2 : at + FAR])
    )
    return not before.isdisjoint(after)


def _joins(words: Words, token: Token) -> bool:
    return token.low in words["several_joint"]


def _has_number(tokens: Sequence[Token]) -> bool:
    return any(token.text[:1].isdigit() for token in tokens)


# -- all that was said


def _said(words: Words, tokens: Sequence[Token]) -> dict[str, int]:
    """Words that are signs, what is said twice, and how many numbers, files, texts and kinds of thing there are."""
    said = [token for token in tokens if token.shape == "word"]
    low = [token.low for token in said]
    units = [
        after.low
        for token, after in pairwise(tokens)
        if token.text[:1].isdigit() and after.low.isalpha() and after.low not in words["several_function"]
    ]
    counts = Counter(word for word in low if len(word) > SHORT and word not in words["several_function"])
    kinds = {
        kind for kind in words["several_kind"] if not words[f"several kind {kind}"].keys().isdisjoint(_kinds(tokens))
    }
    return {
        "numbers": sum(token.text[:1].isdigit() for token in tokens),
        "files": sum(token.shape == "file" for token in tokens),
        "quotes": sum(token.shape == "quoted" for token in tokens),
        "repeated": sum(count > 1 for word, count in counts.items() if word.isalpha()),
        "same units": len(units) - len(set(units)),
        "kinds": len(kinds),
        "three kinds": len(kinds) > 2,
    } | {name: sum(_is_sign(words, name, one, two) for one, two in pairwise(said)) for name in words["several_sign"]}


def _is_sign(words: Words, name: str, before: Token, token: Token) -> bool:
    """Whether a word is a sign; "the next" and "in the second" tell which one, and no order of doing."""
    which = before.low in words["several_determiner"] or before.low in words["several_preposition"]
    return token.low in words[f"several {name}"] and not (which and name == SEQUENCE)


def _kinds(tokens: Sequence[Token]) -> set[str]:
    """The words, and the extensions of files, also of files whose name is quoted."""
    return {token.low if token.shape == "word" else token.low.rpartition(".")[2] for token in tokens}
