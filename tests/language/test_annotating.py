"""What an encoder says of an utterance: marks that it learned from, commands that are found, who is asked."""

from __future__ import annotations

import pytest

from aura.language.annotating.annotation import BESIDE, SAID, Annotation
from aura.language.annotating.commands import commands_of
from aura.language.annotating.estimates import BY_SIGNS, ByEncoder
from aura.language.annotating.marks import unmarked
from aura.language.grammar.grammar import Grammar
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
    commands = commands_of(lattice, Marking(sentence).annotate(lattice))
    if commands is None:
        return None
    said = [{name: lattice.text_of(*span) for name, span in one.slots.items()} for one in commands.commands]
    return [(next(iter(one.actions)), words) for one, words in zip(commands.commands, said, strict=True)]


def test_the_words_of_each_command_fill_its_slots(grammar: Grammar) -> None:
    assert found(grammar, SENTENCE) == [("set a cell", {"cell": "B4", "spreadsheet": "fees.xlsx", "value": "115"})]
    two = "{move} put <what:a.txt> in <to:Bills>, {close a program} and be done with <app:word>"
    assert found(grammar, two) == [("move", {"what": "a.txt", "to": "Bills"}), ("close a program", {"app": "word"})]


def test_two_things_that_are_joined_fill_one_slot_and_two_that_stand_apart_none(grammar: Grammar) -> None:
    assert found(grammar, "{delete} bin <what:a.txt> and <what:b.txt>") == [("delete", {"what": "a.txt and b.txt"})]
    assert found(grammar, "{delete} bin <what:a.txt> which is what became of <what:b.txt>") is None


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
