"""The HTTP application over the use cases: guards, routes, errors."""

from collections.abc import Collection
from dataclasses import dataclass, field

from fastapi import APIRouter, FastAPI

from fundstelle.bootstrap import MIB, Application
from fundstelle.delivery.http import errors
from fundstelle.delivery.http.callers import Callers
from fundstelle.delivery.http.guards import KnownHosts, LimitedBody, Marked, OwnOrigin
from fundstelle.delivery.http.permissions import Routes
from fundstelle.delivery.http.routes import asking, collections, documents, health, signing_in
from fundstelle.delivery.http.setup import SetupLink

PREFIX = "/api/v1"
LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
DESCRIPTION = "Answers from an organisation's own documents: proven sentences, or a refusal."


@dataclass(frozen=True, slots=True)
class Site:
    """What the server knows about itself. hosts: names by which it may be called.

    secure: whether people reach it by https, so that cookies are sent no other way.
    """

    hosts: Collection[str] = LOOPBACK
    secure: bool = False
    setup: SetupLink = field(default_factory=SetupLink)


def build(app: Application, site: Site) -> FastAPI:
    """The application; its routes with what they need stand in `state.routes`."""
    api = FastAPI(
        title="Fundstelle",
        version="1",
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    routes = Routes(APIRouter(prefix=PREFIX), Callers(app.sign_in))
    asking.add(routes, app)
    collections.add(routes, app)
    documents.add(routes, app)
    signing_in.add(routes, app, secure=site.secure, setup=site.setup)
    health.add(routes, app)
    api.include_router(routes.router)
    api.state.routes = routes
    errors.install(api)
    # The last one added is the first that a request meets.
    upload = app.settings.max_file_mb * MIB
    api.add_middleware(LimitedBody, upload_bytes=upload, upload_path=f"{PREFIX}/documents")
    api.add_middleware(OwnOrigin)
    api.add_middleware(KnownHosts, hosts=site.hosts)
    api.add_middleware(Marked)
    return api
