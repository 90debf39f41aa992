"""Zero what SQLite leaves behind in unallocated space inside its pages.

secure_delete overwrites what is deleted where it lies. But when a page of a tree is rebuilt during
balancing, its cells move and their old copies stay in the gap between the page's list of cells and
their content (measured with SQLite 3.40.1; a removed word was found again in its index). SQLite
never reads that gap, so zeros there change nothing. VACUUM would clean too, at the price of writing
the whole database twice for each removal, with all of it in memory.

The caller holds the write lock and has emptied the write-ahead log, so nobody writes the file
meanwhile; readers may go on. Whoever still has a page in its cache must drop it before writing
again: the caller commits something after this, which makes every other connection do so.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

PAGES_AT_ONCE = 256
MOST_PAGES = 1 << 25  # beyond, a list page can begin like a page of a tree
TREE_PAGES = {2: 12, 5: 12, 10: 8, 13: 8}  # type byte -> length of the page's header
FIRST_PAGE_OFFSET = 100  # the header of the file comes first


@dataclass
class _Opened:
    users: int = 0
    handle: int = -1


@dataclass
class Handles:
    """One descriptor per database file in this process, closed after its last store.

    Closing any descriptor of a file drops every POSIX lock the process has on it, also those of
    SQLite, so a descriptor of our own must outlive all connections.
    """

    _opened: dict[tuple[int, int], _Opened] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def use(self, path: Path) -> tuple[int, int]:
        """Announce a store; call before its first connection. Returns the key for the others."""
        stat = path.stat()
        key = (stat.st_dev, stat.st_ino)
        with self._lock:
            self._opened.setdefault(key, _Opened()).users += 1
        return key

    def descriptor(self, key: tuple[int, int], path: Path) -> int:
        """Open for reading and writing, once."""
        with self._lock:
            opened = self._opened[key]
            if opened.handle < 0:
                opened.handle = os.open(path, os.O_RDWR | os.O_CLOEXEC)
            return opened.handle

    def leave(self, key: tuple[int, int]) -> None:
        """Say that a store has closed all its connections."""
        with self._lock:
            opened = self._opened[key]
            opened.users -= 1
            if not opened.users:
                del self._opened[key]
                if opened.handle >= 0:
                    os.close(opened.handle)


HANDLES = Handles()


def zero_gaps(handle: int, page_size: int) -> int:
    """Zero the unallocated space of every page of a tree; return how many pages had any.

    Raises ValueError if the database is too large to tell its pages apart (about 256 GiB).
    """
    pages = os.fstat(handle).st_size // page_size
    if pages >= MOST_PAGES:
        raise ValueError("the database is too large to be wiped page by page")
    dirty = 0
    for first in range(0, pages, PAGES_AT_ONCE):
        content = os.pread(handle, page_size * PAGES_AT_ONCE, first * page_size)
        for at in range(0, len(content), page_size):
            start, end = _gap(content, at, at == first == 0)
            if content[start:end].strip(b"\0"):
                os.pwrite(handle, bytes(end - start), first * page_size + start)
                dirty += 1
    return dirty


def _gap(content: bytes, page: int, is_first: bool) -> tuple[int, int]:
    """Return the unallocated space of the page that begins at an offset; empty if there is none."""
    header = page + FIRST_PAGE_OFFSET * is_first
    length = TREE_PAGES.get(content[header])
    if length is None:
        return page, page
    cells = int.from_bytes(content[header + 3 : header + 5], "big")
    begin = int.from_bytes(content[header + 5 : header + 7], "big") or 65536
    return header + length + 2 * cells, page + begin
