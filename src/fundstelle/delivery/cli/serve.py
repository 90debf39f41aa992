"""`serve`: the same over HTTP, for this machine until there is an administrator."""

import fcntl
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from threading import Event, Thread
from typing import Annotated

import typer

from fundstelle.bootstrap import Application
from fundstelle.core.errors import CannotRun
from fundstelle.delivery.cli.options import Data, language_of, opened
from fundstelle.delivery.cli.people_output import tell
from fundstelle.services.ingest import Report

LOOPBACK = "127.0.0.1"
LOCK = "serve.lock"
LAST_SECONDS = 5  # for the vectors under way when the server is told to end


def serve(
    host: Annotated[str | None, typer.Option(help="[default: FUNDSTELLE_HOST, 127.0.0.1]")] = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65_535, help="0: any free one. [default: FUNDSTELLE_PORT, 8080]"),
    ] = None,
    data: Data = None,
) -> None:
    """Answer over HTTP until Ctrl-C or SIGTERM."""
    from fundstelle.delivery.http.app import Site, build
    from fundstelle.delivery.http.listening import listen

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    with opened(data, must_exist=False) as app:
        settings = app.settings
        wanted = (host or settings.host).lower()
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone(settings.data), _catching_up(app):
            everywhere = app.has_administrator() or _is_loopback(wanted)
            site = Site({wanted, *settings.allowed_hosts}, settings.trusted_proxies)
            listen(
                build(app, site),
                wanted if everywhere else LOOPBACK,
                settings.port if port is None else port,
                lambda url: _tell(app, url, site.setup.token, wanted if not everywhere else ""),
            )


def _tell(app: Application, url: str, token: str, later: str) -> None:
    """What is said once the server listens. later: where it will, with an administrator."""
    lang = language_of(app)
    if not app.has_administrator():
        tell("setup_link", lang, url=url, token=token)
    if later:
        tell("loopback_only", lang, host=later)
    tell("serving", lang, url=url)


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One server for each data folder: what it counts in memory holds for all of its users."""
    lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise CannotRun(
                f"Another `fundstelle serve` uses {folder} already. End it, or give --data."
            ) from error
        yield
    finally:
        os.close(lock)


@contextmanager
def _catching_up(app: Application) -> Iterator[None]:
    """Make vectors that an earlier import left over, beside the first questions."""
    stop = Event()

    def fill() -> None:
        report, embed = Report(), app.embed()
        for _ in embed(report) if embed else ():
            if stop.is_set():
                return
        if report.embedder_fault:
            print(report.embedder_fault, file=sys.stderr)  # noqa: T201

    worker = Thread(target=fill, name="vectors", daemon=True)
    worker.start()
    try:
        yield
    finally:
        stop.set()
        worker.join(timeout=LAST_SECONDS)
