"""Is what PDFium gives text? Fonts without a Unicode map yield signs that mean nothing."""

import unicodedata

from fundstelle.core.errors import UnreadableFile

SAMPLE = 20_000
WORST = 0.3  # share of signs without meaning from which on nothing can be cited


def check_legible(text: str) -> None:
    """Raise UnreadableFile garbled if too many characters mean nothing, no_text if none is left."""
    signs = [char for char in text[:SAMPLE] if not char.isspace()]
    if not signs:
        raise UnreadableFile("no_text")
    bad = sum(_means_nothing(char) for char in signs)
    if bad / len(signs) > WORST:
        raise UnreadableFile("garbled", detail=f"{bad} of {len(signs)} characters")


def _means_nothing(char: str) -> bool:
    return char == "\ufffd" or unicodedata.category(char) in ("Co", "Cn", "Cc", "Cs")
