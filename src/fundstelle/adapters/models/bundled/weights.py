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
    """A matrix product of a layer. parts: tensors side by side, each `width` inputs wide."""

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
            for kind, array in _integers(container, layer, product, factors).items():
                yield f"{layer}.{product.name}.{kind}", array


def _integers(
    container: Container, layer: int, product: Product, factors: Floats
) -> dict[str, Array]:
    """One product: inverse [in], weights [in, out], scale [out] and bias [out]."""
    names = [f"l{layer}.{part}" for part in product.parts]
    parts = [container.matrix(f"{name}.w", product.width) for name in names]
    biases = [container.floats(f"{name}.b") for name in names]
    if product.name == "attend":
        parts[2], biases[2] = _with_ones(parts[2], 0), _with_ones(biases[2], 1)
    weights, bias = np.concatenate(parts) * factors, np.concatenate(biases)
    scale = np.abs(weights).max(axis=1) / np.float32(GREATEST)
    scale[scale == 0] = 1
    whole = np.rint(weights / scale[:, None]).astype(np.int8)
    if product.name == "attend":  # the scaling of attention, taken into the questions' part
        scale[:WIDTH] *= HEAD**-0.5
        bias[:WIDTH] *= HEAD**-0.5
    return {
        "inverse": np.float32(1) / factors,
        "weights": np.ascontiguousarray(whole.T),
        "scale": scale,
        "bias": bias,
    }


def _with_ones(rows: Floats, filling: int) -> Floats:
    """A further output channel behind each head, which is always 1: it adds up the shares."""
    heads = rows.reshape(HEADS, HEAD, -1)
    further = np.full((HEADS, 1, heads.shape[2]), filling, np.float32)
    return np.concatenate((heads, further), axis=1).reshape(-1, *rows.shape[1:])
