"""Opens an office file's ZIP container without believing what it says about its own size."""

import io
import zipfile
import zlib
from typing import IO

from fundstelle.core.errors import UnreadableFile

MOST_ENTRIES = 2_000
MOST_BYTES = 200 << 20
_MOST_RATIO = 100  # real XML packs 5 to 30 to 1, a bomb 1,000 to 1
_RATIO_FROM = 10 << 20  # small parts may be as empty as they like
_STEP = 1 << 20


class Archive:
    """The parts of an office file. All that was unpacked counts against one limit."""

    def __init__(self, content: bytes) -> None:
        """Raises UnreadableFile: corrupt, too_large."""
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(content))
            entries = self._zip.infolist()
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
            raise UnreadableFile("corrupt", detail="damaged ZIP container") from error
        if len(entries) > MOST_ENTRIES:
            raise UnreadableFile("too_large", detail=f"{len(entries)} parts in the container")
        self._entries = {entry.filename.replace("\\", "/").lstrip("/"): entry for entry in entries}
        self._unpacked = 0

    @property
    def names(self) -> list[str]:
        return list(self._entries)

    def read(self, name: str) -> bytes:
        """Unpack one part; b"" if there is none.

        Raises UnreadableFile: corrupt, encrypted, too_large.
        """
        entry = self._entries.get(name)
        if entry is None:
            return b""
        if entry.flag_bits & 1:
            raise UnreadableFile("encrypted", detail="ZIP container with password")
        try:
            with self._zip.open(entry) as part:
                return self._counted(part, entry.compress_size)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError) as error:
            raise UnreadableFile("corrupt", detail="damaged part in the container") from error

    def _counted(self, part: IO[bytes], packed: int) -> bytes:
        pieces, size = [], 0
        while piece := part.read(_STEP):
            size += len(piece)
            self._unpacked += len(piece)
            if self._unpacked > MOST_BYTES or (size > _RATIO_FROM and size > _MOST_RATIO * packed):
                raise UnreadableFile("too_large", detail="unpacks to far more than its size")
            pieces.append(piece)
        return b"".join(pieces)
