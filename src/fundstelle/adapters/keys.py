"""The key that signs receipts: Ed25519, in a file of the data folder for its owner alone."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fundstelle.core.errors import CannotRun

FILE = "receipts.key"
_BYTES = 32


class FolderKey:
    """Ed25519. See ports.signing.Signer."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self._public = key.public_key()

    @classmethod
    def made(cls, folder: Path) -> "FolderKey":
        """The key of the folder, made if there is none yet. Raises CannotRun."""
        path = folder / FILE
        try:
            if not path.exists():
                _write(path, os.urandom(_BYTES).hex())
        except OSError as error:
            raise CannotRun(
                f"The key {path} cannot be written: {error.strerror}. "
                "Receipts need a data folder that may be written to."
            ) from error
        return cls.kept(folder)

    @classmethod
    def kept(cls, folder: Path) -> "FolderKey":
        """The key of the folder. Raises CannotRun if there is none or it is damaged."""
        path = folder / FILE
        try:
            secret = bytes.fromhex(path.read_text(encoding="ascii"))
            return cls(Ed25519PrivateKey.from_private_bytes(secret))
        except FileNotFoundError as error:
            raise CannotRun(
                f"{folder} never issued a receipt: there is no {FILE} in it. "
                "Name the folder that did with --data."
            ) from error
        except (OSError, ValueError) as error:
            raise CannotRun(
                f"The key {path} cannot be read. Put it back from a backup; "
                "without it earlier receipts cannot be checked."
            ) from error

    @property
    def public(self) -> bytes:
        return self._public.public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        return self._key.sign(message)

    def verifies(self, signature: bytes, message: bytes) -> bool:
        try:
            self._public.verify(signature, message)
        except InvalidSignature:
            return False
        return True


def _write(path: Path, text: str) -> None:
    """Whole or not at all, and never over a key that another program made meanwhile."""
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")  # readable by its owner alone
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(name, path)
    finally:
        Path(name).unlink(missing_ok=True)
    _keep_entries(path.parent)


def _keep_entries(folder: Path) -> None:
    """A receipt must not outlive its key: the name of a new file is on the disk only after this."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
