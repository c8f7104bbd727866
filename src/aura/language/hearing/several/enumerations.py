"""Commands that are counted: "one, make a folder x. two, list it" → "make a folder x, then list it".

How many there will be says nothing: "*two quick jobs*: mute the sound and lock the screen".
"""

from __future__ import annotations

from aura.language.decoding.phrases import Phrases
from aura.language.hearing.said_anew import is_fresh
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers
from aura.language.utterance.stretches import only_leads

COUNTED = (",", ".", ")", ":", "-")
"""Marks behind a number that counts what follows."""
THERE_WILL_BE, TO_BE_DONE, LATER, ANNOUNCING = "there_will_be", "to_be_done", "comes_later", (":", "-", "—")
LATEST, LONGEST_UNTIL = 6, 8
"""Tokens before which it is told how many commands follow, and in which it is told until when."""


def one_after_another(lattice: Lattice) -> str | None:
    """The utterance with its counted commands said one after another; None where it has no two of them."""
    counts = _counts(lattice, Numbers(lattice))
    if len(counts) < 2:
        return None
    text, tokens, said = lattice.text, lattice.tokens, []
    ends = [at for at, _ in counts[1:]]
    for (_, begin), end in zip(counts, [*ends, lattice.size], strict=True):
        last = end
        while last > begin and tokens[last - 1].shape == "mark":
            last -= 1
        said.append(text[tokens[begin].start : tokens[last - 1].end])
    first = counts[0][0]
    behind = text[tokens[-1].start :] if tokens[-1].shape == "mark" else ""
    joint = f", {next(iter(lattice.grammar.words['following']))} "
    return text[: tokens[first].start] + joint.join(said) + behind


def unannounced(lattice: Lattice) -> str | None:
    """The utterance without how many commands follow, before a colon or the first of them; None where it says none."""
    numbers = Numbers(lattice)
    for at in range(min(lattice.size, LATEST)):
        begin = min(lattice.starts(at, THERE_WILL_BE), default=at)
        number = numbers.at(at) if is_fresh(lattice, begin) else None
        ends = [*lattice.ends(number[0], TO_BE_DONE)] if number else []
        first = _first_announced(lattice, max(ends)) if ends and only_leads(lattice, begin) else None
        if first is not None:
            return lattice.text[: lattice.tokens[begin].start] + lattice.text[lattice.tokens[first].start :]
    return None


def _first_announced(lattice: Lattice, at: int) -> int | None:
    """Where the first command begins behind what announces several, with what only says by when they are to be done."""
    marks = (word for word in range(at, min(at + LONGEST_UNTIL, lattice.size - 1)) if lattice.low[word] in ANNOUNCING)
    if (mark := next(marks, None)) is not None:
        return mark + 1 if mark == at or _says_by_when(lattice, at, mark) else None
    orders = [word for word in range(at, lattice.size) if lattice.begins_clause(word)]
    return at if len(orders) > 1 and orders[0] == at else None


def _says_by_when(lattice: Lattice, begin: int, end: int) -> bool:
    """Whether words only tell before what something is to be done: "*before I go*: …", "*before Oslo calls*: …".

    What the hearer is to do then is asked for as well: "before *you* close word", "before *closing* word".
    """
    harmless = Phrases(lattice).remarks.harmless
    leads = [(stop, sense) for stop, cost, sense in lattice.at(begin, LATER) if not cost]
    led = max((stop for stop, _ in leads), default=end)
    words = range(led, end)
    asked = any(sense for _, sense in leads) or lattice.ends_like(min(led, lattice.size - 1), "judged")
    denied = any(lattice.class_name(at) == "negation" or harmless.names.exists_at(at) for at in words)
    if asked or denied or len(words) < 2:
        return False
    told = [lattice.in_set(led, "own_subject") or lattice.ends_like(at, "subject") for at in words]
    ordered = (harmless.is_order(at) and not tells for at, tells in zip(words, told, strict=True))
    return not any(ordered) and not any(map(harmless.delays, words))


def _counts(lattice: Lattice, numbers: Numbers) -> list[tuple[int, int]]:
    """Where each counted command's number stands, and where it begins; from one on, in order."""
    found = list[tuple[int, int]]()
    for at in range(lattice.size - 2):
        number = numbers.at(at)
        if number is None or number[1] != str(len(found) + 1) or lattice.low[number[0]] not in COUNTED:
            continue
        apart = at == 0 or lattice.tokens[at - 1].shape == "mark" or lattice.low[number[0]] in (")", ".")
        if apart and (found or only_leads(lattice, at)) and lattice.begins_clause(number[0] + 1):
            found.append((at, number[0] + 1))
    return found
