"""What a remark may hold: nothing that narrows, forbids, delays or doubts a command, or that it could be about."""

from __future__ import annotations

from aura.language.grammar.grammar import FIXED
from aura.language.grammar.pieces import POSSESSIVE
from aura.language.slots.names import Names
from aura.language.slots.sentences import FREELY, Filled, Slotted
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import past_mark
from aura.language.utterance.predicates import NAMING, Predicates, orders_behind

SHAPES = ("word", "mark")
PAUSES = (",", "'", "’", "-", "—", "(", ")", "!")
INTRODUCING = ":"
NEVER_TOLD = frozenset(("later", "day"))
NAMED = frozenset(("kinds", "groups", "everything", "every_file"))
ONE_NAMED = frozenset(("kind", "group"))
PLAINLY = frozenset(("topic", "plain", "aside", "unit", "operator", "filler"))
NO_NOUN = frozenset(("article", "pronoun", "preposition", "negation"))
WHICH, CALLING, ASKING, CONDITIONS = "which", "calling", "asking", ("later", "negation")
TURNING = ("correction", "retraction", "forbidden", "doubt", "except")
"""What may stand behind a mark that ends a remark, and is none of it."""
SAID_BY = ("quoted_from", "quoting", "unsettling", "reporting", "spoken_of", "many_people", "conditional")
"""Sets of words that say whose words follow a colon, or in what they stand."""
OPENED = 2
"""Tokens with which an utterance may open before what a colon stands behind."""
PURPOSE = "purpose"
"""What leads to what something is for."""
NO_OCCASION = frozenset(("preposition", "negation", "later", "pronoun"))
SMALL = frozenset(("", "article", "pronoun", "filler", "loose"))


class Harmless:
    """The words of one utterance, judged by whether a remark may hold them."""

    def __init__(self, lattice: Lattice, names: Names, slotted: Slotted) -> None:
        self.lattice = lattice
        self.names = names
        self.slotted = slotted
        self._predicates = Predicates(lattice)
        self._kept: dict[int, bool] = {}
        self._ordered: dict[int, bool] = {}
        self._doubts = [
            (at, end, sense)
            for at in lattice.beginnings.get("doubt", ())
            for end, cost, sense in lattice.at(at, "doubt")
            if not (cost or (at == 0 and sense == CALLING) or (sense == ASKING and self._others_do(at)))
        ]

    def _others_do(self, verb: int) -> bool:
        """Whether somebody who is neither speaker nor hearer does something: "*they always* ask"."""
        lattice, at = self.lattice, verb - 1
        while at > 0 and self._predicates.is_adverb(at):
            at -= 1
        return at >= 0 and lattice.in_set(at, "spoken_of") and not lattice.in_set(at, "speaking")

    def doubted(self, start: int, end: int, *, sure: bool = False, asked: bool = False) -> bool:
        """Whether words take back, doubt or forbid what is said beside them, or make it wait for something.

        What follows a condition is part of it. Where they are `sure` to be beside it, a word that only tells what kind
        of thing a noun is unsettles nothing, and no word does where something is surely `asked` for now.
        """
        lattice = self.lattice
        if any(start <= at and after <= end for at, after, _ in self._doubts):
            return True
        if self._reports(start, end) or self._is_labelled(start, end):
            return True
        if start and lattice.class_name(start - 1) == "later":
            return True
        led = (after for after, cost, sense in lattice.at(start, "remark_lead") if not cost and sense != PURPOSE)
        if any(after < end and self.turns(after) for after in led):
            return True
        inside = range(start + 1, end - 1)
        if any(lattice.tokens[at].shape == "mark" and self.turns(at + 1) for at in inside):
            return True
        if self._asks_whether(start) or any(self._conditions(at) for at in range(start + 1, end)):
            return True
        if asked:
            return self.selects(start, end)
        reason = lattice.begins(start, "remark_lead")
        unsettling = [at for at in range(start, end) if self._unsettles(at) and not self._is_held(at)]
        if sure:
            unsettling = [at for at in unsettling if not self._tells_what_kind(at)]
        return not reason and any(not self._is_exclaimed(at) for at in unsettling)

    def selects(self, start: int, end: int) -> bool:
        """Whether words say which of several things are meant: "*the biggest* ones", "*with everything inside*"."""
        selecting = any(self.lattice.in_set(at, "selecting") for at in range(start, end))
        return selecting or any(start <= at < end and sense == WHICH for at, _, sense in self._doubts)

    def _unsettles(self, at: int) -> bool:
        return self.lattice.in_set(at, "unsettling") or self.lattice.in_set(at, "selecting")

    def _tells_what_kind(self, at: int) -> bool:
        """Whether a word only tells what kind of thing a noun behind it is: "the council's *hold* music"."""
        lattice, behind = self.lattice, at + 1
        if at == 0 or behind >= lattice.size or lattice.tokens[behind].shape != "word" or lattice.class_name(behind):
            return False
        led = lattice.in_set(at - 1, "determiner") or lattice.low[at - 1].endswith(POSSESSIVE)
        return led and not any(lattice.in_set(behind, name) for name in ("adverb", "states", "statement_verb"))

    def _asks_whether(self, start: int) -> bool:
        """Whether a stretch opens with another way that is asked about: ", *or is Tom still in it?*"."""
        lattice = self.lattice
        opening = past_mark(lattice, start)
        return lattice.in_set(opening, "conditional") and bool(lattice.at(opening + 1, "asks"))

    def _conditions(self, at: int) -> bool:
        """Whether a condition begins: "it *unless* anna calls"; not what is found out, nor "if you catch my drift"."""
        lattice = self.lattice
        conditional = lattice.in_set(at, "conditional") and lattice.class_name(at) in CONDITIONS
        return conditional and not (lattice.in_set(at - 1, "finding_out") or lattice.in_set(at + 1, "speaker"))

    def _is_labelled(self, start: int, end: int) -> bool:
        """Whether a colon in a stretch stands behind whose words follow: "*voice next door*: hey computer, …"."""
        labels = (at for at in range(start + 1, end - 1) if self.lattice.low[at] == INTRODUCING)
        return any(all(self._reports(begin, at) for begin in range(start, min(start + OPENED, at))) for at in labels)

    def _reports(self, start: int, end: int) -> bool:
        """Whether what is beside it are somebody's words: "the instructions from IT: …", "…, my teacher yelled"."""
        lattice = self.lattice
        if lattice.in_set(start, "speaking"):
            return False
        introduced = INTRODUCING in (lattice.low[end - 1], lattice.low[end] if end < lattice.size else "")
        if introduced and any(lattice.in_set(at, "commanding_others") for at in range(start, end)):
            return True
        if introduced and self._predicates.verb(start, end) is None:
            return not self.is_occasion(start, end)
        if introduced and not lattice.in_set(start, "own"):
            named = (
                at for at in range(start, end) if lattice.in_set(at, "quoting") or lattice.in_set(at, "quoted_from")
            )
            return lattice.in_set(start, "definite") and any(named)
        while end > start + 1 and lattice.tokens[end - 1].shape == "mark":
            end -= 1
        told = lattice.in_set(end - 1, "quoting") and self._predicates.is_past(end - 1)
        said = told or lattice.in_set(end - 1, "quoted_as")
        return said and end > start + 1

    def is_occasion(self, start: int, end: int) -> bool:
        """Whether words before a colon name what a command is for, and nobody and nothing that says it: "focus mode:".

        One word may be who says it, and so may what is somebody's: "teacher: …", "my boss: …", "bad idea: …".
        """
        lattice = self.lattice
        words = [at for at in range(start, end) if lattice.tokens[at].shape != "mark"]
        named = (lattice.in_set(at, name) for at in words for name in SAID_BY)
        spelled = (lattice.tokens[at].text[:1].isupper() for at in words[1:])
        told = lattice.class_name(start) in NO_OCCASION and not lattice.in_set(start, "subjectless")
        somebodys = any(lattice.in_set(start, name) for name in ("definite", "possessive"))
        open_yet = bool(words) and lattice.class_name(words[-1]) == "being"
        return len(words) > 1 and not (told or open_yet or somebodys or any(named) or any(spelled))

    def _is_exclaimed(self, at: int) -> bool:
        """Whether a word is of what people exclaim, which settles nothing: "just to be *safe*"."""
        lattice = self.lattice
        return any(
            begin <= at < end
            for begin in lattice.beginnings.get("exclaimed", ())
            for end in lattice.ends(begin, "exclaimed")
        )

    def _is_held(self, at: int) -> bool:
        """Whether a word is what somebody is in, or goes on with: "the author is on *hold*", "they *keep* asking"."""
        lattice = self.lattice
        if at > 0 and lattice.ends_like(at + 1, "judged") and not lattice.in_set(at - 1, "infinitive"):
            return True
        return lattice.class_name(at - 1) == "preposition" and not lattice.in_set(at - 1, "infinitive")

    def doubt_begins(self, start: int, end: int) -> bool:
        """Whether such words begin in a stretch, though they end behind it: "I want to check" before "first".

        What would tell which one is meant, did it stand alone, tells it only then: "with everything that is inside".
        """
        return any(start <= at < end and (after > end or sense != WHICH) for at, after, sense in self._doubts)

    def tells_more(self, at: int) -> bool:
        """Whether a word is a name, says when or on what condition, takes back, or tells what somebody said or did."""
        lattice = self.lattice
        if lattice.tokens[at].shape not in SHAPES or lattice.class_name(at) in NEVER_TOLD or self.opens_with_time(at):
            return True
        if lattice.is_word(at, *lattice.grammar.words["denying"]) and at and lattice.in_set(at - 1, "states"):
            return False
        if lattice.at(at, "forbidden") or lattice.may_say_when(at) or self.slotted.times(at):
            return True
        return lattice.in_set(at, "reporting") or lattice.in_set(at, "untold")

    def opens_with_time(self, at: int) -> bool:
        """Whether a word that says when is the first of what stands apart: "friday is better"."""
        lattice = self.lattice
        return lattice.in_set(at, "when") and (at == 0 or lattice.tokens[at - 1].shape == "mark")

    def says_a_time(self, at: int) -> bool:
        """Whether a word that says when, or a figure, stands behind what places it: "at evening", "around 10"."""
        lattice = self.lattice
        placed = at > 0 and lattice.class_name(at - 1) == "preposition"
        return placed and (lattice.in_set(at, "when") or lattice.low[at].isdigit() or lattice.may_be_number(at))

    def means_all(self, at: int) -> bool:
        """Whether everything is meant by words that no mark sets apart: "minimise *everything else*"."""
        lattice = self.lattice
        return at > 0 and lattice.tokens[at - 1].shape != "mark" and bool(lattice.at(at, "everything"))

    def keeps_out(self, at: int) -> bool:
        """Whether a word is in no statement beside a command of any kind.

        That is a name of what is there, a kind of file, a figure, and what narrows, says on what condition, or reports.
        """
        found = self._kept.get(at)
        if found is None:
            found = self._kept[at] = self._keeps_out(at)
        return found

    def _keeps_out(self, at: int) -> bool:
        lattice, token = self.lattice, self.lattice.tokens[at]
        if token.shape == "mark":
            return token.low not in PAUSES
        if lattice.may_be_number(at):
            return True
        if token.shape != "word" or any(character.isdigit() for character in token.low) or self.names.exists_at(at):
            return True
        naming = lattice.class_name(at) in NAMING and not lattice.in_set(at + 1, "condition")
        if naming or lattice.class_name(at) == "later" or self.opens_with_time(at):
            return True
        narrowing = lattice.in_set(at, "narrowing") and not (self._is_amount(at) or self._is_of_them(at))
        if narrowing or lattice.in_set(at, "reporting"):
            return True
        if lattice.in_set(at, "untold") and not lattice.in_set(at, "own_past") and lattice.class_name(at) != "negation":
            return True
        hits = lattice.hits[at] if lattice.class_name(at) != "vague" else {}
        return any(not cost for category in self._named(at).intersection(hits) for _, cost, _ in hits[category])

    def changes_what_is_meant(self, at: int) -> bool:
        """Whether a word in a reason could still belong to the command: it narrows, or says when or where to."""
        lattice, token = self.lattice, self.lattice.tokens[at]
        if token.shape == "mark":
            return token.low not in PAUSES
        if lattice.class_name(at) == "later" or self.opens_with_time(at) or self.narrows(at):
            return True
        return self.names.exists_at(at) and bool(lattice.ending(at, "to"))

    def turns(self, at: int) -> bool:
        """Whether what stands behind a mark takes back, forbids, delays, corrects or goes on with what was ordered."""
        lattice = self.lattice
        if at >= lattice.size:
            return False
        if any(lattice.at(at, turning) for turning in TURNING) or self.delays(at) or lattice.may_say_when(at):
            return True
        first = lattice.class_name(at) in ("negation", "later", "day")
        turning = any(lattice.in_set(at, name) for name in ("conditional", "retracting", "excluding"))
        return first or turning or self._unsettles(at)

    def narrows(self, at: int) -> bool:
        """Whether a word narrows what is meant, or says on what condition."""
        lattice = self.lattice
        narrows = lattice.in_set(at, "narrowing") and not lattice.in_set(at, "amount")
        return narrows or lattice.in_set(at, "conditional")

    def tells_why_asked(self, start: int) -> bool:
        """Whether what follows a question only says why it is asked: "a colleague asked me", "I need the sum"."""
        lattice = self.lattice
        words = range(start, lattice.size)
        subject = lattice.in_set(start, "own_subject") or lattice.in_set(start, "determiner")
        if not subject or any(lattice.at(at, "request") or lattice.at(at, "forbidden") for at in words):
            return False
        if any(self.orders(at) or orders_behind(lattice, at) for at in words if at > start):
            return False
        doubts = (at for at, _, _ in self._doubts if at >= start)
        unsafe = (at for at in words if self.keeps_out(at) or self._unsettles(at))
        return all(self._only_reported(at) or self._is_noun(at) for at in (*doubts, *unsafe))

    def _is_noun(self, at: int) -> bool:
        """Whether a word that could tell what was said is a thing here, and none that exists: "for a *quote*"."""
        lattice = self.lattice
        return lattice.in_set(at, "untold") and lattice.class_name(at - 1) == "article" and not self.names.exists_at(at)

    def _only_reported(self, at: int) -> bool:
        """Whether what was said to the speaker is left out: "my boss *asked* me"."""
        lattice = self.lattice
        ends = lattice.is_over(at + 2)
        return ends and lattice.in_set(at + 1, "speaker")

    def _is_of_them(self, at: int) -> bool:
        """Whether a word is said of all that was named, and picks nothing out: "she wants them *both*"."""
        last = self.lattice.is_over(at + 1)
        return last and self.lattice.in_set(at, "together") and self.lattice.in_set(at - 1, "object_form")

    def _is_amount(self, at: int) -> bool:
        """Whether a word says how much there is of something that nobody knows here, or counts: "some water"."""
        if not self.lattice.in_set(at, "amount") or at + 1 >= self.lattice.size:
            return False
        return self.is_strange(at + 1) or self._is_uncounted(at + 1)

    def _is_uncounted(self, at: int) -> bool:
        """Whether a word that ends what is said is no plural, so that "some" picks none out: "some *music*"."""
        lattice, token = self.lattice, self.lattice.tokens[at]
        last = lattice.is_over(at + 1)
        plural = token.low.endswith("s") or not NAMED.isdisjoint(lattice.hits[at])
        known = lattice.class_name(at) in NO_NOUN or self.names.exists_at(at)
        return last and token.shape == "word" and not plural and not known

    def _named(self, at: int) -> frozenset[str]:
        """What a word may not name: things of a kind; one of a kind that is no certain thing may be spoken of."""
        lattice = self.lattice
        certain = lattice.in_set(at - 1, "definite") and not lattice.in_set(at - 1, "indefinite")
        return NAMED | ONE_NAMED if not at or certain else NAMED

    def delays(self, at: int) -> bool:
        """Whether a time begins at a token that is no mere day: "at nine", "in ten minutes", "until monday"."""
        lattice = self.lattice
        if lattice.may_say_when(at) and not lattice.ends_like(at, "judged"):
            return True
        if not lattice.in_set(at, "someday"):
            return bool(self.slotted.times(at))
        after = (word for time in self.slotted.times(at) for word in range(at + 1, time.end))
        return any(lattice.tokens[word].shape != "mark" for word in after)

    def times(self, at: int) -> list[Filled]:
        """The phrases that begin at a token and say when."""
        return self.slotted.times(at)

    def is_strange(self, at: int) -> bool:
        """Whether a word says nothing to the grammar: of no list, no slip of a domain's word, nothing that is there."""
        lattice, low = self.lattice, self.lattice.low[at]
        if lattice.tokens[at].shape != "word" or self.names.exists_at(at) or not low.replace("'", "").isalpha():
            return False
        if low in lattice.grammar.opposites or lattice.in_set(at, "unasked") or lattice.in_set(at, "narrowing"):
            return False
        if lattice.may_be_number(at):
            return False
        return not (lattice.in_set(at, "commanding") or lattice.in_set(at, "restricting"))

    def says_little(self, at: int) -> bool:
        """Whether a word may stand in a remark without a verb: a strange one, or a small one that points at nothing."""
        lattice = self.lattice
        if self.is_strange(at):
            return True
        if lattice.tokens[at].shape != "word" or self.names.exists_at(at) or self.keeps_out(at):
            return False
        plain = lattice.in_set(at, "adjective") or lattice.in_set(at, "aside") or lattice.in_set(at, "ringing")
        return lattice.class_name(at) in SMALL and (plain or lattice.class_name(at) in ("article", "loose"))

    def is_plain(self, at: int) -> bool:
        """Whether a word is one of no phrase that says what to do, or how: it may say what somebody is busy with."""
        lattice = self.lattice
        if self.is_strange(at):
            return True
        if lattice.tokens[at].shape != "word" or lattice.class_name(at) or self.keeps_out(at):
            return False
        restricting = lattice.in_set(at, "restricting") and not lattice.at(at, "unit")
        if restricting or lattice.in_set(at, "unasked") or lattice.low[at] in lattice.grammar.opposites:
            return False
        return all(
            category in PLAINLY or all(cost for _, cost, _ in hits) for category, hits in lattice.hits[at].items()
        )

    def orders(self, at: int) -> bool:
        """Whether a whole sentence of a domain begins with the word at a token, and orders something."""
        found = self._ordered.get(at)
        if found is None:
            found = self._ordered[at] = self._orders(at)
        return found

    def is_order(self, at: int) -> bool:
        """Whether an order begins with the word at a token, also one of a single word that ends the utterance."""
        last = at + 1 == self.lattice.size and any(found.end == at + 1 for found in self._sentences(at))
        return bool(self.lattice.at(at, "verb")) or last or self.orders(at)

    def is_whole_order(self, at: int, end: int) -> bool:
        """Whether the words from a token to another order something without a verb too: "*full screen*, we eat"."""
        intents = self.lattice.grammar.intents
        return any(found.end == end and not intents[found.number].reads for found in self._sentences(at))

    def orders_past(self, at: int, end: int) -> bool:
        """Whether an order begins with the word at a token and goes on behind another: "cancel that *shutdown*"."""
        intents = self.lattice.grammar.intents
        return any(found.end > end and not intents[found.number].reads for found in self._sentences(at))

    def _orders(self, at: int) -> bool:
        lattice = self.lattice
        last = at - 1 - (at > 1 and lattice.in_set(at - 1, "adverb"))
        leads_on = lattice.class_name(at - 1) in ("pronoun", "negation", "article")
        if lattice.in_set(last, "infinitive") or (leads_on and not lattice.in_set(at - 1, "object_form")):
            return False
        said = (lattice.grammar.intents[found.number] for found in self._sentences(at) if found.end > at + 1)
        return any(not intent.reads and not intent.follows for intent in said)

    def _sentences(self, at: int) -> list[Filled]:
        search = self.slotted.sentences(FIXED, at)
        search.go_on(FREELY)
        return search.found
