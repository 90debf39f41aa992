"""Listens on an address until a signal."""

import logging
import signal
from collections.abc import Callable
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from fundstelle.core.errors import CannotRun

LAST_SECONDS = 5  # for answers under way when the server is told to end


class _Told(uvicorn.Server):
    """told: called with the address once it listens, http://127.0.0.1:8080."""

    def __init__(self, config: uvicorn.Config, told: Callable[[str], None]) -> None:
        super().__init__(config)
        self._told = told

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        host, port, *_ = self.servers[0].sockets[0].getsockname()
        self._told(f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")


def listen(api: ASGIApp, host: str, port: int, told: Callable[[str], None]) -> None:
    """Return after SIGTERM, raise KeyboardInterrupt after Ctrl-C; what is under way gets an end.

    port: 0 is any free one. Raises CannotRun if the address cannot be had.
    """
    # Uvicorn raises a signal anew when it has ended; this one must not kill us before we close.
    signal.signal(signal.SIGTERM, lambda *_: None)
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # what it says, we say
    config = uvicorn.Config(
        api,
        host=host,
        port=port,
        log_config=None,
        access_log=False,  # it would hold questions
        proxy_headers=False,  # believed only from known proxies, see guards.Forwarded
        server_header=False,
        lifespan="off",
        timeout_graceful_shutdown=LAST_SECONDS,
    )
    try:
        _Told(config, told).run()
    except SystemExit as end:
        raise CannotRun(
            f"Cannot listen on {host}:{port}. Another program may use it: choose --port."
        ) from end
