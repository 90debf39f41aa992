"""`ask --receipt` and `verify`."""

import os
from errno import EACCES, EEXIST, EISDIR, ENOENT, ENOTDIR, EPERM, EROFS
from pathlib import Path
from typing import Annotated, Any

import typer

from fundstelle.bootstrap import Application
from fundstelle.core.access import Scope
from fundstelle.core.answers import Answer
from fundstelle.core.errors import CannotRun
from fundstelle.core.receipts import PlaceState, UnreadableReceipt, file_of
from fundstelle.delivery.cli.exit_codes import NOT_ALL
from fundstelle.delivery.cli.options import As, Data, Json, language_of, opened, scope_for
from fundstelle.delivery.cli.written import CannotWrite, whole_file
from fundstelle.delivery.wording import Lang, say
from fundstelle.services.receipt import Checked, ReceiptState

LARGEST = 16 << 20  # bytes; a receipt of fifty chunks of evidence has less than one MiB
FAULTS = {
    EISDIR: "receipt_is_folder",
    ENOENT: "receipt_without_folder",
    ENOTDIR: "receipt_without_folder",
    EACCES: "receipt_not_allowed",
    EPERM: "receipt_not_allowed",
    EROFS: "receipt_not_allowed",
    EEXIST: "receipt_there",
}


def ask_with_receipt(
    app: Application, question: str, scope: Scope, path: Path
) -> tuple[Answer, dict[str, Any]]:
    """Answer, and write the signed receipt. Raises CannotRun before asking if it cannot be."""
    asking, issue = app.ask(), app.issue_receipt()
    try:
        _must_be_new(path)
        with whole_file(path, "receipt") as write:
            reasoned = asking.reasoned(question, scope)
            receipt = issue(reasoned, scope)
            write(file_of(receipt))
    except CannotWrite as error:
        lang, key = language_of(app), FAULTS.get(error.why, "receipt_unwritable")
        told = say(key, lang, file=path, folder=path.parent, fault=os.strerror(error.why))
        raise CannotRun(told) from error
    return reasoned.answer, receipt


def _must_be_new(path: Path) -> None:
    """An earlier receipt is kept nowhere else."""
    if path.is_file():
        raise CannotWrite(path, "receipt", EEXIST)


def _content(file: Path) -> bytes:
    """Whatever lies there, also a device that never ends. Raises OSError, UnreadableReceipt."""
    with file.open("rb") as readable:
        content = readable.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise UnreadableReceipt("No receipt is so large.")
    return content


def verify(
    file: Annotated[Path, typer.Argument(help="A receipt written by ask --receipt.")],
    as_user: As = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """Check a receipt: is it as issued, and do its sources still say so (else exit code 1)?"""
    with opened(data) as app:
        lang = language_of(app)
        try:
            checked = app.verify_receipt()(_content(file), scope_for(app, None, as_user))
        except OSError as error:
            raise CannotRun(
                say("receipt_unreadable", lang, file=file, fault=error.strerror)
            ) from error
        except UnreadableReceipt as error:
            raise CannotRun(say("no_receipt", lang, file=file)) from error
    if json:
        from fundstelle.delivery.cli.output import print_json
        from fundstelle.delivery.schemas import checked_json

        print_json(checked_json(checked))
    else:
        _print(checked, lang)
    if checked.state is not ReceiptState.INTACT:
        raise typer.Exit(NOT_ALL)


def _print(checked: Checked, lang: Lang) -> None:
    from fundstelle.delivery.cli.output import one_line, stdout

    out = stdout()
    out.print(say("other_key" if checked.other_key else checked.state.value, lang), markup=False)
    for place, state in checked.places:
        if state is not PlaceState.SAME or checked.state is ReceiptState.INTACT:
            told = say(f"place_{state.value}", lang)
            line = f"  {one_line(place.name)} v{place.version}: {told}"
            out.print(line, markup=False, soft_wrap=True)
            out.print(f"    {one_line(place.quote)}", markup=False, soft_wrap=True)
