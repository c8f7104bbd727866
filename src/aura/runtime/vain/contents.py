"""Files that are told by what is in them, where only their names are looked at."""

from __future__ import annotations

import re

from aura.capability.effect import Effect
from aura.contracts.change import WriteFile
from aura.language.decoding.fit import things_of
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import is_ended, says_something
from aura.runtime.vain.view import FILE, REFERENCE, TEXTUAL, Text, View

LETTERS = re.compile(r"[^\W_]+")
COMMA = ","
NEAR = 2
"""Words before "contains" among which what files are called may stand: "whose *names* contain x"."""
LOOKED = "No tool here can look at what files say; say a part of their names instead."


def is_made_without_it(view: View) -> str | None:
    """ "Make a file x *with that text*": what is pointed at is in no empty file."""
    lattice = view.lattice
    empty = any(
        not any(name in step.inputs for name in TEXTUAL)
        and any(isinstance(one, WriteFile) and one.content == b"" for one in seen.changes)
        for step, seen in view.acts
    )
    for at in range(lattice.size if empty else 0):
        for begin in lattice.ends(at, "holding"):
            if end := next((end for end in lattice.ends(begin, "its_content") if is_ended(lattice, end)), 0):
                return f'"{lattice.text_of(begin, end)}" would be left out; say the text.'
    return None


def writes_what_gives_no_text(view: View) -> str | None:
    """ "*Mute the sound.* We meet at six. Create a.txt with that text": a step that acts gives no text to write."""
    effects = {step.step_id: seen.effect for step, seen in view.acts}
    for step, _ in view.acts:
        written = (str(step.inputs[name]) for name in TEXTUAL if name in step.inputs)
        source = next((name for name in effects for text in written if text.startswith(f"{REFERENCE}{name}.")), None)
        if source is not None and effects[source] != Effect.READS:
            return "That gives no text to be written; say the text."
    return None


def taken_from_behind_its_file(view: View) -> str | None:
    """ "Add *many thanks* to a.txt, screen lock": no text is taken from behind a file where one may stand before it."""
    lattice = view.lattice
    for clause in view.planned.reading.clauses:
        text = clause.get("bare_text")
        if text is None or clause.verb is None or lattice.low[text.start - 1] != COMMA:
            continue
        begin, end = clause.verb[1], min(part.start for part in clause.parts)
        said = [at for at in range(begin, end) if says_something(lattice, at) and not lattice.in_set(at, "polite")]
        if end - begin > 1 and said and end < text.start:
            return f'"{lattice.text_of(begin, end)}" may be the text; put it in quotes.'
    return None


def told_by_what_they_say(view: View) -> str | None:
    """ "Delete all files that *contain* x", "with the *word* x": files are only told by what they are called."""
    lattice, patterns = view.lattice, _patterns(view)
    letters = {word for pattern in patterns for word in LETTERS.findall(pattern.lower())}
    for at in range(1, lattice.size if letters else 0):
        holds = view.is_in(lattice.low[at], "that_hold")
        word = lattice.in_set(at, "in_texts") and lattice.in_set(at - 1, "determiner")
        word = word and (at > 1 and lattice.class_name(at - 2) == "preposition")
        if word and any(lattice.at(begin, edge) for begin in range(at) for edge in ("prefix", "suffix")):
            continue
        said = _behind(lattice, at) if holds or word else lattice.size
        kind = said < lattice.size and lattice.in_set(said, "extension")
        if said < lattice.size and lattice.low[said] in letters and not kind and not _is_in_names(lattice, at, said):
            return LOOKED
    inside = (at for at in range(1, lattice.size) if lattice.low[at - 1] in letters)
    return LOOKED if any(_says_inside(lattice, at) for at in inside) else None


def _says_inside(lattice: Lattice, at: int) -> bool:
    """Whether words say that something is in files, and not in what they are called: "with dog *in it*"."""
    ends = [*lattice.ends(at, "in_name")]
    return bool(ends) and not any(lattice.in_set(word, "name_words") for word in range(at, max(ends)))


def _patterns(view: View) -> list[str]:
    """The patterns of names that a plan was made with."""
    parts = (part for clause in view.planned.reading.clauses for part in clause.parts)
    globs = [glob for part in parts for thing in things_of(part) for glob in thing.globs]
    return [*globs, *(str(step.inputs["pattern"]) for step in view.planned.steps if "pattern" in step.inputs)]


def _behind(lattice: Lattice, at: int) -> int:
    """The word right behind one, but for articles and what only says that it is one; none where that is a file."""
    end = at + 1
    while end < lattice.size and (lattice.in_set(end, "determiner") or lattice.in_set(end, "in_texts")):
        end += 1
    return lattice.size if end < lattice.size and lattice.tokens[end].shape == FILE else end


def _is_in_names(lattice: Lattice, at: int, said: int) -> bool:
    """Whether what is said to hold a word is what files are called: "*whose names* contain x", "x *in the name*"."""
    before = range(max(0, at - NEAR), at)
    named = any(lattice.in_set(word, "name_words") and lattice.class_name(word) != "called" for word in (*before, at))
    led = lattice.begins(said + 1, "in_name")
    return named or (led and not _says_inside(lattice, said + 1))


def looked_for_in_own_files(text: Text, view: View) -> str | None:
    """ "Search for dog *in my files*": what is looked for in the web ends in what is here."""
    said, last = text.said, text.said.size - 1
    own = last > 1 and said.in_set(last - 1, "possessive") and said.in_set(last - 2, "inwards")
    here = own and (said.in_set(last, "file_noun") or said.class_name(last) == "kind" or bool(said.at(last, "kind")))
    plain = view.lattice.grammar.vocabulary
    led = [word for word in view.lattice.low if word not in text.low]
    outside = any(view.is_in(word, "browsing") or (word in view.names and word not in plain) for word in led)
    asked = said.in_set(0, "embedding") or said.in_set(0, "asking")
    return LOOKED if here and text.fills("query") and not (outside or asked) else None
