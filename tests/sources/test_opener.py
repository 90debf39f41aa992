"""The opener: one state of one regular file below the root, and nothing else."""

import os
from pathlib import Path

import pytest

from fundstelle.adapters.sources.opener import read_inside
from fundstelle.core.errors import UnreadableFile


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """root/a/x.txt beside outside/x.txt, which must never be read."""
    for folder in ["root/a", "outside"]:
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "outside" / "x.txt").write_text("geheim")
    (tmp_path / "root" / "a" / "x.txt").write_text("Text")
    return (tmp_path / "root").resolve()


def read(root: Path, *, max_bytes: int = 1_000_000) -> bytes | str:
    """The bytes of root/a/x.txt, or the code of the error."""
    try:
        return read_inside(os.fsencode(root), [b"a", b"x.txt"], max_bytes=max_bytes)
    except UnreadableFile as error:
        return error.code


def test_gives_the_bytes_of_a_regular_file(root: Path) -> None:
    assert read(root) == b"Text"


def _file_for_link(root: Path) -> None:
    (root / "a" / "x.txt").unlink()
    (root / "a" / "x.txt").symlink_to(root.parent / "outside" / "x.txt")


def _file_for_link_to_sibling(root: Path) -> None:
    (root / "a" / "x.txt").rename(root / "a" / "y.txt")
    (root / "a" / "x.txt").symlink_to("y.txt")


def _folder_for_link(root: Path) -> None:
    (root / "a").rename(root / "b")
    (root / "a").symlink_to(root.parent / "outside")


def _root_for_link(root: Path) -> None:
    root.rename(root.parent / "old")
    root.symlink_to("old")


def _file_for_pipe(root: Path) -> None:
    (root / "a" / "x.txt").unlink()
    os.mkfifo(root / "a" / "x.txt")


def _file_for_folder(root: Path) -> None:
    (root / "a" / "x.txt").unlink()
    (root / "a" / "x.txt").mkdir()


def _file_gone(root: Path) -> None:
    (root / "a" / "x.txt").unlink()


EXCHANGES = [
    _file_for_link,
    _file_for_link_to_sibling,
    _folder_for_link,
    _root_for_link,
    _file_for_pipe,
    _file_for_folder,
    _file_gone,
]


@pytest.mark.parametrize("exchange", EXCHANGES, ids=lambda one: one.__name__.strip("_"))
def test_what_was_exchanged_after_the_walk_is_not_read(exchange, root: Path) -> None:  # type: ignore[no-untyped-def]
    exchange(root)

    assert read(root) == "unreadable"


def test_a_device_is_not_read() -> None:
    with pytest.raises(UnreadableFile) as error:
        read_inside(b"/dev", [b"zero"], max_bytes=10)

    assert error.value.code == "unreadable"


@pytest.mark.parametrize(("limit", "result"), [(3, "too_large"), (4, b"Text")])
def test_the_limit_counts_bytes(limit: int, result: bytes | str, root: Path) -> None:
    assert read(root, max_bytes=limit) == result


def _append(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"!")


def _overwrite(path: Path) -> None:
    before = path.stat()
    path.write_bytes(b"Mehr")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + 1_000_000))


CHANGES = {"append": (_append, b"Text!"), "overwrite": (_overwrite, b"Mehr")}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(("times", "readable"), [(1, True), (99, False)])
def test_a_file_that_changes_while_it_is_read_is_whole_or_refused(
    change: str, times: int, root: Path, monkeypatch: pytest.MonkeyPatch, *, readable: bool
) -> None:
    make, whole = CHANGES[change]
    left = iter(range(times))
    system_read = os.read

    def read_then_change(descriptor: int, size: int) -> bytes:
        piece = system_read(descriptor, size)
        if piece and next(left, None) is not None:
            make(root / "a" / "x.txt")
        return piece

    monkeypatch.setattr(os, "read", read_then_change)

    assert read(root) == (whole if readable else "unreadable")


def test_no_descriptor_stays_open(root: Path) -> None:
    before = _open_descriptors()

    for _ in range(50):
        read(root)
        read(root, max_bytes=1)
    _file_gone(root)
    read(root)

    assert _open_descriptors() == before


def _open_descriptors() -> int:
    folder = Path("/dev/fd")
    if not folder.exists():
        pytest.skip("this system does not list open descriptors in /dev/fd")
    return len(list(folder.iterdir()))
