"""How many requests there were and how long they took: by route, never by person or question."""

from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from starlette.types import ASGIApp, Message, Receive, Scope, Send

OTHER = "other"  # an address that is no route: what somebody typed is not kept
SECONDS = (0.005, 0.02, 0.1, 0.5, 1, 2, 5, 15, 60)


class Figures:
    """What is counted in one process since its start."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        names = ("method", "route", "status")
        self._requests = Counter(
            "fundstelle_requests", "Requests answered.", names, registry=self._registry
        )
        self._seconds = Histogram(
            "fundstelle_request_seconds",
            "Time until the last byte.",
            names[:2],
            buckets=SECONDS,
            registry=self._registry,
        )

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """One request more."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(method, route).observe(seconds)

    def text(self) -> bytes:
        """As Prometheus reads it."""
        return generate_latest(self._registry)


class Counted:
    """Counts each request when its last byte is out."""

    def __init__(self, app: ASGIApp, figures: Figures, ticks: Callable[[], float]) -> None:
        self._app, self._figures, self._ticks = app, figures, ticks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status = self._ticks(), 500

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watched)
        finally:
            route = getattr(scope.get("route"), "path", OTHER)
            method = scope["method"] if route != OTHER else OTHER
            self._figures.count(method, route, status, self._ticks() - begun)
