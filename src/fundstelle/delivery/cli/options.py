"""Options that several commands share, and what they turn into."""

import locale
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from fundstelle.bootstrap import Application, application
from fundstelle.config import Settings
from fundstelle.core.access import Scope
from fundstelle.core.errors import CannotRun
from fundstelle.delivery.wording import Lang

Data = Annotated[
    Path | None,
    typer.Option("--data", help="Data folder. [default: FUNDSTELLE_DATA or ./fundstelle-data]"),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Collections = Annotated[
    list[str] | None,
    typer.Option("--collection", help="Only this collection; may be given several times."),
]

As = Annotated[
    str | None,
    typer.Option("--as", metavar="USER", help="See only what this user may read (id or name)."),
]


def settings_for(data: Path | None) -> Settings:
    """All settings, with the data folder of the command line on top. Raises CannotRun."""
    return Settings.read() if data is None else Settings.read(data=data)


@contextmanager
def opened(data: Path | None, *, must_exist: bool = True) -> Iterator[Application]:
    """The application over the data folder."""
    with application(settings_for(data), must_exist=must_exist) as app:
        yield app


def language_of(app: Application) -> Lang:
    """Language of messages: FUNDSTELLE_LANG, else the locale, else English."""
    return app.settings.lang or _of_locale()


def language() -> Lang:
    """The same where no application is open, also if the settings cannot be read."""
    try:
        return Settings.read().lang or _of_locale()
    except CannotRun:
        return _of_locale()


def _of_locale() -> Lang:
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    chosen = next((name for name in names if name), "") or (locale.getlocale()[0] or "")
    return "de" if chosen.lower().startswith(("de", "german")) else "en"


def scope_for(app: Application, names: list[str] | None, user: str | None = None) -> Scope:
    """The operator's scope or that of a user now, narrowed to the named collections.

    names: what the option was given; without the option it is empty, which means all.
    Raises NotFound, for what lies outside as for what is not there.
    """
    from fundstelle.services.library import choose

    among = None if user is None else _scope_of(app, user)
    chosen = choose(app.store, names or None, among)
    return Scope(frozenset(collection.id for collection in chosen))


def _scope_of(app: Application, user: str) -> Scope:
    from fundstelle.core.callers import Operator

    found = app.people(Operator()).user(user)
    app.record(Operator())("user.viewed_as", found.id, {})
    access = app.store.directory.access(found.id)
    return access.scope() if access else Scope(frozenset())  # removed at this very moment
