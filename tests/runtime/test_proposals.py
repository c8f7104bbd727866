"""What a helper proposes for a sentence that the grammar cannot read, and what becomes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from scene import Scene

import aura.language
import aura.tools
from aura.capability.registry import Registry
from aura.contracts.problem import Problem
from aura.contracts.proposal import Proposal, ProposalRequest, ProposedGoal
from aura.language.decoding.decode import decode
from aura.language.grammar.actions import Action, command_of, load_actions
from aura.language.grammar.grammar import ListValue, SlotList
from aura.language.grammar.loading import load_grammar
from aura.language.utterance.values import Values
from aura.runtime.proposed.found_commands import may_be_guessed, may_be_proposed

ROOTS = (Path(aura.language.__path__[0]), Path(aura.tools.__path__[0]))
UNREAD = "yeet report.txt over to the archive, would you"
FILLED = {
    "app": "chrome",
    "keys": "enter",
    "direction": "down",
    "thing": "the report.txt",
    "place": "downloads",
    "name": "plan b",
    "text": "hello",
    "words": "3 kg",
    "items": "name, date",
    "step": "15 percent",
    "unit": "pounds",
    "kind": "markdown file",
    "url": "example.org",
    "site": "youtube",
    "cell": "b2",
    "value": "40",
    "values": "gas and 60",
    "document": "report.docx",
    "spreadsheet": "budget.xlsx",
    "presentation": "talk.pptx",
    "label": "Next",
    "field": "surname",
    "duration": "20 seconds",
    "macro": "monday",
    "level": "40",
    "window": "chrome",
    "number": "2",
}


class Says:
    """A helper that always proposes the same goals, and remembers what it was asked."""

    def __init__(self, *goals: ProposedGoal, trouble: Problem | None = None) -> None:
        self.goals, self.trouble = goals, trouble
        self.asked: list[ProposalRequest] = []

    def propose(self, request: ProposalRequest) -> Proposal | Problem | None:
        self.asked.append(request)
        return self.trouble or (Proposal(self.goals, "the helper") if self.goals else None)


def goal(action: str, **said: str) -> ProposedGoal:
    return ProposedGoal(action, {slot.rstrip("_"): value for slot, value in said.items()})


MOVES = goal("move", what="report.txt", to="the archive")


@pytest.fixture
def office(scene: Scene) -> Scene:
    scene.plant(ws__report_txt="figures", ws__archive__old_txt="x", ws__draft_txt="d")
    return scene


def test_what_a_helper_understood_is_done_after_a_yes(office: Scene) -> None:
    shown: list[Any] = []
    result = office.session("ws", Says(MOVES)).process(
        UNREAD, approve=lambda preview: bool(shown.append(preview)) or True
    )
    assert result.status == "completed", result.message
    assert "ws/archive/report.txt" in office.tree() and "ws/report.txt" not in office.tree()
    assert shown[0].understood.command == "move report.txt to the archive"


def test_what_only_a_helper_understood_waits_for_a_yes_even_where_nothing_would_be_lost(office: Scene) -> None:
    before = office.tree()
    result = office.session("ws", Says(MOVES)).process(UNREAD)
    assert result.status == "confirmation"
    assert result.message == (
        "This was only understood by the helper, so nothing was done;"
        " say it plainly to have it done: move report.txt to the archive"
    )
    assert office.tree() == before


def test_the_plain_command_that_is_offered_does_it(office: Scene) -> None:
    offered = office.session("ws", Says(MOVES)).process(UNREAD).understood
    assert offered is not None
    assert office.session().process(offered.command).status == "completed"
    assert "ws/archive/report.txt" in office.tree()


def test_a_trusted_helper_needs_no_yes(office: Scene) -> None:
    result = office.session("ws", Says(MOVES), AURA_PROPOSALS__TRUSTED="true").process(UNREAD)
    assert result.status == "completed"
    assert "ws/archive/report.txt" in office.tree()


def test_reading_needs_no_yes_and_says_who_understood(office: Scene) -> None:
    result = office.session("ws", Says(goal("read", what="report.txt"))).process(
        "may the gist of report.txt come to my ears"
    )
    assert result.status == "answered"
    assert result.steps[0].outputs["content"] == "figures"
    assert result.understood is not None and result.understood.by == "the helper"


def test_what_the_grammar_reads_goes_to_no_helper(office: Scene) -> None:
    helper = Says(MOVES)
    session = office.session("ws", helper)
    for said in (
        "move report.txt to archive",
        "don't delete report.txt",
        "move report.txt to archive at 9 am",
        "what is love",
    ):
        session.process(said)
    assert helper.asked == []


@pytest.mark.parametrize(
    "said",
    [
        "my boss told me yeet report.txt over to the archive",
        "yeet report.txt over to the archive if it rains",
        "never ever yeet report.txt over to the archive",
        "yeet report.txt over to the archive tomorrow",
        "yeet report.txt over to the archive at 9 am",
        "yesterday she did yeet report.txt over to the archive",
    ],
)
def test_a_report_a_condition_a_negation_and_a_time_go_to_no_helper(office: Scene, said: str) -> None:
    helper, before = Says(MOVES), office.tree()
    result = office.session("ws", helper).process(said, approve=lambda preview: True)
    assert result.status != "completed" and helper.asked == [] and office.tree() == before


@pytest.mark.parametrize(
    ("said", "action", "slots"),
    [
        ("thanks for moving report.txt into the archive earlier", "move", {"what": "report.txt", "to": "the archive"}),
        ("the letter reads: please remove report.txt from here", "delete", {"what": "report.txt"}),
        ("my flatmate keeps saying delete the archive lol", "delete", {"what": "the archive"}),
        ("I wish Tom would delete report.txt", "delete", {"what": "report.txt"}),
        ("Is it safe to delete report.txt?", "delete", {"what": "report.txt"}),
        ("Would it hurt anything to move report.txt to the archive?", "move", {"what": "report.txt", "to": "archive"}),
        (
            "my boss wants that Karim copies report.txt into the archive",
            "copy",
            {"what": "report.txt", "to": "archive"},
        ),
        ("one day I'm gonna clean up and delete the archive", "delete", {"what": "the archive"}),
        ("the interns really ought to clear out the archive", "delete", {"what": "the archive"}),
        ("the update nuked report.txt somehow", "delete", {"what": "report.txt"}),
        ("in theory report.txt could be deleted", "delete", {"what": "report.txt"}),
        ("the sheet goes like make a file called answers.txt and put it here", "create file", {"name": "answers.txt"}),
        ("write delete report.txt", "delete", {"what": "report.txt"}),
        ("make it look nicer", "create folder", {"name": "nicer"}),
        ("make please the music more loud", "create file", {"name": "more loud"}),
        ("make plan.txt bold", "create file", {"name": "plan.txt"}),
        ("could you put it where the others are", "create folder", {"name": "others"}),
        ("folder folder folder", "create folder", {"name": "folder folder"}),
    ],
)
def test_what_is_only_spoken_of_is_done_by_no_helper(
    office: Scene, said: str, action: str, slots: dict[str, str]
) -> None:
    before = office.tree()
    result = office.session("ws", Says(ProposedGoal(action, slots))).process(said, approve=lambda preview: True)
    assert result.status not in ("completed", "confirmation") and office.tree() == before


def test_a_command_beside_what_is_told_goes_to_a_helper(office: Scene) -> None:
    said = "lol i spelled it wrong, change the name of report.txt to plan.txt"
    helper = Says(goal("rename", what="report.txt", name="plan.txt"))
    result = office.session("ws", helper).process(said, approve=lambda preview: True)
    assert result.status == "completed" and "ws/plan.txt" in office.tree(), result.message


@pytest.mark.parametrize(
    ("said", "goals"),
    [
        (UNREAD, [goal("move", what="report.txt", to="backup")]),
        (UNREAD, [goal("move", what="draft.txt", to="the archive")]),
        (UNREAD, [goal("delete", what="everything")]),
        (UNREAD, [goal("delete", what="report.txt in the archive")]),
        (UNREAD, [goal("move", what="report.txt")]),
        (UNREAD, [goal("move", what="report.txt", to="the archive", mode="0777")]),
        (UNREAD, [goal("format", what="report.txt")]),
        (UNREAD, [goal("delete", what="report.txt over to the archive")]),
        (UNREAD, [MOVES] * 9),
        ("yeet report.txt and draft.txt over to the archive", [MOVES]),
        (
            "make that report.txt is called plan.txt, then have draft.txt say hi there",
            [goal("rename", what="draft.txt", name="plan.txt"), goal("add text", what="report.txt", text="hi there")],
        ),
        ("purple monkey dishwasher", [goal("create folder", name="purple monkey dishwasher")]),
        ("declump my downloads", [goal("create folder", name="downloads")]),
        (UNREAD, [MOVES, goal("delete", what="report.txt")]),
        ("yeet report.txt on the desktop", [goal("delete", what="report.txt")]),
        ("off with the oldest txt files to the archive, chop chop", [goal("move", what="txt files", to="the archive")]),
        ("yeet the txt files that begin with d", [goal("delete", what="the txt files")]),
    ],
)  # fmt: skip
def test_a_proposal_that_says_what_the_user_did_not_is_dropped(
    office: Scene, said: str, goals: list[ProposedGoal]
) -> None:
    before = office.tree()
    result = office.session("ws", Says(*goals)).process(said, approve=lambda preview: True)
    assert result.status == "unsupported", result.message
    assert result.understood is None and office.tree() == before


def test_several_goals_may_share_what_was_said_once(office: Scene) -> None:
    helper = Says(MOVES, goal("move", what="draft.txt", to="the archive"))
    result = office.session("ws", helper).plan("yeet report.txt as well as draft.txt over to the archive, would you")
    assert result.status == "planned", result.message
    assert result.understood is not None
    assert result.understood.command == "move report.txt to the archive; move draft.txt to the archive"


def test_a_value_becomes_the_users_own_words(office: Scene) -> None:
    said = "off with the TXT files in downloads to the Archive, chop chop"
    helper = Says(goal("move", what="txt files", from_="in downloads", to="archive"))
    result = office.session("ws", helper).plan(said)
    assert result.understood is not None
    assert result.understood.command == "move the TXT files from downloads to the Archive"


def test_the_next_helper_is_asked_where_one_has_nothing_to_say(office: Scene) -> None:
    result = office.session("ws", Says(), Says(goal("format")), Says(MOVES)).process(
        UNREAD, approve=lambda preview: True
    )
    assert result.status == "completed"


def test_trouble_is_said_and_the_offline_answer_stands(office: Scene) -> None:
    offline = office.session().process(UNREAD).message
    helper = Says(trouble=Problem("MODEL_SILENT", "The helper did not answer in time; try again."))
    result = office.session("ws", helper).process(UNREAD)
    assert result.status == "unsupported"
    assert result.message == f"{offline} The helper did not answer in time; try again."


def test_a_helper_knows_whether_several_things_may_be_asked(office: Scene) -> None:
    helper = Says()
    office.session("ws", helper).process("yeet report.txt over to the archive")
    office.session("ws", helper).process("yeet report.txt over to the archive and yeet draft.txt over there too")
    assert [asked.classification for asked in helper.asked] == ["single", "multi"]


def test_a_helper_sees_recent_commands_and_names_that_exist(office: Scene) -> None:
    office.session().process("create a folder plans")
    helper = Says()
    office.session("ws", helper).process(UNREAD)
    assert helper.asked[0].recent == ("create a folder plans",)
    assert {"report.txt", "archive"} <= set(helper.asked[0].names)


@pytest.mark.parametrize("action", load_actions(ROOTS).table.values(), ids=lambda action: action.name)
def test_every_action_has_a_tool_and_its_plain_command_is_read_as_that(action: Action, compiled: Path) -> None:
    grammar = load_grammar(ROOTS, compiled)
    named = {"app": "chrome", "macro": "monday", "keys": "enter"}
    values = Values(grammar, {name: SlotList(values=(ListValue(value, value),)) for name, value in named.items()})
    for slots in (action.slots, action.required):
        filled = FILLED | ({"kind": "word document"} if "title" in slots else {})
        command = command_of(action, {slot: filled.get(slot) or filled[action.slots[slot]] for slot in slots})
        assert command is not None
        if action.slots.get("question"):
            continue
        reading = decode(grammar, command, None, values).readings[0]
        clause = reading.clauses[0]
        found = grammar.intents[clause.intent] if clause.intent >= 0 else grammar.frames[clause.frame]
        assert (found.domain, found.goal) == (action.domain, action.goal), command
        assert len(reading.clauses) == 1, command


@pytest.mark.parametrize("action", load_actions(ROOTS).table.values(), ids=lambda action: action.name)
def test_nobody_elses_words_can_ask_for_what_waits_for_the_users_own(action: Action) -> None:
    registry = Registry(package="aura.tools")
    locked = [tool.id for tool in registry.all_for(action.domain, action.goal) if tool.locked]
    assert may_be_proposed(registry, action) == (not locked)
    assert not (locked and may_be_guessed(registry, action))


def test_what_an_action_completes_is_one_that_can_take_all_that_it_says() -> None:
    table = load_actions(ROOTS).table
    completing = [action for action in table.values() if action.completes]
    assert completing
    for action in completing:
        for made in action.completes:
            assert set(action.slots) - set(table[made].slots) <= {"what", "document"}


def test_every_example_is_in_the_users_own_words() -> None:
    actions = load_actions(ROOTS)
    for example in actions.examples:
        for one in example.goals:
            for value in one.said.values():
                assert value in example.say
