"""A process killed anywhere: resume finishes with every effect exactly once, undo gives the tree back."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from house import House, Tree, order_of

from aura.capability.errors import ToolError
from aura.contracts.plan import Step
from aura.execution import changes, database, inverses, nodes, trash

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kill -9 and fork are POSIX")

RUN = "crash"
HANDS = (
    "make_folder",
    "rename",
    "replace",
    "write_new",
    "link",
    "remove_file",
    "copy_to",
    "relocate",
    "copy",
)
KILLED = 9


class Countdown:
    """Kills this process at the n-th moment around anything that touches the world or the journal."""

    def __init__(self, moment: int) -> None:
        self.left = moment

    def tick(self) -> None:
        self.left -= 1
        if self.left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def around(self, function: Callable) -> Callable:
        def killed_around(*arguments: object, **named: object) -> object:
            self.tick()
            value = function(*arguments, **named)
            self.tick()
            return value

        return killed_around


def arm(moment: int) -> None:
    countdown = Countdown(moment)
    for name in HANDS:
        setattr(nodes, name, countdown.around(getattr(nodes, name)))
    commit = database.Database.transaction

    def transaction(self: database.Database, **named: bool) -> object:
        countdown.tick()
        return commit(self, **named)

    database.Database.transaction = transaction  # type: ignore[method-assign, assignment]
    trash.TrashCan.note = countdown.around(trash.TrashCan.note)  # type: ignore[method-assign]
    assert changes.nodes is nodes and inverses.nodes is nodes


def in_a_child(work: Callable[[], object], moment: int) -> bool:
    """Do the work in a child that is killed at a moment; returns whether it was."""
    child = os.fork()
    if child == 0:
        arm(moment)
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == KILLED
        return True
    assert os.WEXITSTATUS(status) == 0
    return False


def furnish(root: Path) -> House:
    house = House(root)
    house.plant(a_txt="A", b_txt="B", c_txt="C", docs__one_txt="1", docs__two_txt="2", old__x_txt="x")
    for path in house.work.rglob("*.txt"):
        os.utime(path, ns=(10**18, 10**18 + 1))
    return house


def steps(house: House) -> list[Step]:
    """Every kind of change, replacing and not, several in one step."""
    return [
        house.recording(["make_folder", "new/inner"], ["write", "new/n.txt", "made"], step_id="make"),
        house.recording(["move", "a.txt", "new/a.txt"], ["move", "docs", "new/docs"], step_id="move"),
        house.recording(["write", "b.txt", "B2", True], step_id="write"),
        house.recording(["copy", "new/docs", "copied"], ["copy", "c.txt", "b2.txt"], step_id="copy"),
        house.recording(["move", "c.txt", "b.txt", True], step_id="move over"),
        house.recording(["copy", "new", "old", True], step_id="copy over"),
        house.recording(["trash", "copied"], ["trash", "b2.txt"], step_id="delete", after=("copy",)),
    ]


def moments(root: Path, work: Callable[[House], object]) -> Iterator[House]:
    """A fresh house for every moment of the work, in which it was killed there."""
    for moment in range(10_000):
        here = root / str(moment)
        house = furnish(here)
        if not in_a_child(lambda house=house: work(house), moment):
            assert moment > 20
            return
        yield house
        shutil.rmtree(here)


def start(house: House) -> None:
    document = house.plan(*steps(house))
    house.execute(document, house.preview(document), run_id=RUN)


def contents(tree: Tree) -> dict[str, tuple[str, object]]:
    return {name: (kind, content) for name, (kind, content, *_) in tree.items()}


def finished(root: Path) -> dict[str, tuple[str, object]]:
    house = furnish(root / "whole")
    start(house)
    return contents(house.tree())


def was_begun(house: House) -> bool:
    journal = house.journal()
    try:
        return bool(journal.runs(1))
    finally:
        journal.close()


def assert_clean(house: House) -> None:
    assert not list(house.root.rglob(".aura-*"))


def test_a_killed_run_is_finished_by_resume_with_every_effect_once(tmp_path: Path) -> None:
    expected = finished(tmp_path)
    for house in moments(tmp_path, start):
        if not was_begun(house):
            continue
        try:
            execution = house.resume(RUN)
            assert execution.status == "completed", execution
            assert [result.step_id for result in execution.steps] == list(order_of(house.plan(*steps(house))))
        except ToolError as error:
            assert error.code == "NOTHING_TO_RESUME"
        assert contents(house.tree()) == expected
        assert len(list(house.trash.glob("files/*"))) == len(list(house.trash.glob("info/*"))) == 2
        assert_clean(house)


def test_a_killed_run_is_undone_to_the_tree_before(tmp_path: Path) -> None:
    before = furnish(tmp_path / "untouched").tree()
    for house in moments(tmp_path, start):
        undo_whatever_there_is(house)
        assert house.tree() == before
        assert not list(house.trash.glob("files/*"))
        assert_clean(house)


def test_a_killed_run_is_resumed_and_then_undone(tmp_path: Path) -> None:
    before = furnish(tmp_path / "untouched").tree()
    for house in moments(tmp_path, start):
        if was_begun(house):
            try:
                house.resume(RUN)
            except ToolError as error:
                assert error.code == "NOTHING_TO_RESUME"
            assert house.undo(RUN).left == ()
            assert house.tree() == before
            assert_clean(house)


def test_a_killed_undo_is_finished_by_the_next_undo(tmp_path: Path) -> None:
    before = furnish(tmp_path / "untouched").tree()

    def undo(house: House) -> None:
        house.undo(RUN)

    for moment in range(10_000):
        here = tmp_path / str(moment)
        house = furnish(here)
        start(house)
        if not in_a_child(lambda house=house: undo(house), moment):
            assert moment > 20
            return
        undo_whatever_there_is(house)
        assert house.tree() == before
        assert not list(house.trash.glob("*/*"))
        assert_clean(house)
        shutil.rmtree(here)


def undo_whatever_there_is(house: House) -> None:
    if not was_begun(house):
        return
    try:
        assert house.undo(RUN).left == ()
    except ToolError as error:
        assert error.code in ("NOTHING_TO_UNDO", "ALREADY_UNDONE")
