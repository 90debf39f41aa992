"""`doctor`: what works here, and what to do about what does not."""

import shutil
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from fundstelle.bootstrap import Application, is_data_folder, ways_out
from fundstelle.config import Settings
from fundstelle.core.errors import CannotRun, FundstelleError, UnreadableFile
from fundstelle.delivery.cli.doctor_chat import chat_checks
from fundstelle.delivery.cli.doctor_egress import print_egress
from fundstelle.delivery.cli.doctor_embedder import Check, embedder_checks
from fundstelle.delivery.cli.exit_codes import NOT_ALL
from fundstelle.delivery.cli.options import Data, Json, language_of, opened, scope_for
from fundstelle.delivery.cli.output import print_json, stdout
from fundstelle.delivery.program import as_called
from fundstelle.delivery.telling import told
from fundstelle.delivery.wording import say

MIN_FREE_MB = 500
Ask = Callable[[Application], list[Check]]


def doctor(
    egress: Annotated[
        bool, typer.Option("--egress", help="Only name the hosts that would be called; call none.")
    ] = False,
    data: Data = None,
    json: Json = False,
) -> None:
    """Check settings, data folder, reader and models; exit code 1 if something is wrong."""
    if egress:
        with opened(data, must_exist=False) as opening:
            print_egress(ways_out(opening), language_of(opening), json=json)
        return
    with opened(data, must_exist=False) as opening:
        checks = [check for name, ask in CHECKS.items() for check in _asked(name, ask, opening)]
    if json:
        found = [{"check": what, "ok": fine, "detail": how} for what, fine, how in checks]
        print_json({"checks": found})
    else:
        for what, fine, how in checks:
            mark, style = ("ok", "green") if fine else ("!!", "yellow")
            stdout().print(f"[{style}]{mark}[/]  {what}: ", end="")
            stdout().print(as_called(how), markup=False, soft_wrap=True)
    if not all(fine for _, fine, _ in checks):
        raise typer.Exit(NOT_ALL)


def _asked(name: str, ask: Ask, opening: Application) -> list[Check]:
    """What fails in a way that its check did not expect is a finding, and the others follow."""
    try:
        return ask(opening)
    except (FundstelleError, OSError) as error:
        return [(name, False, told(error, language_of(opening)))]


def _installation(_: Application) -> list[Check]:
    version = ".".join(str(part) for part in sys.version_info[:3])
    return [("Python", sys.version_info >= (3, 11), version)]


def _settings(opening: Application) -> list[Check]:
    unknown = Settings.unknown_variables()
    words = ", ".join(unknown) + " match no setting" if unknown else "no unknown variables"
    free = shutil.disk_usage(_existing(opening)).free // 2**20
    return [
        ("settings", not unknown, words),
        ("free disk", free >= MIN_FREE_MB, f"{free} MB"),
    ]


def _existing(opening: Application) -> str:
    folder = opening.settings.data.absolute()
    while not folder.exists():
        folder = folder.parent
    return str(folder)


def _store(opening: Application) -> list[Check]:
    if not opening.settings.data.is_dir():
        return [("data folder", True, f"{opening.settings.data} does not exist yet")]
    try:
        if not is_data_folder(opening.settings.data):
            return [("data folder", False, f"{opening.settings.data} is a folder without our data")]
        problems = opening.store.upkeep.problems()
        with opening.store.reading(scope_for(opening, None)) as view:
            size = view.statistics()
    except CannotRun as error:
        return [("data folder", False, told(error, language_of(opening)))]
    lang = language_of(opening)
    held = f"{say('documents', lang, n=size.documents)}, {say('chunks', lang, n=size.chunks)}"
    words = f"{opening.settings.data}: {held}"
    return [("data folder", not problems, "; ".join(problems) or words)]


def _reader(opening: Application) -> list[Check]:
    """Reads a tiny file for real, and says which protections were active."""
    try:
        reading = opening.reader.read("doctor.txt", "Fundstelle prüft den Leser.".encode())
    except UnreadableFile as error:
        return [("reader", False, say("reader_down", language_of(opening), why=error.detail))]
    guards = opening.child_reader.protections()
    active = ", ".join(name for name, on in guards.items() if on)
    missing = ", ".join(name for name, on in guards.items() if not on)
    words = f"reads; active: {active}" + (f"; not available here: {missing}" if missing else "")
    return [("reader", "prüft" in reading.text, words)]


CHECKS: dict[str, Ask] = {
    "Python": _installation,
    "settings": _settings,
    "data folder": _store,
    "reader": _reader,
    "embedder": embedder_checks,
    "chat model": chat_checks,
}
