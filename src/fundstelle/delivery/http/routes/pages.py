"""GET and POST of /login, /setup and /logout: one plain form each."""

from pathlib import Path

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse, RedirectResponse, Response

from fundstelle.core.errors import FundstelleError, NotSignedIn, TooMany
from fundstelle.delivery.http import cookies
from fundstelle.delivery.http.credentials import Needs
from fundstelle.delivery.http.errors import problem_of
from fundstelle.delivery.http.pages.forms import Field, form_page
from fundstelle.delivery.http.pages.wording import words
from fundstelle.delivery.http.permissions import Routes
from fundstelle.delivery.http.problems import Problem, language_of, not_found
from fundstelle.delivery.http.routes.signing_in import end_sessions, set_up
from fundstelle.delivery.http.server import Here, Server

routes = Routes("pages", shown=False)
STYLE = Path(__file__).parent.parent / "pages" / "style.css"
MOST_FIELDS = 5
NO_LONGER = 2048  # characters of one field of a form


@routes.add("GET", "/", Needs.NOTHING)
def start(request: Request, here: Here) -> Response:
    """Where to begin: setup, login, or the description of the API."""
    if not here.app.has_administrator():
        return _to("/setup")
    return _to("/docs" if _is_known(request, here) else "/login")


@routes.add("GET", "/style.css", Needs.NOTHING)
def style() -> Response:
    """The style sheet of the plain pages."""
    return FileResponse(STYLE, media_type="text/css")


@routes.add("GET", "/login", Needs.NOTHING)
def show_login(request: Request, here: Here, *, administration: bool = False) -> Response:
    """The form; who is signed in already goes on, except to sign in for administration."""
    if _is_known(request, here) and not administration:
        return _to("/")
    return _login(request, administration=administration)


@routes.add("POST", "/login", Needs.NOTHING)
async def login(request: Request, here: Here, *, administration: bool = False) -> Response:
    """Begin a session, or say that it did not work."""
    given = await _fields(request, "name", "password")
    try:
        begun = await run_in_threadpool(
            here.app.sign_in.begin,
            given["name"],
            given["password"],
            peer=cookies.peer_of(request),
            administration=administration,
        )
    except (NotSignedIn, TooMany) as error:
        return _login(request, administration=administration, error=error)
    answer = _to("/")
    cookies.give(request, answer, begun)
    return answer


@routes.add("GET", "/setup", Needs.NOTHING)
def show_setup(request: Request, here: Here, token: str = "") -> Response:
    """The form, for who has the link."""
    if here.app.has_administrator():
        return _to("/login")
    if not here.setup.fits(token):
        return _setup(request, not_found())
    return _setup(request)


@routes.add("POST", "/setup", Needs.NOTHING)
async def setup(request: Request, here: Here, token: str = "") -> Response:
    """Make the first administrator."""
    given = await _fields(request, "name", "password")
    try:
        await run_in_threadpool(set_up, here, token, given["name"], given["password"])
    except (Problem, FundstelleError) as error:
        return _setup(request, error)
    return _to("/login")


@routes.add("GET", "/logout", Needs.NOTHING)
def show_logout(request: Request) -> Response:
    """A form: a link that somebody else sends must not sign anybody out."""
    lang = language_of(request)
    title = words("logout", lang)
    return form_page(lang, title, [], title, hint=words("logout_hint", lang))


@routes.add("POST", "/logout", Needs.NOTHING)
def logout(request: Request, here: Here) -> Response:
    """End the sessions."""
    end_sessions(request, here.app)
    answer = _to("/login")
    cookies.take(answer)
    return answer


def _login(
    request: Request, *, administration: bool, error: FundstelleError | None = None
) -> Response:
    lang = language_of(request)
    title = words("login_admin" if administration else "login", lang)
    fields = [
        Field("name", words("name", lang), autocomplete="username"),
        Field("password", words("password", lang), "password", autocomplete="current-password"),
    ]
    if error is None:
        return form_page(lang, title, fields, title)
    problem = problem_of(error)
    wrong = words("wrong", lang) if isinstance(error, NotSignedIn) else problem.detail[lang]
    answer = form_page(lang, title, fields, title, wrong=wrong, status=problem.kind.status)
    if problem.retry_after is not None:
        answer.headers["Retry-After"] = str(problem.retry_after)
    return answer


def _setup(request: Request, error: Exception | None = None) -> Response:
    lang = language_of(request)
    title, button = words("setup", lang), words("setup_do", lang)
    fields = [
        Field("name", words("name", lang), autocomplete="username"),
        Field("password", words("password", lang), "password", autocomplete="new-password"),
    ]
    if error is None:
        return form_page(lang, title, fields, button, hint=words("setup_hint", lang))
    problem = problem_of(error)
    over = problem.kind.name == "not-found"
    return form_page(
        lang,
        title,
        [] if over else fields,
        button,
        hint="" if over else words("setup_hint", lang),
        wrong=words("setup_over", lang) if over else problem.detail[lang],
        status=problem.kind.status,
    )


async def _fields(request: Request, *names: str) -> dict[str, str]:
    """Fields of a form that are text; "" for one that is missing."""
    async with request.form(max_files=0, max_fields=MOST_FIELDS) as form:
        found = {name: form.get(name) for name in names}
    return {
        name: value[:NO_LONGER] if isinstance(value, str) else "" for name, value in found.items()
    }


def _is_known(request: Request, here: Server) -> bool:
    try:
        here.callers.known(request, Needs.SIGNED_IN)
    except Problem:
        return False
    return True


def _to(path: str) -> RedirectResponse:
    return RedirectResponse(path, 303)
