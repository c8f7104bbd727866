"""What a step notes down while it is under way, in its row of the journal: where its outputs will stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from aura.execution.rows import StepRow


class Notes:
    """The Notebook port of one step; `write` puts a row into the journal, durably, where there is one."""

    def __init__(self, row: StepRow, write: Callable[[StepRow], Any]) -> None:
        self._row = row
        self._write = write

    def first(self, name: str, value: Any) -> Any:
        """What was noted first under a name."""
        if name not in self._row.outputs:
            self._row = replace(self._row, outputs={**self._row.outputs, name: value})
            self._write(self._row)
        return self._row.outputs[name]
