"""What a password may be. Whether it is a common one, an adapter knows (ports.credentials)."""

import unicodedata

from fundstelle.core.errors import WrongUsage
from fundstelle.core.names import folded

SHORTEST, LONGEST = 8, 1024  # characters; the upper end bounds what hashing one costs


def composed(password: str) -> str:
    """The form that is hashed: NFC, so that every keyboard types the same password."""
    return unicodedata.normalize("NFC", password)


def fitting(password: str, user_name: str) -> str:
    """Return the composed password. Raises WrongUsage, which never repeats it."""
    kept = composed(password)
    if not SHORTEST <= len(kept) <= LONGEST:
        raise WrongUsage(f"A password has {SHORTEST} to {LONGEST} characters.")
    if any(unicodedata.category(char) in {"Cc", "Cs"} for char in kept):
        raise WrongUsage("A password may not hold control characters such as a line end.")
    if folded(kept) == folded(user_name) or len(set(kept)) <= 2:  # noqa: PLR2004 - "aaaaaaaa"
        raise WrongUsage("This password is easily guessed. Choose another one.")
    return kept
