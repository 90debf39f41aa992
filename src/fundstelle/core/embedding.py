"""What decides a vector: vectors of different fingerprints are never compared."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Who made a vector, and how.

    digest: of weights and method, hexadecimal. size: numbers per vector.
    prefix: what is put before questions and passages, joined by "|"; "" if nothing is.
    """

    name: str
    digest: str
    size: int
    prefix: str

    @property
    def key(self) -> str:
        """All of it in one text."""
        return f"{self.name}:{self.digest}:{self.size}:{self.prefix}"
