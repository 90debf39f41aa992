"""A real llama.cpp, by its own way of speaking and behind that of Ollama.

Its model is made here of random weights: replies have no sense, but keep the schema, stream, and
end at their limits as those of any model. With FUNDSTELLE_TEST_GGUF set to a file of a model that
can chat, that one is asked too.
"""

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, NoReturn

import numpy as np
import pytest

from fundstelle.adapters.models.choice import ChatOptions, Servers, open_chat_model, open_embedder
from fundstelle.adapters.outbound import Outbound
from fundstelle.core.deadlines import Deadline
from fundstelle.core.errors import ModelUnavailable
from fundstelle.core.messages import Message
from fundstelle.core.replies import json_in
from fundstelle.ports import ChatModel, Embedder
from tests.models.model_server import ModelServer, serving
from tests.models.ollama_front import NAME, front

PROGRAM = Path(__file__).with_name("llama_server.py")
CONTEXT = 2048
SECONDS = 120.0
NAMES = ["openai:tiny", f"ollama:{NAME}"]
CLAIMS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "claims": {
            "type": "array",
            "maxItems": 2,
            "items": {
                "type": "object",
                "properties": {
                    "cites": {"type": "array", "items": {"enum": ["S1", "S2"]}, "maxItems": 1},
                    "kind": {"enum": ["whole", "part"]},
                },
                "required": ["cites", "kind"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["claims"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class Llama:
    """Addresses of a server for chat and one for vectors."""

    chat: str
    vectors: str


def needed() -> str:
    """What is missing for these tests; "" if nothing is."""
    missing = [name for name in ("xllamacpp", "gguf") if importlib.util.find_spec(name) is None]
    return (
        f"not installed: {', '.join(missing)} (pip install {' '.join(missing)})" if missing else ""
    )


def running(*arguments: str) -> Iterator[Llama]:
    if needed():
        pytest.skip(needed())
    child = subprocess.Popen(
        [sys.executable, PROGRAM, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert child.stdout is not None
    try:
        addresses = child.stdout.readline().split()
        assert len(addresses) == 2, "llama.cpp did not start"
        yield Llama(*addresses)
    finally:
        child.kill()
        child.communicate()


@pytest.fixture(scope="module")
def llama(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Llama]:
    yield from running(str(tmp_path_factory.mktemp("tiny")))


@pytest.fixture(scope="module")
def ollama(llama: Llama) -> Iterator[ModelServer]:
    with serving(front(llama.chat, llama.vectors, context=CONTEXT)) as server:
        yield server


@pytest.fixture(scope="module")
def servers(llama: Llama, ollama: ModelServer) -> Callable[[str], Servers]:
    """Servers for chat or for vectors: llama.cpp has one address for each."""

    def made(v1: str) -> Servers:
        own = Outbound(f"{v1}/v1", setting="FUNDSTELLE_OPENAI_URL")
        fronted = Outbound(ollama.url, setting="FUNDSTELLE_OLLAMA_URL")
        return Servers(lambda: fronted, lambda: own, lambda: own)

    return lambda kind: made(llama.chat if kind == "chat" else llama.vectors)


def due() -> Deadline:
    return Deadline(SECONDS, monotonic)


@pytest.fixture(params=NAMES)
def model(request: pytest.FixtureRequest, servers: Callable[[str], Servers]) -> ChatModel:
    options = ChatOptions(max_context=8192, reply_tokens=400)
    found = open_chat_model(request.param, servers("chat"), options, due())
    assert found is not None
    return found


@pytest.fixture(params=NAMES)
def embedder(request: pytest.FixtureRequest, servers: Callable[[str], Servers]) -> Embedder:
    return open_embedder(request.param, servers("vectors"), seconds=SECONDS)


def test_a_reply_keeps_the_schema(model: ChatModel) -> None:
    said = model.reply([Message("user", "Welche Frist gilt?")], schema=CLAIMS, deadline=due())
    found = json_in(said)

    assert isinstance(found, dict)
    assert found.keys() == {"claims"}
    for claim in found["claims"]:
        assert claim.keys() == {"cites", "kind"}
        assert set(claim["cites"]) <= {"S1", "S2"}


def test_the_context_of_the_model_is_known(model: ChatModel) -> None:
    assert model.context_tokens == CONTEXT


def test_a_reply_ends_at_its_limit_and_is_then_nothing(model: ChatModel) -> None:
    endless = {"type": "string", "pattern": "^[a-z]{900}$"}
    schema = {"type": "object", "properties": {"a": endless}, "required": ["a"]}
    said = model.reply([Message("user", "Erzähl.")], schema=schema, deadline=due())

    assert json_in(said) is None


def test_messages_that_are_too_long_are_an_error(model: ChatModel) -> None:
    with pytest.raises(ModelUnavailable, match="context"):
        model.reply([Message("user", "Frist " * CONTEXT)], schema=CLAIMS, deadline=due())


def test_vectors_are_as_an_embedder_promises(embedder: Embedder) -> None:
    texts = ["Die Frist beträgt drei Monate.", "", "Pförtner", "Die Frist beträgt drei Monate."]
    found = embedder.passages(texts)

    assert found.shape == (4, 64)
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)
    assert np.allclose(found[0], found[3], atol=1e-4)
    assert np.allclose(embedder.questions(texts[2:3]), found[2], atol=1e-4)


def test_a_text_longer_than_the_model_takes_has_a_vector_too(embedder: Embedder) -> None:
    found = embedder.passages(["Die Frist beträgt drei Monate. " * 200])

    assert np.linalg.norm(found) == pytest.approx(1, abs=1e-5)


@pytest.fixture
def client(ollama: ModelServer) -> Any:
    if importlib.util.find_spec("ollama") is None:
        pytest.skip("not installed: ollama, the official client (pip install ollama)")
    import ollama as official

    with official.Client(ollama.url, trust_env=False) as made:
        yield made


def test_the_official_client_takes_the_front_for_an_ollama(client: Any) -> None:
    messages = [{"role": "user", "content": "Welche Frist gilt?"}]
    options = {"num_predict": 400, "temperature": 0}

    assert [each.model for each in client.list().models] == [NAME]
    assert client.show(NAME).modelinfo["llama.context_length"] == CONTEXT
    whole = client.chat(NAME, messages, format=CLAIMS, options=options)
    parts = list(client.chat(NAME, messages, format=CLAIMS, options=options, stream=True))
    assert json_in(whole.message.content)
    assert "".join(part.message.content for part in parts) == whole.message.content
    assert parts[-1].done
    assert np.shape(client.embed(NAME, ["eins", "zwei"]).embeddings) == (2, 64)
    assert len(client.embeddings(NAME, "eins").embedding) == 64


def test_the_official_client_hears_that_a_model_is_missing(client: Any) -> None:
    with pytest.raises(Exception, match="'llama9' not found"):
        client.chat("llama9", [{"role": "user", "content": "?"}])


@pytest.mark.long
def test_a_real_model_answers_from_its_evidence(
    tmp_path: Path, missing: Callable[[str], NoReturn]
) -> None:
    given = os.environ.get("FUNDSTELLE_TEST_GGUF")
    if not given:
        pytest.skip("FUNDSTELLE_TEST_GGUF names no file of a model")
    if not Path(given).is_file():
        missing(f"FUNDSTELLE_TEST_GGUF={given} is no file")
    schema = {
        "type": "object",
        "properties": {"answer": {"type": "string", "maxLength": 200}},
        "required": ["answer"],
    }
    text = "[S1] In der Probezeit beträgt die Kündigungsfrist zwei Wochen."
    asked = f"{text}\nFrage: Wie lang ist die Kündigungsfrist in der Probezeit? Antworte als JSON."
    with contextmanager(running)(str(tmp_path), given) as llama:
        own = Outbound(f"{llama.chat}/v1", setting="FUNDSTELLE_OPENAI_URL")
        all_one = Servers(lambda: own, lambda: own, lambda: own)
        model = open_chat_model("openai:tiny", all_one, ChatOptions(), due())
        assert model is not None
        said = model.reply([Message("user", asked)], schema=schema, deadline=due())

    found = json_in(said)
    assert isinstance(found, dict)
    assert re.search("zwei|2 Wochen", found["answer"])
