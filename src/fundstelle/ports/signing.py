"""What signs receipts."""

from typing import Protocol


class Signer(Protocol):
    """A key of this installation. What it signs, no one else can."""

    @property
    def public(self) -> bytes:
        """The public half: names the key and tells nothing of the other half."""
        ...

    def sign(self, message: bytes) -> bytes:
        """Return the signature; the same for the same message."""
        ...

    def verifies(self, signature: bytes, message: bytes) -> bool:
        """Whether this key made the signature over exactly this message."""
        ...
