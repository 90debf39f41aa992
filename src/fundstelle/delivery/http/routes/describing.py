"""GET /openapi.json, and /docs as a page."""

from typing import Any

from fastapi import Request
from starlette.responses import Response

from fundstelle.delivery.http.credentials import Needs
from fundstelle.delivery.http.described import description
from fundstelle.delivery.http.documentation import documentation
from fundstelle.delivery.http.permissions import Routes

routes = Routes("description")
pages = Routes("pages", shown=False)


@routes.add("GET", "/openapi.json", Needs.SIGNED_IN, shows={"openapi": "3.1.0"})
def openapi(request: Request) -> dict[str, Any]:
    """This description."""
    return description(request.app)


@pages.add("GET", "/docs", Needs.SIGNED_IN)
def docs(request: Request) -> Response:
    """This description, to be read by people."""
    return documentation(description(request.app))
