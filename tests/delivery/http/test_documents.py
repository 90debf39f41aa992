"""Documents over HTTP: what comes in, what is found, and what looks like nothing."""

from statistics import median
from time import perf_counter
from typing import Any

import pytest

from fundstelle.core.access import Right
from fundstelle.core.callers import Operator
from fundstelle.delivery.http.routes import documents as listing
from tests.delivery.http.desk import CANARY, OPEN, Desk

TEXT = {"title": "Vermerk", "content": "Die Pumpe P-17 wurde am Montag geprüft."}


def sent(desk: Desk, caller: str = "contributor", **given: Any) -> Any:
    return desk.call(caller, "POST", "/documents", json=TEXT | given)


def test_a_document_is_found_as_soon_as_it_was_sent(desk: Desk) -> None:
    made = sent(desk, collection="Akten")

    assert made.status_code == 201
    assert made.json() == {
        "document_id": made.json()["document_id"],
        "chunks": 1,
        "status": "indexed",
    }
    hits = desk.call("member", "GET", "/documents", params={"query": "Pumpe P-17", "limit": 1})
    (hit,) = hits.json()["hits"]
    assert hit["content"] == TEXT["content"]
    assert hit["title"] == "Vermerk"
    assert hit["score"] > 0
    assert hit["document_id"] == made.json()["document_id"]


def test_the_collection_is_that_of_its_id_or_name_or_the_only_one(desk: Desk) -> None:
    ids = [
        sent(desk, collection=name, content=f"Text {name}").json()
        for name in ("AKTEN", desk.ids["Akten"])
    ]
    alone = sent(desk).json()
    listed = desk.call("member", "GET", "/documents").json()["documents"]

    assert {one["document_id"] for one in (*ids, alone)} < {one["document_id"] for one in listed}
    desk.app.people(Operator()).set_grant("all", "Blätter", Right.CONTRIBUTE)
    assert sent(desk).status_code == 422


def test_the_same_again_is_the_same_and_another_text_is_another_document(desk: Desk) -> None:
    first, again = sent(desk).json(), sent(desk).json()
    other = sent(desk, content="Die Pumpe P-17 wurde verkauft.").json()

    assert first == again
    assert other["document_id"] != first["document_id"]


def test_a_source_uri_is_replaced(desk: Desk) -> None:
    first = sent(desk, source_uri="crm:17").json()
    second = sent(desk, source_uri="crm:17", content="Die Pumpe P-17 ist verkauft.").json()
    shown = desk.call("member", "GET", f"/documents/{first['document_id']}").json()
    text = desk.call("member", "GET", f"/documents/{first['document_id']}/text")

    assert first["document_id"] == second["document_id"]
    assert shown["version"] == 2
    assert text.text == "Die Pumpe P-17 ist verkauft."


def test_a_file_that_is_uploaded_again_replaces_the_one_of_its_name(desk: Desk) -> None:
    made = [
        desk.call("contributor", "POST", "/documents", files={"file": (name, text.encode())}).json()
        for name, text in (
            ("pumpe.txt", "Die Pumpe P-17 läuft."),
            ("ordner/pumpe.txt", "Die Pumpe P-17 steht."),
            ("pumpe2.txt", "Die Pumpe P-17 steht."),
        )
    ]
    first, again, other = (one["document_id"] for one in made)

    assert first == again != other
    texts = [desk.call("member", "GET", f"/documents/{one}/text").text for one in (first, other)]
    assert texts == ["Die Pumpe P-17 steht."] * 2


@pytest.mark.parametrize("kind", ["txt", "md", "markdown", "policy", "TXT"])
def test_what_a_type_means_is_not_for_the_sender_to_know(desk: Desk, kind: str) -> None:
    assert sent(desk, document_type=kind).status_code == 201


@pytest.mark.parametrize("content", ["", " ", "?!", "…", "a", "1", "\n\t", "— –", "é"])
@pytest.mark.parametrize("lang", ["de", "en"])
def test_an_empty_document_is_refused(desk: Desk, content: str, lang: str) -> None:
    answer = desk.call(
        "contributor",
        "POST",
        "/documents",
        json=TEXT | {"content": content},
        headers={"accept-language": lang},
    )

    assert answer.status_code == 422
    assert answer.json()["detail"].startswith({"de": "Das Dokument", "en": "The document"}[lang])


@pytest.mark.parametrize("query", ["", " ", "?", "a", "-", "…", "§"])
def test_a_question_without_meaning_is_refused_everywhere(desk: Desk, query: str) -> None:
    answers = [
        desk.call("member", "GET", "/documents", params={"query": query}),
        desk.call("member", "GET", "/search", params={"query": query}),
        desk.call("member", "POST", "/ask", json={"question": query}),
    ]

    assert [answer.status_code for answer in answers] == [422] * 3


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("leer.txt", b"", "empty"),
        ("kaputt.pdf", b"%PDF-1.7 nothing more", "corrupt"),
        ("bild.png", b"\x89PNG\r\n\x1a\n" + bytes(100), "unsupported"),
    ],
)
def test_a_file_that_cannot_be_read_says_why_and_what_to_do(
    desk: Desk, name: str, content: bytes, code: str
) -> None:
    answer = desk.call("contributor", "POST", "/documents", files={"file": (name, content)})

    assert answer.status_code == 422
    assert answer.json()["code"] == code
    assert answer.json()["detail"].startswith(f"{name}: ")
    assert len(desk.call("member", "GET", "/documents").json()["documents"]) == 1


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("../../../etc/passwd", "passwd"),
        ("C:\\Temp\\bericht.txt", "bericht.txt"),
        ("/absolut.txt", "absolut.txt"),
        ("a\x00b.txt", "ab.txt"),
        ("..", ".."),
        ("\u202etxt.exe", "txt.exe"),
        ("Übersicht 2026.txt", "Übersicht 2026.txt"),
    ],
)
def test_the_name_of_a_file_is_only_a_name(desk: Desk, name: str, kept: str) -> None:
    boundary = b'--x\r\nContent-Disposition: form-data; name="file"; filename="'
    body = boundary + name.encode() + b'"\r\n\r\n' + OPEN.encode() + b"\r\n--x--\r\n"
    head = {"content-type": "multipart/form-data; boundary=x"}

    made = desk.call("contributor", "POST", "/documents", content=body, headers=head)

    assert made.status_code == 201, made.text
    shown = desk.call("member", "GET", f"/documents/{made.json()['document_id']}").json()
    assert shown["name"] == kept
    assert not (desk.app.settings.data.parent / "etc").exists()


def test_an_original_is_never_shown_by_the_browser(desk: Desk) -> None:
    page = b"<html><body><script>alert(1)</script><p>Ein Vermerk mit Text.</p></body></html>"
    made = desk.call("contributor", "POST", "/documents", files={"file": ("a.html", page)}).json()

    answer = desk.call("member", "GET", f"/documents/{made['document_id']}/original")

    assert answer.content == page
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-security-policy"].startswith("sandbox")
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_list_comes_in_pages_and_each_document_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "PAGE", 2)
    for name in ("ä", "B", "a", "c", "C"):
        assert sent(desk, title=name, content=f"Text {name} zwei").status_code == 201
    names: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = desk.call("member", "GET", "/documents", params=cursor).json()
        names += [one["name"] for one in page["documents"]]
        if page["next_cursor"] is None:
            break
        cursor = {"cursor": page["next_cursor"]}

    assert sorted(names) == sorted(["Zwiebelturm.txt", "ä.txt", "B.txt", "a.txt", "c.txt", "C.txt"])


@pytest.mark.parametrize("cursor", ["x", "YQ==", "////", "ä", "AAAA"])
def test_a_cursor_that_is_none_is_told(desk: Desk, cursor: str) -> None:
    answer = desk.call("member", "GET", "/documents", params={"cursor": cursor})

    assert answer.status_code == 422


# Where an id stands, and who asks: what exists for somebody else, and what exists for nobody.
FOREIGN = [
    ("GET", "/documents/{}", "Akten/1", None),
    ("GET", "/documents/{}/text", "Akten/1", None),
    ("GET", "/documents/{}/text?version=1", "Akten/1", None),
    ("GET", "/documents/{}/original", "Akten/1", None),
    ("DELETE", "/documents/{}", "Akten/1", None),
    ("PATCH", "/collections/{}", "Akten", {"name": "Neu"}),
    ("DELETE", "/collections/{}", "Akten", None),
    ("DELETE", "/collections/{}?with_documents=true", "Akten", None),
    ("DELETE", "/sessions/{}", "session", None),
    ("DELETE", "/keys/{}", "key", None),
    ("PUT", "/grants/{}/x", "read", {"right": "read"}),
    ("GET", "/access/who?target={}", "Akten", None),
    ("GET", "/access/who?target={}", "Akten/1", None),
    ("GET", "/access/what?user={}", "member", None),
    ("GET", "/access/explain?user=member&target={}", "Akten", None),
]


@pytest.mark.parametrize(("method", "path", "thing", "body"), FOREIGN)
def test_what_is_foreign_and_what_is_missing_give_the_same_bytes(
    desk: Desk, method: str, path: str, thing: str, body: Any
) -> None:
    there = desk.ids[thing]
    missing = "f" * len(there)
    more = {} if body is None else {"json": body}

    answers = [desk.call("user", method, path.format(one), **more) for one in (there, missing)]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content
    own = [{k: v for k, v in answer.headers.items() if k != "x-request-id"} for answer in answers]
    assert own[0] == own[1]


def test_a_collection_that_may_not_be_read_is_like_one_that_is_not_there(desk: Desk) -> None:
    def bodies(wish: str) -> list[Any]:
        asked = {"question": "Wann öffnet die Kantine?", "collections": [wish, "Blätter"]}
        only = {"question": "Wann öffnet die Kantine?", "collections": [wish]}
        return [
            {**desk.call("narrowed", "POST", "/ask", json=given).json(), "timings_ms": 0}
            for given in (asked, only)
        ] + [
            desk.call(
                "narrowed", "GET", "/search", params={"query": "Kantine", "collection": wish}
            ).json(),
            desk.call("narrowed", "GET", "/documents", params={"collection": wish}).json(),
        ]

    foreign, missing = bodies("Akten"), bodies("Nirgends")

    assert foreign == missing
    assert foreign[0]["status"] == "extractive"
    assert foreign[1]["refusal"]["code"] == "no_readable_collection"
    assert foreign[2:] == [{"hits": []}, {"documents": [], "next_cursor": None}]


@pytest.mark.long
def test_foreign_and_missing_take_as_long(desk: Desk) -> None:
    """Interleaved pairs; the bound is wide, the figure stands in docs/benchmarks.md."""
    there = desk.ids["Akten/1"]
    spent: dict[str, list[float]] = {there: [], "f" * len(there): []}
    for _ in range(60):
        for one, times in spent.items():
            start = perf_counter()
            desk.call("user", "GET", f"/documents/{one}")
            times.append(perf_counter() - start)
    foreign, missing = (median(times) for times in spent.values())

    assert 0.8 < foreign / missing < 1.25


def test_a_collection_with_documents_goes_only_if_that_is_said(desk: Desk) -> None:
    path = f"/collections/{desk.ids['Akten']}"
    refused = desk.call("manager", "DELETE", path, headers={"accept-language": "de"})

    assert refused.status_code == 409
    assert "with_documents=true" in refused.json()["detail"]
    assert "(1: Zwiebelturm.txt)" in refused.json()["detail"]
    assert desk.call("manager", "DELETE", f"{path}?with_documents=true").status_code == 204
    assert desk.call("member", "GET", "/documents").json()["documents"] == []


def test_names_taken_are_a_conflict(desk: Desk) -> None:
    for path, name in (("/collections", "akten"), ("/groups", "READ"), ("/users", "Member")):
        answer = desk.call("administrator", "POST", path, json={"name": name})
        assert answer.status_code == 409


def test_the_last_administrator_stays(desk: Desk) -> None:
    desk.app.people(Operator()).remove_user("spare")
    path = f"/users/{desk.ids['administrator']}"

    assert desk.call("administrator", "DELETE", path).status_code == 422
    for change in ({"admin": False}, {"disabled": True}):
        assert desk.call("administrator", "PATCH", path, json=change).status_code == 422


def test_the_administrator_sees_counts_and_no_text(desk: Desk) -> None:
    listed = desk.call("administrator", "GET", "/collections")

    assert [one["documents"] for one in listed.json()["collections"]] == [1, 1]
    assert CANARY not in listed.text
