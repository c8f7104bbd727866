"""What is denied before something else is said: "not a.txt, *b.txt*", "no, don't mute it, *turn it up*"."""

from __future__ import annotations

from collections.abc import Container
from itertools import pairwise

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import past_mark
from aura.language.utterance.stretches import past

FILE, COLON, COMMA, WORD = "file", ":", ",", "word"
PLAIN = ("", "noun", "filler")
"""Classes of words that one of a text may take the place of."""


def forbidden_then(lattice: Lattice, at: int, verb: int) -> tuple[int, int] | None:
    """The order before a token that is forbidden behind it, and its denial: "*mute it, no, don't mute it,* turn it up".

    It may be denied as what is done: "delete it, no, *not deleting,* move it". None where another order stands in
    between, or none follows.
    """
    ordered = [word for word in range(at) if lattice.begins_clause(word)]
    if not ordered or _deeds(lattice, ordered[-1]).isdisjoint(_deeds(lattice, verb)):
        return None
    behind = past(lattice, verb + 1, "it")
    behind += behind < lattice.size and lattice.tokens[behind].shape == "mark"
    follows = behind < lattice.size and lattice.begins_clause(behind)
    return (ordered[-1], behind) if follows else None


def with_its_file(lattice: Lattice, at: int, start: int, behind: int) -> str:
    """The utterance without a denied order before a token, the one file of which is named where what follows points.

    "Delete a.txt, no, not deleting, move *it*" → "move *a.txt*".
    """
    text, tokens = lattice.text, lattice.tokens
    files = [word for word in range(start, at) if tokens[word].shape == FILE]
    points = (word for word in range(behind, lattice.size) if lattice.class_name(word) == "pronoun")
    word = next((word for word in points if lattice.begins(word, "it")), None)
    before = text[: tokens[start].start]
    if word is None or len(files) != 1 or any(tokens[at].shape == FILE for at in range(behind, word)):
        return before + text[tokens[behind].start :]
    return before + text[tokens[behind].start : tokens[word].start] + tokens[files[0]].text + text[tokens[word].end :]


def _deeds(lattice: Lattice, at: int) -> frozenset[str]:
    """What a verb at a token does, in any of its forms, or the word itself where none is known."""
    frames = frozenset(form.partition(" ")[0] for _, cost, form in lattice.at(at, "verb") if not cost)
    return frames or frozenset((lattice.low[at],))


def past_denied(lattice: Lattice, begin: int, at: int) -> int | None:
    """Where something is said anew behind words that were said before a token or point there: "*the old rota* the new".

    None where it is no order, thing or name.
    """
    word = pointed = past(lattice, begin, "it")
    while word < lattice.size and not (word > begin and _begins_anew(lattice, word)):
        if lattice.low[word] not in lattice.low[:at] and not lattice.in_set(word, "determiner"):
            break
        word += 1
    while word > pointed and lattice.in_set(word - 1, "determiner"):
        word -= 1
    if word == begin or word >= lattice.size:
        return None
    named = lattice.tokens[word].shape in ("file", "path", "quoted") or lattice.in_set(word, "determiner")
    return word if named or lattice.begins_clause(word) else None


def is_named_again(lattice: Lattice, words: range, at: int) -> bool:
    """Whether words name what was said before a token, in full or by some of its words: "my flu rota … not *the rota*".

    A file is named by its name alone, too.
    """
    before = lattice.low[:at]
    named = [word for word in words if not lattice.in_set(word, "determiner")]
    said = (
        any(low == lattice.low[word] or low.startswith(f"{lattice.low[word]}.") for low in before) for word in named
    )
    return bool(named) and all(said)


def _begins_anew(lattice: Lattice, at: int) -> bool:
    """Whether another command begins at a token: "the *tab*" is none."""
    return lattice.begins_clause(at) and not lattice.in_set(at - 1, "determiner")


def is_said_over(lattice: Lattice, at: int, free: Container[int]) -> bool:
    """Whether a bare "no" in a text leads to what takes its place: "hello *no* goodbye", "one two *no* one three"."""
    first, last = at, at
    while first - 1 in free and lattice.tokens[first - 1].shape != "mark":
        first -= 1
    while last + 1 in free and lattice.tokens[last + 1].shape != "mark":
        last += 1
    if not first < at < last or not lattice.in_set(at, "no"):
        return False
    before, behind = at - 1, at + 1
    if at + 2 <= last and [*lattice.low[behind : at + 3]] in [[*pair] for pair in pairwise(lattice.low[first:at])]:
        return True
    if lattice.at(at, "no_correction"):
        return False
    if lattice.low[behind] in lattice.low[first:at] and not lattice.at(before, "verb"):
        return True
    plain = all(lattice.class_name(word) in PLAIN for word in (before, behind))
    plain = plain and not lattice.in_set(before, "states") and not lattice.in_set(before, "yes")
    counts = [lattice.low[word][0].isdigit() or lattice.in_set(word, "cardinal") for word in (before, behind)]
    led = first < before and lattice.class_name(before - 1) in ("preposition", "article")
    alone = first == before and not lattice.at(at, "no_correction") and len(lattice.low[behind]) > 1
    return plain and behind == last and counts[0] == counts[1] and (alone or led)


def is_denied_in_turn(lattice: Lattice, at: int) -> bool:
    """Whether a "no" begins one of several parts that all begin so, and corrects none: ": *no* nuts, *no* milk".

    The first of them stands where a list or a text begins: "delete a.txt, no b.txt, no c.txt" corrects twice.
    """
    low, word = lattice.low, past_mark(lattice, at)
    if not lattice.in_set(word, "no"):
        return False
    parts = [one for one in range(1, lattice.size - 1) if low[one] == low[word] and _begins_a_part(lattice, one)]
    between = range(parts[0], word) if parts else ()
    listed = all(low[comma + 1] == low[word] for comma in between if low[comma] == COMMA)
    return word in parts and len(parts) > 1 and low[parts[0] - 1] != COMMA and listed


def _begins_a_part(lattice: Lattice, at: int) -> bool:
    """Whether a token begins a part of a list or a text, with a word behind it that corrects nothing."""
    behind = at + 1
    named = lattice.tokens[behind].shape == WORD and not lattice.in_set(behind, "retracting")
    named = named and not lattice.class_name(behind)
    led = lattice.low[at - 1] in (COLON, COMMA) or lattice.class_name(at - 1) == "preposition"
    return named and (led or lattice.in_set(at - 1, "text_intro") or lattice.ended(at, "verb"))
