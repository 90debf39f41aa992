"""What went wrong with users, groups, areas and uploads elsewhere; the cases lie beside the code.

Their steps are words for people, so each case is a test of its own; what it expects is read from
the case. Parts that need a page or an import by address are skips that say so.
"""

import unicodedata
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.cases.catalogue import FOLDER, MISSING, Case, rows
from tests.cases.office import CHIEF, EDITOR, Office, office_of, questions, said

ADMIN = {row["id"]: row for row in rows() if row["area"] == "admin"}
LATER = {"P-URL-01": "import by address comes with the issue on sources"}
BAND = "Wie hoch ist das Gehaltsband der Leitung?"
PRESSURE = "Welcher Druck gilt für Kompressor 4?"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason=MISSING)
Scenario = Callable[[Office, Case], None]
SCENARIOS: dict[str, Scenario] = {}


def scenario(name: str) -> Callable[[Scenario], Scenario]:
    """The test of one case."""

    def keep(function: Scenario) -> Scenario:
        SCENARIOS[name] = function
        return function

    return keep


@pytest.fixture
def office(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Office]:
    with office_of(ADMIN[request.getfixturevalue("name")], tmp_path) as made:
        yield made


def test_every_case_is_tried_or_left_to_a_later_issue_by_name() -> None:
    assert ADMIN
    assert {*SCENARIOS, *LATER} == {*ADMIN}


@pytest.mark.parametrize("name", LATER)
def test_a_case_of_a_later_issue_is_named(name: str) -> None:
    pytest.skip(f"not applicable: {LATER[name]}")


def assert_in_turn(answers: list[str], expected: list[list[str]]) -> None:
    """Each answer holds what is expected of it, and not what begins with a minus."""
    assert len(answers) == len(expected)
    for answer, marks in zip(answers, expected, strict=True):
        wrong = [mark for mark in marks if (mark.removeprefix("-") in answer) == (mark[0] == "-")]
        assert wrong == [], answer


def assert_as_expected(answer: dict[str, Any], expected: dict[str, Any]) -> None:
    """Status, text and sources of one answer."""
    if "status" in expected:
        assert answer["status"].upper() in expected["status"]
    assert [words for words in expected.get("answer_all", ()) if words not in said(answer)] == []
    assert [words for words in expected.get("answer_none", ()) if words in str(answer)] == []
    assert [name for name in expected.get("source_none", ()) if name in str(answer)] == []


def assert_no_html(office: Office, unwanted: list[str]) -> None:
    """None of it in what a browser would show as a page."""
    for response in office.seen:
        assert "html" not in response.headers.get("content-type", "")
        assert response.headers["x-content-type-options"] == "nosniff"
        plain = [words for words in unwanted if not words.startswith("<")]
        assert [words for words in plain if words in response.text] == []


@scenario("P-ACL-01")
def nothing_of_another_area(office: Office, case: Case) -> None:
    (question,) = questions(case)
    assert_as_expected(office.answer("theo", question), case["expected"])


@scenario("P-GRP-01")
def two_groups_and_one_less(office: Office, case: Case) -> None:
    def both() -> str:
        return " ".join(said(office.answer("bodo", question)) for question in (BAND, PRESSURE))

    before = both()
    office.member("HR", "bodo", "DELETE")
    assert_in_turn([before, both()], case["expected"]["seq"])


@scenario("P-REV-01")
def a_right_that_ends_in_a_session(office: Office, case: Case) -> None:
    link = f"/documents/{office.ids['Personal/personal_geheim.txt']}/text"
    before = said(office.answer("hanna", BAND, "Personal"))
    assert office.call("hanna", "GET", link).status_code == 200
    office.member("HR", "hanna", "DELETE")

    after = office.answer("hanna", BAND, "Personal")

    assert_in_turn([before, str(after)], case["expected"]["seq"])
    assert office.call("hanna", "GET", link).status_code in case["expected"]["http_last"]


@scenario("P-DEL-01")
def a_document_that_is_deleted(office: Office, case: Case) -> None:
    (question,) = questions(case)
    assert office.files_holding("Falke")
    office.done(EDITOR, "DELETE", f"/documents/{office.ids['Personal/personal_geheim.txt']}")

    assert_as_expected(office.answer("hanna", question), case["expected"])
    assert len(office.files_holding("Falke")) == case["expected"]["orphans"]
    assert office.documents() == 1


@scenario("P-DEL-03")
def an_area_that_is_deleted(office: Office, case: Case) -> None:
    path = f"/collections/{office.ids['Personal']}"
    refused, unseen = (office.call(user, "DELETE", path) for user in (EDITOR, CHIEF))
    assert [refused.status_code, unseen.status_code] == [409, 409]
    assert "personal_geheim.txt" in refused.json()["detail"]
    assert "personal_geheim.txt" not in unseen.text, "she administers and does not read"
    assert "91.000" in said(office.answer("hanna", BAND))

    office.done(CHIEF, "DELETE", f"{path}?with_documents=true")

    answers = [office.answer("hanna", BAND), office.answer("theo", PRESSURE)]
    assert_in_turn([str(answer) for answer in answers], case["expected"]["seq"])
    assert len(office.files_holding("Falke")) == case["expected"]["orphans"]


@scenario("P-REN-01")
def an_area_that_is_renamed(office: Office, case: Case) -> None:
    name = "Personal & Löhne <b>Ü</b>"
    office.done(CHIEF, "PATCH", f"/collections/{office.ids['Personal']}", json={"name": name})

    answer = office.answer("hanna", BAND, name)

    assert_as_expected(answer, case["expected"])
    assert {source["collection"] for source in answer["sources"]} == {name}
    assert_no_html(office, case["expected"]["html_none"])


@scenario("P-UPD-01")
def a_file_that_is_uploaded_again(office: Office, case: Case) -> None:
    content = (FOLDER / "inputs" / "admin" / "personal_neu.txt").read_bytes()
    assert office.upload("Personal", "personal_geheim.txt", content).status_code == 201

    assert_as_expected(office.answer("hanna", BAND), case["expected"])
    assert office.documents() == case["expected"]["documents"]


@scenario("P-SAM-01")
def the_same_file_in_two_areas(office: Office, case: Case) -> None:
    office.bring("Personal", "technik.txt")
    office.done(EDITOR, "DELETE", f"/documents/{office.ids['Technik/technik.txt']}")

    answers = [said(office.answer(user, PRESSURE)) for user in ("hanna", "theo")]

    assert_in_turn(answers, case["expected"]["seq"])


@scenario("P-SAM-03")
def two_files_of_one_text(office: Office, case: Case) -> None:
    before = office.documents()
    for file in ("kopie1.txt", "kopie2.txt"):
        office.bring("Technik", file)

    answer = office.answer("theo", *questions(case))

    assert office.documents() - before == case["expected"]["documents"]
    assert_as_expected(answer, case["expected"])
    shown = [sentence["text"] for sentence in answer["sentences"]]
    assert len(shown) == len({*shown}) <= case["expected"]["same_passage_max"]


@scenario("P-CON-01")
def two_who_change_the_same_user(office: Office, case: Case) -> None:
    path = f"/users/{office.ids['theo']}"
    (stale,) = (
        one for one in office.done(CHIEF, "GET", "/users")["users"] if one["name"] == "theo"
    )
    office.member("HR", "theo")

    fields = ("name", "admin", "disabled")
    office.done(CHIEF, "PATCH", path, json={field: stale[field] for field in fields})

    groups = office.done(CHIEF, "GET", path)["groups"]
    assert sorted(group["name"] for group in groups) == case["expected"]["groups_of"]["theo"]


@scenario("P-SES-01")
def the_back_button_after_logout(office: Office, case: Case) -> None:
    browser = office.client("hanna")
    shown = browser.get("/docs")
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    assert shown.status_code == 200
    for header, value in case["expected"]["header"].items():
        assert shown.headers[header] == value
    browser.post("/logout")

    old = {"cookie": cookies}
    again = office.client().get("/docs", headers=old, follow_redirects=False)
    asked = office.client().post("/api/v1/ask", headers=old, json={"question": BAND})

    statuses = [again.status_code, asked.status_code]
    allowed = case["expected"]["http_seq"]
    assert all(got in fine for got, fine in zip(statuses, allowed, strict=True)), statuses


@scenario("P-PWD-01")
def a_password_of_many_signs(office: Office, case: Case) -> None:
    password = "Grüße-ß€ 7:&+ä"
    office.done(CHIEF, "POST", "/users", json={"name": "grete", "password": password})
    decomposed = unicodedata.normalize("NFD", password)
    assert decomposed != password

    form = office.client().post("/login", data={"name": "grete", "password": password})
    api = [
        office.client().post("/api/v1/login", json={"name": "grete", "password": typed})
        for typed in (password, decomposed)
    ]

    assert [one.status_code for one in (form, *api)] == case["expected"]["http_seq"]
    assert form.history, "the form leads on once somebody is signed in"


@scenario("P-NAM-01")
def names_of_uploads(office: Office, case: Case) -> None:
    names = ("Ä" * 200 + ".txt", "../../etc/cron.d/x.txt", "<img src=x onerror=alert(1)>.txt")
    outside = [*office.home.parent.iterdir()]
    statuses = [office.upload("Technik", n, f"Halle {n}".encode()).status_code for n in names]

    assert [status for status in statuses if status not in case["expected"]["http"]] == []
    assert [*office.home.parent.iterdir()] == outside
    assert [file.name for file in office.home.rglob("*x.txt*")] == []
    listed = office.done(EDITOR, "GET", "/documents")["documents"]
    assert not any("/" in document["name"] for document in listed)
    assert_no_html(office, case["expected"]["html_none"])


@scenario("P-BLK-01")
def two_hundred_at_once(office: Office, case: Case) -> None:
    before = office.documents()
    files = [FOLDER / "inputs" / name for name in case["inputs"]]
    with ThreadPoolExecutor(6) as pool:
        got = [*pool.map(lambda f: office.upload("Technik", f.name, f.read_bytes()), files)]

    refused = {f.name: one for f, one in zip(files, got, strict=True) if one.status_code != 201}
    assert sorted(refused) == case["expected"]["message_any"]
    assert {one.status_code for one in refused.values()} == {422}
    assert [name for name, one in refused.items() if name not in one.json()["detail"]] == []
    assert office.documents() - before == case["expected"]["documents"]


@scenario("P-MSG-01")
def messages_for_people(office: Office, case: Case) -> None:
    upload = office.upload("Technik", "bauplan.xyz", bytes(range(256)) * 4)
    asked = [
        office.call("theo", "POST", "/ask", json={"question": question}) for question in ("", "Ja")
    ]

    statuses = [one.status_code for one in (upload, *asked)]
    for got, allowed in zip(statuses, case["expected"]["http_seq"], strict=True):
        assert got == allowed or got in (allowed if isinstance(allowed, list) else ())
    assert "Bitte" in upload.text or "Wandeln" in upload.text or "Speichern" in upload.text
    assert "Frage" in asked[0].json()["detail"]
    assert_no_html(office, case["expected"]["html_none"])


@pytest.mark.parametrize("name", [name for name in SCENARIOS if name in ADMIN])
def test_a_case_from_real_life(name: str, office: Office) -> None:
    SCENARIOS[name](office, ADMIN[name])
