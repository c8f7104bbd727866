"""A preview in words: each step, what it takes, what it changes, what would be lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aura.contracts.change import Change, Copy, MakeFolder, Move, Trash, WriteFile
from aura.contracts.outcome import Preview, StepPreview

if TYPE_CHECKING:
    from rich.tree import Tree

EFFECTS = {"R": "reads", "W": "writes, can be undone", "D": "destroys or replaces", "X": "acts outside"}
STYLES = {"R": "green", "W": "cyan", "D": "bold red", "X": "yellow"}
MOST_LINES = 10
LONGEST_VALUE = 100
KILO = 1000
NO_SIZES: Mapping[str, int] = {}


def preview_tree(preview: Preview) -> Tree:
    """The plan as a tree: steps, below each its inputs, its changes and what would be lost."""
    from rich.text import Text
    from rich.tree import Tree

    tree = Tree(_heading(preview))
    for number, step in enumerate(preview.steps, 1):
        style = STYLES.get(step.effect, "")
        title = Text.assemble(
            f"{number}. ", (step.atom_id, "bold"), "  ", (EFFECTS.get(step.effect, step.effect), style)
        )
        branch = tree.add(title)
        for line in step_lines(step):
            branch.add(Text(line, style="red" if line.startswith("lost") else "", overflow="fold"))
    for said in preview.told if preview.destroys else ():
        tree.add(Text(f"said beside it, and changes nothing: {quoted(said)}", overflow="fold"))
    for problem in preview.problems:
        tree.add(Text(f"cannot be done: {problem.message}", style="bold red", overflow="fold"))
    return tree


def step_lines(step: StepPreview) -> Iterator[str]:
    """What there is to say about one step, a line each."""
    for name, value in step.inputs.items():
        yield f"{name}: {'known only when it runs' if value is None and step.deferred else quoted(value)}"
    if step.foreseen:
        yield f"here: {step.foreseen}"
    if step.warning:
        yield f"warning: {step.warning}"
    yield from bounded([change_line(change, step.sizes) for change in step.changes])
    if step.deferred:
        yield "some of this is known only when it runs"
    if step.lost:
        count = max(step.lost_count, len(step.lost))
        things = "1 file or folder" if count == 1 else f"{count} files and folders"
        yield f"lost unless undone: {things} ({_names(step.lost)})"


def change_line(change: Change, sizes: Mapping[str, int] = NO_SIZES) -> str:
    """One change as a phrase; `sizes` are those of the files that would be replaced."""
    match change:
        case MakeFolder(path=path):
            return f"makes the folder {quoted(path)}"
        case WriteFile(path=path, content=content, replaces=replaces):
            if content is not None and path in sizes:
                instead = f"{size_words(sizes[path])} with {size_words(len(content))}"
                return f"replaces the content of {quoted(path)}: {instead}; undo brings the old one back"
            if content is None:
                return f"{'replaces' if replaces else 'makes'} the file {quoted(path)}"
            verb = "changes" if replaces else "makes"
            return f"{verb} the file {quoted(path)} ({'then ' if replaces else ''}{size_words(len(content))})"
        case Move(source=source, destination=destination, replaces=replaces):
            return f"moves {quoted(source)} to {quoted(destination)}{_replacing(replaces)}"
        case Copy(source=source, destination=destination, replaces=replaces):
            return f"copies {quoted(source)} to {quoted(destination)}{_replacing(replaces)}"
        case Trash(path=path):
            return f"moves {quoted(path)} to the trash"


def size_words(count: int) -> str:
    """A number of bytes as people say it: 40 bytes, 1.2 kB."""
    if count < KILO:
        return f"{count} byte{'' if count == 1 else 's'}"
    size = count / KILO
    for unit in ("kB", "MB", "GB"):
        if size < KILO:
            return f"{size:.1f} {unit}"
        size /= KILO
    return f"{size:.1f} TB"


def quoted(value: Any) -> str:
    """A value as a person reads it; a name of several words stands in quotes, a long one is cut."""
    if isinstance(value, (list, tuple)):
        return f"{len(value)}: {_names(value)}" if value else "none"
    if not isinstance(value, str):
        return "yes" if value is True else "no" if value is False else str(value)
    text = value if len(value) <= LONGEST_VALUE else f"{value[:LONGEST_VALUE]}…"
    text = text.replace("\n", "⏎")
    return f'"{text}"' if not text or any(character.isspace() for character in text) else text


def _heading(preview: Preview) -> str:
    count = len(preview.steps)
    lost = sum(max(step.lost_count, len(step.lost)) for step in preview.steps)
    steps = "1 step" if count == 1 else f"{count} steps"
    if not lost:
        return f"{steps}, nothing is lost"
    return f"{steps}, {lost} {'file or folder' if lost == 1 else 'files and folders'} replaced or to the trash"


def _names(values: Sequence[Any]) -> str:
    shown = ", ".join(quoted(item) for item in values[:MOST_LINES])
    return f"{shown} and {len(values) - MOST_LINES} more" if len(values) > MOST_LINES else shown


def _replacing(replaces: bool) -> str:
    return ", replacing what is there" if replaces else ""


def bounded(lines: Sequence[str]) -> Iterator[str]:
    """The first lines, and how many more there are."""
    yield from lines[:MOST_LINES]
    if len(lines) > MOST_LINES:
        yield f"… and {len(lines) - MOST_LINES} more"
