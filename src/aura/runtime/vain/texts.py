"""Texts that were hardly meant as they stand: they say where they go, name what they are, or speak of another text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from aura.contracts.change import WriteFile
from aura.contracts.outcome import StepPreview
from aura.contracts.plan import Step
from aura.contracts.problem import Problem
from aura.documents.family import SPREADSHEET, family_of
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import NAMING
from aura.language.words.tokens import CELL
from aura.planning.rules import NO_CAPABILITY
from aura.runtime.choose import UNREAD
from aura.runtime.trial import Planned

SHORTEST_PART, LONGEST_PART = 2, 5
"""Words in which a part of a document is named."""
FORMULA, REFERENCE, COLON = "=", "${", ":"
TEXTUAL = ("content", "text", "fact", "value", "title")
"""Inputs that may hold any words."""
OWED = ("obliged", "ought")
"""Sets of words for what somebody has to do."""


def texts(planned: Planned, lattice: Lattice) -> Iterator[tuple[Step, StepPreview, str]]:
    """The texts of a plan that stand in no quotes, each with its step."""
    quoted = {token.text for token in lattice.tokens if token.shape == "quoted"}
    for step, seen in zip(planned.steps, planned.previews, strict=False):
        for value in chain.from_iterable(map(_strings, step.inputs.values())):
            if value.strip() and value not in quoted and not value.startswith((FORMULA, REFERENCE)):
                yield step, seen, value


def _strings(value: Any) -> Iterator[str]:
    """The texts in an input, rows of a table among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        yield from chain.from_iterable(map(_strings, value))


def _says_nothing(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Add *a paragraph* to a.txt", "set its content to *empty*": what only names what should be written, or none."""
    words = lattice.grammar.words
    for step, seen, value in texts(planned, lattice):
        article, _, named = value.lower().rpartition(" ")
        content = value in (step.inputs.get("content"), step.inputs.get("text"))
        low = value.lower().split()
        vague = value.lower() in words["nothing_written"] or _stands_for_others(low, lattice)
        nothing = content and bool(seen.changes) and (vague or _is_yet_to_be_written(low, lattice))
        nothing = nothing and not is_announced(low, lattice)
        unit = named in words["unit_of_text"] and article in words["determiner"]
        some = content and bool(seen.changes) and named in words["unit_of_text"] and _leads(article, lattice)
        if nothing or unit or some:
            return Problem(UNREAD, f'"{value}" does not say what should be written; say that, too.')
    return None


def _is_only_an_article(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Call *the* morning setup macro early bird": what is no name, and belongs to the words behind it."""
    for _, _, value in texts(planned, lattice):
        said = [at for at in range(lattice.size) if lattice.low[at] == value.lower()]
        article = len(value) > 1 and said and lattice.class_name(said[0]) == "article"
        if article and all(at + 1 < lattice.size and _begins_a_noun(at + 1, lattice) for at in said):
            return Problem(UNREAD, f'"{value}" is no name and no text; say what you mean, or put it in quotes.')
    return None


def _begins_a_noun(at: int, lattice: Lattice) -> bool:
    """Whether a word may go on with an article before it: "the *link*", not "the *and*" and "the *everywhere*"."""
    apart = lattice.class_name(at) in ("preposition", "joint") or lattice.in_set(at, "adverb")
    apart = apart or lattice.in_set(at, "throughout")
    return lattice.tokens[at].shape == "word" and not apart


def _stands_for_others(low: list[str], lattice: Lattice) -> bool:
    """Whether a text is but one word that stands for others: "write *both* in a.txt"."""
    return len(low) == 1 and any(is_of_class(low[0], lattice, name) for name in ("quantifier", "pronoun"))


def is_announced(low: list[str], lattice: Lattice) -> bool:
    """Whether it was said that a text follows, word for word: "with the text *ideas for the party*"."""
    places = (at for at in range(1, lattice.size) if lattice.low[at : at + len(low)] == low)
    return any(lattice.low[at - 1] == COLON or lattice.in_set(at - 1, "text_intro") for at in places)


def _is_yet_to_be_written(low: list[str], lattice: Lattice) -> bool:
    """Whether words name what somebody is to think of, or how it should look: "a poem about rain", "hello in bold".

    So do "instructions *for* the printer", "my shopping list" and "three facts about whales".
    """
    words = lattice.grammar.words
    behind = next((at for at, word in enumerate(low) if not _leads(word, lattice)), len(low))
    within = range(behind, min(behind + (2 if behind else 1), len(low)))
    named = next((at for at in within if low[at] in words["composed"]), len(low))
    if named > behind and low[behind : behind + 1] and low[behind] in words["unit_of_text"]:
        return False
    led = named + 1 < len(low) and is_of_class(low[named + 1], lattice, "preposition")
    led = led and (behind > 0 or low[named + 1] not in words["infinitive"])
    thought_of = named < len(low) and (led or (behind > 0 and named + 1 == len(low)))
    styled = len(low) > 2 and low[-1] in words["style"] and low[-2] in words["inwards"]
    told = any(word.endswith(COLON) for word in low)
    return styled or (thought_of and not told and len(low) <= LONGEST_PART + 1)


def _leads(word: str, lattice: Lattice) -> bool:
    """Whether a word may stand before what is thought of: "*a few* ideas", "*all the* names"."""
    words = lattice.grammar.words
    told = says_how_many(word, lattice) or word in words["determiner"] or word in words["adjective"]
    return told or is_of_class(word, lattice, "quantifier")


def says_how_many(word: str, lattice: Lattice) -> bool:
    """Whether a word says how many: "ten", "3", "several"."""
    return word.isdecimal() or any(word in lattice.grammar.words[name] for name in ("number", "amount"))


def is_of_class(word: str, lattice: Lattice, name: str) -> bool:
    """Whether a word of a text has a class of the grammar: "called", "being", "preposition"."""
    found = lattice.grammar.classes.get(word)
    return found is not None and found.name == name


def _points_elsewhere(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Remember *what notes.txt says*", "write *hello in both*": what speaks of what is to be read, or filled."""
    words, classes = lattice.grammar.words, lattice.grammar.classes
    for step, seen, value in texts(planned, lattice):
        low = value.lower().split()
        if not (seen.changes or "fact" in step.inputs) or len(low) < 2:
            continue
        read = low[0] in words["embedding"] and (low[-1] in words["says_so"] or any("." in word[:-1] for word in low))
        led = len(low) > 2 and low[-2] in classes and classes[low[-2]].name == "preposition"
        if read:
            return Problem(UNREAD, f'"{value}" would be kept word for word; say what it should say.')
        if led and low[-1] in words["each_one"]:
            return Problem(UNREAD, f'"{value}" does not say which files are meant; name them.')
    return None


def _goes_on_otherwise(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Remember *to copy a.txt and delete b.txt*": what goes on with what is only to be kept in mind is of it."""
    words = lattice.grammar.words
    for step, _, value in texts(planned, lattice):
        low = value.lower().split()
        owed = low[0] in words["infinitive"] or any(word in words[name] for name in OWED for word in low)
        if "fact" in step.inputs and owed:
            _, _, behind = lattice.text.partition(value)
            joint, *more = behind.split() or [""]
            if joint.lower() in words["coordinating"] and len(more) > 1:
                return Problem(UNREAD, f'"{value}" may not be all that is to be remembered; say the rest by itself.')
    return None


def _says_a_part(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Add *three bullets* to a.docx", "add *up B1*": what names a part of a document, or a cell with more."""
    for _, seen, value in texts(planned, lattice):
        changed = (change for change in seen.changes if isinstance(change, WriteFile))
        paths = [change.path for change in changed if change.replaces or change.extends]
        family = next(filter(None, map(family_of, paths)), None)
        low = value.lower().split()
        cell = any(map(CELL.fullmatch, low)) or _says_a_cell(low, lattice)
        if family is SPREADSHEET and len(low) > 1 and cell:
            return Problem(UNREAD, f'"{value}" is hardly what should stand there; say the text itself, in quotes.')
        counted = bool(paths) and len(low) == SHORTEST_PART and _is_of_parts(low, lattice)
        if counted or (family is not None and _names_a_part(low, lattice)):
            return Problem(
                NO_CAPABILITY, f'No tool here can add "{value}"; if it is the text itself, put it in quotes.'
            )
    return None


def _says_a_cell(low: list[str], lattice: Lattice) -> bool:
    """Whether words say in which cell something goes, as it is dictated: "hello *in a one* and …"."""
    words = lattice.grammar.words
    letters = (at for at in range(1, len(low) - 1) if len(low[at]) == 1 and low[at].isalpha())
    return any(low[at - 1] in words["inwards"] and low[at + 1] in words["cardinal"] for at in letters)


def _is_of_parts(low: list[str], lattice: Lattice) -> bool:
    """Whether words count a part of a document: "a table", "three bullets"."""
    words = lattice.grammar.words
    led = any(low[0] in words[name] for name in ("determiner", "number", "amount")) or low[0].isdecimal()
    return led and len(low) <= LONGEST_PART and low[-1] in words["part_of_document"]


def leads_to_name(word: str, lattice: Lattice) -> bool:
    """Whether a word only leads to a name, and begins no question: "*called* Food", not "*where* to park"."""
    named = any(is_of_class(word, lattice, name) for name in NAMING)
    return named and word not in lattice.grammar.words["embedding"]


def _names_a_part(low: list[str], lattice: Lattice) -> bool:
    """Whether words are those for a part of a document, not for what it says."""
    words, parts = lattice.grammar.words, lattice.grammar.words["part_of_document"]
    naming = [leads_to_name(word, lattice) for word in low]
    led = any(low[0] in words[name] for name in ("determiner", "number", "amount")) or low[0].isdecimal()
    named = _is_of_parts(low, lattice)
    called = len(low) > 1 and (naming[0] or (led and len(low) > 2 and low[1] in parts and naming[2]))
    several = len(low) > 1 and low[0] in parts and low[0].endswith(tuple(words["subject_ending"]))
    moved_up = len(low) > 1 and low[0] in words["particle"]
    ends = [at for at in range(1, len(low)) if low[at] in parts and low[at - 1] in words["determiner"]]
    listed = any(at > 2 and low[at - 2] in words["coordinating"] for at in ends)
    as_one = len(low) > 3 and len(low) - 1 in ends and low[-3] in words["as_what"]
    return named or called or several or moved_up or listed or as_one


def _says_beside(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Write done *below A3*": what stands beside a part of a document, where only the part itself can be named."""
    changed = (change for seen in planned.previews for change in seen.changes if isinstance(change, WriteFile))
    if not any(family_of(change.path) is not None for change in changed):
        return None
    for at in range(1, lattice.size - 1):
        part = lattice.skip(at + 1, "determiner")
        named = part < lattice.size and (CELL.fullmatch(lattice.low[part]) or lattice.in_set(part, "document_part"))
        if named and lattice.in_set(at, "relative_place"):
            said = lattice.text_of(at, part + 1)
            return Problem(UNREAD, f'"{said}" says where only by what is there; name the place itself.')
    return None


def _stands_for_another(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Type *the clipboard*", "save this *page* to a.txt", "add *my name*": what would have to be looked up first."""
    words, low = lattice.grammar.words, lattice.low
    given = {
        " ".join(low[begin:end])
        for begin in lattice.beginnings.get("gives", ())
        for end, cost, _ in lattice.at(begin, "gives")
        if not cost
    }
    for step, _, value in texts(planned, lattice):
        if not any(step.inputs.get(name) == value for name in TEXTUAL):
            continue
        said = value.lower().split()
        kinds = {2: words["own_data"], 3: words["own_details"]}.get(len(said), {})
        own = said[0] in words["possessive"] and said[-1] in kinds
        shown = len(said) == 1 and (said[0] in words["shown_here"] or said[0] in words["text_intro"])
        pointed = shown and any(lattice.in_set(at - 1, "announcing") for at, word in enumerate(low) if word == said[0])
        if value.lower() in given or own or pointed:
            return Problem(UNREAD, f'"{value}" would be kept word for word; say what it should say.')
    return None


def _says_where(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Type *hello in the notes*": a text that goes nowhere and ends in the file that it should go into."""
    known, words = lattice.known.files, lattice.grammar.words
    for step, seen, value in texts(planned, lattice):
        low = value.lower().split()
        place = len(low) > 3 and low[-3] in words["inwards"] and low[-2] in words["determiner"]
        if place and not seen.changes and "text" in step.inputs and low[-1] in known:
            return Problem(UNREAD, f'"{value}" ends in what may be a file; say only the text, in quotes.')
    return None


def _fills_two(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Fill in the name with *John and the city with Rome*": a text that goes on with another field."""
    words = lattice.grammar.words
    for step, _, value in texts(planned, lattice):
        low = value.lower().split()
        joined = [at for at, word in enumerate(low) if word in words["coordinating"]]
        other = any(word in words["in_exchange"] for at in joined for word in low[at + 1 :])
        if "field" in step.inputs and value == step.inputs.get("text") and other:
            return Problem(UNREAD, f'"{value}" may be for two fields; fill in one after the other.')
    return None


def _written_in_turn(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Write *hi in the first one and hello* in the other one": a text that goes on with the text of another file."""
    places = [
        lattice.text_of(at, at + 3).lower()
        for at in range(lattice.size - 2)
        if lattice.in_set(at, "inwards")
        and lattice.in_set(at + 1, "definite")
        and any(lattice.in_set(at + 2, name) for name in ("ordinal", "of_several"))
    ]
    written = [value for step, _, value in texts(planned, lattice) if step.inputs.get("content") == value]
    for value in written:
        held = [place for place in places if f" {place} " in f" {value.lower()} "]
        if held and (len(held) < len(places) or 1 < len(places) <= written.count(value)):
            return Problem(UNREAD, f'"{value}" may be for two files; say one after the other, by their names.')
    return None


CHECKS = (
    _is_only_an_article,
    _says_nothing,
    _points_elsewhere,
    _stands_for_another,
    _says_where,
    _fills_two,
    _goes_on_otherwise,
    _written_in_turn,
    _says_a_part,
    _says_beside,
)
