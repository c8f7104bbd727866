"""Commands that are found in one utterance, as they belong together: each is said once, and a thing with its place."""

from __future__ import annotations

from pathlib import Path

import aura.language
import aura.tools
from aura.language.annotating.commands import Commanded, Commands
from aura.language.grammar.actions import load_actions
from aura.language.grammar.loading import load_grammar
from aura.language.utterance.lattice import lattice_of
from aura.understanding.arranged import completed, held_by_it, placed, said_once, says_as_much

GRAMMAR = load_grammar([Path(aura.language.__path__[0])])
TABLE = load_actions([Path(aura.tools.__path__[0])]).table


def asked(action: str, *pointed: str, **slots: tuple[int, int]) -> Commanded:
    assert action in TABLE
    return Commanded({action: 1.0}, slots, pointed)


def found(*commands: Commanded) -> Commands:
    return Commands(commands, (), 0.9)


def test_a_text_for_what_was_just_made_is_said_with_it() -> None:
    made = asked("create a titled document", name=(1, 2), title=(3, 4))
    (one,) = completed(found(made, asked("add a paragraph", "document", text=(6, 9))), TABLE).commands
    assert one.slots == {"name": (1, 2), "title": (3, 4), "text": (6, 9)}
    assert list(one.actions) == ["create a titled document"]


def test_another_text_or_one_for_something_else_is_a_command_of_its_own() -> None:
    made = asked("create file", name=(1, 2), text=(3, 4))
    for after in (asked("add text", "what", text=(6, 9)), asked("add text", what=(5, 6), text=(6, 9))):
        assert len(completed(found(made, after), TABLE).commands) == 2
    opened = asked("open", what=(0, 1))
    assert len(completed(found(opened, asked("add text", "what", text=(6, 9))), TABLE).commands) == 2


def test_what_only_points_is_said_again_before_and_behind_what_is_named() -> None:
    lattice = lattice_of(GRAMMAR, "restart it , restart teams , and restart it")
    named = asked("start a program again", app=(4, 5))._replace(begin=3)
    pointing = asked("start a program again", "app")
    assert said_once(found(pointing._replace(begin=0), named), lattice).commands == (named,)
    assert said_once(found(named, pointing._replace(begin=5)), lattice).commands == (named,)
    for begin in (6, 7):
        joined = found(named, pointing._replace(begin=begin))
        assert said_once(joined, lattice) == joined


def test_two_commands_that_name_something_or_do_something_else_are_two() -> None:
    lattice = lattice_of(GRAMMAR, "close teams close spotify")
    both = found(asked("close a program", app=(1, 2)), asked("close a program", app=(3, 4))._replace(begin=2))
    assert said_once(both, lattice) == both
    other = found(asked("close a program", app=(1, 2)), asked("start a program", "app")._replace(begin=2))
    assert said_once(other, lattice) == other


def test_a_text_may_complete_a_document_though_it_is_called_a_file() -> None:
    made = asked("create a titled document", name=(1, 2), title=(3, 4))
    (one,) = completed(found(made, asked("add text", "what", text=(6, 9))), TABLE).commands
    assert one.slots == {"name": (1, 2), "title": (3, 4), "text": (6, 9)}


def test_a_command_that_names_nothing_beside_the_same_one_with_a_name_is_no_other() -> None:
    lattice = lattice_of(GRAMMAR, "shift this, move this window to desktop 3")
    bare, named = asked("put this window on a desktop"), asked("put this window on a desktop", number=(8, 9))
    assert said_once(found(bare, named._replace(begin=3)), lattice).commands == (named._replace(begin=3),)


def test_a_command_that_needs_no_name_and_is_joined_to_the_same_one_with_a_name_is_two() -> None:
    lattice = lattice_of(GRAMMAR, "take a screenshot , then take a screenshot called two")
    for begin in (4, 5):
        named = asked("take a picture of the screen", name=(9, 10))._replace(begin=begin)
        both = found(asked("take a picture of the screen"), named)
        assert said_once(both, lattice) == both


def test_a_thing_is_said_with_the_known_place_behind_it_though_no_slot_is_for_that() -> None:
    lattice = lattice_of(GRAMMAR, "in the eulogy document which is in documents the word one add a paragraph")
    asks = Commands((asked("add a paragraph", document=(2, 4), text=(11, 12)),), ((4, 10),), 0.9)
    (one,) = placed(asks, lattice, TABLE).commands
    assert lattice.text_of(*one.slots["document"]) == "eulogy document which is in documents"
    assert placed(asks, lattice, TABLE).beside == ((8, 10),)
    assert placed(asks, lattice, TABLE).places == ((4, 8),)


def test_of_what_was_beside_no_mark_alone_is_left() -> None:
    lattice = lattice_of(GRAMMAR, "bin the eulogy document, it's in documents, poor ben")
    asks = Commands((asked("delete", what=(2, 4)),), ((4, 11),), 0.9)
    assert [lattice.text_of(*one) for one in placed(asks, lattice, TABLE).beside] == [", poor ben"]
    marked = Commands((asked("delete", what=(2, 4)),), ((4, 9),), 0.9)
    assert placed(marked, lattice, TABLE).beside == ()


def test_a_kind_may_stand_between_a_place_and_the_place_that_it_is_in() -> None:
    lattice = lattice_of(GRAMMAR, "list the scouts folder in documents")
    (one,) = placed(found(asked("list", **{"in": (2, 3)})), lattice, TABLE).commands
    assert lattice.text_of(*one.slots["in"]) == "scouts folder in documents"


def test_what_has_a_place_already_or_has_none_behind_it_is_said_as_it_was() -> None:
    lattice = lattice_of(GRAMMAR, "open notes.txt in documents in downloads")
    both = found(asked("open", what=(1, 2), **{"in": (4, 6)}))
    assert placed(both, lattice, TABLE).commands == both.commands
    taken = lattice_of(GRAMMAR, "put notes.txt in documents")
    told = found(asked("move", what=(1, 2), to=(3, 4)))
    assert placed(told, taken, TABLE).commands == told.commands


def test_the_text_of_what_is_made_does_not_say_that_it_is_in_it() -> None:
    lattice = lattice_of(GRAMMAR, "make a file called a.txt with breathe slowly in it")
    made = found(asked("create file", name=(4, 5), text=(6, 10)))
    (one,) = held_by_it(made, lattice, {"create file"}).commands
    assert lattice.text_of(*one.slots["text"]) == "breathe slowly"
    assert held_by_it(made, lattice, set()) == made


def test_a_text_that_is_said_may_end_in_whatever_its_speaker_means() -> None:
    for said in ("saying the box has a lid inside it", "with be done with it"):
        lattice = lattice_of(GRAMMAR, f"make a file called a.txt {said}")
        made = found(asked("create file", name=(4, 5), text=(6, lattice.size)))
        assert held_by_it(made, lattice, {"create file"}) == made


def test_a_place_to_go_to_is_not_where_a_thing_comes_from_and_one_of_several_places_is_none() -> None:
    for said in ("move notes.txt into archive from documents", "move notes.txt into archive it is in documents"):
        lattice = lattice_of(GRAMMAR, said)
        moved = found(asked("move", what=(1, 2), to=(3, 4)))
        assert placed(moved, lattice, TABLE) == moved
    lattice = lattice_of(GRAMMAR, "find the letter in documents or downloads")
    sought = found(asked("find", what=(2, 3)))
    assert placed(sought, lattice, TABLE) == sought


def test_what_is_tried_in_the_place_of_others_leaves_out_nothing_that_is_named_or_joined() -> None:
    lattice = lattice_of(GRAMMAR, "copy the bass stem and the drum stem into this folder of bens")
    both = found(asked("copy", what=(3, 8), to=(10, 13)))
    assert says_as_much(lattice, both, found(asked("copy", what=(2, 8), to=(10, 13))))
    assert says_as_much(lattice, both, found(asked("copy", "to", what=(3, 8))))
    assert not says_as_much(lattice, both, found(asked("copy", what=(6, 8), to=(10, 13))))
    assert not says_as_much(lattice, both, found(asked("copy", what=(2, 5), to=(10, 13))))
    assert not says_as_much(lattice, both, found(asked("copy", what=(2, 8))))
    assert not says_as_much(lattice, both, found(asked("move", what=(2, 8), to=(10, 13))))
    kind = found(asked("copy", what=(2, 8), to=(10, 11)))
    assert says_as_much(lattice, kind, found(asked("copy", what=(2, 8))))
