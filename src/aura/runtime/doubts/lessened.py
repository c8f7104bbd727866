"""Plans of which less, or another thing, comes than was said: an empty backup, all of a folder for the biggest file."""

from __future__ import annotations

from aura.capability.effect import Effect
from aura.contracts.change import WriteFile
from aura.contracts.plan import Step
from aura.language.utterance.predicates import NAMING
from aura.runtime.vain.view import View, new_name

QUERY = "query"
MORE_THAN_ONE = 2
COMMA = ","


def backs_up_nothing(view: View) -> bool:
    """ "Delete a.txt after saving *a backup named b.txt*": whether what is called a copy would be made empty."""
    lattice = view.lattice
    made = (new_name(one) for one in view.changes if isinstance(one, WriteFile) and not one.content)
    for name in (path.name.lower() for path in made if path is not None):
        led = (at for at in range(2, lattice.size) if lattice.low[at] == name and lattice.class_name(at - 1) in NAMING)
        if any(lattice.in_set(at - 2, "copied_as") for at in led):
            return True
    return False


def tells_of_all_for_one(view: View) -> bool:
    """ "Show me *the biggest file* in Downloads": whether all is told where only one of its kind is asked for."""
    lattice, steps = view.lattice, view.planned.steps
    if not view.planned.only_reads or not all("path" in step.inputs for step in steps):
        return False
    singled = (at for at in range(1, lattice.size - 1) if lattice.in_set(at, "singled_out"))
    told = (at for at in singled if lattice.in_set(at - 1, "determiner") and lattice.in_set(at + 1, "narrowed"))
    return any(not any(_holds(step, lattice.low[at]) for step in steps) for at in told)


def forgets_an_exception(view: View) -> bool:
    """ "Forget all about Bob *except that he sings*": whether what should stay is looked for among what is lost."""
    lost = (text for text in view.texts if text.seen.effect == Effect.DESTROYS and text.fills(QUERY))
    return any(text.said.at(at, "except") for text in lost for at in range(1, text.said.size))


def ends_one_of_another_kind(view: View) -> bool:
    """ "Search for tea, then close *this one*": whether what may be of what was done before ends as something else."""
    lattice, steps = view.lattice, view.planned.steps
    if len(steps) < MORE_THAN_ONE or not any(not step.inputs for step in steps[1:]):
        return False
    pairs = (at for at in range(2, lattice.size - 1) if lattice.in_set(at, "demonstrative"))
    return any(lattice.in_set(at + 1, "noun_again") and lattice.is_over(at + 2) for at in pairs)


def leaves_out_how_often(view: View) -> bool:
    """ "Copy ok and paste it *twice*": whether the last words say how often, and nothing is done so often."""
    lattice, low = view.lattice, view.lattice.low
    counted = len(low) > 2 and lattice.in_set(lattice.size - 1, "times_over") and view.says_how_many(low[-2])
    if not (counted or (len(low) > 1 and lattice.in_set(lattice.size - 1, "repeated"))):
        return False
    counts = any(isinstance(value, int) for step in view.planned.steps for value in step.inputs.values())
    begin = lattice.size - (2 if counted else 1)
    told = any(lattice.in_set(at, "speaking") for at in range(begin))
    return not (counts or told or any(_holds(step, low[-1]) for step in view.planned.steps))


def names_with_what_is_in_it(view: View) -> bool:
    """ "A slide called *risks with fire, flood and theft*": whether a title or caption goes on with its text."""
    for text in (text for text in view.texts if text.fills("title", "field")):
        begin = next((at for at in range(1, text.said.size) if text.said.in_set(at, "accompanying")), text.said.size)
        parted = text.fills("field") or COMMA in text.said.low[begin:]
        if parted and any(text.said.in_set(at, "coordinating") for at in range(begin, text.said.size)):
            return True
    return False


def _holds(step: Step, word: str) -> bool:
    """Whether a word is in what a step is given."""
    return any(word in str(value).lower() for value in step.inputs.values())
