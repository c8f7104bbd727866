"""What `aura explain` shows a person: the verdict, the readings with their costs, why each lost, and the times."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.tree import Tree

Plain = Mapping[str, Any]


def explained_tree(told: Plain) -> RenderableType:
    """All that `--json` says, for reading."""
    from rich.console import Group
    from rich.text import Text

    head = [Text(f'"{told["utterance"]}"', style="bold"), Text(f"{told['verdict']} ({told['classification']})")]
    head.append(Text("words: " + " · ".join(_token(token) for token in told["tokens"])))
    head.extend(Text(line) for line in _about_words(told))
    readings = [_reading(number, reading) for number, reading in enumerate(told["readings"], 1)]
    spent = " · ".join(f"{stage} {milliseconds:.1f}" for stage, milliseconds in told["milliseconds"].items())
    shown: list[RenderableType] = [*head, *readings, Text(f"milliseconds: {spent}")]
    if "instead" in told:
        shown += [Text(f"taken instead, by {told['instead']['by']}:"), explained_tree(told["instead"])]
    return Group(*shown)


def _token(token: Plain) -> str:
    """A token with its shape where it is no plain word, and the words it may be a slip for."""
    notes = [token["shape"]] if token["shape"] not in ("word", "mark") else []
    notes += [f"near {', '.join(token['near'])}"] if "near" in token else []
    return f"{token['text']} ({'; '.join(notes)})" if notes else str(token["text"])


def _about_words(told: Plain) -> Iterator[str]:
    if told["left_out"]:
        yield f"left out: {', '.join(told['left_out'])}"
    if told["understood_up_to"]:
        yield f'not understood from: "{told["understood_up_to"]}"'
    for one in told["nearest_words"]:
        yield f"nearest to {one['word']}: {', '.join(one['near'])}"


def _reading(number: int, reading: Plain) -> Tree:
    from rich.text import Text
    from rich.tree import Tree

    style = "green" if reading["why"] == "chosen" else ""
    tree = Tree(Text(f"reading {number}, cost {_price(reading['cost'])}: {reading['why']}", style=style))
    if reading["why"] != "chosen" and reading["fate"] != "not tried":
        tree.add(Text(reading["fate"], overflow="fold"))
    for clause in reading["clauses"]:
        branch = tree.add(Text(_origin(clause), overflow="fold"))
        for line in _rows(_clause_rows(clause)):
            branch.add(Text(line, overflow="fold"))
    for line in _rows(_other_rows(reading)):
        tree.add(Text(line, overflow="fold"))
    return tree


def _origin(clause: Plain) -> str:
    """The goal of a clause and where its words were written."""
    entry = f"frame {clause['frame']}" if "frame" in clause else f"intent {clause['intent']}"
    template = f", template: {clause['template']}" if clause["template"] else ""
    return f"{clause['goal']}: {entry}, {clause['file']}{template}"


def _clause_rows(clause: Plain) -> Iterator[tuple[str, str, float]]:
    yield "verb" if "frame" in clause else "phrase", clause["verb"]["words"], clause["verb"]["cost"]
    for part in clause["parts"]:
        yield part["role"], part["words"], part["cost"]
    for slot, words in clause["slots"].items():
        yield f"slot {slot}", str(words), 0.0


def _other_rows(reading: Plain) -> Iterator[tuple[str, str, float]]:
    for joint in reading["joints"]:
        yield "joint", joint["words"] or "(none)", joint["cost"]
    for passed in reading["passed_over"]:
        yield f"passed over as {passed['as']}", passed["words"], passed["cost"]
    for one in reading["read_as"]:
        yield "read as", f"{one['said']} → {one['read_as']}", one["cost"]
    if reading["left_unsaid"]:
        yield "left unsaid", "", reading["left_unsaid"]


def _rows(rows: Iterator[tuple[str, str, float]]) -> Sequence[str]:
    """Rows in columns; what costs nothing shows no price."""
    found = list(rows)
    first = max((len(what) for what, _, _ in found), default=0)
    second = max((len(words) for _, words, _ in found), default=0)
    return [
        f"{what:<{first}}  {words:<{second}}  {_price(cost) if cost else ''}".rstrip() for what, words, cost in found
    ]


def _price(cost: float) -> str:
    return f"{cost:.4g}"
