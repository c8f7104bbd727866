"""The sentence encoder, taught what the words of a command are for: an adapter of its weights, and a few heads.

The adapter adds to each matrix of the encoder the product of two thin ones (LoRA, Hu et al. 2021), so that what was
learned is a thirtieth of the encoder's size. Their sum is written over the encoder's weights in memory; its file on
disk is never changed. `adapting.py` learns it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from aura.language.annotating.annotation import Annotation
from aura.language.learned import FINEST, Kept
from aura.language.utterance.lattice import Lattice
from aura.language.words.spelling import TRANSPOSITION
from aura.providers.sentence_encoder import encoder_file, inputs_of, session_of
from aura.providers.word_pieces import MOST_PIECES, WordPieces, is_word

if TYPE_CHECKING:
    from numpy.typing import NDArray

BRACKETS = "()"
LIKELY_ENOUGH = 1e-3
"""What is less probable than this is left out of an annotation."""


class Bytes(Struct, frozen=True):
    """Numbers as signed bytes, row by row, to be multiplied with `unit`."""

    rows: int
    unit: float
    table: bytes

    @classmethod
    def quantised(cls, rows: NDArray[Any]) -> Bytes:
        """The nearest bytes."""
        import numpy

        unit = max(float(numpy.abs(rows).max()), 1e-9) / FINEST
        return cls(len(rows), unit, numpy.rint(rows / unit).astype(numpy.int8).tobytes())

    @property
    def numbers(self) -> NDArray[Any]:
        """The numbers: rows × columns."""
        import numpy

        return self.unit * numpy.frombuffer(self.table, numpy.int8).reshape(self.rows, -1).astype(numpy.float32)


class Matrix(Struct, frozen=True):
    """What is added to a matrix of the encoder, rows × columns: the product of two thin ones.

    Its bytes begin at a place of the encoder's file, the scales of its columns at another.
    """

    at: int
    scales_at: int
    left: Bytes
    right: Bytes


class Row(Struct, frozen=True):
    """What is added to a row of numbers of the encoder, from a place of its file on."""

    at: int
    added: Bytes


class Head(Struct, frozen=True, dict=True):
    """Weights and starts of a linear layer, and the names of what it weighs."""

    names: list[str]
    weights: Bytes
    starts: list[float]

    def __call__(self, states: NDArray[Any]) -> NDArray[Any]:
        """What each name weighs for each state: states × names."""
        weighed: NDArray[Any] = states @ self._columns + self.starts
        return weighed

    @cached_property
    def _columns(self) -> NDArray[Any]:
        return self.weights.numbers.T


class Adapter(Struct, frozen=True):
    """All that was learned over the encoder whose file has a digest."""

    encoder: str
    matrices: list[Matrix]
    rows: list[Row]
    tags: Head
    asked: Head
    labels: Head
    begins: Head
    actions: Head


KEPT = Kept(Path(__file__).with_name("annotator.en.weights"), Adapter)


class EncoderAnnotator:
    """What the adapted encoder says of utterances; read from disk with the first, once a process."""

    def __init__(self) -> None:
        self._pieces = WordPieces()

    def annotate(self, lattice: Lattice) -> Annotation:
        """What it says of each token by its first piece, and of the whole."""
        import numpy

        numbers, firsts = pieces_of(lattice, self._pieces)
        rows = numpy.array([numbers], dtype=numpy.int64)
        states = _session().run(None, inputs_of(rows))[0][0]
        heads, words = KEPT.value, states[firsts]
        whole = numpy.concatenate([states.mean(axis=0), states[0]])
        begins = _squashed(heads.begins(words)[:, 0])
        return Annotation(
            heads.tags(words).tolist(),
            [_named(heads.labels.names, row) for row in heads.labels(words)],
            begins.tolist(),
            [_named(heads.actions.names, row) for row in heads.actions(words)],
            float(_squashed(heads.asked(whole)[0])),
        )


def annotator_here() -> EncoderAnnotator | None:
    """The annotator; None where the encoder that is installed is not the one that was taught."""
    if not KEPT.digest():
        return None
    file = encoder_file()
    return EncoderAnnotator() if KEPT.value.encoder == _digest_of(file, file.stat().st_mtime_ns) else None


@cache
def _digest_of(file: Path, changed: int) -> str:
    """The digest of a file that was last changed at that time; a process reads it once."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def pieces_of(lattice: Lattice, pieces: WordPieces) -> tuple[list[int], list[int]]:
    """The numbers of an utterance's pieces between a start and an end, and which piece is the first of each token.

    What was said between two tokens, as a hesitation, is there too, and brackets set apart as commas do; what is a slip
    is there as it is meant. A long utterance is cut; what is behind has the last piece.
    """
    start, end = pieces.numbers("")
    numbers, firsts, at = [start], [], 0
    text = "".join("," if letter in BRACKETS else letter for letter in lattice.text)
    for position, token in enumerate(lattice.tokens):
        numbers += pieces.numbers(text[at : token.start])[1:-1]
        firsts.append(min(len(numbers), MOST_PIECES - 1))
        said = _meant(lattice, position) or text[token.start : token.end]
        numbers += pieces.numbers(said)[1:-1] or pieces.unknown
        at = token.end
    return [*numbers[: MOST_PIECES - 1], end], firsts


def _meant(lattice: Lattice, at: int) -> str | None:
    """The word of the grammar that one which nobody knows is with two letters swapped: "serach", and no name."""
    if lattice.tokens[at].shape != "word" or is_word(lattice.low[at]):
        return None
    return next((word for word, cost in lattice.corrected(at) if cost <= TRANSPOSITION), None)


def _squashed(weights: NDArray[Any]) -> NDArray[Any]:
    import numpy

    shares: NDArray[Any] = 1 / (1 + numpy.exp(-weights))
    return shares


def _named(names: Sequence[str], weights: NDArray[Any]) -> dict[str, float]:
    """The names that are likely enough with their probabilities, by what each weighs; the likeliest first."""
    import numpy

    powers = numpy.exp(weights - weights.max())
    shares = (powers / powers.sum()).tolist()
    pairs = sorted(zip(shares, names, strict=True), reverse=True)
    return {name: share for share, name in pairs if share > LIKELY_ENOUGH}


@cache
def _session() -> Any:
    return session_of(adapted(encoder_file().read_bytes(), KEPT.value))


def adapted(encoder: bytes, adapter: Adapter) -> bytes:
    """An encoder's file with what was learned written over its weights."""
    import numpy

    changed = bytearray(encoder)
    for matrix in adapter.matrices:
        added = matrix.left.numbers @ matrix.right.numbers
        rows, columns = added.shape
        kept = numpy.frombuffer(changed, numpy.int8, rows * columns, matrix.at).reshape(rows, columns)
        scales = numpy.frombuffer(changed, numpy.float32, columns, matrix.scales_at)
        whole = kept * scales + added
        finest = numpy.abs(whole).max(axis=0).astype(numpy.float32) / FINEST
        _write(changed, matrix.at, numpy.rint(whole / finest).astype(numpy.int8))
        _write(changed, matrix.scales_at, finest)
    for row in adapter.rows:
        added = row.added.numbers[0]
        _write(changed, row.at, numpy.frombuffer(changed, numpy.float32, len(added), row.at) + added)
    return bytes(changed)


def _write(changed: bytearray, at: int, values: NDArray[Any]) -> None:
    written = values.tobytes()
    changed[at : at + len(written)] = written
