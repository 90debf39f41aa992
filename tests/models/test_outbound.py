"""The one way out: where it goes, what it never follows, and that it always ends."""

import gzip
import logging
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic

import pytest

from fundstelle.adapters.outbound import Outbound
from fundstelle.core.deadlines import Deadline
from fundstelle.core.errors import (
    Cancelled,
    FundstelleError,
    ServerTimeout,
    ServerUnavailable,
    WrongUsage,
)
from tests.models.model_server import Asked, Sent, as_json, serving

SETTING = "FUNDSTELLE_TEST_URL"
KEY = "sk-0123456789-secret"
BRIEF, LONG = 0.3, 60.0


def deadline(seconds: float = LONG) -> Deadline:
    return Deadline(seconds, monotonic)


def outbound(url: str, **options: int) -> Outbound:
    headers = {"Authorization": f"Bearer {KEY}"}
    return Outbound(url, setting=SETTING, key=KEY, headers=headers, **options)


def test_a_reply_comes_whole_with_status_and_kind() -> None:
    with serving(lambda asked: as_json({"path": asked.path, "got": asked.body})) as server:
        reply = outbound(server.url + "/v1/").post("/chat", {"ä": 1}, deadline=deadline())

    assert (reply.status, reply.kind) == (200, "application/json")
    assert reply.body.decode() == '{"path": "/v1/chat", "got": {"ä": 1}}'
    assert server.asked[0].headers["Authorization"] == f"Bearer {KEY}"
    assert server.asked[0].headers["Accept-Encoding"] == "identity"


def test_lines_come_as_they_are_sent() -> None:
    with (
        serving(lambda _: Sent(b"eins\nzwei\n\ndrei", length=-1)) as server,
        outbound(server.url).stream("/x", {}, deadline=deadline()) as flow,
    ):
        assert list(flow.lines) == [b"eins", b"zwei", b"", b"drei"]


def empty(status: int, _: Asked) -> Sent:
    return as_json({}, status)


def test_every_status_is_a_reply_but_a_redirect() -> None:
    for status in (201, 400, 401, 404, 429, 500, 503):
        with serving(partial(empty, status)) as server:
            assert outbound(server.url).get("/x", deadline=deadline()).status == status


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(status: int) -> None:
    with serving(lambda _: as_json({})) as elsewhere:
        to = {"Location": f"{elsewhere.url}/stolen"}
        with (
            serving(lambda _: Sent(status=status, headers=to)) as server,
            pytest.raises(ServerUnavailable, match=f"never followed. Set {SETTING}"),
        ):
            outbound(server.url).post("/x", {"text": "secret"}, deadline=deadline())

    assert elsewhere.asked == []


PROXIES = ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy", "HTTPS_PROXY"]


def test_no_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(lambda _: as_json({})) as proxy, serving(lambda _: as_json({})) as server:
        for name in PROXIES:
            monkeypatch.setenv(name, proxy.url)
        monkeypatch.delenv("NO_PROXY", raising=False)
        outbound(server.url).get("/x", deadline=deadline())

    assert proxy.asked == []
    assert len(server.asked) == 1


ENDLESS = {
    "says nothing": Sent(stall=True),
    "one byte at a time": Sent(b'{"a": 1}', length=10_000, drip=True),
    "a head without end": Sent(slow_head=True),
    "one byte at a time, no length": Sent(b'{"a": 1}', length=-1, drip=True),
}


@pytest.mark.parametrize("sent", ENDLESS.values(), ids=ENDLESS)
def test_the_deadline_holds_for_the_whole_exchange(sent: Sent) -> None:
    with serving(lambda _: sent) as server, pytest.raises(ServerTimeout, match=server.host):
        outbound(server.url).get("/x", deadline=deadline(BRIEF))


@pytest.mark.parametrize("sent", ENDLESS.values(), ids=ENDLESS)
def test_a_cancelled_call_ends(sent: Sent) -> None:
    given = deadline()
    with serving(lambda _: sent) as server, ThreadPoolExecutor(1) as pool:
        call = pool.submit(outbound(server.url).post, "/x", {}, deadline=given)
        assert server.arrived.wait(LONG)
        given.cancel()
        with pytest.raises(Cancelled):
            call.result(LONG)


def test_a_part_of_a_deadline_ends_with_the_whole() -> None:
    whole = deadline()
    part = whole.within(BRIEF)

    assert 0 < part.remaining <= BRIEF
    assert whole.within(2 * LONG).remaining <= LONG
    whole.cancel()
    assert (part.cancelled, part.remaining) == (True, 0.0)


UNUSABLE: dict[str, tuple[Sent, str]] = {
    "broken off": (Sent(b'{"a": ', length=9_999), "broke off"),
    "too large": (Sent(b"", length=-1, endless=b"x" * 4096), "more than 64 KiB"),
    "too large at once": (Sent(b"x" * (65 << 10)), "more than 64 KiB"),
    "compressed": (
        Sent(gzip.compress(b"x" * 9_999), headers={"Content-Encoding": "gzip"}),
        "compressed its reply",
    ),
    "ten thousand headers": (
        Sent(headers={f"X-{n}": "x" * 30 for n in range(10_000)}),
        "speaks no HTTP",
    ),
}


@pytest.mark.parametrize(("sent", "words"), UNUSABLE.values(), ids=UNUSABLE)
def test_an_unusable_reply_names_host_and_remedy(sent: Sent, words: str) -> None:
    with (
        serving(lambda _: sent) as server,
        pytest.raises(ServerUnavailable, match=words) as caught,
    ):
        outbound(server.url, max_bytes=64 << 10).get("/x", deadline=deadline())

    assert server.host in str(caught.value)
    assert SETTING in str(caught.value)


def test_where_nobody_listens_host_and_remedy_are_named() -> None:
    with serving(lambda _: as_json({})) as server:
        pass

    with pytest.raises(ServerUnavailable, match=f"{server.host} cannot be reached.*{SETTING}"):
        outbound(server.url).get("/x", deadline=deadline())


WRONG_ADDRESSES = [
    "file:///etc/passwd",
    "ftp://host/",
    "gopher://host/",
    "unix:///run/x.sock",
    "127.0.0.1:1",
    "//host",
    "",
    "http://",
    "http://user:pass@host/",
    "http://host/?x=1",
    "http://host/#x",
    "http://[::1",
]


@pytest.mark.parametrize("address", WRONG_ADDRESSES)
def test_only_plain_addresses_are_called(address: str) -> None:
    with pytest.raises(WrongUsage, match=SETTING) as caught:
        Outbound(address, setting=SETTING)
    assert "pass" not in str(caught.value).replace("/etc/passwd", "")


@pytest.mark.parametrize(
    "path", ["", "x", "//evil", "/../x", "/x?y", "/%2e%2e", "http://evil/", "/x/"]
)
def test_only_places_below_the_address_are_called(path: str) -> None:
    with serving(lambda _: as_json({})) as server, pytest.raises(ValueError, match="path"):
        outbound(server.url).get(path, deadline=deadline())

    assert server.asked == []


def leaky(asked: Asked) -> Sent:
    return as_json({"error": f"wrong key: {asked.headers['Authorization']}"}, 401)


CALLS: dict[str, Callable[[Asked], Sent]] = {
    "repeats it": leaky,
    "breaks off": lambda _: Sent(b"{", length=99),
    "sends on": lambda _: Sent(status=302, headers={"Location": f"http://192.0.2.1/{KEY}"}),
    "stalls": lambda _: Sent(stall=True),
}


@pytest.mark.parametrize("behave", CALLS.values(), ids=CALLS)
def test_the_key_stands_in_no_message_reply_or_log(
    behave: Callable[[Asked], Sent], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    told = ""
    with serving(behave) as server:
        out = outbound(server.url)
        try:
            told = out.get("/x", deadline=deadline(BRIEF)).body.decode()
        except FundstelleError as error:
            told = "".join(traceback.format_exception(error))

    assert told
    for text in (told, caplog.text, repr(out), str(vars(caplog))):
        assert KEY not in text


@pytest.mark.parametrize("key", ["a b", "a\nb", "schlüssel"])
def test_a_key_that_would_change_the_request_is_refused_unseen(key: str) -> None:
    with pytest.raises(WrongUsage) as caught:
        Outbound("http://127.0.0.1:1", setting=SETTING, key=key)
    assert key not in str(caught.value)


def test_many_threads_call_at_once_and_none_gets_the_reply_of_another() -> None:
    with serving(lambda asked: as_json(asked.body)) as server:
        out = outbound(server.url)

        def call(n: int) -> bytes:
            return out.post("/x", {"n": n}, deadline=deadline()).body

        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(call, range(40)))

    assert found == [b'{"n": %d}' % n for n in range(40)]


@pytest.mark.parametrize("sent", ENDLESS.values(), ids=ENDLESS)
def test_nothing_goes_on_behind_a_call_that_ended(sent: Sent) -> None:
    with serving(lambda _: sent) as server:
        with pytest.raises(ServerTimeout):
            outbound(server.url).get("/x", deadline=deadline(BRIEF))
        for thread in threading.enumerate():
            if thread.name == "outbound":
                thread.join(LONG)
                assert not thread.is_alive()
