"""The key of the receipts: made once, for its owner alone, never replaced."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from fundstelle.adapters.keys import FILE, FolderKey
from fundstelle.core.errors import CannotRun

MAKE = (
    "import sys; from pathlib import Path; from fundstelle.adapters.keys import FolderKey;"
    "print(FolderKey.made(Path(sys.argv[1])).public.hex())"
)


def test_the_key_is_for_its_owner_alone(tmp_path: Path) -> None:
    FolderKey.made(tmp_path)

    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_a_new_key_and_its_name_are_on_the_disk_before_anything_is_signed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[int] = []
    really = os.fsync

    def watched(handle: int) -> None:
        kept.append(os.fstat(handle).st_ino)
        really(handle)

    monkeypatch.setattr(os, "fsync", watched)
    FolderKey.made(tmp_path)

    assert kept == [(tmp_path / FILE).stat().st_ino, tmp_path.stat().st_ino]


def test_the_key_stays_the_same(tmp_path: Path) -> None:
    first = FolderKey.made(tmp_path)
    again = FolderKey.made(tmp_path)

    assert again.public == first.public == FolderKey.kept(tmp_path).public
    assert again.verifies(first.sign(b"x"), b"x")
    assert not again.verifies(first.sign(b"x"), b"y")
    assert not again.verifies(b"", b"x")


def test_each_folder_has_a_key_of_its_own(tmp_path: Path) -> None:
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()

    assert FolderKey.made(folders[0]).public != FolderKey.made(folders[1]).public


def test_programs_that_start_together_get_one_key(tmp_path: Path) -> None:
    command = [sys.executable, "-c", MAKE, str(tmp_path)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(4)]
    made = {process.communicate()[0] for process in running}

    assert len(made) == 1
    assert made != {b""}


@pytest.mark.parametrize("content", [b"", b"00", b"zz" * 32, b"\xff" * 64, b"00" * 33])
def test_a_damaged_key_is_named_and_kept(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)

    with pytest.raises(CannotRun, match=FILE):
        FolderKey.made(tmp_path)
    assert (tmp_path / FILE).read_bytes() == content


def test_a_folder_without_key_says_so(tmp_path: Path) -> None:
    with pytest.raises(CannotRun, match="never issued"):
        FolderKey.kept(tmp_path)
