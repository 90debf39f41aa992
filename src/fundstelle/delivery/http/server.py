"""What every route may need: the use cases, who calls, and what is counted for each user."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from fundstelle.bootstrap import Application
from fundstelle.core.sign_in import SignedIn
from fundstelle.delivery.http.callers import NOBODY, Callers
from fundstelle.delivery.http.figures import Figures
from fundstelle.delivery.http.problems import Problem
from fundstelle.delivery.http.setup import SetupLink
from fundstelle.services.throttle import AtOnce


@dataclass(frozen=True, slots=True)
class Server:
    """One for each application. questions: how many a user may have answered at once."""

    app: Application
    callers: Callers
    setup: SetupLink
    questions: AtOnce
    figures: Figures


async def server_of(request: Request) -> Server:
    """The one that a request came to."""
    found: Server = request.app.state.server
    return found


async def _caller(request: Request) -> SignedIn:
    found: SignedIn | None = request.state.caller
    if found is None:
        raise Problem(*NOBODY)
    return found


async def _application(request: Request) -> Application:
    return (await server_of(request)).app


# Parameters of a route's function.
Here = Annotated[Server, Depends(server_of)]
App = Annotated[Application, Depends(_application)]
Asking = Annotated[SignedIn, Depends(_caller)]
"""Who calls, with the rights of this moment."""
