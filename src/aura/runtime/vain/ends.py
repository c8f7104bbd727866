"""Texts that end, or begin, elsewhere than was meant: they hold a command or a place, or leave out a word."""

from __future__ import annotations

from aura.capability.effect import Effect
from aura.language.decoding.account import free_tokens
from aura.language.decoding.decode import decode
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import STOPS
from aura.language.utterance.passages import passages, words_of
from aura.language.utterance.stretches import SEQUENCE
from aura.providers.known_words import is_anybodys
from aura.runtime.vain.view import COLON, FILE, MARK, TEXTUAL, WORD, Text, View

OWED = ("obliged", "ought")
"""Sets of words for what somebody has to do."""
SHORTEST_ORDER = 2
"""Tokens of a text that orders something."""
SHORTEST_TOLD, SHORTEST_KNOWN = 3, 3
"""Words of what somebody tells; letters of a word that is no slip of another."""


def ends_before_a_file(text: Text, view: View) -> str | None:
    """ "Write in it: *remember to delete* a.txt": a file that follows what a colon announces is of the text.

    Where it was said before the colon what is written into, so is one that follows later.
    """
    lattice = view.lattice
    for start, end in passages(words_of(text.value, lattice), lattice):
        if not start or lattice.low[start - 1] != COLON:
            continue
        there = lattice.ended(start - 1, "it") and lattice.class_name(start - 3) == "preposition"
        placed = there or lattice.tokens[start - 2].shape == FILE
        behind = range(end, lattice.size if placed else min(end + 1, lattice.size))
        if any(lattice.tokens[at].shape == FILE for at in behind):
            return f'"{text.value}" is not all that stands behind the colon; say it in quotes.'
    return None


def holds_a_command(text: Text, view: View) -> str | None:
    """ "Copy the text of *a.docx and paste it* into b.docx": a file in a text, and behind it what is done with it."""
    for at in range(1, text.said.size - 1) if " " in text.value else ():
        said = text.said
        joined = [end for end in said.ends(at, "joint") if end < said.size]
        if said.tokens[at - 1].shape == FILE and any(said.at(end, "verb") for end in joined):
            return f'"{text.value}" may hold a command; say one after the other, or put it in quotes.'
    return None


def clicked_in_turn(text: Text, view: View) -> str | None:
    """ "Click *Edit, then Copy*": what comes in turn is no label of one thing."""
    if not text.fills("text") or not view.clicks:
        return None
    said = text.said
    for at in range(1, said.size - 1):
        joints = said.at(at, "joint")
        then = any(sense == SEQUENCE and not cost for _, cost, sense in joints)
        if then or (joints and said.class_name(at + 1) == "preposition"):
            return f'"{text.value}" may be several things to click; say "click" for each.'
    return None


def ends_in_a_file(text: Text, view: View) -> str | None:
    """ "Type *hello in the notes*": a text that goes nowhere and ends in the file that it should go into."""
    low = text.low
    place = len(low) > 3 and view.is_in(low[-3], "inwards") and view.is_in(low[-2], "determiner")
    if place and not text.seen.changes and "text" in text.step.inputs and low[-1] in view.lattice.known.files:
        return f'"{text.value}" ends in what may be a file; say only the text, in quotes.'
    return None


def fills_two(text: Text, view: View) -> str | None:
    """ "Fill in the name with *John and the city with Rome*": a text that goes on with another field."""
    low = text.low
    joined = next((at for at, word in enumerate(low) if view.is_in(word, "coordinating")), len(low))
    other = any(view.is_in(word, "in_exchange") for word in low[joined + 1 :])
    if other and "field" in text.step.inputs and text.fills("text"):
        return f'"{text.value}" may be for two fields; fill in one after the other.'
    return None


def breaks_off_what_is_owed(text: Text, view: View) -> str | None:
    """ "Remember *to copy a.txt and delete b.txt*": what goes on with what is only to be kept in mind is of it."""
    owed = view.is_in(text.low[0], "infinitive") or any(view.is_in(word, *OWED) for word in text.low)
    joint, *more = view.lattice.text.partition(text.value)[2].lower().split() or [""]
    if owed and "fact" in text.step.inputs and view.is_in(joint, "coordinating") and len(more) > 1:
        return f'"{text.value}" may not be all that is to be remembered; say the rest by itself.'
    return None


def breaks_off_amid(text: Text, view: View) -> str | None:
    """ "Type *it smells in* lab two": what a last word leads to is of the text, if it is the name of something."""
    lattice, last = view.lattice, text.low[-1]
    typed = text.fills("content", "text", "fact") and len(text.low) > 1 and not view.clicks
    leads = typed and (view.is_of_class(last, "preposition") or view.is_in(last, "determiner", "possessive"))
    for _, end in passages(words_of(text.value, lattice), lattice) if leads else ():
        word = end < lattice.size and lattice.tokens[end].shape == WORD and lattice.class_name(end) in ("", "noun")
        if word and not lattice.in_set(end, "polite"):
            return f'"{text.value}" may not be the whole text; put the text in quotes.'
    return None


def goes_on_behind_its_place(text: Text, view: View) -> str | None:
    """ "A slide titled *Road Works to it, short and sweet*": where it goes, and what is said behind that."""
    said = text.said
    leads = (
        (at for at in range(1, said.size - 1) if said.class_name(at) == "preposition") if text.fills("title") else ()
    )
    for at in leads:
        marked = at + 2 < said.size and said.tokens[at + 2].shape == MARK
        pointed = said.class_name(at + 1) == "pronoun" and (marked or at + 2 >= said.size)
        if pointed or (marked and said.tokens[at + 1].shape == FILE):
            return f'"{text.value}" also says where it goes; put the title in quotes.'
    return None


def goes_on_behind_a_colon(text: Text, view: View) -> str | None:
    """ "Add to a.txt: *tea*, *lock it*": what is joined on behind a colon, where nothing says "then", may be of it."""
    lattice, low = view.lattice, view.lattice.low
    keeps = bool(text.seen.changes) or text.seen.effect != Effect.READS
    if not keeps or text.fills("title"):
        return None
    for begin, end in passages(words_of(text.value, lattice), lattice):
        if begin and COLON in (low[begin - 1], *low[begin:end]) and _is_joined_on(view, end):
            return f'"{text.value}" may not be the whole text; put the text in quotes.'
    return None


def goes_on_as_it_begins(text: Text, view: View) -> str | None:
    """ "Type *lock it*, mute it": a text that is an order, with another joined to it, may be both."""
    lattice = view.lattice
    if text.said.size < SHORTEST_ORDER or not text.fills("content", "text") or view.clicks:
        return None
    spans = passages(words_of(text.value, lattice), lattice)
    joined = any(begin and _is_joined_on(view, end) for begin, end in spans)
    told = [at + 1 for at in range(text.said.size - 1) if text.said.in_set(at, "reporting")]
    orders = (text.said.text_of(at, text.said.size) for at in (0, *told)) if joined else ()
    if any(decode(lattice.grammar, order).readings for order in orders):
        return f'"{text.value}" may not be the whole text; put the text in quotes.'
    return None


def _is_joined_on(view: View, end: int) -> bool:
    """Whether something else is done right behind a comma or an "and", and no keys are only pressed there."""
    lattice, clauses = view.lattice, view.planned.reading.clauses
    joints = [(stop, sense) for stop, cost, sense in lattice.at(end, "joint") if not cost]
    if not joints or any(sense == SEQUENCE for _, sense in joints) or lattice.low[end] in STOPS:
        return False
    stops = {stop for stop, _ in joints}
    joined = any(clause.start in stops or clause.start == end for clause in clauses[1:])
    return joined and not any("keys" in step.inputs for step in view.planned.steps)


def written_in_turn(text: Text, view: View) -> str | None:
    """ "Write *hi in the first one and hello* in the other one": a text that goes on with the text of another file."""
    if not text.fills("content"):
        return None
    places = [view.lattice.text_of(at, at + 3).lower() for at in _ordinal_places(view.lattice)]
    held = [place for place in places if f" {place} " in f" {text.value.lower()} "]
    same = sum(other.value == text.value and other.fills("content") for other in view.texts)
    if held and (len(held) < len(places) or 1 < len(places) <= same):
        return f'"{text.value}" may be for two files; say one after the other, by their names.'
    return None


def written_in_another(text: Text, view: View) -> str | None:
    """ "Write *hi in the notes and bye* in the draft": a text that goes on with the text of another file.

    So does one that tells in turn what is in another: "write in a.txt *hi and in b.txt bye*".
    """
    if text.fills("content") and _tells_of_another_file(text.said):
        return f'"{text.value}" may be for two files; say one after the other.'
    said, there = text.said, view.lattice.known.files
    led = (at for at in range(said.size - 4) if said.in_set(at, "inwards") and said.in_set(at + 1, "definite"))
    joined = any(said.low[at + 2] in there and said.class_name(at + 3) == "joint" for at in led)
    ends = (end for _, end in passages(words_of(text.value, view.lattice), view.lattice))
    placed = any(view.lattice.in_set(end, "inwards") for end in ends)
    if joined and placed and text.fills("content") and not any(map(view.tells, text.low)):
        return f'"{text.value}" may be for two files; say one after the other, by their names.'
    return None


def _tells_of_another_file(said: Lattice) -> bool:
    """Whether a text goes on with a file that it joins on, and what stands in it: "hi *and in the b.txt bye*"."""
    for at in range(2, said.size - 1):
        if said.in_set(at - 1, "coordinating") and said.in_set(at, "inwards"):
            name = at + 1 + said.in_set(at + 1, "definite")
            if name < said.size - 1 and said.tokens[name].shape == FILE:
                return True
    return False


def _ordinal_places(lattice: Lattice) -> list[int]:
    """Where it is said into which of several something goes: "*in the first* one"."""
    led = (at for at in range(lattice.size - 2) if lattice.in_set(at, "inwards") and lattice.in_set(at + 1, "definite"))
    return [at for at in led if lattice.in_set(at + 2, "ordinal") or lattice.in_set(at + 2, "of_several")]


def begins_in_a_verb(text: Text, view: View) -> str | None:
    """ "Write *down milk* in a.txt": a text does not begin with the last word of its verb."""
    begins = view.places_of(text.low) if text.seen.changes and len(text.low) > 1 else ()
    if any(verb < at for at in begins for verb in view.lattice.starts(at + 1, "verb")):
        return f'"{text.value}" may not be the whole text; put the text in quotes.'
    return None


def goes_on_with_what_is_told(view: View) -> str | None:
    """ "Type I will close the door *and lock it*": what somebody tells may go on with what he does with it."""
    lattice, several = view.lattice, len(view.planned.steps) > 1
    free = free_tokens(view.planned.reading, lattice) if several else frozenset()
    for end in (at + 1 for at in free if at + 1 not in free and at + 1 < lattice.size):
        begin = next(at for at in range(end - 1, -1, -1) if at - 1 not in free)
        joints = [stop for stop, cost, sense in lattice.at(end, "joint") if not cost and sense != SEQUENCE]
        told = lattice.in_set(begin, "own_subject") and lattice.in_set(end, "coordinating")
        pointed = any(lattice.class_name(at) == "pronoun" for stop in joints for at in range(stop + 1, stop + 3))
        if told and pointed and end - begin > SHORTEST_TOLD:
            return f'"{lattice.text_of(begin, end)}" may not be the whole text; put the text in quotes.'
    return None


def leaves_out_its_last_word(view: View) -> str | None:
    """ "Remember that I sing *alto*": a word that everybody knows, behind a text, is no slip of another."""
    lattice, free = view.lattice, free_tokens(view.planned.reading, view.lattice)
    inputs = (step.inputs.get(name) for step in view.planned.steps for name in TEXTUAL)
    last = {text.lower().rpartition(" ")[2] for text in inputs if isinstance(text, str)}
    behind = (at for at in range(1, lattice.size) if at not in free and at - 1 in free)
    for at in (at for at in behind if lattice.low[at - 1] in last and lattice.tokens[at].shape == WORD):
        word, ended = lattice.low[at], lattice.is_over(at + 1)
        if ended and len(word) > SHORTEST_KNOWN and word not in lattice.grammar.vocabulary and is_anybodys(word):
            return f'"{word}" would be left out; put the whole text in quotes.'
    return None
