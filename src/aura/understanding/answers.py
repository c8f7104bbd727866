"""What a reply to a question says: a candidate by number, order, name or part of it, yes or no, or its own words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from aura.contracts.goal import Question

YES, NO = "yes", "no"
DECIDED = (YES, NO)
MARKS = " .?!;:-"
LONGEST_HOLDING = 6
"""Words of a reply that may hold the candidate that it means."""
SHORTEST_BEGUN = 5
"""Letters of a word that may be the beginning of a candidate."""
LONGEST_NUMBER = 3
"""Digits of a number that picks a candidate; a longer one is a name, such as that of a year."""

Words = Mapping[str, Mapping[str, int]]


def answer_of(text: str, question: Question, words: Words) -> str:
    """A reply as the candidate that it means, else as it was said, less a "no" before it."""
    said = text.strip()
    low = _plain(said, words)
    candidates = question.candidates
    ways = (_numbered, _named, _decided, _holding)
    chosen = next(filter(None, (way(low, candidates, words) for way in ways)), "")
    return chosen or without_refusal(said, words, marked=not candidates) or said


def in_small(text: str) -> str:
    """What was said in lower case, without commas and the marks around it."""
    return " ".join(text.lower().replace(",", " ").split()).strip(MARKS)


def is_declined(text: str, words: Words) -> bool:
    """Whether a reply only says no: "nope", "neither"."""
    return _decided(_plain(text.strip(), words), DECIDED, words) == NO


def is_affirmed(text: str, words: Words) -> bool:
    """Whether a reply only says yes."""
    return _decided(_plain(text.strip(), words), DECIDED, words) == YES


def name_in(text: str, words: Words) -> str:
    """The name in a reply to what something should be called: "call it *groceries*", "to *list.txt*"."""
    said = without_manners(text, words)
    for lead in sorted(words["naming_lead"], key=len, reverse=True):
        if said.lower().startswith(f"{lead} ") and (rest := said[len(lead) :].strip()):
            return rest
    first, _, rest = said.partition(" ")
    shown = "." in rest.strip(".") and " " not in rest
    return rest if first.lower() in words["towards"] and shown else said


def without_manners(text: str, words: Words) -> str:
    """A reply without what only makes it polite at its end: "the desktop, *please*"."""
    said = text.strip()
    while (parts := said.rsplit(maxsplit=1)) and len(parts) > 1 and parts[1].strip(".!").lower() in words["polite"]:
        said = parts[0].rstrip(" ,")
    return said


def without_refusal(text: str, words: Words, *, marked: bool = False) -> str:
    """What follows a "no, …" or "actually …"; nothing where a reply does not begin so, with a mark if it must be."""
    said = text.strip()
    for opening in sorted(words["rather"], key=len, reverse=True):
        head, rest = said[: len(opening)], said[len(opening) :]
        parted = rest.startswith((", ", ": ", ". ", " - ") if marked else (",", ":", ".", " "))
        if head.lower() == opening and parted and (left := rest.strip(" ,:.-")):
            return without_refusal(left, words, marked=marked) or left
    return ""


def _plain(text: str, words: Words) -> str:
    """A reply in lower case, without closing marks and what only makes it polite."""
    low = text.lower().rstrip(" .!?")
    parts = low.replace(",", " ").split()
    while len(parts) > 1 and parts[-1] in words["polite"]:
        parts.pop()
        low = " ".join(parts)
    return low


def _numbered(low: str, candidates: Sequence[str], words: Words) -> str:
    """ "2", "number two", "the second one", "the last"."""
    parts = _without_lead(low.removeprefix("#"), words).split()
    while len(parts) > 1 and parts[-1] in words["choice_tail"]:
        parts = parts[:-1]
    if len(parts) != 1:
        return ""
    word = parts[0].rstrip(".)")
    number = (
        int(word)
        if word.isdecimal() and len(word) <= LONGEST_NUMBER
        else words["ordinal"].get(word, words["number"].get(word, 0))
    )
    index = number - 1 if number > 0 else len(candidates) + number
    return candidates[index] if number and 0 <= index < len(candidates) else ""


def is_no_choice(text: str, question: Question, words: Words) -> bool:
    """Whether a reply is a number of which there is no candidate: "7" of five."""
    low = _plain(text.strip(), words)
    number = low.removeprefix("#").rstrip(".)")
    offered = bool(question.candidates) and answer_of(text, question, words) not in question.candidates
    counted = number.isdecimal() and len(number) <= LONGEST_NUMBER
    return offered and (counted or low in words["ordinal"] or low in words["number"])


def _is_all(said: Sequence[str], phrases: Collection[str]) -> bool:
    """Whether words are such phrases one after the other, and at least one: "yeah sure do it"."""
    ends = (end for end in range(1, len(said) + 1) if " ".join(said[:end]) in phrases)
    return any(end == len(said) or _is_all(said[end:], phrases) for end in ends)


def _named(low: str, candidates: Sequence[str], words: Words) -> str:
    """The candidate of that name, whatever its case, or the only one that has it, or it without "the", as a part."""
    names = [candidate.lower() for candidate in candidates]
    if low in names:
        return candidates[names.index(low)]
    if tuple(candidates) == DECIDED:
        return ""
    for part in dict.fromkeys((low, _without_lead(low, words))):
        having = [candidate for candidate, name in zip(candidates, names, strict=True) if part and part in name]
        if having:
            return having[0] if len(having) == 1 else ""
    return ""


def _holding(low: str, candidates: Sequence[str], words: Words) -> str:
    """The only candidate of a few words that a short reply holds: "it's a *folder*", "make it a *folder* then"."""
    said = low.replace(",", " ").split()
    if len(said) > LONGEST_HOLDING or not candidates or tuple(candidates) == DECIDED:
        return ""
    held = [one for one in candidates if " " not in one and any(_may_be(one.lower(), word) for word in said)]
    denied = any(word in words["no"] or word == "not" for word in said)
    return held[0] if len(held) == 1 and not denied else ""


def _may_be(candidate: str, word: str) -> bool:
    """Whether a word is a candidate, or what it begins with: "delete" of "deleted"."""
    return word == candidate or (len(word) >= SHORTEST_BEGUN and candidate.startswith(word))


def _without_lead(low: str, words: Words) -> str:
    """A reply without the words that only lead to what is chosen: "the", "I mean"."""
    parts = low.split()
    while len(parts) > 1 and parts[0] in words["choice_lead"]:
        parts = parts[1:]
    return " ".join(parts)


def _decided(low: str, candidates: Sequence[str], words: Words) -> str:
    """ "Sure, go ahead", "nope": words for yes or no, where that was asked; yes to the only candidate there is."""
    said = low.replace(",", " ").split()
    yes, no = (_is_all(said, words[answer]) for answer in DECIDED)
    if tuple(candidates) == DECIDED:
        return YES if yes else NO if no else ""
    return candidates[0] if len(candidates) == 1 and yes else ""
