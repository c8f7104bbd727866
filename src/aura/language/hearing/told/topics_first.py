"""An utterance whose topic stands before what is said of it, as a command that holds it: "notes.txt: how big?".

Telegram style puts first what is spoken of, a mark behind it, and then an order that lacks its object ("vlc: close"), a
word that points back ("a.txt and b.txt, open both"), or a predicate without a verb ("notes.txt into Old"). What those
predicates say stands in the lexicon; here each place where the topic may end is tried, and each place it may go to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import beyond, is_ended, may_order
from aura.language.words.tokens import CELL

SAID_OF, SAID_OF_TOLD, SAID_OF_ANOTHER = "said_of", "said_of_told", "said_of_another"
"""Predicates of a topic, of one that names nothing that is here, and of one that stays where it is as well."""
SAID_THEN, LED_BY, LIKEWISE = "said_then", "led_by", "likewise"
"""What a later part says of a topic, what stands for a verb, and what says that something is so as well."""
PUT_THERE, CARRYING = "put_there", "carrying"
"""What says that files go into what was made before them, and the verbs of that."""
LINK, LINKING = "infinitive", "linking"
"""What links two things, and the verbs of what is linked: "*set* B4 *to* 20"."""
TOPIC, MARK, WORD, FILE, ONE = "~", "mark", "word", "file", "one"
SPEAKING = (":", "-", "—", ",", "?")
"""Marks behind a topic."""
ENDING = (",", ".", ";", "?", "-", "—")
"""Marks that end what is said of one."""
COLON, COMMA, EQUAL, PLUS = ":", ",", "=", "+"
STANDING = ("file", "path", "quoted", "glob", "extension")
"""Shapes of tokens that name a thing by themselves."""
GROUPS, CONTROL = ("groups", "everything", "every_file"), "control"
"""Groups of things that name them by themselves, and what is turned on and off: "*night light*: on"."""
NAMED = ("kind", "kinds", "anchor", "group", "groups", "everything", "every_file", "program")
PASSED = ("filler", "exclaimed")
BEFORE_ORDER = ("request", "polite", "filler", "conclusion")
NO_TOPIC = ("remark_lead", "condition_lead", "time", "asks", "request", "greeting", "doubt", "correction", "retraction")
NEVER_FIRST = ("preposition", "negation", "later", "being", "called", "pronoun", "joint")
LEADING_ON = ("conditional", "subordinating", "when", "embedding", "occasioning", "as_what", "own_subject", "relative")
TELLING = ("finite", "own_subject", "reporting", "quoting")
STATES = ("condition", "adjective")
LONGEST = 9
"""Tokens of a topic."""


class TopicFirst(NamedTuple):
    """A command that holds what stood before it as its topic, that, and whether an order was said or a predicate."""

    text: str
    topic: str
    ordered: bool


def topics_first(lattice: Lattice) -> Iterator[TopicFirst]:
    """The commands that an utterance may be with its topic in them, the plainest first."""
    begin = beyond(lattice, 0, *PASSED, marks=True)
    known = {lattice.text}
    for way in (*_led(lattice, begin), *_with_topic(lattice, begin)):
        if way.text not in known:
            known.add(way.text)
            yield way


def may_say_more(lattice: Lattice) -> bool:
    """Whether a topic may stand first, or a later part say more of it, in what is read as it stands."""
    return COLON in lattice.low or SAID_THEN in lattice.beginnings


def _led(lattice: Lattice, begin: int) -> Iterator[TopicFirst]:
    """The utterance with a word that stands for a verb said as one, and what its later parts leave out said."""
    leads = [(end, said) for end, cost, said in lattice.at(begin, LED_BY) if not cost]
    verb = _behind_verb(lattice, begin)
    if verb > begin and verb < lattice.size and lattice.low[verb] == COLON:
        leads.append((verb + 1, lattice.text_of(begin, verb)))
    for end, said in leads:
        yield TopicFirst(f"{said} {_plainly(lattice, end)}".strip(), "", ordered=True)
    if not leads and (plain := _plainly(lattice, begin)) != lattice.text_of(begin, lattice.size):
        yield TopicFirst(plain, "", ordered=True)


def _behind_verb(lattice: Lattice, at: int) -> int:
    """The token behind an order that begins at a token; that token itself where none does."""
    ends = lattice.ends(at, "verb") if at < lattice.size and may_order(lattice, at) else ()
    return max(ends, default=at + (lattice.begins_clause(at) and not lattice.class_name(at)))


def _with_topic(lattice: Lattice, begin: int) -> Iterator[TopicFirst]:
    """The commands that lack what stands before a mark, or a predicate, with that in them.

    What takes back behind a comma says nothing of it: "my birthday, *forget it*, open a.txt".
    """
    for start in range(begin + 1, min(lattice.size, begin + LONGEST + 2)):
        end = start
        while end > begin and lattice.tokens[end - 1].shape == MARK:
            end -= 1
        taken_back = lattice.low[start - 1] == COMMA and lattice.begins(start, "retraction")
        if end > begin and not taken_back and (is_topic(lattice, begin, end) or _is_switched(lattice, begin, end)):
            drive = lattice.low[start - 1] == COLON and len(lattice.low[start - 2]) == 1
            marked = end < start and lattice.low[start - 1] in SPEAKING and not drive
            stands = _stands(lattice, begin, end)
            for topic in _topics(lattice, begin, end):
                told = _said_of(lattice, topic, start, named=stands) if marked or stands else ()
                yield from (TopicFirst(text, topic, ordered=False) for text in told)
                ordered = _ordered(lattice, topic, end, start) if marked else ()
                yield from (TopicFirst(text, topic, ordered=True) for text in ordered)


def is_topic(lattice: Lattice, begin: int, end: int) -> bool:
    """Whether words may name a thing: they order, tell, ask and greet nothing, and point at nothing."""
    ordered = may_order(lattice, begin) or (_is_verb_alone(lattice, begin) and end > begin + 1)
    if end - begin > LONGEST or ordered or lattice.begins(begin, *NO_TOPIC):
        return False
    if lattice.class_name(begin) in NEVER_FIRST or any(lattice.in_set(begin, name) for name in LEADING_ON):
        return False
    words = range(begin, end)
    tells = any(lattice.in_set(at, name) for at in words for name in TELLING)
    return not tells and not any(lattice.class_name(at) in ("being", "pronoun") for at in words)


def _is_switched(lattice: Lattice, begin: int, end: int) -> bool:
    """Whether words name what is turned on and off, whatever else they may be, before a colon: "*night light*: on"."""
    return end < lattice.size and lattice.low[end] in (COLON, "-", "—") and end in lattice.ends(begin, CONTROL)


def _stands(lattice: Lattice, begin: int, end: int) -> bool:
    """Whether a topic names a thing by its last word, or is a group of them: "a.txt", "*all pdfs* in Downloads"."""
    group = lattice.class_name(begin) == "quantifier" and lattice.begins(begin + 1, *GROUPS)
    return group or lattice.tokens[end - 1].shape in STANDING


def _is_verb_alone(lattice: Lattice, at: int) -> bool:
    """Whether a word begins a command and is of no other class, as a verb of one tool is: "*mute* the sound, …"."""
    verb = lattice.tokens[at].shape == WORD and not (lattice.class_name(at) or lattice.begins(at, *NAMED))
    return verb and lattice.begins_clause(at)


def _topics(lattice: Lattice, begin: int, end: int) -> Iterator[str]:
    """A topic as it is said, and with a place before it behind it: "Desktop, *a.txt*" → "a.txt in Desktop".

    A file is no place: "a.txt, b.txt".
    """
    comma = next((at for at in range(begin + 1, end - 1) if lattice.low[at] in SPEAKING), 0)
    file = any(lattice.tokens[at].shape == FILE for at in range(begin, comma))
    if comma and not file:
        yield f"{lattice.text_of(comma + 1, end)} in {lattice.text_of(begin, comma)}"
    elif not comma or lattice.tokens[end - 1].shape == FILE:
        yield lattice.text_of(begin, end)


def _said_of(lattice: Lattice, topic: str, start: int, *, named: bool) -> Iterator[str]:
    """The commands that a predicate says of a topic, one that is `named` or was told: "how big" → "how big is a.txt".

    What goes somewhere as well stays where it is: "a.txt *to Old too*".
    """
    stop = next((at for at in range(start + 1, lattice.size) if _ends_part(lattice, at)), lattice.size)
    again = any(lattice.begins(at, LIKEWISE) for at in range(start, stop))
    kinds = (SAID_OF_ANOTHER,) if again else (SAID_OF,) if named else (SAID_OF, SAID_OF_TOLD)
    hits = [hit for kind in kinds for hit in lattice.at(start, kind) if not hit[1]]
    longest = max((end for end, _, _ in hits), default=start)
    yield from (f"{said.replace(TOPIC, topic)}{_behind(lattice, end)}" for end, _, said in hits if end == longest)


def _ordered(lattice: Lattice, topic: str, end: int, start: int) -> Iterator[str]:
    """The commands that an order behind a mark is with its topic: where a word points, behind its verb, or before it.

    Behind a comma alone a word that names no thing may be whom it is said to, a word alone may tell how a thing is, and
    what is no place may tell what it is for: "*Tom*, close it", "Downloads: *empty*", "*expenses*: make a folder fuel".
    """
    if lattice.low[start - 1] == COMMA and not _names(lattice, end):
        return
    verb = beyond(lattice, start, *BEFORE_ORDER, marks=True)
    cell = verb < lattice.size and CELL.fullmatch(lattice.low[verb]) is not None
    alone = is_ended(lattice, verb + 1) and not (lattice.class_name(verb) or cell)
    if alone and any(lattice.in_set(verb, name) for name in STATES):
        return
    behind = max(_behind_verb(lattice, verb), verb + (alone and verb == start))
    pointing = next(_pointing(lattice, behind), None)
    if pointing is not None:
        first, last = pointing
        yield f"{lattice.text_of(start, first)} {topic}{_behind(lattice, last)}"
    elif behind > verb:
        yield f"{lattice.text_of(verb, behind)} {topic}{_behind(lattice, behind)}"
        if _names(lattice, end) or topic.lower() in lattice.known.folders:
            yield f"in {topic} {lattice.text_of(verb, behind)}{_behind(lattice, behind)}"
    else:
        text = lattice.text_of(start, lattice.size)
        plain = _plainly(lattice, start)
        links = plain != text or any(_links(lattice, at) for at in range(start, lattice.size))
        leads = lattice.grammar.words[LINKING] if links else ()
        yield from (f"in {topic} {lead} {plain}" for lead in leads)


def _names(lattice: Lattice, end: int) -> bool:
    """Whether words that end before a token name a thing by what they are: a file, a place, a kind, "the …"."""
    words = range(end)
    return any(
        lattice.tokens[at].shape in STANDING or lattice.in_set(at, "determiner") or lattice.begins(at, *NAMED)
        for at in words
    )


def _pointing(lattice: Lattice, start: int) -> Iterator[tuple[int, int]]:
    """The words of the first part from a token on that point at a thing: "open *both*", "I want *that* called …".

    One of several is none of them: "a.txt and b.txt, delete *one*".
    """
    for at in range(start, lattice.size):
        if lattice.tokens[at].shape == MARK or lattice.class_name(at) == "joint":
            return
        pointing = lattice.class_name(at) in ("pronoun", "quantifier")
        ends = [end for end, _, said in lattice.at(at, "it") if said != ONE] if pointing else []
        if ends:
            yield at, max(ends)


def _behind(lattice: Lattice, end: int) -> str:
    """What follows a token, plainly said, with the space or mark between."""
    if end >= lattice.size:
        return ""
    gap = lattice.text[lattice.tokens[end - 1].end : lattice.tokens[end].start]
    return f"{gap or ''}{_plainly(lattice, end)}"


def _plainly(lattice: Lattice, start: int) -> str:
    """What is said from a token on, with its links and what its later parts leave out said: "B4 = 2" → "B4 to 2"."""
    pieces, last, at = list[str](), start, start
    text, tokens = lattice.text, lattice.tokens
    while at < lattice.size:
        end, said = _put(lattice, start, at)
        if end > at:
            pieces.append(text[tokens[last].start : tokens[at].start].rstrip() if at > last else "")
            pieces.append(said)
            last = end
        at = max(end, at + 1)
    if last < lattice.size:
        pieces.append(text[tokens[last].start :])
    return re.sub(r" (?=[,;])", "", " ".join(piece for piece in pieces if piece)).strip()


def _put(lattice: Lattice, start: int, at: int) -> tuple[int, str]:
    """Where what is said at a token another way ends, and what it says; the token itself where it is said plainly."""
    low, inside = lattice.low[at], start < at < lattice.size - 1
    end, said = max(((end, said) for end, cost, said in lattice.at(at, SAID_THEN) if not cost), default=(at, ""))
    if inside and end > at:
        return end, said
    words = lattice.grammar.words
    if inside and low == COMMA and _is_put_there(lattice, at + 1):
        return at + 1, f"{COMMA} {next(iter(words[CARRYING]))}"
    cell = low == ":" and at > 0 and CELL.fullmatch(lattice.low[at - 1]) is not None
    if inside and lattice.tokens[at].shape == MARK and (low == EQUAL or cell):
        return at + 1, next(iter(words[LINK]))
    if inside and low == PLUS and not any(_is_figure(lattice, word) for word in (at - 1, at + 1)):
        return at + 1, next(iter(words["coordinating"]))
    return at, ""


def _is_put_there(lattice: Lattice, start: int) -> bool:
    """Whether files are named from a token on that go into what was made before: "…, *a.txt and b.txt in there*"."""
    at = start
    while at < lattice.size and lattice.tokens[at].shape == FILE:
        at = max(lattice.ends(at + 1, "joint"), default=at + 1) if at + 1 < lattice.size else at + 1
    return at > start and any(lattice.is_over(end) for end in lattice.ends(at, PUT_THERE))


def _ends_part(lattice: Lattice, at: int) -> bool:
    """Whether what is said of a topic ends before a token: "a.txt to Old *and* b.txt too"."""
    joins = lattice.class_name(at) == "joint" and not lattice.begins(at, LIKEWISE)
    return lattice.low[at] in ENDING or joins


def _links(lattice: Lattice, at: int) -> bool:
    """Whether a token links what is said to what it becomes, and no cell to the last of a range: "C2 *to* C4"."""
    ends = all(CELL.fullmatch(lattice.low[one]) for one in (at - 1, at + 1) if 0 <= one < lattice.size)
    return lattice.in_set(at, LINK) and not ends


def _is_figure(lattice: Lattice, at: int) -> bool:
    """Whether a token is a number, which what stands between two of them adds up."""
    return lattice.low[at].removesuffix("%").isdecimal() or lattice.in_set(at, "number")
