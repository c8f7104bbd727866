"""Which of the tokens that are labelled as of a slot are its value."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from aura.language.annotating.annotation import BESIDE, SAID
from aura.language.annotating.labelling import stretches
from aura.language.grammar.actions import SlotKind
from aura.language.utterance.described import noun_described
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import is_mark
from aura.language.utterance.numbers import Numbers
from aura.language.utterance.predicates import past_lead
from aura.language.words.tokens import with_brackets

JOINING = ("joint", "article", "preposition")
"""What may stand between two pieces of one slot: "a.txt *and* b.txt", "the folder bills *in* documents"."""
IMMATERIAL = (*JOINING, "pronoun")
"""What may stand inside a slot or beside it, and say the same."""

TOPIC = "topic"
"""The sense of what leads to what something is about."""
SINCE = "since"
"""The sense of what says since when something is so: "from now on"."""
LONGEST_KIND = 2
"""Words that say what is announced: "this *honest conclusion*: …"."""
MOST_LEADING = 4
"""Words that lead to a value, at most: "by the name of"."""
BRACKETS = "([{\"'“‘"
"""What is written as one with the word behind it, and is none of it."""
BETWEEN_WORDS = re.compile(r"[_-]+")
"""What stands between the words of a file's name that is one token."""

Span = tuple[int, int]


class Spans:
    """The stretches of an utterance that are values of slots."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self._numbers = Numbers(lattice)

    def of(self, labels: Sequence[str], start: int, kinds: Mapping[str, SlotKind]) -> dict[str, Span]:
        """The tokens of each slot, by the labels of the tokens from one on; a text with a quotation in it is that."""
        found: dict[str, Span] = {}
        for label, first, last in stretches(labels, start):
            if label not in (SAID, BESIDE):
                first, last = self._within_marks(first, last)
                found[label] = found.get(label, (first, last))[0], last
        self._join_to_names(found, kinds)
        self._lead_to_places(found, kinds)
        return {slot: self._told(slot, kinds.get(slot), span, labels, start) for slot, span in found.items()}

    def _join_to_names(self, found: dict[str, Span], kinds: Mapping[str, SlotKind]) -> None:
        """Take what stands right beside a name, and nothing leads to, for a part of it: "called *robot arm* demo"."""
        names = [slot for slot in found if kinds.get(slot) == "name"]
        for slot in [slot for slot in found if names and kinds.get(slot) == "text"]:
            (start, end), (first, last) = found[slot], found[names[0]]
            if start == last or end == first:
                del found[slot]
                found[names[0]] = min(start, first), max(end, last)

    def _lead_to_places(self, found: dict[str, Span], kinds: Mapping[str, SlotKind]) -> None:
        """End a name before what leads to the place behind it: "called hospital *on* the desktop"."""
        lattice, places = self._lattice, {start for slot, (start, _) in found.items() if kinds.get(slot) == "place"}
        for slot, (start, end) in found.items():
            leads = start + 1 < end and lattice.class_name(end - 1) == "preposition"
            if leads and kinds.get(slot) == "name" and not places.isdisjoint((end, lattice.skip(end, "determiner"))):
                found[slot] = start, end - 1

    def _told(self, slot: str, kind: SlotKind | None, span: Span, labels: Sequence[str], start: int) -> Span:
        """The tokens of a slot, by its kind: places are just what was labelled so."""
        if kind == "thing":
            return self._named(*span)
        if kind == "name":
            span = self._from_called(span[0], labels, start), span[1]
            end = self._before_relative(span[0], self._before_mark(*span))
            return self._behind("called", span[0], self._before_what_happens(span[0], end))
        if kind == "text":
            start, end = self._behind("text", self._begun(span[0]), self._titled(*span))
            return self._led(slot, *self._quoted(start, end))
        if kind == "items":
            return self._listed(slot, *span)
        free = span[0] > start and labels[span[0] - 1 - start] in (SAID, BESIDE)
        return self._as_meant(*span, free=free) if kind == "words" else span

    def _behind(self, leading: str, start: int, end: int) -> Span:
        """A stretch without the end of what only leads to it: "by the name *of* it", "with *written inside* hi"."""
        ends = (
            stop
            for at in range(max(start - MOST_LEADING, 0), start)
            for stop in self._lattice.ends(at, leading)
            if start < stop < end
        )
        return max(ends, default=start), end

    def _from_called(self, begin: int, labels: Sequence[str], start: int) -> int:
        """Where a name begins of which only a later word was found: right behind "called", "called *chem* lab"."""
        lattice, at = self._lattice, begin
        while at > max(start, begin - MOST_LEADING) and labels[at - 1 - start] in (SAID, BESIDE):
            if lattice.ended(at, "called"):
                return at
            at -= 1
            if is_mark(self._lattice, at) or lattice.class_name(at):
                break
        return begin

    def _before_mark(self, start: int, end: int) -> int:
        """Where a name ends, before a comma and what is told behind it: "queens*, empty*"."""
        return next((at for at in range(start + 1, end) if self._lattice.low[at] == ","), end)

    def _before_relative(self, start: int, end: int) -> int:
        """Where a name ends, before what it says, or for whom it is: "songs *that* says la", "songs *for* me"."""
        lattice, goes_on = self._lattice, start + 1 < end < self._lattice.size
        relative = goes_on and lattice.in_set(end - 1, "relative")
        favour = goes_on and lattice.class_name(end - 1) == "preposition" and lattice.in_set(end, "speaker")
        return end - (relative or favour)

    def _before_what_happens(self, start: int, end: int) -> int:
        """Where a name ends, before how it comes to be, or since when: "Wills *opened* in docs", "Memo *from now*"."""
        lattice, last = self._lattice, end - 1
        made = last > start and lattice.in_set(last, "brought_to_be") and not lattice.stands_out[last]
        if made and end < lattice.size and lattice.class_name(end) == "preposition":
            return last
        since = (at for at, cost, sense in lattice.ending(end, "title_end") if sense == SINCE and not cost)
        return next((at for at in since if start < at and not lattice.stands_out[last]), end)

    def _titled(self, start: int, end: int) -> int:
        """Where a title ends, before a verb that is not written as its words are: "Holes Are Not the End *make*"."""
        lattice, last = self._lattice, end - 1
        words = [at for at in range(start, last) if not lattice.class_name(at) and not is_mark(self._lattice, at)]
        titled = len(words) > 1 and all(lattice.tokens[at].text[:1].isupper() for at in words)
        verb = end in lattice.ends(last, "verb")
        return last if titled and verb and lattice.tokens[last].text.islower() else end

    def _begun(self, start: int) -> int:
        """Where a stretch begins whose words have capitals, with a small one before it: "the title *In* Kind Words".

        Right behind a colon what is polite begins it: "type this: *thanks,* I will come".
        """
        lattice, before, at = self._lattice, start - 1, start
        while at > 1 and (lattice.in_set(at - 1, "polite") or lattice.low[at - 1] == ","):
            at -= 1
        if at < start and lattice.low[at - 1] == ":":
            return at
        titled = before > 0 and lattice.stands_out[before] and lattice.tokens[start].text.istitle()
        return before if titled and lattice.class_name(before) in IMMATERIAL else start

    def _led(self, slot: str, start: int, end: int) -> Span:
        """A stretch without what only leads to it: "the text *is* all gone", "in it *is* …", "in *downloads:* …".

        "Add this sentence, *she won't sign without it:* all gone" says behind the colon which one.
        """
        leads = ((at, past_lead(self._lattice, at)) for at in (start, start + 1) if at > 0)
        start = next((led for at, led in leads if at < led < end), start)
        colon = next((at for at in range(start, end - 1) if self._lattice.low[at] == ":"), 0)
        pointed = start > 0 and self._lattice.in_set(start - 1, "announcing") and colon - start <= LONGEST_KIND
        pointed = pointed and self._lattice.class_name(start - 1) != "article"
        if colon and (pointed or self._is_announced(start)):
            return colon + 1, end
        led = start > 0 and self._lattice.class_name(start - 1) == "preposition"
        places = (stop for stop in self._lattice.ends(start, "anchor") if led and stop + 1 < end)
        behind = next((stop + 1 for stop in places if self._lattice.low[stop] == ":"), start)
        inside = start > 1 and self._lattice.class_name(start - 1) == "pronoun" and self._lattice.at(start - 2, "in")
        called = start > 0 and start + 1 < end and (self._lattice.low[start - 1] == slot or bool(inside))
        if led and start > 1 and self._lattice.in_set(start - 2, "being_so"):
            return start - 1, end
        asks = start + 1 < end and self._lattice.class_name(start + 1) == "pronoun"
        asks = asks and not self._lattice.in_set(start + 1, "several_subjects")
        return (start + (called and not asks) if self._lattice.in_set(start, "being_so") else behind), end

    def _named(self, start: int, end: int) -> Span:
        """A stretch, or the file at its end whose name says again what stands before: "the deck, *deck.pptx*".

        What says how something is called is whole: "a *file* with rent *in its name*".
        """
        start, end = self._described(start, end)
        behind = end - 2 > start and self._lattice.tokens[end - 1].shape == "file" and is_mark(self._lattice, end - 2)
        marks = sum(is_mark(self._lattice, at) for at in range(start, end))
        if not behind or marks > 1 or any(self._lattice.class_name(at) == "joint" for at in range(start, end)):
            return start, end
        named = {*BETWEEN_WORDS.split(self._lattice.low[end - 1].rpartition(".")[0])}
        return (end - 1, end) if named & {*self._lattice.low[start : end - 2]} else (start, end)

    def _described(self, start: int, end: int) -> Span:
        """A stretch with the noun that a description of a name belongs to, and with all of that description.

        Where that noun stands apart it is what the name holds: "a file in Bills *with rent in its name*".
        """
        lattice = self._lattice
        hits = [(at, stop) for at in range(start + 1, end + 1) for stop in lattice.ends(at, "in_name")]
        if not hits:
            return start, end
        noun = noun_described(lattice, start)
        if noun == start and lattice.class_name(start) == "preposition" and start + 1 < hits[0][0]:
            return start + 1, hits[0][0]
        return noun, max(end, *(stop for _, stop in hits))

    def _is_announced(self, at: int) -> bool:
        """Whether what is said before a token and a mark announces a text: "this sentence, …"."""
        unit = at - 2 if is_mark(self._lattice, at - 1) else -1
        return unit > 0 and self._lattice.in_set(unit, "unit_of_text") and bool(self._lattice.at(unit - 1, "it"))

    def _listed(self, slot: str, start: int, end: int) -> Span:
        """A stretch with its first item, without what only leads to it: "columns *for* family", "*headings* day"."""
        start = self._from_first(slot, start)
        start += (
            start + 1 < end and self._lattice.in_set(start, "made_of_many") and not is_mark(self._lattice, start + 1)
        )
        called = start > 0 and start + 1 < end and self._lattice.low[start - 1] == slot
        leads = self._lattice.class_name(start) == "preposition" and not self._lattice.class_name(start + 1)
        return start + (called and leads and not is_mark(self._lattice, start + 1)), end

    def _from_first(self, slot: str, start: int) -> int:
        """Where items begin whose first word is none of them by its label: behind what names them."""
        named = next((at for at in range(start - 1, max(start - 4, 0), -1) if self._lattice.low[at] == slot), start)
        between = range(named + 1, start)
        plain = all(is_mark(self._lattice, at) or not self._lattice.class_name(at) for at in between)
        return named + 1 if between and plain and is_mark(self._lattice, start - 1) else start

    def _as_meant(self, start: int, end: int, *, free: bool) -> Span:
        """A stretch without a small word that only leads to it or is said twice, and with all of its number.

        "*About* the gate", "the volume to *ah* fifteen", "*the* the bike lock", "the vets *we* we go", and where the
        token before is `free` "fifty no *thirty* five", "*divide* 186 by 4".
        """
        low, numbers = self._lattice.low, self._numbers
        if start + 1 < end:
            begun_anew = end < len(low) and low[end - 1] == low[end] and self._lattice.class_name(end) == "pronoun"
            end -= begun_anew
            again = low[start] == low[start + 1] and self._lattice.class_name(start) in IMMATERIAL
            exclaimed = self._lattice.in_set(start, "exclaiming") and numbers.at(start + 1) is not None
            leads = self._lattice.at(start, "about") if numbers.at(start + 1) is None else ()
            about = any(stop == start + 1 and not cost and sense == TOPIC for stop, cost, sense in leads)
            start += again or exclaimed or about
        number = numbers.at(start - 1) if free else None
        begun = free and any(stop == end for stop, _, _ in numbers.sums(start - 1))
        return (start - 1 if begun or (number is not None and number[0] > start) else start), end

    def _quoted(self, start: int, end: int) -> Span:
        """The one quotation in a stretch; the stretch itself where there is none, or another."""
        quoted = [at for at in range(start, end) if self._lattice.tokens[at].shape == "quoted"]
        return (quoted[0], quoted[0] + 1) if len(quoted) == 1 else (start, end)

    def _within_marks(self, start: int, end: int) -> Span:
        """A stretch without the marks at its ends, a "please", and who does something: "two kilos. *I*"."""
        told = [at for at in range(start, end) if not is_mark(self._lattice, at) or self._is_joined(at)]
        told = [at for at in told if at < self._asked_at_last(told[-1])] if told else told
        while len(told) > 1 and (self._is_manners(told[-1]) or self._leads_on(told[-1])):
            told.pop()
        if len(told) > 1 and self._lattice.in_set(told[0], "polite") and is_mark(self._lattice, told[0] + 1):
            told.pop(0)
        return with_brackets(self._lattice.low, told[0], told[-1] + 1) if told else (start, end)

    def _asked_at_last(self, last: int) -> int:
        """Where words behind a mark begin that only ask, if the utterance ends in them: ", *would you?*"."""
        lattice = self._lattice
        if any(not is_mark(self._lattice, at) for at in range(last + 1, lattice.size)):
            return last + 1
        begins = [begin for begin in lattice.starts(last + 1, "filler") if 0 < begin < last]
        return min(
            (begin for begin in begins if is_mark(self._lattice, begin - 1) or is_mark(self._lattice, begin)),
            default=last + 1,
        )

    def _is_joined(self, at: int) -> bool:
        """Whether a mark is written as one with the word behind it, and with none before: "put *=A2* in b2"."""
        tokens = self._lattice.tokens
        apart = at == 0 or tokens[at - 1].end < tokens[at].start
        alone = tokens[at].low not in BRACKETS and at + 1 < len(tokens)
        return apart and alone and tokens[at].end == tokens[at + 1].start

    def _leads_on(self, at: int) -> bool:
        """Whether a word only leads to what goes on behind it: "the code is 4471 *because* i always lose it"."""
        goes_on = at + 1 < self._lattice.size and not is_mark(self._lattice, at + 1)
        leads = (stop for stop, cost, sense in self._lattice.at(at, "remark_lead") if not cost and sense == "cause")
        return goes_on and at + 1 in leads

    def _is_manners(self, at: int) -> bool:
        """Whether a word is none of what it ends: it asks, joins on, or says behind a mark who does something.

        "Return it with *thanks*" is whole.
        """
        thanks = self._lattice.in_set(at, "polite") and not self._lattice.in_set(at, "pleading")
        if thanks and self._lattice.class_name(at - 1) == "preposition":
            return False
        begun = is_mark(self._lattice, at - 1) and self._lattice.class_name(at) == "pronoun"
        joins = self._lattice.in_set(at, "coordinating") and len(self._lattice.low[at]) > 1
        return begun or joins or self._lattice.in_set(at, "polite")
