"""Questions that were hardly meant as they stand: about what is here, half a question, or kept as facts."""

from __future__ import annotations

from collections.abc import Container

from aura.language.asides.asked_behind import asked_behind, is_told_on
from aura.language.slots.topics import QUESTIONS
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.language.utterance.passages import passages, words_of
from aura.language.words.tokens import CELL
from aura.runtime.choosing.choose import TOLD
from aura.runtime.vain.view import FILE, MARK, WORD, Text, View

QUESTION, QUERY, FACT = "question", "query", "fact"
"""The inputs of what answers about anything, about what is remembered, and of what is to be remembered."""
COMMA, APOSTROPHE = ",", "'"
LONGEST_HALF = 4
"""Words of a question that breaks off at its verb."""
LONGEST_NAME = 3
SHORTEST_ASKED = 4
"""Words of a question behind something else."""
HELD = ("document_part", "counted_text", "unit_of_text", "in_texts", "parts_of_things")
"""Sets of words for what a document has: slides, rows, pages, lines."""


def ends_in_its_verb(text: Text, view: View) -> str | None:
    """ "*How big is* report.docx, actually?": a question that ends in its verb, since something was left out of it."""
    if not text.asks(QUESTION):
        return None
    said, last = text.said, text.said.size - 1
    if 0 < last < LONGEST_HALF and said.class_name(last) == "being" and said.in_set(0, "asking"):
        return f'"{text.value}" is only half a question; say what it is about.'
    return None


def begins_behind_its_word(text: Text, view: View) -> str | None:
    """ "Now what *is the function of it*": a question that what asks in it stands right before."""
    lattice = view.lattice
    for begin, _ in passages(words_of(text.value, lattice), lattice) if text.asks(QUESTION, QUERY) else ():
        if begin and lattice.in_set(begin - 1, "embedding") and lattice.class_name(begin) == "being":
            return f'"{text.value}" is only half a question; say all of it.'
    return None


def breaks_off_amid_figures(text: Text, view: View) -> str | None:
    """ "*What's the biggest of 3*, 9 and 5": a question ends in no figure that a comma and another one follow."""
    lattice = view.lattice
    for _, end in passages(words_of(text.value, lattice), lattice) if text.asks(QUESTION) else ():
        figures = end + 1 < lattice.size and all(_is_figure(lattice, at) for at in (end - 1, end + 1))
        if figures and lattice.low[end] == COMMA:
            return f'"{text.value}" is only half a question; say all of it.'
    return None


def _is_figure(lattice: Lattice, at: int) -> bool:
    return lattice.low[at][0].isdigit() or lattice.in_set(at, "number")


def tells_what_is_meant(text: Text, view: View) -> str | None:
    """ "*What I need* is the report": what begins as a question and goes on as a statement, with no mark of one."""
    said = text.said if text.asks(QUESTION) else None
    told = (
        said is not None
        and said.in_set(0, "embedding")
        and (said.in_set(1, "own_subject") or said.in_set(1, "several_you"))
    )
    return None if not told or view.lattice.text.rstrip().endswith("?") else _asks_nothing(text)


def _asks_nothing(text: Text) -> str:
    return f'"{text.value}" is no question; say what should be done.'


def leaves_out_a_question(view: View) -> str | None:
    """ "Mute it, three rolls at 12 pounds each, *what does that come to*": what is asked last is passed over.

    Behind one thing that is only looked up it asks the same: "12 percent of 480, *what does it come to*".
    """
    if view.planned.only_reads and len(view.planned.steps) == 1:
        return None
    notes = view.planned.reading.notes
    said = asked_behind(view.lattice, {at for kind, start, end in notes if kind in TOLD for at in range(start, end)})
    if said is None or is_told_on(view.lattice, said[0]):
        return None
    return f'"{view.lattice.text_of(*said)}" would be left out; say one after the other.'


def asks_what_is_told(text: Text, view: View) -> str | None:
    """ "I can't tell which one is blue and *which is black*": what somebody tells is no question."""
    lattice = view.lattice
    told = passages(words_of(text.value, lattice), lattice) if text.asks(QUESTION, QUERY) else ()
    return _asks_nothing(text) if any(is_told_on(lattice, begin) for begin, _ in told) else None


def asks_what_is_here(text: Text, view: View) -> str | None:
    """ "*Which of my files* are PDFs": what only a look at files here tells."""
    if text.asks(QUESTION) and any(_is_here(text.said, at) for at in range(text.said.size)):
        return _about_here(text)
    return None


def asks_how_much_is_here(text: Text, view: View) -> str | None:
    """ "How many words are *in my essay*": what only counting in files here tells."""
    if text.asks(QUESTION, QUERY) and any(_is_counted(text.said, at) for at in range(2, text.said.size)):
        return _about_here(text)
    return None


def _about_here(text: Text) -> str:
    return f'"{text.value}" asks about what is here; say which file should be looked at.'


def _is_here(said: Lattice, at: int) -> bool:
    """Whether something at a token is on this computer: a file that is there, one's own files, a cell that is read.

    "Which *files here* begin with an a" is asked of them as well.
    """
    known = said.known.files | said.known.folders
    looked = not (said.in_set(0, "wondering") or said.in_set(0, "measuring"))
    own = looked and said.in_set(at, "possessive") and _is_kind(said, at + 1)
    ends = (at + 1, said.size - 1)
    placed = looked and _is_kind(said, at) and any(said.at(word, "here") for word in ends if word > at)
    named = said.tokens[at].shape == FILE and said.low[at] in known
    called = _is_kind(said, at) and at + 1 < said.size and said.low[at + 1] in known
    cell = at > 0 and said.in_set(at - 1, "inwards") and CELL.fullmatch(said.low[at]) is not None
    asked = any(said.in_set(1, name) for name in ("addressed", "speaking")) and not said.in_set(0, "embedding")
    done = asked and said.in_set(at, "definite") and at + 1 < said.size and said.low[at + 1] in known
    part = said.in_set(at, "part_of") and _is_part_of_what_is_there(said, at)
    cell = cell and any(said.in_set(word, "says_so") for word in range(at))
    return any((own, placed, named, called, part, done, cell))


def _is_part_of_what_is_there(said: Lattice, at: int) -> bool:
    """Whether a part of something that is here was named: "what does *slide 3 of the pitch* say"."""
    begin = said.skip(at + 1, "determiner")
    ends = range(begin + 1, min(begin + LONGEST_NAME, said.size) + 1)
    there = begin > at + 1 and any(said.words_of(begin, end).lower() in said.known.files for end in ends)
    named = range(max(0, at - 2), at)
    return there and any(said.in_set(word, name) for word in named for name in HELD)


def _is_kind(said: Lattice, at: int) -> bool:
    """Whether a word is one for files or folders."""
    return at < said.size and (said.class_name(at) == "kind" or said.begins(at, "kind"))


def _is_counted(said: Lattice, at: int) -> bool:
    """Whether it is asked how much is written in something that is here: "how many *words* are in *my* essay"."""
    counted = said.in_set(at, "counted_text") and said.in_set(at - 2, "asking")
    inside = (word for word in range(at + 1, said.size - 1) if said.in_set(word, "inwards"))
    known = said.known.files | said.known.folders
    ours = any(said.in_set(word + 1, "possessive") or said.low[word + 1] in known for word in inside)
    holds = said.in_set(said.size - 1, "holding") or said.in_set(at + 1, "holding")
    return counted and (ours or (holds and any(said.low[word] in known for word in range(at + 1, said.size))))


def keeps_a_question(text: Text, view: View) -> str | None:
    """ "You remember *what I allergic with?*": a question is no fact."""
    asked = text.fills(FACT) and view.lattice.text.rstrip().endswith("?") and text.said.in_set(0, "embedding")
    return _nothing_to_keep(text) if asked else None


def keeps_a_place(text: Text, view: View) -> str | None:
    """ "Note *in notes.txt: buy toner*": a file, with what should stand in it, is no fact."""
    said = text.said if text.fills(FACT) else None
    if said is None or said.size < 3 or not said.in_set(0, "inwards"):
        return None
    return _nothing_to_keep(text) if (said.tokens[1].shape, said.tokens[2].shape) == (FILE, MARK) else None


def _nothing_to_keep(text: Text) -> str:
    return f'"{text.value}" is nothing to remember; say only what should be kept, and where.'


def told_elsewhere(lattice: Lattice, names: Container[str]) -> bool:
    """Whether something is asked of a place that is not here: "what time is it *in Tokyo*", not "…, I'm in Tokyo".

    `names` are the words of what programs, sites and the like are called.
    """
    for at in range(1, lattice.size - 1):
        word, known = lattice.low[at + 1], lattice.known
        named = lattice.stands_out[at + 1]
        strange = named or (word not in lattice.grammar.vocabulary and not lattice.class_name(at + 1))
        here = word in names or word in known.folders or word in known.files or bool(lattice.at(at + 1, "anchor"))
        if lattice.in_set(at, "inwards") and lattice.tokens[at + 1].shape == WORD and strange and not here:
            begin = max((word + 1 for word in range(at) if lattice.tokens[word].shape == MARK), default=0)
            if any(lattice.at(word, "asks") for word in range(begin, at)):
                return True
    return False


def asked_behind_a_row(text: Text, view: View) -> str | None:
    """ "With columns name and age, *what is the capital of peru*": a question behind other headings is none of them."""
    rows = (value for value in text.step.inputs.values() if isinstance(value, list | tuple) and text.value in value)
    row = next(iter(rows), (text.value,))
    first = str(row[0])
    if first == text.value or row[-1] != text.value or len(text.low) < SHORTEST_ASKED:
        return None
    asks = [_asks(view.lattice, [*tokens]) for tokens in (first.lower().split(), text.low)]
    return f'"{text.value}" may be a question of its own; say one after the other.' if asks == [False, True] else None


def _asks(lattice: Lattice, words: list[str]) -> bool:
    """Whether words ask about anything, with a verb of their own, and not as one tells it: "where they live"."""
    said = lattice_of(lattice.grammar, " ".join(words))
    if said.in_set(0, "embedding") and said.in_set(1, "own_subject"):
        return False
    asked = any(kind in QUESTIONS and not cost for _, cost, kind in said.at(0, "asks"))
    short = said.size > 0 and said.low[0].partition(APOSTROPHE)[2] != ""
    return asked and (short or any(said.in_set(at, "finite") or said.in_set(at, "helping") for at in range(said.size)))
