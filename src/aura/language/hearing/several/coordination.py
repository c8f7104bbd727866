"""What is said once for two: "lower the volume and the brightness" → "lower the volume and lower the brightness".

Such controls are each of a domain of its own, so that no sentence of one domain has them both. "In drafts and archive"
is said as "in drafts and in archive", since what follows "and" may as well be a thing of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.grammar.grammar import FIXED
from aura.language.hearing.said_anew import SaidAnew, as_written, is_fresh
from aura.language.utterance.lattice import Lattice

CONTROL, JOINED, JOINT = "control", "item_separator", "joint"
ACTED_ON = "existing"
LONGEST_THING = 5
"""Tokens of a thing that is named before its place."""


def each_by_itself(lattice: Lattice) -> SaidAnew | None:
    """The utterance with the first two controls that share a verb said with it each; None where it has none."""
    for joint in lattice.beginnings.get(JOINED, ()):
        for second, cost, _ in lattice.at(joint, JOINED):
            if cost or lattice.tokens[second - 1].shape != "word":
                continue
            for (first, _), (_, end) in _pairs(lattice, joint, second):
                begin = _clause(lattice, first, joint)
                if begin is not None:
                    return SaidAnew(_said(lattice, begin, (first, joint), (second, end)), joint)
    return None


def in_each(lattice: Lattice) -> SaidAnew | None:
    """The utterance with what leads to the first two places that are there said of each; None without them.

    Three places or more with a comma between them are a row, and read as one.
    """
    for joint in lattice.beginnings.get(JOINED, ()):
        for second, cost, _ in lattice.at(joint, JOINED):
            in_a_row = lattice.tokens[second - 1].shape == "mark" and _goes_on_in_a_row(lattice, joint)
            leads = () if cost or in_a_row or not _past_place(lattice, second) else _spans_to_place(lattice, joint)
            span = next((span for span in leads if joint in _past_place(lattice, span[1])), None)
            if span is not None:
                begin = lattice.tokens[second].start
                return SaidAnew(f"{lattice.text[:begin]}{as_written(lattice, *span)} {lattice.text[begin:]}", joint)
    return None


def _goes_on_in_a_row(lattice: Lattice, joint: int) -> bool:
    """Whether another place is joined on behind a joint."""
    later = (at for at in lattice.beginnings.get(JOINED, ()) if at > joint)
    return any(_past_place(lattice, end) for at in later for end in lattice.ends(at, JOINED))


def _spans_to_place(lattice: Lattice, end: int) -> Iterator[tuple[int, int]]:
    """What may lead to a place before a token: a preposition, or "the contents of" where things are acted on."""
    yield from ((at, at + 1) for at in _leads_to_place(lattice, end))
    frames = {value.partition(" ")[0] for at in range(end) for _, _, value in lattice.at(at, "verb")}
    if any(lattice.grammar.frames[name].theme == ACTED_ON for name in frames):
        yield from ((at, stop) for at in range(end) for stop in lattice.ends(at, "content_of"))


def again_elsewhere(lattice: Lattice) -> SaidAnew | None:
    """The utterance with the verb said again before another thing for another place; None where there is none.

    "Put a.txt in photos and *b.txt in drafts*", "make a folder rome in photos and *paris in drafts*".
    """
    for joint in lattice.beginnings.get(JOINED, ()):
        for second, cost, _ in lattice.at(joint, JOINED):
            placed = any(joint in _past_place(lattice, lead + 1) for lead in _leads_to_place(lattice, joint))
            leads = range(second + 1, min(lattice.size - 1, second + LONGEST_THING))
            other = next((at for at in leads if _is_lead(lattice, at) and _past_place(lattice, at + 1)), None)
            verbs = (at for at in range(joint - 1, -1, -1) if is_fresh(lattice, at) and _verb_end(lattice, at))
            begin = next(verbs, None)
            joined = any(lattice.in_set(at, "coordinating") for at in range(joint, second))
            if cost or not (joined and placed) or other is None or begin is None:
                continue
            if any(_verb_end(lattice, at) or lattice.begins_clause(at) for at in range(second, other)):
                continue
            if any(lattice.at(at, "to") for at in range(other, lattice.size)):
                continue  # "Move a.txt in old and b.txt in new *to the desktop*": where they go is said of both.
            told = as_written(lattice, begin, _past_kind(lattice, _verb_end(lattice, begin), second))
            start = lattice.tokens[second].start
            return SaidAnew(f"{lattice.text[:start]}{told} {lattice.text[start:]}", joint)
    return None


def wished_of_each(lattice: Lattice) -> SaidAnew | None:
    """The utterance with a wish said again of how another thing should be: "Word closed and *I want* Excel opened".

    None where nothing is wished so of two.
    """
    begin = max(lattice.ends(0, "wish"), default=lattice.size)
    for joint in (at for at in lattice.beginnings.get(JOINED, ()) if at > begin + 1):
        for second in lattice.ends(joint, JOINED):
            end = next(at for at in range(second, lattice.size + 1) if lattice.is_over(at))
            both = _is_made_so(lattice, begin, joint) and _is_made_so(lattice, second, end)
            if both and lattice.in_set(second - 1, "coordinating"):
                start = lattice.tokens[second].start
                return SaidAnew(f"{lattice.text[:start]}{as_written(lattice, 0, begin)} {lattice.text[start:]}", joint)
    return None


def _is_made_so(lattice: Lattice, begin: int, end: int) -> bool:
    """Whether words name a thing and what was done to it then: "Word *closed*"."""
    last = end - 1
    done = lattice.in_set(last, "participle") or (lattice.ends_like(last, "past") and not lattice.class_name(last))
    ordered = any(_verb_end(lattice, at) for at in range(begin, last))
    return begin < last <= begin + LONGEST_THING and done and not ordered


def _verb_end(lattice: Lattice, at: int) -> int:
    """Where a verb of a frame ends that begins at a token; 0 where none does."""
    return max(lattice.ends(at, "verb"), default=0)


def _past_kind(lattice: Lattice, at: int, other: int) -> int:
    """Where what a new thing is ends, "a folder called", if the `other` thing does not say what it is."""
    kinds = [*lattice.ends(lattice.skip(at, "determiner"), "kind")]
    named = lattice.tokens[other].shape != "word" or lattice.at(lattice.skip(other, "determiner"), "kind")
    if not kinds or named:
        return at
    called = [*lattice.ends(max(kinds), "called")]
    return max(called, default=max(kinds))


def _is_lead(lattice: Lattice, at: int) -> bool:
    """Whether a preposition of place stands at a token."""
    led = bool(lattice.at(at, "in") or lattice.at(at, "from"))
    return led and lattice.class_name(at) == "preposition"


def _leads_to_place(lattice: Lattice, end: int) -> Iterator[int]:
    """The prepositions of place before a token, the nearest first."""
    return (at for at in range(end - 1, 0, -1) if _is_lead(lattice, at))


def _past_place(lattice: Lattice, at: int) -> tuple[int, ...]:
    """Where a place ends that is there and begins at a token: a known folder, or one of the user's own."""
    begins = range(at, min(lattice.size, at + 1 + lattice.in_set(at, "determiner")))
    known = (begin + 1 for begin in begins if lattice.low[begin] in lattice.known.folders)
    own = (end for begin in begins for end in lattice.ends(begin, "anchor"))
    return (*known, *own)


def _pairs(lattice: Lattice, joint: int, second: int) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The longest control that ends before a joint with the longest that begins behind it, as spans of tokens."""
    before = [*lattice.starts(joint, CONTROL)]
    behind = [*lattice.ends(second, CONTROL)]
    if before and behind:
        yield (min(before), joint), (second, max(behind))


def _clause(lattice: Lattice, first: int, joint: int) -> int | None:
    """Where the clause begins whose words lead to the end of its first control; None where they do not."""
    fresh = (at for at in range(first, -1, -1) if is_fresh(lattice, at) and lattice.begins_clause(at))
    return next((at for at in fresh if _leads(lattice, at, joint)), None)


def _leads(lattice: Lattice, begin: int, joint: int) -> bool:
    """Whether words of a domain's sentence go from a token to the end of a control, "both" before it left out."""
    arcs, stack, seen = lattice.grammar.automaton.arcs, [(FIXED, begin)], set[tuple[int, int]]()
    while stack:
        state, at = stack.pop()
        if at == joint:
            return True
        if (state, at) in seen:
            continue
        seen.add((state, at))
        stack.extend((arcs[state][word], at + 1) for word, _ in lattice.words_for(at) if word in arcs[state])
        if at < joint and lattice.in_set(at, "pairing"):
            stack.append((state, at + 1))
    return False


def _said(lattice: Lattice, begin: int, first: tuple[int, int], second: tuple[int, int]) -> str:
    """The text with what stands before two controls, and behind them, said of each."""
    text, tokens = lattice.text, lattice.tokens
    end = next((at for at in range(second[1], lattice.size) if _ends(lattice, at)), lattice.size)
    shared = [at for at in range(second[1], end) if not lattice.in_set(at, "pairing")]
    led = as_written(lattice, begin, first[0] - lattice.in_set(first[0] - 1, "pairing")) if first[0] > begin else ""
    rest = as_written(lattice, shared[0], end) if shared else ""
    each = (" ".join(filter(None, (led, as_written(lattice, *control), rest))) for control in (first, second))
    joined = f" {as_written(lattice, first[1], second[0])} ".join(each)
    behind = text[tokens[end - 1].end :]
    return text[: tokens[begin].start] + joined + behind


def _ends(lattice: Lattice, at: int) -> bool:
    """Whether a clause ends before a token: at a mark, or where another is joined on."""
    joined = any(lattice.begins_clause(end) for end in lattice.ends(at, JOINT))
    return lattice.tokens[at].shape == "mark" or joined
