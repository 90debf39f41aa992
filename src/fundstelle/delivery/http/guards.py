"""What every request passes before anything reads it: plain ASGI, so that streams stay streams.

Outermost first: request id and headers of every response; allowed hosts; the origin of changes;
the size of the body.
"""

import re
import secrets
from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fundstelle.delivery.http.problems import Problem, response

JSON_BYTES = 64 * 1024
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_PORT = re.compile(r":\d{1,5}$")
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; "
    "img-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; "
    "base-uri 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Marked:
    """Gives each request an id, which errors and the log name, and each response its headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope["request_id"] = secrets.token_hex(8)

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                headers["X-Request-Id"] = scope["request_id"]
            await send(message)

        await self._app(scope, receive, marked)


class KnownHosts:
    """Refuses other host names, also on loopback: a page elsewhere may point its name at us.

    hosts: names and addresses without port, lower case.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app, self._hosts = app, frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and host_of(Headers(scope=scope)) not in self._hosts:
            problem = Problem(
                "not-understood",
                "Dieser Rechnername ist nicht freigegeben. Tragen Sie ihn in "
                "FUNDSTELLE_ALLOWED_HOSTS ein.",
                "This host name is not allowed. Add it to FUNDSTELLE_ALLOWED_HOSTS.",
            )
            await response(problem, Request(scope))(scope, receive, send)
            return
        await self._app(scope, receive, send)


def host_of(headers: Headers) -> str:
    """The host that is asked for, without port; "" if it is missing or named twice."""
    named = headers.getlist("host")
    return _PORT.sub("", named[0]).lower() if len(named) == 1 else ""


class OwnOrigin:
    """Refuses changes that a page of another origin sends with our cookies.

    A browser tells by Sec-Fetch-Site or Origin; a program sends neither and shows a key.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in SAFE and _is_foreign(scope):
            problem = Problem(
                "not-allowed",
                "Die Anfrage kommt von einer anderen Seite. Öffnen Sie Fundstelle selbst.",
                "The request comes from another site. Open Fundstelle itself.",
            )
            await response(problem, Request(scope))(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _is_foreign(scope: Scope) -> bool:
    headers = Headers(scope=scope)
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None and site not in {"same-origin", "none"}:
        return True
    if origin is None:
        return False
    return origin.partition("://")[2].lower() != headers.get("host", "").lower()


class LimitedBody:
    """Counts the bytes of a body while they come; nothing is parsed before.

    upload_bytes: for multipart bodies and JSON documents at the documents route.
    """

    def __init__(self, app: ASGIApp, *, upload_bytes: int, upload_path: str) -> None:
        self._app, self._upload_bytes, self._upload_path = app, upload_bytes, upload_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        upload = scope["path"] == self._upload_path and scope["method"] == "POST"
        most = self._upload_bytes if upload else JSON_BYTES
        counted = _Counted(receive, most)
        begun = False

        async def watched(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        length = Headers(scope=scope).get("content-length", "0")
        try:
            if not length.isascii() or not length.isdigit() or int(length) > most:
                raise _TooLarge
            await self._app(scope, counted, watched)
        except _TooLarge:
            if begun:
                raise
            mib = max(1, most >> 20) if upload else 0
            size = f"{mib} MB" if mib else f"{most >> 10} KB"
            problem = Problem(
                "too-large",
                f"Die Anfrage ist größer als {size}.",
                f"The request is larger than {size}.",
            )
            await response(problem, Request(scope))(scope, receive, send)


class _TooLarge(Exception):
    pass


class _Counted:
    def __init__(self, receive: Receive, most: int) -> None:
        self._receive, self._left = receive, most

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise _TooLarge
        return message
