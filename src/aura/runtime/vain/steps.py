"""Steps that were hardly meant: nobody said what they lose, or they undo, repeat or leave out another."""

from __future__ import annotations

from pathlib import PurePath

from aura.capability.effect import Effect
from aura.contracts.change import Copy, Trash, WriteFile
from aura.language.decoding.account import free_tokens
from aura.language.decoding.fit import things_of
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import past_mark
from aura.language.utterance.predicates import NAMING, Predicates
from aura.runtime.choosing.choose import TOLD
from aura.runtime.doubts.objections import is_said_to_another
from aura.runtime.vain.view import FILLER, MARK, REFERENCE, TEXTUAL, WORD, WORDS, View
from aura.understanding.clauses import moves

LONGEST_NOUN = 3
"""Tokens of which one tells that those before a noun are of it: "*the* todo *list*"."""


def loses_what_nobody_named(view: View) -> str | None:
    """ "Move a.txt to archive, *delete nothing else*", "make a.txt in documents, *empty*": no verb says what is lost.

    Behind it stands what was passed over, or only a place before it says what it is about.
    """
    reading = view.planned.reading
    told = {start for kind, start, _ in reading.notes if kind in TOLD}
    for clause in reading.clauses[1:] if view.planned.destroys else ():
        if clause.verb is None or clause.intent >= 0 or clause.things():
            continue
        start, end = clause.verb
        if all(part.end <= start for part in clause.parts) if clause.parts else end in told:
            return f'"{view.lattice.text_of(start, end)}" does not say what should be lost; say that, too.'
    return None


def loses_what_hangs(view: View) -> str | None:
    """ "The draft is stuck in Word, *kill it*": what hangs is a program, and not the file that was spoken of."""
    lattice = view.lattice
    for clause in view.planned.reading.clauses if view.planned.destroys else ():
        if clause.verb is None or clause.intent >= 0:
            continue
        begin, behind = clause.verb
        hangs = any(lattice.in_set(at, "hanging") for at in range(begin))
        if hangs and lattice.in_set(begin, "killing") and lattice.begins(behind, "it"):
            return f'"{lattice.text_of(begin, behind + 1)}" may be said of a program; say what should be lost.'
    return None


def loses_what_goes_somewhere(view: View) -> str | None:
    """ "Chuck a.txt from downloads *in it*": what is taken from one place and put into another is not lost."""
    lattice = view.lattice
    for clause in view.planned.reading.clauses if view.planned.destroys else ():
        if clause.verb is None or clause.intent >= 0 or moves(lattice.grammar.frames[clause.frame]):
            continue
        if {part.category for part in clause.parts} >= {"from", "in"}:
            return f'"{lattice.text_of(*clause.verb)}" may put it elsewhere as well; say whether it should be lost.'
    return None


def loses_what_comes(view: View) -> str | None:
    """ "Drop *me* the letter", "drop it *here*": what comes to somebody by a verb that moves things as well."""
    lattice = view.lattice
    for clause in view.planned.reading.clauses if view.planned.destroys else ():
        if clause.verb is None or clause.intent >= 0 or moves(lattice.grammar.frames[clause.frame]):
            continue
        begin, behind = clause.verb
        comes = any(lattice.in_set(at, "object_form") for at in range(begin + 1, behind + 1))
        end = clause.end
        here = lattice.starts(end, "here")
        comes = comes or any(at + 1 == end and lattice.class_name(at - 1) != "preposition" for at in here)
        if comes and any(_moves_too(lattice, form) for _, _, form in lattice.at(begin, "verb")):
            return f'"{lattice.text_of(*clause.verb)}" may only bring it; say whether it should be lost.'
    return None


def _moves_too(lattice: Lattice, form: str) -> bool:
    """Whether a verb, as "move active", is one of a frame that takes things somewhere."""
    frame = lattice.grammar.frames.get(form.partition(" ")[0])
    return frame is not None and moves(frame)


def ends_the_whole_for_a_part(view: View) -> str | None:
    """ "*That tab* in Firefox, close it": what a pronoun stands for is the tab that was pointed at, and no program."""
    lattice, clauses = view.lattice, view.planned.reading.clauses
    whole = ["app" in step.inputs for step in view.planned.steps]
    alike = len(whole) == len(clauses)  # Else it is not known which step a clause came to.
    meant = whole if alike else [any(whole)] * len(clauses)
    begins = [clause.verb[0] for clause, ends in zip(clauses, meant, strict=True) if ends and clause.verb is not None]
    ends = [at for begin in begins for at in range(begin + 1, begin + 3) if lattice.class_name(at) == "pronoun"]
    before = range(1, min(ends, default=0))
    panes = (at for at in before if lattice.in_set(at, "panes"))
    led = ((to - 1, at) for at in panes for to in (at, at - 1) if to and lattice.in_set(to - 1, "determiner"))
    begin, pane = next(led, (0, 0))
    if not pane:
        return None
    return f'"{lattice.text_of(begin, pane + 1)}" may be meant and no whole program; say which should be closed.'


def begins_in_a_noun(view: View) -> str | None:
    """ "Add milk to the todo *list* on my desktop": what a thing is called by is no order that nothing joins to it."""
    lattice, free = view.lattice, free_tokens(view.planned.reading, view.lattice)
    for clause in view.planned.reading.clauses[1:]:
        start = clause.verb[0] if clause.verb is not None and not clause.inherited else 0
        noun = start > 1 and lattice.class_name(start) == "noun" and lattice.class_name(start - 1) in ("", "noun")
        led = noun and lattice.tokens[start - 1].shape == WORD and start - 1 in free
        if led and any(lattice.in_set(at, "determiner") for at in range(max(0, start - LONGEST_NOUN), start)):
            return f'"{lattice.text_of(start - 1, start + 1)}" may be one thing; say one after the other.'
    return None


def makes_what_is_not_said(view: View) -> str | None:
    """ "Make a folder called red and *new*": what alone stands behind a joint may be of a name, and makes nothing."""
    lattice = view.lattice
    for clause in view.planned.reading.clauses[1:]:
        frame = lattice.grammar.frames.get(clause.frame)
        if clause.verb is not None and not clause.parts and frame is not None and frame.is_new:
            return f'"{lattice.text_of(*clause.verb)}" does not say what should be made; say that, too.'
    return None


def leaves_out_what_was_meant(view: View) -> str | None:
    """ "Write hello to a.txt, *i mean goodbye*": what is said in the place of something else."""
    lattice = view.lattice
    for _, start, end in view.planned.reading.notes:
        first = past_mark(lattice, start)
        ends = [stop for stop in lattice.ends(first, "meant") if stop < end]
        if ends and first:
            return f'"{lattice.text_of(max(ends), end)}" may be meant instead of something; say all of it again.'
    return None


def asks_what_is_told(view: View) -> str | None:
    """ "Make a.txt, *which I will need later, on the desktop*": what tells more of a thing asks nothing.

    What is asked and goes on with what it is was not asked: "*what's in a.txt* is old by now".
    """
    lattice, predicates = view.lattice, Predicates(view.lattice)
    ends = {max((part.end for part in clause.parts), default=0): clause for clause in view.planned.reading.clauses}
    for kind, start, _ in view.planned.reading.notes:
        clause = ends.get(start) if kind in TOLD and predicates.is_aux(start) else None
        if clause is not None and view.is_in(lattice.low[clause.start].partition("'")[0], "embedding"):
            return f'"{lattice.text_of(clause.start, start)}" may not be a question; say it another way.'
    for clause in view.planned.reading.clauses[1:]:
        words = (at for at in range(max(clause.start, 1), lattice.size) if lattice.tokens[at].shape != MARK)
        at = next(words, lattice.size)
        told = lattice.in_set(at, "telling_of") and lattice.in_set(at + 1, "own_subject")
        if told and lattice.tokens[at - 1].shape == MARK:
            return f'"{lattice.text_of(at, lattice.size)}" may belong to what is said before; say it another way.'
    return None


def loses_what_was_copied(view: View) -> str | None:
    """ "Copy a.txt to archive and delete *it there*": what is lost there is the copy, and not what was copied."""
    lattice, changes = view.lattice, view.changes
    lost = {change.path for change in changes if isinstance(change, Trash)}
    if not any(isinstance(change, Copy) and change.source in lost for change in changes):
        return None
    for at in range(1, lattice.size - 1):
        if lattice.class_name(at) == "pronoun" and lattice.in_set(at + 1, "there_is"):
            return f'"{lattice.text_of(at, at + 2)}" may be the copy; say by its name what should be lost.'
    return None


def takes_one_back(view: View) -> str | None:
    """ "Delete a.txt and b.txt. *Scratch the second one*": what takes one of several back loses nothing."""
    lattice = view.lattice
    for at in (at for at in range(1, lattice.size - 2) if lattice.in_set(at, "taking_one_back")):
        counted = lattice.in_set(at + 2, "ordinal") or lattice.in_set(at + 2, "of_several")
        if lattice.in_set(at + 1, "definite") and counted and lattice.in_set(at + 3, "one_of_them"):
            return f'"{lattice.text_of(at, at + 4)}" takes something back; say only what is to be done.'
    return None


def asked_only_to_tell(view: View) -> str | None:
    """ "Delete a.txt? *Only tell me*": what only asks for an answer changes nothing."""
    lattice = view.lattice
    if view.planned.only_reads:
        return None
    ends = ((at, end) for at in lattice.beginnings.get("answer_only", ()) for end in lattice.ends(at, "answer_only"))
    span = next(((at, end) for at, end in ends if lattice.is_over(end)), None)
    return f'"{lattice.text_of(*span)}" asks for an answer; say only what is to be done.' if span is not None else None


def said_to_another(view: View) -> str | None:
    """ "Mute it, *I told him*, and …": what somebody says that he said to another."""
    lattice = view.lattice
    for kind, start, end in view.planned.reading.notes:
        marks = [at for at in (start, end - 1) if lattice.tokens[at].shape == MARK]
        first, last = start + (start in marks), end - (end - 1 in marks)
        if kind in TOLD and is_said_to_another(first, last, lattice):
            return f'"{lattice.text_of(first, last)}" tells what was said to somebody else.'
    return None


def makes_what_is_somewhere(view: View) -> str | None:
    """ "There should be a scan.pdf *somewhere*": what is hardly to be made."""
    notes = view.planned.reading.notes
    vague = (at for kind, start, end in notes if kind == FILLER for at in range(start, end))
    return _hardly_made(view) if _wished(view) and any(view.lattice.in_set(at, "somewhere") for at in vague) else None


def makes_a_word_of_theirs(view: View) -> str | None:
    """ "I'd like *a word* with you": a word of somebody's, and no file of that kind, unless it is called something."""
    lattice = view.lattice
    titled = any(lattice.class_name(at) in NAMING or lattice.in_set(at, "titling") for at in range(lattice.size))
    verbs = (clause.verb for clause in view.planned.reading.clauses if clause.verb is not None)
    had = any(lattice.in_set(at, "holding") for span in verbs for at in range(*span))
    for at in range(1, lattice.size if (had or _wished(view)) and not titled else 0):
        ends = [end for end, _, _ in lattice.at(at, "kind")]
        led = at - 1 - lattice.in_set(at - 1, "adjective")
        if ends and max(ends) == at + 1 and lattice.in_set(at, "in_texts") and lattice.in_set(led, "indefinite"):
            return _hardly_made(view)
    return None


def _wished(view: View) -> bool:
    """Whether a command only wishes for something, which may be there already."""
    frames = (view.lattice.grammar.frames.get(clause.frame) for clause in view.planned.reading.clauses)
    return any(frame is not None and frame.wishes for frame in frames)


def done_to_nothing(view: View) -> str | None:
    """ "Make a folder x and *lock nothing*": what is denied by what it is done to."""
    lattice = view.lattice
    for _, start, _ in view.planned.reading.notes:
        noun = start > 1 and lattice.in_set(start - 2, "determiner")
        if start and lattice.in_set(start, "nothing_done") and lattice.begins_clause(start - 1) and not noun:
            return f'"{lattice.text_of(start - 1, start + 1)}" says that this is not to be done.'
    return None


def makes_sure(view: View) -> str | None:
    """ "Make *sure* notes.txt says hi": what is hardly to be made."""
    verbs = (clause.verb for clause in view.planned.reading.clauses if clause.verb is not None)
    return _hardly_made(view) if any(view.lattice.in_set(end, "made_sure") for _, end in verbs) else None


def _hardly_made(view: View) -> str | None:
    made = next(iter(view.made), None)
    return None if made is None else f'"{made.name}" is hardly to be made; say what should be done.'


def written_to_several(view: View) -> str | None:
    """ "Add hello to all text files": one file at a time is written to."""
    parts = (part for clause in view.planned.reading.clauses for part in clause.parts if part.category == "file")
    several = any(thing.plural or thing.count > 1 for part in parts for thing in things_of(part))
    return "One file at a time can be written to; name it." if several else None


def put_in_its_own_place(view: View) -> str | None:
    """ "Read a.txt and *write it in a.txt*": what would replace what the plan itself has read of it."""
    for step, seen in view.acts:
        path, others = step.inputs.get("path"), [other.inputs for other in view.planned.steps if other is not step]
        given = any(isinstance(value, str) and value.startswith(REFERENCE) for value in step.inputs.values())
        read = path is not None and any(path == inputs.get("path") for inputs in others)
        extends = any(isinstance(change, WriteFile) and change.extends for change in seen.changes)
        if given and read and seen.effect != Effect.READS and not extends:
            return f"That would put what {PurePath(str(path)).name} says in its own place; say where it should go."
    return None


def replaces_what_it_wrote(view: View) -> str | None:
    """ "Create a.txt with x *and write y in it*": what would replace what the plan itself has just written."""
    written = set[str]()
    for change in (change for change in view.changes if isinstance(change, WriteFile)):
        if change.replaces and not change.extends and change.path in written:
            name = PurePath(change.path).name
            return f"That would replace what it has just written in {name}; say what it should say."
        written |= {change.path} if change.content else set()
    return None


def made_to_be_lost(view: View) -> str | None:
    """ "Convert the letter to pdf and *delete it*": what was just made is hardly what should be lost."""
    for step, seen in view.acts if view.planned.destroys else ():
        given = str(step.inputs.get("path", ""))
        if seen.effect == Effect.DESTROYS and given.startswith(REFERENCE) and len(view.planned.steps) > 1:
            return "What was just made would be thrown away at once; say the name of what should be lost."
    return None


def writes_over_what_is_new(view: View) -> str | None:
    """ "Write hello in *a new file* plan.txt": what is there already is none that is new."""
    lattice = view.lattice
    parts = (part for clause in view.planned.reading.clauses for part in clause.parts)
    things = [thing for part in parts for thing in things_of(part) if thing.indefinite and thing.name is not None]
    new = [one for one in things if any(lattice.in_set(at, "said_new") for at in range(one.start, one.end))]
    names = {one.name.text.lower() for one in new if one.name is not None}
    made = {change.path for change in view.changes if isinstance(change, WriteFile) and not change.replaces}
    for change in (one for one in view.changes if isinstance(one, WriteFile) and one.replaces):
        path = PurePath(change.path)
        if change.path not in made and names & {path.name.lower(), path.stem.lower()}:
            return (
                f"{path.name} exists already, so it is no new file; say another name, or what should be done with it."
            )
    return None


def made_and_lost(view: View) -> str | None:
    """ "Create a folder called *read and delete*": what a plan makes it throws away only where that is said."""
    lattice, lost = view.lattice, {PurePath(change.path) for change in view.changes if isinstance(change, Trash)}
    name = next((path.name for path in view.made if path in lost), None)
    pointed = any(lattice.begins(at, "it") for at in range(lattice.size))
    if name is None or pointed or lattice.low.count(name.lower()) > 1:
        return None
    return f"{name} would be made and thrown away at once; put the whole name or text in quotes."


def leaves_out_a_click(view: View) -> str | None:
    """ "Click save, then *ok*", "double click *ok*": what is also to be clicked and is in no step."""
    low = view.lattice.low if view.clicks else []
    begin = next((at for at, word in enumerate(low) if view.is_in(word, "clicking")), len(low))
    inputs = [str(each).lower() for step in view.planned.steps for each in step.inputs.values()]
    told = {word for each in inputs for word in WORDS.findall(each)}
    left = next((word for word in low[begin + 1 :] if view.is_in(word, "button") and word not in told), None)
    return None if left is None else f'"{left}" would not be clicked; say one after the other.'


def said_in_other_words(view: View) -> str | None:
    """ "Make Zoom *big full screen*": what would be done once more, with less, where nothing joins it to the first."""
    lattice, clauses, steps = view.lattice, view.planned.reading.clauses, view.planned.steps
    for at in range(1, len(steps) if len(clauses) == len(steps) else 0):
        first, again, start = steps[at - 1], steps[at], clauses[at].start
        less = first.id == again.id and again.inputs.items() < first.inputs.items()
        joined = start < lattice.size and (lattice.at(start, "joint") or lattice.ending(start, "joint"))
        if less and not joined and lattice.tokens[start - 1].shape != MARK:
            return f'"{lattice.text_of(start, lattice.size)}" may only say the same again.'
    return None


def rests_like_somebody(view: View) -> str | None:
    """ "Time *to sleep*", "sleep *well*", "type I'm tired *and go to bed*": who rests may be somebody."""
    lattice, clauses = view.lattice, view.planned.reading.clauses
    for at, clause in enumerate(clauses):
        start, end = clause.verb or (clause.start, clause.start)
        if start == end or not all(lattice.in_set(word, "resting") for word in range(start, end)):
            continue
        said = [word for word in (start - 1, start - 2) if word >= 0]
        somebody = any(lattice.in_set(word, "rested_by") or _may_be(lattice, word, "rested_by") for word in said)
        step = view.planned.steps[at - 1] if 0 < at < len(view.planned.steps) else None
        text = step is not None and any(name in step.inputs for name in TEXTUAL)
        if somebody or text or lattice.in_set(end, "rested_well"):
            return f'"{lattice.text_of(start, end)}" may be what somebody does; say it of the computer.'
    return None


def _may_be(lattice: Lattice, at: int, name: str) -> bool:
    """Whether a token may be a slip of a word of a set: "*timc* to sleep"."""
    return any(word in lattice.grammar.words[name] for word, _ in lattice.corrected(at))
