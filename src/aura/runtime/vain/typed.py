"""Typed texts that hold words of the command: how they are typed, what they are called, in which language."""

from __future__ import annotations

from itertools import pairwise

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.passages import passages, words_of
from aura.language.utterance.predicates import Predicates
from aura.runtime.vain.view import COLON, QUOTED, TEXTUAL, WORD, Text, View

LONGEST_WRITTEN = 4
"""Words of a text that is written so often, or in such letters."""
LONGEST_MARKER, LONGEST_LEAD = 3, 5
"""Words that lead to a value, and that may lead to what is to be typed."""
FEWEST_WITH_LEAD = 2
"""Words of a text with what leads to it, at least."""
STOP, COMMA = ".", ","
PASSED = ("filler", "exclaimed", "remark_lead")
"""What is said beside a command wherever it is said."""
QUOTES = ('"', "”", "»", "`")


def begins_too_late(text: Text, view: View) -> str | None:
    """ "Type: *thanks,* I will come": what stands right behind a colon begins the text, polite or not."""
    lattice = view.lattice
    for begin in (at for at in range(2, lattice.size) if lattice.text.startswith(text.value, lattice.tokens[at].start)):
        at = begin
        while at and (lattice.in_set(at - 1, "polite") or lattice.low[at - 1] == COMMA):
            at -= 1
        if 0 < at < begin and lattice.low[at - 1] == COLON:
            return _not_all(text)
    return None


def breaks_off(text: Text, view: View) -> str | None:
    """ "Type *hi.* It's me. and press enter": what stands between the stop of a text and what is joined on is of it."""
    lattice, value = view.lattice, text.value.lower().rstrip(STOP)
    for _, start, end in view.planned.reading.notes:
        stop = start if lattice.low[start] == STOP else start - 1
        between = stop > 0 and end + 1 < lattice.size and lattice.low[stop] == lattice.low[end] == STOP
        joined = between and lattice.class_name(end + 1) == "joint" and lattice.tokens[end + 1].text.islower()
        if joined and value.endswith(lattice.low[stop - 1]):
            return f'"{lattice.text_of(stop + 1, end)}" may be of the text; say all of it, in quotes.'
    return None


def ends_before_more(text: Text, view: View) -> str | None:
    """ "Type *thanks*, talk soon, and press enter": what stands between a text and what is joined on may be of it.

    At the end of the utterance that is so of what is no statement: "type *thanks*, talk soon".
    """
    lattice, later = view.lattice, [clause.start for clause in view.planned.reading.clauses[1:]]
    ends = [end for start, end in passages(words_of(text.value, lattice), lattice) if start]
    for stop in (end for end in ends if end < lattice.size and lattice.low[end] == COMMA):
        behind = next((start for start in later if start > stop), lattice.size)
        words = [at for at in range(stop + 1, behind) if lattice.tokens[at].shape == WORD]
        said = [at for at in words if lattice.class_name(at) != "joint" and not lattice.in_set(at, "polite")]
        told = behind == lattice.size and _is_told(lattice, stop + 1)
        if said and not told and lattice.class_name(stop + 1) != "joint":
            return f'"{lattice.text_of(said[0], said[-1] + 1)}" may be of the text; say all of it, in quotes.'
    return None


def _is_told(lattice: Lattice, start: int) -> bool:
    """Whether words at the end of an utterance are a statement, a reason for it, or passed over wherever they stand."""
    passed = lattice.begins(start, *PASSED)
    return passed or Predicates(lattice).verb(start, lattice.size) is not None


def ends_too_early(text: Text, view: View) -> str | None:
    """ "Type: hello *my friend*": what is said to somebody at the end of what stands behind a colon is of the text."""
    lattice = view.lattice
    starts = (lattice.tokens[at].start for at in range(2, lattice.size) if lattice.low[at - 1] == COLON)
    ends = [start + len(text.value) for start in starts if lattice.text.startswith(text.value, start)]
    behind = next((at for at, token in enumerate(lattice.tokens) if ends and token.start > ends[0]), lattice.size)
    called = lattice.begins(behind, "filler") and not lattice.in_set(behind, "polite")
    return _not_all(text) if called and lattice.tokens[behind].shape == WORD else None


def _not_all(text: Text) -> str:
    return f'"{text.value}" is not all that stands behind the colon; say it in quotes.'


def is_of_what_led(text: Text, view: View) -> str | None:
    """ "Set b2 to um *to be paid*": what led to a text was said again, and may be of it."""
    before = view.lattice.text.lower().partition(text.value.lower())[0].split() if text.fills("value") else []
    led = [word for word in before if not view.is_in(word.strip(","), "hesitation")][-LONGEST_MARKER:]
    if any(word == behind and view.is_in(word, "infinitive") for word, behind in pairwise(led)):
        return f'"{text.value}" may not be the whole text; say all of it, in quotes.'
    return None


def leads_to_quotation(text: Text, view: View) -> str | None:
    """ "Type *in my place* "Yours"": what ends in its only quotation, and says nothing before it."""
    quoted = [token.text for token in view.lattice.tokens if token.shape == QUOTED and token.text in text.value]
    if len(quoted) != 1 or not text.value.endswith(QUOTES):
        return None
    begun = text.value.partition(quoted[0])[0].lower().rstrip("\"“«`'‘ ").split()
    says = any(word.endswith((COMMA, COLON)) or view.is_in(word, "quoting") or view.tells(word) for word in begun)
    leads = bool(begun) and (view.is_of_class(begun[0], "preposition") or view.is_in(begun[0], "possessive"))
    if leads and len(begun) <= LONGEST_LEAD and not says:
        return f"{text.value} may hold words that are none of the text; say only the text, in quotes."
    return None


def names_its_value(text: Text, view: View) -> str | None:
    """ "Type *my phone number, 555 0134*": what the text is, and then the text."""
    lead = _up_to(COMMA, text.low[:LONGEST_LEAD])
    data = len(lead) > 1 and any(view.is_in(word, "own_data", "own_details") for word in lead)
    owned = data and view.is_in(lead[0], "possessive") and not any(map(view.tells, lead))
    return _holds_more(text) if owned else None


def points_at_its_value(text: Text, view: View) -> str | None:
    """ "Type *it in capitals: help*": what points at the text behind a colon is none of it."""
    lead = _up_to_colon(text)
    pointed = bool(lead) and view.is_in(lead[0], "pointing", "announcing") and not any(map(view.tells, lead))
    return _holds_more(text) if pointed else None


def pleads_for_its_value(text: Text, view: View) -> str | None:
    """ "Type *could you please: good morning*": what asks for the text behind a colon is none of it."""
    lead = _up_to_colon(text)
    return _holds_more(text) if lead and any(view.is_in(word, "pleading") for word in (lead[0], lead[-1])) else None


def begins_with_whom_it_is_for(text: Text, view: View) -> str | None:
    """ "Type *a message to Bob: we land at six*": what names a text and whom it is for is none of it."""
    lead = _up_to_colon(text)[:LONGEST_MARKER]
    if len(lead) < LONGEST_MARKER or not view.is_in(lead[0], "determiner"):
        return None
    named = view.is_in(lead[1], "text_intro") or view.is_in(lead[1], "composed")
    meant_for = view.is_in(lead[2], "infinitive") or view.is_in(lead[2], "benefiting")
    return _holds_more(text) if named and meant_for else None


def begins_before_its_colon(text: Text, view: View) -> str | None:
    """ "Add this to a.txt, *Tom: buy milk*": who is spoken to stands before the colon, and not the text.

    So does where somebody is: "type into the window *im in: yes*".
    """
    lead, lattice = _up_to(COLON, text.low[:-1]), view.lattice
    if not 0 < len(lead) <= LONGEST_LEAD + 1:
        return None
    placed = text.said.in_set(0, "own_subject") and text.said.class_name(len(lead) - 1) == "preposition"
    for begin in (at for at in range(2, lattice.size) if lattice.text.startswith(text.value, lattice.tokens[at].start)):
        pointed = any(lattice.class_name(at) == "pronoun" and lattice.in_set(at, "announcing") for at in range(begin))
        behind = (
            placed and lattice.class_name(begin - 1) in ("", "noun", "kind") and lattice.tokens[begin - 1].shape == WORD
        )
        if behind or (pointed and lattice.low[begin - 1] == COMMA):
            return _holds_more(text)
    return None


def begins_with_its_lead(text: Text, view: View) -> str | None:
    """ "Type *this for me* hello", "type *now:* hello": what points at a text, or is said before it, is none of it."""
    said, low = text.said, text.low
    ends = [*said.ends(1, "filler")] if said.size > 1 else []
    led = said.size == 1 or said.in_set(1, "inwards") or any(1 < end < said.size for end in ends)
    pointed = said.in_set(0, "demonstrative") and led
    breath = len(low) > 1 and low[0].endswith(COLON) and view.is_in(low[0].rstrip(COLON), "leading_now")
    return _holds_more(text) if pointed or breath else None


def begins_behind_now(text: Text, view: View) -> str | None:
    """ "Type where the cursor is now *is the time*": what something is begins with the word before it."""
    begins = view.places_of([*text.said.low]) if view.is_in(text.low[0], "finite") else ()
    now = any(at and view.lattice.in_set(at - 1, "told_of_today") for at in begins)
    return _holds_more(text) if now else None


def begins_with_what_it_is(text: Text, view: View) -> str | None:
    """ "The text *is* hello", "type in *the chat* hello", "enter *the word* hello in b": what it is, or where."""
    said, low, lattice = text.said, text.low, view.lattice
    if len(low) < FEWEST_WITH_LEAD:
        return None
    before = {at - 1 for at in view.places_of(low) if at}
    intro = any(lattice.in_set(at, "text_intro") or lattice.in_set(at, "reporting") for at in before)
    inwards = text.fills("text") and any(lattice.in_set(at, "inwards") for at in before)
    begun = said.in_set(0, "determiner")
    named = begun and said.in_set(1, "text_intro") and "field" in text.step.inputs
    placed = begun and inwards and said.in_set(1, "typed_into")
    return _holds_more(text) if named or placed or (intro and view.is_in(low[0], "being_so")) else None


def _up_to_colon(text: Text) -> list[str]:
    """The few words before the colon of a text, which goes on behind it."""
    lead = _up_to(COLON, text.low[:-1])
    return lead if 1 < len(lead) <= LONGEST_LEAD + 1 else []


def _up_to(mark: str, low: list[str]) -> list[str]:
    """The words up to the first that a mark stands behind, or none."""
    end = next((at + 1 for at, word in enumerate(low) if word.endswith(mark)), 0)
    return [word.rstrip(mark) for word in low[:end]]


def _holds_more(text: Text) -> str:
    return f'"{text.value}" may hold words that are none of the text; say only the text, in quotes.'


def says_how(text: Text, view: View) -> str | None:
    """ "Type hello *in capital letters*", "write hello *in capitals* in a.txt": how is no part of a text."""
    low = text.low[:-1] if view.is_in(text.low[-1], "unit_of_writing") else text.low
    styled = len(low) > 1 and view.is_in(low[-2], "inwards") and view.is_in(low[-1], "style")
    return _no_tool_can(text) if styled and _is_typed_or_named(text, len(low) - 2, view) else None


def says_how_parted(text: Text, view: View) -> str | None:
    """ "Write milk eggs bread *on three lines* in a.txt": how its parts stand is no part of a text."""
    said, predicates = text.said, Predicates(text.said)
    begins = [begin for begin in said.starts(said.size, "lines_apart") if begin]
    if not begins or not text.fills(*TEXTUAL) or view.is_announced(text):
        return None
    told = said.in_set(0, "determiner") or said.in_set(0, "own_subject")
    told = told and predicates.verb(0, begins[0]) is not None
    return None if told or any(map(predicates.is_aux, range(begins[0]))) else _no_tool_can(text)


def says_how_often(text: Text, view: View) -> str | None:
    """ "Type ok *ten times*", "write ok *twice* in a.txt": how often is no part of a text."""
    end = len(text.low) - (1 if view.is_in(text.low[-1], "repeated") else 2)
    often = _says_times(text.low, view) and (len(text.low) > 1 or bool(text.seen.changes))
    return _no_tool_can(text) if often and _is_typed_or_named(text, end, view) else None


def _is_typed_or_named(text: Text, end: int, view: View) -> bool:
    """Whether a text is typed, or written and short before a word, and tells nothing: not "I told you *twice*".

    What is added to others may be yet to be done so often: "add feed the cat *twice* to a.txt".
    """
    said = text.said
    short = end <= LONGEST_WRITTEN and all(token.shape == WORD for token in said.tokens)
    short = short and not any(change.extends for change in text.written)
    named = short and Predicates(said).verb(0, end) is None and not view.is_announced(text)
    return (text.fills("text") and not _is_whole(text, end, view)) or (text.fills("content") and named)


def _is_whole(text: Text, end: int, view: View) -> bool:
    """Whether a text stands behind a colon, and the last of its parts is done so often: "flat 2, *ring two times*"."""
    parted = [not word[-1].isalnum() for word in text.low[:end]]
    return view.is_announced(text) and any(parted) and not parted[-1]


def _no_tool_can(text: Text) -> str:
    return f'"{text.value}" also says how, which no tool can; or put the text in quotes.'


def _says_times(low: list[str], view: View) -> bool:
    """Whether words end in how often: "… *twice*", "… *ten times*"."""
    counted = len(low) > 1 and view.is_in(low[-1], "times_over") and view.says_how_many(low[-2])
    return counted or (bool(low) and view.is_in(low[-1], "repeated"))
