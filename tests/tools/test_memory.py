"""Facts are kept, found, forgotten and brought back, in a real SQLite file."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from aura.capability.errors import ToolError
from aura.capability.ports import Facts, IdempotencyKey, Past
from aura.capability.registry import Registry
from aura.contracts.outcome import StepPreview
from aura.contracts.plan import Step
from aura.planning.overlay import Overlay
from aura.planning.preview import play_step
from aura.tools.memory.store import FactStore

TOOLS = Registry(package="aura.tools")


@pytest.fixture
def facts(tmp_path: Path) -> FactStore:
    store = FactStore(tmp_path / "home/memory.db")
    remember(store, "r:0", "The wifi password is hunter2")
    remember(store, "r:1", "Anna's birthday is on 3 May")
    return store


def remember(store: FactStore, key: str, text: str) -> None:
    tool = TOOLS["memory.remember"]
    done = tool.call(facts=store, key=IdempotencyKey(key), fact=text)
    assert tool.observe and tool.observe(done, facts=store, key=IdempotencyKey(key), fact=text)


def recall(store: FactStore, query: str) -> list[str]:
    return list(TOOLS["memory.recall"].call(facts=store, query=query).facts)


def test_a_fact_is_recalled_by_its_words_in_another_process_too(facts: FactStore, tmp_path: Path) -> None:
    facts.close()
    again = FactStore(tmp_path / "home/memory.db")
    assert recall(again, "what is my wifi password?") == ["The wifi password is hunter2"]
    assert recall(again, "birthdays") == ["Anna's birthday is on 3 May"]
    assert len(recall(again, "")) == 2
    assert recall(again, "zebra") == []


def test_remembering_twice_with_one_key_is_one_fact(facts: FactStore) -> None:
    remember(facts, "r:0", "The wifi password is hunter2")
    assert len(facts.search("")) == 2


def test_what_was_remembered_can_be_taken_back(facts: FactStore) -> None:
    tool = TOOLS["memory.remember"]
    inputs = {"facts": facts, "key": IdempotencyKey("r:2"), "fact": "x"}
    assert tool.capture and tool.undo
    before = tool.capture(**inputs)
    tool.call(**inputs)
    tool.undo(before, **inputs)
    assert len(facts.search("")) == 2


def test_forgetting_takes_only_what_has_all_the_words_and_can_be_undone(facts: FactStore) -> None:
    tool = TOOLS["memory.forget"]
    before = facts.search("")
    assert tool.capture and tool.undo and tool.observe
    captured = tool.capture(facts=facts, query="wifi password")
    done = tool.call(facts=facts, query="wifi password")
    assert tool.observe(done, facts=facts, query="wifi password")
    assert [fact.text for fact in facts.search("")] == ["Anna's birthday is on 3 May"]
    tool.undo(captured, facts=facts, query="wifi password")
    assert sorted(facts.search(""), key=str) == sorted(before, key=str)


@pytest.mark.parametrize(("query", "code"), [("", "NOTHING_NAMED"), ("?!", "NOTHING_NAMED")])
def test_forgetting_never_widens(facts: FactStore, query: str, code: str) -> None:
    with pytest.raises(ToolError) as refusal:
        TOOLS["memory.forget"].call(facts=facts, query=query)
    assert refusal.value.code == code
    assert len(facts.search("")) == 2


def test_the_preview_names_what_would_be_forgotten(facts: FactStore) -> None:
    step = Step("memory.forget", "", {"query": "wifi"})
    seen = play_step(step, TOOLS, Overlay(), {Facts: facts})
    assert isinstance(seen, StepPreview)
    assert (seen.effect, seen.lost, seen.lost_count) == ("D", ("The wifi password is hunter2",), 1)
    nothing = play_step(Step("memory.forget", "", {"query": "zebra"}), TOOLS, Overlay(), {Facts: facts})
    assert isinstance(nothing, StepPreview)
    assert nothing.lost == ()


def test_what_is_not_remembered_is_forgotten_by_doing_nothing(facts: FactStore) -> None:
    done = TOOLS["memory.forget"].call(facts=facts, query="zebra")
    assert (done.count, done.text) == (0, "Nothing was remembered about zebra.")
    assert len(facts.search("")) == 2


@pytest.mark.parametrize(
    "asked", ["wifi pasword", "do you know the wifi passwords", "what did I say the wifi password is"]
)
def test_a_fact_is_found_by_the_words_that_tell_it_from_others(facts: FactStore, asked: str) -> None:
    assert recall(facts, asked) == ["The wifi password is hunter2"]


def test_words_that_every_fact_has_find_none(facts: FactStore) -> None:
    assert recall(facts, "what is the zebra on") == []
    assert "zebra" in TOOLS["memory.recall"].call(facts=facts, query="the zebra").text


def test_a_damaged_memory_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "m.db").write_bytes(b"this is no database, but long enough to look like one" * 50)
    with pytest.raises(ToolError, match="cannot be used"):
        FactStore(tmp_path / "m.db").search("x")


@pytest.mark.parametrize("query", ['"', "a OR", "NEAR(", "text:", "*", "a-b", "'; DROP TABLE facts; --"])
def test_no_query_is_read_as_a_language(facts: FactStore, query: str) -> None:
    recall(facts, query)
    assert len(facts.search("")) == 2


def test_the_history_is_told_newest_first() -> None:
    class Two:
        def recent(self, count: int) -> list[Past]:
            return [Past("r2", "do b", "completed", "t"), Past("r1", "do a", "failed", "t")][:count]

    told = TOOLS["memory.history"].call(past=Two(), count=1)
    assert (told.text, told.count) == ("do b", 1)


REMEMBERING = """
import sys, time
import subprocess
import sys
import time
from pathlib import Path
from aura.tools.memory.store import FactStore
while time.time() < float(sys.argv[2]): pass
FactStore(Path(sys.argv[1])).add(sys.argv[3], "the key hangs behind the door")
"""


def test_a_new_memory_can_be_opened_by_several_processes_at_once(tmp_path: Path) -> None:
    names = [str(number) for number in range(8)]
    for number in range(4):
        file = tmp_path / f"{number}.db"
        command = [sys.executable, "-c", REMEMBERING, str(file), str(time.time() + 0.8)]
        every = [subprocess.Popen([*command, name], stderr=subprocess.PIPE, text=True) for name in names]
        assert [process.communicate()[1] for process in every] == [""] * len(names)
        assert len(FactStore(file).search("")) == len(names)
