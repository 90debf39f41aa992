"""The child process: what goes wrong in it is a typed result, and the next file is read."""

import json
import os
import signal
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fundstelle.adapters.readers.client import MIB, ChildReader
from fundstelle.adapters.readers.dispatch import read_content
from fundstelle.core.errors import UnreadableFile

TABLE = ("Nr;Wert\n" + "".join(f"{n};{n * 3}\n" for n in range(100_000))).encode()
FILES = {
    "a.txt": "Die Frist beträgt zwei Wochen.\n\nZweiter Absatz.".encode(),
    "a.md": b"# Titel\n\n- **eins**\n- zwei\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "a.csv": b"Ort;Wert\nKiel;3\n",
    "a.html": b"<title>T</title><h1>T</h1><p>Text",
    "a.json": b'{"a": [{"b": 1}, {"b": 2}]}',
}


@pytest.fixture(scope="module")
def reader() -> Iterator[ChildReader]:
    with ChildReader() as opened:
        yield opened


@pytest.mark.parametrize(("name", "content"), FILES.items(), ids=FILES)
def test_a_reading_passes_the_pipe_unchanged(
    reader: ChildReader, name: str, content: bytes
) -> None:
    assert reader.read(name, content) == read_content(name, content)


def test_a_large_table_passes_the_pipe_unchanged(reader: ChildReader) -> None:
    assert reader.read("a.csv", TABLE) == read_content("a.csv", TABLE)


def test_a_fault_comes_back_with_its_code_and_the_next_file_is_read(reader: ChildReader) -> None:
    with pytest.raises(UnreadableFile) as caught:
        reader.read("a.json", b'{"a":')

    assert caught.value.code == "corrupt"
    assert reader.read("a.txt", b"Text").text == "Text"


def test_a_file_name_that_is_no_text_is_no_obstacle(reader: ChildReader) -> None:
    assert reader.read("\udcff.txt", b"Text").text == "Text"


def test_protections_are_reported(reader: ChildReader) -> None:
    active = reader.protections()

    assert active["audit_hook"]
    assert active["no_file_writes"]
    assert set(active) >= {"memory_limit", "network_namespace"}


def test_fingerprint_names_the_libraries_that_decide_the_text(reader: ChildReader) -> None:
    assert reader.fingerprint.startswith("readers-")
    assert "/lxml-" in reader.fingerprint
    assert "/pypdfium2-" in reader.fingerprint


@pytest.mark.parametrize(("name", "limit"), [("a.txt", "max_text_bytes"), ("a.docx", "max_bytes")])
def test_files_above_the_limit_are_not_even_handed_over(name: str, limit: str) -> None:
    content = b"PK\x03\x04" + b"x" * 100 if name == "a.docx" else b"x" * 101
    limits = {limit: 100}
    reader = ChildReader(command=("/nowhere",), **limits)  # type: ignore[arg-type]

    with reader, pytest.raises(UnreadableFile) as caught:
        reader.read(name, content)

    assert caught.value.code == "too_large"


def test_no_child_is_left_after_close(reader: ChildReader) -> None:
    with ChildReader(files_per_child=2) as own:
        for _ in range(5):
            own.read("a.txt", b"Text")
        pids = children_of_this_process()

    assert len(pids) >= 1
    assert not (children_of_this_process() & (pids - reader_children(reader)))
    with pytest.raises(ValueError, match="closed"):
        own.read("a.txt", b"Text")


def children_of_this_process() -> set[int]:
    """Including zombies."""
    found = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:  # it ended meanwhile
            continue
        if int(fields[1]) == os.getpid():
            found.add(int(status.parent.name))
    return found


def reader_children(reader: ChildReader) -> set[int]:
    return {child.pid for child in (reader._child, reader._next) if child is not None}


def test_a_fresh_child_takes_over_after_so_many_files() -> None:
    with ChildReader(files_per_child=3) as reader:
        pids = []
        for _ in range(7):
            reader.read("a.txt", b"Text")
            assert reader._child is not None
            pids.append(reader._child.pid)

    assert [pids.count(pid) for pid in dict.fromkeys(pids)] == [3, 3, 1]


# --- Children that misbehave: real processes, another program in place of ours ------------------

SCRIPT = """
import json, os, signal, sys, time
def send(message):
    body = json.dumps(message).encode()
    os.write(1, len(body).to_bytes(4, "big") + body)
def receive():
    head = sys.stdin.buffer.read(4)
    return json.loads(sys.stdin.buffer.read(int.from_bytes(head, "big"))) if head else sys.exit(0)
send({"active": {}})
empty = {"text": "", "type": "txt", "title": "", "kinds": "", "starts": [], "ends": [],
         "levels": [], "under": [], "headers": [], "pages": [], "boxes": [], "given": [],
         "without_text": []}
while True:
    request = receive()
    if request["name"] == "good.txt":
        send(empty)
        continue
"""
MISBEHAVING = {
    "hangs": ("signal.pause()", "timeout"),
    "is killed by the system": ("os.kill(os.getpid(), signal.SIGKILL)", "too_large"),
    "crashes": ("os.kill(os.getpid(), signal.SIGSEGV)", "corrupt"),
    "uses up its CPU": ("os.kill(os.getpid(), signal.SIGXCPU)", "timeout"),
    "ends without a word": ("sys.exit(3)", "internal"),
    "answers half": ("os.write(1, b'\\0\\0\\0\\9{\"te'); sys.exit(0)", "internal"),
    "answers half and hangs": ("os.write(1, b'\\0\\0\\0\\9{\"te'); signal.pause()", "timeout"),
    "answers nonsense": ("os.write(1, b'\\0\\0\\0\\4true')", "internal"),
    "answers no JSON": ("os.write(1, b'\\0\\0\\0\\4\\xff\\xff\\xff\\xff')", "internal"),
    "answers without end": ("os.write(1, b'\\xff' * 60000)", "too_large"),
    "lies about places": (
        "send(empty | {'kinds': 'p', 'starts': [0], 'ends': [9], 'under': [0]})",
        "internal",
    ),
    "lies about kinds": (
        "send(empty | {'kinds': 'z', 'starts': [0], 'ends': [0], 'under': [0]})",
        "internal",
    ),
    "invents a code": ("send({'fault': 'nonsense', 'detail': ''})", "internal"),
}


@pytest.fixture
def misbehaving(tmp_path: Path) -> Iterator[Callable[[str], ChildReader]]:
    opened: list[ChildReader] = []

    def make(action: str) -> ChildReader:
        script = tmp_path / "child.py"
        script.write_text(SCRIPT + textwrap.indent(action, "    ") + "\n", encoding="utf-8")
        opened.append(ChildReader(seconds=1.5, command=(sys.executable, "-I", str(script))))
        return opened[-1]

    yield make
    for reader in opened:
        reader.close()


@pytest.mark.parametrize(("action", "code"), MISBEHAVING.values(), ids=MISBEHAVING)
def test_whatever_the_child_does_is_a_typed_result(
    misbehaving: Callable[[str], ChildReader], action: str, code: str
) -> None:
    reader = misbehaving(action)

    with pytest.raises(UnreadableFile) as caught:
        reader.read("bad.txt", b"x")

    assert caught.value.code == code
    assert reader.read("good.txt", b"x").text == ""


def test_a_child_killed_between_two_files_is_replaced() -> None:
    with ChildReader() as reader:
        reader.read("a.txt", b"Text")
        assert reader._child is not None
        os.kill(reader._child.pid, signal.SIGKILL)
        os.waitid(os.P_PID, reader._child.pid, os.WEXITED | os.WNOWAIT)

        assert reader.read("a.txt", b"Text").text == "Text"


# --- Hostile files in our own child ------------------------------------------------------------


def test_a_file_that_needs_more_memory_than_allowed_is_too_large() -> None:
    with ChildReader(memory_bytes=300 * MIB) as reader:
        with pytest.raises(UnreadableFile) as caught:
            reader.read("a.json", json.dumps([[n] for n in range(3_000_000)]).encode())

        assert caught.value.code == "too_large"
        assert reader.read("a.txt", b"Text").text == "Text"


def test_a_file_that_takes_too_long_is_stopped() -> None:
    slow = b"<table>" + b"<tr><td rowspan=1000>" * 300_000
    with ChildReader(seconds=1, seconds_per_mib=0) as reader:
        reader.protections()
        with pytest.raises(UnreadableFile) as caught:
            reader.read("a.html", slow)

        assert caught.value.code == "timeout"
        assert reader.read("a.txt", b"Text").text == "Text"


FORBIDDEN = {
    "write a file": "open('/tmp/fundstelle-must-not-exist', 'w')",
    "write by descriptor": "os.open('/tmp/fundstelle-must-not-exist', os.O_WRONLY | os.O_CREAT)",
    "write to its own content": "os.open(f'/proc/self/fd/{sys.argv[1]}', os.O_RDWR)",
    "open a socket": "__import__('socket').socket()",
    "look up a name": "__import__('socket').getaddrinfo('localhost', 80)",
    "start a program": "__import__('subprocess').run(['true'])",
    "start a shell": "os.system('true')",
    "fork": "os.fork()",
    "remove a file": "os.remove('/tmp/fundstelle-must-not-exist')",
}


@pytest.mark.parametrize("action", FORBIDDEN.values(), ids=FORBIDDEN)
def test_the_locked_child_cannot(action: str) -> None:
    program = (
        "import os, sys; from fundstelle.adapters.readers.jail import lock\n"
        "lock(memory_bytes=1 << 30, cut_network=True)\n"
        f"try:\n    {action}\nexcept PermissionError:\n    os._exit(7)\nos._exit(0)\n"
    )

    status = os.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-I", "-c", program, "0"])

    assert status == 7
    assert not Path("/tmp/fundstelle-must-not-exist").exists()


def test_the_child_does_not_see_our_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUNDSTELLE_API_KEY", "geheim")
    with ChildReader() as reader:
        reader.protections()
        assert reader._child is not None
        environment = Path(f"/proc/{reader._child.pid}/environ").read_bytes()

    assert b"geheim" not in environment
