"""Who may call a route. Every route says so when it is made; one that does not cannot be made."""

from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import APIRouter, Depends, Request

from fundstelle.delivery.http.credentials import Needs
from fundstelle.delivery.http.server import Server

Function = TypeVar("Function", bound=Callable[..., Any])


class Routes:
    """A family of routes. needs: (method, path) -> what a caller must show."""

    def __init__(self, tag: str) -> None:
        self.router = APIRouter(tags=[tag])
        self.needs: dict[tuple[str, str], Needs] = {}

    def add(
        self, method: str, path: str, needs: Needs, **options: Any
    ) -> Callable[[Function], Function]:
        """Register a route. The guard runs before anything else of it, the body is then read."""

        def guard(request: Request) -> None:
            server: Server = request.app.state.server
            request.state.needs = needs
            request.state.caller = server.callers(request, needs)

        def keep(function: Function) -> Function:
            self.needs[method, path] = needs
            self.router.add_api_route(
                path,
                function,
                methods=[method],
                dependencies=[Depends(guard)],
                response_model=None,
                **options,
            )
            return function

        return keep
