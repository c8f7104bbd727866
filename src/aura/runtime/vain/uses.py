"""What something is said to be used for, taken for its new name; and what gets more, taken for what is read."""

from __future__ import annotations

from pathlib import PurePath

from aura.contracts.change import Change, Copy, Move
from aura.runtime.vain.view import WORD, View, renames

RENAMING = "rename"


def named_by_its_use(change: Change, view: View) -> str | None:
    """ "Save photo.jpg *as my profile picture*", "*keep* a.docx *as default*", "*as a backup*": its use, and no name.

    A copy is one of some name ("save it as *plan*", "as *the final version*"), and so is what is called like a file.
    """
    aimed = PurePath(change.destination) if isinstance(change, Move | Copy) else None
    words = aimed.stem.lower().split() if aimed is not None else []
    led = [at for at in view.places_of(words) if words and at and view.lattice.in_set(at - 1, "as_what")]
    renamed = any(goal.verb == RENAMING for goal in view.planned.meta.goals)
    plain = not renamed and any(view.lattice.tokens[at].shape == WORD for at in led)
    one = plain and view.is_in(words[0], "indefinite") and view.is_of_class(words[0], "article")
    own = plain and (one or view.is_in(words[0], "possessive"))
    if plain and (renames(change) or (len(words) > 1 and own)):
        said = view.lattice.text_of(led[0] - 1, led[0] + len(words))
        return f'"{said}" may say what it is for; say that it is to be called so, or put the name in quotes.'
    return None


def reads_what_gets_more(view: View) -> str | None:
    """ "*Insert a line* in a.txt": what gets something that was not said is not only to be read."""
    lattice, steps = view.lattice, view.planned.steps
    if not view.planned.only_reads or not any("path" in step.inputs for step in steps):
        return None
    for at in (at for at in range(lattice.size - 2) if lattice.in_set(at, "only_adds")):
        end = lattice.skip(at + 1, "determiner")
        end += lattice.in_set(end, "adjective")
        if at + 1 < end < lattice.size and lattice.in_set(at + 1, "indefinite") and lattice.in_set(end, "in_texts"):
            return f'"{lattice.text_of(at + 1, end + 1)}" does not say what should be written; say that, too.'
    return None
