"""`fundstelle serve` from the outside: one for each folder, this machine first, a clean end."""

import signal
from pathlib import Path

import pytest

from tests.delivery.command import fundstelle, process
from tests.delivery.http.desk import PASSWORD, QUESTION, SECRET
from tests.delivery.http.running import running


def test_from_the_setup_link_to_an_answer(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server, server.client() as client:
        given = {"token": server.setup_token(), "name": "root", "password": PASSWORD}
        assert client.post("/api/v1/setup", json=given).status_code == 201
        login = {"name": "root", "password": PASSWORD, "administration": True}
        assert client.post("/api/v1/login", json=login).status_code == 200
        assert (
            client.post("/api/v1/login", json=login | {"administration": False}).status_code == 200
        )
        made = client.post("/api/v1/collections", json={"name": "Akten"}).json()
        group = client.post("/api/v1/groups", json={"name": "alle"}).json()
        user_id = client.get("/api/v1/users").json()["users"][0]["user_id"]
        pair = f"{group['group_id']}/{made['collection_id']}"
        client.put(f"/api/v1/groups/{group['group_id']}/members/{user_id}")
        client.put(f"/api/v1/grants/{pair}", json={"right": "contribute"})
        sent = {"title": "Turm", "content": SECRET}
        assert client.post("/api/v1/documents", json=sent).status_code == 201

        answer = client.post("/api/v1/ask", json={"question": QUESTION}).json()
        found = client.get("/api/v1/search", params={"query": QUESTION})
        with client.stream(
            "POST",
            "/api/v1/ask",
            json={"question": QUESTION},
            headers={"accept": "text/event-stream"},
        ) as stream:
            streamed = stream.read().decode()
        code = server.end()

    assert answer["sentences"][0]["text"] == SECRET
    assert found.status_code == 200
    assert SECRET in streamed
    assert code == 0
    assert "Anna" not in "".join(server.said), "no question is written to a log"


@pytest.mark.usefixtures("obeying_ctrl_c")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_ends_it_cleanly(folder: Path, number: int, code: int) -> None:
    with running(folder) as server, server.client() as client:
        client.get("/api/v1/health")
        assert server.end(number) == code
    assert not (folder / "fundstelle.db-wal").exists(), "the store was closed"
    assert "Traceback" not in "".join(server.said)


def test_a_second_one_over_the_same_folder_is_refused(folder: Path) -> None:
    with running(folder) as server:
        second = process("serve", "--data", folder, "--port", "0")
        assert second.code == 3
        assert "already" in second.messages
        assert server.end() == 0
    with running(folder) as third:
        assert third.url, "the lock ends with its process"


def test_a_port_in_use_is_named(folder: Path, tmp_path: Path) -> None:
    with running(folder) as server:
        port = server.url.rpartition(":")[2]
        other = process("serve", "--data", tmp_path / "other", "--port", port)

    assert other.code == 3
    assert port in other.messages


def test_without_an_administrator_only_this_machine_is_served(tmp_path: Path) -> None:
    with running(tmp_path / "data", "--host", "0.0.0.0") as server:
        assert server.url.startswith("http://127.0.0.1:")


def test_with_an_administrator_the_address_of_the_settings_counts(folder: Path) -> None:
    with running(folder, FUNDSTELLE_HOST="0.0.0.0") as server:
        assert server.url.startswith("http://0.0.0.0:")


def test_names_by_which_it_may_be_called_come_from_the_settings(folder: Path) -> None:
    hosts = " Wissen.example , other.example"
    with running(folder, FUNDSTELLE_ALLOWED_HOSTS=hosts) as server, server.client() as client:
        answers = [
            client.get("/api/v1/health", headers={"host": host}).status_code
            for host in ("wissen.example", "OTHER.example:80", "third.example")
        ]

    assert answers == [200, 200, 400]


def test_an_import_beside_the_server_is_found_at_once(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "neu.txt"
    file.write_text("Die Pumpe P-17 steht in Halle drei.", encoding="utf-8")
    made = fundstelle("keys", "add", "member", "test", "--data", folder)
    head = {"x-api-key": made.text.strip()}
    with running(folder) as server, server.client() as client:
        before = client.get("/api/v1/search", params={"query": "Pumpe P-17"}, headers=head).json()
        fundstelle(
            *("ingest", file, "--collection", "Akten", "--data", folder),
            FUNDSTELLE_EMBEDDER="hashing",
        )
        after = client.get("/api/v1/search", params={"query": "Pumpe P-17"}, headers=head).json()

    assert [hit["name"] for hit in before["hits"]] in ([], ["Zwiebelturm.txt"])
    assert after["hits"][0]["name"] == "neu.txt"
