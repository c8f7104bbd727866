"""What would be remembered and says nothing, or holds something that is to be done."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.runtime.vain.view import FILE, MARK, Text, View

LONGEST_ASKED = 4
"""Words of what is only meant, and not said: "where I parked it"."""
LONGEST_LITTLE, SHORTEST_JOINED = 3, 3
"""Words of a fact of which none may say anything, "him and me", and before an order of two words that is joined on."""


def says_what_is_meant(text: Text, view: View) -> str | None:
    """ "Note that *down*", "remember *me*", "*who I am*", "*where I parked*": what is meant, and not what it is."""
    if not text.fills("fact"):
        return None
    said, low = text.said, text.low
    asked = (
        said.in_set(0, "embedding")
        and len(low) <= LONGEST_ASKED
        and not any(token.shape == MARK for token in said.tokens)
    )
    asked = asked and not any(said.class_name(at) == "being" for at in range(1, said.size - 1))
    little = len(low) <= LONGEST_LITTLE and all(_says_nothing(at, said) for at in range(said.size))
    return f'"{text.value}" would be kept word for word; say what it should say.' if asked or little else None


def names_a_kind_of_file(text: Text, view: View) -> str | None:
    """ "*The document* I told you about, forget it": a file may be meant, of which nothing is forgotten."""
    lattice = view.lattice
    if not text.fills("query") or text.asks("query") or len(text.low) > 1:
        return None
    a_kind = text.said.begins(0, "kind") or view.is_in(text.low[0], "kind_of_document")
    pointed = any(lattice.in_set(at - 1, "determiner") for at in view.places_of(text.low) if at)
    return f'"{text.value}" may be a file, and I forget only what I was told; say what.' if a_kind and pointed else None


def asks_what_is_pointed_at(text: Text, view: View) -> str | None:
    """ "Stopcock - *what did I tell you about it?*": what only points at what was told is no word to look it up by."""
    said, last = text.said, text.said.size - 1
    asked = [at for at in range(last) if said.in_set(at, "embedding") and (not at or said.tokens[at - 1].shape == MARK)]
    if not text.asks("query", "question") or not asked:
        return None
    points = said.class_name(last) == "pronoun" or said.in_set(last, "demonstrative")
    words = range(asked[0], last)
    told = any(said.in_set(at, "own_subject") for at in words) and any(said.in_set(at, "mentioning") for at in words)
    return f'"{text.value}" does not say what was told; say what it was about.' if points and told else None


def _says_nothing(at: int, said: Lattice) -> bool:
    """Whether a word only stands for somebody or something, or goes with a verb, or joins those: "me", "down"."""
    small = any(said.in_set(at, name) for name in ("object_form", "particle", "demonstrative"))
    return small or said.class_name(at) in ("pronoun", "joint")


def asks_for_more(text: Text, view: View) -> str | None:
    """ "Remember that mum is coming *and call her*": what is joined on without a subject, and done to somebody."""
    said = text.said
    last = said.size - 1
    shared = any(said.in_set(at, "own_subject") for at in range(said.size))
    if not text.fills("fact") or shared or last < SHORTEST_JOINED or not _stands_for_somebody(last, said):
        return None
    order = last - 1
    joined = said.ended(order, "joint")
    does = said.ends_like(order, "subject") or said.ends_like(order, "past") or said.in_set(order, "simple_past")
    plain = joined and said.class_name(order) not in ("preposition", "article", "pronoun", "negation") and not does
    return (
        f'"{said.text_of(order, said.size)}" may be a command of its own; say one after the other.' if plain else None
    )


def _stands_for_somebody(at: int, said: Lattice) -> bool:
    return said.in_set(at, "object_form") or said.class_name(at) == "pronoun"


def begins_in_turn(text: Text, view: View) -> str | None:
    """ "First delete a.txt, *second delete b.txt, my pin is 12*: remember that": a command told in its turn is none."""
    said = text.said
    if not text.fills("fact") or text.step is view.planned.steps[0]:
        return None
    led = max(said.ends(0, "filler"), default=0)
    end = next((at for at in range(led, said.size) if said.tokens[at].shape == MARK), 0)
    if led and said.begins(led, "verb") and any(said.tokens[at].shape == FILE for at in range(led, end)):
        return f'"{said.text_of(led, end)}" may be a command of its own; say one after the other.'
    return None
