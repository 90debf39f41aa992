"""`audit`: list, verify."""

from dataclasses import asdict
from datetime import UTC, datetime
from json import loads
from typing import Annotated

import typer

from fundstelle.core.audit import Row
from fundstelle.core.callers import Operator
from fundstelle.delivery.cli.exit_codes import NOT_ALL
from fundstelle.delivery.cli.options import Data, Json, language_of, opened
from fundstelle.delivery.cli.output import print_json
from fundstelle.delivery.cli.people_output import print_line, tell

app = typer.Typer(no_args_is_help=True)


@app.command("list")
def list_rows(
    after: Annotated[int, typer.Option(min=0, help="Only rows behind this number.")] = 0,
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="How many rows.")] = 1000,
    data: Data = None,
    json: Json = False,
) -> None:
    """Who changed what, oldest first. That the log was read stands in it, too."""
    with opened(data) as opening:
        rows = opening.read_log(Operator()).rows(after=after, limit=limit)
    if json:
        following = rows[-1].number if len(rows) == limit else None
        print_json({"entries": [_object(row) for row in rows], "next_after": following})
        return
    for row in rows:
        print_line(_line(row))


@app.command()
def verify(
    head: Annotated[
        str | None,
        typer.Option(help="Hash of a row, kept elsewhere: shows whether the end was cut off."),
    ] = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """Check that no row was edited, removed or moved: 0 intact, 1 broken, 3 unreadable."""
    with opened(data) as opening:
        found, lang = opening.read_log(Operator()).verify(head), language_of(opening)
    if json:
        print_json({"intact": found.intact} | asdict(found))
    elif found.broken is not None:
        tell("log_broken", lang, n=str(found.broken))
    elif found.missing_head:
        tell("log_cut", lang, n=str(found.rows))
    else:
        tell("log_intact", lang, n=str(found.rows), head=found.head or "–")
    if not found.intact:
        raise typer.Exit(NOT_ALL)


def _object(row: Row) -> dict[str, object]:
    """Also of a damaged row, in which anything may stand."""
    plain = {k: v if isinstance(v, int | str) else repr(v) for k, v in asdict(row).items()}
    return plain | {"detail": _detail(row)}


def _line(row: Row) -> str:
    """Whole ids: they are what other commands take."""
    plain, said = _object(row), _detail(row)
    facts = [f"{k}={v}" for k, v in said.items()] if isinstance(said, dict) else [str(said)]
    columns = [row.number, _time(row.at), plain["actor"] or "-", plain["action"], plain["subject"]]
    return "  ".join([*map(str, columns), *facts])


def _detail(row: Row) -> object:
    """As it stands where somebody damaged it: `verify` says so."""
    try:
        return loads(row.detail)
    except (TypeError, ValueError):
        return row.detail if isinstance(row.detail, str) else repr(row.detail)


def _time(at: int) -> str:
    try:
        return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (TypeError, ValueError, OverflowError, OSError):
        return str(at)
