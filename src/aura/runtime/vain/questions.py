"""Questions that were hardly meant as they stand: about what is here, with what was only told, or half a question."""

from __future__ import annotations

from collections.abc import Container, Iterator

from aura.capability.effect import Effect
from aura.contracts.problem import Problem
from aura.language.hearing.asked_alone import told_behind
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.language.words.tokens import CELL
from aura.runtime.choose import UNREAD
from aura.runtime.trial import Planned
from aura.runtime.vain.texts import texts

QUESTION, QUERY = "question", "query"
"""The inputs of what answers about anything, and about what is remembered."""
LONGEST_HALF = 4
"""Words of a question that breaks off at its verb."""


def _asked(planned: Planned, lattice: Lattice, *names: str) -> Iterator[tuple[str, Lattice]]:
    """What a plan only asks, as it says it, each with its tokens."""
    for step, seen, value in texts(planned, lattice):
        if seen.effect == Effect.READS and any(step.inputs.get(name) == value for name in names):
            yield value, lattice_of(lattice.grammar, value, lattice.known)


def _goes_on_with_a_remark(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "What's photosynthesis, *my cousin keeps asking me*": nothing of one's own is asked for, so none was told."""
    for value, said in _asked(planned, lattice, QUERY):
        if told_behind(said) is not None:
            return Problem(UNREAD, f'"{value}" holds more than a question; ask only that.')
    return None


def _breaks_off(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "*How big is* report.docx, actually?": a question that ends in its verb, since something was left out of it."""
    for value, said in _asked(planned, lattice, QUESTION):
        last = said.size - 1
        if 0 < last < LONGEST_HALF and said.class_name(last) == "being" and said.in_set(0, "asking"):
            return Problem(UNREAD, f'"{value}" is only half a question; say what it is about.')
    return None


def _asks_what_is_here(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "*Which of my files* are PDFs", "how many words are *in my essay*": what only a look at files here tells."""
    anything = {value for value, _ in _asked(planned, lattice, QUESTION)}
    for value, said in _asked(planned, lattice, QUESTION, QUERY):
        here = any(_counts(said, at) or (value in anything and _is_here(said, at)) for at in range(said.size))
        if here:
            return Problem(UNREAD, f'"{value}" asks about what is here; say which file should be looked at.')
    return None


def _is_here(said: Lattice, at: int) -> bool:
    """Whether something at a token is on this computer: a file that is there, one's own files, a cell that is read."""
    known = said.known.files | said.known.folders
    looked = not (said.in_set(0, "wondering") or said.in_set(0, "measuring"))
    own = looked and said.in_set(at, "possessive") and _is_kind(said, at + 1)
    named = said.tokens[at].shape == "file" and said.low[at] in known
    called = _is_kind(said, at) and at + 1 < said.size and said.low[at + 1] in known
    cell = at > 0 and said.in_set(at - 1, "inwards") and CELL.fullmatch(said.low[at]) is not None
    return own or named or called or (cell and any(said.in_set(word, "says_so") for word in range(at)))


def _is_kind(said: Lattice, at: int) -> bool:
    """Whether a word is one for files or folders."""
    return at < said.size and (said.class_name(at) == "kind" or any(not cost for _, cost, _ in said.at(at, "kind")))


def _counts(said: Lattice, at: int) -> bool:
    """Whether it is asked how much is written in something of one's own: "how many *words* are in *my* essay"."""
    counted = said.in_set(at, "counted_text") and at > 1 and said.in_set(at - 2, "asking")
    inside = (word for word in range(at + 1, said.size - 1) if said.in_set(word, "inwards"))
    return counted and any(said.in_set(word + 1, "possessive") for word in inside)


def _ends_in_a_request(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "The last thing I said, *that can you forget*": what asks for something to be done, and for no answer."""
    for value, said in _asked(planned, lattice, QUESTION):
        last = said.size - 1
        asked = last > 2 and said.in_set(last - 2, "modal") and said.in_set(last - 1, "speaker")
        if asked and said.begins_clause(last) and not any(not cost for _, cost, _ in said.at(0, "asks")):
            return Problem(UNREAD, f'"{value}" may ask for something to be done; say that as a command.')
    return None


def _keeps_what_is_asked(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "You remember *what I allergic with?*", "note *in notes.txt: buy toner*": a question, or a file, is no fact."""
    for step, _, value in texts(planned, lattice):
        if value != step.inputs.get("fact"):
            continue
        said = lattice_of(lattice.grammar, value, lattice.known)
        asked = said.in_set(0, "embedding") and lattice.text.rstrip().endswith("?")
        file = said.size > 2 and said.in_set(0, "inwards") and said.tokens[1].shape == "file"
        if asked or (file and said.tokens[2].shape == "mark"):
            return Problem(UNREAD, f'"{value}" is nothing to remember; say only what should be kept, and where.')
    return None


def told_elsewhere(lattice: Lattice, names: Container[str]) -> bool:
    """Whether something is asked of a place that is not here: "what time is it *in Tokyo*", not "…, I'm in Tokyo".

    `names` are the words of what programs, sites and the like are called.
    """
    for at in range(1, lattice.size - 1):
        word, known = lattice.low[at + 1], lattice.known
        named = lattice.stands_out[at + 1]
        strange = named or (word not in lattice.grammar.vocabulary and not lattice.class_name(at + 1))
        here = word in names or word in known.folders or word in known.files or bool(lattice.at(at + 1, "anchor"))
        if lattice.in_set(at, "inwards") and lattice.tokens[at + 1].shape == "word" and strange and not here:
            begin = max((word + 1 for word in range(at) if lattice.tokens[word].shape == "mark"), default=0)
            if any(lattice.at(word, "asks") for word in range(begin, at)):
                return True
    return False


CHECKS = (_goes_on_with_a_remark, _breaks_off, _asks_what_is_here, _ends_in_a_request, _keeps_what_is_asked)
