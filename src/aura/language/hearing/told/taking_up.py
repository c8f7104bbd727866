"""What an utterance says where its command takes up what was told before it: "spotify froze, kill it" → "kill spotify".

The decoder knows what "it" stands for among files; here a statement of anything stands before the command, and its
subject takes the place of the first word that points. What was told of a place holds for the command:
"there's a typo in a.docx, replace …". Whether that can be done tells whether it was meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from aura.language.asides.remarks import Remarks
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.verbs import orders_at

POINTING, ITSELF, HAS, MARK, INTRODUCING = "it", "it", "'s", ",", ":"
LONGEST_SUBJECT, LONGEST_PLACED, LONGEST_TOLD = 4, 7, 12
NO_SUBJECT = frozenset(("preposition", "joint", "negation", "later", "day", "filler", "quantifier"))
FILE = "file"
NAMING_SHAPES = ("word", FILE, "quoted")


class TakenUp(NamedTuple):
    """An utterance whose command names what was told of, and the characters of the name; `sure` where that was said.

    `told` is what was said of it, which may speak against the command.
    """

    text: str
    start: int
    end: int
    sure: bool = False
    told: str = ""


def taken_up(lattice: Lattice, remarks: Remarks) -> Iterator[TakenUp]:
    """The utterance with what a statement tells of in the place of the first word behind it that points there."""
    return (one for one in _every(lattice, remarks) if not _kills_a_file(lattice, one))


def _kills_a_file(lattice: Lattice, taken: TakenUp) -> bool:
    """Whether a file would be lost for the program in which it hangs: "a.txt is frozen in Word, *kill it*"."""
    hangs, kills = (any(lattice.in_set(at, name) for at in range(lattice.size)) for name in ("hanging", "killing"))
    name = taken.text[taken.start : taken.end]
    return hangs and kills and any(token.shape == FILE and token.text in name for token in lattice.tokens)


def _every(lattice: Lattice, remarks: Remarks) -> Iterator[TakenUp]:
    yield from _explained(lattice)
    for begin in _beginnings(lattice):
        for subject, verb in _subjects(lattice, remarks, begin):
            for end in _ends(lattice, remarks, begin, verb):
                at = _pointing(lattice, end)
                if at is not None and not (_says_where(lattice, verb, end) or _names_more(lattice, begin, subject, at)):
                    yield from _in_short(lattice, remarks, (begin, verb, end), at)
                    yield _taken_up(lattice, begin, subject, end, at)
        told = _told(lattice, remarks, begin)
        for end in () if told is None else _ends(lattice, remarks, begin, told):
            if (place := _place(lattice, begin, end)) is not None and not _tells_more(lattice, place[1] + 1, end):
                yield _there(lattice, begin, place, end)
    yield from _named_once(lattice, remarks)


def _named_once(lattice: Lattice, remarks: Remarks) -> Iterator[TakenUp]:
    """The utterance with the one file that its first sentence tells of in the place of the first word that points.

    "A.txt is no helpful name, rename it": what is told neither orders nor delays; it may speak against the command.
    """
    text, tokens = lattice.text, lattice.tokens
    for mark in range(1, min(lattice.size - 2, LONGEST_TOLD)):
        files = [at for at in range(mark) if _is_file(lattice, at)]
        asked = tokens[mark].shape == "mark" and lattice.low[mark] != INTRODUCING and lattice.begins_clause(mark + 1)
        told = asked and len(files) == 1 and _only_tells(lattice, remarks, mark)
        elsewhere = told and _past_place(lattice, files[0] + 1) == files[0] + 1 and _says_where(lattice, files[0], mark)
        at = _pointing(lattice, mark + 1) if told and not elsewhere else None
        if at is not None and not any(_is_file(lattice, word) for word in range(mark + 1, at)):
            end = _past_place(lattice, files[0] + 1)
            begin = _named_from(lattice, files[0])
            named, before = lattice.text_of(begin, end), text[tokens[mark + 1].start : tokens[at].start]
            stop = len(before) + len(lattice.text_of(begin, files[0] + 1))
            said = lattice.text_of(0, mark)
            yield TakenUp(before + named + text[tokens[at].end :], len(before), stop, told=said)


def _only_tells(lattice: Lattice, remarks: Remarks, end: int) -> bool:
    """Whether the words up to a token tell something, and neither order nor forbid nor delay anything, or doubt it."""
    harmless = remarks.harmless
    tells = any(
        lattice.class_name(at) == "being"
        or lattice.in_set(at, "states")
        or (_is_file(lattice, at - 1) and remarks.statements.tells(at))
        for at in range(1, end)
    )
    open_ended = any(lattice.in_set(at, name) for at in range(end) for name in ("nobody", "when", "someday"))
    if not tells or open_ended or lattice.begins_clause(0) or harmless.doubted(0, end) or harmless.doubt_begins(0, end):
        return False
    return not any(
        harmless.turns(at) or lattice.in_set(at, "reporting") or (at and lattice.at(at - 1, "joint"))
        for at in range(end)
        if lattice.class_name(at) != "negation" or lattice.in_set(at, "conditional")
    )


def _named_from(lattice: Lattice, file: int) -> int:
    """Where the name of a file that is there begins, if that has several words: "*specials* board.txt is wrong"."""
    longer = range(max(file - LONGEST_SUBJECT, 0), file)
    return next((at for at in longer if lattice.words_of(at, file + 1).lower() in lattice.known.files), file)


def _past_place(lattice: Lattice, at: int) -> int:
    """Where a place ends that stands behind a file: "a.txt *on the desktop*"."""
    place = at + 1 + lattice.in_set(at + 1, "determiner")
    led = lattice.class_name(at) == "preposition"
    return max((end for end in lattice.ends(place, "anchor") if led), default=at)


def _explained(lattice: Lattice) -> Iterator[TakenUp]:
    """The utterance with what it says at its end was meant in the place of the first word that points to something."""
    text, tokens = lattice.text, lattice.tokens
    for behind, slipped, _ in lattice.ending(lattice.size, "meant"):
        if not slipped:
            yield from _explained_place(lattice, behind)
        marks = [at for at in range(1, behind) if lattice.low[at] == MARK]
        at = _pointing(lattice, 0)
        if slipped or not marks or at is None or at >= marks[-1] or behind - marks[-1] > LONGEST_SUBJECT:
            continue
        begin, named = tokens[at].start, lattice.text_of(marks[-1] + 1, behind)
        said = text[:begin] + named + text[tokens[at].end : tokens[marks[-1]].start]
        yield TakenUp(said, begin, begin + len(named), sure=True)


def _explained_place(lattice: Lattice, behind: int) -> Iterator[TakenUp]:
    """The utterance with where a file is, as it says at its end, behind the file: "…, the one in Documents I mean"."""
    text, tokens = lattice.text, lattice.tokens
    mark = next((at for at in range(behind - 1, 0, -1) if tokens[at].shape == "mark"), 0)
    place = mark + 2 + lattice.in_set(mark + 1, "determiner")
    which = mark > 0 and place < behind and lattice.in_set(place - 1, "noun_again")
    files = [at for at in range(mark) if tokens[at].shape == FILE]
    if which and lattice.class_name(place) == "preposition" and len(files) == 1:
        file = tokens[files[0]]
        said = f"{text[: file.end]} {lattice.text_of(place, behind)}{text[file.end : tokens[mark].start]}"
        yield TakenUp(said, file.start, file.end, sure=True)


def _beginnings(lattice: Lattice) -> list[int]:
    """Where a statement may begin: at the beginning, or behind a mark or what is only said along."""
    found = [0]
    for at in range(1, lattice.size):
        along = lattice.class_name(at - 1) == "filler" or bool(lattice.ending(at, "exclaimed"))
        if lattice.tokens[at - 1].shape == "mark" or (along and found[-1] == at - 1):
            found.append(at)
    return found


def _subjects(lattice: Lattice, remarks: Remarks, begin: int) -> Iterator[tuple[int, int]]:
    """Where the subject of a statement ends, and its verb: the first that may be one."""
    statements = remarks.statements
    for at in range(begin, min(lattice.size, begin + LONGEST_SUBJECT + 1)):
        token = lattice.tokens[at]
        if token.shape not in NAMING_SHAPES or (lattice.class_name(at) in NO_SUBJECT):
            return
        plain = lattice.in_set(at, "determiner") or lattice.in_set(at, "adjective")
        if (lattice.in_set(at, "own_subject") and not plain) or (at > begin and _orders_it(lattice, begin, at)):
            return
        if at > begin and statements.tells(at) and not lattice.in_set(at - 1, "determiner"):
            yield at, at
            return
        if token.low.endswith(HAS) and at + 1 < lattice.size and not plain and statements.tells(at + 1, shortened=True):
            yield at + 1, at
            return


def _orders_it(lattice: Lattice, begin: int, at: int) -> bool:
    """Whether a verb orders something that a token leads to, and names none: "*show me* what is in it"."""
    led = lattice.class_name(at) == "pronoun" or lattice.in_set(at, "determiner") or lattice.begins(at, "asks")
    return led and orders_at(lattice, begin)


def _names_more(lattice: Lattice, begin: int, subject: int, at: int) -> bool:
    """Whether another file than the subject is named before a word that points, so that it is open which is meant."""
    return any(_is_file(lattice, word) for word in range(at) if not begin <= word < subject)


def _says_where(lattice: Lattice, start: int, end: int) -> bool:
    """Whether a place is said between two tokens: what is "in documents" is meant there and nowhere else."""
    for at in range(start, end - 1):
        place = at + 1 + lattice.in_set(at + 1, "determiner")
        known = place < end and (lattice.at(place, "anchor") or lattice.low[place] in lattice.known.folders)
        if known and lattice.class_name(at) == "preposition":
            return True
    return False


def _told(lattice: Lattice, remarks: Remarks, begin: int) -> int | None:
    """The verb of what is told of a place: of what the speaker did or has, what there is, or how something there is."""
    if lattice.in_set(begin, "there_is"):
        return begin + (lattice.class_name(begin + 1) == "being")
    own = remarks.statements.verb(begin, lattice.size)
    if own is not None:
        return own
    last = min(lattice.size, begin + LONGEST_PLACED)
    within = range(begin + 1, next((at for at in range(begin + 1, last) if lattice.is_word(at, INTRODUCING)), last))
    being = (at for at in within if lattice.class_name(at) == "being")
    behind = (at for at in within if _is_file(lattice, at - 1) and remarks.statements.tells(at))
    return min((*being, *behind), default=_found_there(lattice, begin))


def _found_there(lattice: Lattice, begin: int) -> int | None:
    """The noun of what is said to be in a file without a verb, up to a mark: "embarrassing *typo* in a.docx, …"."""
    for at in range(begin, min(lattice.size - 1, begin + LONGEST_SUBJECT)):
        if lattice.class_name(at) == "preposition":
            file = at + 1 + lattice.in_set(at + 1, "determiner")
            ended = file + 1 < lattice.size and lattice.tokens[file + 1].shape == "mark"
            return at - 1 if at > begin and ended and _is_file(lattice, file) else None
        if lattice.tokens[at].shape != "word" or lattice.at(at, "verb"):
            return None
    return None


def _ends(lattice: Lattice, remarks: Remarks, begin: int, verb: int) -> Iterator[int]:
    """Where the statement may end: where a command begins, with nothing in it that changes what is meant."""
    for at in range(verb + 1, min(lattice.size, begin + LONGEST_TOLD)):
        asked = lattice.begins_clause(at) or bool(lattice.at(at, "request")) or lattice.class_name(at) == "filler"
        if remarks.statements.is_told(begin, verb, at):
            yield from (end for end in lattice.ends(at, "conclusion") if end < lattice.size)
            if asked:
                yield at
        if not _is_file(lattice, at) and remarks.statements.bars(at, begin, verb):
            return


def _tells_more(lattice: Lattice, start: int, end: int) -> bool:
    """Whether something else is told between two tokens: "a typo in a.docx, *sage is frozen*, kill it"."""
    return any(lattice.tokens[at].shape == "mark" for at in range(start, end - 1))


def _place(lattice: Lattice, start: int, end: int) -> tuple[int, int] | None:
    """The one file that is told of between two tokens as where something is: "in a.docx", "in the report"."""
    files = [at for at in range(start, end) if _is_file(lattice, at)]
    if len(files) != 1:
        return None
    led = files[0] - lattice.in_set(files[0] - 1, "determiner")
    placed = lattice.class_name(led - 1) == "preposition" or lattice.in_set(led - 1, "throughout")
    return (led, files[0]) if placed else None


def _is_file(lattice: Lattice, at: int) -> bool:
    """Whether a file is named at a token: with its extension, or as a certain one that is there, "the report"."""
    if lattice.tokens[at].shape == FILE:
        return True
    return lattice.low[at] in lattice.known.files and lattice.in_set(at - 1, "determiner")


def _pointing(lattice: Lattice, start: int) -> int | None:
    """The first word from a token on that points to one thing."""
    return next((at for at in range(start, lattice.size) if _points(lattice, at)), None)


def _points(lattice: Lattice, at: int) -> bool:
    one = (value == ITSELF and end == at + 1 and not cost for end, cost, value in lattice.at(at, POINTING))
    return lattice.class_name(at) == "pronoun" and any(one)


def _in_short(lattice: Lattice, remarks: Remarks, told: tuple[int, int, int], at: int) -> Iterator[TakenUp]:
    """The utterance with nothing between what is told of a thing and the verb right before the word that points to it.

    "Vlc froze, i have nothing to save, kill it": what is said between names nothing, and joins nothing on.
    """
    begin, verb, end = told
    between = range(end, at - 1)
    commanded = at in lattice.ends(at - 1, "verb")
    kept = any(remarks.harmless.keeps_out(word) or lattice.class_name(word) == "joint" for word in between)
    if between and commanded and not kept:
        text, tokens = lattice.text, lattice.tokens
        said = text[: tokens[end - 1].end].rstrip(MARK)
        yield TakenUp(f"{said}{MARK} {text[tokens[at - 1].start :]}", tokens[begin].start, tokens[verb - 1].end)


def _taken_up(lattice: Lattice, begin: int, subject: int, end: int, at: int) -> TakenUp:
    text, tokens = lattice.text, lattice.tokens
    named = lattice.text_of(begin, subject).removesuffix(HAS)
    told = lattice.text_of(begin, end)
    hangs = any(lattice.in_set(word, "hanging") for word in range(subject, end))
    if hangs and end < at and lattice.in_set(at - 1, "killing"):  # What hangs is a program, and no file of its name.
        order = (
            text[tokens[end].start : tokens[at - 1].start] + f"{next(iter(lattice.grammar.words['killing_surely']))} "
        )
    else:
        order = text[tokens[end].start : tokens[at].start]
    before = text[: tokens[begin].start] + order
    return TakenUp(before + named + text[tokens[at].end :], len(before), len(before) + len(named), told=told)


def _there(lattice: Lattice, begin: int, place: tuple[int, int], end: int) -> TakenUp:
    text, tokens = lattice.text, lattice.tokens
    led, file = place
    before = text[: tokens[begin].start] + lattice.text_of(led - 1, led)
    named = lattice.text_of(led, file + 1)
    start = len(before) + 1 + len(named) - len(tokens[file].text)
    return TakenUp(f"{before} {named}, {text[tokens[end].start :]}", start, len(before) + 1 + len(named))
