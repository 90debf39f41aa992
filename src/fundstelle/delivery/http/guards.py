"""What every request passes before anything reads it: plain ASGI, so that streams stay streams.

Outermost first: request id and headers of every response; what a known proxy tells of the other
side; allowed hosts; the origin of changes; the size of the body.
"""

import logging
import re
import secrets
from collections.abc import Collection, Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fundstelle.delivery.http.errors import FAULT
from fundstelle.delivery.http.problems import Problem, response

LOG = logging.getLogger("fundstelle.http")
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
    """Gives each request an id, which errors and the log name, and each response its headers.

    The outermost handler: what nobody caught is noted by its type alone, because a message may
    hold text of a document or a question.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope["request_id"] = secrets.token_hex(8)
        begun = False

        async def marked(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                headers["X-Request-Id"] = scope["request_id"]
            await send(message)

        try:
            await self._app(scope, receive, marked)
        except Exception as error:  # noqa: BLE001 - the outermost handler
            LOG.error(  # noqa: TRY400 - a traceback would hold it, too
                "request %s ended by %s", scope["request_id"], type(error).__name__
            )
            if not begun:
                await response(Problem(*FAULT), Request(scope))(scope, receive, marked)


class Forwarded:
    """Takes address and scheme of the other side from proxies that are known, and from nobody else.

    proxies: addresses. Of what a proxy appended the rightmost counts: the rest anybody may write.
    """

    def __init__(self, app: ASGIApp, proxies: Collection[str]) -> None:
        self._app, self._proxies = app, frozenset(proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (scope.get("client") or ("",))[0] in self._proxies:
            headers = Headers(scope=scope)
            hops = ",".join(headers.getlist("x-forwarded-for")).split(",")
            schemes = ",".join(headers.getlist("x-forwarded-proto")).split(",")
            if hops[-1].strip():
                scope = {**scope, "client": (hops[-1].strip(), 0)}
            if schemes[-1].strip().lower() == "https":
                scope = {**scope, "scheme": "https"}
        await self._app(scope, receive, send)


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

    longer: path -> (bytes of JSON, bytes of a form), where it is more than JSON_BYTES.
    """

    def __init__(self, app: ASGIApp, longer: Mapping[str, tuple[int, int]]) -> None:
        self._app, self._longer = app, longer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        most = self._most(scope["path"], headers.get("content-type", ""))
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length) > most:
            await _too_large(most, scope)(scope, receive, send)
            return
        body = _Counted(receive, most)
        begun = False

        async def watched(message: Message) -> None:
            """Whoever read too much may have made any error of it: it gives way to ours."""
            nonlocal begun
            if begun or not body.exceeded:
                begun = True
                await send(message)

        try:
            await self._app(scope, body, watched)
        except _TooLarge:
            if begun:
                raise
        if body.exceeded and not begun:
            await _too_large(most, scope)(scope, receive, send)

    def _most(self, path: str, content_type: str) -> int:
        of_json, of_form = self._longer.get(path, (JSON_BYTES, JSON_BYTES))
        return of_form if content_type.lower().startswith("multipart/") else of_json


def _too_large(most: int, scope: Scope) -> Response:
    size = f"{most >> 20} MB" if most >> 20 else f"{most >> 10} KB"
    problem = Problem(
        "too-large",
        f"Die Anfrage ist größer als {size}. Längere Dokumente gehen als Datei (Feld file).",
        f"The request is larger than {size}. Send longer documents as a file (field file).",
    )
    return response(problem, Request(scope))


class _TooLarge(Exception):
    pass


class _Counted:
    def __init__(self, receive: Receive, most: int) -> None:
        self._receive, self._left = receive, most

    @property
    def exceeded(self) -> bool:
        return self._left < 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self.exceeded:
            raise _TooLarge
        return message
