"""Embedders on servers: what a server may do wrong, and that no wrong vector comes of it."""

from collections.abc import Callable, Sequence
from time import monotonic

import numpy as np
import pytest

from fundstelle.adapters.models.choice import Servers, open_embedder
from fundstelle.adapters.models.embedding_servers import OllamaVectors
from fundstelle.adapters.models.remote_embedder import TEXTS_PER_CALL, RemoteEmbedder, prefixes_of
from fundstelle.adapters.outbound import Outbound
from fundstelle.core.errors import EmbedderUnavailable
from fundstelle.ports import Embedder
from tests.models import manners
from tests.models.manners import CHAT, DIGEST, EMBEDS, Vectors, vector, vectors
from tests.models.model_server import ModelServer, Sent, as_json, serving

POISON = "Wasserhahn"
LONG_TEXT = "Die Frist beträgt drei Monate. " * 20


def embedder_at(server: ModelServer, name: str = f"ollama:{EMBEDS}") -> Embedder:
    address = server.url + ("/v1" if name.startswith("openai:") else "")
    out = Outbound(address, setting="FUNDSTELLE_TEST_URL")
    return open_embedder(name, Servers(lambda: out, lambda: out, lambda: out), seconds=5)


def behaving(name: str, embed: Vectors) -> Callable[..., Sent]:
    return manners.openai(embed=embed) if name == "openai:x" else manners.ollama(embed=embed)


class Turning:
    """Behaves until it was called so many times, then otherwise."""

    def __init__(self, then: Vectors, after: int) -> None:
        self._then, self._left = then, after

    def __call__(self, texts: Sequence[str]) -> list[list[float]] | Sent:
        self._left -= 1
        return vectors(texts) if self._left >= 0 else self._then(texts)


WRONG: dict[str, tuple[Vectors, str]] = {
    "down": (lambda _: as_json({"error": "gone"}, 503), "gone"),
    "fewer vectors": (lambda texts: vectors(texts)[:-1], "gave 0 of 1 vectors"),
    "another size": (lambda texts: [vector(t, 1024) for t in texts], "1024 numbers instead of 512"),
    "two sizes": (lambda texts: [vector(t, 512 + n) for n, t in enumerate(texts)], "512, 513"),
    "another model": (lambda texts: [vector(t[::-1]) for t in texts], "has another model"),
    "words": (lambda texts: [["a"] * 512 for _ in texts], "something else than numbers"),  # type: ignore[list-item]
    "nested": (lambda texts: [[[1.0]] * 512 for _ in texts], "else than numbers"),  # type: ignore[list-item]
    "no vectors at all": (lambda _: as_json({"ok": True}), "gave (no vectors|0 of 1)"),
    "no JSON": (lambda _: Sent(b"<html>"), "no JSON"),
    "every text refused": (lambda _: as_json({"error": "boom"}, 500), "makes no vectors: boom"),
    "only zeros": (lambda texts: [[0.0] * 512 for _ in texts], "no length"),
    "not a number": (lambda texts: [[float("nan")] * 512 for _ in texts], "no length"),
}


@pytest.mark.parametrize("name", [f"ollama:{EMBEDS}", "openai:x"])
@pytest.mark.parametrize(("then", "words"), WRONG.values(), ids=WRONG)
def test_no_wrong_vector_is_ever_returned(name: str, then: Vectors, words: str) -> None:
    with serving(behaving(name, Turning(then, after=1))) as server:
        embedder = embedder_at(server, name)
        with pytest.raises(EmbedderUnavailable, match=words) as caught:
            embedder.passages(["Frist", "Urlaub"])

    assert name in str(caught.value)


def failing_over(text: str, status: int, said: str) -> Vectors:
    def embed(texts: Sequence[str]) -> list[list[float]] | Sent:
        if any(text in each for each in texts):
            return as_json({"error": said}, status)
        return vectors(texts)

    return embed


def too_long(texts: Sequence[str]) -> list[list[float]] | Sent:
    if max(map(len, texts)) > 200:
        return as_json({"error": "the input length exceeds the context length"}, 400)
    return vectors(texts)


def zeros_for_poison(texts: Sequence[str]) -> list[list[float]]:
    return [[0.0] * 512 if POISON in text else vector(text) for text in texts]


REFUSING: dict[str, Vectors] = {
    "too long": too_long,
    "NaN over one text": failing_over(POISON, 500, "json: unsupported value: NaN"),
    "zeros for one text": zeros_for_poison,
}


@pytest.mark.parametrize("embed", REFUSING.values(), ids=REFUSING)
def test_a_text_that_is_refused_is_embedded_in_pieces(embed: Vectors) -> None:
    poisoned = LONG_TEXT + POISON + " tropft. " + LONG_TEXT
    texts = ["Urlaub", poisoned, "Kantine"]
    with serving(manners.ollama(embed=embed)) as server:
        embedder = embedder_at(server)
        found = embedder.passages(texts)
        again = embedder.passages(texts[1:2])

    with serving(manners.ollama()) as sound:
        whole = embedder_at(sound).passages(texts)
    assert (found[[0, 2]] == whole[[0, 2]]).all()
    assert found[1] @ whole[1] > 0.9
    assert np.allclose(again[0], found[1], atol=2e-6)


def zeros_for_short(texts: Sequence[str]) -> list[list[float]]:
    return [[0.0] * 512 if POISON in text or len(text) < 3 else vector(text) for text in texts]


IN_EVERY_PIECE = {
    "NaN": failing_over(POISON, 500, "NaN"),
    "zeros": zeros_for_poison,
    "zeros, also for next to nothing": zeros_for_short,
}


@pytest.mark.parametrize("embed", IN_EVERY_PIECE.values(), ids=IN_EVERY_PIECE)
def test_a_passage_without_any_vector_is_far_from_all_and_a_question_fails(embed: Vectors) -> None:
    with serving(manners.ollama(embed=embed)) as server:
        embedder = embedder_at(server)
        found = embedder.passages([POISON, "Urlaub", ""])
        (question,) = embedder.questions(["Wie viel Urlaub gibt es?"])
        assert found.shape == (3, 512)
        assert found[0] @ question < 0 < found[1] @ question
        with pytest.raises(EmbedderUnavailable, match="no vector of this question"):
            embedder.questions([POISON])


def test_a_server_that_loses_texts_of_a_call_is_asked_one_by_one() -> None:
    texts = ["Frist", "Urlaub", "Kantine"]
    with serving(manners.ollama(embed=lambda t: vectors(t)[: max(1, len(t) // 2)])) as server:
        found = embedder_at(server).passages(texts)
    with serving(manners.ollama()) as sound:
        whole = embedder_at(sound).passages(texts)

    assert np.allclose(found, whole, atol=2e-6)


def test_a_server_that_fails_over_everything_is_not_asked_about_every_piece() -> None:
    broken = Turning(lambda _: as_json({"error": "boom"}, 500), after=1)
    with serving(manners.ollama(embed=broken)) as server:
        embedder = embedder_at(server)
        with pytest.raises(EmbedderUnavailable, match="boom"):
            embedder.passages([LONG_TEXT] * 9)
        assert len(server.posted("/api/embed")) == 3


def test_a_model_that_is_not_there_says_what_to_pull() -> None:
    with (
        serving(manners.ollama()) as server,
        pytest.raises(EmbedderUnavailable, match=r"`ollama pull bge-m3`.*nomic-embed-text:latest"),
    ):
        embedder_at(server, "ollama:bge-m3:latest")


def test_a_server_that_is_not_there_is_named_with_its_setting() -> None:
    with serving(manners.ollama()) as server:
        pass

    with pytest.raises(EmbedderUnavailable, match=f"{server.host}.*FUNDSTELLE_TEST_URL"):
        embedder_at(server)


def test_a_hosted_server_that_refuses_the_key_names_the_setting() -> None:
    with (
        serving(lambda _: as_json({"error": {"message": "bad key"}}, 401)) as server,
        pytest.raises(EmbedderUnavailable, match=r"bad key.*FUNDSTELLE_OPENAI_API_KEY"),
    ):
        embedder_at(server, "openai:x")


def test_the_fingerprint_knows_the_model_and_not_the_host() -> None:
    found = []
    for _ in range(2):
        with serving(manners.ollama()) as server:
            found.append(embedder_at(server).fingerprint)

    assert found[0] == found[1]
    assert found[0].digest == DIGEST
    assert found[0].prefix == "search_query: |search_document: "
    assert ":" not in found[0].name


def test_passages_go_in_calls_of_bounded_size_with_their_prefix() -> None:
    with serving(manners.ollama()) as server:
        embedder_at(server).passages([f"Raum {n}" for n in range(TEXTS_PER_CALL + 3)])
        calls = [body["input"] for body in server.posted("/api/embed")][1:]

    assert [len(call) for call in calls] == [TEXTS_PER_CALL + 1, 4]
    assert calls[1][0] == f"search_document: Raum {TEXTS_PER_CALL}"


def test_an_older_ollama_is_asked_one_by_one() -> None:
    with serving(manners.ollama(old=True)) as server:
        embedder_at(server, f"ollama:{CHAT}").questions(["eins", "zwei"])

    assert [body["prompt"] for body in server.posted("/api/embeddings")][-2:] == ["eins", "zwei"]
    assert len(server.posted("/api/embed")) == 1


def test_a_stalled_server_ends_in_time() -> None:
    turning = Turning(lambda _: Sent(stall=True), after=1)
    with serving(manners.ollama(embed=turning)) as server:
        out = Outbound(server.url, setting="FUNDSTELLE_TEST_URL")
        ask = OllamaVectors(out, EMBEDS)
        embedder = RemoteEmbedder("ollama:x", ask, digest="", seconds=0.3, clock=monotonic)
        with pytest.raises(EmbedderUnavailable, match="in time"):
            embedder.questions(["Frist"])


PREFIXED = {
    "nomic-embed-text:latest": ("search_query: ", "search_document: "),
    "nomic-embed-text-v2-moe": ("search_query: ", "search_document: "),
    "jeffh/intfloat-multilingual-e5-large:f16": ("query: ", "passage: "),
    "intfloat/e5-base-v2": ("query: ", "passage: "),
    "bge-m3:latest": ("", ""),
    "BAAI/bge-m3": ("", ""),
    "mxbai-embed-large": ("Represent this sentence for searching relevant passages: ", ""),
    "snowflake-arctic-embed2:latest": ("query: ", ""),
    "embeddinggemma:300m": ("task: search result | query: ", "title: none | text: "),
    "all-minilm": ("", ""),
    "text-embedding-3-small": ("", ""),
    "somee5thing": ("", ""),
}


@pytest.mark.parametrize(("model", "prefixes"), PREFIXED.items(), ids=PREFIXED)
def test_known_models_get_their_prefixes(model: str, prefixes: tuple[str, str]) -> None:
    assert prefixes_of(model) == prefixes
