"""While the embedder is changed, every question is answered from one set, the old or the new one.

Questions are asked without a pause from a thread, and from another process; and the change is
killed at any instant.
"""

import random
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import cycle, groupby
from pathlib import Path
from threading import Condition, Thread

import pytest

from fundstelle.adapters.stores.sqlite import DATABASE
from fundstelle.bootstrap import Application, application
from fundstelle.config import Settings
from fundstelle.core.access import Scope
from fundstelle.services.embed import BATCH
from fundstelle.services.ingest import Report
from tests import killed_change
from tests.delivery.command import COMMAND
from tests.evaluation.measure import DEMO

ROOT = Path(__file__).parent.parent
QUESTIONS = [
    "Bei welchem Druck schaltet die Druckerhöhungsanlage selbsttätig ab?",
    "Wie viel Urlaub habe ich?",
    "How often are the inverter filters cleaned?",
    "Was kostet ein Zwischenzähler?",
]
OF = {"hashing": ("hashing",), "bundled": ()}
"""What is degraded with the vectors of each, and never anything else."""


def ingest(app: Application, *paths: Path) -> None:
    use_case, source, report = app.ingest(), app.files(paths), Report()
    target = app.library().collection("Demo")
    list(use_case.run(source, use_case.walk(source), target.id, report, remove=False))
    if embed := app.embed():
        list(embed(report))
    assert report.embedder_fault == ""


def change(app: Application, name: str) -> Iterator[int]:
    changing = app.change_embedder(name)
    changing.begin()
    yield from changing()


class Asker:
    """Asks one question after the other; what came of each."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._scope = Scope(frozenset(c.id for c in app.store.upkeep.collections()))
        self._questions = cycle(QUESTIONS)
        self._answered = Condition()
        self.degraded: list[tuple[str, ...]] = []
        self.errors: list[Exception] = []

    def ask(self) -> None:
        try:
            answer = self._app.ask()(next(self._questions), self._scope)
        except Exception as error:  # noqa: BLE001 - whatever it is: a person would have met it
            with self._answered:
                self.errors.append(error)
                self._answered.notify_all()
        else:
            with self._answered:
                self.degraded.append(answer.degraded)
                self._answered.notify_all()

    def wait(self) -> None:
        """Until two more are answered: the second of them was asked after this call."""
        with self._answered:
            seen = len(self.degraded) + 2
            self._answered.wait_for(lambda: len(self.degraded) >= seen or self.errors)

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Ask without a pause from another thread, before, meanwhile and after."""
        over = False

        def on_and_on() -> None:
            while not over:
                self.ask()

        for _ in QUESTIONS:
            self.ask()
        thread = Thread(target=on_and_on)
        thread.start()
        try:
            yield
        finally:
            over = True
            thread.join()
        for _ in QUESTIONS:
            self.ask()

    def states(self) -> list[tuple[str, ...]]:
        """What was degraded, without repetition."""
        return [state for state, _ in groupby(self.degraded)]


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Application]:
    """Some of the demo's documents with vectors of `hashing`."""
    with application(Settings(data=tmp_path / "data", embedder="hashing")) as app:
        ingest(app, DEMO / "personal")
        yield app


def maker(app: Application) -> list[str]:
    return [app.engines.name_of(s.fingerprint.key) for s in app.store.upkeep.vector_sets()]


def test_questions_of_a_thread_meet_one_set(demo: Application) -> None:
    asker = Asker(demo)
    with asker.asking():
        for name in ("bundled", "hashing"):
            list(change(demo, name))
            assert maker(demo) == [name]
            asker.wait()

    assert asker.errors == []
    assert asker.states() == [OF["hashing"], OF["bundled"], OF["hashing"]]
    (only,) = demo.store.upkeep.vector_sets()
    assert only.missing == 0
    assert demo.store.upkeep.problems() == []


def test_questions_of_another_process_meet_one_set(demo: Application) -> None:
    asker = Asker(demo)
    command = [str(COMMAND), "rebuild", "--embedder", "bundled", "--data", str(demo.settings.data)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        while running.poll() is None:
            asker.ask()
        assert running.stderr is not None
        said = running.stderr.read()
    for _ in QUESTIONS:
        asker.ask()

    assert running.returncode == 0, said
    assert "bundled" in said
    assert asker.errors == []
    assert asker.states() == [OF["hashing"], OF["bundled"]]
    assert maker(demo) == ["bundled"]


def bytes_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def test_the_old_vectors_are_gone_from_the_folder(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "data")
    with application(settings) as app:
        ingest(app, DEMO / "personal")
    with closing(sqlite3.connect(settings.data / DATABASE)) as db:
        stored = [vector for (vector,) in db.execute("SELECT vector FROM vectors")]
    assert len(stored) > 30
    assert all(vector in bytes_of(settings.data) for vector in stored[:3])

    with application(settings) as app:
        list(change(app, "hashing"))

    left = bytes_of(settings.data)
    assert [vector for vector in stored if vector in left] == []


PARAGRAPHS = 12
DOCUMENTS = 30


@pytest.fixture
def rooms(tmp_path: Path) -> Path:
    """A folder with many chunks and vectors of `use`; no two chunks are equal."""
    data = tmp_path / "data"
    for number in range(DOCUMENTS):
        rooms = [f"Raum {number}-{n} hat einen Schrank. " * 20 for n in range(PARAGRAPHS)]
        (tmp_path / f"{number}.txt").write_text("\n\n".join(rooms), encoding="utf-8")
    app = Application(Settings(data=data, embedder="use"), killed_change.engines())
    ingest(app, *tmp_path.glob("*.txt"))
    app.close()
    return data


def run_and_kill(data: Path, name: str, lines: int | None, spins: int) -> tuple[list[str], bool]:
    """Hashes of the texts that began to be embedded, and whether the change came to its end."""
    command = [sys.executable, "-m", "tests.killed_change", str(data), name]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process, process.stdout as output:
        said = []
        if lines is not None:
            said = [output.readline() for _ in range(lines)]
            for _ in range(spins):
                pass
            process.send_signal(signal.SIGKILL)
        said += output.readlines()
    whole = [line.split() for line in said if line.endswith("\n")]
    return [text for line in whole if line != ["done"] for text in line], ["done"] in whole


def kill_often(data: Path, times: int) -> None:
    chance = random.Random(times)
    engines = killed_change.engines()
    begun: Counter[str] = Counter()
    kills = 0
    done = False
    while not done:
        lines = chance.randrange(1, 4) if kills < times else None
        texts, done = run_and_kill(data, "hashing", lines, chance.randrange(80_000))
        begun.update(texts)
        kills += not done
        app = Application(Settings(data=data), engines)
        asker = Asker(app)
        asker.ask()
        names = maker(app)
        assert app.store.upkeep.problems() == []
        assert asker.errors == []
        assert asker.degraded == [OF["hashing"] if names[0] == "hashing" else ()]
        app.close()

    assert names == ["hashing"]
    assert len(begun) > 3 * BATCH
    assert sum(begun.values()) - len(begun) <= kills * BATCH, "only the batch in flight"
    assert kills >= min(times, 3), "the kills must come before the end"


def test_a_killed_change_goes_on_and_embeds_nothing_twice(rooms: Path) -> None:
    kill_often(rooms, times=5)


@pytest.mark.long
def test_a_killed_change_goes_on_at_forty_points(rooms: Path) -> None:
    for turn in range(8):
        kill_often(rooms, times=5)
        run_and_kill(rooms, "use", None, turn)
