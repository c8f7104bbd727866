"""What a helper says of a sentence, held against it: values are pieces of it, and nothing that narrows is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from aura.language.decoding.phrases import Phrases
from aura.language.grammar.actions import Action, SlotKind
from aura.language.grammar.pieces import POSSESSIVE
from aura.language.utterance.described import noun_described
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.moods import is_contrary
from aura.language.utterance.passages import passages, words_of
from aura.language.utterance.predicates import YES_NO, requests
from aura.language.utterance.whens import past_leads
from aura.language.words.tokens import with_brackets
from aura.understanding.commanded import touches, verbs_of
from aura.understanding.leftovers import NAMING, Measure, is_unasked, leaves_over, tells

LEADING: dict[SlotKind, tuple[str, ...]] = {"thing": ("article", "quantifier"), "place": ("article",)}
DICTATED: dict[SlotKind, tuple[str, ...]] = {"name": ("file",), "address": ("file", "url")}
"""The shapes of what is said with its dots, by the kind of slot: "minutes dot docx", "national rail dot co dot uk"."""
APART = ("preposition", "article", "joint")
"""What stands within no address: "the guardian *at* theguardian dot com"."""
LASTING = "lasting"
"""What phrases about time call the number that says how long something lasts."""
LONGEST_NAME = 5
"""Tokens within which it is said whom something is told, and who is spoken of then: "tell *my old boss I'm* late"."""
LONG = 13
"""Words of a sentence that is so long that more may be said in it than a command: a shorter one says what it says."""


class Piece(Struct, frozen=True):
    """A value as the user said it, and the tokens that it is."""

    text: str
    start: int
    end: int


class Spoken:
    """One sentence that the grammar could not read, as the measure of what a helper makes of it."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self._verbs = verbs_of(lattice)

    @cached_property
    def _phrases(self) -> Phrases:
        return Phrases(self._lattice)

    def leaves_over(self, pieces: Iterable[Piece], measures: Iterable[Measure]) -> bool:
        """Whether words that matter by some measures are in no piece."""
        return leaves_over(self._phrases, (range(piece.start, piece.end) for piece in pieces), measures)

    def may_be_asked(self) -> bool:
        """Whether a helper may be asked: it is a request, and of nothing that the grammar does not know."""
        return self.is_request() and not self.asks_more()

    def is_request(self) -> bool:
        """Whether all of it may be a request, which a report, a condition, a negation or a time is not.

        Nor is it one where it points at something, and verbs stand in it of which none is a command.
        """
        told = bool(self._verbs) and not any(verb.commanded for verb in self._verbs) and touches(self._lattice)
        said = any(is_unasked(self._lattice, at) for at in range(self._lattice.size))
        speaks_of = said or "negation" in self._lattice.beginnings or self._reports() or self.says_when()
        speaks_of = speaks_of or self._is_for_another()
        return bool(self._lattice.tokens) and not (speaks_of or told)

    def piece(self, value: str, kind: SlotKind, after: int = 0) -> Piece | None:
        """The user's own words for a value, `after` a token if they stand there; None where the user did not say it."""
        wanted = words_of(value, self._lattice)
        while wanted and self._is_lead(wanted[0], kind):
            wanted = wanted[1:]
        places = [*passages(wanted, self._lattice)]
        if not places:
            return self._with_extension(value) if kind == "name" else None
        start, end = next((place for place in places if place[0] >= after), places[0])
        if kind == "place":
            end = max([end, *self._lattice.ends(start, "anchor")])
        if kind in ("name", "text"):
            end = self._name_end(start, end)
        start = self._described(start, end) if kind == "thing" else start
        while start and self._leads(start - 1, kind):
            start -= 1
        start, end = with_brackets(self._lattice.low, start, end)
        tokens = self._lattice.tokens[start:end]
        text, said = self._lattice.text_of(start, end), " ".join(token.text for token in tokens)
        if text != said and any(token.shape in DICTATED.get(kind, ()) for token in tokens):
            joined = all(self._lattice.class_name(at) not in APART for at in range(start, end))
            text = said.replace(" ", "") if kind == "address" and joined else said
        return Piece(text, start, end)

    def _leads(self, at: int, kind: SlotKind) -> bool:
        """Whether a word that leads to a value belongs to it: "*all* pdfs", and not "*whatever* notes.txt says"."""
        return self._lattice.class_name(at) in LEADING.get(kind, ()) and not self._lattice.in_set(at, "whichever")

    def _name_end(self, start: int, end: int) -> int:
        """Where a name ends without what says where it is, or leads on: "disputed *here*", "treaty *w* the title"."""
        here = (begin for begin in self._lattice.starts(end, "here") if begin > start)
        led = end < self._lattice.size
        led = led and (self._lattice.in_set(end, "determiner") or self._lattice.tokens[end].shape == "file")
        leads_on = led and end - 1 > start and self._lattice.class_name(end - 1) == "preposition"
        return min([end - leads_on, *here])

    def _described(self, start: int, end: int) -> int:
        """Where what is described by its name begins: "*something with* the word tractor in the name"."""
        named = any(begin > start for begin in self._lattice.starts(end, "in_name"))
        return noun_described(self._lattice, start) if named else start

    def bare(self, piece: Piece, kind: SlotKind) -> str:
        """The words of a piece without the verb that is drawn to them: "*spotify's* all stuck, force it to close"."""
        goes_on = piece.end < self._lattice.size and self._lattice.tokens[piece.end].shape == "word"
        return piece.text.removesuffix(POSSESSIVE) if kind == "words" and goes_on else piece.text

    def is_quoted(self, piece: Piece) -> bool:
        """Whether a piece is a quotation, and so a whole that nothing is left out of."""
        return [token.shape for token in self._lattice.tokens[piece.start : piece.end]] == ["quoted"]

    def is_led_within(self, piece: Piece) -> bool:
        """Whether a preposition stands within the words of a piece: "the invoice *from* the plumber".

        What says how a thing is called is no name: "some files *with rent in the name*".
        """
        lattice, within = self._lattice, range(piece.start + 1, piece.end - 1)
        called = any(lattice.begins(at, "in_name") for at in within)
        return not called and any(lattice.class_name(at) == "preposition" for at in within)

    def pointing(self, after: int) -> str:
        """The words from a token on that point at something and say of which kind it is: "open *this folder*"."""
        lattice = self._lattice
        found = (
            at for at in range(after, lattice.size - 1) if lattice.at(at, "it") and lattice.class_name(at + 1) == "kind"
        )
        return next((lattice.text_of(at, at + 2) for at in found), "")

    def says_again(self, piece: Piece, used: Iterable[Piece]) -> bool:
        """Whether the words of a piece stand there once more, in no piece: "delete a.txt, no, keep *a.txt*"."""
        places = passages(words_of(piece.text, self._lattice), self._lattice)
        own = [*used]
        return any(not any(one.start <= start and end <= one.end for one in own) for start, end in places)

    def is_placed(self, piece: Piece) -> bool:
        """Whether a place that only points stands right behind a piece, and narrows it: "every jpg *in there*"."""
        led = piece.end + (self._lattice.class_name(piece.end) == "preposition")
        return self._lattice.begins(piece.end, "there") or self._lattice.begins(led, "there")

    def asks_whether(self) -> bool:
        """Whether it asks if something is so, or should be: "should I turn it off?"; "could you" only asks for it."""
        lattice = self._lattice
        after = (end for at in range(lattice.size) for end, _, _ in lattice.at(at, "joint"))
        behind = (at + 1 for at, token in enumerate(lattice.tokens) if token.shape == "mark")
        starts = {0, *after, *behind}
        asking = (at for at in starts for _, _, kind in lattice.at(at, "asks") if kind == YES_NO)
        return not all(requests(lattice, at) for at in asking)

    def may_ask_for(self, goal: str) -> bool:
        """Whether a goal may be what is asked for: not where its verbs are only spoken of ("write delete a.txt")."""
        commanded = [verb.commanded for verb in self._verbs if goal in verb.goals or not verb.goals]
        return any(commanded) or not commanded

    def orders_beyond(self, goals: Collection[str]) -> bool:
        """Whether a verb of it asks for nothing of some goals: "lock the computer", where nobody may guess that."""
        return any(verb.commanded and verb.goals and verb.goals.isdisjoint(goals) for verb in self._verbs)

    def may_make(self, goal: str, pieces: Iterable[Piece]) -> bool:
        """Whether a sentence speaks of making something: by a verb that does, or a word for what is made.

        Without either a helper that makes something of "purple monkey dishwasher" has nothing to go by. And what is
        made is called by more than a kind or a quality: "make it nicer" makes no folder.
        """
        kinds = {"kind", "kinds"} & self._lattice.beginnings.keys()
        made = kinds or any(verb.commanded and verb.goals == {goal} for verb in self._verbs)
        return bool(made) and all(self._names(piece) for piece in pieces)

    def _names(self, piece: Piece) -> bool:
        """Whether some words may name something new: "more loud", "folder folder" and "nicer" do not."""
        lattice = self._lattice
        said = range(piece.start, piece.end)
        telling = any(lattice.class_name(at) != "kind" and not lattice.in_set(at, "quality") for at in said)
        if any(lattice.tokens[at].shape == "mark" for at in said):
            return False
        return telling and lattice.class_name(piece.start) != "quantifier" and not lattice.in_set(piece.start, "more")

    def _reports(self) -> bool:
        """Whether somebody is said to have done something: "I deleted a.txt"."""
        lattice = self._lattice
        done = (at for at in range(1, lattice.size) if lattice.in_set(at, "participle"))
        return any(lattice.class_name(at - 1) == "pronoun" for at in done)

    def _is_for_another(self) -> bool:
        """Whether somebody else is to be told what the speaker says of himself: "tell Ali *I'm late*"."""
        lattice = self._lattice
        for at in (at for at in range(lattice.size - 2) if lattice.in_set(at, "mentioning")):
            whom = range(at + 2, min(at + LONGEST_NAME, lattice.size))
            if not lattice.in_set(at + 1, "for_whom") and any(lattice.in_set(word, "own_subject") for word in whom):
                return True
        return False

    def asks_more(self) -> bool:
        """Whether beside what the grammar knows there is a verb that it does not: "zip the folder and delete it"."""
        lattice = self._lattice
        starts = {
            0,
            *(end for at in range(lattice.size) for end, _, _ in lattice.at(at, "joint") if end < lattice.size),
        }
        known = {at for at in starts if lattice.at(at, "verb") or lattice.at(at, "intent")}
        return bool(known) and any(self._is_strange_verb(at) for at in starts - known)

    def _is_strange_verb(self, at: int) -> bool:
        """Whether a word that is no verb of the grammar stands before a thing, as a verb would."""
        lattice = self._lattice
        if at + 1 >= lattice.size or lattice.tokens[at].shape != "word" or lattice.in_set(at, "determiner"):
            return False
        passed_over = lattice.begins(at, "filler")
        thing = lattice.tokens[at + 1].shape in NAMING or lattice.in_set(at + 1, "determiner")
        thing = thing or lattice.class_name(at + 1) in ("pronoun", "article")
        return thing and not passed_over and lattice.class_name(at) in ("", "noun", "verb")

    def says_when(self, pieces: Collection[Piece] = (), figures: Collection[Piece] = ()) -> bool:
        """Whether words say when, as what it begins with may; how long something is to last may be a value of it.

        What stands in one of some `pieces`, or leads to one of some `figures`, says nothing of the commands.
        """
        if self._lattice.size and (self._lattice.in_set(0, "following") or self._lattice.class_name(0) == "later"):
            return True
        return not all(
            any(piece.start <= at and end <= piece.end for piece in pieces)
            or any(piece.start <= start and end <= piece.end for piece in figures)
            for at, start, end in times_of(self._lattice, self._phrases)
        )

    def tells(self) -> bool:
        """Whether a word tells of something: what somebody said, what was, what may be."""
        return any(tells(self._lattice, at) for at in range(self._lattice.size))

    def is_contrary(self, pieces: Iterable[Piece]) -> bool:
        """Whether it tells, in no piece, what would be, had things been otherwise: "it would have been renamed"."""
        used = [range(piece.start, piece.end) for piece in pieces]
        free = (at for at in range(self._lattice.size) if not any(at in one for one in used))
        return any(is_contrary(self._lattice, at) for at in free)

    def waits(self) -> bool:
        """Whether something is to be done after what was told, and nothing goes on behind that: "delete it *then*"."""
        lattice = self._lattice
        following = (at for at in range(lattice.size) if lattice.in_set(at, "following"))
        return any(at + 1 == lattice.size or not lattice.begins_clause(at + 1) for at in following)

    # -- finding

    def _is_lead(self, word: str, kind: SlotKind) -> bool:
        """Whether a helper may have put a word before a value: an article, or before a place what leads to it."""
        found = self._lattice.grammar.classes.get(word)
        leads = ("article", "preposition") if kind == "place" else ("article",) if kind == "thing" else ()
        return found is not None and found.name in leads

    def _with_extension(self, name: str) -> Piece | None:
        """A name with the extension of a kind that was said: "an excel sheet called budget" is budget.xlsx."""
        stem, dot, extension = name.rpartition(".")
        lattice = self._lattice
        kinds = {value for at in range(lattice.size) for _, _, value in lattice.at(at, "kind")}
        piece = self.piece(stem, "words") if dot and f".{extension}" in kinds else None
        return piece and Piece(f"{piece.text}.{extension}", piece.start, piece.end)


def pieces_of(
    action: Action, said: dict[str, str], spoken: Spoken, pointed: Collection[str] = (), after: int = 0
) -> dict[str, Piece] | None:
    """An action's slots in the user's own words; None where one that it needs was not said, or is no slot of it.

    What is `pointed` at has been said before. Words that were said twice are those `after` a token, if any are.

    What may be left away is, where the user did not say it, or where a slot before has the same words; a place that
    only shares some with one stays where it was said.
    """
    slots = action.slots
    if not set(action.required) - {*pointed} <= said.keys() <= slots.keys():
        return None
    found: dict[str, Piece] = {}
    for slot in sorted(said, key=lambda slot: slot not in action.required):
        piece = spoken.piece(said[slot], slots[slot], after)
        if piece is not None and all(piece.end <= other.start or other.end <= piece.start for other in found.values()):
            found[slot] = piece
        elif slot in action.required or (piece is not None and slots[slot] == "place" and not _same(piece, found)):
            return None
    return found


def _same(piece: Piece, found: dict[str, Piece]) -> bool:
    """Whether a piece is just one that was found."""
    return any((piece.start, piece.end) == (other.start, other.end) for other in found.values())


def times_of(lattice: Lattice, phrases: Phrases) -> Iterator[tuple[int, int, int]]:
    """Where each phrase begins that says when, where it goes on behind what leads to it, and where it ends.

    A joint behind it is none of it: "overnight, *then*". How long something lasts says no time at which anything could
    be done.
    """
    for at in range(lattice.size):
        ends = [time.end for time in phrases.slotted.times(at) if LASTING not in dict(time.slots)]
        if ends:
            end = max(ends)
            while end > at + 1 and (lattice.tokens[end - 1].shape == "mark" or lattice.class_name(end - 1) == "joint"):
                end -= 1
            yield at, past_leads(lattice, at, end), end


def last_times(lattice: Lattice) -> list[tuple[int, int, int]]:
    """The phrases that say when at the end, but for what is only polite: "put it there *at 9* please"."""
    return [
        (at, start, end)
        for at, start, end in times_of(lattice, Phrases(lattice))
        if all(
            lattice.in_set(word, "polite") or lattice.tokens[word].shape == "mark" for word in range(end, lattice.size)
        )
    ]


def behind(pieces: Iterable[Piece], before: int) -> int:
    """Where the words of the next action may begin: behind these, and what was `before` them."""
    return max([before, *(piece.end for piece in pieces)])


def stand_apart(goals: Sequence[Collection[Piece]]) -> bool:
    """Whether each goal has words of its own, in a stretch of its own, what several goals share aside.

    "Rename a to b, create c with d" has no goal that takes c from the one and d from the other.
    """
    times = Counter(piece for pieces in goals for piece in pieces)
    own = [[piece for piece in pieces if times[piece] == 1] for pieces in goals]
    stretches = sorted((min(p.start for p in pieces), max(p.end for p in pieces)) for pieces in own if pieces)
    some = all(left or not pieces for left, pieces in zip(own, goals, strict=True))
    return some and all(end <= start for (_, end), (start, _) in pairwise(stretches))
