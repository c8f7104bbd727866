"""Orders that stand at the end of what is only asked, looked up, kept or named: "is chrome running *close it*"."""

from __future__ import annotations

from collections.abc import Iterator

from aura.capability.effect import Effect
from aura.language.decoding.decode import decode
from aura.language.hearing.manners.asked_then import VERBAL, orders_behind
from aura.language.slots.parts import Clause
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.passages import passages, words_of
from aura.runtime.vain.view import Text, View

QUESTION, QUERY, FACT, WINDOW = "question", "query", "fact", "window"
COMMA = ","
POINTED_AT = 2
"""Words of an order that only points at what it is done to: "delete it"."""
BEFORE_DENIAL = ("helping", "embedding", "conditional", "states", "finite")
"""Sets of words behind which "not" denies what they say: "do *not* save", "why *not*"."""


def asks_and_orders(text: Text, view: View) -> str | None:
    """ "Is chrome running *close it*": a question that is over before an order which nothing joins to it."""
    if not text.asks(QUESTION):
        return None
    asked = max(
        (one.verb[0] for one in view.planned.reading.clauses if one.verb and _asks_freely(one, view)), default=0
    )
    told = asked - min(view.places_of([*text.said.low]), default=asked)
    at = next((at for at in _orders_behind(text, view) if at > told), None)
    return None if at is None else _one_after_another(text, at)


def _asks_freely(clause: Clause, view: View) -> bool:
    """Whether a clause is a question about anything, before which its story may stand."""
    return clause.intent >= 0 and view.lattice.grammar.intents[clause.intent].alone


def keeps_and_orders(text: Text, view: View) -> str | None:
    """ "Keep in mind that b.txt is old *delete it*": what is kept is over before an order about what it spoke of."""
    at = text.said.size - POINTED_AT
    if text.fills(FACT) and text.said.begins(at + 1, "it") and at in _orders_behind(text, view):
        return _one_after_another(text, at)
    return None


def sought_and_ordered(text: Text, view: View) -> str | None:
    """ "Forget what I said about Tom *and mute*": what is looked up among what is kept goes on with an order.

    Two verbs are a pair that may be spoken of: "what do you know about *copy and paste*". Where something is lost, a
    comma parts as well: "forget the music, *mute it*".
    """
    if not text.fills(QUERY) or text.seen.effect not in (Effect.READS, Effect.DESTROYS):
        return None
    pairs = [at for at in _joined(text.said) if at > POINTED_AT or not text.said.begins_clause(0)]
    at = next((at for at in pairs if _is_order(text.said, at, view)), None)
    at = next(_ordered_behind_commas(text.said), None) if at is None and text.seen.effect == Effect.DESTROYS else at
    return None if at is None else _one_after_another(text, at)


def sought_again(text: Text, view: View) -> str | None:
    """ "Search for how to mute *and mute*": what is joined to what is looked for says its verb again, as an order."""
    said = text.said
    for at in _joined(said) if text.fills(QUERY) else ():
        if said.begins_clause(at) and said.low[at:] == said.low[2 * at - 1 - said.size : at - 1]:
            return _one_after_another(text, at)
    return None


def turns_and_orders(text: Text, view: View) -> str | None:
    """ "Switch to chrome *and back*": the window that is turned to is not called so as it goes on."""
    for at in _joined(text.said) if text.fills(WINDOW) else ():
        back = at == text.said.size - 1 and text.said.in_set(at, "returning")
        if back or _is_order(text.said, at, view):
            return _one_after_another(text, at)
    return None


def denies_another(text: Text, view: View) -> str | None:
    """ "Click *OK, not Cancel*", "switch to *word not excel*": what is denied in it is no part of a label."""
    said = text.said
    if not (text.fills(WINDOW) or (view.clicks and text.fills("text"))):
        return None
    for at in range(1, said.size):
        denied = said.in_set(at, "denying") or said.in_set(at, "no")
        before = any(said.in_set(at - 1, name) for name in BEFORE_DENIAL)
        if denied and not before and said.class_name(at - 1) not in ("joint", "being", "pronoun"):
            return f'"{text.value}" holds what is not meant; say only what is.'
    return None


def begins_behind_its_subject(text: Text, view: View) -> str | None:
    """ "You *were supposed to close it*": a statement whose verb would be a question without who it is about."""
    lattice = view.lattice
    spans = passages(words_of(text.value, lattice), lattice) if text.asks(QUESTION) else ()
    begins = (begin for begin, _ in spans if begin and lattice.in_set(begin, "finite"))
    if any(lattice.in_set(begin - 1, "addressed") or lattice.in_set(begin - 1, "own_subject") for begin in begins):
        return f'"{text.value}" is no question; say what should be done.'
    return None


def _one_after_another(text: Text, at: int) -> str:
    order = text.said.text_of(at, text.said.size)
    return f'"{order}" may be a command of its own; say one after the other.'


def _joined(said: Lattice) -> Iterator[int]:
    """Where what is joined on in a text begins."""
    return (at for at in range(2, said.size) if said.in_set(at - 1, "coordinating"))


def _ordered_behind_commas(said: Lattice) -> Iterator[int]:
    """Where an order stands behind a comma in a text."""
    behind = (at for at in range(2, said.size - 1) if said.low[at - 1] == COMMA)
    return (at for at in behind if said.class_name(at) in VERBAL and said.begins_clause(at))


def _orders_behind(text: Text, view: View) -> Iterator[int]:
    """Where an order begins behind what a text says, or asks."""
    return (at for at in orders_behind(text.said) if _is_order(text.said, at, view))


def _is_order(said: Lattice, at: int, view: View) -> bool:
    """Whether words to the end of a text order something: of what was spoken of, or is known, or so that it is read."""
    if said.class_name(at) not in VERBAL or said.ends_like(at, "judged") or not said.begins_clause(at):
        return False
    if said.begins(at + 1, "it") or (at + POINTED_AT == said.size and said.low[at + 1] in view.names):
        return True
    grammar = said.grammar
    readings = decode(grammar, said.text_of(at, said.size), said.known).readings
    clauses = readings[0].clauses if readings else ()
    return bool(clauses) and not any(one.intent >= 0 and grammar.intents[one.intent].alone for one in clauses)
