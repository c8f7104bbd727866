"""The ports a tool may ask for by annotating a parameter; injected by the runtime, never in a schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NewType, NoReturn, Protocol

from msgspec import Struct

from aura.contracts.goal import Question
from aura.contracts.problem import Problem

NodeKind = Literal["file", "folder", "link", "other"]

IdempotencyKey = NewType("IdempotencyKey", str)
"""`run_id:step_id`: the same for every attempt at the same step."""

Planned = NewType("Planned", Mapping[str, Any])
"""The inputs of the step as its plan has them: a reference stands there as it is written, not what it brings."""


ProposedBy = NewType("ProposedBy", str)
"""Who proposed the plan of a step: nothing where the user's own words or hands made it."""


class NodeInfo(Struct, frozen=True):
    """One thing on the disk: its kind, size in bytes, time of last change in ISO 8601, whether nobody may write it."""

    kind: NodeKind
    size: int
    modified: str
    read_only: bool = False


class Disk(Protocol):
    """The disk as it will be when this step runs, and the record of what the step would change.

    Reading sees the changes recorded so far, so a tool plays the same over an overlay and over the disk.
    Nothing is written by these methods: preview shows the record, the executor journals and applies it.
    All paths are absolute. Recording raises ToolError for what cannot be: a missing source (`NOT_FOUND`), a
    target that exists without `replace` (`ALREADY_EXISTS`), a refused place (the code of the rule). Reading
    raises `NOT_KNOWN_YET` for what an earlier step has yet to make; the preview then defers the step.
    """

    def kind(self, path: str) -> NodeKind | None:
        """What is at `path`, links not followed; None if nothing is."""
        ...

    def children(self, path: str) -> list[str]:
        """The names in a folder, sorted."""
        ...

    def entries(self, path: str) -> list[tuple[str, NodeKind]]:
        """The names in a folder, sorted, each with the kind of what has it."""
        ...

    def info(self, path: str) -> NodeInfo:
        """Kind, size and time of what is at `path`."""
        ...

    def read(self, path: str) -> bytes | None:
        """A file's content; None if an earlier step writes it and it is not known yet."""
        ...

    def make_folder(self, path: str) -> None:
        """Record a folder; missing parents are recorded first; one that exists is no change."""
        ...

    def write(self, path: str, content: bytes | None, *, replace: bool = False, extend: bool = False) -> None:
        """Record a file's whole content; missing parents are recorded first.

        `replace` allows that a file is there; `extend` does too, where the content has all that it has, but for what
        the step was told to change.
        """
        ...

    def move(self, source: str, destination: str, *, replace: bool = False) -> None:
        """Record a move to a final path; missing parents are recorded first."""
        ...

    def move_all(self, pairs: Sequence[tuple[str, str]], *, replace: bool = False) -> None:
        """Record moves from a source to a final path, in order, each as `move` does."""
        ...

    def copy(self, source: str, destination: str, *, replace: bool = False) -> None:
        """Record a copy to a final path; missing parents are recorded first."""
        ...

    def trash(self, path: str) -> None:
        """Record that what is at `path` goes to the trash."""
        ...


class Fact(Struct, frozen=True):
    """One thing the user asked to keep."""

    fact_id: str
    text: str
    created: str


class Facts(Protocol):
    """Facts in the user's memory, with full-text search."""

    def add(self, fact_id: str, text: str) -> Fact:
        """Keep a fact under a chosen id; the same id twice is one fact."""
        ...

    def search(self, query: str) -> list[Fact]:
        """Facts that have the query's words, best first."""
        ...

    def telling_of(self, question: str) -> list[Fact]:
        """Facts that have all words of a question that say something, best first."""
        ...

    def remove(self, fact_ids: Sequence[str]) -> None:
        """Forget facts by id."""
        ...

    def restore(self, facts: Sequence[Fact]) -> None:
        """Put facts back exactly as they were."""
        ...


class Past(Struct, frozen=True):
    """One earlier command."""

    run_id: str
    utterance: str
    status: str
    started: str


class History(Protocol):
    """What was commanded before, newest first."""

    def recent(self, count: int) -> list[Past]:
        """The last `count` commands."""
        ...


class Message(Struct, frozen=True):
    """One turn of a conversation with a language model."""

    role: Literal["system", "user", "assistant"]
    content: str


class Model(Protocol):
    """A language model, if one is configured."""

    @property
    def configured(self) -> bool:
        """Whether there is a model to ask."""
        ...

    @property
    def name(self) -> str:
        """How messages call it."""
        ...

    def complete(
        self, messages: Sequence[Message], schema: Mapping[str, Any], *, temperature: float = 0
    ) -> str | Problem:
        """The model's reply as JSON text that should fit a JSON Schema; a Problem where there is none."""
        ...

    def answer(self, question: str) -> str:
        """The model's answer in text; raises ToolError when it cannot be had."""
        ...


class Encoder(Protocol):
    """A sentence encoder, if one is installed: sentences that mean nearly the same have nearly the same numbers."""

    @property
    def name(self) -> str:
        """Which one it is: numbers of different encoders cannot be compared."""
        ...

    def encode(self, text: str) -> Sequence[float]:
        """The meaning of a text as numbers whose squares add up to 1."""
        ...


class Opener(Protocol):
    """Opens a file or folder with the program the user's desktop has for it."""

    def open(self, path: str) -> None:
        """Start the desktop's program for `path`; raises ToolError where there is none."""
        ...


class Stage(Protocol):
    """Where a step that may take long tells how far it is, and learns whether it is only played for a preview."""

    @property
    def rehearsal(self) -> bool:
        """Whether nothing will be done now: content that takes long to make may be left unknown."""
        ...

    def tell(self, done: int, total: int) -> None:
        """Say that `done` of `total` parts of the work are done."""
        ...


class Reply(Struct, frozen=True):
    """What a person said to a step that asked, and who it was."""

    text: str
    by: str = ""


class Person(Protocol):
    """Somebody who answers in their own time, perhaps long after this process has ended."""

    def reply(self, question: Question) -> Reply:
        """What was said to a step's question. The run waits, and the call ends here, until there is a reply."""
        ...

    def ask_again(self, question: Question) -> NoReturn:
        """Let the run wait for another reply, since the one that came is no answer."""
        ...


class Notebook(Protocol):
    """What a step notes down while it is under way; it is there again when the step is begun anew after a crash."""

    def first(self, name: str, value: Any) -> Any:
        """What was noted first under a name: by an earlier process, or this value, which is then noted."""
        ...


class Macros(Protocol):
    """Plans that have names, each kept as a text that a person may edit.

    Names are matched whatever their case and spaces. One that is not there is ToolError `NOT_FOUND`, with those
    that are.
    """

    def names(self) -> list[str]:
        """All names, in order."""
        ...

    def named(self, name: str) -> str:
        """A name as it is kept."""
        ...

    def free(self, name: str) -> str:
        """A new name as it will be kept; raises ToolError `ALREADY_EXISTS` or `INVALID_NAME`."""
        ...

    def text(self, name: str) -> str:
        """The text of a macro."""
        ...

    def said(self, name: str) -> str:
        """What a macro is for, in one line."""
        ...

    def put(self, name: str, text: str | None) -> None:
        """Keep a text under a name, or nothing any more."""
        ...

    def draft(self, run_id: str) -> Draft:
        """The plan of an earlier command as the text of a macro; of the last one where none is named."""
        ...


class Draft(Struct, frozen=True):
    """The text of a new macro, the command it is made of, how many steps it has, and its parameters."""

    text: str
    said: str
    steps: int
    parameters: tuple[str, ...]


class Places(Protocol):
    """The user's named places on this computer."""

    def folder(self, name: str) -> str:
        """The absolute folder of a place such as PICTURES, as the settings have it; else the platform's own."""
        ...


PORTS: tuple[Any, ...] = (
    Disk, Facts, History, Macros, Model, Notebook, Opener, Person, Places, Stage, IdempotencyKey, Planned, ProposedBy,
)  # fmt: skip
"""Every annotation that is filled by the runtime instead of by the plan."""
