"""The folder source against real trees: links, loops, pipes, rights and odd names."""

import os
import socket
import tempfile
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fundstelle.adapters.sources.folder import FolderSource
from fundstelle.core.errors import NotFound, UnreadableFile, WrongUsage
from fundstelle.ports import Item, Unlisted

NOBODY = 65534


@pytest.fixture
def tree() -> Iterator[Path]:
    """A folder that other users may reach too, so that rights can be tried as one of them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        folder.chmod(0o755)
        yield folder


@contextmanager
def as_a_normal_user() -> Iterator[None]:
    """Root may read everything, so it steps down for a while."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def write(path: Path, text: str = "Text") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def offered(source: FolderSource, root: Path) -> list[str]:
    """Uris of the items, relative to root."""
    return [item.uri.removeprefix(f"{root}/") for item in source.items() if isinstance(item, Item)]


def unlisted(source: FolderSource) -> list[tuple[str, str, bool]]:
    return [
        (found.name, found.code, found.harmless)
        for found in source.items()
        if isinstance(found, Unlisted)
    ]


def test_offers_every_file_once_in_a_fixed_order(tree: Path) -> None:
    for name in ["b.txt", "a/z.txt", "a/ä.txt", "a.txt", "B.txt"]:
        write(tree / name)

    source = FolderSource([tree, tree / "a", tree / "b.txt"])

    assert offered(source, tree) == ["B.txt", "a/z.txt", "a/ä.txt", "a.txt", "b.txt"]
    assert offered(source, tree) == offered(source, tree)


def test_an_item_carries_its_name_size_and_absolute_path(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tree / "a" / "x.txt", "Grüße")
    monkeypatch.chdir(tree)

    assert list(FolderSource([Path("a")]).items()) == [Item(f"{tree}/a/x.txt", "x.txt", 7)]
    assert list(FolderSource([Path("a/../a/x.txt")]).items()) == [
        Item(f"{tree}/a/x.txt", "x.txt", 7)
    ]


def test_the_bytes_are_those_of_the_file(tree: Path) -> None:
    content = bytes(range(256)) * 5000
    (tree / "x.bin").write_bytes(content)

    for path in [tree, tree / "x.bin"]:
        source = FolderSource([path])
        assert [source.content(item) for item in source.items() if isinstance(item, Item)] == [
            content
        ]


def test_hidden_and_temporary_things_are_passed_over_unless_named(tree: Path) -> None:
    for name in [".git/config", ".secret.txt", "~$x.docx", "x.part", "Thumbs.db", "x.txt"]:
        write(tree / name)

    assert offered(FolderSource([tree]), tree) == ["x.txt"]
    assert offered(FolderSource([tree / ".git"]), tree) == [".git/config"]
    assert offered(FolderSource([tree / ".secret.txt"]), tree) == [".secret.txt"]


def test_a_folder_left_out_is_not_walked(tree: Path) -> None:
    write(tree / "fundstelle-data" / "originals" / "x")
    write(tree / "x.txt")

    source = FolderSource([tree], leave_out=[tree / "fundstelle-data"])

    assert offered(source, tree) == ["x.txt"]
    assert not source.covers(f"{tree}/fundstelle-data/originals/x")


def test_links_lead_to_each_real_file_once_and_never_out(tree: Path) -> None:
    root = tree / "root"
    write(tree / "outside" / "secret.txt")
    write(root / "a" / "x.txt")
    write(root / ".versions" / "3" / "current.txt")
    links = {
        "again": "a",
        "also-x.txt": "a/x.txt",
        "a/up": "..",
        "a/self": "self",
        "one": "two",
        "two": "one",
        "folder-outside": "../outside",
        "file-outside.txt": "../outside/secret.txt",
        "now": ".versions/3",
        "now-again": ".versions/3",
        "password": "/etc/passwd",
        "sibling": "../root-2",
    }
    (tree / "root-2").mkdir()
    for name, target in links.items():
        (root / name).symlink_to(target)

    source = FolderSource([root])

    assert offered(source, root) == ["a/x.txt", "now/current.txt"]
    not_followed = [
        "self",
        "up",
        "file-outside.txt",
        "folder-outside",
        "one",
        "password",
        "sibling",
    ]
    assert unlisted(source) == [(name, "link_outside", True) for name in [*not_followed, "two"]]


def test_loops_of_links_between_hidden_folders_end(tree: Path) -> None:
    write(tree / ".a" / "x.txt")
    write(tree / ".b" / "y.txt")
    (tree / ".a" / "to-b").symlink_to("../.b")
    (tree / ".b" / "to-a").symlink_to("../.a")
    (tree / "start").symlink_to(".a")

    assert offered(FolderSource([tree]), tree) == ["start/to-b/y.txt", "start/x.txt"]


def test_links_followed_give_the_bytes_of_their_target(tree: Path) -> None:
    write(tree / ".v" / "3.txt", "drei")
    (tree / "now.txt").symlink_to(".v/3.txt")
    (tree / "named.txt").symlink_to("now.txt")

    for source in [FolderSource([tree]), FolderSource([tree / "named.txt"])]:
        items = [item for item in source.items() if isinstance(item, Item)]
        assert [source.content(item) for item in items] == [b"drei"]


def test_a_root_that_is_a_link_keeps_the_path_it_was_named_by(tree: Path) -> None:
    write(tree / "real" / "x.txt")
    (tree / "link").symlink_to("real")

    source = FolderSource([tree / "link"])

    assert offered(source, tree) == ["link/x.txt"]
    assert source.covers(f"{tree}/link/x.txt")


def test_a_path_that_goes_up_behind_a_link_means_what_the_system_means(tree: Path) -> None:
    write(tree / "other" / "x.txt")
    (tree / "other" / "deep").mkdir()
    (tree / "link").symlink_to("other/deep")

    assert offered(FolderSource([tree / "link" / ".." / "x.txt"]), tree) == ["other/x.txt"]


def test_what_disappears_during_the_walk_is_no_failure(tree: Path) -> None:
    write(tree / "a.txt")
    write(tree / "b.txt")
    walk = FolderSource([tree]).items()
    next(walk)

    (tree / "b.txt").unlink()

    assert list(walk) == []


def test_a_broken_link_is_failed_with_its_name(tree: Path) -> None:
    (tree / "kaputt.pdf").symlink_to("fehlt.pdf")

    assert unlisted(FolderSource([tree])) == [("kaputt.pdf", "unreadable", False)]


def test_pipes_and_sockets_are_skipped_and_never_waited_for(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tree / "pipe.txt")
    monkeypatch.chdir(tree)  # the path of a socket may be at most 107 bytes long
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.txt")

    assert unlisted(FolderSource([tree])) == [
        ("pipe.txt", "unsupported", True),
        ("socket.txt", "unsupported", True),
    ]


def test_what_may_not_be_read_is_failed_and_the_rest_goes_on(tree: Path) -> None:
    write(tree / "gesperrt" / "x.txt")
    write(tree / "gesperrt.txt")
    write(tree / "nur-liste" / "y.txt")
    write(tree / "lesbar.txt", "ja")
    for name, mode in [("gesperrt", 0), ("gesperrt.txt", 0), ("nur-liste", 0o444)]:
        (tree / name).chmod(mode)
    with as_a_normal_user():
        source = FolderSource([tree])
        assert unlisted(source) == [
            ("gesperrt", "unreadable", False),
            ("y.txt", "unreadable", False),
        ]
        contents: dict[str, bytes | str] = {}
        for item in source.items():
            if isinstance(item, Item):
                try:
                    contents[item.name] = source.content(item)
                except UnreadableFile as error:
                    contents[item.name] = error.code
    for name in ["gesperrt", "nur-liste"]:
        (tree / name).chmod(0o755)  # so that the tree can be cleared away

    assert contents["gesperrt.txt"] == "unreadable"
    assert contents["lesbar.txt"] == b"ja"


def test_a_folder_that_may_be_passed_but_not_listed_still_gives_a_named_file(tree: Path) -> None:
    write(tree / "durchgang" / "x.txt", "ja")
    (tree / "durchgang").chmod(0o711)
    with as_a_normal_user():
        source = FolderSource([tree / "durchgang" / "x.txt"])
        contents = [source.content(item) for item in source.items() if isinstance(item, Item)]

    assert contents == [b"ja"]


def test_a_decomposed_name_has_the_identity_of_the_composed_one(tree: Path) -> None:
    decomposed = unicodedata.normalize("NFD", "Müllplan.txt")
    write(tree / decomposed, "Montag")

    for path in [tree, tree / decomposed]:
        source = FolderSource([path])
        (item,) = source.items()
        assert item.uri == f"{tree}/Müllplan.txt"
        assert isinstance(item, Item)
        assert source.content(item) == b"Montag"


def test_names_that_differ_only_in_their_form_stay_two_documents(tree: Path) -> None:
    composed, decomposed = "Müll.txt", unicodedata.normalize("NFD", "Müll.txt")
    write(tree / composed, "eins")
    write(tree / decomposed, "zwei")

    for paths in [[tree], [tree / composed, tree / decomposed]]:
        source = FolderSource(paths)
        contents = {item.uri: source.content(item) for item in source.items()}  # type: ignore[arg-type]
        assert contents == {f"{tree}/{composed}": b"eins", f"{tree}/{decomposed}": b"zwei"}


def test_a_name_that_is_no_text_is_shown_and_opened(tree: Path) -> None:
    raw = os.fsencode(tree) + b"/M\xfcll\n.txt"
    with open(raw, "wb") as file:  # noqa: PTH123 - pathlib knows no bytes
        file.write(b"da")

    source = FolderSource([tree])
    (item,) = source.items()

    assert item.name == "M\\xfcll\\x0a.txt"
    assert item.uri == f"{tree}/{item.name}"
    assert isinstance(item, Item)
    assert source.content(item) == b"da"


def test_a_file_over_the_limit_is_refused(tree: Path) -> None:
    write(tree / "x.txt", "12345")

    for limit, code in [(4, "too_large"), (5, None)]:
        source = FolderSource([tree], max_bytes=limit)
        (item,) = source.items()
        assert isinstance(item, Item)
        assert _code_of(source, item) == code


def test_a_link_put_in_the_place_of_a_walked_file_is_not_opened(tree: Path) -> None:
    write(tree / "outside.txt", "geheim")
    source = FolderSource([write(tree / "a" / "x.txt").parent])
    (item,) = source.items()
    (tree / "a" / "x.txt").unlink()

    (tree / "a" / "x.txt").symlink_to("../outside.txt")

    assert isinstance(item, Item)
    assert _code_of(source, item) == "unreadable"


def _code_of(source: FolderSource, item: Item) -> str | None:
    try:
        source.content(item)
    except UnreadableFile as error:
        return error.code
    return None


def test_an_item_of_no_walk_is_not_opened(tree: Path) -> None:
    source = FolderSource([write(tree / "x.txt")])

    assert _code_of(source, Item("/etc/passwd", "passwd", 1)) == "unreadable"


COVERED = [
    ("x.txt", True),
    ("gone/x.txt", True),
    ("a/x.txt", True),
    (".hidden/x.txt", False),
    ("a/~$x.docx", False),
    ("link/x.txt", False),
    ("../other/x.txt", False),
    ("", False),
]


@pytest.mark.parametrize(("path", "covered"), COVERED)
def test_covers_what_a_complete_walk_would_have_offered(
    path: str, *, covered: bool, tree: Path
) -> None:
    write(tree / "root" / "a" / "x.txt")
    (tree / "root" / "link").symlink_to("a")
    source = FolderSource([tree / "root"])
    list(source.items())

    assert source.covers(os.path.normpath(f"{tree}/root/{path}")) is covered
    assert not source.covers(f"{tree}/root-2/x.txt")


def test_a_single_file_covers_only_itself(tree: Path) -> None:
    source = FolderSource([write(tree / "x.txt")])

    assert source.covers(f"{tree}/x.txt")
    assert not source.covers(f"{tree}/y.txt")


@pytest.mark.parametrize("name", ["fehlt.txt", "x.txt/tiefer", "kaputt", "a\nb", "n\0ull"])
def test_a_missing_path_is_named(name: str, tree: Path) -> None:
    write(tree / "x.txt")
    (tree / "kaputt").symlink_to("fehlt")

    with pytest.raises(NotFound) as error:
        FolderSource([tree / name])

    assert str(tree) in str(error.value)
    assert str(error.value).isprintable()


def test_no_path_at_all_is_wrong_usage() -> None:
    with pytest.raises(WrongUsage):
        FolderSource([])


def test_a_tree_deeper_than_the_stack_is_walked(tree: Path) -> None:
    folders = [f"{tree}{'/t' * depth}" for depth in range(1, 1201)]
    for folder in folders:
        os.mkdir(folder)  # noqa: PTH102 - pathlib and shutil give up at this depth
    write(Path(folders[-1]) / "x.txt")

    uris = offered(FolderSource([tree]), tree)

    os.unlink(folders[-1] + "/x.txt")  # noqa: PTH108
    for folder in reversed(folders):
        os.rmdir(folder)  # noqa: PTH106
    assert uris == ["t/" * 1200 + "x.txt"]
