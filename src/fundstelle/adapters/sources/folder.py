"""Folders and files of this machine as a source of documents.

A file's identity (uri) is its absolute path in NFC. Its real bytes are kept for opening only.
Which links are followed, and why: docs/decisions/0003-links-in-folders.md.
"""

# Paths are bytes here, which pathlib does not know.
# ruff: noqa: PTH100, PTH116, PTH118, PTH208

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fundstelle.adapters.sources.names import names_of, passed_over, shown
from fundstelle.adapters.sources.opener import read_inside
from fundstelle.core.errors import NotFound, UnreadableFile, WrongUsage
from fundstelle.ports import Item, Unlisted

DATA_FOLDER_HOLDS = b"fundstelle.db"  # a folder with this file is a data folder, whoever's it is
OWN_FOLDERS = {b"originals", b"backups", b"evaluation"}
DEFAULT_MAX_BYTES = 100 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class _Root:
    """What the caller named. real: its path without links, as bytes. uri: the path as named."""

    uri: str
    real: bytes
    is_folder: bool

    def holds(self, path: bytes) -> bool:
        """Whether a real path lies in this root or is it."""
        return path == self.real or (self.is_folder and path.startswith(_as_folder(self.real)))

    def parts_of(self, path: bytes) -> list[bytes]:
        """Names from this root down to a real path that it holds."""
        return [part for part in path[len(self.real) :].split(b"/") if part]


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder yet to be listed. path: its real path."""

    uri: str
    name: str
    path: bytes


class FolderSource:
    """Walks the given files and folders. content() opens what the last walk offered."""

    def __init__(
        self,
        paths: Sequence[Path],
        *,
        max_bytes: int = DEFAULT_MAX_BYTES,
        leave_out: Sequence[Path] = (),
    ) -> None:
        """paths: files or folders; hidden ones too, when they are named themselves.

        max_bytes: content() refuses larger files. leave_out: folders not to walk (the data folder).
        Raises NotFound if a path does not exist, WrongUsage if there is none.
        """
        if not paths:
            raise WrongUsage("Name at least one file or folder.")
        self._roots = [_root(path) for path in paths]
        self._max_bytes = max_bytes
        self._left_out = {os.path.realpath(os.fsencode(path)) for path in leave_out}
        self._forget()

    def _forget(self) -> None:
        self._places: dict[str, bytes] = {}  # uri -> real path
        self._seen: set[str] = set()  # uris: nested roots offer everything once
        self._not_entered: set[str] = set()  # uris of links not followed and folders left out
        self._followed: set[bytes] = set()  # real paths reached through a link

    def items(self) -> Iterator[Item | Unlisted]:
        """Everything there is: roots as given, names by their bytes, each uri once."""
        self._forget()
        for root in self._roots:
            for found in self._walk(root):
                if found.uri not in self._seen:
                    self._seen.add(found.uri)
                    yield found

    def content(self, item: Item) -> bytes:
        """The bytes of an item of the last walk. Raises UnreadableFile (unreadable, too_large)."""
        path = self._places.get(item.uri)
        if path is None:
            raise UnreadableFile("unreadable", detail="not part of the last walk")
        root = next(root for root in self._roots if root.holds(path))
        if not root.is_folder:
            folder, name = os.path.split(path)
            return read_inside(folder, [name], max_bytes=self._max_bytes)
        return read_inside(root.real, root.parts_of(path), max_bytes=self._max_bytes)

    def covers(self, uri: str) -> bool:
        """Whether the last walk, if complete, would have offered this uri if it still existed."""
        return any(self._covered_by(root, uri) for root in self._roots)

    def _covered_by(self, root: _Root, uri: str) -> bool:
        if not root.is_folder:
            return uri == root.uri
        above = root.uri.rstrip("/") + "/"
        if not uri.startswith(above):
            return False
        path = above.rstrip("/")
        for part in uri[len(above) :].split("/"):
            path = f"{path}/{part}"
            if passed_over(part) or path in self._not_entered:
                return False
        return True

    def _walk(self, root: _Root) -> Iterator[Item | Unlisted]:
        """Depth first with a stack of our own: a tree may be deeper than Python's."""
        start = self._look(root.uri, root.uri.rsplit("/", 1)[-1], root.real)
        stack: list[Iterator[Item | Unlisted | _Folder]] = [start]
        while stack:
            found = next(stack[-1], None)
            if found is None:
                stack.pop()
            elif isinstance(found, _Folder):
                stack.append(self._entries(found))
            else:
                yield found

    def _entries(self, folder: _Folder) -> Iterator[Item | Unlisted | _Folder]:
        try:
            listed = sorted(os.listdir(folder.path))
        except OSError:
            yield Unlisted(folder.uri, folder.name, "unreadable", harmless=False)
            return
        if DATA_FOLDER_HOLDS in listed:
            self._not_entered.add(folder.uri)
            return
        raw_names = [raw for raw in listed if not passed_over(os.fsdecode(raw))]
        for raw, name in zip(raw_names, names_of(raw_names), strict=True):
            uri = f"{folder.uri.rstrip('/')}/{name}"
            yield from self._look(uri, name, os.path.join(folder.path, raw))

    def _look(self, uri: str, name: str, path: bytes) -> Iterator[Item | Unlisted | _Folder]:
        """Say what lies at a real path whose last part may be a link."""
        try:
            status = os.lstat(path)
        except FileNotFoundError:
            return  # gone since the folder was listed
        except OSError:
            yield Unlisted(uri, name, "unreadable", harmless=False)
            return
        if stat.S_ISLNK(status.st_mode):
            yield from self._link(uri, name, path)
        elif stat.S_ISDIR(status.st_mode):
            if path in self._left_out:
                self._not_entered.add(uri)
            else:
                yield _Folder(uri, name, path)
        elif stat.S_ISREG(status.st_mode):
            self._places.setdefault(uri, path)
            yield Item(uri, name, status.st_size)
        else:  # pipes, sockets and devices hold no document
            yield Unlisted(uri, name, "unsupported", harmless=True)

    def _link(self, uri: str, name: str, path: bytes) -> Iterator[Item | Unlisted | _Folder]:
        try:
            target = os.path.realpath(path, strict=True)
        except OSError as error:
            circle = error.errno == errno.ELOOP  # leads nowhere, so nothing is missed
            code = "link_outside" if circle else "unreadable"
            yield Unlisted(uri, name, code, harmless=circle)
            return
        root = next((root for root in self._roots if root.holds(target)), None)
        if _in_data_folder(target):
            self._not_entered.add(uri)
        elif root is None or path.startswith(_as_folder(target)):
            self._not_entered.add(uri)
            yield Unlisted(uri, name, "link_outside", harmless=True)
        elif self._comes_itself(root, target) or target in self._followed:
            self._not_entered.add(uri)  # every real file once, under its own name
        else:
            self._followed.add(target)
            yield from self._look(uri, name, target)

    def _comes_itself(self, root: _Root, target: bytes) -> bool:
        return not any(passed_over(os.fsdecode(part)) for part in root.parts_of(target))


def _as_folder(path: bytes) -> bytes:
    return path.rstrip(b"/") + b"/"


def _in_data_folder(real: bytes) -> bool:
    """Whether a real path is a data folder or one of its own parts; documents beside are not."""
    if os.path.isfile(os.path.join(real, DATA_FOLDER_HOLDS)):  # noqa: PTH113
        return True
    while (above := os.path.dirname(real)) != real:  # noqa: PTH120
        name = os.path.basename(real)  # noqa: PTH119
        own = name in OWN_FOLDERS or name.startswith(DATA_FOLDER_HOLDS)
        if own and os.path.isfile(os.path.join(above, DATA_FOLDER_HOLDS)):  # noqa: PTH113
            return True
        real = above
    return False


def _root(path: Path) -> _Root:
    """Raises NotFound, also where the path may not be looked at, WrongUsage for a data folder."""
    raw = os.fsencode(path)
    try:
        status = os.stat(raw)
        real = os.path.realpath(raw, strict=True)
        named = os.path.abspath(raw)
        # ".." after a link means something else than the text of the path says.
        uri = _uri(named if os.path.realpath(named) == real else real)
    except (OSError, ValueError) as error:
        if getattr(error, "errno", None) in (errno.ENOENT, errno.ENOTDIR):
            raise NotFound.because("path_missing", path=shown(raw)) from error
        reason = getattr(error, "strerror", None) or "no valid path"
        raise NotFound.because("path_closed", path=shown(raw), reason=reason) from error
    if _in_data_folder(real):
        raise WrongUsage.because("path_is_data_folder", path=shown(raw))
    return _Root(uri, real, stat.S_ISDIR(status.st_mode))


def _uri(path: bytes) -> str:
    """Return the identity of an absolute path: the one a walk from the top would give it."""
    uri, above = "", b"/"
    for part in path.split(b"/")[1:]:
        name = shown(part)
        if name != os.fsdecode(part):  # others may have the same shown name: see names_of
            alike = sorted(other for other in os.listdir(above) if shown(other) == name)
            name = names_of(alike)[alike.index(part)]
        uri, above = f"{uri}/{name}", os.path.join(above, part)
    return uri
