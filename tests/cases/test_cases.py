"""Inputs from real life that broke other programs; the cases lie beside the repository."""

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from fundstelle.core.faults import FAULTS
from fundstelle.services.ingest import State
from tests.cases.catalogue import (
    ACTIONS,
    FOLDER,
    LATER_ACTIONS,
    MISSING,
    SCRIPTED,
    Case,
    cases,
    later_format,
    may_reject,
)
from tests.cases.desk import Desk, unprivileged
from tests.cases.expectations import messages, wrong

TRIED_HERE = [case for case in cases() if case["action"] not in SCRIPTED]
LATER = [case for case in TRIED_HERE if case["action"] in LATER_ACTIONS]
FOREIGN = [case for case in TRIED_HERE if case not in LATER and later_format(case)]
OURS = [case for case in TRIED_HERE if case not in LATER and case not in FOREIGN]


def params(chosen: list[Case]) -> list[Any]:
    """One parameter per case; the ones with huge inputs run only when asked for."""
    return [
        pytest.param(
            case,
            id=case["id"],
            marks=[pytest.mark.long] if case["inputs"][0].startswith("big:") else [],
        )
        for case in chosen
    ]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    made = Desk.at(tmp_path_factory.mktemp("cases"))
    yield made
    made.app.close()


def documents_only(case: Case) -> Case:
    """The case without the list of its questions among the documents: it would answer itself."""
    listed = case["expected"].get("each_of_file")
    return {**case, "inputs": [name for name in case["inputs"] if name != listed]}


def questions_of(case: Case) -> list[str]:
    """The question of a case, or every string of its list."""
    listed = case["expected"].get("each_of_file")
    if listed:
        return list(json.loads((FOLDER / "inputs" / listed).read_text(encoding="utf-8")))
    return [case["question"]] if "question" in case else []


@pytest.mark.skipif(not FOLDER.is_dir(), reason=MISSING)
def test_every_case_is_tried_or_left_to_a_later_issue_by_name() -> None:
    actions = {case["action"] for case in cases()}

    assert cases()
    assert actions <= ACTIONS | SCRIPTED | set(LATER_ACTIONS)


@pytest.mark.skipif(not FOLDER.is_dir(), reason=MISSING)
@pytest.mark.parametrize("case", params(OURS))
def test_a_case_from_real_life(case: Case, desk: Desk) -> None:
    if case["inputs"] == ["fs:rechte/"]:
        assert wrong_without_rights(case) == []
        return

    outcome = desk.outcome(documents_only(case), questions_of(case))

    assert wrong(outcome, case["expected"]) == []
    if case["action"] == "ingest_twice" or "find_by_name" in case["expected"]:
        assert_the_same_again(desk, case)


def wrong_without_rights(case: Case) -> list[str]:
    """The same as somebody who may not read everything, in a folder of their own."""
    with TemporaryDirectory() as folder:
        given = Path(folder)
        given.chmod(0o777)
        apart = Desk.at(given)
        apart.app.reader.read("vorab.txt", b"Die Kinder starten, solange sie es duerfen.")
        with unprivileged():
            outcome = apart.outcome(case, [])
            apart.app.close()
    return wrong(outcome, case["expected"])


def assert_the_same_again(desk: Desk, case: Case) -> None:
    """Read again, and read anew after removal: nothing new, and the same chunks."""
    shelf = desk.shelf(case["inputs"])
    name = next(c.name for c in desk.app.store.upkeep.collections() if c.id == shelf.collection_id)
    ids = [chunk.id for chunk in desk.chunks(shelf)]
    documents = desk.app.library().documents(shelf.scope)

    again = desk.fill(name, shelf.paths)
    unchanged = [chunk.id for chunk in desk.chunks(shelf)]
    for document in documents:
        desk.app.library().remove(document)
    anew = desk.fill(name, shelf.paths)

    assert {item.state for item in again.items} == {State.UNCHANGED}
    assert {item.state for item in anew.items} == {State.NEW}
    assert unchanged == ids
    assert [chunk.id for chunk in desk.chunks(shelf)] == ids
    assert desk.app.library().documents(shelf.scope)[0].id == documents[0].id


@pytest.mark.skipif(not FOLDER.is_dir(), reason=MISSING)
@pytest.mark.parametrize("case", params(FOREIGN))
def test_a_format_of_a_later_issue_is_refused_by_name(case: Case, desk: Desk) -> None:
    outcome = desk.outcome(case, questions_of(case))

    ending = later_format(case)
    said = messages(outcome.items)
    assert [(item.state, item.code) for item in outcome.items] == [(State.SKIPPED, "unsupported")]
    assert outcome.documents == ()
    assert outcome.items[0].name in said
    assert FAULTS["unsupported"].remedy["de"] in said
    assert not any(answer.sentences for _, answer in outcome.answers)
    if not may_reject(case):
        pytest.skip(f"not applicable: {ending} is read by a later issue; refused by name (checked)")
    assert ending[1:].casefold() in said.casefold()


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in LATER])
def test_an_action_of_a_later_issue_is_named(case: Case) -> None:
    pytest.skip(f"not applicable: {LATER_ACTIONS[case['action']]}")
