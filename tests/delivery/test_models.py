"""Models on servers, as an operator meets them: doctor, import, questions."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.delivery.command import Done, fundstelle
from tests.delivery.test_usage import DONE, NOT_ALL
from tests.models import manners
from tests.models.manners import CLOUD, EMBEDS, vector, vectors
from tests.models.model_server import ModelServer, Sent, as_json, serving

OLLAMA, QUESTION = f"ollama:{EMBEDS}", "Wann kommt der Pförtner?"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUNDSTELLE_DATA", str(tmp_path / "data"))
    (tmp_path / "kurz.txt").write_text("Der Pförtner kommt um sechs Uhr.", encoding="utf-8")


def check(done: Done, name: str) -> Any:
    return next(each for each in done.json["checks"] if each["check"] == name)


def doctor(**variables: str) -> Any:
    return check(fundstelle("doctor", "--json", **variables), "chat model")


def test_doctor_calls_the_chat_model_and_says_who_sees_the_evidence() -> None:
    with serving(manners.ollama('{"answer": "yes"}')) as server:
        at = {"FUNDSTELLE_OLLAMA_URL": server.url}
        named = doctor(FUNDSTELLE_CHAT_MODEL="ollama:llama3", **at)
        auto = doctor(FUNDSTELLE_CHAT_MODEL="auto", **at)

    for found in (named, auto):
        assert found["ok"]
        assert f"ollama:llama3:latest at {server.host}, which sees question" in found["detail"]
        assert "(they stay on this machine)" in found["detail"]
        assert "context 8,192 tokens" in found["detail"]


def test_doctor_says_when_evidence_would_leave_the_machine() -> None:
    with serving(manners.ollama('{"answer": "yes"}')) as server:
        found = doctor(FUNDSTELLE_CHAT_MODEL=f"ollama:{CLOUD}", FUNDSTELLE_OLLAMA_URL=server.url)

    assert f"https://ollama.com through {server.host}, which sees question" in found["detail"]
    assert "(they leave this machine" in found["detail"]


def test_doctor_says_that_the_model_is_a_judge_too() -> None:
    with serving(manners.ollama('{"answer": "yes"}')) as server:
        at = {"FUNDSTELLE_CHAT_MODEL": "ollama:llama3", "FUNDSTELLE_OLLAMA_URL": server.url}
        judging, silent = doctor(FUNDSTELLE_JUDGE="chat", **at), doctor(**at)

    assert "may say no as judge" in judging["detail"]
    assert "judge" not in silent["detail"]


def test_doctor_says_what_is_missing() -> None:
    with serving(manners.ollama("Hallo!")) as server:
        at = {"FUNDSTELLE_OLLAMA_URL": server.url}
        missing = doctor(FUNDSTELLE_CHAT_MODEL="ollama:gemma", **at)
        talks = doctor(FUNDSTELLE_CHAT_MODEL="ollama:llama3", **at)
    gone = doctor(FUNDSTELLE_CHAT_MODEL="ollama:llama3", **at)
    unset = doctor(FUNDSTELLE_CHAT_MODEL="openai:qwen")
    no_key = doctor(FUNDSTELLE_CHAT_MODEL="anthropic:claude")

    told = {
        "`ollama pull gemma`": missing,
        "did not reply in the form": talks,
        f"{server.host} cannot be reached": gone,
        "FUNDSTELLE_OPENAI_URL is not set": unset,
        "FUNDSTELLE_ANTHROPIC_API_KEY is not set": no_key,
    }
    for words, found in told.items():
        assert not found["ok"]
        assert words in found["detail"]


def test_without_a_model_doctor_is_content() -> None:
    with serving(manners.ollama()) as server:
        pass
    none = doctor()
    auto = doctor(FUNDSTELLE_CHAT_MODEL="auto", FUNDSTELLE_OLLAMA_URL=server.url)

    assert none["ok"]
    assert "none is set" in none["detail"]
    assert auto["ok"]
    assert f"found no Ollama with a chat model at {server.url}" in auto["detail"]


def test_a_key_is_sent_to_its_server_and_shown_to_nobody() -> None:
    key = "sk-0123456789-secret"
    with serving(manners.openai(lambda a: as_json(dict(a.headers), 401))) as server:
        variables = {"FUNDSTELLE_CHAT_MODEL": "openai:qwen", "FUNDSTELLE_OPENAI_API_KEY": key}
        done = fundstelle("doctor", FUNDSTELLE_OPENAI_URL=server.url, **variables)

    assert server.asked[0].headers["Authorization"] == f"Bearer {key}"
    assert "FUNDSTELLE_OPENAI_API_KEY" in " ".join(done.text.split())
    assert key not in done.text + done.messages


def at(server: ModelServer) -> dict[str, str]:
    return {"FUNDSTELLE_OLLAMA_URL": server.url, "FUNDSTELLE_EMBEDDER": "ollama:nomic-embed-text"}


def test_an_embedder_of_ollama_makes_and_answers_and_stays_the_maker() -> None:
    with serving(manners.ollama()) as server:
        brought = fundstelle("ingest", "kurz.txt", "--collection", "Haus", "--json", **at(server))
        asked = fundstelle("ask", QUESTION, "--json", **at(server))
        seen = fundstelle("doctor", "--json", **at(server))
        short = fundstelle("rebuild", "--embedder", "ollama:nomic-embed-text", **at(server))
        again = fundstelle("ingest", "kurz.txt", "--collection", "Haus", "--json", **at(server))

    assert brought.code == DONE, brought.messages
    assert brought.json["counts"] == {"new": 1}
    assert asked.json["degraded"] == []
    told = check(seen, "embedder")["detail"]
    assert f"every text and every question goes to {server.url}" in told
    assert OLLAMA in check(seen, "vectors")["detail"]
    assert short.code == DONE, short.messages
    assert "embedder_note" not in again.json


def test_a_changed_model_is_named_with_sizes_and_words_still_answer() -> None:
    def larger(texts: Sequence[str]) -> list[list[float]] | Sent:
        return [vector(text, 1024) for text in texts]

    with serving(manners.ollama()) as server:
        fundstelle("ingest", "kurz.txt", "--collection", "Haus", **at(server))
    with serving(manners.ollama(embed=larger)) as server:
        asked = fundstelle("ask", QUESTION, "--json", **at(server))
        seen = fundstelle("doctor", "--json", **at(server))
    down = fundstelle("ask", QUESTION, "--json", **at(server))

    for done in (asked, down):
        assert (done.code, done.json["degraded"]) == (DONE, ["embedder_down"])
        assert "sechs" in done.json["sentences"][0]["text"]
    assert seen.code == NOT_ALL
    for words in ("512 numbers each, not 1024", "fundstelle rebuild --embedder"):
        assert words in check(seen, "embedder")["detail"]


def test_a_server_that_goes_down_during_an_import_loses_nothing() -> None:
    calls: list[int] = []

    def failing(texts: Sequence[str]) -> list[list[float]] | Sent:
        calls.append(len(texts))
        return vectors(texts) if len(calls) < 2 else as_json({"error": "gone"}, 503)

    with serving(manners.ollama(embed=failing)) as server:
        first = fundstelle("ingest", "kurz.txt", "--collection", "Haus", "--json", **at(server))
    with serving(manners.ollama()) as server:
        second = fundstelle("ingest", "kurz.txt", "--collection", "Haus", "--json", **at(server))
        asked = fundstelle("ask", QUESTION, "--json", **at(server))

    assert (first.code, first.json["counts"]) == (NOT_ALL, {"new": 1})
    assert "gone" in first.json["embedder"]
    assert second.code == DONE
    assert asked.json["degraded"] == []


def test_an_embedder_that_does_not_answer_is_told_once() -> None:
    with serving(manners.ollama()) as server:
        pass
    brought = fundstelle("ingest", "kurz.txt", "--collection", "Haus", **at(server))
    rebuilt = fundstelle("rebuild", **at(server))

    for done in (brought, rebuilt):
        assert done.code == NOT_ALL
        assert done.messages.count("only words are searched") == 1


@pytest.mark.parametrize(
    ("says", "de", "en"),
    [
        ("nonsense", "gingen an", "went to"),
        (
            '{"claims": [{"sentence": "Um sechs Uhr kommt der Pförtner.", "cites": ["S1"]}]}',
            "Formuliert von",
            "Worded by",
        ),
    ],
)
def test_every_answer_says_which_model_on_which_host_saw_the_evidence(
    tmp_path: Path, says: str, de: str, en: str
) -> None:
    fundstelle("ingest", tmp_path / "kurz.txt", "--collection", "haus")
    with serving(manners.ollama(says)) as server:
        at = {"FUNDSTELLE_OLLAMA_URL": server.url, "FUNDSTELLE_CHAT_MODEL": "ollama:llama3"}
        for lang, words in (("de", de), ("en", en)):
            told = fundstelle("ask", QUESTION, FUNDSTELLE_LANG=lang, **at).text
            assert words in told
            assert "ollama:llama3:latest" in told
            assert server.host in told
        asked = fundstelle("ask", QUESTION, "--json", **at)
    at["FUNDSTELLE_CHAT_MODEL"] = "auto"
    silent = fundstelle("ask", QUESTION, "--json", **at)

    assert (asked.json["model"], asked.json["model_host"]) == ("ollama:llama3:latest", server.host)
    assert (silent.json["model"], silent.json["model_host"], silent.json["degraded"]) == (
        None,
        None,
        [],
    )
