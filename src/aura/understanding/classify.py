"""QueryClassifier: one goal or several, from the shape of the sentence alone, with no context and no meaning."""

from __future__ import annotations

from aura.contracts.goal import Classification
from aura.language.decode import Decoded
from aura.language.grammar import Grammar
from aura.language.lattice import Lattice
from aura.language.parts import Clause


def classify(grammar: Grammar, decoded: Decoded) -> Classification:
    """Several when the likeliest reading has several acting clauses or lists several things; else one.

    It errs towards one, and picks the entry only: it creates no actions.
    """
    if decoded.readings:
        clauses = decoded.readings[0].clauses
        acting = [clause for clause in clauses if clause.intent >= 0 or grammar.frames[clause.frame].goal]
        if len(acting) > 1 or any(_lists_several(clause) for clause in acting):
            return "multi"
        return "single"
    return "multi" if _joins_verbs(decoded.lattice) else "single"


def _lists_several(clause: Clause) -> bool:
    return len(clause.things()) > 1 or len(clause.names("called")) > 1


def _joins_verbs(lattice: Lattice) -> bool:
    """Whether a verb follows a joint somewhere after an earlier verb, quotes left out."""
    verbs, joints = lattice.beginnings.get("verb", ()), lattice.beginnings.get("joint", ())
    return any(
        lattice.at(end, "verb")
        for position in joints
        if verbs and verbs[0] < position
        for end, _, _ in lattice.at(position, "joint")
    )
