"""What a step costs that does nothing: by our engines, by asyncio alone, by DBOS and LangGraph written by hand.

Run with `python bench/flows/engines.py [--steps N] [--rounds N] [--database URL]`; prints one JSON object, milliseconds
a step, the best of so many rounds of all in turn. DBOS keeps its state in SQLite (WAL, NORMAL, as our engine opens it),
or in the PostgreSQL database of the URL; LangGraph in SQLite, at each step.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import tempfile
import time
from collections.abc import Callable, Mapping
from graphlib import TopologicalSorter
from itertools import count
from pathlib import Path
from typing import Annotated, Any, TypedDict

from dbos import DBOS

from aura.capability.conduct import Conduct
from aura.capability.effect import Effect
from aura.capability.tool import Slot, Tool
from aura.contracts.plan import PlanBody, PlanDocument, Step, Validation
from aura.execution.changes import Changer
from aura.execution.engines.dbos_engine import Durable
from aura.execution.engines.engine import INLINE, Engine, Errand, Timed
from aura.execution.executor import ToolExecutor
from aura.execution.journal import Journal
from aura.planning.overlay import Overlay

Shape = Mapping[str, tuple[str, ...]]
Work = Callable[[Shape], None]

NAMES = count()


async def nothing() -> str:
    """Do nothing, which is what a step costs by itself."""
    return "done"


TOOLS = {
    "nothing": Tool(
        "nothing", "", "", "", Effect.READS, "", {}, {"said": Slot("said", {}, "")}, {}, nothing,
        conduct=Conduct(beside=True),
    )
}  # fmt: skip


def shapes(steps: int) -> dict[str, Shape]:
    """Steps one after the other; all at once and one after them all."""
    names = [f"s{number}" for number in range(steps)]
    chain = {name: (names[number - 1],) if number else () for number, name in enumerate(names)}
    return {"chain": chain, "fan-out": dict.fromkeys(names[:-1], ()) | {names[-1]: tuple(names[:-1])}}


# -- by hand


def by_asyncio(shape: Shape) -> None:
    """asyncio and graphlib, and nothing else."""

    async def whole() -> None:
        sorter = TopologicalSorter(shape)
        sorter.prepare()
        running: dict[asyncio.Task[str], str] = {}
        while sorter.is_active():
            running |= {asyncio.create_task(nothing()): name for name in sorter.get_ready()}
            done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                sorter.done(running.pop(task))

    asyncio.run(whole())


@DBOS.workflow(name="by hand")
async def workflow(shape: dict[str, list[str]]) -> int:
    """A plan as one writes it for DBOS: places in order, each step awaits what it needs."""
    places = {name: DBOS.reserve_step() for name in shape}
    tasks: dict[str, asyncio.Task[str]] = {}

    async def step(name: str) -> str:
        for needed in shape[name]:
            await tasks[needed]
        return await places[name].run_async({"name": name}, nothing)

    for name in shape:
        tasks[name] = asyncio.create_task(step(name))
    await asyncio.gather(*tasks.values())
    return len(tasks)


def by_dbos(shape: Shape) -> None:
    """The workflow above, started and awaited."""

    async def whole() -> None:
        handle = await DBOS.start_workflow_async(workflow, {name: list(after) for name, after in shape.items()})
        await handle.get_result()

    asyncio.run(whole())


def by_langgraph(root: Path) -> Work:
    """A graph of nodes, its state kept in SQLite at each of them."""
    from langgraph.checkpoint.sqlite import SqliteSaver
    from langgraph.graph import END, START, StateGraph

    class State(TypedDict):
        done: Annotated[list[str], lambda old, new: old + new]

    connection = sqlite3.connect(root / "langgraph.db", check_same_thread=False)
    connection.execute("PRAGMA synchronous = NORMAL")
    saver = SqliteSaver(connection)

    def work(shape: Shape) -> None:
        graph = StateGraph(State)
        for name in shape:
            graph.add_node(name, lambda state, name=name: {"done": [name]})
        needed = {other for after in shape.values() for other in after}
        for name, after in shape.items():
            graph.add_edge(list(after) if after else START, name)
            if name not in needed:
                graph.add_edge(name, END)
        config = {"configurable": {"thread_id": str(next(NAMES))}, "recursion_limit": len(shape) + 10}
        compiled = graph.compile(checkpointer=saver)
        begun = time.perf_counter()
        compiled.invoke({"done": []}, config, durability="sync")
        work.seconds = time.perf_counter() - begun  # type: ignore[attr-defined]

    return work


# -- by us


def by_us(root: Path, engine: Engine, journal: Journal | None) -> Work:
    """The same steps as a plan, carried out by one of our engines."""
    changer = Changer(str(root / "home"), str(root / "Trash"), (str(root),))

    def work(shape: Shape) -> None:
        steps = tuple(Step("nothing", "", {}, name, after) for name, after in shape.items())
        document = PlanDocument("bench", PlanBody(steps))
        name = f"run{next(NAMES)}"

        def execute() -> Any:
            executor = ToolExecutor(TOOLS, {}, disk_factory=Overlay, changer=changer, journal=journal, engine=engine)
            return executor.execute(document, Validation(True, execution_order=tuple(shape)), run_id=name)

        done = engine.carry_out(Errand(name), execute)
        assert done.status == "answered", done.message

    return work


class NoSessions:
    """Nothing is left by other processes here."""

    def go_on(self, errand: Errand) -> str:
        raise NotImplementedError

    def at_time(self, timed: Timed) -> str:
        raise NotImplementedError

    def next_of(self, timed: Timed) -> Timed | None:
        raise NotImplementedError


# -- measured


def workers(root: Path, database: str) -> dict[str, Work]:
    """Everything that is measured, by name."""
    journal = Journal(root / "home", synchronous="NORMAL")
    durable = Durable(root / "home", database, NoSessions())
    found = {
        "asyncio and graphlib": by_asyncio,
        "inline, no journal": by_us(root, INLINE, None),
        "inline, journal": by_us(root, INLINE, journal),
        "DBOS by hand": by_dbos,
        "dbos": by_us(root, durable, journal),
    }
    try:
        return found | {"LangGraph": by_langgraph(root)}
    except ImportError:
        return found


def measured(steps: int, rounds: int, database: str) -> dict[str, dict[str, float]]:
    """Milliseconds a step of each, by shape: the best round; what LangGraph takes to compile does not count."""
    best: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        found = workers(Path(folder), database)
        for _ in range(rounds):
            for shape_name, shape in shapes(steps).items():
                for name, work in found.items():
                    begun = time.perf_counter()
                    work(shape)
                    seconds = getattr(work, "seconds", None) or time.perf_counter() - begun
                    row = best.setdefault(shape_name, {})
                    row[name] = min(row.get(name, float("inf")), round(seconds / steps * 1000, 4))
        DBOS.destroy()
    return best


def ratios(figures: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """What must hold, as numbers: ours over theirs, or theirs over ours."""
    found = {}
    for shape, row in figures.items():
        peers = {name: row[name] for name in ("LangGraph", "DBOS by hand") if name in row}
        found[shape] = {
            "inline, times asyncio and graphlib (at most 2)": row["inline, no journal"] / row["asyncio and graphlib"],
            "dbos, times DBOS by hand (at most 1.3)": row["dbos"] / row["DBOS by hand"],
            **{f"{name}, times inline (at least 20)": peer / row["inline, no journal"] for name, peer in peers.items()},
            **{
                f"{name}, times inline, journal (at least 5)": peer / row["inline, journal"]
                for name, peer in peers.items()
            },
        }
    return {shape: {name: round(value, 2) for name, value in row.items()} for shape, row in found.items()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--database", default="", help="a PostgreSQL database for DBOS; empty is SQLite")
    parser.add_argument("--json", action="store_true", help="print JSON, as it does anyway")
    given = parser.parse_args()
    figures = measured(given.steps, given.rounds, given.database)
    print(json.dumps({"milliseconds a step": figures, "ratios": ratios(figures)}, indent=2))


if __name__ == "__main__":
    main()
