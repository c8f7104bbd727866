"""Remarks beside a command, told by how they are built: before it or behind it, and at its edge.

What may stand in one is judged in `harmless.py`; here is where one begins and ends, and what passing it over costs.
Any reading that uses the words is cheaper.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from aura.language.asides.courtesies import Courtesies
from aura.language.asides.exclaiming import exclamation, is_dismayed
from aura.language.asides.harmless import Harmless
from aura.language.asides.statements import Statements
from aura.language.slots.names import Names
from aura.language.slots.sentences import Slotted
from aura.language.slots.texts import Texts
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import past
from aura.language.utterance.verbs import is_order
from aura.language.words.tokens import VERBS

Ended = tuple[int, float]

BEFORE, BEHIND, UNMARKED, OF_ITSELF, WORD = 8.0, 6.0, 4.0, 7.0, 0.3
LEAST_REMARK = BEFORE + WORD
OF_FILES = 6.0
"""More is paid beside a command that takes open names: words are rather one of them."""
LED, LED_WORD, REPEATED, OTHERWISE = 6.0, 0.5, 5.0, 6.0
LONGEST, MOST_WORDS = 16, 8
MARKS = (",", ".", "!", ";", ":", "-", "—", "...", "!!", "(", ")")
ASKED, INTRODUCING, FILE, PLURAL = "?", ":", "file", "s"
BEGUN = frozenset(("exclaimed", "remark_lead", "aside"))
"""One of these begins at the first word of what no mark sets apart."""
OPENING = ("start", "opening")
SPEAKERS, KNOWING = "speakers", "knowing"
COMMAND_STARTS = frozenset(("verb", "filler", "from", "in"))
NOUN_STARTS = ("quantifier", "pronoun")
OF_NOUNS = ("article", "quantifier")
POINTING = frozenset(("it", "it_place", "its_content"))


class Remarks:
    """The remarks of one utterance: what led to its command, what somebody exclaims, and what changes nothing."""

    def __init__(self, lattice: Lattice, names: Names, texts: Texts, slotted: Slotted) -> None:
        self._lattice = lattice
        self._names = names
        self._texts = texts
        self.harmless = Harmless(lattice, names, slotted)
        self.statements = Statements(lattice, self.harmless)
        self._courtesies = Courtesies(lattice, self.harmless)
        self._behind: dict[int, list[tuple[int, float, bool]]] = {}

    # -- beside whole commands

    def before(self) -> Iterator[tuple[int, float, bool]]:
        """From the first token up to where a command may begin: (end, price, whether it is bounded by its form).

        A bounded one ends at a mark, at what leads to a conclusion, or in what is exclaimed; behind it any command may
        stand. Behind a statement that has its verb a command of a domain may begin with its own.
        """
        begin, exclaimed = self.without_fillers(), self._exclaimed(0)
        found: Iterator[tuple[int, float, bool]] = iter(())
        if exclaimed:
            found = self._bounded(exclaimed)
            if exclaimed < self._lattice.size:
                yield exclaimed, BEFORE + WORD * exclaimed, True
        told = max(begin, exclaimed)
        dismayed = is_dismayed(self._lattice, exclaimed)
        said = exclamation(self._lattice, told, dismayed=dismayed)
        asked = dismayed and self._lattice.is_word(said, ASKED)
        if said > told and (end := said + 1 if asked else self._past_bound(said)) is not None:
            found = iter(((end, (0.0 if dismayed else BEFORE) + WORD * end, True),))
        elif begin < self._lattice.size and not self._is_clause(begin):
            found = chain(found, self._bounded(begin), self._led_to(begin))
        for end, price, bounded in found:
            if not self.harmless.doubted(0, end) and not self._lattice.goes_with(0, end):
                yield end, price, False
                if bounded:
                    yield end, price + OF_FILES, True

    def behind(self, position: int, of_domain: bool) -> Iterator[Ended]:
        """From behind a command to its end, or to where another is joined on."""
        found = self._behind.get(position)
        if found is None:
            said = [] if self.harmless.means_all(position) else self._said_behind(position)
            found = [each for each in said if not self.harmless.doubted(position, each[0])]
            self._behind[position] = found
        for end, price, strictly in found:
            if strictly or of_domain:
                yield end, price if of_domain else price + OF_FILES

    def without_fillers(self) -> int:
        lattice, begin = self._lattice, 0
        while begin + 1 < lattice.size and lattice.class_name(begin) == "filler":
            begin = max((end for end, _, _ in lattice.at(begin, "filler")), default=begin + 1)
        return begin

    def _bounded(self, begin: int) -> Iterator[tuple[int, float, bool]]:
        """What is exclaimed, stated or said in short, up to a mark or a word that concludes."""
        if (brief := self._without_mark(begin)) is not None:
            yield brief, BEFORE + UNMARKED + WORD * brief, True
        for at in self.statements.ends_before(begin):
            end = self._past_bound(at)
            if end is not None and self.begins(end) and not self._taken_up(begin, at, end):
                yield end, BEFORE + WORD * end, True
        for at in self.statements.told_before(begin):
            end = self._past_bound(at)
            if end is not None and self.begins(end) and not self._means_what_was_told(end):
                yield end, BEFORE + WORD * end, True

    def _means_what_was_told(self, start: int) -> bool:
        """Whether a word from a token on may mean something that was told before it."""
        lattice = self._lattice
        return any(not POINTING.isdisjoint(lattice.hits[at]) for at in range(start, lattice.size))

    def _without_mark(self, begin: int) -> int | None:
        """Where a few words end that no mark does: right before a verb that they could be no subject of."""
        lattice, harmless = self._lattice, self.harmless
        if lattice.in_set(begin, "determiner"):
            return None
        for at in range(begin, min(lattice.size, begin + MOST_WORDS)):
            if (at > begin + 1 and lattice.begins(at, "verb")) or harmless.orders(at):
                subject = lattice.ends_like(at - 1, "subject") and not lattice.ends_like(at - 1, "no_subject")
                bound = at > begin + 1 and lattice.in_set(at - 1, "adjective")
                return at if bound and not subject and not lattice.ends_like(at - 1, "adverb") else None
            if not (harmless.is_strange(at) or lattice.in_set(at, "adjective")):
                return None
        return None

    def _past_bound(self, at: int) -> int | None:
        """The token behind the mark, or the words that lead to a request or a conclusion, that end a remark."""
        lattice, end = self._lattice, max(at, self._exclaimed(at))
        while end < lattice.size and self._is_mark(end):
            end += 1
        led = [after for after, _, _ in lattice.at(end, "conclusion")]
        if led:
            return max(led)
        return end if end > at or self._requests(at) else None

    def _taken_up(self, start: int, end: int, after: int) -> bool:
        """Whether a command may take up what was named in a remark without a verb: "the report, delete it"."""
        if self.statements.verb(start, end) is not None:
            return False
        return any(self._lattice.at(at, "it") for at in range(after, self._lattice.size))

    def _said_behind(self, position: int) -> Iterator[tuple[int, float, bool]]:
        lattice, begin = self._lattice, position
        if any(lattice.in_set(at, "ought") for at in range(position)):
            yield from ((end, BEHIND, True) for end in lattice.ends(position, "echoing"))
        while begin < lattice.size and (self._is_mark(begin) or self._is_asked(begin)):
            begin += 1
        if begin == lattice.size or self._is_introduced(begin):
            return
        marked = begin > position or lattice.tokens[position - 1].low == ASKED
        if self._commands(begin):
            return
        begun = lattice.in_set(begin, "own_subject") or lattice.in_set(begin, "unmarked")
        if not marked and self.tells_which(begin):
            return
        if not marked and BEGUN.isdisjoint(lattice.hits[begin]) and not begun:
            return
        exclaimed = max(self._exclaimed(begin), exclamation(lattice, begin) if marked else begin)
        unmarked = 0.0 if marked or exclaimed > begin else UNMARKED
        if exclaimed > begin and self._ends(exclaimed):
            yield exclaimed, BEHIND, True
        for start in {begin, exclaimed}:
            for at in self.statements.ends_behind(start, marked or start > begin):
                yield at, BEHIND + WORD * (at - begin) + unmarked, True
        if begin < exclaimed < lattice.size:
            yield from (
                (at, BEHIND + WORD * (at - begin), True) for at in self.statements.beside_exclamation(exclaimed)
            )
        yield from ((end, price, False) for end, price in self._told(position, begin))

    def tells_which(self, begin: int) -> bool:
        """Whether words right behind things may say which of them are meant: "the files *that are empty*", "*I made*".

        A certain file needs no telling; what is left out there would widen what is done.
        """
        lattice = self._lattice
        if not begin or lattice.tokens[begin - 1].shape in ("mark", FILE):
            return False
        return lattice.in_set(begin, "relative") or self._lacks_object(begin)

    def _lacks_object(self, begin: int) -> bool:
        """Whether what the speaker does, or did, is done to nothing that is named: "I don't need anymore"."""
        lattice = self._lattice
        thing = lattice.in_set(begin - 1, "narrowed") or bool(lattice.ending(begin, "anchor"))
        if not (thing and lattice.in_set(begin, "speaking")):
            return False
        verb = begin + 1 + (lattice.class_name(begin + 1) in ("negation", "being"))
        while verb < lattice.size and self.statements.is_adverb(verb):
            verb += 1
        behind = verb + 1
        while behind < lattice.size and (self.statements.is_adverb(behind) or lattice.in_set(behind, "no_more")):
            behind += 1
        placed = lattice.class_name(behind) == "preposition" and not lattice.in_set(behind, "infinitive")
        return behind >= lattice.size or placed or lattice.class_name(behind) == "joint"

    def _is_introduced(self, at: int) -> bool:
        """Whether what begins at a token is a text, of nobody: behind a colon, or like a list: "4, *running low*"."""
        lattice = self._lattice
        listed = lattice.low[at - 1] == "," and lattice.ends_like(at, "judged") and INTRODUCING in lattice.low[:at]
        return (listed or lattice.low[at - 1] == INTRODUCING) and not lattice.in_set(at, "own_subject")

    def _commands(self, at: int) -> bool:
        """Whether a verb that commands, and what it is done to, stand at a token: "empty it out"."""
        lattice = self._lattice
        verbs = (end for end, slipped, form in lattice.at(at, "verb") if not slipped and is_order(form))
        return any(lattice.at(end, "it") for end in verbs)

    def _exclaimed(self, begin: int) -> int:
        """Where what is exclaimed from a token on ends: "lol", "omg, ugh"; the token itself where nothing is."""
        lattice, at = self._lattice, begin
        while (after := past(lattice, at, "exclaimed")) > at:
            at = after
            while at + 1 < lattice.size and self._is_mark(at):
                at += 1
        return at

    # -- what led to a command of a domain

    def _led_to(self, begin: int) -> Iterator[tuple[int, float, bool]]:
        lattice, said = self._lattice, False
        for at in range(begin, min(lattice.size, begin + LONGEST)):
            price = BEFORE + WORD * at
            if not said and self.harmless.says_a_time(at):
                return
            wished = at > 1 and lattice.in_set(at - 2, "infinitive")
            noun = lattice.class_name(at - 1) in OF_NOUNS
            if at > begin + 1 and not wished and not noun and not lattice.in_set(at - 1, "unfinished"):
                if self._requests(at):
                    yield at, price + UNMARKED, False
                elif (
                    said
                    and self._is_clause(at)
                    and not (
                        lattice.in_set(at, "states") or lattice.in_set(at, "infinitive") or self._goes_on(begin, at)
                    )
                ):
                    yield at, price + OF_ITSELF, False
            if self._is_mark(at):
                if at > begin:
                    yield at + 1, price, False
                concluded = max((end for end, _, _ in lattice.at(at, "conclusion")), default=at + 1)
                if any(end < lattice.size and self._is_clause(end) for end in (at + 1, concluded)):
                    return  # No command is passed over.
            elif self.harmless.tells_more(at) or self._may_be_ordered(begin, at):
                return
            opened = lattice.in_set(begin, "statement_opening")
            said = said or (at > begin and (opened or lattice.in_set(at, "states")))

    def _may_be_ordered(self, begin: int, at: int) -> bool:
        """Whether a verb orders something, or is hardly that of the one word before it: "*calculator* run for me"."""
        lattice = self._lattice
        if at != begin + 1:
            return at > begin and self.harmless.orders(at)
        subject = lattice.in_set(begin, "own_subject") or lattice.low[begin].endswith(PLURAL)
        return lattice.class_name(at) in VERBS and at + 1 < lattice.size and not (subject or self._is_mark(at + 1))

    def _goes_on(self, begin: int, at: int) -> bool:
        """Whether a statement has not said yet what it tells: "I've already put", "I have taken a picture"."""
        lattice = self._lattice
        only_led = all(self.statements.is_adverb(word) for word in range(begin + 1, at))
        doing = lattice.in_set(at - 1, "participle") or lattice.ends_like(at, "judged")
        doing = doing or lattice.class_name(at - 1) == "negation" or lattice.in_set(at - 1, "modal")
        return only_led or doing or lattice.in_set(at, "determiner")

    def _told(self, position: int, begin: int) -> Iterator[Ended]:
        """From behind a command to the end, where the words are like a statement and hold no other command."""
        lattice, apart = self._lattice, begin > position
        noun = lattice.in_set(begin, "determiner")
        unmarked = all(lattice.tokens[at].shape == "word" for at in range(begin, lattice.size))
        told = noun and (unmarked or self.statements.verb(begin, lattice.size) is not None)
        whole = told or self._is_statement(begin)
        states = bool(lattice.at(begin, "aside")) and (whole or not noun)
        owned = lattice.in_set(begin, "possessive") or lattice.in_set(begin, "infinitive")
        elliptic = lattice.class_name(lattice.size - 1) == "negation"
        mixed = not apart and lattice.in_set(begin, "own_subject") and not self.statements.is_whole(begin)
        led = not apart and (owned or self.statements.lacks_reason(begin))
        if not (states or (apart and whole)) or led or elliptic or mixed or self._is_clause(begin):
            return
        retracts = any(lattice.in_set(at, "retracting") for at in range(begin, lattice.size))
        for at in range(begin, lattice.size):
            if self.harmless.tells_more(at) or (at > begin and self.statements.goes_on(at)):
                return
            if retracts and self.harmless.keeps_out(at):
                return
        yield lattice.size, BEHIND + WORD * (lattice.size - begin) + (0.0 if apart else UNMARKED)

    def _is_statement(self, begin: int) -> bool:
        """Whether words up to the end state something, though in short: "revision time", "cant study in silence"."""
        lattice, last = self._lattice, self._lattice.size - 1
        if begin == last:
            return False
        said = any(lattice.in_set(at, "states") for at in range(begin + 1, lattice.size))
        obliged = lattice.in_set(begin, "obliged") and lattice.in_set(begin + 1, "infinitive")
        return said or obliged or lattice.in_set(begin, "subjectless") or lattice.in_set(last, "ringing")

    # -- among the words of a clause

    def opening(self, start: int, *, freely: bool = False) -> Iterator[Ended]:
        """ "as discussed", "for the love of god", "between you and me": no subject, and nothing that is there.

        Where it is told `freely`, anything may follow.
        """
        for begin, slipped, sense in self._lattice.at(start, "aside_lead"):
            if not slipped:
                courteous = self._courtesies.at(begin, sense)
                ends = self._led(begin, sense, freely=freely) if courteous is None else courteous
                yield from ((end, LED + LED_WORD * (end - start)) for end in ends)

    def closing(self, start: int) -> Iterator[Ended]:
        """ "chop chop", "or my boss gets mad", "if that's all right with you", "if you catch my drift"."""
        lattice = self._lattice
        if start + 1 < lattice.size and lattice.low[start] == lattice.low[start + 1]:
            if (self.harmless.is_strange(start) or self._begins_nothing(start)) and self._ends(start + 2):
                yield start + 2, REPEATED
            return
        for begin, slipped, _ in lattice.at(start, "otherwise"):
            if not slipped:
                yield from ((end, OTHERWISE + cost) for end, cost in self._texts.consequence(begin))
        for begin, slipped, sense in lattice.at(start, "aside_lead"):
            courteous = self._courtesies.known(begin) if sense == KNOWING else self._courtesies.at(begin, sense)
            if not slipped and courteous is not None:
                ends = courteous
                yield from ((end, LED + LED_WORD * (end - start)) for end in ends if self._ends(end))

    def _led(self, begin: int, sense: str, *, freely: bool) -> Iterator[int]:
        """Where words behind a preposition end: right before a command, the last of them saying something."""
        lattice = self._lattice
        for at in range(begin, min(lattice.size, begin + MOST_WORDS)):
            small = lattice.class_name(at) == "article" or lattice.is_word(at, "of")
            if sense == SPEAKERS:
                says = lattice.in_set(at, "speaker")
                small = at > begin and lattice.in_set(at - 1, "speaker") and bool(lattice.at(at, "item_separator"))
            else:
                says = not small and self._says_nothing(at)
            bound = at + 1 + (at + 1 < lattice.size and self._is_mark(at + 1))
            if says and (freely or self.begins(bound)):
                yield at + 1
            if not says and not small:
                return

    def _says_nothing(self, at: int) -> bool:
        """Whether a word is of no list, names nothing that is there and is no slip; or is said in asides."""
        lattice = self._lattice
        if lattice.in_set(at, "aside"):
            return not lattice.class_name(at)
        return self.harmless.is_strange(at) and not lattice.corrected(at)

    def _begins_nothing(self, at: int) -> bool:
        """Whether a word only stands inside of sentences of domains, and begins none here."""
        lattice = self._lattice
        if lattice.tokens[at].shape != "word" or self._names.exists_at(at) or lattice.in_set(at, "restricting"):
            return False
        return not (lattice.hits[at] or lattice.class_name(at) or lattice.begins_sentence(at))

    # -- where commands begin and end

    def begins(self, at: int) -> bool:
        """Whether a command or question may begin at a token: with its verb, a filler, a place, or what it is about."""
        lattice = self._lattice
        if at >= lattice.size:
            return False
        opened = not COMMAND_STARTS.isdisjoint(lattice.hits[at]) or lattice.class_name(at) in NOUN_STARTS
        if opened or lattice.in_set(at, "determiner") or lattice.begins_clause(at):
            return True
        return lattice.tokens[at].shape not in ("word", "mark") or self._names.exists_at(at)

    def _ends(self, at: int) -> bool:
        """Whether the utterance or the clause ends before a token."""
        return at == self._lattice.size or bool(self._lattice.at(at, "joint"))

    def _is_mark(self, at: int) -> bool:
        return self._lattice.tokens[at].shape == "mark" and self._lattice.low[at] in MARKS

    def _is_asked(self, at: int) -> bool:
        """Whether a token is the mark of a request or a question: "close it, would you?", "how much is it?"."""
        lattice = self._lattice
        if lattice.low[at] != ASKED:
            return False
        asked = any(begin < at for begin in lattice.beginnings.get("asks", ()))
        return asked or bool(lattice.ending(at, "filler")) or self._requests(0)

    def _is_clause(self, at: int) -> bool:
        return self.statements.is_clause(at)

    def _requests(self, at: int) -> bool:
        """Whether words at a token open a request: "can you", "so please"."""
        lattice = self._lattice
        asked = lattice.in_set(at, "speaker") or (at + 1 < lattice.size and lattice.in_set(at + 1, "speaker"))
        if lattice.in_set(at, "infinitive") or (lattice.in_set(at, "unfinished") and not asked):
            return False
        opens = any(where in OPENING for _, _, where in lattice.at(at, "filler"))
        return opens or bool(lattice.at(at, "request"))
