"""An utterance read with one of its words spelled otherwise, and what that word is in it."""

from __future__ import annotations

from msgspec import Struct

from aura.language.decoding.account import free_tokens
from aura.language.decoding.decode import Decoded
from aura.language.decoding.trace import TAKEN_BACK
from aura.language.slots.parts import Reading
from aura.language.utterance.lattice import COUNTING, Lattice
from aura.language.utterance.marks import past_mark
from aura.language.words.spelling import transposed
from aura.runtime.choosing.choose import TOLD, Choice

COUNTED = (*COUNTING, "part_of_one")
SMALL = ("pronoun", "preposition", "article")

Decided = tuple[Decoded, Choice]


class Respelling(Struct, frozen=True):
    """An utterance read with the word at a position respelled, what was decided on it, and what that costs.

    What it means `anew` is without what the respelled word takes back. It is `alone` if no other word would mean
    something else.
    """

    decoded: Decoded
    choice: Choice
    cost: float
    position: int
    anew: Decided | None = None
    alone: bool = False

    @property
    def meant(self) -> Decided:
        """What is meant if the word is a slip."""
        return self.anew or (self.decoded, self.choice)

    @property
    def is_verb(self) -> bool:
        """Whether the respelled word says what to do."""
        verbs = (clause.verb for clause in self.choice.reading.clauses if clause.verb is not None)
        return any(start <= self.position < end for start, end in verbs)

    @property
    def is_small(self) -> bool:
        """Whether the respelled word is one of those that names are hardly made of: "this", "with", "the"."""
        lattice = self.decoded.lattice
        return lattice.class_name(self.position) in SMALL or lattice.in_set(self.position, "determiner")

    @property
    def orders(self) -> bool:
        """Whether the respelled word begins what says what to do: "a folder drafts and *mve* notes.txt into it"."""
        verbs = (clause.verb for clause in self.choice.reading.clauses if clause.verb is not None)
        return any(start == self.position for start, _ in verbs)

    @property
    def orders_alone(self) -> bool:
        """Whether the respelled word is all of what is done behind something else: "mute it, then *lick*"."""
        verbs = (one.verb for one in self.choice.reading.clauses[1:] if not (one.parts or one.slots))
        return any(verb == (self.position, self.position + 1) for verb in verbs)

    def counts_for(self, word: str) -> bool:
        """Whether a word became a number, or a part of one, and not only by swapped letters."""
        lattice = self.decoded.lattice
        meant, words = lattice.low[self.position], lattice.grammar.words
        return any(meant in words[name] for name in COUNTED) and not transposed(word, meant)

    @property
    def is_passed(self) -> bool:
        """Whether the respelled word changes nothing of what is done: "also", "thanks"."""
        return any(start <= self.position < end for _, start, end in self.choice.reading.notes)

    @property
    def is_told(self) -> bool:
        """Whether the respelled word is only of what is told beside the commands."""
        notes = self.choice.reading.notes
        return any(kind in TOLD and start <= self.position < end for kind, start, end in notes)

    @property
    def fills(self) -> bool:
        """Whether the respelled word is passed, or may be: it says nothing at the end, and is of no text."""
        at, lattice = self.position, self.decoded.lattice
        filler = lattice.size in lattice.ends(at, "filler")
        return self.is_passed or (filler and at not in free_tokens(self.choice.reading, lattice))

    @property
    def is_asked(self) -> bool:
        """Whether the respelled word is one of a question about anything at all, or stands for itself."""
        return self.position in said_freely(self.decoded, self.choice.reading)


def said_freely(decoded: Decoded, reading: Reading) -> frozenset[int]:
    """The tokens that no word of the language accounts for: names, texts, questions about anything, strange words."""
    intents, size = decoded.lattice.grammar.intents, decoded.lattice.size
    asking = (clause for clause in reading.clauses if clause.intent >= 0 and intents[clause.intent].alone)
    strange = (range(start, end) for kind, start, end in reading.notes if kind == "strange")
    return free_tokens(reading, decoded.lattice).union(
        *(range(clause.start, min(clause.end, size)) for clause in asking), *strange
    )


def corrected_without_verb(lattice: Lattice, reading: Reading) -> frozenset[int]:
    """The tokens that take a command back for one without a verb, which may be only a part of the first.

    "Move chrome to workspace four, *no sorry*, workspace two".
    """
    spans = (range(start, end) for kind, start, end in reading.notes if kind == TAKEN_BACK)
    anew = ((said, range(said.stop, min(_end_of(said.stop, reading), lattice.size))) for said in spans)
    verbless = (said for said, clause in anew if not any(lattice.at(at, "verb") for at in clause))
    return frozenset().union(*verbless)


def corrected_beside(lattice: Lattice, reading: Reading) -> frozenset[int]:
    """The tokens of remarks that begin as what takes back does: "set it to sixty*, no, it's forty*"."""
    told = ((start, end) for kind, start, end in reading.notes if kind in TOLD)
    first = ((past_mark(lattice, start), start, end) for start, end in told)
    return frozenset().union(*(range(start, end) for at, start, end in first if lattice.in_set(at, "retracting")))


def _end_of(start: int, reading: Reading) -> int:
    """Where the clause ends that begins at a token, or just before it."""
    return next((clause.end for clause in reading.clauses if start in (clause.start, clause.start + 1)), start)


def accounted(decoded: Decoded, reading: Reading) -> frozenset[int]:
    """The tokens that are names and texts of a reading, or are passed over in it."""
    passed = (range(start, end) for _, start, end in reading.notes)
    return free_tokens(reading, decoded.lattice).union(*passed)


def by_a_slip(lattice: Lattice, reading: Reading) -> frozenset[int]:
    """The tokens of clauses whose verb is another word as it stands there: "I must *cook* for eight" seeks nothing."""
    slipped = (one for one in reading.clauses if one.verb is not None and _is_a_slip(lattice, one.verb[0]))
    return frozenset(at for clause in slipped for at in range(clause.start, clause.end))


def _is_a_slip(lattice: Lattice, at: int) -> bool:
    """Whether a word that says what to do is another one as it stands."""
    hits = lattice.at(at, "verb")
    slipped = at < lattice.size and bool(lattice.corrected(at))
    return all(cost for _, cost, _ in hits) if hits else slipped
