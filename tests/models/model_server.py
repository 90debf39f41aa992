"""A real HTTP server on this machine that behaves as it is told: well, or in a known bad way."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

JSON = "application/json"
LINES = "application/x-ndjson"
EVENTS = "text/event-stream"
BETWEEN_BYTES_SECONDS = 0.02


@dataclass(frozen=True)
class Asked:
    method: str
    path: str
    body: dict[str, Any]
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Sent:
    """status, kind: -1 in length: none is said, the connection is closed at the end."""

    body: bytes = b"{}"
    status: int = 200
    kind: str = JSON
    length: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    drip: bool = False
    """One byte at a time, and never the last one."""
    endless: bytes = b""
    """What follows the body again and again until the other side is tired of it."""
    slow_head: bool = False
    """One byte of the headers at a time, and never the last one."""
    stall: bool = False
    """Nothing at all is said."""


def as_json(value: object, status: int = 200) -> Sent:
    return Sent(json.dumps(value, ensure_ascii=False).encode(), status)


Behaviour = Callable[[Asked], Sent]


class ModelServer:
    """asked: every request so far. arrived: set with the first POST."""

    def __init__(self, behave: Behaviour) -> None:
        self.asked: list[Asked] = []
        self.arrived, self._over = Event(), Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: object) -> None:
                pass

            def do_GET(self) -> None:
                self._serve()

            def do_POST(self) -> None:
                self._serve()

            def _serve(self) -> None:
                raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                body = json.loads(raw) if raw else {}
                asked = Asked(self.command, self.path, body, dict(self.headers))
                outer.asked.append(asked)
                if self.command == "POST":
                    outer.arrived.set()
                self.close_connection = True
                try:
                    outer.send(self, behave(asked))
                except OSError:  # the other side has left
                    return

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._thread = Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self._http.server_address[1]}"

    @property
    def url(self) -> str:
        return f"http://{self.host}"

    def posted(self, path: str) -> list[dict[str, Any]]:
        return [each.body for each in self.asked if each.path == path and each.method == "POST"]

    def send(self, handler: BaseHTTPRequestHandler, sent: Sent) -> None:
        if sent.stall:
            self._over.wait()
            return
        if sent.slow_head:
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
            self._drip(handler, b"")
            return
        handler.send_response(sent.status)
        handler.send_header("Content-Type", sent.kind)
        if sent.length != -1:
            length = len(sent.body) if sent.length is None else sent.length
            handler.send_header("Content-Length", str(length))
        for name, value in sent.headers.items():
            handler.send_header(name, value)
        handler.send_header("Connection", "close")
        handler.end_headers()
        if sent.drip:
            self._drip(handler, sent.body)
            return
        handler.wfile.write(sent.body)
        while sent.endless and not self._over.is_set():
            handler.wfile.write(sent.endless)

    def _drip(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        at = 0
        while not self._over.wait(BETWEEN_BYTES_SECONDS):
            handler.wfile.write(body[at : at + 1] if at < len(body) - 1 else b" ")
            at += 1

    def close(self) -> None:
        self._over.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


@contextmanager
def serving(behave: Behaviour) -> Iterator[ModelServer]:
    server = ModelServer(behave)
    try:
        yield server
    finally:
        server.close()
