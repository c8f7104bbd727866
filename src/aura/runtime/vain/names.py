"""Names that were hardly meant: of what is new, of what is not there, or of another thing."""

from __future__ import annotations

from pathlib import PurePath

from aura.capability.effect import Effect
from aura.contracts.change import Change, Copy, MakeFolder, Move, WriteFile
from aura.contracts.plan import holds_path
from aura.documents.family import family_of
from aura.language.decoding.account import free_tokens
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import STOPS
from aura.language.utterance.predicates import NAMING
from aura.language.words.tokens import CELL
from aura.providers.known_words import is_anybodys
from aura.runtime.vain.view import COLON, FILE, MARK, TEXTUAL, WORD, WORDS, Text, View, new_name, renames

WEB = ("http://", "https://")
SHORTEST_NAME, FOLDER = 3, "folder"
NAME_AND_VERB = 2
STATES = ("condition", "participle", "ended", "quality")
"""Sets of words for how something is: "ready", "printed", "done", "hidden"."""


def empty_note(change: Change, view: View) -> str | None:
    """ "Write a note: *buy stamps*": what stands behind a colon is what a new file should say, and not its name."""
    lattice, path = view.lattice, new_name(change)
    if path is None or not isinstance(change, WriteFile) or change.content:
        return None
    name = path.stem.lower().split()
    marks = (at - 1 for at in view.places_of(name) if 1 < at < lattice.size and lattice.low[at - 1] == COLON)
    if all(_leads_to_a_name(lattice, at - 1) for at in marks):
        return None
    return f'"{" ".join(name)}" may be what it should say; say that, and what it should be called.'


def _leads_to_a_name(lattice: Lattice, at: int) -> bool:
    """Whether a name follows a word before a colon: "a file *called*: x", "a new *file*: x", but not "a *note*: x"."""
    kind = bool(lattice.at(at, "kind")) and not lattice.in_set(at, "text_intro")
    return kind or lattice.class_name(at) in NAMING


def named_in_part(change: Change, view: View) -> str | None:
    """ "A folder called *books to read*": what follows the name of several things may be of it."""
    name = PurePath(change.destination) if isinstance(change, Move) and renames(change) else new_name(change)
    if name is None:
        return None
    lattice, words = view.lattice, name.stem.lower().split()
    for at in view.places_of(words):
        end = at + len(words)
        said = at > 0 and end + 1 < lattice.size and lattice.class_name(at - 1) in (*NAMING, "preposition", "kind")
        several = lattice.ends_like(end - 1, "subject") and not lattice.ends_like(end - 1, "no_subject")
        if said and several and lattice.in_set(end, "infinitive") and lattice.tokens[end + 1].shape == WORD:
            return f'"{name.stem}" may not be the whole name; put it in quotes.'
    return None


def named_by_a_filler(change: Change, view: View) -> str | None:
    """ "Create *basically* in documents": a word that only fills names nothing new, unless that is called so."""
    lattice, name = view.lattice, new_name(change)
    for at in view.places_of([name.stem.lower()]) if name is not None else ():
        fills = at + 1 in lattice.ends(at, "filler")
        called = lattice.class_name(at - 1) in (*NAMING, "kind", "determiner", "article")
        if fills and not called and lattice.tokens[at].shape == WORD:
            return f'"{lattice.low[at]}" may be no name; put the name in quotes.'
    return None


def named_by_where_it_is_done(change: Change, view: View) -> str | None:
    """ "a.docx, dear becomes hello *everywhere*": where something is done is no new name, unless it is called so."""
    words = PurePath(change.destination).stem.lower().split() if isinstance(change, Move) and renames(change) else []
    for at in view.places_of(words) if len(words) == 1 and view.is_in(words[0], "throughout") else ():
        called = at > 0 and view.lattice.class_name(at - 1) in (*NAMING, "preposition")
        if view.lattice.tokens[at].shape == WORD and not called:
            return f'"{words[0]}" may be no name; put the name in quotes.'
    return None


def named_by_a_statement(change: Change, view: View) -> str | None:
    """ "Make a note x, and thanks, *you're very good*": what tells of somebody names nothing, unless called so."""
    lattice, name = view.lattice, new_name(change)
    said = name.stem.lower().split() if name is not None else []
    for at in view.places_of(said) if said else ():
        called = at > 0 and lattice.class_name(at - 1) in NAMING
        if lattice.in_set(at, "statement_opening") and lattice.tokens[at].shape == WORD and not called:
            return f'"{lattice.text_of(at, at + len(said))}" may be no name; put the name in quotes.'
    return None


def named_by_what_it_is(change: Change, view: View) -> str | None:
    """ "Create a folder *Trip means holiday*": what tells something names nothing, unless it is called so."""
    lattice, name = view.lattice, new_name(change)
    said = name.stem.lower().split() if name is not None else []
    for at in view.places_of(said) if len(said) > NAME_AND_VERB else ():
        called = at > 0 and lattice.class_name(at - 1) in NAMING
        tells = any(lattice.in_set(word, "equating") for word in range(at + 1, at + len(said) - 1))
        if tells and not called and lattice.tokens[at].shape == WORD:
            return f'"{lattice.text_of(at, at + len(said))}" may be no name; put the name in quotes.'
    return None


def made_as_the_one(change: Change, view: View) -> str | None:
    """ "Paste it into *the chat*": what is spoken of as if it were there is no new file, unless that is called so.

    Nor is it a new folder where none is spoken of: "make *the leaflet* into a booklet".
    """
    lattice, name = view.lattice, new_name(change)
    made = [step.inputs.get("path") for step in view.planned.steps]
    shown = name is not None and bool(name.suffix) and _says_ending(name, view)
    if name is None or shown or (isinstance(change, MakeFolder) and change.path not in made):
        return None
    said = [word for word in name.stem.lower().split() if not view.is_in(word, "definite")]
    spoken = [at for at in view.places_of(said) if at]
    called = any(lattice.class_name(at - 2) in NAMING for at in spoken)
    folder = isinstance(change, MakeFolder)
    kinds = (kind for at in range(lattice.size) for _, cost, kind in lattice.at(at, "kind") if folder and not cost)
    called = called or FOLDER in kinds
    if spoken and not called and all(lattice.in_set(at - 1, "definite") for at in spoken):
        return (
            f'There is no {"folder" if folder else "file"} "{name.stem}"; say its whole name, or that it is to be made.'
        )
    return None


def _says_ending(name: PurePath, view: View) -> bool:
    """Whether the ending of a new name was said, by itself or as a kind: "*menu.txt*", "a *text* file"."""
    lattice = view.lattice
    kinds = (kind for at in range(lattice.size) for _, _, kind in lattice.at(at, "kind"))
    return bool(view.places_of(name.name.lower().split())) or name.suffix in kinds


def ends_in_how_many(change: Change, view: View) -> str | None:
    """ "A deck called kick off *with three* slides welcome, plan and end": how many there are is of no name."""
    lattice, name = view.lattice, new_name(change)
    low = name.stem.lower().split() if name is not None else []
    counted = len(low) > 2 and view.says_how_many(low[-1]) and view.is_of_class(low[-2], "preposition")
    for at in view.places_of(low) if counted else ():
        if lattice.in_set(at + len(low), "counted_items"):
            return f'"{lattice.text_of(at, at + len(low))}" holds how many there are; put the name in quotes.'
    return None


def made_as_what_is_there(change: Change, view: View) -> str | None:
    """ "Make a folder party and *the budget* in it": what is there, and spoken of so, is no new folder as well."""
    lattice, words = view.lattice, PurePath(change.path).name.lower().split() if isinstance(change, MakeFolder) else []
    for at in view.places_of(words) if " ".join(words) in lattice.known.files else ():
        if at > 1 and lattice.in_set(at - 1, "definite") and lattice.in_set(at - 2, "coordinating"):
            name = lattice.text_of(at, at + len(words))
            return f'"{name}" is there already; say that it is to be moved, or called so.'
    return None


def made_beside_what_is_there(change: Change, view: View) -> str | None:
    """ "Make a folder party, *a.txt in there*": a file that is here is hardly made anew, and empty, in a new folder.

    One that is said to be a file may be: "a folder party with *a file a.txt* in it".
    """
    path = new_name(change)
    if path is None or not isinstance(change, WriteFile) or change.content or path.parent not in view.folders:
        return None
    lattice, name = view.lattice, path.name.lower()
    said = (lattice.class_name(at - 1) in NAMING or lattice.ended(at, "kind") for at in view.places_of([name]))
    if name not in lattice.known.files or any(said):
        return None
    return f'"{path.name}" is here already; say whether it goes there, or a new one is to be made.'


def named_by_how_it_is(change: Change, view: View) -> str | None:
    """ "I want Word *closed*": how a program is to be is no name of a document of its kind."""
    lattice, name = view.lattice, new_name(change)
    for at in view.places_of([name.stem.lower()]) if isinstance(change, WriteFile) and name is not None else ():
        program = at > 1 and lattice.begins(at - 1, "kind") and lattice.low[at - 1] in view.names
        how = any(lattice.in_set(at, state) for state in STATES) or lattice.ends_like(at, "past")
        if program and how and not lattice.in_set(at - 2, "determiner"):
            return f'"{lattice.low[at]}" may be no name; say what should be done, or put the name in quotes.'
    return None


def inside_what_is_not(view: View) -> str | None:
    """ "A folder called *Singing in the Rain*": a place that is not there, named as if it were, may be of the name."""
    lattice, made = view.lattice, {path.name.lower(): path.name for path in reversed(view.folders)}
    called = (at for at in range(lattice.size) if lattice.class_name(at) in NAMING)
    for at in range(min(called, default=lattice.size) + 2, lattice.size - 2):
        kind = lattice.at(at + 2, "kind") or lattice.at(at + 3, "kind")
        new = made.get(lattice.low[at + 2]) if _leads_inside(lattice, at) and not kind else None
        if new is not None and lattice.in_set(at + 1, "determiner"):
            return f"There is no folder {new}; put the whole name in quotes, or name a folder."
    return None


def made_in_a_program(view: View) -> str | None:
    """ "Make a card *in Word* for Emma": a new folder is called like a program only where it is said to be a folder."""
    lattice, names = view.lattice, [path.name for path in reversed(view.folders) if path.name.strip()]
    made = {name.lower().split()[0]: name for name in names}
    for at in range(lattice.size if made else 0):
        begin = lattice.skip(at + 1, "determiner")
        if not _leads_inside(lattice, at) or begin >= lattice.size or lattice.at(begin + 1, "kind"):
            continue
        word, name = lattice.low[begin], made.get(lattice.low[begin])
        program = word in view.names or lattice.in_set(begin, "browsing")
        called = any(lattice.class_name(to - 1) in (*NAMING, "kind") for to in view.places_of([word]))
        if program and name is not None and not called and lattice.tokens[begin].shape == WORD:
            return f'There is no folder "{name}"; say that it is to be made, or open the program.'
    return None


def _leads_inside(lattice: Lattice, at: int) -> bool:
    """Whether a place may follow a word: "*in* the Rain"."""
    return lattice.class_name(at) == "preposition" and bool(lattice.at(at, "in"))


def kind_for_name(change: Change, view: View) -> str | None:
    """ "Save a.xlsx *as csv*", "put it *as pdf* on the desktop": a kind of file is no name of it."""
    lattice, name = view.lattice, PurePath(change.destination).stem.lower() if isinstance(change, Move | Copy) else ""
    places = view.places_of([name]) if view.is_in(name, "extension") else []
    if any(isinstance(change, Copy) or lattice.in_set(max(at - 1, 0), "as_what") for at in places):
        return f'"{name}" is a kind of file; say what it should be called.'
    return None


def made_of_another(change: Change, view: View) -> str | None:
    """ "Make the essay into *a document*": what is one of a kind is no name of a new folder that nothing leads to."""
    name = PurePath(change.path).name.lower() if isinstance(change, MakeFolder) else ""
    places = view.places_of(name.split()) if " " in name and view.is_in(name.split()[0], "determiner") else []
    led = (view.lattice.low[at - 1] for at in places if at)
    if any(not (view.leads_to_name(word) or view.is_of_class(word, "kind")) for word in led):
        return f'"{name}" is hardly a name; say "called" before it, or put it in quotes.'
    return None


def title_for_name(change: Change, view: View) -> str | None:
    """ "Change the *title* of a.docx to Trip": a title is none of a file."""
    titled = len(view.planned.steps) == 1 and any(view.is_in(low, "titling") for low in view.lattice.low)
    if titled and isinstance(change, Move) and renames(change) and family_of(change.destination):
        return "Only a file's name can be changed, not its title; say that it is to be renamed."
    return None


def called_otherwise(text: Text, view: View) -> str | None:
    """ "Close *cord*" is not "close word": a word that everybody knows is no slip of a name."""
    from rapidfuzz.distance import OSA

    low = view.lattice.low
    if text.seen.changes or ("/" in text.value and not text.value.startswith(WEB)):
        return None
    said = {*low, *(token.text.lower() for token in view.lattice.tokens)}
    names = [name for name in WORDS.findall(text.value.lower()) if len(name) >= SHORTEST_NAME and name not in said]
    for word in (word for word in low if names and len(word) > SHORTEST_NAME and word.isalpha()):
        near = any(OSA.distance(word, name) == 1 and not word.startswith(name) for name in names)
        if near and word not in view.names and is_anybodys(word):
            return f'"{word}" is nothing that is known here; say another name.'
    return None


def only_which(text: Text, view: View) -> str | None:
    """ "Switch to *the other window*", "*the previous app*": what only tells which of several has no name."""
    low = [word for word in text.low if not view.is_in(word, "determiner")]
    told = len(low) == 2 and view.is_in(low[0], "of_several", "turned_to") and view.is_in(low[1], "narrowed")
    return _which(text) if told and text.fills("window", "app") else None


def quantity_for_name(text: Text, view: View) -> str | None:
    """ "Close *every* tab", "google *it*": a word that stands for others is no name."""
    plain = text.fills(*(name for name in text.step.inputs if name not in TEXTUAL))
    return _which(text) if plain and view.is_of_class(text.value.lower(), "quantifier", "pronoun") else None


def _which(text: Text) -> str:
    return f'"{text.value}" does not say which; name it.'


def keys_of_a_word(text: Text, view: View) -> str | None:
    """ "Press ok *and* next" presses no "n": a letter is only pressed where it was said."""
    letter = len(text.value) == 1 and text.value.isalpha() and text.fills("keys")
    if letter and text.low[0] not in view.lattice.low:
        return f'"{text.value}" was not said; say which key should be pressed.'
    return None


def one_of_several(view: View) -> str | None:
    """ "Delete the *second* draft", "copy a.txt and delete the *other* file": not the one there is, or was named."""
    lattice = view.lattice
    acted = (text for step, seen in view.acts if seen.effect != Effect.READS for text in step.inputs.values())
    paths = [PurePath(text.lower()) for text in acted if isinstance(text, str) and holds_path(text)]
    all_said = bool(paths) and all(path.name in lattice.low for path in paths)
    for at in (at for at in range(1, lattice.size - 1) if lattice.in_set(at, "of_several")):
        word, thing = lattice.low[at : at + 2]
        alone = any(path.stem == thing for path in paths) and not any(word in path.stem for path in paths)
        beside = all_said and lattice.in_set(at, "adjective") and lattice.at(at + 1, "kind")
        if lattice.in_set(at - 1, "definite") and (alone or beside):
            return f'"the {word} {thing}" is none that I know of; say its whole name.'
    return None


def verb_for_name(view: View) -> str | None:
    """ "Read my todo *list*": a verb by itself, right behind a noun, is no command of its own."""
    lattice = view.lattice
    clauses = (clause for clause in view.planned.reading.clauses[1:] if clause.intent < 0 and not clause.parts)
    for at in (clause.verb[0] for clause in clauses if clause.verb is not None):
        ended = lattice.is_over(at + 1)
        joined = lattice.ending(at, "joint") or lattice.tokens[at - 1].shape == MARK
        if ended and not joined and 0 < at < lattice.size:
            return f'"{lattice.low[at]}" may be of the name before it; put the name in quotes.'
    return None


def begins_in_a_capital(view: View) -> str | None:
    """ "Delete *Now* Then.txt": a word that says nothing right before a file, and has a capital as that has."""
    lattice, free = view.lattice, free_tokens(view.planned.reading, view.lattice)
    fillers = ((at, end) for at in range(1, lattice.size) for end in lattice.ends(at, "filler"))
    for at, end in fillers:
        named = at not in free and end < lattice.size and lattice.tokens[end].shape == FILE
        if named and all(lattice.tokens[one].text[:1].isupper() for one in (at, end)):
            return f'"{lattice.text_of(at, end + 1)}" may be the whole name; put it in quotes.'
    return None


def goes_on_in_a_capital(view: View) -> str | None:
    """ "The folders *Lock*, *Mute* and *Restart*": what is joined to a name and has a capital as that may be a name.

    It is none where it is led into its place as the one before it was, nor is a cell that a sentence is about: "put
    Oslo in A1, *Rome* in A2", "A1 should say Oslo and *A2* should say Rome". Nor is what only goes on with a command:
    "press twice Tab and then *Enter*".
    """
    lattice, free = view.lattice, free_tokens(view.planned.reading, view.lattice)
    for clause in view.planned.reading.clauses[1:]:
        words = (at for at in range(clause.start, lattice.size) if _is_word_of_a_clause(lattice, at))
        at = next(words, lattice.size)
        before = next((one for one in range(at - 1, -1, -1) if _is_word_of_a_clause(lattice, one)), 0)
        joined = at < lattice.size and not any(lattice.low[one] in (*STOPS, COLON) for one in range(before, at))
        capitals = joined and all(lattice.tokens[one].text[:1].isupper() for one in (before, at))
        span = {before, *range(at, clause.end)}
        behind = next((one for one in range(at, clause.end) if one not in free), at)
        cell = at < lattice.size and CELL.fullmatch(lattice.tokens[at].text.lower()) is not None
        if clause.intent >= 0 and lattice.grammar.intents[clause.intent].follows:
            continue
        filled = clause.intent >= 0 and (cell or (at < behind and lattice.class_name(behind) == "preposition"))
        if capitals and not filled and before in free and all(lattice.tokens[one].shape != FILE for one in span):
            return f'"{lattice.tokens[at].text}" may be a name; put the names in quotes.'
    return None


def _is_word_of_a_clause(lattice: Lattice, at: int) -> bool:
    """Whether a token neither is a mark nor joins anything."""
    return lattice.tokens[at].shape != MARK and lattice.class_name(at) != "joint"


def word_for_a_name(view: View) -> str | None:
    """ "Tom, *Dick* and Harry" is no deck, "I like jazz, then *rock*" no lock: a word or name that everybody knows.

    Nor is a verb one with another letter in it where something would go: "*crop* the photo" drops nothing.
    """
    lattice, size = view.lattice, view.lattice.size
    later = (range(one.start, min(one.end, size)) for one in view.planned.reading.clauses if one.start > 0)
    words = ([at for at in clause if at in view.structural and _is_word_of_a_clause(lattice, at)] for clause in later)
    alone = {clause[0] for clause in words if len(clause) == 1}
    verbs = {one.verb[0] for one in view.planned.reading.clauses if one.verb is not None and one.intent < 0}
    goes = view.planned.destroys or any(isinstance(change, Move) for change in view.changes)
    for at in view.structural:
        token = lattice.tokens[at]
        named = at > 0 and token.text[:1].isupper() and lattice.low[at - 1] != "." and bool(lattice.corrected(at))
        strange = token.shape == WORD and token.low not in lattice.grammar.vocabulary
        otherwise = (
            goes and at in verbs and any(_has_another_letter(token.low, word) for word, _ in lattice.corrected(at))
        )
        if strange and (named or at in alone or otherwise) and is_anybodys(token.low):
            return f'"{token.text}" is no word that I know what to do with; say it another way.'
    return None


def _has_another_letter(said: str, word: str) -> bool:
    """Whether two words differ in one letter, none of which is left out, added, or in another place."""
    return len(said) == len(word) and sorted(said) != sorted(word)


def goes_on_in_a_filler(view: View) -> str | None:
    """ "A folder named stop *and go and* put a.txt in it": what is passed over right behind a new name may be of it."""
    lattice = view.lattice
    last = {path.stem.lower().split()[-1] for path in view.made if path.stem.split()}
    for start, end in ((start, end) for kind, start, end in view.planned.reading.notes if kind == "filler"):
        joined = start > 1 and lattice.in_set(start - 1, "coordinating") and lattice.in_set(end - 1, "coordinating")
        if joined and lattice.low[start - 2] in last:
            return f'"{lattice.text_of(start - 1, end - 1)}" may be of the name before it; put the name in quotes.'
    return None
