"""Searches that were hardly meant: what is looked for ends in a place, or cannot be looked for there."""

from __future__ import annotations

from aura.capability.effect import Effect
from aura.language.hearing.naming.sought_there import sought_there
from aura.language.slots.parts import Clause
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.passages import passages, words_of
from aura.language.utterance.predicates import Predicates
from aura.runtime.vain.view import FILE, Text, View
from aura.understanding.clauses import writes

MENTION, EVERYTHING = "mention", "*"
"""What only tells of something, and the pattern that any name has."""


def looks_in_what_was_made(view: View) -> str | None:
    """ "Make a folder x, search youtube for y and then *search it* for z": it is searched where it was before."""
    lattice, clauses = view.lattice, view.planned.reading.clauses
    pointed = any(part.kind == "it" for clause in clauses for place in clause.places("place") for part in place.parts)
    if not pointed or sought_there(lattice) is None:
        return None
    return "Where to search may be what was searched before; say where."


def looked_for_in_a_file(text: Text, view: View) -> str | None:
    """ "Search for the word budget *in notes.txt*": what is looked for in the web ends in a file."""
    file = _file_at_its_end(text, view) if text.fills("query") else ""
    return f"No tool here can look for words in {file}; have it read instead." if file else None


def kept_for_a_file(text: Text, view: View) -> str | None:
    """ "Note the rent *in notes.txt*": what is remembered ends in a file, and nothing is stated of it.

    Behind a verb that writes as well it may be for that file in any case: "*note* that I am late *in notes.txt*".
    """
    file = _file_at_its_end(text, view) if text.fills("fact") else ""
    if not file:
        return None
    said, last = text.said, text.said.size - 1
    begin = int(said.in_set(0, "subordinating"))  # "that Mr. Bell called in notes.txt"
    stated = Predicates(said).verb(begin, last) is not None or "being" in said.structure[:last]
    stated = stated and not any(_writes(view.lattice, clause) for clause in view.planned.reading.clauses)
    return None if stated else f'"{text.value}" may be for {file}; say what should be written there.'


def holds_a_contrast(text: Text, view: View) -> str | None:
    """ "Owls *on youtube rather than* google": what is looked for holds nothing that it is to be looked for instead."""
    said = text.said
    hits = ((end, cost) for at in range(1, said.size) for end, cost, _ in said.at(at, "in_place_of"))
    if text.fills("query") and any(
        not cost and (end == said.size or said.low[end] in view.names) for end, cost in hits
    ):
        return f'"{text.value}" breaks off; say what to look for, and where.'
    return None


def says_what_it_reads(text: Text, view: View) -> str | None:
    """ "Read b.txt and google *what it says*": what would have to be read first is nothing to look for."""
    said, last = text.said, text.said.size - 1
    pointed = last > 1 and said.begins(last - 1, "it") and said.class_name(last - 1) == "pronoun"
    if text.fills("query") and pointed and said.in_set(0, "embedding") and said.in_set(last, "says_so"):
        return f'"{text.value}" would be looked for word for word; say what to look for.'
    return None


def ends_in_where_it_is(text: Text, view: View) -> str | None:
    """ "Open github.com and search for *cats there*": where was said before is no part of what is looked for."""
    said, last = text.said, text.said.size - 1
    there = last > 0 and said.begins(last, "there") and said.class_name(last - 1) in ("", "noun")
    placed = there and "site" in text.step.inputs and not said.begins_clause(last - 1)
    if text.fills("query") and placed and not Predicates(said).is_adverb(last - 1):
        return f'"{text.value}" ends in where to look; say only what should be found.'
    return None


def _writes(lattice: Lattice, clause: Clause) -> bool:
    """Whether the verb of a clause is one that puts a text into a file as well: "note", "write down"."""
    begin = clause.verb[0] if clause.verb is not None else lattice.size
    forms = (form.partition(" ")[0] for _, cost, form in lattice.at(begin, "verb") if not cost)
    return any(writes(lattice.grammar.frames[name]) for name in forms if name in lattice.grammar.frames)


def _file_at_its_end(text: Text, view: View) -> str:
    """The file that is there in which a text ends: "budget *in notes.txt*"."""
    said, last = text.said, text.said.size - 1
    led = last > 1 and said.in_set(last - 1, "inwards") and said.tokens[last].shape == FILE
    return said.tokens[last].text if led and said.low[last] in view.lattice.known.files else ""


def looked_for_as_a_whole(text: Text, view: View) -> str | None:
    """ "There's some file *with rent in its name*, find it": what a name only has in it is not all of it."""
    lattice = view.lattice
    ends = [end for _, end in passages(words_of(text.value, lattice), lattice)] if text.fills("pattern") else []
    if any(lattice.in_set(end, "inwards") and lattice.in_set(end + 2, "name_words") for end in ends):
        return f'"{text.value}" is only a part of the name; say "find every file with {text.value} in its name".'
    return None


def begins_with_where(text: Text, view: View) -> str | None:
    """ "Search there *from Wikipedia* bark beetle": where something is looked for is no part of it."""
    low = text.low
    placed = len(low) > 2 and view.is_of_class(low[0], "preposition") and low[1] in view.names
    if placed and text.fills("query") and low[1] not in view.lattice.grammar.vocabulary:
        return f'"{text.value}" begins with where to look; say only what should be found.'
    return None


def ends_in_where_it_opens(text: Text, view: View) -> str | None:
    """ "Search for shoes *in a private window*", "open the link *in a new tab*": where, and nothing to be found."""
    low = text.low
    placed = len(low) > 2 and view.is_in(low[-1], "panes") and view.is_in(low[-2], "kinds_of_panes")
    sought = text.fills("query", "text") and "field" not in text.step.inputs
    if sought and placed and any(view.is_in(word, "inwards") for word in low[-4:-2]):
        return f'"{text.value}" ends in where it should open; say first that one is to be opened.'
    return None


def asked_of_two(text: Text, view: View) -> str | None:
    """ "Search *cats on youtube and dogs* on amazon": what is looked for in one place goes on with another."""
    low, plain = text.low, view.lattice.grammar.vocabulary
    if not text.fills("query") or text.seen.effect == Effect.READS:
        return None
    leads = (at for at in range(1, len(low) - 1) if view.is_of_class(low[at], "preposition"))
    placed = next((at + 1 for at in leads if low[at + 1] in view.names and low[at + 1] not in plain), len(low))
    if any(view.is_in(word, "coordinating") for word in low[placed + 1 :]) or _goes_on_elsewhere(text, view):
        return f'"{text.value}" may be looked for in two places; say one after the other.'
    return None


def _goes_on_elsewhere(text: Text, view: View) -> bool:
    """Whether a query goes on as it was led to, or with another place: "cats *and then for* dogs", "*and Bing for*"."""
    low, leads = text.low, {view.lattice.low[at - 1] for at in view.places_of(text.low) if at}
    for at in (at for at in range(1, len(low) - 2) if view.is_in(low[at], "coordinating")):
        behind = at + 1 + view.is_in(low[at + 1], "following")
        led = low[behind] in leads and view.is_of_class(low[behind], "preposition")
        if led or (
            low[behind] in view.names
            and any(view.is_of_class(word, "preposition") for word in low[behind + 1 : behind + 2])
        ):
            return True
    return False


def looks_for_all_of_what_is_told(view: View) -> str | None:
    """ "There's stuff with phonology in it in docs, *find it all*": what is told of says which, and not everything."""
    told = any(clause.frame == MENTION for clause in view.planned.reading.clauses)
    everything = any(step.inputs.get("pattern") == EVERYTHING for step in view.planned.steps)
    return (
        "What is to be found is told of before; say it again where it is to be found." if told and everything else None
    )
