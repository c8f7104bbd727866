"""What a helper says of a sentence, held against it: values are pieces of it, and nothing that narrows is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from aura.language.decoding.phrases import Phrases
from aura.language.grammar.actions import Action, SlotKind
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import YES_NO, is_strange, requests
from aura.language.words.tokens import Token, tokenize
from aura.understanding.commanded import touches, verbs_of

LEADING: dict[SlotKind, tuple[str, ...]] = {"thing": ("article", "quantifier"), "place": ("article",)}
UNASKED = ("negation", "later", "day")
NARROWING = ("loose", "quantifier", *UNASKED)
LASTING = "lasting"
"""What phrases about time call the number that says how long something lasts."""
MARKING = ("anchor", "except", "prefix", "suffix", "infix", "in_name", "group", "groups", "negation", "time")
DECIDING = ("except", "condition_lead", "time", "negation", "retraction")
TELLING = ("file", "quoted", "path", "glob", "extension")


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
        self._words = [(word, at) for at, token in enumerate(lattice.tokens) for word in _words(token)]

    def may_be_asked(self) -> bool:
        """Whether a helper may be asked: it is a request, and of nothing that the grammar does not know."""
        return self.is_request() and not self.asks_more()

    def is_request(self) -> bool:
        """Whether all of it may be a request, which a report, a condition, a negation or a time is not.

        Nor is it one where it points at something, and verbs stand in it of which none is a command.
        """
        told = bool(self._verbs) and not any(verb.commanded for verb in self._verbs) and touches(self._lattice)
        said = any(self._is_unasked(at) for at in range(self._lattice.size))
        speaks_of = said or "negation" in self._lattice.beginnings or self._reports() or self.says_when()
        return bool(self._lattice.tokens) and not (speaks_of or told)

    def piece(self, value: str, kind: SlotKind) -> Piece | None:
        """The user's own words for a value; None where the user did not say it."""
        wanted = [word for token in self._tokens(value) for word in _words(token)]
        while wanted and self._is_lead(wanted[0], kind):
            wanted = wanted[1:]
        found = self._find(wanted)
        if found is None:
            return self._with_extension(value) if kind == "name" else None
        start, end = found
        if kind == "place":
            end = max([end, *(stop for stop, cost, _ in self._lattice.at(start, "anchor") if not cost)])
        while start and self._lattice.class_name(start - 1) in LEADING.get(kind, ()):
            start -= 1
        tokens = self._lattice.tokens[start:end]
        dictated = kind == "name" and any(token.shape == "file" for token in tokens)
        text = " ".join(token.text for token in tokens) if dictated else self._lattice.text_of(start, end)
        return Piece(text, start, end)

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

    def left_out(self, pieces: Iterable[Piece]) -> str:
        """The first words that narrow or place something, or name it, and are in no piece; nothing where all are."""
        used = {at for piece in pieces for at in range(piece.start, piece.end)}
        lattice = self._lattice
        used |= {
            at for start in range(lattice.size) for end, _, _ in lattice.at(start, "it") for at in range(start, end)
        }
        for at, token in enumerate(lattice.tokens):
            if at in used or lattice.said_before(at, at + 1):
                continue
            if token.shape in TELLING or token.low.isdecimal() or lattice.in_set(at, "quality"):
                return token.text
            if lattice.class_name(at) in NARROWING:
                return token.text
            for end, cost, _ in (hit for category in MARKING for hit in lattice.at(at, category)):
                if not cost and used.isdisjoint(range(at, end)):
                    return lattice.text_of(at, end)
        return ""

    def unnamed(self, pieces: Iterable[Piece]) -> str:
        """The first words in no piece that name a thing, or say that something comes before or after."""
        lattice, used = self._lattice, {at for piece in pieces for at in range(piece.start, piece.end)}
        for at, token in enumerate(lattice.tokens):
            if at not in used and (token.shape in TELLING or any(not cost for _, cost, _ in lattice.at(at, "time"))):
                return token.text
        return ""

    def left_over(self, pieces: Iterable[Piece]) -> str:
        """The first words in no piece that name, narrow or place something, or lead to where it should be."""
        said = tuple(pieces)
        used = {at for piece in said for at in range(piece.start, piece.end)}
        leads = (at for at in range(self._lattice.size) if at not in used and self._lattice.at(at, "to"))
        leading = next((self._lattice.tokens[at].text for at in leads), "")
        return self.unnamed(said) or self.left_out(said) or leading

    def unsaid(self, pieces: Iterable[Piece], *, looks: bool = False) -> str:
        """The first words in no piece that may name a thing, count, except something, deny, say when, or take back.

        What else narrows or places something is left to who says what each word is for. Where only a look is meant,
        words of telling and asking are no report.
        """
        used = {at for piece in pieces for at in range(piece.start, piece.end)}
        lattice, slotted = self._lattice, Phrases(self._lattice).slotted
        for at, token in enumerate(lattice.tokens):
            if at in used:
                continue
            if token.shape in TELLING or any(character.isdigit() for character in token.low) or is_strange(lattice, at):
                return token.text
            if self._is_unasked(at) and not (looks and lattice.class_name(at) not in UNASKED):
                return token.text
            times = ((time.end, 0.0) for time in slotted.times(at))
            deciding = ((end, cost) for category in DECIDING for end, cost, _ in lattice.at(at, category))
            for end, cost in (*times, *deciding):
                told = lattice.in_set(end, "own_subject")  # "but it has gone": no exception.
                if not cost and not told and used.isdisjoint(range(at, end)):
                    return lattice.text_of(at, end)
        return ""

    def _is_unasked(self, at: int) -> bool:
        """Whether a word makes what is said no request: it denies, says when, or tells of something."""
        return self._tells_at(at) or self._lattice.class_name(at) in UNASKED

    def _tells_at(self, at: int) -> bool:
        token = self._lattice.tokens[at]
        return token.shape == "word" and token.low in self._lattice.grammar.words["unasked"]

    def _reports(self) -> bool:
        """Whether somebody is said to have done something: "I deleted a.txt"."""
        lattice = self._lattice
        done = (at for at in range(1, lattice.size) if lattice.in_set(at, "participle"))
        return any(lattice.class_name(at - 1) == "pronoun" for at in done)

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
        passed_over = any(not cost for _, cost, _ in lattice.at(at, "filler"))
        thing = lattice.tokens[at + 1].shape in TELLING or lattice.in_set(at + 1, "determiner")
        thing = thing or lattice.class_name(at + 1) in ("pronoun", "article")
        return thing and not passed_over and lattice.class_name(at) in ("", "noun", "verb")

    def says_when(self) -> bool:
        """Whether words say when, as what it begins with may; how long something is to last may be a value of it."""
        slotted = Phrases(self._lattice).slotted
        said = (time for at in range(self._lattice.size) for time in slotted.times(at))
        if self._lattice.size and (self._lattice.in_set(0, "following") or self._lattice.class_name(0) == "later"):
            return True
        return any(LASTING not in dict(time.slots) for time in said)

    def tells(self) -> bool:
        """Whether a word tells of something: what somebody said, what was, what may be."""
        return any(self._tells_at(at) for at in range(self._lattice.size))

    def waits(self) -> bool:
        """Whether something is to be done after what was told, and nothing goes on behind that: "delete it *then*"."""
        lattice = self._lattice
        following = (at for at in range(lattice.size) if lattice.in_set(at, "following"))
        return any(at + 1 == lattice.size or not lattice.begins_clause(at + 1) for at in following)

    # -- finding

    def _tokens(self, text: str) -> list[Token]:
        grammar = self._lattice.grammar
        words = grammar.words
        return tokenize(text, spoken=grammar.spoken, extensions=words["extension"], hosts=words["dictated_host"])

    def _is_lead(self, word: str, kind: SlotKind) -> bool:
        """Whether a helper may have put a word before a value: an article, or before a place what leads to it."""
        found = self._lattice.grammar.classes.get(word)
        leads = ("article", "preposition") if kind == "place" else ("article",) if kind == "thing" else ()
        return found is not None and found.name in leads

    def _find(self, wanted: list[str]) -> tuple[int, int] | None:
        """The tokens, from a first to before a last, whose words are these, marks aside."""
        words, length = self._words, len(wanted)
        for first in range(len(words) - length + 1 if wanted else 0):
            if all(words[first + at][0] == word for at, word in enumerate(wanted)):
                start, end = words[first][1], words[first + length - 1][1]
                whole = (first == 0 or words[first - 1][1] != start) and (
                    first + length == len(words) or words[first + length][1] != end
                )
                if whole:
                    return start, end + 1
        return None

    def _with_extension(self, name: str) -> Piece | None:
        """A name with the extension of a kind that was said: "an excel sheet called budget" is budget.xlsx."""
        stem, dot, extension = name.rpartition(".")
        lattice = self._lattice
        kinds = {value for at in range(lattice.size) for _, _, value in lattice.at(at, "kind")}
        piece = self.piece(stem, "words") if dot and f".{extension}" in kinds else None
        return piece and Piece(f"{piece.text}.{extension}", piece.start, piece.end)


def _words(token: Token) -> list[str]:
    """The words of a token; marks have none, since a helper may leave them out."""
    return [] if token.shape == "mark" else token.low.split()


def pieces_of(
    action: Action, said: dict[str, str], spoken: Spoken, pointed: Collection[str] = ()
) -> dict[str, Piece] | None:
    """An action's slots in the user's own words; None where one that it needs was not said, or is no slot of it.

    What is `pointed` at has been said before.

    What may be left away is, where the user did not say it, or where a slot before has the same words.
    """
    slots = action.slots
    if not set(action.required) - {*pointed} <= said.keys() <= slots.keys():
        return None
    found: dict[str, Piece] = {}
    for slot in sorted(said, key=lambda slot: slot not in action.required):
        piece = spoken.piece(said[slot], slots[slot])
        if piece is not None and all(piece.end <= other.start or other.end <= piece.start for other in found.values()):
            found[slot] = piece
        elif slot in action.required:
            return None
    return found


def stand_apart(goals: Sequence[Collection[Piece]]) -> bool:
    """Whether each goal has words of its own, in a stretch of its own, what several goals share aside.

    "Rename a to b, create c with d" has no goal that takes c from the one and d from the other.
    """
    times = Counter(piece for pieces in goals for piece in pieces)
    own = [[piece for piece in pieces if times[piece] == 1] for pieces in goals]
    stretches = sorted((min(p.start for p in pieces), max(p.end for p in pieces)) for pieces in own if pieces)
    some = all(left or not pieces for left, pieces in zip(own, goals, strict=True))
    return some and all(end <= start for (_, end), (start, _) in pairwise(stretches))
