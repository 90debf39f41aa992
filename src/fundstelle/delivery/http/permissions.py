"""Who may call a route. Every route says so when it is made; one that does not cannot be made."""

from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import APIRouter, Depends, Request
from starlette.responses import JSONResponse, Response

from fundstelle.delivery.http.credentials import Needs
from fundstelle.delivery.http.described import answers, proofs
from fundstelle.delivery.http.server import Server

PREFIX = "/api/v1"
JSON = "application/json"
Function = TypeVar("Function", bound=Callable[..., Any])


class Routes:
    """A family of routes. needs: (method, path) -> what a caller must show.

    shown: whether they belong to the API and stand in its description; pages do not.
    """

    def __init__(self, tag: str, *, shown: bool = True) -> None:
        self.prefix = PREFIX if shown else ""
        self.router = APIRouter(tags=[tag], prefix=self.prefix, include_in_schema=shown)
        self.needs: dict[tuple[str, str], Needs] = {}

    def add(
        self,
        method: str,
        path: str,
        needs: Needs,
        *,
        status: int = 200,
        shows: Any = None,
        media: str = JSON,
        extra: dict[str, Any] | None = None,
    ) -> Callable[[Function], Function]:
        """Register a route. Its guard runs before its function.

        shows: an example of what it answers; see described.answers. extra: for its description.
        """

        def guard(request: Request) -> None:
            server: Server = request.app.state.server
            request.state.needs = needs
            request.state.caller = server.callers(request, needs)

        def keep(function: Function) -> Function:
            self.needs[method, self.prefix + path] = needs
            self.router.add_api_route(
                path,
                function,
                methods=[method],
                status_code=status,
                dependencies=[Depends(guard)],
                response_model=None,
                response_class=JSONResponse if shows and media == JSON else Response,
                summary=(function.__doc__ or "").partition("\n")[0],
                responses=answers(status, shows, media),
                openapi_extra={"security": proofs(needs)} | (extra or {}),
            )
            return function

        return keep
