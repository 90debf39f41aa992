"""The commands and their help."""

from typing import Annotated

import typer

from fundstelle.delivery.cli import (
    access,
    asking,
    audit,
    bench,
    collections,
    demo,
    doctor,
    documents,
    evaluation,
    grants,
    groups,
    imports,
    keys,
    receipts,
    serve,
    upkeep,
    users,
)

app = typer.Typer(
    name="fundstelle",
    help="Ask your own documents. Every sentence shown stands word for word at the place named.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("demo")(demo.demo)
app.command("ingest")(imports.ingest)
app.command("ask")(asking.ask)
app.command("verify")(receipts.verify)
app.command("search")(asking.search)
app.add_typer(documents.app, name="documents", help="List, read, compare and remove documents.")
app.add_typer(collections.app, name="collections", help="List, add, rename, remove collections.")
app.add_typer(users.app, name="users", help="Who there is: list, add, change, remove users.")
app.add_typer(groups.app, name="groups", help="Groups and the users in them.")
app.add_typer(grants.app, name="grants", help="Which group may do what with which collection.")
app.add_typer(keys.app, name="keys", help="Keys of programs: list, add, remove.")
app.add_typer(access.app, name="access", help="Who may read what, and why.")
app.add_typer(audit.app, name="audit", help="Who changed what: list the log, check it.")
app.command("serve")(serve.serve)
app.command("stats")(upkeep.stats)
app.command("coverage")(upkeep.coverage)
app.command("rebuild")(upkeep.rebuild)
app.command("doctor")(doctor.doctor)
app.command("eval")(evaluation.evaluate)
app.add_typer(bench.app, name="bench", help="How long questions take here, stage by stage.")


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"fundstelle {version('fundstelle')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Version.")
    ] = False,
) -> None:
    """Options before the command."""
