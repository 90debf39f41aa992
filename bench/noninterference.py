"""Do documents that one may not read change an answer? Usage: see below; prints one JSON line.

python bench/noninterference.py SETS [--data FOLDER] [--visible omos-de] [--hidden de-real]

SETS: folder of question sets. Brings the visible set and the first 800 documents of the hidden one
into two collections of one data folder, copies the folder and removes the hidden collection from
the copy. Then asks 200 questions over the visible collection, of both folders, each in a process of
its own, and of the first folder a second time. `differing` counts answers and hits whose JSON
(without timings_ms) is not the same byte for byte. As controls: how many questions match more
chunks than the index returns, and how many answers the hidden collection would change if read.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from fundstelle.bootstrap import Application, application
from fundstelle.config import Settings
from fundstelle.core.access import Scope
from fundstelle.core.expansion import expand
from fundstelle.core.questions import read_question
from fundstelle.core.questionset import QuestionSet
from fundstelle.core.ranking import counted_words, sought_words
from fundstelle.delivery.schemas import answer_json, hit_json
from fundstelle.ports import View
from fundstelle.services.candidates import SEEK_BUDGET
from fundstelle.services.ingest import Report
from fundstelle.services.library import choose

QUESTIONS, HIDDEN_DOCUMENTS = 200, 800
VISIBLE, HIDDEN = "visible", "hidden"


def _bring_in(app: Application, questions: QuestionSet, name: str) -> None:
    source, use_case = app.corpus(questions), app.ingest()
    walk = use_case.walk(source)
    target = app.library().collection(name)
    report = Report()
    for result in use_case.run(source, walk, target.id, report, remove=True):
        if result.code:
            sys.exit(f"{result.uri}: {result.code}")


def _scope(app: Application, names: list[str]) -> Scope:
    return Scope(frozenset(collection.id for collection in choose(app.store, names or None)))


def _prepare(sets: Path, folder: Path, visible: str, hidden: str) -> None:
    """Fill folder/with, hidden documents before and after the visible ones; make folder/without."""
    with application(Settings(data=folder / "with")) as app:
        documents = app.question_set(sets / hidden).documents[:HIDDEN_DOCUMENTS]
        half = len(documents) // 2
        _bring_in(app, QuestionSet(documents[:half], ()), HIDDEN)
        _bring_in(app, app.question_set(sets / visible), VISIBLE)
        _bring_in(app, QuestionSet(documents, ()), HIDDEN)
    shutil.copytree(folder / "with", folder / "without")
    with application(Settings(data=folder / "without")) as app:
        (gone,) = choose(app.store, [HIDDEN])
        app.store.upkeep.remove_collection(gone.id)


def _asked(app: Application, sets: Path, visible: str, hidden: str) -> list[str]:
    """Questions of the visible set, and at the end a tenth of the hidden one."""
    foreign = [q.question for q in app.question_set(sets / hidden).questions][: QUESTIONS // 10]
    own = [q.question for q in app.question_set(sets / visible).questions]
    return own[: QUESTIONS - len(foreign)] + foreign


def _matching(view: View, question: str) -> int:
    """How many chunks hold a sought word."""
    concepts = expand(read_question(question), view, view.statistics().chunks)
    sought = sought_words(concepts, view.holding(counted_words(concepts)), SEEK_BUDGET)
    return len(view.match(sought, [], limit=1_000_000).chunk_ids) if sought else 0


def _print_answers(data: Path, questions: Path, names: list[str]) -> None:
    """The part that runs in a process of its own: one line of JSON per question."""
    with application(Settings(data=data)) as app:
        scope, ask, search = _scope(app, names), app.ask(), app.search()
        for question in json.loads(questions.read_text(encoding="utf-8")):
            answer = answer_json(ask(question, scope))
            del answer["timings_ms"]
            hits = [hit_json(hit) for hit in search(question, scope, limit=20)]
            print(json.dumps([answer, hits], ensure_ascii=False))


def _answers(data: Path, questions: Path, names: list[str]) -> list[str]:
    command = [sys.executable, __file__, str(questions), "--answers", *names, "--data", str(data)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    return done.stdout.splitlines()


def _differing(one: list[str], other: list[str]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def measure(sets: Path, folder: Path, visible: str, hidden: str) -> dict[str, Any]:
    _prepare(sets, folder, visible, hidden)
    with application(Settings(data=folder / "with")) as app:
        asked = _asked(app, sets, visible, hidden)
        questions = folder / "questions.json"
        questions.write_text(json.dumps(asked, ensure_ascii=False), encoding="utf-8")
        with app.store.reading(_scope(app, [VISIBLE])) as view:
            size = view.statistics()
            matching = [_matching(view, question) for question in asked]
        with app.store.reading(_scope(app, [HIDDEN])) as view:
            held = view.statistics()
        limit = app.settings.candidates
    first = _answers(folder / "with", questions, [VISIBLE])
    return {
        "what": "noninterference",
        "visible": f"{visible}: {size.documents} documents, {size.chunks} chunks",
        "hidden": f"{hidden}: {held.documents} documents, {held.chunks} chunks",
        "questions": len(asked),
        "matching_more_than_returned": sum(n > limit for n in matching),
        "differing": _differing(first, _answers(folder / "without", questions, [VISIBLE])),
        "differing_between_two_processes": _differing(
            first, _answers(folder / "with", questions, [VISIBLE])
        ),
        "differing_if_it_were_read": _differing(
            first, _answers(folder / "with", questions, [VISIBLE, HIDDEN])
        ),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--visible", default="omos-de")
    parser.add_argument("--hidden", default="de-real")
    parser.add_argument("--answers", nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.answers:
        _print_answers(given.data, given.sets, given.answers)
        return
    with tempfile.TemporaryDirectory() as folder:
        home = given.data or Path(folder)
        for name in ("with", "without"):
            shutil.rmtree(home / name, ignore_errors=True)
        print(json.dumps(measure(given.sets, home, given.visible, given.hidden)))


if __name__ == "__main__":
    main()
