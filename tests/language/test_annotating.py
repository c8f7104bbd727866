"""What an encoder says of an utterance: marks that it learned from, commands that are found, who is asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

import aura.tools
from aura.language.annotating.annotation import BESIDE, SAID, Annotation
from aura.language.annotating.commands import commands_of
from aura.language.annotating.estimates import BY_SIGNS, ByEncoder
from aura.language.annotating.marks import unmarked
from aura.language.decoding.decode import decode_lattice
from aura.language.grammar.actions import load_actions
from aura.language.grammar.grammar import Grammar
from aura.language.hearing.agreement import contradicted, passes_over
from aura.language.utterance.lattice import Lattice, lattice_of


class Marking:
    """An annotator that is as sure as can be of the marks of one sentence."""

    def __init__(self, sentence: str, asked: float = 1.0) -> None:
        self.marked = unmarked(sentence)
        self.asked = asked
        self.times = 0

    def annotate(self, lattice: Lattice) -> Annotation:
        self.times += 1
        spans = (*self.marked.slots, *(span._replace(name=BESIDE) for span in self.marked.beside))
        labels = [
            next((s.name for s in spans if token.start < s.end and token.end > s.start), SAID)
            for token in lattice.tokens
        ]
        begun = {
            next(at for at, token in enumerate(lattice.tokens) if token.end > action.start): action.name
            for action in self.marked.actions
        }
        pairs = [[0.0, 9.0, 0.0, 9.0] if label == BESIDE else [9.0, 0.0, 9.0, 0.0] for label in labels]
        return Annotation(
            pairs,
            [{label: 1.0} for label in labels],
            [float(at in begun) for at in range(lattice.size)],
            [{begun.get(at, "open"): 1.0} for at in range(lattice.size)],
            self.asked,
        )


TABLE = load_actions([Path(aura.tools.__path__[0])]).table
SENTENCE = "[[she's gone again so]] {set a cell} <cell:B4> in <spreadsheet:fees.xlsx> wants to be <value:115> now"


def test_marks_are_taken_out_and_say_what_the_words_are_for() -> None:
    marked = unmarked(SENTENCE)
    assert marked.plain == "she's gone again so B4 in fees.xlsx wants to be 115 now"
    assert [(slot.name, marked.plain[slot.start : slot.end]) for slot in marked.slots] == [
        ("cell", "B4"), ("spreadsheet", "fees.xlsx"), ("value", "115"),
    ]  # fmt: skip
    assert [marked.plain[span.start : span.end] for span in marked.beside] == ["she's gone again so"]
    assert [(action.name, marked.plain[action.start :][:2]) for action in marked.actions] == [("set a cell", "B4")]


@pytest.mark.parametrize("sentence", ["open <what:a.txt", "open a.txt]] now", "[[so open it"])
def test_a_mark_that_is_not_closed_is_told(sentence: str) -> None:
    with pytest.raises(ValueError, match="mark"):
        unmarked(sentence)


def found(grammar: Grammar, sentence: str) -> list[tuple[str, dict[str, str]]] | None:
    lattice = lattice_of(grammar, unmarked(sentence).plain)
    commands = next(iter(commands_of(lattice, Marking(sentence).annotate(lattice), TABLE)), None)
    if commands is None:
        return None
    said = [
        {name: lattice.text_of(*span) for name, span in one.slots.items()} | dict.fromkeys(one.pointed, "…")
        for one in commands.commands
    ]
    return [(next(iter(one.actions)), words) for one, words in zip(commands.commands, said, strict=True)]


def test_the_words_of_each_command_fill_its_slots(grammar: Grammar) -> None:
    assert found(grammar, SENTENCE) == [("set a cell", {"cell": "B4", "spreadsheet": "fees.xlsx", "value": "115"})]
    two = "{move} put <what:a.txt> in <to:Bills>, {close a program} and be done with <app:word>"
    assert found(grammar, two) == [("move", {"what": "a.txt", "to": "Bills"}), ("close a program", {"app": "word"})]


def test_two_things_that_are_joined_fill_one_slot_and_of_two_that_stand_apart_one_is_none_for_sure(
    grammar: Grammar,
) -> None:
    joined, apart = "{delete} bin <what:a.txt> and <what:b.txt>", "{delete} bin <what:a.txt> which became <what:b.txt>"
    assert found(grammar, joined) == [("delete", {"what": "a.txt and b.txt"})]
    assert sureness(grammar, joined) > 0.9
    assert sureness(grammar, apart) < 0.1


def sureness(grammar: Grammar, sentence: str) -> float:
    lattice = lattice_of(grammar, unmarked(sentence).plain)
    commands = next(iter(commands_of(lattice, Marking(sentence).annotate(lattice), TABLE)), None)
    return 0.0 if commands is None else commands.probability


def test_others_that_are_nearly_as_likely_come_behind_the_likeliest(grammar: Grammar) -> None:
    lattice = lattice_of(grammar, "open the red book")
    marked = Marking("{open} open the red <what:book>").annotate(lattice)
    doubtful = replace(marked, labels=[*marked.labels[:2], {"": 0.6, "what": 0.4}, marked.labels[3]])
    unlikely = replace(marked, labels=[*marked.labels[:2], {"": 0.95, "what": 0.05}, marked.labels[3]])
    said = [
        [lattice.text_of(*one.slots["what"]) for one in each.commands] for each in commands_of(lattice, doubtful, TABLE)
    ]
    assert said == [["book"], ["red book"]]
    assert len(commands_of(lattice, unlikely, TABLE)) == 1


def test_a_value_does_not_end_in_what_only_leads_on(grammar: Grammar) -> None:
    cut = "{remember} remember <fact:the code is 4471 because> [[i always lose it]]"
    assert found(grammar, cut) == [("remember", {"fact": "the code is 4471"})]
    whole = "{type text} type <text:just because>"
    assert found(grammar, whole) == [("type text", {"text": "just because"})]


def test_a_value_parts_from_what_is_beside_it_at_the_mark_that_is_near(grammar: Grammar) -> None:
    marked = "{remember} remember <fact:tea at four, my aunt> [[is fussy]]"
    lattice = lattice_of(grammar, unmarked(marked).plain)
    said = Marking(marked).annotate(lattice)
    aunt = lattice.low.index("aunt")
    unsure = [{"fact": 0.9, BESIDE: 0.1} if at in (aunt - 1, aunt) else label for at, label in enumerate(said.labels)]
    commands = commands_of(lattice, replace(said, labels=unsure), TABLE)[0]
    assert lattice.text_of(*commands.commands[0].slots["fact"]) == "tea at four"


def test_a_thing_in_other_words_is_the_file_that_it_is(grammar: Grammar) -> None:
    again = "{add a slide} add to <presentation:the induction deck, induction.pptx> a slide <title:hard hats>"
    assert found(grammar, again) == [("add a slide", {"presentation": "induction.pptx", "title": "hard hats"})]
    listed = "{move} put <what:draft, notes.txt> into <to:archive>"
    assert found(grammar, listed) == [("move", {"what": "draft, notes.txt", "to": "archive"})]
    several = "{copy} copy <what:the deck, a.pptx and b.pptx> to <to:bills>"
    assert found(grammar, several) == [("copy", {"what": "the deck, a.pptx and b.pptx", "to": "bills"})]


def test_a_text_begins_behind_the_place_and_the_colon_that_lead_to_it(grammar: Grammar) -> None:
    led = "{add a paragraph} add to <document:a.docx> in <text:downloads: all is gone>"
    assert found(grammar, led) == [("add a paragraph", {"document": "a.docx", "text": "all is gone"})]


@pytest.mark.parametrize(
    ("sentence", "commands"),
    [
        (
            "{create folder} a folder <name:tax> {copy} and copy <what:a.txt> from <from:downloads> into it",
            [("create folder", {"name": "tax"}), ("copy", {"what": "a.txt", "from": "downloads", "to": "…"})],
        ),
        (
            "{calculate} work out <expression:12*3> {copy text} and put the answer on the clipboard",
            [("calculate", {"expression": "12*3"}), ("copy text", {"text": "…"})],
        ),
        (
            "{set a cell} in <spreadsheet:x.xlsx> put <value:9> in <cell:C3> {set a cell} and <value:7> in <cell:C4>",
            [
                ("set a cell", {"spreadsheet": "x.xlsx", "value": "9", "cell": "C3"}),
                ("set a cell", {"value": "7", "cell": "C4", "spreadsheet": "…"}),
            ],
        ),
    ],
)
def test_a_slot_without_words_is_filled_by_what_was_said_before(
    grammar: Grammar, sentence: str, commands: list[tuple[str, dict[str, str]]]
) -> None:
    assert found(grammar, sentence) == commands


def test_a_command_that_needs_what_nobody_said_is_hardly_one(grammar: Grammar) -> None:
    assert sureness(grammar, "{rename} please change the name of <what:a.txt>") < 0.1
    assert sureness(grammar, "{open} so open") < 0.1
    assert sureness(grammar, "{open} so open <what:a.txt>") > 0.9


def test_what_is_called_a_place_of_another_kind_is_the_only_place_that_an_action_has(grammar: Grammar) -> None:
    assert found(grammar, "{list} what is there on <to:drive D>") == [("list", {"in": "drive D"})]


@pytest.mark.parametrize(
    ("sentence", "doubted"),
    [
        ("google how long to roast a potato im starving", True),
        ("google how long to roast a potato", False),
        ("remember that my bike is red", False),
    ],
)
def test_a_text_that_holds_what_is_beside_the_command_is_doubted(
    grammar: Grammar, sentence: str, doubted: bool
) -> None:
    marked = {
        "google": "{search the web} google <query:how long to roast a potato>",
        "remember": "{remember} remember that <fact:my bike is red>",
    }[sentence.partition(" ")[0]]
    if sentence.endswith("starving"):
        marked += " [[im starving]]"
    lattice = lattice_of(grammar, sentence)
    reading = decode_lattice(grammar, lattice).readings[0]
    assert contradicted(reading, lattice, ByEncoder(lambda: Marking(marked))) is doubted


@pytest.mark.parametrize(
    ("sentence", "doubted"),
    [
        ("{work out} calculate <sum:1480 divided by 8>, [[hide it]]", True),
        ("{work out} calculate <sum:1480 divided by 8>, {make a window smaller} hide it", False),
    ],
)
def test_a_clause_that_is_wholly_beside_the_commands_is_doubted(grammar: Grammar, sentence: str, doubted: bool) -> None:
    lattice = lattice_of(grammar, unmarked(sentence).plain)
    reading = next(one for one in decode_lattice(grammar, lattice).readings if len(one.clauses) == 2)
    assert contradicted(reading, lattice, ByEncoder(lambda: Marking(sentence))) is doubted


@pytest.mark.parametrize(
    ("sentence", "doubted"),
    [
        ("{delete} delete <what:a.txt>, [[the sun is out today]]", False),
        ("{delete} delete a.txt, <text:the sun is out> [[today]]", True),
    ],
)
def test_what_fills_a_slot_that_a_reading_leaves_empty_is_not_passed_over(
    grammar: Grammar, sentence: str, doubted: bool
) -> None:
    lattice = lattice_of(grammar, unmarked(sentence).plain)
    reading = decode_lattice(grammar, lattice).readings[0]
    assert reading.notes
    assert contradicted(reading, lattice, ByEncoder(lambda: Marking(sentence))) is doubted


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("{remember} remember that <fact:the milk is two litres>. [[I forgot]]", "the milk is two litres"),
        ("{remember} remember that <fact:the milk is two litres. I> [[forgot]]", "the milk is two litres"),
        ("{remember} remember that <fact:the milk is two litres please>", "the milk is two litres"),
        ("{remember} remember that <fact:the milk is mine>", "the milk is mine"),
    ],
)
def test_who_forgot_it_and_a_please_end_no_value(grammar: Grammar, sentence: str, fact: str) -> None:
    assert found(grammar, sentence) == [("remember", {"fact": fact})]


@pytest.mark.parametrize(
    ("sentence", "passed_over"),
    [
        ("{turn the sound off} mute the sound, [[the baby sleeps]]", False),
        ("{turn the sound off} mute the sound, {put the computer to sleep} the baby sleeps", True),
    ],
)
def test_a_command_that_begins_in_what_a_reading_passes_over_is_noticed(
    grammar: Grammar, sentence: str, passed_over: bool
) -> None:
    lattice = lattice_of(grammar, unmarked(sentence).plain)
    reading = decode_lattice(grammar, lattice).readings[0]
    assert reading.notes
    assert passes_over(reading, lattice, lattice, ByEncoder(lambda: Marking(sentence))) is passed_over


def test_so_are_more_commands_in_the_whole_utterance_than_in_what_was_heard_of_it(grammar: Grammar) -> None:
    sentence = "{search the web} google <query:cheap flights>, {make it quieter} and the sound make it lower"
    heard = lattice_of(grammar, "google cheap flights, and lower")
    whole = lattice_of(grammar, unmarked(sentence).plain)
    reading = decode_lattice(grammar, heard).readings[0]
    estimates = ByEncoder(lambda: Marking(sentence))
    assert passes_over(reading, heard, whole, estimates)
    assert not passes_over(reading, whole, whole, estimates)


def test_what_is_wholly_beside_the_commands_is_none(grammar: Grammar) -> None:
    sentence = "{turn the sound off} [[for the training session]] {turn the sound off} mute the sound"
    assert found(grammar, sentence) == [("turn the sound off", {})]


def test_an_utterance_in_which_no_command_begins_has_none(grammar: Grammar) -> None:
    assert found(grammar, "[[she's gone again]]") is None


def test_an_utterance_is_annotated_once(grammar: Grammar) -> None:
    annotator, lattice = Marking(SENTENCE, asked=0.75), lattice_of(grammar, unmarked(SENTENCE).plain)
    estimates = ByEncoder(lambda: annotator)
    assert not estimates.surely_asked(lattice) and not estimates.hardly_asked(lattice)
    [likeliest, *_] = estimates.taggings(lattice, 3)
    assert [lattice.text_of(*stretch) for stretch in likeliest.stretches] == ["she's gone again so"]
    assert annotator.times == 1


def test_signs_are_asked_where_there_is_no_encoder_or_there_are_no_words(grammar: Grammar) -> None:
    lattice = lattice_of(grammar, "mute the sound, the baby finally dropped off")
    nobody = ByEncoder(lambda: None)
    assert nobody.taggings(lattice, 3) == BY_SIGNS.taggings(lattice, 3)
    assert nobody.surely_asked(lattice) == BY_SIGNS.surely_asked(lattice)
    assert ByEncoder(lambda: Marking(SENTENCE)).of(lattice_of(grammar, "")) is None


def spread(grammar: Grammar, sentence: str, **shares: float) -> tuple[list[dict[str, str]], float] | None:
    """The slots of each command where the beginning of one is shared by several words, and how probable all is."""
    lattice = lattice_of(grammar, unmarked(sentence).plain)
    annotation = Marking(sentence).annotate(lattice)
    (action,) = {marked.name for marked in unmarked(sentence).actions}
    begins = [shares.get(token.text.lower(), 0.0) for token in lattice.tokens]
    annotation = replace(annotation, begins=begins, actions=[{action: 1.0}] * lattice.size)
    commands = next(iter(commands_of(lattice, annotation, TABLE)), None)
    if commands is None:
        return None
    slots = [{name: lattice.text_of(*span) for name, span in one.slots.items()} for one in commands.commands]
    return slots, round(commands.probability, 2)


RESTART = "[[nobody believes me]] so {start a program again} just restart <app:sage> for me"


def test_a_command_that_begins_in_one_of_several_places_is_one_as_probable_as_all(grammar: Grammar) -> None:
    assert spread(grammar, RESTART, so=0.15, just=0.15, restart=0.15) == ([{"app": "sage"}], 0.45)
    assert spread(grammar, RESTART, just=0.15) is None


def test_a_value_or_a_joint_between_two_beginnings_makes_two(grammar: Grammar) -> None:
    sentence = "{close a program} close <app:paint> {close a program} quit <app:excel>"
    assert spread(grammar, sentence, close=0.5, quit=0.5) == ([{"app": "paint"}, {"app": "excel"}], 0.25)
    joined = "{close a program} close it and {close a program} quit it"
    assert spread(grammar, joined, close=0.5, quit=0.5) == ([{}, {}], 0.25)
