"""Where a text begins that was announced: behind a colon, or behind a word that only says what it is."""

from __future__ import annotations

from aura.language.grammar.grammar import Grammar
from aura.language.grammar.once import Once
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import past_lead
from aura.language.utterance.stretches import past
from aura.language.utterance.subordinates import past_that

INTRODUCING = ":"
LONGEST_KIND, LONGEST_INTRO, LONGEST_WHOM, LONGEST_WHERE = 2, 4, 3, 10
LEADING_WHERE = ("inwards", "particle", "embedding")
ANNOUNCING = ("specifying", "speaker", "announcing", "polite", "subordinating")
"""Sets of words that an announcement begins with, if no colon is said."""


def announced_from(lattice: Lattice, position: int, labels: str = "plain_labels") -> int:
    """Where a text begins that is announced at a token: behind a colon, before which words may only point at it.

    "With *this:* all gone", "*please:* all gone", "write *you also:* all gone". So may a comma, "the sentence, …", and
    what only says of which kind it is, one of some `labels`: "*the number* 42", but not "the code 42" of a fact.
    """
    if not _may_be_announced(lattice, position, labels):
        return position
    begin = _announced_from(lattice, position, labels)
    return begin if begin < lattice.size else position


def _may_be_announced(lattice: Lattice, position: int, labels: str) -> bool:
    """Whether any text may be announced at a token, as far as that word shows, or a colon somewhere."""
    low = lattice.low
    if position >= lattice.size:
        return False
    labelled = bool(labels) and lattice.structure[position] == "article"
    return labelled or INTRODUCING in low or low[position] in _announcing(lattice.grammar)


@Once
def _announcing(grammar: Grammar) -> frozenset[str]:
    """Every word, and the mark, that an announcement without a colon begins with."""
    return frozenset((",",)).union(*(grammar.words[name] for name in ANNOUNCING))


def is_told(lattice: Lattice, start: int) -> bool:
    """Whether it was said that what follows is the text, and not where: "the text *is* with deepest sympathy".

    "Type *the words* with love" says so as well; "the words with *the* address" may be others. So does "with *the
    title* for my sister".
    """
    led = lattice.skip(start + 1, "determiner")
    announced = (lattice.in_set(at, "text_intro") for at in range(max(0, start - LONGEST_INTRO), start - 1))
    placed = led >= lattice.size or lattice.tokens[led].shape != "word" or bool(lattice.at(led, "anchor"))
    if placed or start < 2:
        return False
    if lattice.in_set(start - 1, "title_word") and lattice.in_set(start - 2, "definite"):
        return lattice.in_set(start, "occasioning") and lattice.class_name(start - 3) == "preposition"
    if lattice.in_set(start - 1, "worded") and lattice.in_set(start - 2, "definite"):
        return led == start + 1
    return lattice.in_set(start - 1, "being_so") and any(announced)


def _announced_from(lattice: Lattice, position: int, labels: str) -> int:
    colon = position + lattice.in_set(position, "specifying")
    if labels and _is_labelled(lattice, position, labels):
        return position + 2
    if position and lattice.is_word(position, ",") and lattice.in_set(position - 1, "text_intro"):
        return position + 1
    if lattice.in_set(colon, "speaker") and lattice.in_set(colon + 1, "announcing"):
        colon += 1
    while lattice.in_set(colon, "announcing") or lattice.in_set(colon, "polite"):
        colon += 1
    if colon > position and (led := past_lead(lattice, colon)) > colon:
        return led
    counted = lattice.skip(colon, "number")
    if counted > colon and lattice.in_set(counted, "counted_texts") and lattice.is_word(counted + 1, INTRODUCING):
        return counted + 2  # "Add *three lines:* bread, milk, eggs".
    listed = lattice.skip(position, "determiner")
    if listed > position and lattice.in_set(listed, "listing") and lattice.is_word(listed + 1, INTRODUCING):
        return listed + 2  # "With *a list:* bread, milk, eggs".
    told, pointed = colon, colon > position and lattice.class_name(colon - 1) != "article"
    while pointed and told < colon + LONGEST_KIND and _is_plain(lattice, told):
        told += 1  # "Write *this honest conclusion:* all gone", but not "the line *Monday:* gym".
    told = _past_whom(lattice, told) if told > colon else told
    told = _past_manners(lattice, told) if pointed else told
    timed = told + 1 < lattice.size and lattice.low[told - 1].isdigit() and lattice.low[told + 1].isdigit()
    listed = pointed and lattice.is_word(colon, ",") and lattice.class_name(colon - 1) != "pronoun"
    if listed and lattice.in_set(colon - 1, "text_intro"):
        return colon + 1  # "Type *the following,* I'll be late".
    if lattice.is_word(told, INTRODUCING) and not timed:
        return told + 1
    comma = _past_manners(lattice, colon, ",") if pointed else colon
    if lattice.is_word(comma, ",") and lattice.in_set(colon - 1, "announcing") and _goes_on(lattice, comma + 1):
        return comma + 1  # "Type *this for me,* wound dry", and not "type this, and press enter".
    manner = past(lattice, colon, "filler")
    if pointed and manner > colon and lattice.in_set(colon - 1, "demonstrative") and _goes_on(lattice, manner):
        return manner  # "Type *this for me* wound dry".
    if pointed and (where := _past_where(lattice, colon)) is not None:
        return where
    itself = _past_manners(lattice, position + 1) if lattice.class_name(position) == "pronoun" else position
    if lattice.is_word(itself, INTRODUCING):
        return itself + 1  # "Google *it for me:* best boots".
    return past_that(lattice, position + lattice.in_set(position, "specifying"))


def _past_whom(lattice: Lattice, at: int) -> int:
    """Where a colon stands behind whom a text is for, else the token: "this email *to my boss:* hello"."""
    if not (lattice.in_set(at, "infinitive") or lattice.in_set(at, "benefiting")):
        return at
    ends = range(at + 2, min(at + 2 + LONGEST_WHOM, lattice.size))
    end = next((end for end in ends if lattice.is_word(end, INTRODUCING)), at)
    plain = (lattice.tokens[word].shape == "word" and lattice.class_name(word) != "joint" for word in range(at, end))
    return end if all(plain) else at


def _past_where(lattice: Lattice, at: int) -> int | None:
    """Where a colon ends where something is typed, behind a word that points: "type this *where my cursor is:* hello".

    What names a file, a program or another place is none of that.
    """
    led = lattice.class_name(at) == "preposition" or any(lattice.in_set(at, name) for name in LEADING_WHERE)
    ends = (
        end for end in range(at + 1, min(at + LONGEST_WHERE, lattice.size - 1)) if lattice.is_word(end, INTRODUCING)
    )
    end = next(ends, None) if led else None
    if end is None or not any(lattice.in_set(word, "typed_into") for word in range(at, end)):
        return None
    plain = (lattice.tokens[word].shape == "word" and lattice.class_name(word) != "joint" for word in range(at, end))
    return end + 1 if all(plain) else None


def _goes_on(lattice: Lattice, at: int) -> bool:
    """Whether at a token neither a command begins nor what is joined to one."""
    words = at < lattice.size and lattice.tokens[at].shape in ("word", "quoted")
    return words and lattice.class_name(at) not in ("joint", "verb", "preposition") and not lattice.begins_clause(at)


def _past_manners(lattice: Lattice, at: int, mark: str = INTRODUCING) -> int:
    """Where a mark stands behind words that only fill, else the token: "this *in for me*: hello"."""
    begin = lattice.skip(at, "particle", 1)
    begin += begin == at and lattice.in_set(at, "inwards") and lattice.in_set(at + 1, "for_whom")
    ends = [*lattice.ends(begin, "filler")]
    return next((end for end in (begin, *ends) if lattice.is_word(end, mark)), at)


def _is_labelled(lattice: Lattice, at: int, labels: str) -> bool:
    """Whether words only say what the name or the figure behind them is: "*the number* 42", "*the name* Tom"."""
    value = at + 2
    if value >= lattice.size or lattice.class_name(at) != "article" or not lattice.in_set(at + 1, labels):
        return False
    last = next((word for word in range(value, lattice.size) if not _is_value(lattice, word)), lattice.size)
    ended = lattice.is_over(last) or bool(lattice.class_name(last))
    return ended and last > value


def _is_value(lattice: Lattice, at: int) -> bool:
    """Whether a word is a name, a figure or a part of one, or a single letter."""
    text = lattice.tokens[at].text
    return (
        lattice.in_set(at, "cardinal")
        or text[0].isupper()
        or any(letter.isdigit() for letter in text)
        or (len(text) == 1 and text.isalpha())
    )


def _is_plain(lattice: Lattice, at: int) -> bool:
    """Whether a token is a word that is no word of structure."""
    return at < lattice.size and lattice.tokens[at].shape == "word" and lattice.class_name(at) in ("", "noun")
