"""An import killed at any instant: what was said to be done is whole, nothing is half.

The kill comes after a random number of result lines and a random stretch of time, over files that
are new, changed, unchanged and gone, in one data folder that is used again and again.
"""

import json
import random
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from fundstelle.adapters.readers.client import ChildReader
from fundstelle.bootstrap import Application, application
from fundstelle.config import Settings
from fundstelle.core.access import Scope
from fundstelle.core.documents import Chunk, Document
from fundstelle.ports import View

ROOT = Path(__file__).parent.parent
FILES = 60
MOST_SPINS = 400_000  # turns of an empty loop: about as long as one file takes
FORMATS = ("txt", "md", "csv", "html", "json")


@dataclass(frozen=True, slots=True)
class State:
    """One state of a file: its bytes, a word that no other state has, what a reader makes of it."""

    content: bytes
    canary: str
    text: str


def word(chance: random.Random) -> str:
    return "".join(chance.choices("bdfgklmnprstvz", k=9)) + "ung"


def content(kind: str, canary: str, chance: random.Random) -> bytes:
    lines = [f"Der {word(chance)} steht im {word(chance)}." for _ in range(chance.randrange(1, 60))]
    lines.insert(chance.randrange(len(lines)), f"Hier liegt der {canary} im Schrank.")
    if kind == "csv":
        return "\n".join(["Nummer;Satz", *(f"{n};{s}" for n, s in enumerate(lines))]).encode()
    if kind == "html":
        return f"<h1>Haus</h1>{''.join(f'<p>{line}</p>' for line in lines)}".encode()
    if kind == "json":
        return json.dumps({"titel": "Haus", "saetze": lines}, ensure_ascii=False).encode()
    return "\n\n".join(["# Haus", *lines] if kind == "md" else lines).encode()


def change(files: Path, states: dict[Path, State], chance: random.Random) -> dict[Path, State]:
    """Make, change and remove files; return the new states of all that are there."""
    changed = dict(states)
    with ChildReader() as reader:
        for number in range(FILES):
            path = files / f"{number:02}.{FORMATS[number % len(FORMATS)]}"
            if path in changed and chance.random() < 0.5:
                continue
            if path in changed and chance.random() < 0.1:
                del changed[path]
                path.unlink()
                continue
            canary = word(chance)
            made = content(path.suffix[1:], canary, chance)
            path.write_bytes(made)
            changed[path] = State(made, canary, reader.read(path.name, made).text)
    return changed


def run_and_kill(files: Path, data: Path, lines: int, spins: int) -> dict[Path, str]:
    """Start an import, kill it, and return what it said: path -> what happened to it."""
    command = [sys.executable, "-m", "tests.killed_ingest", str(files), str(data)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process, process.stdout as output:
        said = [output.readline() for _ in range(lines)]
        for _ in range(spins):
            pass
        process.send_signal(signal.SIGKILL)
        said += output.readlines()
    whole = [line.rstrip("\n").split(" ", 1) for line in said if line.endswith("\n")]
    return {Path(path): state for state, path in whole}


def covered(text: str, chunks: list[Chunk]) -> bool:
    """Whether the chunks hold every visible character of the text."""
    seen = bytearray(len(text))
    for chunk in chunks:
        assert text[chunk.start : chunk.end] == chunk.text
        seen[chunk.start : chunk.end] = b"\1" * (chunk.end - chunk.start)
    return not any(c.strip() and not s for c, s in zip(text, seen, strict=True))


def is_whole(app: Application, view: View, document: Document | None, state: State | None) -> bool:
    """Whether a document is stored, cut, findable and kept exactly as its file was; None: gone."""
    if document is None or state is None:
        return document is None and state is None
    stored = view.version_text(document.id)
    hits = app.search()(state.canary, Scope(frozenset([document.collection_id])), limit=3)
    return (
        stored is not None
        and stored.text == state.text
        and covered(stored.text, view.chunks_of(document.id))
        and app.store.upkeep.original(document.id) == state.content
        and {hit.citation.document_id for hit in hits} == {document.id}
        and state.canary in hits[0].citation.quote
    )


def check(
    data: Path, before: dict[Path, State], after: dict[Path, State], said: dict[Path, str]
) -> None:
    """Every item that was said is in its new state; of the rest at most one is, whole."""
    with application(Settings(data=data)) as app:
        upkeep = app.store.upkeep
        assert upkeep.problems() == []
        scope = Scope(frozenset(c.id for c in upkeep.collections()))
        with app.store.reading(scope) as view:
            documents = {Path(d.source_uri): d for d in view.documents()}
            ahead = 0
            for path in before.keys() | after.keys() | documents.keys():
                old, new, found = before.get(path), after.get(path), documents.get(path)
                is_new, is_old = (is_whole(app, view, found, state) for state in (new, old))
                assert is_new or (is_old and path not in said), path
                ahead += is_new and not is_old and path not in said
    assert ahead <= 1


def complete(files: Path, data: Path) -> None:
    """Let the next run go to its end; there is no fault in it."""
    command = [sys.executable, "-m", "tests.killed_ingest", str(files), str(data)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "failed" not in done.stdout


def kill_often(folder: Path, times: int) -> None:
    files, data = folder / "files", folder / "data"
    files.mkdir()
    chance = random.Random(times)
    before: dict[Path, State] = {}
    reached = []
    for turn in range(times):
        after = change(files, before, chance)
        lines, spins = chance.randrange(FILES * 9 // 10), chance.randrange(MOST_SPINS)
        said = run_and_kill(files, data, lines, spins)
        check(data, before, after, said)
        complete(files, data)
        if turn % 5 == 4:
            check(data, after, after, {})
        reached.append(len(said))
        before = after
    assert min(reached) < FILES * 3 // 4, "the kills must come before the end"


def test_a_killed_import_leaves_nothing_half(tmp_path: Path) -> None:
    kill_often(tmp_path, times=10)


@pytest.mark.long
def test_a_killed_import_leaves_nothing_half_at_sixty_points(tmp_path: Path) -> None:
    kill_often(tmp_path, times=60)
