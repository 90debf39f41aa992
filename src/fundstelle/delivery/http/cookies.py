"""The cookies that hold sessions."""

from starlette.requests import Request
from starlette.responses import Response

from fundstelle.delivery.http.credentials import ADMINISTRATION, SESSION
from fundstelle.services.sign_in import Begun

ADMIN_PATHS = ("/api/v1", "/admin")  # where the administration cookie is sent


def give(request: Request, response: Response, begun: Begun) -> None:
    """Let the browser keep a new session; over https it is sent no other way."""
    administration = begun.session.administration
    name = ADMINISTRATION if administration else SESSION
    secure = request.url.scheme == "https"
    for path in ADMIN_PATHS if administration else ("/",):
        response.set_cookie(
            name,
            begun.token,
            path=path,
            httponly=True,
            samesite="strict" if administration else "lax",  # a link in a mail leads to the answer
            secure=secure,
        )


def take(response: Response) -> None:
    """Let the browser forget all of it, also what it keeps of pages."""
    response.delete_cookie(SESSION, path="/", httponly=True, samesite="lax")
    for path in ADMIN_PATHS:
        response.delete_cookie(ADMINISTRATION, path=path, httponly=True, samesite="strict")
    response.headers["Clear-Site-Data"] = '"cache", "storage"'


def peer_of(request: Request) -> str:
    """Address of the other side, behind proxies that are known."""
    return request.client.host if request.client else ""
