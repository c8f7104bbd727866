"""Steps that wait for a person: the question goes out with the run, the reply comes back when it goes on."""

from __future__ import annotations

from typing import NoReturn

from msgspec.structs import replace

from aura.capability.ports import Reply
from aura.contracts.goal import Question


class Waiting(Exception):  # noqa: N818  (it is no error)
    """A step cannot go on before somebody answers; carries the question."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.text)
        self.question = question


class Asked:
    """The Person port of one step: its reply where one came, else the run waits.

    A question goes out with the step's id at the end of its key.
    """

    def __init__(self, step_id: str, reply: Reply | None) -> None:
        self._step_id = step_id
        self._reply = reply

    def reply(self, question: Question) -> Reply:
        """The reply, or the end of this call."""
        if self._reply is None:
            self.ask_again(question)
        return self._reply

    def ask_again(self, question: Question) -> NoReturn:
        """The end of this call; the question goes out anew."""
        raise Waiting(replace(question, key=f"{question.key}{self._step_id}"))
