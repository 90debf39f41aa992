"""`documents`: list, show, text, history, diff, reread, remove."""

import sys
from typing import Annotated

import typer

from fundstelle.core.callers import Operator
from fundstelle.delivery.cli.options import (
    As,
    Collections,
    Data,
    Json,
    language_of,
    opened,
    scope_for,
)
from fundstelle.delivery.cli.output import (
    harmless,
    head_for_people,
    one_line,
    print_json,
    stderr,
    stdout,
)
from fundstelle.delivery.schemas import document_json, item_json
from fundstelle.delivery.wording import say

app = typer.Typer(no_args_is_help=True)
Wanted = Annotated[str, typer.Argument(metavar="DOCUMENT", help="Id, its beginning, or the name.")]
VersionNumber = Annotated[int | None, typer.Option("--version", min=1, help="Which version.")]


@app.command("list")
def list_documents(
    collection: Collections = None, as_user: As = None, data: Data = None, json: Json = False
) -> None:
    """All documents."""
    with opened(data) as opening:
        library, scope = opening.library(), scope_for(opening, collection, as_user)
        documents, lang = library.documents(scope), language_of(opening)
        vectors = library.vectors(scope) if json else {}
    if json:
        found = [document_json(each, vectors.get(each.id, 0)) for each in documents]
        print_json({"documents": found, "next_cursor": None})
        return
    head_for_people(say("head_documents", lang))
    for document in documents:
        place = f"{one_line(document.collection)}  v{document.version}  "
        place += say("chunks", lang, n=document.chunks)
        title = "" if document.title == document.name else f"  {one_line(document.title)}"
        line = f"{document.id[:12]}  {one_line(document.name)}{title}  {place}"
        stdout().print(line, markup=False, soft_wrap=True)


@app.command()
def show(document: Wanted, as_user: As = None, data: Data = None, json: Json = False) -> None:
    """What is known about one document."""
    with opened(data) as opening:
        library, scope = opening.library(), scope_for(opening, None, as_user)
        one = library.document(document, scope)
        found = document_json(one, library.vectors(scope, [one.id]).get(one.id, 0))
    if json:
        print_json(found)
        return
    for name, value in found.items():
        stdout().print(f"{name}: {one_line(str(value))}", markup=False, soft_wrap=True)


@app.command()
def text(
    document: Wanted, version: VersionNumber = None, as_user: As = None, data: Data = None
) -> None:
    """Exactly the stored text, nothing added: offsets of citations refer to it."""
    with opened(data) as opening:
        library, scope = opening.library(), scope_for(opening, None, as_user)
        found = library.text(library.document(document, scope), scope, version)
    sys.stdout.buffer.write(found.text.encode("utf-8"))
    sys.stdout.buffer.flush()


@app.command()
def history(document: Wanted, as_user: As = None, data: Data = None, json: Json = False) -> None:
    """Kept versions, newest first."""
    with opened(data) as opening:
        library, scope = opening.library(), scope_for(opening, None, as_user)
        lang = language_of(opening)
        versions = library.versions(library.document(document, scope), scope)
    if json:
        print_json(
            {
                "versions": [
                    {
                        "version": v.number,
                        "content_hash": v.content_hash,
                        "imported_at": v.imported_at,
                        "reader": v.read_by,
                        "characters": v.chars,
                    }
                    for v in versions
                ]
            }
        )
        return
    head_for_people(say("head_versions", lang))
    for v in versions:
        chars = say("characters", lang, n=v.chars)
        line = f"{v.number}  {v.imported_at}  {chars}  {v.content_hash[:12]}"
        stdout().print(line, soft_wrap=True)


@app.command()
def diff(
    document: Wanted,
    old: Annotated[int, typer.Option("--from", min=1, help="Older version.")],
    new: Annotated[int | None, typer.Option("--to", min=1, help="Newer version.")] = None,
    as_user: As = None,
    data: Data = None,
) -> None:
    """What changed between two versions, line by line."""
    with opened(data) as opening:
        library, scope = opening.library(), scope_for(opening, None, as_user)
        found = library.document(document, scope)
        lines = library.difference(found, scope, old, new or found.version)
    for line in lines:
        stdout().print(harmless(line), markup=False, soft_wrap=True)


@app.command()
def reread(document: Wanted, data: Data = None, json: Json = False) -> None:
    """Read the kept original again; a new version is made only if the text differs."""
    with opened(data) as opening:
        library, scope = opening.library(Operator()), scope_for(opening, None)
        lang = language_of(opening)
        result = library.reread(library.document(document, scope), scope)
    if json:
        print_json(item_json(result, lang))
        return
    stdout().print(f"{one_line(result.name)}: {say(result.state.value, lang)}", markup=False)


@app.command()
def remove(document: Wanted, data: Data = None) -> None:
    """Remove a document; nothing of it stays (copies of `eval` are separate: `eval --forget`)."""
    with opened(data) as opening:
        library, scope = opening.library(Operator()), scope_for(opening, None)
        lang = language_of(opening)
        found = library.document(document, scope)
        library.remove(found)
    stderr().print(f"{one_line(found.name)}: {say('removed', lang)}", markup=False)
