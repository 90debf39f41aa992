"""Is what PDFium gives text? Fonts without a Unicode map yield signs that mean nothing."""

import unicodedata
from collections import Counter

from fundstelle.core.errors import UnreadableFile

SAMPLE = 20_000
WORST = 0.3  # share of signs without meaning from which on nothing can be cited


def check_legible(text: str) -> None:
    """Raise UnreadableFile garbled if too many characters mean nothing, no_text if none is left."""
    counts = Counter(text[:SAMPLE])
    signs = sum(count for char, count in counts.items() if not char.isspace())
    if not signs:
        raise UnreadableFile("no_text")
    bad = sum(count for char, count in counts.items() if _means_nothing(char))
    if bad / signs > WORST:
        raise UnreadableFile("garbled", detail=f"{bad} of {signs} characters")


def _means_nothing(char: str) -> bool:
    return char == "\ufffd" or unicodedata.category(char) in ("Co", "Cn", "Cs")
