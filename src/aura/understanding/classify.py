"""QueryClassifier: one goal or several, from the shape of the sentence alone, with no context and no meaning."""

from __future__ import annotations

from aura.contracts.goal import Classification
from aura.language.decoding.decode import Decoded
from aura.language.grammar.grammar import Grammar
from aura.language.slots.parts import Clause, Reading
from aura.language.words.tokens import tokenize
from aura.understanding.intent import IntentAgent
from aura.understanding.several import asks_for_several

DEAR = 25.0


def classify(grammar: Grammar, decoded: Decoded, utterance: str) -> Classification:
    """Several when the likeliest reading has several acting clauses or lists several things; else one.

    Where nothing was read, or only that it is a question, or something dear, or one thing that the words deny, the
    signs of the utterance decide, of all of it: also of what is too long to be read, or was put in another order. It
    picks the entry only: it creates no actions.
    """
    reading = decoded.readings[0] if decoded.readings else None
    if reading is not None and not _doubtful(grammar, reading):
        if _reads_several(grammar, reading):
            return "multi"
        if not IntentAgent(grammar, decoded.lattice).misread(reading):
            return "single"
    return "multi" if asks_for_several(grammar, tokenize(utterance)) else "single"


def _reads_several(grammar: Grammar, reading: Reading) -> bool:
    acting = [clause for clause in reading.clauses if clause.intent >= 0 or grammar.frames[clause.frame].goal]
    return len(acting) > 1 or any(_lists_several(clause) for clause in acting)


def _doubtful(grammar: Grammar, reading: Reading) -> bool:
    """Whether a reading is dear, or a fixed phrase that takes any question at all."""
    return reading.cost > DEAR or any(
        clause.intent >= 0 and grammar.intents[clause.intent].alone for clause in reading.clauses
    )


def _lists_several(clause: Clause) -> bool:
    return len(clause.things()) > 1 or len(clause.names("called")) > 1
