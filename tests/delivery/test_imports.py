"""What an import ends with: its exit code, its words, and what it leaves behind."""

from pathlib import Path

import pytest

from tests.delivery.command import fundstelle
from tests.delivery.test_usage import CANNOT, DONE, NOT_ALL


@pytest.mark.parametrize("json", [(), ("--json",)])
def test_an_import_of_nothing_says_so_and_leaves_nothing(
    json: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "leer").mkdir()
    arguments = ["ingest", str(tmp_path / "leer"), "--data", str(tmp_path / "d"), *json]
    arguments.append("--collection")

    done = fundstelle(*arguments, "X")

    assert done.code == CANNOT
    assert "Nothing was imported" in done.messages
    assert (done.json["items"] == []) if json else (done.data == b"")
    assert not (tmp_path / "d").exists()

    fundstelle("collections", "add", "Da", "--data", tmp_path / "d")
    assert fundstelle(*arguments, "X").code == fundstelle(*arguments, "da").code == CANNOT
    assert fundstelle("collections", "list", "--data", tmp_path / "d").text.startswith("Da ")
    assert fundstelle("collections", "list", "--data", tmp_path / "d").text.count("\n") == 1


def test_a_folder_that_was_emptied_still_removes_its_document(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files/a.txt").write_text("Der Pförtner kommt um sechs.", encoding="utf-8")
    arguments = ("ingest", tmp_path / "files", "--collection", "X")
    assert fundstelle(*arguments).code == DONE
    (tmp_path / "files/a.txt").unlink()

    done = fundstelle(*arguments)

    assert (done.code, done.text, done.messages) == (DONE, "1 removed\n", "")


FILES = {
    "gut.txt": "Der Pförtner kommt um sechs.".encode(),
    "leer.txt": b"",
    "bild.png": b"\x89PNG",
}
IMPORTS = [
    (["gut.txt"], DONE),
    (["gut.txt", "bild.png"], DONE),
    (["bild.png"], DONE),
    (["gut.txt", "leer.txt"], NOT_ALL),
    (["leer.txt"], NOT_ALL),
]


@pytest.mark.parametrize(("names", "code"), IMPORTS, ids=str)
def test_the_exit_code_tells_whether_all_could_be_read(
    names: list[str], code: int, tmp_path: Path
) -> None:
    for name in names:
        (tmp_path / name).write_bytes(FILES[name])

    done = fundstelle("ingest", *(tmp_path / name for name in names), "--collection", "X")

    assert done.code == code
    assert all(name in done.messages for name in names if name != "gut.txt")
