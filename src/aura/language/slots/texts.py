"""Free text: what is to be written, and asides that give a reason and change nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from aura.language.slots.announced import LONGEST_INTRO, announced_from
from aura.language.slots.free_texts import INTRODUCING, STOPS, FreeText
from aura.language.slots.text_ends import TextEnds
from aura.language.slots.text_wholes import begins_in_a_statement, begins_in_an_order
from aura.language.utterance.lattice import COUNTING, Lattice
from aura.language.utterance.predicates import orders_behind
from aura.language.utterance.stretches import SEQUENCE
from aura.language.words.tokens import VERBS

Ended = tuple[int, float]

FIRST = 5.0
LONGEST_REMARK = 14
STATEMENT, JUST_FOLLOWS, LONGEST_SUBJECT = 11.0, 4.0, 6
REMARK, REMARK_WORD, COMMAND_IN_REMARK = 6.0, 0.5, 8.0
SAID_OF_FILE = 24.0
MADE_OF_MANY = 14.0
BACKGROUND, SHORTEST_BACKGROUND = 8.0, 2
CONSEQUENCE = "so"
COMMAND_STARTS = frozenset(("verb", "in", "from"))
ACTED_ON = frozenset(("group", "groups", "kind", "kinds", "everything", "every_file"))

ITSELF, WITHIN_ITSELF = "it", 2.6
""" "With hello in it": in the file itself, where no folder was spoken of that it could go into."""


class Texts:
    """Spans of content and remarks in one utterance, memoised by position."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice, self._ends = lattice, TextEnds(lattice)
        self._content: dict[int, list[Ended]] = {}
        self._unquoted: dict[int, FreeText | None] = {}

    def at(self, position: int) -> list[Ended]:
        """Spans of content that begin at a token: (end, cost). Quotes stand alone."""
        found = self._content.get(position)
        if found is None:
            text = self.free(position)
            spans = self._quoted(position) if text is None else text.spans()
            found = self._content[position] = list(spans)
        return found

    def price(self, start: int, end: int) -> float | None:
        """What a span of content from one token to before another costs; None where there is none."""
        text = self.free(start)
        return dict(self.at(start)).get(end) if text is None else text.price(end)

    def free(self, position: int) -> FreeText | None:
        """The text without quotes that begins at a token, if one may."""
        if position not in self._unquoted:
            self._unquoted[position] = self._begun(position)
        return self._unquoted[position]

    def _begun(self, position: int) -> FreeText | None:
        lattice = self.lattice
        if position >= lattice.size or lattice.tokens[position].shape == "quoted" or lattice.low[position] == ",":
            return None
        if self._ends.has_begun(position):
            return None
        introduced = position > 0 and lattice.low[position - 1] == INTRODUCING
        return FreeText(self._ends, position, FIRST + self._opening_cost(position), introduced)

    def leads(self, position: int) -> Iterator[tuple[int, float, str]]:
        """Where a text begins behind words that lead to it, with their cost and sense; none where they begin it."""
        if not begins_in_an_order(self.lattice, position):
            for begin, cost, sense in self.lattice.at(position, "text"):
                yield begin - self.is_begun(begin - 1), cost, sense

    def written_in(self, position: int, sure: bool) -> Iterator[Ended]:
        """What says behind a text that it goes into the file, and nowhere else: "in it"."""
        for end, more, where in self.lattice.at(position, "there"):
            if sure or where == ITSELF:
                yield end, more + (0.0 if sure else WITHIN_ITSELF)

    def _quoted(self, position: int) -> Iterator[Ended]:
        lattice = self.lattice
        if position >= lattice.size or lattice.tokens[position].shape != "quoted" or lattice.low[position] == ",":
            return
        yield position + 1, 0.0
        at = position + 1
        while lattice.at(at, "item_separator") and at + 1 < lattice.size:
            if lattice.tokens[at + 1].shape != "quoted":
                return
            at += 2
            yield at, 0.2

    def _opening_cost(self, start: int) -> float:
        """Text that begins like an announcement of text, or like a new thing, is more likely just that."""
        lattice = self.lattice
        led = lattice.skip(start, "determiner")
        announced = any(
            lattice.in_set(at, "text_intro") and lattice.is_word(at + 1, ":")
            for at in range(start, min(start + LONGEST_INTRO, lattice.size))
        )
        announced = announced or announced_from(self.lattice, start) > start
        begun = any(lattice.in_set(at, words) for at in (start, led) for words in ("text_intro", "made_of"))
        cost = 10.0 if announced or (begun and not self.is_begun(start)) else 0.0
        counted = lattice.skip(start, "number")
        counted = counted if counted + 1 < lattice.size else start
        if lattice.in_set(counted, "made_of_many") and not lattice.in_set(start - 1, "text_intro"):
            cost += MADE_OF_MANY
        if self.is_said_of_file(start) or self._says_where(start):
            cost += SAID_OF_FILE
        if lattice.in_set(start, "determiner") or lattice.in_set(start, "number"):
            after = lattice.skip(lattice.skip(start, "determiner"), "adjective")
            if lattice.class_name(after) == "kind" or lattice.at(after, "kind") or lattice.at(after, "kinds"):
                cost += 12.0
        return cost

    def is_begun(self, at: int) -> bool:
        """Whether a word that may announce a text begins it, with a capital amid a sentence: "write *Line* 4 goes"."""
        lattice = self.lattice
        before, after = lattice.tokens[at - 1], [*lattice.tokens, None][at + 1]
        amid = at > 0 and before.shape == "word" and before.text.islower()
        announced = after is not None and (after.shape == "quoted" or after.low == INTRODUCING)
        return amid and lattice.in_set(at, "text_intro") and lattice.tokens[at].text.istitle() and not announced

    def orders_again(self, start: int) -> bool:
        """Whether a text begins with the verb of a command before it: "append done and to b.txt *append* more"."""
        lattice = self.lattice
        verbs = lattice.begins(start, "verb")
        return verbs and lattice.said_before(start, start + 1)

    def _says_where(self, start: int) -> bool:
        """Whether words say in which file something is, and no colon introduces them: "the text is *in notes.txt*"."""
        lattice = self.lattice
        place, introduced = lattice.skip(start + 1, "determiner"), start > 0 and lattice.low[start - 1] == INTRODUCING
        led = lattice.class_name(start) == "preposition" and place < lattice.size
        return led and not introduced and lattice.tokens[place].shape in ("file", "path")

    def is_said_of_file(self, start: int) -> bool:
        """Whether words right behind a file say how it is, or what it does: "thesis.txt *is fine*", "*stays*"."""
        lattice = self.lattice
        behind = start > 0 and lattice.tokens[start - 1].shape in ("file", "path")
        return behind and (
            lattice.class_name(start) == "being" or any(not hit[1] for hit in lattice.at(start, "stays"))
        )

    def until(self, ends: Callable[[int], bool], start: int, spans: Iterable[Ended]) -> Iterator[Ended]:
        """Those of the spans that reach no further than the first word that ends a text."""
        last = next(filter(ends, range(start + 1, self.lattice.size)), None)
        return (span for span in spans if last is None or span[0] <= last)

    def remarks(self, position: int, fresh: bool) -> Iterator[Ended]:
        """Asides that begin at a token and run to a mark, a joint or the end; some only follow what was said."""
        lattice = self.lattice
        if begins_in_a_statement(lattice, position):
            return
        yield from self._statement(position, fresh)
        if fresh and "request" in lattice.beginnings:
            yield from self._background(position)
        for begin, cost, where in lattice.at(position, "remark"):
            if where == ("after" if fresh else "opening") or (
                begin < lattice.size and lattice.in_set(begin, "measuring")
            ):
                continue
            at, cost = begin, cost + REMARK
            if at >= lattice.size or lattice.low[at] in ".,;":
                yield at, cost
            while at < lattice.size and at - position < LONGEST_REMARK:
                token = lattice.tokens[at]
                if token.shape in ("file", "path", "quoted") or lattice.class_name(at) == "later":
                    break
                if lattice.at(at, "anchor"):
                    break
                if lattice.at(at, "joint") and at > begin:
                    yield at, cost + REMARK_WORD * (at - position)
                    more = token.shape == "mark" and lattice.begins_clause(at + 1)
                    if more or token.low in STOPS or self._then_more(at):
                        break
                if token.low == ":" and fresh and at > begin:
                    yield at, cost + REMARK_WORD * (at - position)
                    break
                if self._names_things(at) or (at > begin and orders_behind(lattice, at)):
                    return
                if at > begin and lattice.class_name(at) == "pronoun" and lattice.at(at, "verb"):
                    yield at, cost + REMARK_WORD * (at - position)
                cost += COMMAND_IN_REMARK if self.commands(at) else 0.0
                at += 1
            if at == lattice.size and at > begin:
                yield at, cost + REMARK_WORD * (at - position)

    def _joins_on(self, at: int) -> bool:
        """Whether another command may be joined on at a token."""
        return any(self.lattice.begins_clause(end) for end in self.lattice.ends(at, "joint"))

    def _then_more(self, at: int) -> bool:
        """Whether words at a token say that what begins behind them comes then: ", then click"."""
        lattice = self.lattice
        return any(how == SEQUENCE and lattice.begins_clause(end) for end, _, how in lattice.at(at, "joint"))

    def _statement(self, start: int, fresh: bool) -> Iterator[Ended]:
        """Background between marks: "the auditors are coming on Monday"; its verb soon follows its subject."""
        lattice = self.lattice
        led = fresh and lattice.class_name(start - 1) in ("filler", "joint")
        apart = not start or lattice.tokens[start - 1].shape == "mark" or led
        spoken_of = lattice.class_name(start) == "pronoun"
        if (not apart and not spoken_of) or lattice.class_name(start) == "preposition":
            return
        if any(kind == "yes_no" for _, _, kind in lattice.at(start, "asks")):
            return
        counts = lattice.low[start][0].isdigit() or any(lattice.in_set(start, name) for name in COUNTING)
        verb = None if counts else self.finite_verb(start)
        if verb is None or (verb > start + 1 and not apart):
            return
        if spoken_of and lattice.class_name(verb + 1) == "preposition":
            return
        if any(self.says_more(at) for at in range(start, verb)) and not self._a_place(start, verb):
            return
        cost = STATEMENT if apart else STATEMENT + JUST_FOLLOWS
        for at in range(start, lattice.size):
            token = lattice.tokens[at]
            if token.shape == "mark" and (token.low in ".,;:!"):
                if at > verb + 1 and not (fresh and lattice.goes_with(start, at)):
                    yield at, cost
                return
            if lattice.in_set(at, "reporting") and not self._of_the_speaker(start, at):
                return
            if token.shape != "word" or (at >= verb and self.says_more(at) and not self._of_the_speaker(start, at)):
                return
            asked = at > verb and any(lattice.begins_clause(end) for end, _, _ in lattice.at(at, "request"))
            if asked or (at > verb and orders_behind(lattice, at)):
                return
            if not apart and at > verb + 1 and self._joins_on(at):
                yield at, cost
                if self._then_more(at):
                    return
            cost += REMARK_WORD + (COMMAND_IN_REMARK if self.commands(at) else 0.0)
        yield lattice.size, cost

    def names_part(self, start: int) -> bool:
        """Whether words only name a part of a table or of slides, and are no text: "a new row", "below a row"."""
        lattice = self.lattice
        led = next((at for at in range(start, lattice.size) if not self._leads_to_part(at)), lattice.size)
        last = lattice.is_over(led + 1)
        whole = last or (lattice.class_name(led + 1) == "preposition" and not lattice.is_word(led + 1, "of"))
        return start < led < lattice.size and whole and lattice.in_set(led, "document_part")

    def _leads_to_part(self, at: int) -> bool:
        lattice = self.lattice
        described = lattice.in_set(at, "determiner") or lattice.in_set(at, "adjective")
        return described or lattice.in_set(at, "part_place") or lattice.class_name(at) in ("preposition", "article")

    def consequence(self, start: int) -> Iterator[Ended]:
        """ "… or my boss gets mad": what somebody would do, and nothing to be done here."""
        lattice = self.lattice
        if lattice.class_name(start) != "pronoun" and not lattice.in_set(start, "possessive"):
            return
        verb = next((at for at in range(start + 1, lattice.size) if lattice.in_set(at, "consequence_verb")), None)
        if verb is None or verb > start + LONGEST_INTRO:
            return
        for at in range(start, lattice.size):
            if at > verb and lattice.tokens[at].shape == "mark":
                yield at, REMARK_WORD * (at - start)
                return
            if lattice.tokens[at].shape != "word" or self.says_more(at) or self._acted_on(at) or self.commands(at):
                return
        if verb + 1 < lattice.size:
            yield lattice.size, REMARK_WORD * (lattice.size - start)

    def _background(self, start: int) -> Iterator[Ended]:
        """What leads up to a request: "they want it twice, so please …"; nothing in it says what to act on, or when."""
        lattice = self.lattice
        begins = self.commands(start) or lattice.begins_sentence(start)
        if begins or lattice.class_name(start) in ("preposition", "day", "later"):
            return
        cost, reported = BACKGROUND, False
        for at in range(start, lattice.size):
            if at >= start + SHORTEST_BACKGROUND:
                for end, more, sense in lattice.at(at, "request"):
                    if self._command_follows(end) and not (reported and sense != CONSEQUENCE):
                        yield at, cost + more
            token = lattice.tokens[at]
            if (token.shape != "word" and token.low != ",") or self.says_more(at) or self._acted_on(at):
                return
            reported = reported or lattice.in_set(at, "reporting")
            cost += REMARK_WORD + (COMMAND_IN_REMARK if self.commands(at) else 0.0)

    def _command_follows(self, at: int) -> bool:
        """Whether a command may begin at a token: with its verb, or with a place."""
        return at < self.lattice.size and not COMMAND_STARTS.isdisjoint(self.lattice.hits[at])

    def _acted_on(self, at: int) -> bool:
        """Whether a word names things of a kind, or says what not to do with them."""
        hits = self.lattice.hits[at]
        forbids = any(value.startswith("forbid") for _, _, value in self.lattice.at(at, "verb"))
        return forbids or any(not cost for category in ACTED_ON.intersection(hits) for _, cost, _ in hits[category])

    def _a_place(self, start: int, end: int) -> bool:
        """ "My desktop is a mess": the subject is a place, which later words may refer to."""
        begin = self.lattice.skip(start, "determiner")
        return any(after == end for after, _, _ in self.lattice.at(begin, "anchor"))

    def finite_verb(self, start: int) -> int | None:
        """Where the verb of a statement is, if words that can be a subject stand before it."""
        lattice = self.lattice
        for at in range(start, min(start + LONGEST_SUBJECT, lattice.size - 1)):
            if at > start and lattice.in_set(at, "statement_verb"):
                return None if lattice.is_word(at + 1, "to") else at
            if lattice.class_name(at) not in ("", "article", "pronoun", "quantifier", "loose", "preposition"):
                return at if at == start and lattice.in_set(at, "statement_opening") else None
            if lattice.in_set(at, "statement_opening"):
                return at
        return None

    def says_more(self, at: int) -> bool:
        """Whether a word takes back what was said, makes it depend on something, or names something."""
        return self.lattice.class_name(at) == "later" or self.lattice.in_set(at, "revoking")

    def _names_things(self, at: int) -> bool:
        """Whether a word gives something its name, which background does not."""
        lattice = self.lattice
        given = lattice.class_name(at) in ("called", "naming") and bool(lattice.at(at, "called"))
        return given or (lattice.in_set(at - 1, "indefinite") and bool(lattice.at(at, "kind")))

    def _of_the_speaker(self, start: int, at: int) -> bool:
        """ "I forgot what I called it": what the speaker called something names nothing here."""
        return self.lattice.class_name(start) == "pronoun" and self.lattice.class_name(at) == "called"

    def commands(self, at: int) -> bool:
        """Whether a word could be the verb of a command."""
        lattice = self.lattice
        led = at > 0 and (
            lattice.class_name(at - 1) in ("pronoun", "being", "article", "negation")
            or lattice.in_set(at - 1, "infinitive")
        )
        return lattice.class_name(at) in VERBS and not led
