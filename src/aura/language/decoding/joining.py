"""What may stand beside a joint: where a clause goes on, and where another may begin."""

from __future__ import annotations

from aura.language.decoding.said import has_listed_values
from aura.language.decoding.standing import FIRST, FixedRead, Standing
from aura.language.slots.parts import Thing
from aura.language.slots.sentences import Slotted
from aura.language.utterance.lattice import Lattice

LOOSE = "loose"


def whole_joints(found: list[tuple[int, float]], lattice: Lattice) -> list[tuple[int, float]]:
    """Joints without those that leave a word of a longer one to what follows: "and after", not "and after that"."""
    longest = max(end for end, _ in found)
    if longest >= lattice.size or not lattice.at(longest, "verb"):
        return found
    return [each for each in found if each[0] == longest or lattice.class_name(each[0]) != "pronoun"]


def goes_on_in_words(standing: Standing, slotted: Slotted) -> bool:
    """Whether a mere "and" and one word end an utterance behind words of a sentence that stand for themselves.

    That word is one of them, whatever it may order: "search for copy and paste".
    """
    position, lattice = standing.position, slotted.lattice
    if position + 2 != lattice.size or lattice.tokens[position].shape != "word" or position < 1:
        return False
    loose = any(strength == LOOSE for _, _, strength in lattice.at(position, "joint"))
    read = next(standing.events(), None)
    if not loose or not isinstance(read, FixedRead) or lattice.tokens[position - 1].shape != "word":
        return False
    return bool(read.slots) and not has_listed_values(read, slotted)


def may_be_told(standing: Standing, lattice: Lattice) -> bool:
    """Whether a thing may be named only to be meant later: it is named first, or a word behind it may mean it.

    "That" means nothing where it leads to a clause: "make sure *that the light is off*".
    """
    later = (at for at in lattice.beginnings.get("it", ()) if at > standing.position)
    leads = (lattice.in_set(at, "relative") and lattice.in_set(at + 1, "determiner") for at in later)
    return standing.state.turn == FIRST or not all(leads)


def is_program(thing: Thing, lattice: Lattice) -> bool:
    """Whether what stands beside a name may be a program, and no kind: "Tom closed *word*", "*word* closed"."""
    name = thing.name
    if name is None:
        return thing.end - thing.start == 1 and bool(lattice.at(thing.start, "group"))
    begin, end = (name.end, thing.end) if thing.kind_after else (thing.start, name.start)
    return end - begin == 1 and bool(lattice.at(begin, "group"))
