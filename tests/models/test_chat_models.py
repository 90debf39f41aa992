"""Chat models behind servers: what is asked, and what becomes of every way of replying."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import monotonic
from typing import Any

import pytest

from fundstelle.adapters.models.choice import ChatOptions, Servers, open_chat_model
from fundstelle.adapters.models.ollama import KNOCK_SECONDS
from fundstelle.adapters.outbound import Outbound
from fundstelle.core.deadlines import Deadline
from fundstelle.core.errors import Cancelled, ModelTimeout, ModelUnavailable, ServerTimeout
from fundstelle.core.messages import Message
from fundstelle.ports import ChatModel
from tests.models import manners
from tests.models.manners import CHAT, CLOUD, EMBEDS, PLAIN_EMBEDS, spoken_by_openai, whole
from tests.models.model_server import Asked, Behaviour, ModelServer, Sent, as_json, serving

SCHEMA = {"type": "object", "properties": {"claims": {"type": "array"}}}
MESSAGES = [Message("system", "Antworte als JSON."), Message("user", "[S1] Die Frist …")]
SAID = '{"claims": [{"sentence": "Die Kündigungsfrist beträgt „zwei“ Wochen.", "cites": ["S1"]}]}'
BRIEF, LONG = 0.3, 60.0
LOCAL, OTHER, HOSTED = f"ollama:{CHAT}", "openai:qwen", "anthropic:claude"
NAMES = [LOCAL, OTHER, HOSTED]


def due(seconds: float = LONG) -> Deadline:
    return Deadline(seconds, monotonic)


def servers_at(server: ModelServer) -> Servers:
    plain = Outbound(server.url, setting="FUNDSTELLE_OLLAMA_URL")
    v1 = Outbound(f"{server.url}/v1", setting="FUNDSTELLE_OPENAI_URL")
    return Servers(lambda: plain, lambda: v1, lambda: plain)


def model_at(server: ModelServer, name: str, **options: int) -> ChatModel:
    found = open_chat_model(name, servers_at(server), ChatOptions(**options), due())
    assert found is not None
    return found


def behaving(name: str, chat: Callable[[Asked], Sent]) -> Behaviour:
    if name == HOSTED:
        return chat
    return manners.openai(chat) if name == OTHER else manners.ollama(chat)


def said_well(name: str, text: str) -> Callable[[Asked], Sent]:
    if name == HOSTED:
        blocks = [{"type": "text", "text": text}]
        return lambda _: as_json({"content": blocks, "stop_reason": "end_turn"})
    well = spoken_by_openai if name == OTHER else manners.spoken_by_ollama
    return lambda _: well(text)


def asking(model: ChatModel, deadline: Deadline | None = None) -> str:
    return model.reply(MESSAGES, schema=SCHEMA, deadline=deadline or due())


TEXTS = {"object": SAID, "empty": "", "fence": f"```json\n{SAID}\n```", "cut off": SAID[:40]}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("name", NAMES)
def test_a_reply_comes_as_it_was_said(name: str, text: str) -> None:
    with serving(behaving(name, said_well(name, text))) as server:
        model = model_at(server, name)
        assert asking(model) == text

    assert (model.name, model.host) == (name, server.host)


def test_ollama_is_asked_with_schema_context_and_limits() -> None:
    with serving(manners.ollama("{}")) as server:
        model = model_at(server, LOCAL, max_context=8192, reply_tokens=500)
        asking(model)
        (body,) = server.posted("/api/chat")

    assert model.context_tokens == 8192
    assert body["format"] == SCHEMA
    assert body["options"]["num_ctx"] == 8192
    assert body["options"]["num_predict"] == 500
    assert body["options"]["temperature"] == 0
    assert body["messages"] == [{"role": m.role, "content": m.text} for m in MESSAGES]
    assert "think" not in body


def test_the_limit_of_the_model_wins_where_it_is_smaller() -> None:
    with serving(manners.ollama()) as server:
        assert model_at(server, LOCAL, max_context=1 << 20).context_tokens == 131072
    with serving(manners.openai()) as server:
        assert model_at(server, OTHER, max_context=8192).context_tokens == 4096


def test_a_model_that_thinks_is_asked_not_to() -> None:
    able = {"capabilities": ["completion", "thinking"]}

    def behave(asked: Asked) -> Sent:
        return as_json(able) if asked.path == "/api/show" else manners.ollama()(asked)

    with serving(behave) as server:
        asking(model_at(server, LOCAL))
        assert server.posted("/api/chat")[0]["think"] is False


def test_the_other_way_is_asked_with_schema_and_limits() -> None:
    with serving(manners.openai("{}")) as server:
        asking(model_at(server, OTHER, reply_tokens=500))
        (body,) = server.posted("/v1/chat/completions")

    assert body["response_format"]["json_schema"]["schema"] == SCHEMA
    assert body["max_tokens"] == 500
    assert body["model"] == "qwen"


def picky(*unknown: str) -> Callable[[Asked], Sent]:
    """A server that takes only some of the wishes."""

    def chat(asked: Asked) -> Sent:
        for name in unknown:
            if name in asked.body:
                words = f"Unsupported parameter: '{name}'"
                if name == "response_format":
                    words = "json_schema is not supported"
                return as_json({"error": {"message": words}}, 400)
        return whole(SAID)

    return chat


@pytest.mark.parametrize(
    "unknown",
    [("response_format",), ("max_tokens", "temperature"), ("max_tokens", "response_format")],
)
def test_what_a_server_does_not_take_is_left_out_from_then_on(unknown: tuple[str, ...]) -> None:
    with serving(manners.openai(picky(*unknown))) as server:
        model = model_at(server, OTHER)
        assert [asking(model), asking(model)] == [SAID, SAID]
        bodies = server.posted("/v1/chat/completions")

    assert len(bodies) == len(unknown) + 2
    assert not bodies[-1].keys() & set(unknown)
    assert ("max_completion_tokens" in bodies[-1]) is ("max_tokens" in unknown)


def test_the_service_of_anthropic_is_asked_with_a_tool() -> None:
    used = {"type": "tool_use", "name": "reply", "input": json.loads(SAID)}
    with serving(lambda _: as_json({"content": [used], "stop_reason": "tool_use"})) as server:
        said = asking(model_at(server, HOSTED))
        (body,) = server.posted("/v1/messages")

    assert json.loads(said) == json.loads(SAID)
    assert body["tools"][0]["input_schema"] == SCHEMA
    assert body["tool_choice"] == {"type": "tool", "name": "reply"}
    assert body["system"] == MESSAGES[0].text
    assert body["messages"] == [{"role": "user", "content": MESSAGES[1].text}]


def test_a_tool_call_that_was_cut_off_is_no_reply() -> None:
    used = {"type": "tool_use", "name": "reply", "input": {"claims": []}}
    with serving(lambda _: as_json({"content": [used], "stop_reason": "max_tokens"})) as server:
        assert asking(model_at(server, HOSTED)) == ""


BAD: dict[str, tuple[Sent, str]] = {
    "error of the server": (as_json({"error": "out of memory"}, 500), "out of memory"),
    "not available": (Sent(b"<html>busy</html>", 503, "text/html"), "503"),
    "too many": (as_json({"error": {"message": "slow down"}}, 429), "slow down"),
    "no key": (as_json({"error": {"message": "who are you?"}}, 401), "who are you"),
    "not JSON": (Sent(b"<html>hello</html>", 200, "text/html"), "way of|no JSON"),
    "cut off midway": (Sent(b'{"message": {"content": "Die K', length=9999), "broke off|way of"),
}


@pytest.mark.parametrize(("sent", "words"), BAD.values(), ids=BAD)
@pytest.mark.parametrize("name", NAMES)
def test_a_bad_reply_is_an_error_with_the_host(name: str, sent: Sent, words: str) -> None:
    with serving(behaving(name, lambda _: sent)) as server:
        model = model_at(server, name)
        with pytest.raises(ModelUnavailable, match=words) as caught:
            asking(model)

    assert server.host in str(caught.value)


@pytest.mark.parametrize("name", NAMES)
def test_a_stalled_model_ends_with_the_deadline_and_names_the_setting(name: str) -> None:
    with serving(behaving(name, lambda _: Sent(stall=True))) as server:
        model = model_at(server, name)
        with pytest.raises(ModelTimeout, match="FUNDSTELLE_MODEL_TIMEOUT_S"):
            asking(model, due(BRIEF))


@pytest.mark.parametrize("name", NAMES)
def test_a_call_can_be_cancelled_from_another_thread(name: str) -> None:
    deadline, begun = due(), Event()

    def stall(_: Asked) -> Sent:
        begun.set()
        return Sent(stall=True)

    with serving(behaving(name, stall)) as server, ThreadPoolExecutor(1) as pool:
        call = pool.submit(asking, model_at(server, name), deadline)
        assert begun.wait(LONG)
        deadline.cancel()
        with pytest.raises(Cancelled):
            call.result(LONG)


def token(name: str, text: str) -> bytes:
    if name == OTHER:
        return (
            b"data: " + json.dumps({"choices": [{"delta": {"content": text}}]}).encode() + b"\n\n"
        )
    return json.dumps({"message": {"content": text}, "done": False}).encode() + b"\n"


@pytest.mark.parametrize(("tokens", "limit"), [(" ", 10_000), ("\n", 10_000), ("und ", 100)])
@pytest.mark.parametrize("name", [LOCAL, OTHER])
def test_a_model_that_does_not_stop_is_stopped(name: str, tokens: str, limit: int) -> None:
    begun = token(name, '{"answer": "')
    sent = Sent(begun, kind="application/x-ndjson", length=-1, endless=token(name, tokens))
    with serving(behaving(name, lambda _: sent)) as server:
        said = asking(model_at(server, name, reply_tokens=limit))

    assert said.startswith('{"answer": "')
    assert len(said) < 1000


def test_an_error_in_the_middle_of_a_reply_is_told() -> None:
    sent = Sent(token(LOCAL, "Die") + b'{"error": "model runner has stopped"}\n', length=-1)
    with serving(manners.ollama(lambda _: sent)) as server:
        model = model_at(server, LOCAL)
        with pytest.raises(ModelUnavailable, match="stopped: model runner"):
            asking(model)


def test_a_missing_model_says_what_to_pull_and_what_is_there() -> None:
    with (
        serving(manners.ollama()) as server,
        pytest.raises(ModelUnavailable, match=r"`ollama pull llama9`.*llama3:latest"),
    ):
        model_at(server, "ollama:llama9:latest")


def test_a_model_that_vanished_says_what_to_pull() -> None:
    gone = as_json({"error": "model not found, try pulling it first"}, 404)
    with serving(manners.ollama(lambda _: gone)) as server:
        model = model_at(server, LOCAL)
        with pytest.raises(ModelUnavailable, match=r"lists .* lacks it.*ollama pull llama3`"):
            asking(model)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("status", "remedy"), [(429, "Try again later"), (500, "restart it")])
def test_a_fault_of_the_server_itself_comes_with_a_remedy(
    name: str, status: int, remedy: str
) -> None:
    broken = as_json({"error": "out of memory"}, status)
    with serving(behaving(name, lambda _: broken)) as server:
        model = model_at(server, name)
        with pytest.raises(ModelUnavailable, match=f"out of memory.*{remedy}"):
            asking(model)


def test_an_embedder_is_no_chat_model() -> None:
    with serving(manners.ollama()) as server, pytest.raises(ModelUnavailable, match="vectors only"):
        model_at(server, f"ollama:{EMBEDS}")


def test_who_really_sees_the_evidence_is_told() -> None:
    with serving(manners.ollama()) as server:
        assert (
            model_at(server, f"ollama:{CLOUD}").host == f"https://ollama.com through {server.host}"
        )


def automatic(server: ModelServer) -> ChatModel | None:
    return open_chat_model("auto", servers_at(server), ChatOptions(), due())


@pytest.mark.parametrize("old", [False, True])
def test_auto_takes_the_newest_model_that_chats_on_the_server_itself(*, old: bool) -> None:
    tags = manners.TAGS if old else [{"name": PLAIN_EMBEDS}, *manners.TAGS]
    with serving(manners.ollama(tags=tags, old=old)) as server:
        model = automatic(server)

    assert model is not None
    assert model.name == LOCAL


NOTHING_THERE: dict[str, Behaviour] = {
    "no model": manners.ollama(tags=[]),
    "hosted only": manners.ollama(tags=manners.TAGS[:2]),
    "embedders only": manners.ollama(tags=manners.TAGS[2:3]),
    "something else": lambda _: Sent(b"<html>", kind="text/html"),
    "error": lambda _: as_json({}, 500),
    "says nothing": lambda _: Sent(stall=True),
}


@pytest.mark.parametrize("behave", NOTHING_THERE.values(), ids=NOTHING_THERE)
def test_auto_is_none_where_nothing_usable_answers(behave: Behaviour) -> None:
    with serving(behave) as server:
        assert automatic(server) is None
    assert automatic(server) is None  # nobody listens any more


class FakeSlowServer:
    """Nobody there: notes how long it was waited for."""

    host = "10.255.255.1:11434"

    def __init__(self) -> None:
        self.waited: list[float] = []

    def get(self, path: str, *, deadline: Deadline) -> Any:
        self.waited.append(deadline.remaining)
        raise ServerTimeout(path)

    post = stream = get


def test_auto_knocks_once_and_shortly_at_a_server_that_is_not_there() -> None:
    server: Any = FakeSlowServer()

    assert open_chat_model("auto", Servers(*[lambda: server] * 3), ChatOptions(), due()) is None
    (waited,) = server.waited
    assert waited <= KNOCK_SECONDS


def test_none_calls_nobody() -> None:
    def refuse() -> Any:
        raise AssertionError

    nobody = Servers(refuse, refuse, refuse)
    assert open_chat_model("none", nobody, ChatOptions(), due()) is None
