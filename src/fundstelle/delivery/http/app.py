"""The HTTP application over the use cases: guards, routes, errors."""

from collections.abc import Collection
from dataclasses import dataclass, field

from fastapi import FastAPI

from fundstelle.bootstrap import MIB, Application
from fundstelle.delivery.http import errors
from fundstelle.delivery.http.callers import Callers
from fundstelle.delivery.http.figures import Counted, Figures
from fundstelle.delivery.http.guards import Forwarded, KnownHosts, LimitedBody, Marked, OwnOrigin
from fundstelle.delivery.http.permissions import PREFIX, Routes
from fundstelle.delivery.http.routes import (
    access,
    asking,
    bringing_in,
    collections,
    describing,
    documents,
    groups,
    health,
    keys,
    pages,
    signing_in,
    users,
)
from fundstelle.delivery.http.server import Server
from fundstelle.delivery.http.setup import SetupLink
from fundstelle.services.throttle import AtOnce

JSON_DOCUMENT = 4 * MIB  # a document as JSON is parsed whole, so it is kept small
LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
DESCRIPTION = "Answers from an organisation's own documents: proven sentences, or a refusal."
FAMILIES: tuple[Routes, ...] = (
    asking.routes,
    bringing_in.routes,
    documents.routes,
    collections.routes,
    groups.routes,
    users.routes,
    access.routes,
    keys.routes,
    signing_in.routes,
    health.routes,
    describing.routes,
    describing.pages,
    pages.routes,
)


@dataclass(frozen=True, slots=True)
class Site:
    """Where the server stands. hosts: names by which it may be called, besides those of loopback.

    proxies: addresses of which forwarded headers are believed.
    """

    hosts: Collection[str] = ()
    proxies: Collection[str] = ()
    setup: SetupLink = field(default_factory=SetupLink)


def build(app: Application, site: Site) -> FastAPI:
    """The application."""
    api = FastAPI(
        title="Fundstelle",
        version="1",
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.open_for_threads()
    questions, figures = AtOnce(app.settings.questions_per_user), Figures()
    api.state.server = Server(app, Callers(app.sign_in), site.setup, questions, figures)
    for family in FAMILIES:
        api.include_router(family.router)
    errors.install(api)
    _guard(api, site, upload_bytes=app.settings.max_file_mb * MIB)
    # Outermost of all, so that refused requests are counted, too.
    api.add_middleware(Counted, figures=figures, ticks=app.ticks)
    return api


def _guard(api: FastAPI, site: Site, *, upload_bytes: int) -> None:
    """The last one added is the first that a request meets."""
    longer = {f"{PREFIX}/documents": (min(JSON_DOCUMENT, upload_bytes), upload_bytes)}
    api.add_middleware(LimitedBody, longer=longer)
    api.add_middleware(OwnOrigin)
    api.add_middleware(KnownHosts, hosts=LOOPBACK | set(site.hosts))
    api.add_middleware(Forwarded, proxies=site.proxies)
    api.add_middleware(Marked)
