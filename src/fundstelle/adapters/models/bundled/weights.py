"""The weights of the integer graph, made from the 4-bit weights of the container.

Seven bits (-63 to 63), because two products of 8-bit numbers overflow the 16-bit steps of older
processors: with 7 bits every processor computes the same. One scale per output channel. Before
that, channels with large inputs hand their size over to the weights (SmoothQuant, Xiao et al.,
ICML 2023), so that the inputs, quantised per text, lose less.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from fundstelle.adapters.models.bundled.container import (
    HEADS,
    INNER,
    LAYERS,
    WIDTH,
    Container,
    Floats,
)

HEAD = WIDTH // HEADS
GREATEST = 63  # 7 bits with sign
Array = npt.NDArray[np.float32] | npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Product:
    """What reads one input of a layer, `width` numbers wide. parts: tensors of the container."""

    name: str
    parts: tuple[str, ...]
    width: int


PRODUCTS = (
    Product("attend", ("q", "k", "v"), WIDTH),
    Product("join", ("ao",), WIDTH),
    Product("widen", ("fi",), WIDTH),
    Product("narrow", ("fo",), INNER),
)
NORMS = {
    "start": "emb.ln",
    **{f"{n}.{m}": f"l{n}.{m}" for n in range(LAYERS) for m in ("aln", "oln")},
}
SMOOTHED = sum(product.width for product in PRODUCTS)  # numbers of smoothing per layer


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was measured once, by scripts/calibrate_embedder.py, and is shipped.

    smoothing: [layer, channel], the factors of PRODUCTS one behind the other.
    golden: vector of GOLDEN_TEXT as a passage, from the integer graph.
    """

    smoothing: Floats
    golden: Floats


def read_calibration(path: Path) -> Calibration:
    with np.load(path, allow_pickle=False) as stored:
        return Calibration(
            stored["smoothing"].astype(np.float32), stored["golden"].astype(np.float32)
        )


def tensors(container: Container, smoothing: Floats) -> Iterator[tuple[str, Array]]:
    """Every weight of the graph with its name, in the order in which it is stored."""
    for name, source in NORMS.items():
        yield f"{name}.gain", container.floats(f"{source}.w").copy()  # ORT wants writable arrays
        yield f"{name}.bias", container.floats(f"{source}.b").copy()
    for layer in range(LAYERS):
        at = 0
        for product in PRODUCTS:
            factors = smoothing[layer, at : at + product.width]
            at += product.width
            yield f"{layer}.{product.name}.inverse", np.float32(1) / factors
            for part in product.parts:
                for kind, array in _integers(container, f"l{layer}.{part}", factors).items():
                    yield f"{layer}.{part}.{kind}", array


def _integers(container: Container, name: str, factors: Floats) -> dict[str, Array]:
    """One matrix: weights [in, out], scale [out] and bias [out]."""
    rows, bias = container.matrix(f"{name}.w", len(factors)), container.floats(f"{name}.b")
    if name.endswith(".v"):
        rows, bias = _with_further(rows, 0), _with_further(bias, 1)
    weights = rows * factors
    scale = np.abs(weights).max(axis=1) / np.float32(GREATEST)
    scale[scale == 0] = 1
    whole = np.rint(weights / scale[:, None]).astype(np.int8)
    # Attention divides its scores by the root of a head's width: here, once, in the questions.
    ahead = np.float32(HEAD**-0.5 if name.endswith(".q") else 1)
    return {
        "weights": np.ascontiguousarray(whole.T),
        "scale": scale * ahead,
        "bias": bias * ahead,
    }


def _with_further(rows: Floats, filling: int) -> Floats:
    """One more output channel behind each head: weights 0, bias 1. It adds up the shares."""
    heads = rows.reshape(HEADS, HEAD, -1)
    further = np.full((HEADS, 1, heads.shape[2]), filling, np.float32)
    return np.concatenate((heads, further), axis=1).reshape(-1, *rows.shape[1:])
