"""The only module that opens a connection to elsewhere.

No proxies of the environment, no redirects, no place but the configured address, one deadline over
the whole exchange, a limit for the size of the reply.
"""

import json
import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from queue import Empty, Queue
from threading import Lock, Thread
from typing import Any

import httpx2

from fundstelle.core.deadlines import Deadline
from fundstelle.core.errors import Cancelled, ServerTimeout, ServerUnavailable, WrongUsage
from fundstelle.ports import Flow, Reply

MAX_BYTES = 16 << 20  # 32 vectors of 4096 numbers as text are 3 MB
CONNECT_SECONDS = 10.0
GLANCE_SECONDS = 0.05  # how often a waiting call looks whether it was cancelled
PATH = re.compile(r"(/[A-Za-z0-9_-]+)+")  # ours are constants; nothing of a reply gets in here
SHUT_BOTH_WAYS = 2
REDIRECTS = range(300, 400)

for library in ("httpx2", "httpcore2"):  # at DEBUG they write what servers send into the log
    logging.getLogger(library).setLevel(logging.WARNING)


@dataclass(frozen=True, slots=True)
class _Head:
    status: int
    kind: str


class _Exchange:
    """One request in a thread of its own: only so a deadline holds for all of it.

    The time limits of a socket count from byte to byte, so one byte a second would never end, and
    nothing limits the time that a name takes to be found.
    """

    def __init__(self, client: httpx2.Client, request: httpx2.Request, max_bytes: int) -> None:
        self._client, self._request, self._max_bytes = client, request, max_bytes
        self._parts: Queue[_Head | bytes | Exception | None] = Queue()
        self._lock = Lock()
        self._stream: Any = None
        self._left = False
        request.extensions = {**request.extensions, "trace": self._see}
        Thread(target=self._run, name="outbound", daemon=True).start()

    def next(self, deadline: Deadline) -> _Head | bytes | None:
        """What comes next, None at the end. Raises TimeoutError, Cancelled, what httpx2 raises."""
        while True:
            if deadline.cancelled:
                raise Cancelled("The call was cancelled.")
            if not deadline.remaining:
                raise TimeoutError
            with suppress(Empty):
                part = self._parts.get(timeout=min(deadline.remaining, GLANCE_SECONDS))
                if isinstance(part, Exception):
                    raise part
                return part

    def leave(self) -> None:
        """End the connection now; the thread notices and ends too."""
        with self._lock:
            self._left = True
            if self._stream is not None:
                with suppress(OSError):  # it is closed already
                    self._stream.get_extra_info("socket").shutdown(SHUT_BOTH_WAYS)

    def _see(self, event: str, info: Mapping[str, Any]) -> None:
        """Note the connection as soon as there is one."""
        if event in {"connection.connect_tcp.complete", "connection.start_tls.complete"}:
            with self._lock:
                self._stream = info["return_value"]
                left = self._left
            if left:
                self.leave()

    def _run(self) -> None:
        try:
            response = self._client.send(self._request, stream=True)
            try:
                self._read(response)
            finally:
                response.close()
        except Exception as error:  # noqa: BLE001 - it is raised again in the thread that waits
            self._parts.put(error)

    def _read(self, response: httpx2.Response) -> None:
        kind = response.headers.get("content-type", "").partition(";")[0].strip().casefold()
        if response.headers.get("content-encoding", "identity").casefold() != "identity":
            raise ServerUnavailable("compressed its reply, although it was asked not to")
        self._parts.put(_Head(response.status_code, kind))
        size = 0
        for part in response.iter_raw():
            size += len(part)
            if size > self._max_bytes:
                limit = self._max_bytes >> 10
                raise ServerUnavailable(f"sent more than {limit} KiB, which no reply of use has")
            self._parts.put(part)
        self._parts.put(None)


class Outbound:
    """A Server: one address, given by a setting."""

    def __init__(
        self,
        address: str,
        *,
        setting: str,
        key: str = "",
        headers: Mapping[str, str] | None = None,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        """setting: variable that holds the address. headers: with the key, which is never told.

        Raises WrongUsage if the address is none that may be called.
        """
        self._base = _checked(address, setting)
        if not re.fullmatch(r"[!-~]*", key):
            raise WrongUsage(f"The key for {self.host} holds characters that no key has.")
        self._setting, self._key, self._max_bytes = setting, key.encode(), max_bytes
        self._client = httpx2.Client(
            headers={
                "User-Agent": "fundstelle",
                "Accept-Encoding": "identity",
                "Connection": "close",
                **(headers or {}),
            },
            trust_env=False,
            follow_redirects=False,
            # Without redirects http stays http, and reading the trusted authorities takes 60 ms.
            verify=self._base.scheme != "http",
            limits=httpx2.Limits(max_keepalive_connections=0),
        )

    @property
    def host(self) -> str:
        return self._base.netloc.decode("ascii")

    def get(self, path: str, *, deadline: Deadline) -> Reply:
        with self._open("GET", path, None, deadline) as (head, parts):
            return Reply(head.status, head.kind, self._blotted(b"".join(parts)))

    def post(self, path: str, body: Mapping[str, Any], *, deadline: Deadline) -> Reply:
        with self._open("POST", path, body, deadline) as (head, parts):
            return Reply(head.status, head.kind, self._blotted(b"".join(parts)))

    @contextmanager
    def stream(self, path: str, body: Mapping[str, Any], *, deadline: Deadline) -> Iterator[Flow]:
        with self._open("POST", path, body, deadline) as (head, parts):
            yield Flow(head.status, head.kind, map(self._blotted, _lines(parts)))

    @contextmanager
    def _open(
        self, method: str, path: str, body: Mapping[str, Any] | None, deadline: Deadline
    ) -> Iterator[tuple[_Head, Iterator[bytes]]]:
        exchange = _Exchange(
            self._client, self._request(method, path, body, deadline), self._max_bytes
        )
        try:
            with self._telling(deadline):
                head = exchange.next(deadline)
            if not isinstance(head, _Head):
                raise ServerUnavailable(f"{self.host} gave no reply. {self._remedy}")
            if head.status in REDIRECTS:
                raise ServerUnavailable(
                    f"{self.host} sends on to another address (status {head.status}), which is "
                    f"never followed. Set {self._setting} to the address that answers itself."
                )
            yield head, self._parts(exchange, deadline)
        finally:
            exchange.leave()

    def _request(
        self, method: str, path: str, body: Mapping[str, Any] | None, deadline: Deadline
    ) -> httpx2.Request:
        if not PATH.fullmatch(path):
            raise ValueError(f"not a path below the address: {path!r}")
        whole = max(deadline.remaining, GLANCE_SECONDS)
        content = None
        if body is not None:
            content = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        return self._client.build_request(
            method,
            self._base.copy_with(path=self._base.path.rstrip("/") + path),
            content=content,
            headers={"Content-Type": "application/json"} if body is not None else None,
            timeout=httpx2.Timeout(whole, connect=min(whole, CONNECT_SECONDS)),
        )

    def _parts(self, exchange: _Exchange, deadline: Deadline) -> Iterator[bytes]:
        while True:
            with self._telling(deadline):
                part = exchange.next(deadline)
            if not isinstance(part, bytes):
                return
            yield part

    @property
    def _remedy(self) -> str:
        return f"Check that the server runs there; {self._setting} holds the address."

    @contextmanager
    def _telling(self, deadline: Deadline) -> Iterator[None]:
        """Turn what can go wrong into words with host and remedy, and without the key."""
        try:
            yield
        except (TimeoutError, httpx2.ReadTimeout, httpx2.WriteTimeout, httpx2.PoolTimeout) as error:
            raise ServerTimeout(f"{self.host} did not finish its reply in time.") from error
        except ServerUnavailable as error:
            raise ServerUnavailable(f"{self.host} {error}. {self._remedy}") from error
        except httpx2.ConnectTimeout as error:
            late = ServerUnavailable if deadline.remaining else ServerTimeout
            raise late(f"{self.host} cannot be reached in time. {self._remedy}") from error
        except httpx2.ConnectError as error:
            why = self._blotted(str(error).encode()).decode() or "no connection"
            raise ServerUnavailable(
                f"{self.host} cannot be reached ({why}). {self._remedy}"
            ) from error
        except (httpx2.HTTPError, httpx2.StreamError, OSError, RuntimeError, ValueError) as error:
            why = self._blotted(str(error).encode()).decode() or type(error).__name__
            raise ServerUnavailable(
                f"{self.host} broke off its reply, or speaks no HTTP ({why}). {self._remedy}"
            ) from error

    def _blotted(self, said: bytes) -> bytes:
        """Without the key: some servers repeat it in what they complain about."""
        return said.replace(self._key, b"***") if self._key else said


def _checked(address: str, setting: str) -> httpx2.URL:
    """The address as a URL. Raises WrongUsage, which does not repeat it: it may hold a password."""
    try:
        url = httpx2.URL(address.strip())
        fine = url.scheme in {"http", "https"} and bool(url.host)
        fine = fine and not (url.userinfo or url.query or url.fragment)
    except (httpx2.InvalidURL, ValueError):
        fine = False
    if not fine:
        raise WrongUsage(
            f"{setting} is no address like http://127.0.0.1:11434: http or https, a host, and "
            "neither a user nor a question mark in it."
        )
    return url


def _lines(parts: Iterator[bytes]) -> Iterator[bytes]:
    rest = b""
    for part in parts:
        *whole, last = part.split(b"\n")
        if whole:
            yield rest + whole[0]
            yield from whole[1:]
            rest = b""
        rest += last
    if rest:
        yield rest
