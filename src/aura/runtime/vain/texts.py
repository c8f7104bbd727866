"""Texts that were hardly meant as they stand: they name what should be written, or speak of another text."""

from __future__ import annotations

from aura.capability.effect import Effect
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import Predicates
from aura.language.words.tokens import CELL
from aura.runtime.vain.view import COLON, FILE, MARK, TEXTUAL, WORD, Text, View
from aura.understanding.antecedents import IN_ROWS, PAIR_OF, sense_of

LONGEST_IDEA, LONGEST_NAME, LONGEST_REST = 6, 3, 2
"""Words in which it is named what somebody is to think of, of a name that is there, and of "the rest"."""


def is_only_an_article(text: Text, view: View) -> str | None:
    """ "Call *the* morning setup macro early bird": what is no name, and belongs to the words behind it."""
    lattice, said = view.lattice, view.places_of([text.value.lower()])
    article = len(text.value) > 1 and said and lattice.class_name(said[0]) == "article"
    if article and all(at + 1 < lattice.size and _begins_a_noun(at + 1, lattice) for at in said):
        return f'"{text.value}" is no name and no text; say what you mean, or put it in quotes.'
    return None


def only_leads(text: Text, view: View) -> str | None:
    """ "Write the following *in* it": a word that leads to a place is no text, but one may be looked for as a word."""
    sought = text.asks(*TEXTUAL) and view.is_announced(text)
    said = view.places_of([text.value.lower()]) if text.fills(*TEXTUAL) and not sought else ()
    if said and all(view.lattice.class_name(at) == "preposition" for at in said):
        return f'"{text.value}" is no text; say what should be written, or put it in quotes.'
    return None


def _begins_a_noun(at: int, lattice: Lattice) -> bool:
    """Whether a word may go on with an article before it: "the *link*", not "the *and*" and "the *everywhere*"."""
    apart = lattice.class_name(at) in ("preposition", "joint")
    apart = apart or lattice.in_set(at, "adverb") or lattice.in_set(at, "throughout")
    return lattice.tokens[at].shape == WORD and not apart


def only_points(text: Text, view: View) -> str | None:
    """ "Write *the following* in a.txt": what only points at a text is none."""
    pointed = text.fills(*TEXTUAL) and any(view.is_in(word, "announcing") for word in text.low)
    if (
        pointed
        and len(text.low) > 1
        and all(view.is_in(word, "announcing", "determiner", "text_intro") for word in text.low)
    ):
        return f'"{text.value}" is no text; say what should be written.'
    return None


def only_asks_kindly(text: Text, view: View) -> str | None:
    """ "Type this for me *please*": what is only polite, and stands behind what points at a text, is none."""
    lattice = view.lattice
    if not text.fills(*TEXTUAL) or not all(view.is_in(word, "polite") for word in text.low):
        return None
    for place in view.places_of(text.low):
        begin = max((at for at in range(place) if lattice.at(at, "verb") or lattice.at(at, "intent")), default=place)
        pointed = next((at for at in range(begin + 1, place) if lattice.in_set(at, "demonstrative")), None)
        if pointed is not None:
            return f'"{lattice.low[pointed]}" would be left out; say the text.'
    return None


def says_nothing(text: Text, view: View) -> str | None:
    """ "Set its content to *empty*", "write *both* in a.txt": a word for nothing, or one that stands for others."""
    others = len(text.low) == 1 and view.is_of_class(text.low[0], "quantifier", "pronoun")
    vague = _is_written(text) and (others or view.is_in(text.value.lower(), "nothing_written"))
    return _unsaid(text) if vague and not view.is_announced(text) else None


def is_only_a_unit(text: Text, view: View) -> str | None:
    """ "Add *a paragraph* to a.txt", "add *some lines*": what only names how much should be written."""
    led, _, named = text.value.lower().rpartition(" ")
    leads = view.is_in(led, "determiner") or (_is_written(text) and _leads_to_idea(led, view))
    return _unsaid(text) if leads and view.is_in(named, "unit_of_text") else None


def is_yet_to_be_written(text: Text, view: View) -> str | None:
    """ "Write *a poem about rain* in a.txt", "*my shopping list*": what names only what somebody is to think of."""
    low, begin = text.low, _begin_of_idea(text, view)
    told = any(word.endswith(COLON) for word in low)
    if told or not _is_written(text) or len(low) > LONGEST_IDEA or _is_a_unit(low[begin:], view):
        return None
    within = range(begin, min(begin + (2 if begin else 1), len(low)))
    named = next((at for at in within if view.is_in(low[at], "composed")), len(low))
    behind = low[named + 1] if named + 1 < len(low) else ""
    about = view.is_of_class(behind, "preposition") and (begin > 0 or not view.is_in(behind, "infinitive"))
    thought_of = about or (begin > 0 and named + 1 == len(low))
    return _unsaid(text) if thought_of and not view.is_announced(text) else None


def is_written_in_a_style(text: Text, view: View) -> str | None:
    """ "Write *hello in bold* in a.docx": how a text should look is none of it."""
    low = text.low
    styled = len(low) > 2 and view.is_in(low[-1], "style") and view.is_in(low[-2], "inwards")
    unit = _is_a_unit(low[_begin_of_idea(text, view) :], view)
    return _unsaid(text) if styled and not unit and _is_written(text) and not view.is_announced(text) else None


def _begin_of_idea(text: Text, view: View) -> int:
    """Where the words end that may stand before what is thought of."""
    return next((at for at, word in enumerate(text.low) if not _leads_to_idea(word, view)), len(text.low))


def _is_a_unit(low: list[str], view: View) -> bool:
    """Whether words begin with what only says how much is written: "*paragraph* about …"."""
    return bool(low) and view.is_in(low[0], "unit_of_text") and not view.is_in(low[0], "composed")


def _is_written(text: Text) -> bool:
    return bool(text.seen.changes) and text.fills("content", "text")


def _leads_to_idea(word: str, view: View) -> bool:
    """Whether a word may stand before what is thought of: "*a few* ideas", "*all the* names"."""
    return view.counts(word) or view.is_in(word, "adjective") or view.is_of_class(word, "quantifier")


def _unsaid(text: Text) -> str:
    return f'"{text.value}" does not say what should be written; say that, too.'


def says_what_is_read(text: Text, view: View) -> str | None:
    """ "Remember *what notes.txt says*": what speaks of what would have to be read first."""
    low = text.low
    read = view.is_in(low[-1], "says_so") or any("." in word[:-1] for word in low)
    return _word_for_word(text) if read and _is_kept(text) and view.is_in(low[0], "embedding") else None


def says_each_one(text: Text, view: View) -> str | None:
    """ "Write *hello in both*": what ends in the files that it should go into, or in each of what is listed."""
    apart = (at for at in range(1, len(text.low)) if text.low[at - 1].endswith(","))
    each = next((at for at in apart if view.is_in(text.low[at], "each_one")), None)
    laid = each is not None and (text.low[each:] == text.low[-1:] or view.is_in(text.low[-1], "unit_of_text"))
    if laid and _is_kept(text):
        return f'"{text.value}" may not be just the text; say only the text, in quotes.'
    led = len(text.low) > 2 and view.is_of_class(text.low[-2], "preposition")
    if led and _is_kept(text) and view.is_in(text.low[-1], "each_one"):
        return f'"{text.value}" does not say which files are meant; name them.'
    return None


def says_one_of_several(text: Text, view: View) -> str | None:
    """ "Make a.txt and b.txt and write *hello in the latter*": what ends in the one of them that it should go into."""
    said = text.said
    rows = IN_ROWS if len(view.changes) > 1 else (PAIR_OF,)
    led = (at for at in range(1, said.size) if said.class_name(at - 1) == "preposition")
    hits = ((end, cost, sense) for at in led for end, cost, sense in said.at(at, "it"))
    counts = any(end == said.size and not cost and sense_of(sense).how in rows for end, cost, sense in hits)
    if counts and _is_kept(text):
        return f'"{text.value}" does not say which file is meant; name it.'
    return None


def _is_kept(text: Text) -> bool:
    """Whether a text of several words is written somewhere, or remembered."""
    return bool(text.seen.changes or "fact" in text.step.inputs) and len(text.low) > 1


def stands_for_another(text: Text, view: View) -> str | None:
    """ "Type *the clipboard*": what would have to be looked up first."""
    at_all = ((at, hit) for at in view.places_of(text.low) for hit in view.lattice.at(at, "gives"))
    given = any(not cost and end == at + len(text.low) for at, (end, cost, _) in at_all)
    return _word_for_word(text) if given and text.fills(*TEXTUAL) else None


def is_part_of_what_is_there(text: Text, view: View) -> str | None:
    """ "Copy *B2 of the budget*", "add *everything from old.txt* to a.txt": what would have to be looked up first.

    What tells something of it is a text: "the key is in the archive".
    """
    said, size = text.said, text.said.size
    there = {*view.lattice.known.files, *view.lattice.known.folders}
    for at in (at for at in range(size - 1) if said.in_set(at, "part_of")):
        begin = said.skip(at + 1, "determiner")
        named = said.words_of(begin, size).lower() in there if begin < size else False
        led = begin > at + 1 or any(token.shape == FILE for token in said.tokens[begin:])
        part = at > 0 and (said.in_set(at - 1, "parts_of_things") or CELL.fullmatch(said.low[at - 1]) is not None)
        if named and led and part and not any(map(view.tells, text.low)) and not view.is_announced(text):
            return _word_for_word(text) if text.fills(*TEXTUAL) else None
    return None


def names_what_is_there(text: Text, view: View) -> str | None:
    """ "Write the content of *the notes and the draft* into all.txt": files that would have to be read."""
    said, there = text.said, {*view.lattice.known.files, *view.lattice.known.folders}
    joints = [at for at in range(said.size) if said.class_name(at) == "joint"]
    parts = zip([0, *(at + 1 for at in joints)], [*joints, said.size], strict=True)
    named = [
        (said.skip(start, "determiner") > start, said.words_of(said.skip(start, "determiner"), end))
        for start, end in parts
    ]
    if joints and text.fills(*TEXTUAL) and all(led and name.lower() in there for led, name in named):
        return _word_for_word(text)
    return None


def asks_what_it_is(text: Text, view: View) -> str | None:
    """ "Take *what is* on the clipboard and save it": the beginning of what would have to be looked up."""
    begun = len(text.low) == 2 and view.is_in(text.low[0], "embedding", "whichever") and view.tells(text.low[1])
    return _word_for_word(text) if begun and text.fills(*TEXTUAL) else None


def names_own_data(text: Text, view: View) -> str | None:
    """ "Add *my name* to a.txt", "type *my phone number*": what is known of its speaker, and was not said."""
    kinds = {2: "own_data", 3: "own_details"}.get(len(text.low))
    own = kinds is not None and view.is_in(text.low[0], "possessive") and view.is_in(text.low[-1], kinds)
    return _word_for_word(text) if own and text.fills(*TEXTUAL) else None


def points_at_what_is_shown(text: Text, view: View) -> str | None:
    """ "Save this *page* to a.txt": one word that is pointed at."""
    if not text.fills(*TEXTUAL) or len(text.low) > 1 or not view.is_in(text.low[0], "shown_here", "text_intro"):
        return None
    pointed = any(view.lattice.in_set(at - 1, "announcing") for at in view.places_of(text.low))
    return _word_for_word(text) if pointed else None


def puts_together(text: Text, view: View) -> str | None:
    """ "Put *q1 and q2 together* in all.txt": what is to be made one would have to be read."""
    said, last = text.said, text.said.size - 1
    joined = any(said.in_set(at, "coordinating") for at in range(1, last))
    tells = joined and Predicates(said).verb(0, said.size) is not None
    if joined and not tells and said.in_set(last, "made_one") and text.fills(*TEXTUAL) and not view.is_announced(text):
        return _word_for_word(text)
    return None


def _word_for_word(text: Text) -> str:
    return f'"{text.value}" would be kept word for word; say what it should say.'


def begins_in_a_file(text: Text, view: View) -> str | None:
    """ "Overwrite *notes.txt with* nothing to report": a file that leads a text, with a preposition behind it."""
    lattice, begins = view.lattice, view.places_of(text.low[:2]) if len(text.low) > 1 else ()
    named = (at for at in begins if lattice.tokens[at].shape == FILE)
    if any(lattice.class_name(at + 1) == "preposition" for at in named) and not view.is_announced(text):
        return f'"{text.value}" may not be a text; say it another way, or put the text in quotes.'
    return None


def begins_with_what_replaces(text: Text, view: View) -> str | None:
    """ "Replace all that is there *by Samovar*": what leads to the text that takes the place is none of it."""
    lattice = view.lattice
    for at in view.places_of(text.said.low) if text.fills(*TEXTUAL) else ():
        verbs = (word for word in range(at - 1, -1, -1) if lattice.in_set(word, "substituting"))
        told = next(verbs, None)
        marked = told is None or any(lattice.tokens[word].shape == MARK for word in range(told, at))
        marked = marked or lattice.begins(at - 1, "replacement")  # "Replace it with *by the sea*".
        if not marked and text.said.size > 1 and lattice.class_name(at) and lattice.begins(at, "replacement"):
            return f'"{text.value}" begins with what leads to it; put the text in quotes.'
    return None


def goes_to_another(text: Text, view: View) -> str | None:
    """ "Add bread *to the shopping list and* pens to a.txt": what names another place for some of it is no text."""
    said, known = text.said, view.lattice.known.files
    if not text.fills("content", "text"):
        return None
    low = view.lattice.low
    behind = {low[at + said.size] for at in view.places_of(said.low) if at + said.size < len(low)}
    for at in (at for at in range(1, said.size - 2) if said.low[at] in behind):
        begin = at + 1 + said.in_set(at + 1, "determiner")
        ends = range(begin + 1, min(begin + LONGEST_NAME, said.size - 1) + 1)
        if any(said.words_of(begin, end).lower() in known and said.in_set(end, "coordinating") for end in ends):
            return f'"{text.value}" may be two texts; say one after the other.'
    return None


def forgets_what_is_left(text: Text, view: View) -> str | None:
    """ "Open a.txt and forget *the rest*": what is only not to be cared about is nothing to be forgotten."""
    lost = text.seen.effect == Effect.DESTROYS and text.fills("query")
    rest = len(text.low) <= LONGEST_REST and view.is_in(text.low[-1], "remainder")
    return f'"{text.value}" names nothing that could be forgotten.' if lost and rest else None
