"""The network that learns an adapter of the sentence encoder; it needs PyTorch and onnx, and runs only while learning.

Transformer encoder with post-normalisation (MiniLM, six layers of 384, twelve heads). The encoder's own matrices stay
as they are; what is learned is a product of two thin matrices beside each (LoRA), the biases and norms, and linear
heads: pairs of tags as a conditional random field, labels, begins and actions of tokens, and whether anything is asked.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional

from aura.language.tagging.tagger import PAIRS
from aura.providers.annotator import Adapter, Bytes, Head, Matrix, Row
from aura.providers.lessons import UNKNOWN, Lesson, Names
from aura.providers.sentence_encoder import encoder_file
from aura.providers.word_pieces import MOST_PIECES

LAYERS, WIDTH, HEADS, EPSILON, RANK, DROPPED = 6, 384, 12, 1e-12, 16, 0.1
MATRICES = 6
"""A layer's, in the order of the file: query, key, value, what attention gives, and the two of the feed-forward."""
EMBEDDINGS = "inner.embeddings."
BIASES = tuple(
    f"{name}.bias"
    for name in (
        "attention.self.query", "attention.self.key", "attention.self.value",
        "attention.output.dense", "intermediate.dense", "output.dense",
    )
)  # fmt: skip
NORMS = tuple(f"{name}.LayerNorm.{kind}" for name in ("attention.output", "output") for kind in ("weight", "bias"))
EPOCHS, AT_ONCE, WARM, LONG = 3, 32, 60, 20
FURTHER = 0.5
"""The share of the rates with which what was learned is taught one epoch more."""
CAPABILITIES: Mapping[str, Any] = getattr(torch.cpu, "get_capabilities", dict)()
FAST = torch.bfloat16 if CAPABILITIES.get("avx512_bf16") else torch.float32
"""The numbers that are multiplied fast: of two bytes, where the processor knows them."""
RATES = (2e-3, 2e-3, 5e-4)
"""Of the heads, of the thin matrices, and of biases and norms."""
TAGS_COUNT, LABELS_COUNT, BEGINS_COUNT = 0.25, 1.5, 3.0
"""What the loss of a sentence's tags, and of its tokens' labels and begins, counts beside that of the whole."""


class Encoder:
    """The numbers of the encoder's file, and where each stands in it."""

    def __init__(self) -> None:
        self.bytes = encoder_file().read_bytes()
        self.digest = hashlib.sha256(self.bytes).hexdigest()
        graph = onnx.load_from_string(self.bytes).graph
        self._tensors = {tensor.name: tensor for tensor in graph.initializer}
        scaled = [name.removesuffix("_q") for name in self._tensors if name.startswith("val_") and name.endswith("_q")]
        self.matrices = sorted(scaled, key=lambda name: int(name.removeprefix("val_")))

    def numbers(self, name: str) -> Tensor:
        """A tensor's numbers; those that are kept as bytes with their scales multiplied out."""
        if name in self._tensors:
            return torch.tensor(self._read(name))
        return torch.tensor(self._read(f"{name}_q").astype(np.float32) * self._read(f"{name}_scale"))

    def place(self, name: str) -> int:
        """Where the bytes of a tensor begin; raises ValueError where they are not in just one place."""
        raw = self._tensors[name].raw_data
        at = self.bytes.index(raw)
        if self.bytes.find(raw, at + 1) >= 0:
            raise ValueError(f"The bytes of {name} stand twice in the encoder's file.")
        return at

    def _read(self, name: str) -> Any:
        return numpy_helper.to_array(self._tensors[name])


class Layer(nn.Module):
    """One layer of the encoder with what is learned beside its matrices."""

    def __init__(self, encoder: Encoder, number: int) -> None:
        super().__init__()
        self.names = encoder.matrices[MATRICES * number : MATRICES * (number + 1)]
        self.prefix = f"inner.encoder.layer.{number}."
        self.kept = [encoder.numbers(name).to(FAST) for name in self.names]
        lefts = (torch.randn(len(kept), RANK) / math.sqrt(len(kept)) for kept in self.kept)
        self.left = nn.ParameterList([nn.Parameter(left) for left in lefts])
        self.right = nn.ParameterList([nn.Parameter(torch.zeros(RANK, kept.shape[1])) for kept in self.kept])
        rows = [encoder.numbers(self.prefix + name) for name in (*BIASES, *NORMS)]
        self.started = [row.clone() for row in rows]
        self.rows = nn.ParameterList([nn.Parameter(row) for row in rows])

    def forward(self, states: Tensor, seen: Tensor) -> Tensor:
        """The states behind this layer: sentences × pieces × width."""
        one, other, width = states.shape
        norms, shape = self.rows[MATRICES:], (one, other, HEADS, width // HEADS)
        asked = [self._through(at, states).view(shape).transpose(1, 2) for at in range(3)]
        given = functional.scaled_dot_product_attention(*asked, attn_mask=seen).transpose(1, 2).reshape(states.shape)
        states = self._added(states, self._through(3, given), norms[0], norms[1])
        turned = self._through(5, functional.gelu(self._through(4, states)))
        return self._added(states, turned, norms[2], norms[3])

    def _through(self, at: int, states: Tensor) -> Tensor:
        return states @ self.kept[at] + (states @ self.left[at]) @ self.right[at] + self.rows[at]

    def _added(self, states: Tensor, more: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        dropped = functional.dropout(more, DROPPED, self.training)
        return functional.layer_norm(states + dropped, (WIDTH,), weight, bias, EPSILON)


class Network(nn.Module):
    """The encoder with what is learned, and its heads."""

    def __init__(self, encoder: Encoder, names: Names) -> None:
        super().__init__()
        self.words = encoder.numbers(f"{EMBEDDINGS}word_embeddings.weight")
        places = encoder.numbers(f"{EMBEDDINGS}position_embeddings.weight")
        self.places = places[:MOST_PIECES] + encoder.numbers(f"{EMBEDDINGS}token_type_embeddings.weight")[0]
        self.norm = [encoder.numbers(f"{EMBEDDINGS}LayerNorm.{kind}") for kind in ("weight", "bias")]
        self.layers = nn.ModuleList([Layer(encoder, number) for number in range(LAYERS)])
        self.tags, self.asked = nn.Linear(WIDTH, PAIRS), nn.Linear(2 * WIDTH, 1)
        self.labels, self.begins = nn.Linear(WIDTH, len(names.labels)), nn.Linear(WIDTH, 1)
        self.actions = nn.Linear(WIDTH, len(names.actions))

    def forward(self, pieces: Tensor, seen: Tensor) -> Tensor:
        """The state of each piece: sentences × pieces × width."""
        states = self.words[pieces] + self.places[: pieces.shape[1]]
        states = functional.layer_norm(states, (WIDTH,), *self.norm, EPSILON)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=FAST is torch.bfloat16):
            for layer in self.layers:
                states = layer(states, seen[:, None, None, :].bool())
        return states.float()

    def resume(self, adapter: Adapter, names: Names) -> None:
        """Begin with what was learned before; a name that is new begins by chance."""
        matrices, rows = iter(adapter.matrices), iter(adapter.rows)
        with torch.no_grad():
            for layer in self.layers:
                for left, right in zip(layer.left, layer.right, strict=True):
                    matrix = next(matrices)
                    left.copy_(torch.tensor(matrix.left.numbers))
                    right.copy_(torch.tensor(matrix.right.numbers))
                for row in layer.rows:
                    row.add_(torch.tensor(next(rows).added.numbers[0]))
            for head, kept in ((self.tags, adapter.tags), (self.asked, adapter.asked), (self.begins, adapter.begins)):
                _copied(head, kept, enumerate(range(len(kept.names))))
            for head, kept, wanted in (
                (self.labels, adapter.labels, names.labels),
                (self.actions, adapter.actions, names.actions),
            ):
                places = ((at, kept.names.index(name)) for at, name in enumerate(wanted) if name in kept.names)
                _copied(head, kept, places)

    def rates(self) -> list[list[nn.Parameter]]:
        """The parameters that have each of the rates."""
        thin = [each for layer in self.layers for each in (*layer.left, *layer.right)]
        rows = [each for layer in self.layers for each in layer.rows]
        heads = [self.tags, self.asked, self.labels, self.begins, self.actions]
        return [[each for head in heads for each in head.parameters()], thin, rows]


def _copied(head: nn.Linear, kept: Head, places: Iterable[tuple[int, int]]) -> None:
    """Give a head what was kept, row by row."""
    numbers = torch.tensor(kept.weights.numbers)
    for at, before in places:
        head.weight[at] = numbers[before]
        head.bias[at] = kept.starts[before]


class Batch(NamedTuple):
    """Some lessons as tensors; what is not known is UNKNOWN."""

    pieces: Tensor
    seen: Tensor
    firsts: Tensor
    asked: Tensor
    tags: Tensor
    labels: Tensor
    begins: Tensor
    actions: Tensor


def batch_of(some: Sequence[Lesson]) -> Batch:
    """Lessons of any lengths side by side."""
    pieces = _filled([one.pieces for one in some], 0)
    seen = _filled([[1] * len(one.pieces) for one in some], 0).float()
    asked = torch.tensor([float(one.asked) for one in some])
    tokens = max(len(one.firsts) for one in some)
    known = (_filled([getattr(one, name) for one in some], UNKNOWN, tokens) for name in Lesson._fields[3:])
    return Batch(pieces, seen, _filled([one.firsts for one in some], 0, tokens), asked, *known)


def _filled(rows: Sequence[Sequence[int]], filling: int, length: int = 0) -> Tensor:
    length = length or max(map(len, rows))
    return torch.tensor([[*row, *[filling] * (length - len(row))] for row in rows])


def loss_of(network: Network, batch: Batch) -> Tensor:
    """How far the network is from what a batch knows."""
    states = network(batch.pieces, batch.seen)
    words = torch.gather(states, 1, batch.firsts[..., None].expand(-1, -1, WIDTH))
    mean = (states * batch.seen[..., None]).sum(1) / batch.seen.sum(1, keepdim=True)
    weighed = network.asked(torch.cat([mean, states[:, 0]], 1))[:, 0]
    known = batch.asked >= 0
    loss = torch.zeros(())
    if known.any():
        loss = loss + functional.binary_cross_entropy_with_logits(weighed[known], batch.asked[known])
    tagged = batch.tags[:, 0] >= 0
    if tagged.any():
        loss = loss + TAGS_COUNT * chain_loss(network.tags(words[tagged]), batch.tags[tagged]).mean()
    labelled = batch.labels >= 0
    if labelled.any():
        begins = functional.binary_cross_entropy_with_logits(
            network.begins(words[labelled])[:, 0], batch.begins[labelled].float()
        )
        labels = functional.cross_entropy(network.labels(words[labelled]), batch.labels[labelled])
        loss = loss + LABELS_COUNT * labels + BEGINS_COUNT * begins
        acted = batch.actions >= 0
        if acted.any():
            loss = loss + functional.cross_entropy(network.actions(words[acted]), batch.actions[acted])
    return loss


def chain_loss(pairs: Tensor, tags: Tensor) -> Tensor:
    """How unlikely the tags of each sentence are under the weights of pairs of tags: sentences × tokens × pairs."""
    known = tags >= 0
    tags = tags.clamp(min=0)
    whole, right = pairs[:, 0, :2], torch.gather(pairs[:, 0], 1, tags[:, :1])[:, 0]
    for at in range(1, pairs.shape[1]):
        longer = torch.logsumexp(whole[:, :, None] + pairs[:, at].view(-1, 2, 2), 1)
        here = known[:, at]
        whole = torch.where(here[:, None], longer, whole)
        chosen = torch.gather(pairs[:, at], 1, (2 * tags[:, at - 1] + tags[:, at])[:, None])[:, 0]
        right = right + torch.where(here, chosen, torch.zeros_like(chosen))
    return torch.logsumexp(whole, 1) - right


def learned(lessons: list[Lesson], names: Names, before: Adapter | None = None) -> Adapter:
    """The adapter and the heads under which the lessons are likely; says on standard output how far it is.

    What was learned `before` is only taught further; raises ValueError where that belongs to another encoder.
    """
    torch.manual_seed(0)
    order, encoder = random.Random(0), Encoder()
    if before is not None and before.encoder != encoder.digest:
        raise ValueError("What was learned before belongs to another encoder: learn anew, without --further.")
    network, epochs, share = Network(encoder, names), EPOCHS, 1.0
    if before is not None:
        network.resume(before, names)
        epochs, share = 1, FURTHER
    network.train()
    optimiser = torch.optim.AdamW([{"params": group} for group in network.rates()], weight_decay=0.01)
    steps, step = epochs * math.ceil(len(lessons) / AT_ONCE), 0
    for epoch in range(epochs):
        total = 0.0
        for some in _batches(lessons, order):
            for group, rate in zip(optimiser.param_groups, RATES, strict=True):
                group["lr"] = share * rate * min(1.0, step / WARM) * max(0.0, 1 - step / steps)
            loss = loss_of(network, batch_of(some))
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            total, step = total + float(loss.detach()), step + 1
        print(f"epoch {epoch + 1} of {epochs}: loss {total * epochs / steps:.3f}", flush=True)
    return adapter_of(network, encoder, names)


def _batches(lessons: list[Lesson], order: random.Random) -> list[list[Lesson]]:
    """The lessons in another order each time, those of about one length together."""
    order.shuffle(lessons)
    rows = []
    for start in range(0, len(lessons), AT_ONCE * LONG):
        near = sorted(lessons[start : start + AT_ONCE * LONG], key=lambda lesson: len(lesson.pieces))
        rows += [near[at : at + AT_ONCE] for at in range(0, len(near), AT_ONCE)]
    order.shuffle(rows)
    return rows


def adapter_of(network: Network, encoder: Encoder, names: Names) -> Adapter:
    """What was learned, as it is kept."""
    matrices, rows = [], []
    for layer in network.layers:
        for name, left, right in zip(layer.names, layer.left, layer.right, strict=True):
            places = encoder.place(f"{name}_q"), encoder.place(f"{name}_scale")
            matrices.append(Matrix(*places, _bytes(left), _bytes(right)))
        for name, row, started in zip((*BIASES, *NORMS), layer.rows, layer.started, strict=True):
            rows.append(Row(encoder.place(layer.prefix + name), _bytes((row - started)[None])))
    heads = (
        (network.tags, [""] * PAIRS), (network.asked, [""]), (network.labels, names.labels),
        (network.begins, [""]), (network.actions, names.actions),
    )  # fmt: skip
    kept = (Head(list(of), _bytes(head.weight), head.bias.detach().tolist()) for head, of in heads)
    return Adapter(encoder.digest, matrices, rows, *kept)


def _bytes(tensor: Tensor) -> Bytes:
    return Bytes.quantised(tensor.detach().numpy())
