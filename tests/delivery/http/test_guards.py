"""What no request gets past: foreign pages and names, bodies without end, two proofs at once."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message

from fundstelle.delivery.http.guards import JSON_BYTES
from tests.delivery.http.conftest import copied
from tests.delivery.http.desk import PASSWORD, Desk, desk_over


@pytest.fixture(scope="module")
def desk(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Shared: refused requests change nothing."""
    with desk_over(copied(template, tmp_path_factory.mktemp("guards") / "data")) as made:
        yield made


EVIL, OWN = "https://evil.example", "http://localhost"
COLLECTION: dict[str, Any] = {"json": {"name": "Neu"}}
# headers, how it is sent, whether the request is let through to the route (then 201, 403 or 422)
ORIGINS: list[tuple[str, dict[str, str], bool]] = [
    ("no browser", {}, True),
    ("own page", {"origin": OWN}, True),
    ("own page, newer browser", {"origin": OWN, "sec-fetch-site": "same-origin"}, True),
    ("typed by the user", {"sec-fetch-site": "none"}, True),
    ("own host in capitals", {"origin": "http://LOCALHOST"}, True),
    ("another site", {"origin": EVIL}, False),
    ("another site, newer browser", {"origin": EVIL, "sec-fetch-site": "cross-site"}, False),
    ("another site without origin", {"sec-fetch-site": "cross-site"}, False),
    ("another name of the same domain", {"sec-fetch-site": "same-site"}, False),
    (
        "own origin, but the browser says otherwise",
        {"origin": OWN, "sec-fetch-site": "cross-site"},
        False,
    ),
    ("hidden origin", {"origin": "null"}, False),
    ("empty origin", {"origin": ""}, False),
    ("another port", {"origin": "http://localhost:3000"}, False),
    ("our name as the beginning", {"origin": "http://localhost.evil.example"}, False),
    ("our name as the user", {"origin": "http://localhost@evil.example"}, False),
    ("our name in the path", {"origin": "http://evil.example/localhost"}, False),
    ("no scheme", {"origin": "localhost"}, False),
    ("a value nobody knows", {"sec-fetch-site": "new-value"}, False),
    ("another address of this machine", {"origin": "http://127.0.0.1"}, False),
    ("two origins", {"origin": f"{OWN} {EVIL}"}, False),
]


@pytest.mark.parametrize(
    ("headers", "passes"), [row[1:] for row in ORIGINS], ids=[r[0] for r in ORIGINS]
)
@pytest.mark.parametrize("form", [False, True], ids=["json", "form"])
def test_no_other_page_changes_anything(
    desk: Desk, headers: dict[str, str], *, passes: bool, form: bool
) -> None:
    sent: dict[str, Any] = {"data": {"name": "Neu"}} if form else {"json": {"nonsense": 1}}

    answer = desk.call("administrator", "POST", "/collections", headers=headers, **sent)

    assert answer.status_code == (422 if passes else 403)
    assert answer.json()["type"] == ("/problems/unusable" if passes else "/problems/not-allowed")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "POST"])
def test_the_origin_counts_for_every_method_that_changes(desk: Desk, method: str) -> None:
    answer = desk.call("member", method, "/nowhere", headers={"origin": EVIL})

    assert answer.status_code == 403


def test_a_get_changes_nothing_and_no_method_stands_for_another(desk: Desk) -> None:
    override = {"x-http-method-override": "DELETE"}
    path = f"/documents/{desk.ids['Akten/1']}"

    assert desk.call("contributor", "GET", path, headers=override).status_code == 200
    assert desk.call("contributor", "GET", path).status_code == 200
    assert desk.call("member", "GET", "/logout").status_code == 405
    assert desk.call("member", "GET", "/sessions").status_code == 200


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost", True),
        ("localhost:8080", True),
        ("LOCALHOST:8080", True),
        ("127.0.0.1:8080", True),
        ("[::1]:8080", True),
        ("evil.example", False),
        ("evil.example:8080", False),
        ("localhost.evil.example", False),
        ("localhost:8080.evil.example", False),
        ("localhost@evil.example", False),
        ("127.0.0.1.nip.example", False),
        ("0.0.0.0:8080", False),
        ("", False),
        ("localhost, evil.example", False),
        ("localhost:port", False),
        ("localhost/../evil", False),
    ],
)
def test_only_known_names_are_answered(desk: Desk, host: str, *, known: bool) -> None:
    answer = desk.call("anonymous", "GET", "/health", headers={"host": host})

    assert answer.status_code == (200 if known else 400)


@pytest.mark.parametrize(
    "two",
    [
        {"x-api-key": "fst_a", "authorization": "Bearer fst_a"},
        {"x-api-key": "fst_a", "cookie": "fundstelle_session=b"},
        {"authorization": "Bearer fst_a", "cookie": "fundstelle_session=b"},
        {"authorization": "Bearer fst_a", "cookie": "fundstelle_admin=b"},
    ],
)
def test_two_proofs_at_once_are_refused(desk: Desk, two: dict[str, str]) -> None:
    assert desk.call("anonymous", "GET", "/search?query=Turm", headers=two).status_code == 400


def test_the_same_proof_twice_is_refused(desk: Desk) -> None:
    key = desk.shows["key"]["x-api-key"]
    twice = [("X-Api-Key", key), ("x-api-key", key)]

    answer = desk.client.get("/api/v1/documents", headers=twice)

    assert answer.status_code == 400


@pytest.mark.parametrize("value", ["Basic YTpi", "Bearer", "Bearer ", "fst_abc", "Token fst_abc"])
def test_another_authorization_is_nobody(desk: Desk, value: str) -> None:
    answer = desk.call("anonymous", "GET", "/documents", headers={"authorization": value})

    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"


JSON = {"content-type": "application/json"}


@pytest.mark.parametrize("caller", ["member", "anonymous"])
@pytest.mark.parametrize("path", ["/ask", "/login", "/nowhere", "/logout"])
def test_a_body_that_is_announced_too_long_is_not_read(desk: Desk, path: str, caller: str) -> None:
    body = b'{"question": "' + b"a" * JSON_BYTES + b'"}'

    assert desk.call(caller, "POST", path, content=body, headers=JSON).status_code == 413


@pytest.mark.parametrize(
    ("path", "content_type"),
    [
        ("/ask", b"application/json"),
        ("/login", b"application/json"),
        ("/documents", b"application/json"),
        ("/documents", b"multipart/form-data; boundary=x"),
    ],
)
def test_a_body_without_end_is_counted_while_it_comes(
    folder: Path, path: str, content_type: bytes
) -> None:
    taken = 0
    sent: list[Any] = []

    async def receive() -> Message:
        nonlocal taken
        taken += 1 << 14
        begun = FILE if taken == 1 << 14 else b""
        more = taken < 1 << 23  # a test without the guard has to end, too
        return {"type": "http.request", "body": begun + b"a" * (1 << 14), "more_body": more}

    async def send(message: Message) -> None:
        sent.append(message)

    with desk_over(folder, max_file_mb=1) as desk:
        shown = [(k.encode(), v.encode()) for k, v in desk.shows["contributor"].items()]
        scope = {
            "type": "http",
            "method": "POST",
            "path": f"/api/v1{path}",
            "query_string": b"",
            "headers": [(b"host", b"localhost"), (b"content-type", content_type), *shown],
        }
        asyncio.run(desk.api(scope, receive, send))

    assert [message["status"] for message in sent if "status" in message] == [413]
    assert taken <= (1 << 20) + (1 << 15)


FILE = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'


@pytest.mark.parametrize("length", ["-1", "1e3", "\u00b2", "99999999999999999999", "0x10"])
def test_an_impossible_length_is_refused(desk: Desk, length: str) -> None:
    headers = {b"content-type": b"application/json", b"content-length": length.encode("latin-1")}
    shown = {name.encode(): value.encode() for name, value in desk.shows["member"].items()}

    answer = desk.client.post("/api/v1/ask", content=b"{}", headers=shown | headers)

    assert answer.status_code == 413


def test_a_question_may_be_as_long_as_promised(desk: Desk) -> None:
    for length, status in ((4000, 200), (4001, 422)):
        asked = {"question": "Turm " * 1000 + "x"}
        asked["question"] = asked["question"][:length].ljust(length, "x")
        assert desk.call("member", "POST", "/ask", json=asked).status_code == status


def test_an_upload_is_measured_by_its_bytes(folder: Path) -> None:
    with desk_over(folder, max_file_mb=1) as desk:
        content = b"Ein Vermerk. " * 100_000
        answer = desk.call("contributor", "POST", "/documents", files={"file": ("a.txt", content)})
        assert answer.status_code == 413
        assert len(desk.call("member", "GET", "/documents").json()["documents"]) == 1


PART = b'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nText des Vermerks\r\n'
FIELD = b'--x\r\nContent-Disposition: form-data; name="collection"\r\n\r\nAkten\r\n'
MALFORMED: dict[str, tuple[str, bytes]] = {
    "no boundary named": ("multipart/form-data", b"--x\r\n" + PART + b"--x--\r\n"),
    "another boundary": ("multipart/form-data; boundary=y", b"--x\r\n" + PART + b"--x--\r\n"),
    "empty body": ("multipart/form-data; boundary=x", b""),
    "only the end": ("multipart/form-data; boundary=x", b"--x--\r\n"),
    "no part's head": ("multipart/form-data; boundary=x", b"--x\r\n\r\nText\r\n--x--\r\n"),
    "no name": (
        "multipart/form-data; boundary=x",
        b"--x\r\nContent-Disposition: form-data\r\n\r\nText\r\n--x--\r\n",
    ),
    "garbage": ("multipart/form-data; boundary=x", bytes(range(256)) * 8),
    "file as a field": (
        "multipart/form-data; boundary=x",
        FIELD + b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nText\r\n--x--\r\n',
    ),
    "two files": (
        "multipart/form-data; boundary=x",
        FIELD + b"--x\r\n" + PART + b"--x\r\n" + PART + b"--x--\r\n",
    ),
    "collection as a file": (
        "multipart/form-data; boundary=x",
        b"--x\r\n" + PART.replace(b'"file"', b'"collection"') + b"--x\r\n" + PART + b"--x--\r\n",
    ),
    "a field nobody knows": (
        "multipart/form-data; boundary=x",
        FIELD.replace(b'"collection"', b'"colection"') + b"--x\r\n" + PART + b"--x--\r\n",
    ),
    "many fields": (
        "multipart/form-data; boundary=x",
        FIELD * 50 + b"--x\r\n" + PART + b"--x--\r\n",
    ),
    "a long field": (
        "multipart/form-data; boundary=x",
        FIELD.replace(b"Akten", b"A" * 100_000) + b"--x\r\n" + PART + b"--x--\r\n",
    ),
    "a long head": (
        "multipart/form-data; boundary=x",
        b"--x\r\nX-Long: " + b"a" * 100_000 + b"\r\n" + PART + b"--x--\r\n",
    ),
    "many heads": (
        "multipart/form-data; boundary=x",
        b"--x\r\n" + b"X-A: b\r\n" * 5000 + PART + b"--x--\r\n",
    ),
    "no form": ("text/plain", b"Text"),
    "nothing said": ("", b"Text"),
}


@pytest.mark.parametrize(("content_type", "body"), MALFORMED.values(), ids=list(MALFORMED))
def test_a_malformed_form_is_refused_and_leaves_nothing(
    desk: Desk, content_type: str, body: bytes
) -> None:
    headers = {"content-type": content_type} if content_type else {}
    before = desk.call("member", "GET", "/documents").json()

    answer = desk.call("contributor", "POST", "/documents", content=body, headers=headers)

    assert answer.status_code in {400, 422}
    assert answer.headers["content-type"] == "application/problem+json"
    assert desk.call("member", "GET", "/documents").json() == before


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"Turm"',
        b'{"question": 5}',
        b'{"question": null}',
        b'{"question": "Turm", "colections": []}',
        b'{"question": "Turm \\ud800"}',
        b'{"question": "Turm", "collections": ["\\udc00"]}',
        b'{"question": "Turm", "\\ud800": 1}',
        b'{"question": "Turm", "gate": "open"}',
        b'{"question": NaN}',
        b"\xff\xfe{}",
        b'{"question": ' + b"[" * 5000 + b"]" * 5000 + b"}",
    ],
)
@pytest.mark.parametrize("lang", ["de", "en"])
def test_what_is_no_question_is_told_and_no_fault(desk: Desk, body: bytes, lang: str) -> None:
    headers = JSON | {"accept-language": lang}

    answer = desk.call("member", "POST", "/ask", content=body, headers=headers)

    assert answer.status_code in {400, 422}
    assert answer.json()["detail"]


def test_every_response_carries_what_protects_its_reader(desk: Desk) -> None:
    for path, caller in (
        ("/health", "anonymous"),
        ("/documents", "member"),
        ("/nowhere", "member"),
    ):
        headers = desk.call(caller, "GET", path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-request-id"]


def test_a_fault_of_ours_says_its_number_and_nothing_else(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError(f"{PASSWORD} and a question")

    monkeypatch.setattr(type(desk.app), "search", broken)

    answer = desk.call("member", "GET", "/search?query=Turm")

    assert answer.status_code == 500
    assert PASSWORD not in answer.text
    assert answer.json()["request_id"] == answer.headers["x-request-id"]
    assert answer.headers["x-request-id"] in caplog.text
    assert PASSWORD not in caplog.text


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-CH,de;q=0.9,en;q=0.8", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("fr,de;q=0.5", "de"),
        ("fr", "en"),
        ("de;q=x, en;q=", "en"),
        ("de;q=0", "en"),
    ],
)
def test_a_problem_speaks_the_language_that_is_wished(desk: Desk, accepted: str, lang: str) -> None:
    answer = desk.call("anonymous", "GET", "/documents", headers={"accept-language": accepted})

    assert answer.json()["title"] == {"de": "Nicht angemeldet", "en": "Not signed in"}[lang]
