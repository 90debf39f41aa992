"""What is left of a text in the files of a folder, also inside what zlib compressed."""

import json
import re
import zlib
from pathlib import Path

import numpy as np

from bench.peers.install import megabytes

CANARY = "Der Zwitschomat Quellbrunx wiegt exakt 4711 Zentner."
WORD = "quellbrunx"  # as words stand in indexes: folded; no stemmer changes its beginning
ZLIB = re.compile(rb"\x78[\x01\x5e\x9c\xda]")
DEEP = 1 << 14  # bytes taken out of a compressed piece; the text searched for stands in front


def folder_megabytes(folder: Path) -> float:
    """Of a folder's files."""
    return round(megabytes(folder), 1)


def traces(folder: Path) -> dict[str, int]:
    """How often sentence, word and vector of the canary stand in a folder's files.

    Beside the folder lies NAME.npy with the vector: its first numbers are searched for as float32
    and as float16. Vectors written as decimal numbers are not looked for.
    """
    vector = np.load(folder.with_suffix(".npy"))
    sentences = {CANARY.encode(), json.dumps(CANARY).encode(), CANARY.encode("utf-16-le")}
    numbers = (vector[:16].astype("<f4").tobytes(), vector[:16].astype("<f2").tobytes())
    found = {"sentence": 0, "word": 0, "vector": 0}
    for file in folder.rglob("*"):
        if not file.is_file():
            continue
        raw = file.read_bytes()
        for data in (raw, *_unpacked(raw)):
            found["sentence"] += sum(data.count(each) for each in sentences)
            found["word"] += data.lower().count(WORD.encode())
            found["vector"] += sum(data.count(each) for each in numbers)
    return found


def _unpacked(raw: bytes) -> list[bytes]:
    """Beginnings of everything that zlib can unpack from some place of the file on."""
    pieces = []
    for place in ZLIB.finditer(raw):
        try:
            piece = zlib.decompressobj().decompress(raw[place.start() : place.start() + DEEP], DEEP)
        except zlib.error:
            continue
        pieces.append(piece)
    return pieces
